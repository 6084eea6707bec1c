/* Single-fault mutants of a composition's tables, each tried on frames until one of them notices.
 */
#ifndef FRAMES_MUTANTS_H
#define FRAMES_MUTANTS_H

#include "frames/render.h"
#include "mutation/survivors.h"
#include "run/effort.h"

struct frame_mutant {
  char *text;                 /* what the fault is */
  const struct frame *killer; /* NULL: it survives */
  uint64_t broken;            /* by the killer: set of composition properties */
  bool open;                  /* a limit was hit before something killed it */
  const char *reason;         /* of a survivor; NULL: none */
};
struct frame_mutation {
  struct frame_mutant *items;
  unsigned count, killed, explained, open;
  struct survivors reasons;
};

/* `whole`: these are all the frames that reasons are written for. */
struct frame_mutation frame_mutation_run(const struct setting *setting,
                                         const struct frame_suite *suite, bool whole,
                                         const struct effort *effort);
void frame_mutation_clear(struct frame_mutation *mutation);

#endif
