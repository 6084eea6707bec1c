/* The history of transactions as a slot of the machine: one conflict graph, or two.
 *
 * A graph for opacity, or for real time, has all edges of the weaker graphs.  So one graph is
 * enough, unless a variant's record says that the variant loses one of the two.  Such a variant has
 * a second graph, with the edges of the lost claim.  The same holds of serialisability over
 * snapshot isolation, and of a claim of snapshot isolation that is lost.  The search can then tell
 * whether the variant loses only that claim, or a weaker one, too. */
#include "machine/history.h"
#include <string.h>
#include "machine/history_graph.h"
#include "machine/machine_private.h"

static unsigned lost_claims(const struct machine *machine) {
  unsigned claims = setting_invariants(&machine->shape.setting);
  unsigned told_apart = CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_STRICT) | CLAIM(PROPERTY_SNAPSHOT);
  if (claims & CLAIM(PROPERTY_SNAPSHOT)) told_apart |= CLAIM(PROPERTY_SERIALISABLE);
  return setting_losses(&machine->shape.setting) & told_apart;
}
static unsigned graph_count(const struct machine *machine) { return lost_claims(machine) ? 2 : 1; }
static struct history_graph_kind kind_of_graph(const struct machine *machine, unsigned graph) {
  unsigned claims = setting_invariants(&machine->shape.setting);
  if (graph) claims |= lost_claims(machine);
  bool ordered =
      claims & (CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_STRICT));
  return (struct history_graph_kind){ claims >> PROPERTY_OPACITY & 1, claims >> PROPERTY_STRICT & 1,
                                      !ordered && claims >> PROPERTY_SNAPSHOT & 1 };
}
bool history_keeps_real_time(const struct machine *machine) {
  return kind_of_graph(machine, 0).real_time ||
         (graph_count(machine) == 2 && kind_of_graph(machine, 1).real_time);
}
/* Events that take reads back, or delay them.  A model that promises reads_last has none. */
static bool takes_back(unsigned event) {
  return event == HISTORY_SEEN || event == HISTORY_VALIDATED || event == HISTORY_UNVALIDATED;
}

static size_t history_size(const struct machine *machine) {
  return graph_count(machine) * sizeof(struct history_graph);
}

uint32_t history_start(const struct machine *machine) {
  struct history_graph graphs[2];
  for (unsigned g = 0; g < 2; g++) history_graph_clear(&graphs[g], kind_of_graph(machine, g));
  return intern_add(machine->contents, graphs, history_size(machine));
}

uint32_t history_after(const struct machine *machine, uint32_t content, uint32_t observed) {
  uint64_t first = (uint64_t)content << 32 | observed, second = PURPOSE(MEMO_HISTORY, 0);
  uint64_t known = memo_find(machine->memo, first, second);
  if (known) return (uint32_t)(known - 1);
  struct history_graph graphs[2];
  size_t count;
  const struct observed *items = intern_at(machine->contents, observed, &count);
  size_t length = intern_copy(machine->contents, content, graphs);
  for (unsigned g = 0; g < length / sizeof *graphs; g++) {
    struct history_graph_kind kind = kind_of_graph(machine, g);
    for (size_t i = 0; i < count / sizeof *items; i++) {
      history_graph_take(&graphs[g], &items[i], kind);
      graphs[g].strange |= machine->shape.system->promises.reads_last && takes_back(items[i].event);
    }
    for (size_t i = 0; i < count / sizeof *items; i++)
      history_graph_check_end(&graphs[g], &items[i]);
    if (machine->reductions.drops_dead_values)
      history_graph_canonical(&graphs[g], machine->shape.system->promises.reads_last, kind.aborted);
  }
  uint32_t number = intern_add(machine->contents, graphs, length);
  memo_add(machine->memo, first, second, 1 + (uint64_t)number);
  return number;
}

/* The property that a cycle in the graph breaks.  The second graph is for the lost claim. */
static enum property property_of(const struct machine *machine, unsigned graph) {
  struct history_graph_kind kind = kind_of_graph(machine, graph);
  if (graph && lost_claims(machine) >> PROPERTY_OPACITY & 1) return PROPERTY_OPACITY;
  if (kind.real_time || kind.aborted) return kind.real_time ? PROPERTY_STRICT : PROPERTY_OPACITY;
  return kind.snapshots ? PROPERTY_SNAPSHOT : PROPERTY_SERIALISABLE;
}

uint32_t history_broken(const struct machine *machine, uint32_t content) {
  size_t length;
  const struct history_graph *graphs = intern_at(machine->contents, content, &length);
  uint32_t broken = 0;
  for (unsigned g = 0; g < length / sizeof *graphs; g++) {
    if (graphs[g].cyclic) broken |= CLAIM(property_of(machine, g));
    if (graphs[g].full) broken |= CLAIM(PROPERTY_OVERFLOW);
  }
  if (graphs[0].strange) broken |= CLAIM(PROPERTY_NEVER);
  return broken;
}

bool history_is_quiet(const struct machine *machine, const slot_t *state) {
  const struct history_graph *graph =
      intern_at(machine->contents, state[history_slot(machine)], NULL);
  return history_graph_is_quiet(graph);
}

uint32_t history_permuted(const struct machine *machine, const uint8_t *core, const uint8_t *line,
                          uint32_t content) {
  struct history_graph graphs[2];
  size_t length;
  const struct history_graph *from = intern_at(machine->contents, content, &length);
  for (unsigned g = 0; g < length / sizeof *from; g++)
    history_graph_permute(machine, core, line, &from[g], &graphs[g]);
  return intern_add(machine->contents, graphs, length);
}

void history_describe(const struct machine *machine, struct text *text, uint32_t content) {
  history_graph_describe(intern_at(machine->contents, content, NULL), text);
}
