/* States in words: controllers, messages, cores. */
#include "machine/run_step.h"
#include "machine/describe.h"
#include <inttypes.h>
#include "machine/audit.h"
#include "machine/channel.h"
#include "protocol/observed.h"
#include "machine/history.h"
#include "machine/names.h"
#include "protocol/unnamed_state.h"

/* "(old)" if a later store has been performed, "(coming)" if the store of this word is yet to be.
 * Where homes perform stores (step_perform_below), both concern the home of this copy. */
static const char *age_name(const struct data *data, unsigned word) {
  return data->coming[word] ? "(coming)" : data->age[word] >= AGE_STALE ? "(old)" : "";
}

static void add_aged(struct text *text, const struct machine *machine, const struct data *data) {
  if (!data->age[0] && !data->age[1]) return;
  for (unsigned word = 0; word < machine->shape.words; word++)
    text_add(text, "%s%" PRId64 "%s", word ? "," : " data=", data->word[word],
             age_name(data, word));
}

static void add_data(struct text *text, const struct machine *machine, const char *name,
                     const struct data *data) {
  if (!data->age[0] && !data->age[1]) return;
  text_add(text, " %s=%" PRId64, name, data->word[0]);
  for (unsigned word = 1; word < machine->shape.words; word++)
    text_add(text, ",%" PRId64, data->word[word]);
}

static void add_time(struct text *text, const char *name, unsigned time) {
  if (!name) return;
  if (time == NO_TIME) text_add(text, " %s=-", name);
  else text_add(text, " %s=%u", name, time);
}

void describe_line(struct text *text, const struct machine *machine,
                   const struct controller_kind *kind, const struct local *local, unsigned at) {
  const struct line *line = &local->line[at];
  text_add(text, "%s", kind->table.states[controller_kind_state_of_line(kind, local, at)]);
  if (kind->shows.ages) add_aged(text, machine, &line->data);
  else add_data(text, machine, "data", &line->data);
  for (unsigned t = 0; t < TIMES; t++) add_time(text, kind->times[t], line->time[t]);
  if (line->dirty) text_add(text, " dirty");
  if (kind->shows.sharers) text_add(text, " sharers=%#x", line->sharers);
  if (kind->shows.owner && line->owner != NO_ONE) text_add(text, " owner=%u", line->owner);
  if (kind->shows.pending) text_add(text, " %s=%d", kind->shows.pending, line->pending);
  if (kind->shows.reads) text_add(text, " %s=%u", kind->shows.reads, line->reads);
  if (kind->shows.writes) text_add(text, " %s=%u", kind->shows.writes, line->writes);
  if (kind->shows.held) text_add(text, " %s=%#x", kind->shows.held, line->held);
  if (kind->shows.line_flag) text_add(text, " %s=%u", kind->shows.line_flag, line->flag);
  if (line->fetching) text_add(text, " fetching");
  if (kind->shows.buffer) add_data(text, machine, "buffer", &line->buffer);
  if (kind->shows.memory) add_data(text, machine, "memory", &line->memory);
  unnamed_add_line(text, kind, line);
  for (unsigned i = 0; i < line->waiting; i++) {
    const struct request *request = &line->queue[i];
    text_add(text, i ? ", " : " waiting: ");
    name_add_core(text, machine, request->core);
    text_add(text, " %s", machine->shape.system->events[request->event]);
    if (request->event == EVENT_STORE || request->event == EVENT_ATOMIC)
      text_add(text, " %" PRId64, request->value);
  }
}

void describe_own(struct text *text, const struct machine *machine,
                  const struct controller_kind *kind, const struct local *local) {
  add_time(text, kind->shows.clock, local->clock);
  add_time(text, kind->shows.second_clock, local->stall[SECOND_CLOCK]);
  if (kind->shows.count) text_add(text, " %s=%u", kind->shows.count, local->count);
  if (kind->shows.flag) text_add(text, " %s=%u", kind->shows.flag, local->flag);
  if (kind->shows.mark && local->flag) text_add(text, " %s", kind->shows.mark);
  unnamed_add_own(text, &machine->shape, kind, local);
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    bool is_time = machine->shape.system->time == TIME_LOGICAL ? local->stall[core] != NO_TIME
                                                               : local->stall[core] != 0;
    if (kind->shows.stall && is_time) {
      text_add(text, " %s(", kind->shows.stall);
      name_add_core(text, machine, core);
      text_add(text, ")=%u", local->stall[core]);
    }
    if (kind->shows.pending && local->pending[core]) {
      text_add(text, " %s(", kind->shows.pending);
      name_add_core(text, machine, core);
      text_add(text, ")=%u", local->pending[core]);
    }
  }
}

unsigned describe_line_count(const struct machine *machine, unsigned controller) {
  const struct controller_kind *kind = kind_of(machine, controller);
  return machine->shape.lines + (kind->extra_line_per_core ? machine->shape.core_count : 0);
}

static bool serves(const struct machine *machine, unsigned controller, unsigned line) {
  if (kind_of(machine, controller)->instances == ONE_PER_GPM)
    return placement_gpm_is_used(&machine->shape.placement,
                                 machine->shape.controllers[controller].index);
  return kind_of(machine, controller)->instances != ONE_PER_BANK || line >= machine->shape.lines ||
         machine->shape.placement.bank_of_line[line] ==
             machine->shape.controllers[controller].index;
}

void describe_message(struct text *text, const struct machine *machine,
                      const struct message *message) {
  const struct message_kind *kind = &machine->shape.system->messages[message->type];
  text_add(text, "%s(", kind->name ? kind->name : machine->shape.system->events[message->type]);
  if (!kind->no_line) name_add_line(text, machine, message->line);
  add_data(text, machine, "data", &message->data);
  for (unsigned t = 0; t < TIMES; t++) add_time(text, kind->times[t], message->time[t]);
  if (kind->has_value) text_add(text, " value=%" PRId64, message->request.value);
  if (kind->has_count) text_add(text, " count=%d", message->count);
  if (kind->flag) text_add(text, " %s=%u", kind->flag, message->flag);
  for (unsigned bit = 0; bit < 2; bit++)
    if (kind->marks[bit] && (unsigned)message->count >> bit & 1)
      text_add(text, " %s", kind->marks[bit]);
  unnamed_add_message(text, kind, message);
  if (kind->has_requester) {
    text_add(text, " for ");
    name_add_controller(text, machine, message->requester);
  }
  if (kind->has_core && message->request.core != NO_ONE) {
    text_add(text, kind->no_line ? "of " : " of ");
    name_add_core(text, machine, message->request.core);
  }
  text_add(text, ")");
}

/* --- cores --- */

void describe_request(struct text *text, const struct machine *machine,
                      const struct request *request) {
  const struct system *system = machine->shape.system;
  text_add(text, "%s%s%s", system->events[request->event], request->scope ? "." : "",
           scope_name((enum scope)request->scope));
  if (request->event == EVENT_FENCE) return;
  bool in_transaction = request->event >= EVENT_OWN;
  bool stores = request->event == EVENT_STORE || request->event == EVENT_STORE_RELEASE;
  if (in_transaction) stores = request->event == system->transactions.store;
  if (in_transaction && !stores && request->event != system->transactions.load) return;
  text_add(text, " %s", name_of_word(machine, request->line, request->word));
  if (stores) text_add(text, " := %" PRId64, request->value);
  if (request->event == EVENT_ATOMIC)
    text_add(text, " %s %" PRId64, arithmetic_name((enum arithmetic)request->arithmetic),
             request->value);
}

void describe_core(struct text *text, const struct machine *machine, unsigned core,
                   uint32_t number) {
  const struct core *c = intern_at(machine->contents, number, NULL);
  bool is_free = core_is_free(machine, core);
  if (core_finished(machine, core, c)) text_add(text, is_free ? "idle" : "done");
  else if (c->hung) text_add(text, "loops for ever");
  else if (c->overflows) text_add(text, "does more than can be followed");
  else if (!is_free) text_add(text, "at %u", c->pc);
  for (unsigned i = 0; i < c->entries; i++) {
    const struct core_entry *entry = &c->entry[c->order[i]];
    const struct micro *micro = core_micro(machine, core, entry->micro);
    text_add(text, "%s %s ", i ? "," : "", entry->issued ? "waits for" : "has yet to issue");
    if (micro->kind == MICRO_BARRIER) text_add(text, "a barrier");
    else if (micro->event == EVENT_NO_REQUEST) text_add(text, "a fence");
    else {
      struct request request = core_request(machine, core, c, c->order[i]);
      describe_request(text, machine, &request);
    }
    if (entry->overtaken) text_add(text, ", overtaken by a store");
  }
  if (c->misreads) text_add(text, ", MISREAD");
  if (c->wrong) text_add(text, ", FAULT: %s", audit_words(c->wrong));
  for (unsigned r = 0; !is_free && r < machine->program->threads[core].register_count; r++)
    text_add(text, " %s=%" PRId64, machine->program->threads[core].registers[r].name,
             c->registers[r]);
}

static void add_controller(struct text *text, const struct machine *machine, unsigned controller,
                           uint32_t number) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *local = local_at(machine, number);
  name_add_controller(text, machine, controller);
  text_add(text, ":");
  describe_own(text, machine, kind, local);
  for (unsigned at = 0; at < describe_line_count(machine, controller); at++) {
    if (!serves(machine, controller, at)) continue;
    text_add(text, "  ");
    name_add_place(text, machine, at);
    text_add(text, ": ");
    describe_line(text, machine, kind, local, at);
  }
  text_add(text, "\n");
}

static void add_in_flight(struct text *text, const struct machine *machine, uint32_t number) {
  unsigned count;
  const struct message *messages = channel_messages(machine, number, &count);
  for (unsigned m = 0; m < count; m++) {
    text_add(text, "in flight to ");
    name_add_controller(text, machine, messages[m].to);
    text_add(text, ": ");
    describe_message(text, machine, &messages[m]);
    text_add(text, "\n");
  }
}

void machine_describe_state(const struct model *model, FILE *out, const slot_t *state) {
  const struct machine *machine = model->self;
  struct text text = { 0 };
  for (unsigned i = 0; i < machine->shape.core_count; i++) {
    name_add_core(&text, machine, i);
    text_add(&text, " on SM %u: ", machine->shape.sm_of_core[i]);
    describe_core(&text, machine, i, state[core_slot(machine, i)]);
    text_add(&text, "\n");
  }
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    add_controller(&text, machine, i, state[controller_slot(machine, i)]);
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    add_in_flight(&text, machine, state[channel_slot(machine, i)]);
  if (machine->has_history) {
    struct text order = { 0 };
    history_describe(machine, &order, state[history_slot(machine)]);
    if (order.length) text_add(&text, "order: %s\n", order.bytes);
    text_free(&order);
  }
  fputs(text.bytes ? text.bytes : "", out);
  text_free(&text);
}
