/* Questions about barrier events that both readings of barriers ask. */
#include "axiom/meeting.h"

const struct instruction *meeting_instruction(const struct execution *x, unsigned e) {
  return x->events[e].what->instruction;
}

bool meeting_same_cta(const struct execution *x, unsigned a, unsigned b) {
  const struct place *p = &x->program->threads[a].place, *q = &x->program->threads[b].place;
  return p->cta == q->cta && p->gpu == q->gpu;
}

bool meeting_is_named(const struct instruction *i) { return i->barrier_id.kind != OPERAND_NONE; }

bool meeting_has_quorum(const struct instruction *i) {
  return i->barrier_quorum.kind != OPERAND_NONE;
}

int64_t meeting_value(const struct execution *x, unsigned e, node_index node) {
  return x->values[x->first_node[x->events[e].thread] + node];
}

bool meeting_same_barrier(const struct execution *x, unsigned a, unsigned b) {
  const struct instruction *i = meeting_instruction(x, a), *j = meeting_instruction(x, b);
  return meeting_same_cta(x, x->events[a].thread, x->events[b].thread) &&
         i->barrier_instance == j->barrier_instance && meeting_is_named(i) == meeting_is_named(j) &&
         (!meeting_is_named(i) ||
          meeting_value(x, a, x->events[a].what->id) == meeting_value(x, b, x->events[b].what->id));
}
