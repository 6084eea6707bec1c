/* Private to src/kit: checks from step to step, in audits alone (audit.c). */
#ifndef KIT_AUDIT_H
#define KIT_AUDIT_H

#include "machine/machine_private.h"

struct newest {
  bool known[REPLIES_MAX];
  int64_t value[REPLIES_MAX];
};

/* Notes, before a step, the newest value of each word that it answers a load with. */
void audit_before(const struct machine *machine, const struct alternative *way, const slot_t *to,
                  struct newest *newest);
/* Changes the ghosts of cores in the state that a step leads to.  It runs once the step's stores
 * have been performed everywhere, and before its answers. */
void audit_way(const struct machine *machine, const struct alternative *way,
               const struct newest *newest, slot_t *to);
/* What is wrong with the answer to a store or an atomic; enum wrong. */
unsigned audit_answer(const struct machine *machine, unsigned core, const struct core *state,
                      const struct reply *answer);
/* The properties that a state breaks where copies of a word's newest store hold several numbers. */
uint64_t audit_broken(const struct machine *machine, const slot_t *state);
const char *audit_words(unsigned wrong);

#endif
