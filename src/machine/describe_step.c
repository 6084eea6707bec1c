/* Steps and faults in words.
 *
 * The steps of the state at hand are taken again, and the one with the label is kept.  It is then
 * known in full: the input, the rows that answered, the messages and answers, the changes. */
#include "machine/run_step.h"
#include "machine/describe_step.h"
#include <inttypes.h>
#include <string.h>
#include "machine/audit.h"
#include "machine/describe.h"
#include "machine/faults.h"
#include "machine/fields.h"
#include "machine/history.h"
#include "machine/names.h"
#include "machine/played.h"
#include "machine/shared_state.h"
#include "machine/times.h"

/* Is the event one of the whole controller, not of a line? */
static bool about_one(const struct machine *machine, const struct about *about) {
  const struct controller_kind *kind = kind_of(machine, about->controller);
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].event == about->event && kind->internals[i].over == ONCE) return true;
  return false;
}

void describe_input(struct text *text, const struct machine *machine, const struct about *about) {
  bool has_message = about->kind == ABOUT_CORE || about->kind == ABOUT_MESSAGE;
  const struct message *message = has_message ? message_at(machine, about->message) : NULL;
  switch (about->kind) {
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
    if (about->event == EVENT_NO_REQUEST)
      text_add(text, "a fence, which asks nothing of the caches");
    else describe_request(text, machine, &message->request);
    break;
  case ABOUT_MESSAGE:
    name_add_controller(text, machine, about->controller);
    text_add(text, " takes ");
    describe_message(text, machine, message);
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

void describe_fired(struct text *text, const struct machine *machine, unsigned controller,
                    const struct fired *fired) {
  const struct table *table = &machine->shape.tables[machine->shape.controllers[controller].kind];
  const struct row *row = &table->rows[fired->row];
  name_add_controller(text, machine, controller);
  text_add(text, " ");
  name_add_place(text, machine, fired->at);
  text_add(text, ": %s/%s", table->states[fired->state],
           machine->shape.system->events[fired->event]);
  if (row->when) text_add(text, " when %s%s", row->negated ? "not " : "", row->when_name);
  if (row->kind == ROW_NEVER) {
    text_add(text, ": NEVER");
    return;
  }
  if (row->kind == ROW_STALL) text_add(text, ": stalls");
  if (row->next != SAME) text_add(text, " -> %s", table->states[__builtin_ctz(row->next)]);
  if (!row->action_names || !*row->action_names) return;
  text_add(text, ", ");
  row_add_actions(text, row, false);
}

static void add_rows(struct text *text, const struct machine *machine, unsigned controller,
                     const struct alternative *a) {
  const struct table *table = &machine->shape.tables[machine->shape.controllers[controller].kind];
  for (unsigned i = 0; i < a->fired; i++) {
    text_add(text, "   ");
    describe_fired(text, machine, controller, &a->fire[i]);
    text_add(text, "   [");
    row_cite(text, &table->rows[a->fire[i].row]);
    text_add(text, "]\n");
  }
}

/* Adds a fault, unless it is a NEVER that fired: add_rows has shown that. */
static void add_fault(struct text *text, const struct machine *machine, unsigned controller,
                      const struct why *why) {
  if (!why->fault || why->fault == WHY_NEVER) return;
  text_add(text, "   ");
  name_add_controller(text, machine, controller);
  text_add(text, ": FAULT: ");
  why_add(text, machine, machine->shape.controllers[controller].kind, why);
  text_add(text, "\n");
}

/* The fault of a step, with the record's promise if it is about other lines. */
static void add_fault_of_step(struct text *text, const struct machine *machine,
                              const struct about *about, uint32_t from) {
  const struct alternative *a = about->alternative;
  unsigned kind = machine->shape.controllers[about->controller].kind;
  const char *changed = NULL;
  if (a->why.fault == FAULT_SHARED) {
    changed = shared_changed_elsewhere(machine, kind, local_at(machine, from),
                                       local_at(machine, a->local), -1, a->inserts > 0);
    if (!changed) changed = "another line";
  }
  add_fault(text, machine, about->controller, &a->why);
  if (changed) text_add(text, "     it changes %s\n", changed);
  if (changed || a->why.fault == FAULT_NOT_APART)
    text_add(text, "     %s\n", shared_promise_of_lines(machine, kind));
}

/* The fault of a controller that took no step, but for which time passed.  A tick of the clock can
 * be repeated. */
static void add_passing(struct text *text, const struct machine *machine, const struct about *about,
                        unsigned controller, uint32_t local) {
  if (about->kind == ABOUT_TICK) {
    struct step step;
    times_tick_again(machine, controller, local, &step);
    struct alternative a = { .fired = (uint8_t)step.fired_count, .fire = step.fired };
    add_rows(text, machine, controller, &a);
    add_fault(text, machine, controller, &step.why);
  } else {
    text_add(text, "   ");
    name_add_controller(text, machine, controller);
    text_add(text, ": FAULT: a NEVER, or what is one, as time passes for it\n");
  }
}

static struct why why_of_passing(const struct machine *machine, const struct about *about,
                                 unsigned controller, uint32_t local) {
  struct step step = { .why = { NO_FAULT } };
  if (about->kind == ABOUT_TICK) times_tick_again(machine, controller, local, &step);
  return step.why;
}

/* Faults of tables that no NEVER shows: of the step's controller, and of controllers whose urgent
 * events the step caused. */
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
    text_add(text, "   sends ");
    describe_message(text, machine, message);
    text_add(text, " to ");
    name_add_controller(text, machine, message->to);
    text_add(text, "\n");
  }
  for (unsigned i = 0; i < a->replies; i++) {
    text_add(text, "   answers ");
    name_add_core(text, machine, a->reply[i].core);
    if (a->reply[i].restarts) text_add(text, ": begin anew\n");
    else
      text_add(text, ": %" PRId64 "%s\n", a->reply[i].value,
               machine->shape.watches_loads ? readings[a->reply[i].reading] : "");
  }
}

/* A part of the state, before and after the step. */
struct state_change {
  struct text name, before, after;
};

static void add_change(struct text *text, struct state_change *change) {
  const char *before = change->before.bytes ? change->before.bytes : "",
             *after = change->after.bytes ? change->after.bytes : "";
  struct text changes = { 0 };
  if (fields_add_changes(&changes, before, after))
    text_add(text, "   %s: %s\n", change->name.bytes, changes.bytes);
  text_free(&changes);
  text_free(&change->name);
  text_free(&change->before);
  text_free(&change->after);
}

static void add_controller_changes(struct text *text, const struct machine *machine,
                                   unsigned controller, uint32_t from, uint32_t to) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *before = local_at(machine, from), *after = local_at(machine, to);
  for (unsigned at = 0; at <= describe_line_count(machine, controller); at++) {
    struct state_change change = { { 0 } };
    name_add_controller(&change.name, machine, controller);
    if (at < describe_line_count(machine, controller)) {
      text_add(&change.name, " ");
      name_add_place(&change.name, machine, at);
      describe_line(&change.before, machine, kind, before, at);
      describe_line(&change.after, machine, kind, after, at);
    } else {
      describe_own(&change.before, machine, kind, before);
      describe_own(&change.after, machine, kind, after);
    }
    add_change(text, &change);
  }
}

/* Is it known from the step's first line: does the core wait for what it has just issued? */
static bool only_issues(const struct machine *machine, const struct about *about, unsigned core,
                        const char *now) {
  struct text issued = { 0 };
  if (about->kind != ABOUT_CORE || about->core != core || about->event == EVENT_NO_REQUEST)
    return false;
  text_add(&issued, "waits for ");
  describe_request(&issued, machine, &message_at(machine, about->message)->request);
  bool same = text_starts(now, issued.bytes) && strchr("\t\v", now[issued.length]);
  text_free(&issued);
  return same;
}

/* What the core does now, and registers that changed: "P0: next LOAD y, r0 0 => 1". */
static void add_core_change(struct text *text, const struct machine *machine,
                            const struct about *about, unsigned core, const slot_t *from,
                            const slot_t *to) {
  struct text before = { 0 }, after = { 0 }, changes = { 0 };
  describe_core(&before, machine, core, from[core_slot(machine, core)]);
  describe_core(&after, machine, core, to[core_slot(machine, core)]);
  size_t doing = strcspn(before.bytes, FIELD EMPTY_FIELD);
  const char *registers = before.bytes + doing;
  struct text old = { 0 }; /* the registers of before, behind what the core does now */
  text_add_bytes(&old, after.bytes, strcspn(after.bytes, FIELD EMPTY_FIELD));
  bool acts = old.length != doing || memcmp(old.bytes, before.bytes, doing);
  text_add(&old, "%s", registers);
  if (!fields_add_changes(&changes, old.bytes, after.bytes) && acts &&
      !only_issues(machine, about, core, after.bytes))
    text_add_bytes(&changes, after.bytes, strcspn(after.bytes, FIELD EMPTY_FIELD));
  if (changes.length) {
    text_add(text, "   ");
    name_add_core(text, machine, core);
    text_add(text, ": %s\n", changes.bytes);
  }
  text_free(&before);
  text_free(&after);
  text_free(&changes);
  text_free(&old);
}

static void add_changes(struct text *text, const struct machine *machine, const struct about *about,
                        const slot_t *from, const slot_t *to) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    unsigned slot = controller_slot(machine, i);
    if (from[slot] != to[slot]) add_controller_changes(text, machine, i, from[slot], to[slot]);
  }
  for (unsigned i = 0; i < machine->shape.core_count; i++)
    add_core_change(text, machine, about, i, from, to);
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
  struct played found = played_step(machine, from, label);
  if (!found.has) {
    fputs("no such step\n", out);
    return;
  }
  struct text text = { 0 };
  const struct alternative *a = found.about.alternative ? &found.alternative : NULL;
  describe_input(&text, machine, &found.about);
  if (a && a->preceding) text_add(&text, ", its line having been evicted");
  text_add(&text, "\n");
  if (a) {
    add_rows(&text, machine, found.about.controller, a);
    add_effects(&text, machine, a);
  }
  add_faults(&text, machine, &found.about, from, to);
  if (audit_broken(machine, to))
    text_add(&text, "   FAULT: copies of the newest store of a word hold other numbers\n");
  add_changes(&text, machine, &found.about, from, to);
  fputs(text.bytes, out);
  text_free(&text);
}

struct step_parts machine_step_parts(const struct machine *machine, const slot_t *from,
                                     uint32_t label, const slot_t *to) {
  struct step_parts parts = { .row_count = 0 };
  struct played found = played_step(machine, from, label);
  if (!found.has) return parts;
  describe_input(&parts.input, machine, &found.about);
  if (found.about.alternative) {
    const struct alternative *a = &found.alternative;
    const struct table *table =
        &machine->shape.tables[machine->shape.controllers[found.about.controller].kind];
    for (unsigned i = 0; i < a->fired; i++)
      parts.rows[parts.row_count++] = &table->rows[a->fire[i].row];
    add_effects(&parts.effects, machine, a);
  }
  add_changes(&parts.changes, machine, &found.about, from, to);
  return parts;
}

void step_parts_clear(struct step_parts *parts) {
  text_free(&parts->input);
  text_free(&parts->effects);
  text_free(&parts->changes);
}

/* The least fault, of a controller that the start marks as broken: "L1.0: ...". */
static char *fault_at_start(const struct machine *machine, const slot_t *start) {
  char *fault = machine_least_fault(machine);
  for (unsigned i = 0; fault && i < machine->shape.controller_count; i++) {
    const char *kind = machine->shape.system->kinds[machine->shape.controllers[i].kind].name;
    size_t length = strlen(kind);
    if (!local_at(machine, start[controller_slot(machine, i)])->broken) continue;
    if (strncmp(fault, kind, length) || fault[length] != ':') continue;
    struct text text = { 0 };
    name_add_controller(&text, machine, i);
    text_add(&text, "%s", fault + length);
    memory_free(fault);
    return text.bytes;
  }
  return fault;
}

/* A run without steps begins in the fault: the warm start met it. */
char *machine_fault(const struct machine *machine, const struct trace *trace) {
  if (!trace->length) return fault_at_start(machine, trace->states);
  const slot_t *from = trace->states + (size_t)(trace->length - 1) * trace->width,
               *to = from + trace->width;
  struct played found = played_step(machine, from, trace->labels[trace->length - 1]);
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
    why_add(&text, machine, KINDS_MAX, &(struct why){ .fault = WHY_REPLY_UNASKED });
  }
  return text.bytes;
}
