/* Ample sets of a state, by cluster.
 *
 * The moves of each cluster come in groups (struct recorded).  The first group in which a step is
 * possible, over all clusters, is the ample set.  Faults are a group of their own, the last; an
 * ample set does not hide them. */
#include "engine/cluster_ample.h"

/* The groups of one cluster that are left. */
struct ample_moves {
  unsigned mover;
  const struct cluster_moves *next;
};
enum { AMPLE_MAX = 2 * WIDTH_MAX /* clusters, and inbound queues */ };

static void add_ample(struct ample_moves *left, unsigned *count, unsigned mover,
                      const struct cluster_moves *moves) {
  if (moves != &cluster_moves_none) left[(*count)++] = (struct ample_moves){ mover, moves };
}

static unsigned find_ample(const struct cluster_worker *worker, const slot_t *state,
                           struct ample_moves *left) {
  unsigned count = 0, query = cluster_query(worker->greatest, true);
  for (unsigned i = 0; i < worker->clusters->count; i++) {
    const struct cluster_state *component = worker->components[i];
    add_ample(left, &count, i, cluster_own_moves(worker, state, i, query));
    for (const struct cluster_queued *queued = component->queued; queued < component->queued_end;
         queued++)
      add_ample(left, &count, queued->to, cluster_queue_moves(worker, state, queued, query));
  }
  return count;
}

/* The first group of all; false: there is none left. */
static bool take_group(struct ample_moves *left, unsigned count, struct ample_moves *first) {
  struct ample_moves *least = NULL;
  for (struct ample_moves *ample = left; ample < left + count; ample++)
    if (ample->next && (!least || ample->next->group < least->next->group)) least = ample;
  if (!least) return false;
  *first = *least;
  least->next = least->next->next;
  return true;
}

/* The first group of faults; false: there is none left. */
static bool take_faults(struct ample_moves *left, unsigned count, struct ample_moves *first) {
  for (struct ample_moves *ample = left; ample < left + count; ample++) {
    while (ample->next && ample->next->group != FAULTS) ample->next = ample->next->next;
    if (!ample->next) continue;
    *first = *ample;
    ample->next = NULL;
    return true;
  }
  return false;
}

bool cluster_take_ample(const struct cluster_worker *worker, const slot_t *state,
                        bool (*take)(void *context, unsigned mover,
                                     const struct cluster_moves *moves),
                        void *context) {
  struct ample_moves left[AMPLE_MAX], ample;
  unsigned count = find_ample(worker, state, left);
  bool taken = false;
  while (!taken && take_group(left, count, &ample) && ample.next->group != FAULTS)
    taken = take(context, ample.mover, ample.next);
  if (!taken) return false;
  while (take_faults(left, count, &ample)) take(context, ample.mover, ample.next);
  return true;
}
