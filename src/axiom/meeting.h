/* Inside the judge's barriers: what the two readings share. */
#ifndef AXIOM_MEETING_H
#define AXIOM_MEETING_H

#include "axiom/execution.h"

/* Who has yet to come, and who waits; of each barrier, the round that is open, and who is in it.
 * By name a barrier has one round, which is `complete` or not. */
struct meeting {
  event_set left, waiting, open[EVENTS_MAX], complete;
  uint8_t round[EVENTS_MAX];
};

static inline const struct instruction *instruction_of(const struct execution *x, unsigned e) {
  return x->events[e].what->instruction;
}

static inline bool same_cta(const struct execution *x, unsigned a, unsigned b) {
  const struct place *p = &x->program->threads[a].place, *q = &x->program->threads[b].place;
  return p->cta == q->cta && p->gpu == q->gpu;
}

static inline bool is_named(const struct instruction *i) {
  return i->barrier_id.kind != OPERAND_NONE;
}

static inline bool has_quorum(const struct instruction *i) {
  return i->barrier_quorum.kind != OPERAND_NONE;
}

static inline int64_t value_at(const struct execution *x, unsigned e, node_index node) {
  return x->values[x->first_node[x->events[e].thread] + node];
}

/* The same barrier, whatever the round? */
bool barriers_same_resource(const struct execution *x, unsigned a, unsigned b);

/* By name (barriers_by_name.c).  The same barrier, and each thread's k-th arrival there? */
bool barriers_same_round(const struct execution *x, unsigned a, unsigned b);
/* The threads that a round without a quorum waits for. */
unsigned barriers_awaited_by_name(const struct execution *x, unsigned e);
/* Is each of the members waited for, so that it makes no difference which of them comes first? */
bool barriers_all_are_awaited(const struct execution *x, event_set members);
void barriers_come_by_name(struct execution *x, struct meeting *meeting, unsigned e);

#endif
