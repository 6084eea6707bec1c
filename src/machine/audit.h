/* checks that compare steps with later answers, in audits only (audit.c). */
#ifndef MACHINE_AUDIT_H
#define MACHINE_AUDIT_H

#include "machine/machine_private.h"

/* For each answer of a step: the newest value of its word before the step, if it is known. */
struct newest {
  bool known[REPLIES_MAX];
  int64_t value[REPLIES_MAX];
};

/* Fills in `newest` before a step: for the words of the loads that it answers. */
void audit_before(const struct machine *machine, const struct alternative *way, const slot_t *to,
                  struct newest *newest);
/* Changes the ghosts of cores in the state after a step.  Call it once the step's stores have been
 * performed everywhere, and before its answers reach cores. */
void audit_alternative(const struct machine *machine, const struct alternative *way,
                       const struct newest *newest, slot_t *to);
/* The fault of an answer to a store or an atomic: enum wrong. */
unsigned audit_answer(const struct machine *machine, unsigned core, const struct core *state,
                      const struct reply *answer);
/* The properties, as a set, that a state breaks because copies of a word's newest store differ. */
uint64_t audit_broken(const struct machine *machine, const slot_t *state);
/* A fault (enum wrong) in words.  Static. */
const char *audit_words(unsigned wrong);

#endif
