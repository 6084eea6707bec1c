/* The axiomatic side: which outcomes of a program does a memory model allow?
 *
 * The judge unfolds the program into events, builds candidate executions, and prunes them while
 * they are built.  It evaluates the model on each and gathers the outcomes of the consistent ones.
 * The answer is exact, unless `bounded` says that a loop was cut. */
#ifndef AXIOM_JUDGE_H
#define AXIOM_JUDGE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "cat/model.h"
#include "litmus/outcome.h"
#include "litmus/program.h"

enum { UNROLL_DEFAULT = 2, LISTED_MAX = 1024 };

struct judge_options {
  unsigned unroll;         /* limit for each backward jump; 0: UNROLL_DEFAULT */
  uint64_t candidates_max; /* limit, beyond which the answer is incomplete; 0: none */
  double seconds_max;      /* 0: no limit */
  uint64_t outcomes_max;   /* the search stops after so many outcomes; 0: none */
  bool flags_only;         /* with outcomes_only: finds all flags, and not all outcomes */
  bool settles;       /* with more than 64 events, LISTED_MAX outcomes are enough, and those that
                         settle the program's condition */
  unsigned room;      /* for tests: sets of events have room for so many, at least */
  bool outcomes_only; /* do not count from the beginning; else only many executions go uncounted */
};

struct judgement {
  struct outcome_set
      *allowed;       /* outcomes of consistent executions that meet the filter, if there is one */
  bool undefined;     /* a consistent execution has a race, or raises a flag that means so */
  const char **flags; /* names of the flags raised, NULL-terminated */
  bool bounded;       /* a loop was cut: outcomes may be missing */
  bool uncounted;     /* `times` in `allowed` count only some executions */
  bool incomplete;    /* a limit was hit: outcomes may be missing */
  bool curtailed;     /* the search stopped after `outcomes_max` outcomes */
  bool settled;       /* outcomes are missing, but none that the condition's answer depends on */
  char *nothing;      /* why no outcome is allowed, in words; NULL: one is, or may be missing */
  uint64_t candidates, consistent; /* executions inspected; accepted */
  double seconds;
};

/* Judges a program. false on error, such as a tag of the model that the dialect lacks. */
bool judge_program(const struct cat_model *model, const struct program *program,
                   const struct judge_options *options, struct judgement *judgement,
                   struct diagnostic *error);
void judgement_clear(struct judgement *judgement);

#endif
