/* Both questions, asked of the graph of all states.
 *
 * Possible: components come in such an order that those that others lead to come first, so one walk
 * finds which goals each node can reach.  Guaranteed: for each goal, the nodes that do not meet it
 * are searched for fair loops (components.c).
 *
 * The questions are independent.  Members take one after the other, each with components of its
 * own, as far as there is memory for these. */
#include "liveness/liveness.h"

#include "base/memory.h"
#include "liveness/components.h"
#include "os/crew.h"

struct liveness_asking {
  struct graph graph;
  struct components *components; /* by member */
  unsigned member_count;
  uint32_t *can; /* by node: the goals that can be reached from it */
  const struct obligations *obligations;
  struct liveness *liveness;
  unsigned next;      /* atomic: question: 0 for what is possible, then the goals */
  uint32_t avoidable; /* atomic */
};

static void set_live(struct components *components, node at, bool live) {
  components->live[at] = live;
  if (components->barred) components->barred[at] = 0;
}

/* --- possible --- */

static void reach_goals(void *context, const node *members, uint32_t count, uint32_t component) {
  struct liveness_asking *asking = context;
  const struct graph *graph = &asking->graph;
  uint32_t can = 0;
  (void)component;
  for (uint32_t i = 0; i < count; i++) {
    can |= graph->met[members[i]];
    for (uint64_t edge = graph->first[members[i]]; edge < graph->first[members[i] + 1]; edge++)
      can |= asking->can[graph->to[edge]];
  }
  for (uint32_t i = 0; i < count; i++) asking->can[members[i]] = can;
}

static void ask_possible(struct liveness_asking *asking, struct components *components) {
  uint32_t everywhere = asking->obligations->possible;
  for (node i = 0; i < asking->graph.nodes; i++) set_live(components, i, true);
  components_each(components, reach_goals, asking);
  for (node i = 0; i < asking->graph.nodes; i++) everywhere &= asking->can[i];
  asking->liveness->impossible = asking->obligations->possible & ~everywhere;
}

/* --- guaranteed --- */

/* Leaves alive the nodes on a fair loop without the goal; with `lost`, only those from which it
 * cannot be reached.  Returns the first of them, or NO_NODE. */
static node find_fair(const struct liveness_asking *asking, struct components *components,
                      unsigned goal, bool lost) {
  const uint32_t *has = lost ? asking->can : asking->graph.met;
  for (node i = 0; i < asking->graph.nodes; i++) set_live(components, i, !(has[i] >> goal & 1));
  if (!fairness_prune(components)) return NO_NODE;
  for (node i = 0; i < asking->graph.nodes; i++)
    if (components->live[i]) return i;
  return NO_NODE;
}

static void ask_guaranteed(struct liveness_asking *asking, struct components *components,
                           unsigned goal) {
  if (asking->obligations->guaranteed >> goal & 1 &&
      find_fair(asking, components, goal, false) != NO_NODE)
    __atomic_fetch_or(&asking->avoidable, 1u << goal, __ATOMIC_RELAXED);
}

/* --- both --- */

static void ask_some(void *context, unsigned member) {
  struct liveness_asking *asking = context;
  struct components *components = &asking->components[member];
  for (;;) {
    unsigned question = __atomic_fetch_add(&asking->next, 1, __ATOMIC_RELAXED);
    if (question > asking->obligations->goals || graph_late(&asking->graph)) return;
    if (question == 0) ask_possible(asking, components);
    else ask_guaranteed(asking, components, question - 1);
  }
}

/* One for each member, as far as there are questions and memory.  False: not even one. */
static bool take_components(struct liveness_asking *asking) {
  struct graph *graph = &asking->graph;
  unsigned members = graph->explored->member_count, questions = asking->obligations->goals + 1;
  unsigned wanted = members < questions ? members : questions;
  asking->components = memory_new(wanted, sizeof *asking->components);
  asking->can = graph_take(graph, graph->nodes * sizeof *asking->can);
  while (asking->member_count < wanted && graph->end == SEARCH_COMPLETE)
    components_new(&asking->components[asking->member_count++], graph);
  if (graph->end == SEARCH_COMPLETE) return true;
  if (!asking->can || asking->member_count <= 1) return false;
  components_free(&asking->components[--asking->member_count]);
  graph->end = SEARCH_COMPLETE;
  return true;
}

/* --- the counterexample --- */

static node first_lost(const struct liveness_asking *asking, unsigned goal) {
  node first = 0;
  while (asking->can[first] >> goal & 1) first++;
  return first;
}

static void show(struct liveness_asking *asking) {
  struct liveness *liveness = asking->liveness;
  bool lost = liveness->impossible != 0;
  uint32_t goals = lost ? liveness->impossible : liveness->avoidable;
  unsigned goal = (unsigned)__builtin_ctz(goals);
  /* Where the goal is lost, any loop will do. */
  for (size_t i = 0; i < asking->graph.sorts.length && lost; i++)
    asking->graph.sorts.items[i].pairs = (struct pairs){ 0, 0 };
  node entry = find_fair(asking, &asking->components[0], goal, lost);
  if (entry == NO_NODE) return; /* out of time */
  if (lost) entry = first_lost(asking, goal);
  liveness->lasso = lasso_make(&asking->components[0], entry);
  if (!liveness->lasso) return;
  liveness->lasso->refutes = lost ? LIVENESS_POSSIBLE : LIVENESS_GUARANTEED;
  liveness->lasso->goal = goal;
}

static void count_classes(struct liveness_asking *asking) {
  asking->liveness->classes = (unsigned)asking->graph.strong.length - 1;
  for (size_t i = 1; i < asking->graph.strong.length; i++)
    asking->liveness->strong += asking->graph.strong.items[i];
}

static void ask(struct liveness_asking *asking) {
  struct graph *graph = &asking->graph;
  if (take_components(asking)) {
    count_classes(asking);
    crew_together(asking->member_count, ask_some, asking);
    asking->liveness->avoidable = asking->avoidable;
    if (graph->end == SEARCH_COMPLETE &&
        (asking->liveness->impossible | asking->liveness->avoidable))
      show(asking);
  }
  graph_give(graph, asking->can, graph->nodes * sizeof *asking->can);
  for (unsigned i = 0; i < asking->member_count; i++) components_free(&asking->components[i]);
  memory_free(asking->components);
}

/* Called by the search, once it knows all states. */
static void ask_all(void *context, const struct explored *explored) {
  struct liveness_asking *asking = context;
  graph_build(&asking->graph, explored, asking->obligations);
  if (asking->graph.end == SEARCH_COMPLETE) ask(asking);
  asking->liveness->end = asking->graph.end;
  graph_free(&asking->graph);
}

struct liveness liveness_check(const struct model *model, const struct obligations *obligations,
                               const struct search_options *options) {
  struct liveness liveness = { .end = SEARCH_COMPLETE };
  struct liveness_asking asking = { .obligations = obligations, .liveness = &liveness };
  struct search_options whole = *options;
  whole.stop_at = 0;
  whole.completed = ask_all;
  whole.completed_context = &asking;
  liveness.search = search_run(model, &whole);
  liveness.bytes = liveness.search.bytes;
  liveness.seconds = liveness.search.seconds;
  if (liveness.search.end != SEARCH_COMPLETE) liveness.end = liveness.search.end;
  return liveness;
}

void liveness_clear(struct liveness *liveness) {
  search_result_clear(&liveness->search);
  lasso_free(liveness->lasso);
  liveness->lasso = NULL;
}
