/* The moves of a cluster: its own, and those with the content of an inbound queue. */
#ifndef ENGINE_CLUSTER_MOVES_H
#define ENGINE_CLUSTER_MOVES_H

#include "engine/cluster_effects.h"
#include "engine/cluster_worker.h"

/* A move in words. First the number of its own cluster's next component state, then its kind and
 * the number of other clusters that it changes. An effect's word for each of these follows. */
enum { MOVE_OWN, MOVE_KIND, MOVE_OTHERS };
static inline uint32_t cluster_move_head(enum step_kind kind, unsigned others) {
  return (uint32_t)kind << 8 | others;
}
static inline enum step_kind cluster_move_kind(uint32_t head) {
  return (enum step_kind)(head >> 8);
}
static inline unsigned cluster_move_others(uint32_t head) { return head & 255; }
static inline const uint32_t *cluster_move_next(const uint32_t *move) {
  return move + MOVE_OTHERS + cluster_move_others(move[MOVE_KIND]);
}

/* The moves of one group (struct recorded), and the list of the next group. */
struct cluster_moves {
  const uint32_t *begin, *end;
  bool blocked; /* a channel of the cluster itself is full, which disables another move */
  unsigned group;
  const struct cluster_moves *next;
};

/* The list of a cluster that has no move; no other list is empty. */
extern const struct cluster_moves cluster_moves_none;

/* Component states keep the moves of the first queries, and those with the first contents of their
 * inbound queues. */
enum { QUEUE_CONTENTS_AT_HAND = 32, QUERIES_AT_HAND = 16 };

/* Moves are asked for by a query: the state's greatest timestamp, if times are ranks, and whether
 * only ample sets are wanted. */
static inline unsigned cluster_query(unsigned greatest, bool ample) {
  return greatest << 1 | ample;
}

const struct cluster_moves *cluster_moves_compute(const struct clusters *clusters, unsigned cluster,
                                                  uint32_t number, unsigned query);
/* With the content of the inbound queue `at`. */
const struct cluster_moves *cluster_queue_moves_compute(const struct clusters *clusters,
                                                        unsigned cluster, uint32_t number,
                                                        unsigned at, uint32_t content,
                                                        unsigned query);

/* A cluster's own moves in the open state. */
static inline const struct cluster_moves *cluster_own_moves(const struct cluster_worker *worker,
                                                            const slot_t *state, unsigned cluster,
                                                            unsigned query) {
  const struct clusters *clusters = worker->clusters;
  const struct cluster_state *component = worker->components[cluster];
  const struct cluster_moves *known = NULL;
  unsigned place = query >> clusters->query_shift;
  if (place < clusters->queries_at_hand)
    known = __atomic_load_n(&__atomic_load_n(&component->moves, __ATOMIC_ACQUIRE)[place],
                            __ATOMIC_ACQUIRE);
  return known ? known : cluster_moves_compute(clusters, cluster, state[cluster], query);
}

/* The moves of the cluster that reads an inbound queue, in the open state. */
static inline const struct cluster_moves *cluster_queue_moves(const struct cluster_worker *worker,
                                                              const slot_t *state,
                                                              const struct cluster_queued *queued,
                                                              unsigned query) {
  const struct clusters *clusters = worker->clusters;
  const struct cluster_state *component = worker->components[queued->to];
  const struct cluster_moves *known = NULL;
  if (queued->content < QUEUE_CONTENTS_AT_HAND && clusters->queries_at_hand == 1)
    known = __atomic_load_n(
        &component->queue_moves[queued->at * QUEUE_CONTENTS_AT_HAND + queued->content],
        __ATOMIC_ACQUIRE);
  return known ? known
               : cluster_queue_moves_compute(clusters, queued->to, state[queued->to], queued->at,
                                             queued->content, query);
}

#endif
