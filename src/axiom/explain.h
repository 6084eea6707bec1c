/* Why a memory model forbids an outcome, or how it allows it. */
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

/* An edge, or one step of a cycle. */
struct explained_edge {
  unsigned from, to;
  char *label;
};

/* One execution: a witness, or the best example of an axiom that forbids. */
struct explained {
  char *axiom;         /* "acyclic causality (ptx.cat:12)"; NULL for a witness */
  uint64_t executions; /* number of executions that the axiom forbids */
  VECTOR(struct explained_event) events;
  VECTOR(struct explained_edge)
  edges; /* po (between neighbours), rf, co, fr, and the model's shown relations */
  VECTOR(struct explained_edge) steps; /* of the cycle, or of the forbidden pair */
};

enum explanation_verdict {
  EXPLAINED_UNKNOWN,   /* a limit was hit before a witness was found, or a loop was cut */
  EXPLAINED_UNDEFINED, /* some execution raises `flag`, so every outcome is undefined */
  EXPLAINED_ALLOWED,
  EXPLAINED_FORBIDDEN,
  EXPLAINED_FILTERED /* runs end so, but the program's filter excludes them */
};

struct explanation {
  enum explanation_verdict verdict;
  bool incomplete; /* a limit was hit: candidates are missing */
  bool bounded;    /* a loop was cut after `unroll` turns: outcomes may be missing */
  unsigned unroll;
  char *flag;
  char *nothing; /* why no outcome at all is allowed, in words; NULL: one is, or it was not asked */
  uint64_t executions; /* number of candidates that end as the condition says */
  VECTOR(struct explained)
  cases; /* the witness, or one case for each axiom that forbids */
};

/* Explains what the model says of the condition, which is on the program's own observables. false
 * on error. */
bool explanation_make(const struct cat_model *model, const struct program *program,
                      const struct condition *condition, const struct judge_options *options,
                      struct explanation *explanation, struct diagnostic *error);
void explained_clear(struct explained *explained);
void explanation_clear(struct explanation *explanation);

#endif
