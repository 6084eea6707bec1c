/* States and steps in words.
 *
 * A step is shown by taking it again with the state at hand and stopping at its label; what it did
 * is then known in full: who took what, which rows answered, what was sent and answered, and what
 * changed. */
#include <inttypes.h>
#include <string.h>
#include "base/text.h"
#include "machine/audit.h"
#include "machine/channel.h"
#include "machine/describe.h"
#include "machine/faults.h"
#include "machine/history.h"
#include "machine/history_private.h"
#include "machine/machine_private.h"
#include "machine/names.h"
#include "machine/shared_state.h"
#include "machine/successors.h"
#include "machine/times.h"
#include "protocol/unnamed_state.h"

/* Where each home performs stores for those below it (step_perform_below): has the home of this
 * copy heard of a later one, or is what is here a store that it has yet to take? */
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

static void add_line_of(struct text *text, const struct machine *machine,
                        const struct controller_kind *kind, const struct local *local,
                        unsigned at) {
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

/* A controller's fields that belong to no line. */
static void add_own(struct text *text, const struct machine *machine,
                    const struct controller_kind *kind, const struct local *local) {
  add_time(text, kind->shows.clock, local->clock);
  add_time(text, kind->shows.second_clock, local->stall[SECOND_CLOCK]);
  if (kind->shows.count) text_add(text, " %s=%u", kind->shows.count, local->count);
  if (kind->shows.flag) text_add(text, " %s=%u", kind->shows.flag, local->flag);
  if (kind->shows.mark && local->flag) text_add(text, " %s", kind->shows.mark);
  unnamed_add_own(text, machine, kind, local);
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

static unsigned lines_of(const struct machine *machine, unsigned controller) {
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

static void add_message(struct text *text, const struct machine *machine,
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

static void add_request(struct text *text, const struct machine *machine,
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

static void add_core(struct text *text, const struct machine *machine, unsigned core,
                     uint32_t number) {
  const struct core *c = intern_at(machine->contents, number, NULL);
  if (core_finished(machine, core, c)) text_add(text, machine->shape.is_client ? "idle" : "done");
  else if (c->hung) text_add(text, "loops for ever");
  else if (c->overflows) text_add(text, "does more than can be followed");
  else if (!machine->shape.is_client) text_add(text, "at %u", c->pc);
  for (unsigned i = 0; i < c->entries; i++) {
    const struct core_entry *entry = &c->entry[c->order[i]];
    const struct micro *micro = core_micro(machine, core, entry->micro);
    text_add(text, "%s %s ", i ? "," : "", entry->issued ? "waits for" : "has yet to issue");
    if (micro->kind == MICRO_BARRIER) text_add(text, "a barrier");
    else if (micro->event == EVENT_SILENT) text_add(text, "a fence");
    else {
      struct request request = core_request(machine, core, c, c->order[i]);
      add_request(text, machine, &request);
    }
    if (entry->overtaken) text_add(text, ", overtaken by a store");
  }
  if (c->misreads) text_add(text, ", MISREAD");
  if (c->wrong) text_add(text, ", FAULT: %s", audit_words(c->wrong));
  for (unsigned r = 0;
       !machine->shape.is_client && r < machine->program->threads[core].register_count; r++)
    text_add(text, " %s=%" PRId64, machine->program->threads[core].registers[r].name,
             c->registers[r]);
}

/* --- steps --- */

struct described {
  uint32_t label;
  struct worker *worker;
  struct about about;
  struct alternative alternative;
  bool has;
};

static void look(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct described *found = context;
  (void)to;
  (void)kind;
  if (label != found->label) return;
  found->has = true;
  found->about = found->worker->about;
  if (found->about.alternative) found->alternative = *found->about.alternative;
}

/* Is the controller's own event about itself as a whole? */
static bool about_one(const struct machine *machine, const struct about *about) {
  const struct controller_kind *kind = kind_of(machine, about->controller);
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].event == about->event && kind->internals[i].over == ONCE) return true;
  return false;
}

static void add_who(struct text *text, const struct machine *machine, const struct about *about) {
  bool has_message = about->what == ABOUT_CORE || about->what == ABOUT_MESSAGE;
  const struct message *message = has_message ? message_at(machine, about->message) : NULL;
  switch (about->what) {
  case ABOUT_TICK: text_add(text, "the clock ticks"); break;
  case ABOUT_ROLLOVER: text_add(text, "all timestamps roll over"); break;
  case ABOUT_BACK_OFF:
    text_add(text,
             "back-offs have grown: who gives up waits until no other warp runs a transaction");
    break;
  case ABOUT_BARRIER:
    name_add_core(text, machine, about->core);
    text_add(text, " reaches a barrier");
    break;
  case ABOUT_CORE:
    name_add_core(text, machine, about->core);
    text_add(text, " issues ");
    if (about->event == EVENT_SILENT) text_add(text, "a fence, which asks nothing of the caches");
    else add_request(text, machine, &message->request);
    break;
  case ABOUT_MESSAGE:
    name_add_controller(text, machine, about->controller);
    text_add(text, " takes ");
    add_message(text, machine, message);
    text_add(text, " from ");
    name_add_controller(text, machine, message->from);
    break;
  case ABOUT_INTERNAL:
    name_add_controller(text, machine, about->controller);
    text_add(text, " of itself: %s", machine->shape.system->events[about->event]);
    if (about_one(machine, about)) break;
    text_add(text, " ");
    if (controller_kind_event_is_of_core(kind_of(machine, about->controller), about->event))
      name_add_core(text, machine, about->at);
    else name_add_place(text, machine, about->at);
    break;
  }
}

static void add_rows(struct text *text, const struct machine *machine, unsigned controller,
                     const struct alternative *a) {
  unsigned kind = machine->shape.controllers[controller].kind;
  for (unsigned i = 0; i < a->fired; i++) {
    const struct fired *fired = &a->fire[i];
    const struct table *table = &machine->shape.tables[kind];
    const struct row *row = &table->rows[fired->row];
    text_add(text, "      ");
    name_add_controller(text, machine, controller);
    text_add(text, " ");
    name_add_place(text, machine, fired->at);
    text_add(text, ": %s/%s", table->states[fired->state],
             machine->shape.system->events[fired->event]);
    if (row->when) text_add(text, " when %s%s", row->negated ? "not " : "", row->when_name);
    if (row->kind == ROW_NEVER) text_add(text, ": NEVER");
    else {
      if (row->next != SAME) text_add(text, " -> %s", table->states[__builtin_ctz(row->next)]);
      if (row->action_names && *row->action_names) text_add(text, ", %s", row->action_names);
    }
    text_add(text, "   [%s, row %u]\n", row->source, fired->row);
  }
}

/* A NEVER that fired stands among the rows. */
static void add_fault(struct text *text, const struct machine *machine, unsigned controller,
                      const struct why *why) {
  if (!why->fault || why->fault == WHY_NEVER) return;
  text_add(text, "      ");
  name_add_controller(text, machine, controller);
  text_add(text, ": FAULT: ");
  why_add(text, machine, machine->shape.controllers[controller].kind, why);
  text_add(text, "\n");
}

/* What is wrong with a step, in the words of the record's promise where it is about other lines. */
static void add_fault_of_step(struct text *text, const struct machine *machine,
                              const struct about *about, uint32_t from) {
  const struct alternative *a = about->alternative;
  unsigned kind = machine->shape.controllers[about->controller].kind;
  const char *changed = NULL;
  if (a->why.fault == FAULT_SHARED) {
    changed = shared_changed_beside(machine, kind, local_at(machine, from),
                                    local_at(machine, a->local), -1, a->inserts > 0);
    if (!changed) changed = "another line";
  }
  add_fault(text, machine, about->controller, &a->why);
  if (changed) text_add(text, "        it changes %s\n", changed);
  if (changed || a->why.fault == FAULT_NOT_APART)
    text_add(text, "        %s\n", shared_what_says_lines_are_apart(machine, kind));
}

/* What breaks at a controller that took no step: time passed for it, and the clock's tick can be
 * shown again. */
static void add_passing(struct text *text, const struct machine *machine, const struct about *about,
                        unsigned controller, uint32_t local) {
  if (about->what == ABOUT_TICK) {
    struct step step;
    times_tick_again(machine, controller, local, &step);
    struct alternative a = { .fired = (uint8_t)step.fired_count, .fire = step.fired };
    add_rows(text, machine, controller, &a);
    add_fault(text, machine, controller, &step.why);
  } else {
    text_add(text, "      ");
    name_add_controller(text, machine, controller);
    text_add(text, ": FAULT: a NEVER, or what is one, as time passes for it\n");
  }
}

static struct why why_of_passing(const struct machine *machine, const struct about *about,
                                 unsigned controller, uint32_t local) {
  struct step step = { .why = { NO_FAULT } };
  if (about->what == ABOUT_TICK) times_tick_again(machine, controller, local, &step);
  return step.why;
}

/* What is wrong with the tables, where no NEVER says it: of the controller that took the step, and
 * of those whose urgent events the step made happen. */
static void add_faults(struct text *text, const struct machine *machine, const struct about *about,
                       const slot_t *from, const slot_t *to) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    unsigned slot = controller_slot(machine, i);
    unsigned breaks = local_at(machine, from[slot])->broken ^ local_at(machine, to[slot])->broken;
    if (breaks && about->alternative && about->controller == i)
      add_fault_of_step(text, machine, about, from[slot]);
    else if (breaks & CLAIM(PROPERTY_NEVER)) add_passing(text, machine, about, i, from[slot]);
  }
}

static void add_effects(struct text *text, const struct machine *machine,
                        const struct alternative *a) {
  static const char *const readings[] = { "", "", ", which has been overwritten",
                                          ", which is yet to be stored" };
  for (unsigned i = 0; i < a->sends; i++) {
    const struct message *message = message_at(machine, a->send[i].message);
    text_add(text, "      sends ");
    add_message(text, machine, message);
    text_add(text, " to ");
    name_add_controller(text, machine, message->to);
    text_add(text, "\n");
  }
  for (unsigned i = 0; i < a->replies; i++) {
    text_add(text, "      answers ");
    name_add_core(text, machine, a->reply[i].core);
    if (a->reply[i].restarts) text_add(text, ": begin anew\n");
    else
      text_add(text, ": %" PRId64 "%s\n", a->reply[i].value,
               machine->shape.watches_loads ? readings[a->reply[i].reading] : "");
  }
}

/* What something was and what it is, where these differ. */
struct state_change {
  struct text name, before, after;
};

static void add_change(struct text *text, struct state_change *change) {
  const char *before = change->before.bytes ? change->before.bytes : "",
             *after = change->after.bytes ? change->after.bytes : "";
  if (strcmp(before, after))
    text_add(text, "      %s: %s  =>  %s\n", change->name.bytes, before, after);
  text_free(&change->name);
  text_free(&change->before);
  text_free(&change->after);
}

static void add_controller_changes(struct text *text, const struct machine *machine,
                                   unsigned controller, uint32_t from, uint32_t to) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *before = local_at(machine, from), *after = local_at(machine, to);
  for (unsigned at = 0; at <= lines_of(machine, controller); at++) {
    struct state_change change = { { 0 } };
    name_add_controller(&change.name, machine, controller);
    if (at < lines_of(machine, controller)) {
      text_add(&change.name, " ");
      name_add_place(&change.name, machine, at);
      add_line_of(&change.before, machine, kind, before, at);
      add_line_of(&change.after, machine, kind, after, at);
    } else {
      add_own(&change.before, machine, kind, before);
      add_own(&change.after, machine, kind, after);
    }
    add_change(text, &change);
  }
}

static void add_changes(struct text *text, const struct machine *machine, const slot_t *from,
                        const slot_t *to) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    unsigned slot = controller_slot(machine, i);
    if (from[slot] != to[slot]) add_controller_changes(text, machine, i, from[slot], to[slot]);
  }
  for (unsigned i = 0; i < machine->shape.core_count; i++) {
    struct state_change change = { { 0 } };
    name_add_core(&change.name, machine, i);
    add_core(&change.before, machine, i, from[core_slot(machine, i)]);
    add_core(&change.after, machine, i, to[core_slot(machine, i)]);
    add_change(text, &change);
  }
  if (machine->has_history) {
    struct state_change change = { { 0 } };
    text_add(&change.name, "order");
    history_describe(machine, &change.before, from[history_slot(machine)]);
    history_describe(machine, &change.after, to[history_slot(machine)]);
    add_change(text, &change);
  }
}

void machine_describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                           const slot_t *to) {
  const struct machine *machine = model->self;
  struct worker worker = { .machine = machine };
  struct described found = { .label = label, .worker = &worker };
  machine_successors(model, &worker, from, look, &found);
  if (!found.has) {
    fputs("no such step\n", out);
    return;
  }
  struct text text = { 0 };
  const struct alternative *a = found.about.alternative ? &found.alternative : NULL;
  add_who(&text, machine, &found.about);
  if (a && a->lazily) text_add(&text, ", its line having been evicted");
  text_add(&text, "\n");
  if (a) {
    add_rows(&text, machine, found.about.controller, a);
    add_effects(&text, machine, a);
  }
  add_faults(&text, machine, &found.about, from, to);
  if (audit_broken(machine, to))
    text_add(&text, "      FAULT: copies of the newest store of a word hold other numbers\n");
  add_changes(&text, machine, from, to);
  fputs(text.bytes, out);
  text_free(&text);
}

/* Where a run begins with what is wrong, it was met while caches were warmed. */
char *machine_fault(const struct machine *machine, const struct trace *trace) {
  if (!trace->length) return machine_least_fault(machine);
  const slot_t *from = trace->states + (size_t)(trace->length - 1) * trace->width,
               *to = from + trace->width;
  struct worker worker = { .machine = machine };
  struct described found = { .label = trace->labels[trace->length - 1], .worker = &worker };
  machine_successors(&machine->model, &worker, from, look, &found);
  struct text text = { 0 };
  unsigned broken = CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_OVERFLOW);
  for (unsigned i = 0; i < machine->shape.controller_count && !text.length; i++) {
    unsigned slot = controller_slot(machine, i);
    if (!(broken & (local_at(machine, from[slot])->broken ^ local_at(machine, to[slot])->broken)))
      continue;
    bool took = found.has && found.about.alternative && found.about.controller == i;
    struct why passing =
        took ? found.alternative.why : why_of_passing(machine, &found.about, i, from[slot]);
    if (!passing.fault) continue;
    name_add_controller(&text, machine, i);
    text_add(&text, ": ");
    why_add(&text, machine, machine->shape.controllers[i].kind, &passing);
  }
  for (unsigned i = 0; i < machine->shape.core_count && !text.length; i++) {
    if (!core_at(machine, to, i)->astray) continue;
    name_add_core(&text, machine, i);
    text_add(&text, ": ");
    why_add(&text, machine, KINDS_MAX, &(struct why){ .fault = WHY_REPLY_TO_NOBODY });
  }
  return text.bytes;
}

static void add_controller(struct text *text, const struct machine *machine, unsigned controller,
                           uint32_t number) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *local = local_at(machine, number);
  name_add_controller(text, machine, controller);
  text_add(text, ":");
  add_own(text, machine, kind, local);
  for (unsigned at = 0; at < lines_of(machine, controller); at++) {
    if (!serves(machine, controller, at)) continue;
    text_add(text, "  ");
    name_add_place(text, machine, at);
    text_add(text, ": ");
    add_line_of(text, machine, kind, local, at);
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
    add_message(text, machine, &messages[m]);
    text_add(text, "\n");
  }
}

void machine_describe_state(const struct model *model, FILE *out, const slot_t *state) {
  const struct machine *machine = model->self;
  struct text text = { 0 };
  for (unsigned i = 0; i < machine->shape.core_count; i++) {
    name_add_core(&text, machine, i);
    text_add(&text, " on SM %u: ", machine->shape.sm_of_core[i]);
    add_core(&text, machine, i, state[core_slot(machine, i)]);
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
