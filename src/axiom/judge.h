/* The axiomatic side: which outcomes of a program does a memory model allow?
 *
 * A model is a `.cat` file.  The judge unfolds the program into events, builds candidate executions
 * (reads-from, coherence), prunes them while they are built, evaluates the model on each, and
 * gathers the outcomes of those that are consistent.  The answer is exact: outcome for outcome,
 * unless `bounded` says that a loop was cut. */
#ifndef AXIOM_JUDGE_H
#define AXIOM_JUDGE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "cat/model.h"
#include "litmus/outcome.h"
#include "litmus/program.h"

enum { UNROLL_DEFAULT = 2 };

struct judge_options {
  unsigned unroll;         /* times a backward jump is taken, at most; 0 means UNROLL_DEFAULT */
  uint64_t candidates_max; /* 0: no limit; else give up (inconclusive) after so many */
  double seconds_max;      /* 0: no limit */
  bool outcomes_only; /* count nothing from the beginning; else only where executions are many */
};

struct judgement {
  struct outcome_set
      *allowed;       /* outcomes of consistent executions; meets the filter, if there is one */
  bool undefined;     /* a consistent execution has a race, or raises a flag that means so */
  const char **flags; /* names of the flags raised, NULL-terminated; owned by the judgement */
  bool bounded;       /* a loop was cut at the bound: outcomes may be missing */
  bool uncounted;  /* `times` in `allowed` stand for some executions only: more were not counted */
  bool incomplete; /* a limit was hit: outcomes may be missing */
  char *nothing;   /* why no outcome is allowed, in words; NULL: one is, or may be missing */
  uint64_t candidates, consistent; /* executions inspected, and accepted */
  double seconds;
};

/* Judges a program.  false on error (a feature that the model needs and the program's dialect
 * lacks, say). */
bool judge_program(const struct cat_model *model, const struct program *program,
                   const struct judge_options *options, struct judgement *judgement,
                   struct diagnostic *error);
void judgement_clear(struct judgement *judgement);

#endif
