/* The search for the candidate executions of a program, by sets of EVENTS_MAX events (judge.h has
 * the entry for all widths). */
#ifndef AXIOM_CANDIDATES_H
#define AXIOM_CANDIDATES_H

#include "axiom/judge.h"
#include "cat/code.h"

struct execution;

/* Sees each outcome of each candidate, with every axiom asked (`failing` of the execution).  If
 * only outcomes are searched, it sees only consistent executions, and only as many as show
 * every outcome and every flag. */
typedef void judge_visitor(void *context, struct execution *x);

/* What to judge, and how. */
struct judging {
  const struct cat_code *code;
  const char *model; /* its name, for messages */
  const struct program *program;
  const struct judge_options *options; /* or NULL */
  judge_visitor *visit; /* or NULL; with a visitor, an empty set of outcomes is not explained */
  void *context;        /* of the visitor */
  size_t too_many;      /* out: the events that a candidate has, if sets have no room; or 0 */
};

typedef bool judge_function(struct judging *judging, struct judgement *judgement,
                            struct diagnostic *error);

/* Judges a program. false on error, and without one if there are too many events. */
bool judge_candidates(struct judging *judging, struct judgement *judgement,
                      struct diagnostic *error);

#endif
