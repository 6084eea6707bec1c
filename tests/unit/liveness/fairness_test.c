/* The search for fair loops (components.c) on thousands of small random graphs, against an oracle
 * that knows of no components.  The oracle takes every set of edges for a loop, and asks whether it
 * is fair by definition (liveness.h).  The search must leave alive just the nodes and edges of fair
 * loops, and each component that it leaves must be one.  (liveness_test asks the same of whole
 * models.)
 *
 * Would the oracle notice a search that forgot something?  Four blinded oracles must disagree with
 * the search on hundreds of these graphs.  They are blind to pairs, to strong or weak fairness, or
 * to edges that a loop passes by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "base/memory.h"
#include "liveness/components.h"

enum { NODES_MAX = 5, EDGES_MAX = 7, CLASSES = 3 /* and NOT_OWED */, GRAPHS = 30000 };

struct drawn {
  unsigned nodes, edges;
  node from[EDGES_MAX], to[EDGES_MAX];
  struct sort sorts[EDGES_MAX]; /* by edge */
  uint8_t strong[1 + CLASSES];
  unsigned alive; /* nodes that a loop may go through, as a set */
};

struct part {
  unsigned nodes, edges;
}; /* sets */

static bool is_same(struct part a, struct part b) {
  return a.nodes == b.nodes && a.edges == b.edges;
}

/* ---- the oracle ---- */

enum sight { SEES_ALL, SEES_NO_PAIRS, SEES_NO_STRONG, SEES_NO_WEAK, SEES_NO_PASSED_BY, SIGHTS };

static bool hangs_together(const struct drawn *drawn, struct part part) {
  for (node start = 0; start < drawn->nodes; start++) {
    unsigned reached = 1u << start, before = 0;
    if (!(part.nodes & reached)) continue;
    while (reached != before) {
      before = reached;
      for (unsigned edge = 0; edge < drawn->edges; edge++)
        if (part.edges >> edge & 1 && reached >> drawn->from[edge] & 1)
          reached |= 1u << drawn->to[edge];
    }
    if (reached != part.nodes) return false;
  }
  return true;
}

static bool class_is_served(const struct drawn *drawn, struct part part, uint16_t class,
                            enum sight sight) {
  unsigned enabled = 0;
  bool strong = sight == SEES_NO_WEAK || (drawn->strong[class] && sight != SEES_NO_STRONG);
  for (unsigned edge = 0; edge < drawn->edges; edge++) {
    if (drawn->sorts[edge].class != class) continue;
    if (part.edges >> edge & 1) return true;
    bool inside = part.nodes >> drawn->from[edge] & part.nodes >> drawn->to[edge] & 1;
    if (sight == SEES_NO_PASSED_BY && inside) continue;
    enabled |= 1u << drawn->from[edge] & part.nodes;
  }
  return strong ? enabled == 0 : enabled != part.nodes;
}

static bool is_fair(const struct drawn *drawn, struct part part, enum sight sight) {
  struct pairs pairs = { 0, 0 };
  for (uint16_t class = 1; class <= CLASSES; class ++)
    if (!class_is_served(drawn, part, class, sight)) return false;
  for (unsigned edge = 0; edge < drawn->edges; edge++)
    if (part.edges >> edge & 1) pairs_add(&pairs, drawn->sorts[edge].pairs);
  return sight == SEES_NO_PAIRS || !pairs_broken(pairs);
}

static void add_if_fair(const struct drawn *drawn, struct part part, enum sight sight,
                        struct part *all) {
  if (part.nodes & ~drawn->alive || !hangs_together(drawn, part) || !is_fair(drawn, part, sight))
    return;
  all->nodes |= part.nodes;
  all->edges |= part.edges;
}

/* The nodes and edges on fair loops, and the nodes in which a run may end for good. */
static struct part all_fair(const struct drawn *drawn, enum sight sight) {
  struct part all = { 0, 0 };
  for (node at = 0; at < drawn->nodes; at++)
    add_if_fair(drawn, (struct part){ .nodes = 1u << at }, sight, &all);
  for (unsigned edges = 1; edges < 1u << drawn->edges; edges++) {
    struct part part = { .edges = edges };
    for (unsigned edge = 0; edge < drawn->edges; edge++)
      if (edges >> edge & 1) part.nodes |= 1u << drawn->from[edge] | 1u << drawn->to[edge];
    add_if_fair(drawn, part, sight, &all);
  }
  return all;
}

/* ---- the search ---- */

/* The part of the component that a living node is in. */
static struct part component_of(const struct drawn *drawn, const struct components *components,
                                node member) {
  struct part part = { 0, 0 };
  uint32_t number = components->index[member];
  for (node at = 0; at < drawn->nodes; at++)
    if (components->live[at] && components->index[at] == number) part.nodes |= 1u << at;
  for (unsigned edge = 0; edge < drawn->edges; edge++) {
    bool inside = part.nodes >> drawn->from[edge] & part.nodes >> drawn->to[edge] & 1;
    if (inside && !components_bar(components, drawn->from[edge], edge)) part.edges |= 1u << edge;
  }
  return part;
}

static struct part search_graph(const struct drawn *drawn, struct graph *graph) {
  struct components components;
  struct part all = { 0, 0 };
  assert_true(components_new(&components, graph));
  for (node at = 0; at < drawn->nodes; at++) components.live[at] = drawn->alive >> at & 1;
  assert_true(fairness_prune(&components));
  for (node at = 0; at < drawn->nodes; at++) {
    if (!components.live[at]) continue;
    struct part part = component_of(drawn, &components, at);
    assert_true(hangs_together(drawn, part));
    assert_true(is_fair(drawn, part, SEES_ALL));
    all.nodes |= part.nodes;
    all.edges |= part.edges;
  }
  components_free(&components);
  return all;
}

static struct pairs pairs_of_none(const struct model *model, void *worker, const slot_t *to) {
  (void)model, (void)worker, (void)to;
  return (struct pairs){ 0, 0 };
}

static bool never_late(const struct explored *explored) {
  (void)explored;
  return false;
}

/* The graph as graph.c would make it, with a sort for each edge. */
static struct part search_drawn(struct drawn *drawn) {
  struct budget budget = budget_of(1 << 20);
  struct explored explored = { .budget = &budget, .late = never_late };
  struct obligations obligations = { .pairs = pairs_of_none }; /* there are some */
  uint64_t first[NODES_MAX + 1] = { 0 };
  uint16_t sort[EDGES_MAX];
  for (unsigned edge = 0; edge < drawn->edges; edge++) {
    sort[edge] = (uint16_t)edge;
    for (node at = drawn->from[edge]; at < drawn->nodes; at++) first[at + 1]++;
  }
  struct graph graph = { .explored = &explored,
                         .obligations = &obligations,
                         .nodes = drawn->nodes,
                         .edges = drawn->edges,
                         .first = first,
                         .to = drawn->to,
                         .sort = sort,
                         .sorts = { drawn->sorts, drawn->edges, EDGES_MAX },
                         .strong = { drawn->strong, 1 + CLASSES, 1 + CLASSES } };
  return search_graph(drawn, &graph);
}

/* ---- both ---- */

static unsigned below(unsigned count) { return (unsigned)rand() % count; }

/* One edge in three is a `when` or a `then` of one of two pairs; some are of both. */
static struct pairs draw_pairs(void) {
  struct pairs pairs = { 0, 0 };
  if (below(5) == 0) pairs.when = 1 + below(3);
  if (below(5) == 0) pairs.then = 1 + below(3);
  return pairs;
}

/* Edges come by source, as in a graph. */
static void draw_sources(struct drawn *drawn, unsigned ring) {
  for (unsigned edge = 0; edge < drawn->edges; edge++) {
    node from = edge < ring ? edge : below(drawn->nodes);
    unsigned i = edge;
    for (; i > 0 && drawn->from[i - 1] > from; i--) drawn->from[i] = drawn->from[i - 1];
    drawn->from[i] = from;
  }
}

/* The first nodes make a ring, since a graph without a loop leaves nothing to search.  The last
 * node may be dead, and many edges lead there. */
static void draw(struct drawn *drawn) {
  *drawn = (struct drawn){ .nodes = 1 + below(NODES_MAX), .edges = EDGES_MAX - below(3) };
  unsigned living = drawn->nodes - below(2), ring = below(living + 1);
  drawn->alive = (1u << living) - 1;
  draw_sources(drawn, ring);
  for (unsigned edge = 0; edge < drawn->edges; edge++) {
    node from = drawn->from[edge], to = below(3) ? below(drawn->nodes) : drawn->nodes - 1;
    bool is_first = edge == 0 || drawn->from[edge - 1] != from;
    drawn->to[edge] = is_first && from < ring ? (from + 1) % ring : to;
    drawn->sorts[edge] =
        (struct sort){ .class = (uint16_t)below(1 + CLASSES), .pairs = draw_pairs() };
  }
  for (unsigned class = 1; class <= CLASSES; class ++) drawn->strong[class] = (uint8_t)below(2);
}

static void random_graphs_agree_with_the_oracle(void **unused) {
  unsigned told[SIGHTS] = { 0 }, with_loop = 0;
  (void)unused;
  srand(1);
  for (unsigned graph = 0; graph < GRAPHS; graph++) {
    struct drawn drawn;
    draw(&drawn);
    struct part found = search_drawn(&drawn), due = all_fair(&drawn, SEES_ALL);
    if (!is_same(found, due))
      fail_msg("graph %u: nodes %x, edges %x instead of %x, %x", graph, found.nodes, found.edges,
               due.nodes, due.edges);
    with_loop += found.edges != 0;
    for (enum sight sight = SEES_NO_PAIRS; sight < SIGHTS; sight++)
      told[sight] += !is_same(found, all_fair(&drawn, sight));
  }
  assert_true(with_loop > GRAPHS / 10);
  for (enum sight sight = SEES_NO_PAIRS; sight < SIGHTS; sight++)
    assert_true(told[sight] > GRAPHS / 100);
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(random_graphs_agree_with_the_oracle) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
