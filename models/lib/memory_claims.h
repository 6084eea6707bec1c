/* What the L2 of the write-through systems keeps: each step performs the one store, or the one
 * atomic, that it takes, and answers whatever it takes once.  So no store is lost that has reached
 * it. */
#ifndef MODELS_LIB_MEMORY_CLAIMS_H
#define MODELS_LIB_MEMORY_CLAIMS_H

#include "kit/claims.h"
#include "models/lib/write_through.h"

static inline bool l2_keeps(const struct step *s, const struct local *before) {
  bool writes = is_one_of(step_incoming(s)->type, WRITE | ATOMIC_TO_L2);
  bool performs = writes ? step_obeys(s, before) : step_performs(s, 0);
  return performs && s->send_count == 1 && s->sends[0].to == step_incoming(s)->from &&
         s->sends[0].request.entry == s->request->entry;
}

#endif
