/* Persistent sets: a reduction for programs on systems whose lines share nothing.  It leaves out
 * steps on other lines.
 *
 * Method: Godefroid 1996.
 * (1) Deferred transactions.  An eviction that begins a transaction commutes with every step on
 * other lines, until a core asks for its line (docs/internals/deferred-evictions.md).  So an event
 * with the promise `persistent` begins only
 *   - on a line that some core waits for; or
 *   - on a line that a core can ask for now, with all steps confined to that line until the request
 *     is issued; or
 *   - once at the end, with all steps confined to its line until the line is at rest.
 * The confined line has a slot of its own.
 * (2) Closed lines.  The steps on one line are a persistent set if only a step of the set can bring
 * a core to ask for the line.  With loops this is off: a set could repeat for ever, and the other
 * steps would never be taken.
 *
 * It relies on the promises `lines_apart` and `persistent` (promises.h).  line_independence.c
 * checks each step for `lines_apart`; no step is checked for `persistent`.
 *
 * Lines do share the room of channels.  With less room than lines this reduction is off.  If a
 * channel was full all the same, the search ends as too small (check_result). */
#include <string.h>
#include "machine/channel.h"
#include "machine/alternatives.h"
#include "machine/assumptions.h"
#include "machine/program_lines.h"
#include "machine/properties.h"
#include "machine/reduction.h"
#include "machine/state_list.h"
#include "machine/core_requests.h"
#include "machine/successors.h"

enum { NOT_CONFINED = -1 };

static void set_confined_line(const struct machine *machine, slot_t *state, int line) {
  uint8_t byte = (uint8_t)line;
  state[confined_line_slot(machine)] =
      intern_add(machine->contents, &byte, line == NOT_CONFINED ? 0 : 1);
}

/* The set of lines that some core waits for. */
static unsigned lines_awaited(const struct machine *machine, const slot_t *state) {
  unsigned lines = 0;
  for (unsigned i = 0; i < machine->shape.core_count; i++) {
    const struct core *core = intern_at(machine->contents, state[core_slot(machine, i)], NULL);
    for (unsigned e = 0; e < core->entries; e++) {
      const struct core_entry *entry = &core->entry[core->order[e]];
      if (entry->issued) lines |= 1u << core_micro(machine, i, entry->micro)->line;
    }
  }
  return lines;
}

/* Is anything under way on a line? */
static bool line_busy(const struct machine *machine, const slot_t *state, unsigned line) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    if (machine_summary_of(machine, i, state[controller_slot(machine, i)])->busy >> line & 1)
      return true;
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    unsigned count, slot = channel_slot(machine, i);
    if (state[slot] == EMPTY) continue;
    const struct message *messages = channel_messages(machine, state[slot], &count);
    for (unsigned m = 0; m < count; m++)
      if (messages[m].line == line) return true;
  }
  return false;
}

/* The line that all steps are confined to, or NOT_CONFINED. */
static int confined_line(const struct machine *machine, const slot_t *state) {
  size_t length;
  const uint8_t *line = intern_at(machine->contents, state[confined_line_slot(machine)], &length);
  if (!length) return NOT_CONFINED;
  /* At the end the other lines must come to rest as well. */
  return machine_finished(machine, state) && !line_busy(machine, state, *line) ? NOT_CONFINED
                                                                               : *line;
}

/* Have the last evictions begun? */
static bool last_evictions_began(const struct machine *machine, const slot_t *state) {
  size_t length;
  intern_at(machine->contents, state[confined_line_slot(machine)], &length);
  return length != 0;
}

/* The set of lines that some core can ask for now. */
static unsigned lines_asked(const struct machine *machine, const slot_t *state) {
  unsigned lines = 0;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    const struct asks *asks = core_asks(machine, core, state[core_slot(machine, core)]);
    for (unsigned i = 0; i < asks->count; i++)
      if (!asks->items[i].barrier && asks->items[i].event <= EVENT_STORE_RELEASE)
        lines |= 1u << asks->items[i].line;
  }
  return lines;
}

/* Can only a step on the line bring this core to another access of it?  The core is at such an
 * access, or has none left. */
static bool is_closed_for_core(const struct machine *machine, const slot_t *state, unsigned core,
                               unsigned line) {
  const struct core *c = intern_at(machine->contents, state[core_slot(machine, core)], NULL);
  bool later = machine->flow.accessed[core][c->pc] >> line & 1;
  for (unsigned e = 0; e < c->entries; e++) {
    const struct micro *micro = core_micro(machine, core, c->entry[c->order[e]].micro);
    if (micro->kind == MICRO_ACCESS && micro->line == line) return c->entries == 1;
  }
  return !later;
}

static unsigned closed_lines(const struct machine *machine, const slot_t *state) {
  unsigned closed = 0;
  if (machine->flow.has_loop || machine->shape.setting.core != CORE_IO) return 0;
  for (unsigned line = 0; line < machine->shape.lines; line++) {
    bool all = true;
    for (unsigned core = 0; core < machine->shape.core_count && all; core++)
      all = is_closed_for_core(machine, state, core, line);
    closed |= (unsigned)all << line;
  }
  return closed;
}

/* Is there room in each channel for a message of each line?  Lines share the room of a channel. */
static bool lines_have_room(const struct machine *machine) {
  const struct system *system = machine->shape.system;
  for (unsigned i = 0; i < system->network_count; i++)
    if (system->networks[i].capacity < machine->shape.lines) return false;
  return !machine->options.capacity;
}

static bool begin(struct machine *machine) {
  machine->has_confined_line = !machine->shape.is_client && !machine->options.readers &&
                               !machine->options.no_deferred_evictions &&
                               machine->shape.system->promises.lines_apart &&
                               lines_have_room(machine);
  return machine->has_confined_line;
}

/* If a line is confined, only its steps are taken.  Otherwise the closed lines are tried in
 * order; if none has a possible step, all steps are taken. */
static struct selection select_lines(const struct machine *machine, const slot_t *state,
                                     unsigned attempt) {
  int confined = confined_line(machine, state);
  if (confined != NOT_CONFINED)
    return (struct selection){ .line = confined, .may_begin = 1u << confined, .is_last = true };
  unsigned awaited = lines_awaited(machine, state), asked = lines_asked(machine, state);
  if (machine_finished(machine, state)) asked = last_evictions_began(machine, state) ? 0 : ~0u;
  struct selection selection = { .line = ALL_LINES,
                                 .may_begin = awaited | asked,
                                 .claims = asked & ~awaited };
  unsigned closed = closed_lines(machine, state);
  for (; closed && attempt; attempt--) closed &= closed - 1;
  selection.is_last = !closed;
  if (closed) selection.line = __builtin_ctz(closed);
  return selection;
}

static bool holds_event(const struct selection *selection, const struct internal *internal,
                        unsigned at) {
  return !internal->promises.persistent || selection->may_begin >> at & 1;
}

/* A persistent event confines steps to its line; the next request for the line ends that. */
static void mark_confined_line(const struct worker *worker, slot_t *to) {
  const struct machine *machine = worker->machine;
  const struct selection *selection = &worker->selection;
  const struct about *about = &worker->about;
  if (about->kind == ABOUT_CORE && selection->is_last && selection->line != ALL_LINES)
    set_confined_line(machine, to, NOT_CONFINED);
  if (about->kind != ABOUT_INTERNAL) return;
  const struct internal *internal = &kind_of(machine, about->controller)->internals[about->entry];
  if (internal->promises.persistent && selection->claims >> about->at & 1)
    set_confined_line(machine, to, about->at);
}

/* Lines were explored as if they did not share the room of channels.  If a channel was full, its
 * capacity is too small. */
static void check_result(const struct machine *machine, struct search_result *result) {
  if (machine->shape.lines > 1 && result->blocked && result->end == SEARCH_COMPLETE)
    result->broken |= CLAIM(PROPERTY_OVERFLOW);
}

/* Lists all states that evictions and messages reach from `start`. */
static void list_reachable(const struct machine *warming, const slot_t *start,
                           struct state_list *list) {
  struct worker worker = { .machine = warming };
  slot_t state[WIDTH_MAX];
  list->width = warming->model.width;
  state_list_add(list, start);
  for (size_t i = 0; i < state_list_count(list); i++) {
    memcpy(state, state_list_at(list, i), list->width * sizeof *state); /* the list may move */
    machine_successors(&warming->model, &worker, state, state_list_reach, list);
  }
}

/* Drops warmed states that evictions reach from others: they are reached again when a core asks for
 * the line. */
static void drop_warmed(const struct machine *machine, struct machine *warming,
                        struct state_list *warmed) {
  struct dictionary made = { 0 };
  (void)machine;
  warming->requests.rest = true;
  for (size_t i = 0; i < state_list_count(warmed); i++) {
    struct state_list after = { .width = warmed->width };
    list_reachable(warming, state_list_at(warmed, i), &after);
    for (size_t j = 1; j < state_list_count(&after); j++)
      (*dictionary_at(&made, state_list_at(&after, j), warmed->width * sizeof(slot_t)))++;
    state_list_free(&after);
  }
  warming->requests.rest = false;
  state_list_drop(warmed, &made);
  dictionary_free(&made);
}

static bool promises_persistent(const struct internal *internal) {
  return internal->promises.persistent;
}

static void assumptions(const struct assumption_writer *writer) {
  assumption_write_internals(writer, "persistent", promises_persistent, "--no-deferred-evictions");
}

REDUCTION(persistent_sets) = {
  .name = "persistent sets",
  .checked_by = "independence of lines",
  .order = 30,
  .not_on_warmup = true,
  .begin = begin,
  .assumptions = assumptions,
  .select.candidate = select_lines,
  .select.holds_event = holds_event,
  .select.mark = mark_confined_line,
  .select.check_result = check_result,
  .select.drop_warmed = drop_warmed,
};
