/* Single-fault mutants of a composition's tables, each tried on frames until one of them notices. */
#ifndef VERIFY_FRAME_MUTANTS_H
#define VERIFY_FRAME_MUTANTS_H

#include "verify/frames.h"

struct frame_mutant {
  char *text;                 /* what the fault is */
  const struct frame *killer; /* NULL: it survives */
  uint64_t broken;            /* by the killer: set of composition properties */
  bool open;                  /* a limit was hit before something killed it */
  char *reason;               /* of a survivor, from models/NAME/survivors.tsv; NULL: none */
};
struct frame_mutation { struct frame_mutant *items; unsigned count, killed, explained, open; };

struct frame_mutation frame_mutation_run(const struct setting *setting, const struct frame_suite *suite,
                                         const struct effort *effort);
void frame_mutation_clear(struct frame_mutation *mutation);

#endif
