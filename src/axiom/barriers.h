/* The state of barriers while threads come to them, for both readings of barriers. */
#ifndef AXIOM_BARRIERS_H
#define AXIOM_BARRIERS_H

#include "axiom/execution.h"

/* By name a barrier has one round, which is complete or not. */
struct meeting {
  event_set left, waiting;    /* barrier events that have yet to come; that wait */
  event_set open[EVENTS_MAX]; /* by barrier: who is in the open round */
  event_set complete;         /* by name: barriers that are complete */
  uint16_t round[EVENTS_MAX]; /* by barrier: the open round */
};

const struct instruction *meeting_instruction(const struct execution *x, unsigned e);
/* Are two threads in one CTA? */
bool meeting_same_cta(const struct execution *x, unsigned a, unsigned b);
bool meeting_is_named(const struct instruction *i);
bool meeting_has_quorum(const struct instruction *i);
/* The value of a node of the event's path. */
int64_t meeting_value(const struct execution *x, unsigned e, node_index node);
/* Are two events at the same barrier, in whatever round? */
bool meeting_same_barrier(const struct execution *x, unsigned a, unsigned b);

/* Fills in syncbar and rounds before the reads if these cannot matter to them: every name and
 * quorum is known, and each barrier is in step.  So the axioms that bound the reads know them. */
void barriers_foresee(struct execution *x);
/* Fails if two barriers that meet ask for different quorums. */
void barriers_choose(struct execution *x);

#endif
