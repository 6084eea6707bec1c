/* Single-fault mutants of a composition's tables, each tried on frames until one kills it. */
#ifndef FRAMES_MUTANTS_H
#define FRAMES_MUTANTS_H

#include "frames/render.h"
#include "mutation/survivors.h"
#include "run/effort.h"

struct frame_mutant {
  char *text;                 /* the fault in words */
  const struct frame *killer; /* NULL: it survives */
  uint64_t broken;            /* set of composition properties, on the killer */
  bool open;                  /* a limit was hit before it was killed */
  const char *reason;         /* why it survives; NULL: there is none */
};
struct frame_mutation {
  struct frame_mutant *items;
  unsigned count, killed, explained, open;
  struct survivors reasons;
};

/* `whole`: the suite has all the frames that reasons are written for. */
struct frame_mutation frame_mutation_run(const struct setting *setting,
                                         const struct frame_suite *suite, bool whole,
                                         const struct effort *effort);
void frame_mutation_clear(struct frame_mutation *mutation);

#endif
