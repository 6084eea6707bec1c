/* The search for candidate executions, with or without a visitor. */
#ifndef AXIOM_CANDIDATES_H
#define AXIOM_CANDIDATES_H

#include "axiom/search.h"

/* Judges a program.  `model`: its name, for messages.  Without a visitor, an empty set of outcomes
 * is explained. false on error. */
bool candidates_search(const struct cat_code *code, const char *model,
                       const struct program *program, const struct judge_options *options,
                       search_visitor *visit, void *context, struct judgement *judgement,
                       struct diagnostic *error);

#endif
