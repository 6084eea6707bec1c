/* Why does a memory model forbid an outcome, or how does it allow it? */
#ifndef AXIOM_EXPLAIN_H
#define AXIOM_EXPLAIN_H

#include "axiom/judge.h"
#include "base/vector.h"

/* An event as it is shown: "a", and "P0: W[release,gpu] x=1" or "initial x=0". */
struct explained_event {
  char *name, *label;
  int thread; /* -1: an initial write */
  unsigned line, column;
};

/* from -label-> to.  In a cycle: one step of it. */
struct explained_edge {
  unsigned from, to;
  char *label;
};

/* One execution: a witness, or the one that shows best why an axiom forbids. */
struct explained {
  char *axiom;         /* "acyclic causality (ptx.cat:12)"; NULL for a witness */
  uint64_t executions; /* forbidden by it */
  VECTOR(struct explained_event) events;
  VECTOR(struct explained_edge)
  edges; /* po (between neighbours), rf, co, fr, and what the model shows */
  VECTOR(struct explained_edge) steps; /* of the cycle, or of the pair that must not be */
};

enum explanation_verdict {
  EXPLAINED_UNKNOWN,   /* a limit was hit before a witness was found, or a loop was cut */
  EXPLAINED_UNDEFINED, /* as every outcome is of a program some execution of which raises `flag` */
  EXPLAINED_ALLOWED,
  EXPLAINED_FORBIDDEN,
  EXPLAINED_FILTERED /* runs end so, but none that the program's filter keeps */
};

struct explanation {
  enum explanation_verdict verdict;
  bool incomplete; /* a limit was hit: not all candidates were looked at */
  bool bounded;    /* a loop was cut after `unroll` turns: outcomes may be missing */
  unsigned unroll;
  char *flag;
  char *nothing; /* why no outcome at all is allowed, in words; NULL: one is, or it was not asked */
  uint64_t executions; /* candidates that end as the condition says */
  VECTOR(struct explained)
  cases; /* the witness, of the outcome or of the flag; else one for each axiom that forbids */
};

/* The condition is of the program's own observables.  false on error. */
bool explanation_make(const struct cat_model *model, const struct program *program,
                      const struct condition *condition, const struct judge_options *options,
                      struct explanation *explanation, struct diagnostic *error);
void explanation_clear(struct explanation *explanation);

#endif
