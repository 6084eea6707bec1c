/* Persistent sets: a reduction for programs on systems whose lines share nothing.
 *
 * (1) Deferred transactions.  A controller begins to evict a line that no core waits for.  Until a
 * core asks for the line, only messages about it touch it, and these commute with every step on
 * other lines.  No property looks at two lines.  So the eviction may be put off until just before
 * the next request for its line.  If there is none, it is dropped, except at the end of the run,
 * where it must keep the line's value.  Hence an event with the promise `persistent` begins only
 *   - on a line that some core waits for; or
 *   - on a line for which a core can ask now; the focus is then on that line, and only steps on it
 *     are taken until the request is issued; or
 *   - once at the end, with the focus on its line until the line is at rest.
 * The focus has a slot of its own.
 *
 * (2) Closed lines.  The steps on one line are a persistent set (Godefroid 1996) if no core can
 * come to ask for the line but by a step of the set.  Such a set must not repeat for ever and put
 * off the rest, so programs with a loop do without.
 *
 * Lines do share the room of channels.  With less room than lines this reduction is off; if a
 * channel was full all the same, the search ends as too small (check_result). */
#include <string.h>
#include "machine/channel.h"
#include "machine/alternatives.h"
#include "machine/assumptions.h"
#include "machine/program_lines.h"
#include "machine/properties.h"
#include "machine/reduction.h"
#include "machine/state_list.h"
#include "machine/core_steps.h"
#include "machine/successors.h"

enum { NO_FOCUS = -1 };

static void set_focus(const struct machine *machine, slot_t *state, int line) {
  uint8_t byte = (uint8_t)line;
  state[focus_slot(machine)] = intern_add(machine->contents, &byte, line == NO_FOCUS ? 0 : 1);
}

/* The lines that some core waits for. */
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

static int focus_of(const struct machine *machine, const slot_t *state) {
  size_t length;
  const uint8_t *line = intern_at(machine->contents, state[focus_slot(machine)], &length);
  if (!length) return NO_FOCUS;
  /* At the end the other lines must come to rest as well. */
  return machine_finished(machine, state) && !line_busy(machine, state, *line) ? NO_FOCUS : *line;
}

/* Did the last evictions begin already? */
static bool ended(const struct machine *machine, const slot_t *state) {
  size_t length;
  intern_at(machine->contents, state[focus_slot(machine)], &length);
  return length != 0;
}

/* The lines that some core could ask for now. */
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

/* Is this core, as to `line`, where only a step on the line can take it there: at an access to it,
 * or done with it? */
static bool core_closed(const struct machine *machine, const slot_t *state, unsigned core,
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
      all = core_closed(machine, state, core, line);
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
  machine->has_focus = !machine->shape.is_client && !machine->options.no_deferred_evictions &&
                       machine->shape.system->promises.lines_apart && lines_have_room(machine);
  return machine->has_focus;
}

/* A focus confines all steps to its line.  Without one, the closed lines are tried in order; if
 * none has a possible step, all steps are taken. */
static struct selection select_lines(const struct machine *machine, const slot_t *state,
                                     unsigned attempt) {
  int focus = focus_of(machine, state);
  if (focus != NO_FOCUS)
    return (struct selection){ .line = focus, .begin = 1u << focus, .is_last = true };
  unsigned awaited = lines_awaited(machine, state), asked = lines_asked(machine, state);
  if (machine_finished(machine, state)) asked = ended(machine, state) ? 0 : ~0u;
  struct selection selection = { .line = ALL_LINES,
                                 .begin = awaited | asked,
                                 .claims = asked & ~awaited };
  unsigned closed = closed_lines(machine, state);
  for (; closed && attempt; attempt--) closed &= closed - 1;
  selection.is_last = !closed;
  if (closed) selection.line = __builtin_ctz(closed);
  return selection;
}

/* The request that the focus waited for clears it; a persistent event sets it. */
static void mark(const struct worker *worker, slot_t *to) {
  const struct machine *machine = worker->machine;
  const struct selection *selection = &worker->selection;
  const struct about *about = &worker->about;
  if (about->what == ABOUT_CORE && selection->is_last && selection->line != ALL_LINES)
    set_focus(machine, to, NO_FOCUS);
  if (about->what != ABOUT_INTERNAL) return;
  const struct internal *internal = &kind_of(machine, about->controller)->internals[about->entry];
  if (internal->promises.persistent && selection->claims >> about->at & 1)
    set_focus(machine, to, about->at);
}

/* Lines were explored as if they did not share the room of channels.  If a channel was full, the
 * record gives too little. */
static void check_result(const struct machine *machine, struct search_result *result) {
  if (machine->shape.lines > 1 && result->blocked && result->end == SEARCH_COMPLETE)
    result->broken |= CLAIM(PROPERTY_OVERFLOW);
}

/* Lists all states that evictions and messages make of `start`. */
static void explore(const struct machine *warming, const slot_t *start, struct state_list *list) {
  struct worker worker = { .machine = warming };
  slot_t state[WIDTH_MAX];
  list->width = warming->model.width;
  state_list_add(list, start);
  for (size_t i = 0; i < state_list_count(list); i++) {
    memcpy(state, state_list_at(list, i), list->width * sizeof *state); /* the list may move */
    machine_successors(&warming->model, &worker, state, state_list_reach, list);
  }
}

/* The deferred evictions make these states again, when a core asks for the line. */
static void drop_warmed(const struct machine *machine, struct machine *warming,
                        struct state_list *warmed) {
  struct dictionary made = { 0 };
  (void)machine;
  warming->requests.rest = true;
  for (size_t i = 0; i < state_list_count(warmed); i++) {
    struct state_list after = { .width = warmed->width };
    explore(warming, state_list_at(warmed, i), &after);
    for (size_t j = 1; j < state_list_count(&after); j++)
      (*dictionary_at(&made, state_list_at(&after, j), warmed->width * sizeof(slot_t)))++;
    state_list_free(&after);
  }
  warming->requests.rest = false;
  state_list_drop(warmed, &made);
  dictionary_free(&made);
}

static bool is_persistent(const struct internal *internal) { return internal->promises.persistent; }

static void assumptions(const struct assumption_writer *writer) {
  assumption_write_internals(writer, "persistent", is_persistent, "--no-deferred-evictions");
}

REDUCTION(persistent_sets) = {
  .name = "persistent sets",
  .order = 30,
  .not_on_warmup = true,
  .begin = begin,
  .assumptions = assumptions,
  .select = select_lines,
  .mark = mark,
  .check_result = check_result,
  .drop_warmed = drop_warmed,
};
