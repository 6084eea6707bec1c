/* The search on random graphs, against a reference that is written to be obviously right.  The
 * reference has a plain list of states per level, compares all parents, and neither hashes nor has
 * threads.  Counts, broken properties and whole traces must be equal.
 *
 * The graphs have self-loops, parallel edges, blocked steps, several initial states, deadlocks, and
 * states whose fingerprints collide, so that their descriptions break ties.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "search/search.h"
#include "tests/unit/reference_set.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/toys.h"

enum { NODES_MAX = 400, EDGES_MAX = 6 };

struct edge {
  unsigned to;
  uint32_t label;
  enum step_kind kind;
};

struct random_graph {
  unsigned nodes, initials, fingerprint_bits, width;
  slot_t stride; /* from 2^16 on some states are wide */
  unsigned edge_count[NODES_MAX];
  struct edge edges[NODES_MAX][EDGES_MAX];
  uint64_t broken[NODES_MAX];
};

/* A node's number is spread over the slots, the digit in base 8 of each. */
static void graph_state(const struct random_graph *graph, unsigned node, slot_t *state) {
  for (unsigned i = 0; i < graph->width; i++, node /= 8) state[i] = node % 8 * graph->stride;
}

static unsigned graph_node(const struct random_graph *graph, const slot_t *state) {
  unsigned node = 0;
  for (unsigned i = graph->width; i-- > 0;) node = node * 8 + state[i] / graph->stride;
  return node;
}

static void graph_random(struct random_graph *graph, unsigned seed) {
  *graph = (struct random_graph){ .nodes = 1 + (unsigned)rand_r(&seed) % NODES_MAX,
                                  .width = 3 + (unsigned)rand_r(&seed) % 6 };
  graph->initials = 1 + (unsigned)rand_r(&seed) % 3;
  if (graph->initials > graph->nodes) graph->initials = graph->nodes;
  graph->fingerprint_bits = (unsigned)rand_r(&seed) % 3 * 3;
  graph->stride = rand_r(&seed) % 2 ? 1 : 30000;
  unsigned degree = 1 + (unsigned)rand_r(&seed) % EDGES_MAX,
           rare = 1 + (unsigned)rand_r(&seed) % 100;
  unsigned reach = rand_r(&seed) % 2 ? 1 + graph->nodes / 10 : graph->nodes;
  for (unsigned node = 0; node < graph->nodes; node++) {
    graph->edge_count[node] = (unsigned)rand_r(&seed) % (degree + 1);
    for (unsigned i = 0; i < graph->edge_count[node]; i++) {
      unsigned to = (node + (unsigned)rand_r(&seed) % reach) % graph->nodes;
      enum step_kind kind = 1u << (unsigned)rand_r(&seed) % 4;
      graph->edges[node][i] =
          (struct edge){ to, (uint32_t)rand_r(&seed) % 8 * EDGES_MAX + i, kind };
    }
    for (unsigned property = 0; property < 3; property++)
      if ((unsigned)rand_r(&seed) % (40 * rare) == 0)
        graph->broken[node] |= UINT64_C(1) << property;
  }
}

static void graph_initial(const struct model *model, void *worker, step_visitor *visit,
                          void *context) {
  const struct random_graph *graph = model->self;
  (void)worker;
  for (unsigned i = 0; i < graph->initials; i++) {
    slot_t state[WIDTH_MAX];
    graph_state(graph, graph->nodes - 1 - i, state);
    visit(context, state, 0, STEP_ISSUE);
  }
}

static void graph_successors(const struct model *model, void *worker, const slot_t *state,
                             step_visitor *visit, void *context) {
  const struct random_graph *graph = model->self;
  unsigned node = graph_node(graph, state);
  (void)worker;
  for (unsigned i = 0; i < graph->edge_count[node]; i++) {
    const struct edge *edge = &graph->edges[node][i];
    slot_t to[WIDTH_MAX];
    graph_state(graph, edge->to, to);
    visit(context, edge->kind == STEP_BLOCKED ? NULL : to, edge->label, edge->kind);
  }
}

/* Property 3: no steps at all; property 4: only unrequested steps. */
static uint64_t broken_of(const struct random_graph *graph, unsigned node, unsigned steps) {
  return graph->broken[node] | (steps == 0 ? 8 : 0) | (steps == STEP_ENVIRONMENT ? 16 : 0);
}

static uint64_t graph_broken(const struct model *model, void *worker, const slot_t *state,
                             unsigned steps) {
  (void)worker;
  return broken_of(model->self, graph_node(model->self, state), steps);
}

static uint64_t fingerprint_of(const struct random_graph *graph, unsigned node) {
  return hash_combine(7, node) & ((UINT64_C(1) << graph->fingerprint_bits) - 1);
}

static uint64_t graph_fingerprint(const struct model *model, void *worker, const slot_t *state) {
  (void)worker;
  return fingerprint_of(model->self, graph_node(model->self, state));
}

static void graph_describe(const struct model *model, FILE *out, const slot_t *state) {
  fprintf(out, "node %05u", graph_node(model->self, state));
}

static struct model graph_model(struct random_graph *graph) {
  struct model model = toy(graph->width, graph);
  model.initial = graph_initial;
  model.successors = graph_successors;
  model.broken = graph_broken;
  model.fingerprint = graph_fingerprint;
  model.describe_state = graph_describe;
  return model;
}

/* ---- the reference ---- */

enum { UNSEEN = -1 };

struct random_reference {
  int depth[NODES_MAX];
  uint64_t states, transitions, broken;
  int end;
  bool blocked;
  int violation;
};

static bool content_before(const struct random_graph *graph, unsigned a, int b) {
  if (b < 0) return true;
  uint64_t of_a = fingerprint_of(graph, a), of_b = fingerprint_of(graph, (unsigned)b);
  return of_a != of_b ? of_a < of_b : a < (unsigned)b;
}

static void reference_expand(const struct random_graph *graph, struct random_reference *reference,
                             unsigned node, uint64_t stop_at) {
  unsigned steps = 0;
  for (unsigned i = 0; i < graph->edge_count[node]; i++) {
    const struct edge *edge = &graph->edges[node][i];
    if (edge->kind == STEP_BLOCKED) {
      reference->blocked = true;
      continue;
    }
    steps |= edge->kind;
    reference->transitions++;
    if (reference->depth[edge->to] == UNSEEN) reference->depth[edge->to] = reference->end + 1;
  }
  uint64_t broken = broken_of(graph, node, steps);
  reference->broken |= broken;
  reference->states++;
  if ((broken & stop_at) && content_before(graph, node, reference->violation))
    reference->violation = (int)node;
}

static struct random_reference reference_search(const struct random_graph *graph,
                                                uint64_t stop_at) {
  struct random_reference reference = { .violation = UNSEEN };
  for (unsigned node = 0; node < graph->nodes; node++)
    reference.depth[node] = node >= graph->nodes - graph->initials ? 0 : UNSEEN;
  for (bool more = true; more && reference.violation == UNSEEN; reference.end++) {
    more = false;
    for (unsigned node = 0; node < graph->nodes; node++)
      if (reference.depth[node] == reference.end)
        reference_expand(graph, &reference, node, stop_at);
    for (unsigned node = 0; node < graph->nodes; node++)
      more |= reference.depth[node] == reference.end + 1;
  }
  reference.end--;
  return reference;
}

/* The least parent of a node, and its least label to it. */
static int reference_parent(const struct random_graph *graph,
                            const struct random_reference *reference, unsigned node,
                            uint32_t *label) {
  int parent = UNSEEN;
  for (unsigned from = 0; from < graph->nodes; from++) {
    if (reference->depth[from] != reference->depth[node] - 1) continue;
    uint32_t least = UINT32_MAX;
    for (unsigned i = 0; i < graph->edge_count[from]; i++) {
      const struct edge *edge = &graph->edges[from][i];
      if (edge->kind != STEP_BLOCKED && edge->to == node && edge->label < least)
        least = edge->label;
    }
    if (least == UINT32_MAX || !content_before(graph, from, parent)) continue;
    parent = (int)from;
    *label = least;
  }
  return parent;
}

/* ---- comparison ---- */

static void compare_trace(const struct random_graph *graph,
                          const struct random_reference *reference, const struct trace *trace) {
  unsigned node = (unsigned)reference->violation;
  assert_int_equal(trace->length, reference->depth[node]);
  for (unsigned i = trace->length;; i--) {
    uint32_t label = 0;
    assert_int_equal(graph_node(graph, trace->states + i * trace->width), node);
    if (i == 0) break;
    node = (unsigned)reference_parent(graph, reference, node, &label);
    assert_int_equal(trace->labels[i - 1], label);
  }
}

static void compare_levels(const struct random_graph *graph,
                           const struct random_reference *reference,
                           const struct search_result *result) {
  uint64_t levels[SEARCH_LEVELS_KEPT] = { 0 };
  for (unsigned node = 0; node < graph->nodes; node++) {
    int depth = reference->depth[node];
    if (depth != UNSEEN && depth <= reference->end && depth < SEARCH_LEVELS_KEPT) levels[depth]++;
  }
  assert_memory_equal(levels, result->levels, sizeof levels);
}

static void compare(const struct model *model, unsigned seed,
                    const struct random_reference *reference, struct search_options options) {
  struct search_result result = search_run(model, &options);
  assert_int_equal(result.end, reference->violation == UNSEEN ? SEARCH_COMPLETE : SEARCH_VIOLATION);
  if (result.states != reference->states)
    fail_msg("graph %u, -j %u: %lu states instead of %lu", seed, options.threads, result.states,
             reference->states);
  assert_int_equal(result.transitions, reference->transitions);
  assert_int_equal(result.broken, reference->broken);
  assert_int_equal(result.blocked, reference->blocked);
  assert_int_equal(result.depth, reference->end);
  compare_levels(model->self, reference, &result);
  assert_int_equal(result.trace != NULL, reference->violation != UNSEEN);
  if (result.trace) compare_trace(model->self, reference, result.trace);
  if (result.trace) assert_true(trace_replays(model, result.trace));
  search_result_clear(&result);
}

static void random_graphs_agree(void **unused) {
  (void)unused;
  static struct random_graph graph;
  for (unsigned seed = 0; seed < (SANITIZED ? 500 : 1500); seed++) {
    graph_random(&graph, seed);
    struct model model = graph_model(&graph);
    uint64_t stop_at = seed % 3 == 0 ? 0 : seed % 32;
    struct random_reference reference = reference_search(&graph, stop_at);
    for (unsigned threads = WATCHES_THREADS ? 2 : 0; threads <= 4; threads++) {
      if (threads == 3) continue;
      struct search_options options = { .threads = threads,
                                        .visited_new = threads == 0 ? reference_set_new : NULL,
                                        .stop_at = stop_at };
      compare(&model, seed, &reference, options);
    }
  }
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(random_graphs_agree) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
