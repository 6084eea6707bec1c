/* Inside the judge: running over the candidates with a visitor of the caller's own. */
#ifndef AXIOM_SEARCH_H
#define AXIOM_SEARCH_H

#include "axiom/execution.h"

/* Called for each outcome of each candidate, with every axiom asked (execution.failing); where
 * outcomes only are searched, of consistent executions alone, and of no more than show every
 * outcome and every flag. */
typedef void visit_execution(void *context, struct execution *execution);

/* Judges with the given code; without a visitor as judge_program() does. */
bool candidates_judge(const struct cat_code *code, const char *model, const struct program *program,
                      const struct judge_options *options, visit_execution *visit, void *context,
                      struct judgement *judgement, struct diagnostic *error);

/* Does a consistent execution that raises the flag leave the program without a meaning? */
bool cat_flag_undefines(const struct cat_code *code, size_t flag);

#endif
