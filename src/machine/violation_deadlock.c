/* A deadlock: requests are outstanding, and no step is possible.  Each input that is there is tried
 * again, for the row that stalls it. */
#include "machine/violation_deadlock.h"

#include "machine/channel.h"
#include "machine/core_requests.h"
#include "machine/describe.h"
#include "machine/fields.h"
#include "machine/names.h"
#include "machine/run_step.h"
#include "machine/wiring.h"

/* "L2.0 a: B/GETS stalls it (wt.c:51 "busy")" */
static void add_stall(struct text *text, const struct play *play, const struct step_input *input) {
  const struct machine *machine = play->machine;
  struct taking taking = taking_of(machine, input);
  union local_copy copy;
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
                       .me = &machine->shape.controllers[input->controller],
                       .local = &copy.local };
  step_run_plain(&step, &taking);
  if (!step.stalled || !step.fired_count) {
    text_add(text, "a full channel holds back what it would send");
    return;
  }
  const struct fired *fired = &step.fired[step.fired_count - 1];
  const struct table *table = &machine->shape.tables[step.me->kind];
  name_add_controller(text, machine, input->controller);
  text_add(text, " ");
  name_add_place(text, machine, fired->at);
  text_add(text, ": %s/%s stalls it (", table->states[fired->state],
           machine->shape.system->events[fired->event]);
  row_cite(text, &table->rows[fired->row]);
  text_add(text, ")");
}

static void add_waiting_core(struct text *text, const struct play *play, const slot_t *state,
                             unsigned core) {
  const struct machine *machine = play->machine;
  if (!core_at(machine, state, core)->entries) return;
  struct text fields = { 0 };
  describe_core(&fields, machine, core, state[core_slot(machine, core)]);
  name_add_core(text, machine, core);
  text_add(text, ": ");
  fields_add(text, fields.bytes, false);
  text_add(text, "\n");
  text_free(&fields);
}

static void add_stalled_requests(struct text *text, const struct play *play, const slot_t *state,
                                 unsigned core) {
  const struct machine *machine = play->machine;
  if (core_is_free(machine, core)) return; /* it need not ask for more */
  const struct asks *asks = core_asks(machine, core, state[core_slot(machine, core)]);
  for (unsigned i = 0; i < asks->count; i++) {
    const struct ask *ask = &asks->items[i];
    if (ask->barrier || ask->event == EVENT_NO_REQUEST) continue;
    unsigned port = machine_port(machine, core, ask->line);
    name_add_core(text, machine, core);
    text_add(text, " cannot issue ");
    describe_request(text, machine, &message_at(machine, ask->message)->request);
    text_add(text, ": ");
    add_stall(text, play,
              &(struct step_input){ .controller = port,
                                    .local = state[controller_slot(machine, port)],
                                    .kind = INPUT_REQUEST,
                                    .event = ask->event,
                                    .at = ask->line,
                                    .message = ask->message });
    text_add(text, "\n");
  }
}

static void add_stalled_messages(struct text *text, const struct play *play, const slot_t *state,
                                 unsigned channel) {
  const struct machine *machine = play->machine;
  unsigned count, slot = channel_slot(machine, channel);
  if (state[slot] == EMPTY) return;
  const struct message *messages = channel_messages(machine, state[slot], &count);
  for (unsigned i = 0; i < count; i++) {
    if (!channel_takeable(machine, channel, messages, i)) continue;
    name_add_controller(text, machine, messages[i].to);
    text_add(text, " does not take ");
    describe_message(text, machine, &messages[i]);
    text_add(text, " from ");
    name_add_controller(text, machine, messages[i].from);
    text_add(text, ": ");
    add_stall(text, play,
              &(struct step_input){
                  .controller = messages[i].to,
                  .local = state[controller_slot(machine, messages[i].to)],
                  .kind = INPUT_MESSAGE,
                  .event = messages[i].type,
                  .at = messages[i].line,
                  .message = intern_add(machine->contents, &messages[i], sizeof messages[i]) });
    text_add(text, "\n");
  }
}

/* Lines in a transient state, or with requests outstanding. */
static void add_busy_lines(struct text *text, const struct play *play, const slot_t *state,
                           unsigned controller) {
  const struct machine *machine = play->machine;
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *local = local_at(machine, state[controller_slot(machine, controller)]);
  for (unsigned at = 0; at < describe_line_count(machine, controller); at++) {
    const struct line *line = &local->line[at];
    bool stable = kind->table.stable >> controller_kind_state_of_line(kind, local, at) & 1;
    if (stable && !line->waiting && !line->fetching && !line->reads && !line->writes && !line->held)
      continue;
    struct text fields = { 0 };
    describe_line(&fields, machine, kind, local, at);
    name_add_controller(text, machine, controller);
    text_add(text, " holds ");
    name_add_place(text, machine, at);
    text_add(text, " in state ");
    fields_add(text, fields.bytes, false);
    text_add(text, "\n");
    text_free(&fields);
  }
}

void violation_add_waits(struct text *text, const struct play *play) {
  const struct machine *machine = play->machine;
  const slot_t *state = trace_state(play->trace, play->trace->length);
  for (unsigned i = 0; i < machine->shape.core_count; i++) add_waiting_core(text, play, state, i);
}

static bool in_flight(const struct machine *machine, const slot_t *state) {
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    if (state[channel_slot(machine, i)] != EMPTY) return true;
  return false;
}

void violation_add_deadlock(struct text *text, const struct play *play) {
  const struct machine *machine = play->machine;
  const slot_t *state = trace_state(play->trace, play->trace->length);
  violation_add_waits(text, play);
  for (unsigned i = 0; i < machine->shape.core_count; i++)
    add_stalled_requests(text, play, state, i);
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    add_busy_lines(text, play, state, i);
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    add_stalled_messages(text, play, state, i);
  text_add(text, "%sno step goes on with any of this\n",
           in_flight(machine, state) ? "" : "no message is in flight, and ");
}
