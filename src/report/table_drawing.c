#include "report/table_drawing.h"

#include "base/memory.h"
#include "base/text.h"
#include "report/draw/automaton_svg.h"

static char *events_of(const struct table *table, uint64_t events) {
  struct text text = { 0 };
  for (unsigned e = 0; e < table->event_count; e++)
    if (events >> e & 1) text_add(&text, "%s%s", text.length ? ", " : "", table->events[e]);
  char *copy = memory_format("%s", text.length ? text.bytes : "");
  text_free(&text);
  return copy;
}

static char *title_of(const struct row *row, unsigned index, const char *events) {
  struct text actions = { 0 };
  row_add_actions(&actions, row, true);
  char *title = memory_format("row %u: %s%s%s%s%s%s%s; %s", index, events, row->when ? " [" : "",
                              row->when ? row->when_name : "", row->when ? "]" : "",
                              actions.length ? ": " : "", actions.length ? actions.bytes : "",
                              row->marks & MARK_INFERRED ? "; inferred" : "", row->source);
  text_free(&actions);
  return title;
}

static enum automaton_outcome outcome_of(const struct row *row, unsigned from, unsigned to) {
  if (row->kind == ROW_STALL) return AUTOMATON_STALLS;
  return from == to ? AUTOMATON_STAYS : AUTOMATON_MOVES;
}

/* Events that the controller raises itself cannot stall: its row only says that they do not
 * occur. */
static uint64_t events_to_draw(const struct controller_kind *kind, const struct row *row) {
  uint64_t events = row->on;
  for (unsigned i = 0; i < kind->internal_count && row->kind == ROW_STALL; i++)
    events &= ~(1ull << kind->internals[i].event);
  return events;
}

static void add_in_state(struct automaton *automaton, const struct controller_kind *kind,
                         unsigned index, unsigned state, const uint64_t *fired) {
  const struct row *row = &kind->table.rows[index];
  uint64_t set = events_to_draw(kind, row);
  char *events = events_of(&kind->table, set), *title = title_of(row, index, events);
  unsigned to =
      row->next == SAME || row->kind == ROW_STALL ? state : (unsigned)__builtin_ctz(row->next);
  automaton_add(automaton,
                &(struct automaton_transition){
                    .outcome = outcome_of(row, state, to),
                    .from = state,
                    .to = to,
                    .inferred = row->marks & MARK_INFERRED,
                    .variant = row->marks & MARK_VARIANT,
                    .events = events,
                    .guard = row->when ? row->when_name : NULL,
                    .row = index,
                    .title = title,
                    .fired = fired ? (unsigned)__builtin_popcountll(fired[state] & set) : 0,
                    .cells = (unsigned)__builtin_popcountll(set),
                });
  memory_free(title);
  memory_free(events);
}

static struct automaton automaton_of(const struct system *system, unsigned index,
                                     const struct coverage *coverage, bool variants) {
  const struct controller_kind *kind = &system->kinds[index];
  const struct table *table = &kind->table;
  struct automaton automaton = { .name = kind->name,
                                 .states = table->states,
                                 .state_count = table->state_count,
                                 .stable = table->stable,
                                 .start = kind->start_state,
                                 .covered = coverage };
  for (unsigned r = 0; r < table->row_count; r++) {
    const struct row *row = &table->rows[r];
    if (row->kind == ROW_NEVER || !events_to_draw(kind, row)) continue;
    if (row->marks & MARK_VARIANT && !variants) continue;
    for (unsigned s = 0; s < table->state_count; s++)
      if (row->in >> s & 1)
        add_in_state(&automaton, kind, r, s, coverage ? coverage->fired[index][r] : NULL);
  }
  return automaton;
}

static void put_kinds(FILE *out, enum svg_place place, const char *title,
                      const struct system *system, unsigned first, unsigned count,
                      const struct coverage *coverage, bool variants) {
  struct automaton automata[KINDS_MAX] = { 0 };
  for (unsigned i = 0; i < count; i++)
    automata[i] = automaton_of(system, first + i, coverage, variants);
  automata_svg(out, place, title, automata, count);
  for (unsigned i = 0; i < count; i++) automaton_clear(&automata[i]);
}

void table_svg(FILE *out, enum svg_place place, const struct system *system,
               const struct coverage *coverage, bool variants) {
  unsigned count = 0;
  while (count < KINDS_MAX && system->kinds[count].name) count++;
  put_kinds(out, place, system->name, system, 0, count, coverage, variants);
}

void table_controller_svg(FILE *out, enum svg_place place, const struct system *system,
                          unsigned kind, const struct coverage *coverage, bool variants) {
  char *title = memory_format("%s, %s", system->name, system->kinds[kind].name);
  put_kinds(out, place, title, system, kind, 1, coverage, variants);
  memory_free(title);
}
