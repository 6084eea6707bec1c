/* The stem is a shortest way from an initial node.  The loop grows from its first node by the
 * demands of fairness.  While some class stands against it, it goes on inside the component by the
 * shortest way that satisfies the class.  While it takes a pair's `when` and never its `then`, it
 * goes on by the shortest way that does.  Last it goes home.
 *
 * A class or pair that is satisfied stays so, hence this ends; the component as a whole is fair, so
 * each can be satisfied.  The loop is not always the shortest, but no step of it is without a
 * reason. */
#include "liveness/lasso.h"

#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "liveness/components.h"

/* Edges, each of which begins where the one before ends. */
struct lasso_way {
  uint64_t *items;
  size_t length, room;
};

/* The end that a path should have. */
struct aim {
  enum {
    AIM_LIVE,  /* a living node */
    AIM_NODE,  /* this node */
    AIM_CLASS, /* a step of this class or, with `leave`, a node without one */
    AIM_THEN   /* a `then` of one of these pairs */
  } at;
  node node;
  uint16_t class;
  bool leave;
  uint64_t pairs;
};

struct weaving {
  struct components *components;
  const struct graph *graph;
  struct lasso_way stem, loop;
};

static bool has_class(const struct graph *graph, node from, uint16_t class) {
  for (uint64_t edge = graph->first[from]; edge < graph->first[from + 1]; edge++)
    if (graph_class(graph, edge) == class) return true;
  return false;
}

static bool is_there(const struct weaving *weaving, const struct aim *aim, uint64_t edge) {
  const struct graph *graph = weaving->graph;
  switch (aim->at) {
  case AIM_LIVE: return weaving->components->live[graph->to[edge]];
  case AIM_NODE: return graph->to[edge] == aim->node;
  case AIM_THEN: return graph_pairs(graph, edge).then & aim->pairs;
  default:
    return graph_class(graph, edge) == aim->class ||
           (aim->leave && !has_class(graph, graph->to[edge], aim->class));
  }
}

/* --- ways --- */

/* May the loop take this edge, which leads on from a node of its component? */
static bool is_inside(const struct components *components, node from, uint64_t edge) {
  node to = components->graph->to[edge];
  return components->live[to] && components->index[to] == components->index[from] &&
         !components_bar(components, from, edge);
}

static void reverse(struct lasso_way *way, size_t begin) {
  for (size_t i = begin, j = way->length; i + 1 < j; i++, j--) {
    uint64_t swap = way->items[i];
    way->items[i] = way->items[j - 1];
    way->items[j - 1] = swap;
  }
}

/* Appends the edges from `from` to `last`, by the parents that the search left behind. */
static void append_way(struct weaving *weaving, struct lasso_way *way, node from, node last_from,
                       uint64_t last, bool inside) {
  const struct graph *graph = weaving->graph;
  const node *parent = weaving->components->next;
  size_t begin = way->length;
  vector_push(*way, last);
  for (node at = last_from; at != from; at = parent[at]) {
    uint64_t edge = graph->first[parent[at]];
    while (graph->to[edge] != at || (inside && !is_inside(weaving->components, parent[at], edge)))
      edge++;
    vector_push(*way, edge);
  }
  reverse(way, begin);
}

/* Appends a shortest way of one step or more, `inside` the component of `from` or anywhere.  False:
 * there is none. */
static bool extend(struct weaving *weaving, struct lasso_way *way, node from, const struct aim *aim,
                   bool inside) {
  const struct graph *graph = weaving->graph;
  struct components *components = weaving->components;
  node *parent = components->next, *queue = components->stack;
  uint64_t head = 0, tail = 0;
  for (uint64_t i = 0; i < graph->nodes; i++) parent[i] = NO_NODE;
  parent[from] = from;
  queue[tail++] = from;
  while (head < tail) {
    node at = queue[head++];
    for (uint64_t edge = graph->first[at]; edge < graph->first[at + 1]; edge++) {
      node to = graph->to[edge];
      if (inside && !is_inside(components, at, edge)) continue;
      if (is_there(weaving, aim, edge)) {
        append_way(weaving, way, from, at, edge, inside);
        return true;
      }
      if (parent[to] != NO_NODE) continue;
      parent[to] = at;
      queue[tail++] = to;
    }
  }
  return false;
}

static node source_of(const struct graph *graph, uint64_t edge) {
  node from = 0;
  while (graph->first[from + 1] <= edge) from++;
  return from;
}

/* Nodes are numbered breadth first, so the first that leads to a node is nearer to the start. */
static void find_stem(struct weaving *weaving, node entry) {
  const struct graph *graph = weaving->graph;
  for (node at = entry; at >= graph->initials;) {
    uint64_t edge = 0;
    while (graph->to[edge] != at) edge++;
    vector_push(weaving->stem, edge);
    at = source_of(graph, edge);
  }
  reverse(&weaving->stem, 0);
}

/* --- the loop --- */

/* The i-th node of a closed way from `from`. */
static node node_of(const struct graph *graph, const struct lasso_way *way, node from, size_t i) {
  return i == 0 ? from : graph->to[way->items[i - 1]];
}

static bool takes(const struct graph *graph, const struct lasso_way *way, uint16_t class) {
  for (size_t i = 0; i < way->length; i++)
    if (graph_class(graph, way->items[i]) == class) return true;
  return false;
}

static uint64_t broken_pairs(const struct graph *graph, const struct lasso_way *loop) {
  struct pairs all = { 0, 0 };
  for (size_t i = 0; i < loop->length; i++) pairs_add(&all, graph_pairs(graph, loop->items[i]));
  return pairs_broken(all);
}

/* The demand of the first class that stands against the loop, or else of the pairs.  False: there
 * is none. */
static bool first_demand(const struct graph *graph, const struct lasso_way *loop, node from,
                         struct aim *aim) {
  size_t nodes = loop->length ? loop->length : 1;
  for (uint16_t class = 1; class < graph->strong.length; class ++) {
    size_t enabled = 0;
    for (size_t i = 0; i < nodes; i++)
      enabled += has_class(graph, node_of(graph, loop, from, i), class);
    bool strong = graph->strong.items[class];
    bool owed = strong ? enabled > 0 : enabled == nodes;
    *aim = (struct aim){ .at = AIM_CLASS, .class = class, .leave = !strong };
    if (owed && !takes(graph, loop, class)) return true;
  }
  *aim = (struct aim){ .at = AIM_THEN, .pairs = broken_pairs(graph, loop) };
  return aim->pairs != 0;
}

static bool make_loop(struct weaving *weaving, node from) {
  const struct graph *graph = weaving->graph;
  struct lasso_way *loop = &weaving->loop;
  for (node at = from;; at = graph->to[loop->items[loop->length - 1]]) {
    size_t open = loop->length;
    struct aim home = { .at = AIM_NODE, .node = from };
    if (at != from && !extend(weaving, loop, at, &home, true)) return false;
    struct aim aim;
    if (!first_demand(graph, loop, from, &aim)) return true;
    loop->length = open;
    if (!extend(weaving, loop, at, &aim, true)) return false;
  }
}

/* --- the trace --- */

struct labelling {
  uint64_t left;
  uint32_t label;
};

static void count_down(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct labelling *labelling = context;
  (void)to;
  if (kind != STEP_BLOCKED && labelling->left-- == 0) labelling->label = label;
}

static void put_state(const struct graph *graph, const struct trace *trace, unsigned i, node at) {
  visited_load(graph->explored->visited, graph->place[at], trace_state(trace, i));
}

/* Puts the way's steps behind the first i states; returns how many there are then. */
static unsigned put_way(const struct graph *graph, struct trace *trace, unsigned i,
                        const struct lasso_way *way, node from) {
  const struct model *model = graph->explored->model;
  for (size_t e = 0; e < way->length; e++, i++) {
    struct labelling labelling = { way->items[e] - graph->first[from], 0 };
    model->successors(model, graph->explored->workers[0], trace->states + (size_t)i * trace->width,
                      count_down, &labelling);
    trace->labels[i] = labelling.label;
    from = graph->to[way->items[e]];
    put_state(graph, trace, i + 1, from);
  }
  return i;
}

struct lasso *lasso_make(struct components *components, node entry) {
  struct weaving weaving = { .components = components, .graph = components->graph };
  const struct graph *graph = weaving.graph;
  struct lasso *lasso = NULL;
  find_stem(&weaving, entry);
  size_t lost = weaving.stem.length;
  node start = lost ? source_of(graph, weaving.stem.items[0]) : entry, knot = entry;
  struct aim live = { .at = AIM_LIVE };
  bool good = components->live[entry] || extend(&weaving, &weaving.stem, entry, &live, false);
  if (good && weaving.stem.length > lost)
    knot = graph->to[weaving.stem.items[weaving.stem.length - 1]];
  if (good && make_loop(&weaving, knot)) {
    lasso = memory_new(1, sizeof *lasso);
    struct trace *trace = &lasso->trace;
    trace_init(trace, (unsigned)(weaving.stem.length + weaving.loop.length),
               graph->explored->model->width);
    put_state(graph, trace, 0, start);
    lasso->lost = (unsigned)lost;
    lasso->loop = put_way(graph, trace, 0, &weaving.stem, start);
    put_way(graph, trace, lasso->loop, &weaving.loop, knot);
  }
  vector_free(weaving.stem);
  vector_free(weaving.loop);
  return lasso;
}

void lasso_free(struct lasso *lasso) {
  if (lasso) trace_clear(&lasso->trace);
  memory_free(lasso);
}

/* --- replay --- */

/* A class of steps in the loop. */
struct lasso_offer {
  uint64_t class;
  size_t states, last; /* how many states offer it, and the last of these, + 1 */
  bool taken;
};

struct replay {
  const struct model *model;
  const struct obligations *obligations;
  const struct trace *trace;
  void *worker;
  const slot_t *wanted; /* the state that the next step leads to, by `label`; NULL: none */
  uint32_t label;
  bool found;
  size_t visited;     /* states of the loop so far */
  struct pairs pairs; /* of its steps */
  VECTOR(struct lasso_offer) offers;
};

static struct lasso_offer *offer_of(struct replay *replay, uint64_t class) {
  for (size_t i = 0; i < replay->offers.length; i++)
    if (replay->offers.items[i].class == class) return &replay->offers.items[i];
  vector_push(replay->offers, (struct lasso_offer){ .class = class });
  return &replay->offers.items[replay->offers.length - 1];
}

static void look_at_step(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct replay *replay = context;
  if (kind == STEP_BLOCKED) return;
  bool here = replay->wanted && label == replay->label &&
              !memcmp(to, replay->wanted, replay->trace->width * sizeof *to);
  uint64_t class = replay->obligations->owed(replay->model, replay->worker);
  replay->found |= here;
  if (here)
    pairs_add(&replay->pairs,
              obligations_pairs(replay->obligations, replay->model, replay->worker, to));
  if (class == NOT_OWED) return;
  struct lasso_offer *offer = offer_of(replay, class);
  offer->states += offer->last != replay->visited;
  offer->last = replay->visited;
  offer->taken |= here;
}

/* Is there the trace's step from its i-th state?  Looks at all others, too. */
static bool step(struct replay *replay, unsigned i, bool ends) {
  const slot_t *from = trace_state(replay->trace, i);
  replay->wanted = ends ? NULL : from + replay->trace->width;
  replay->label = ends ? 0 : replay->trace->labels[i];
  replay->found = ends;
  replay->model->successors(replay->model, replay->worker, from, look_at_step, replay);
  return replay->found;
}

static bool is_fair(const struct replay *replay, bool with_pairs) {
  for (size_t i = 0; i < replay->offers.length; i++) {
    const struct lasso_offer *offer = &replay->offers.items[i];
    bool strong = replay->obligations->is_strong(replay->model, offer->class);
    if (!offer->taken && (strong || offer->states == replay->visited)) return false;
  }
  return !with_pairs || !pairs_broken(replay->pairs);
}

static bool goes_round(struct replay *replay, const struct lasso *lasso) {
  const struct trace *trace = &lasso->trace;
  bool ends = lasso->loop == trace->length, good = true;
  for (unsigned i = lasso->loop; good && (i < trace->length || (ends && i == trace->length)); i++) {
    const slot_t *state = trace_state(trace, i);
    replay->visited++;
    good = step(replay, i, ends) &&
           !(replay->obligations->met(replay->model, replay->worker, state) >> lasso->goal & 1);
  }
  return good && !memcmp(trace_state(trace, trace->length), trace_state(trace, lasso->loop),
                         trace->width * sizeof *trace->states);
}

bool lasso_replays(const struct model *model, const struct obligations *obligations,
                   const struct lasso *lasso) {
  if (lasso->loop > lasso->trace.length || lasso->goal >= obligations->goals) return false;
  struct replay replay = { .model = model,
                           .obligations = obligations,
                           .trace = &lasso->trace,
                           .worker = model->worker_new(model) };
  bool good = trace_exists(model, replay.worker, &lasso->trace, lasso->loop) &&
              goes_round(&replay, lasso) && is_fair(&replay, lasso->refutes == LIVENESS_GUARANTEED);
  vector_free(replay.offers);
  model->worker_free(model, replay.worker);
  return good;
}
