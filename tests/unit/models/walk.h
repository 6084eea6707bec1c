/* The steps of a machine from a state, gathered, and random walks by them. */
#ifndef TESTS_MODELS_WALK_H
#define TESTS_MODELS_WALK_H

#include "per_address.h"
#include "base/vector.h"
#include "machine/machine_private.h"

/* States, one after the other: initial ones, or where steps lead. */
struct steps {
  VECTOR(slot_t) states;
  unsigned width;
};

void gather(void *context, const slot_t *to, uint32_t label,
            enum step_kind kind); /* adds one to the steps */
size_t count_of(const struct steps *steps);
slot_t *state_at(const struct steps *steps, size_t i);

uint64_t broken_in(const struct machine *machine, const slot_t *state); /* of SAFETY */

/* Visits so many states, each with its steps, and takes a random one of these.  It takes none from
 * a state that breaks a property.  If there is none the walk begins anew.  Ends where `visit` says
 * no. */
typedef bool walk_visit(void *context, const slot_t *state, const struct steps *steps);
void walk_randomly(const struct machine *machine, unsigned length, uint32_t *random,
                   walk_visit *visit, void *context);

#endif
