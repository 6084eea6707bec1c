/* Why does a memory model forbid an outcome, or how does it allow it? */
#ifndef AXIOM_EXPLAIN_H
#define AXIOM_EXPLAIN_H

#include "axiom/judge.h"
#include "base/vector.h"

/* An event as it is shown: "a", and "P0: W[release,gpu] x=1" or "initial x=0". */
struct explained_event { char *name, *label; int thread; /* -1: an initial write */ unsigned line, column; };

/* from -label-> to.  In a cycle: one step of it. */
struct explained_edge { unsigned from, to; char *label; };

/* One execution: a witness, or the one that shows best why an axiom forbids. */
struct explained {
  char *axiom;          /* "acyclic causality (ptx.cat:12)"; NULL for a witness */
  uint64_t executions;  /* forbidden by it */
  VECTOR(struct explained_event) events;
  VECTOR(struct explained_edge) edges; /* po (between neighbours), rf, co, fr, and what the model shows */
  VECTOR(struct explained_edge) steps; /* of the cycle, or of the pair that must not be */
};

struct explanation {
  bool allowed, incomplete, bounded;
  uint64_t executions;  /* candidates that end as the condition says */
  VECTOR(struct explained) cases; /* allowed: the witness; forbidden: one for each axiom that forbids */
};

/* Every candidate that meets the condition, of the program's own observables, is asked all axioms.  false on error. */
bool explain(const struct cat_model *model, const struct program *program, const struct condition *condition,
             const struct judge_options *options, struct explanation *explanation, struct diagnostic *error);
void explanation_clear(struct explanation *explanation);

#endif
