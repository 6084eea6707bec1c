/* The search for an explanation, by sets of EVENTS_MAX events (explain.h has the entry for all
 * widths). */
#ifndef AXIOM_EXPLAIN_SEARCH_H
#define AXIOM_EXPLAIN_SEARCH_H

#include "axiom/explain.h"

/* As explanation_make.  Without an error it also fails if a candidate has more events than sets
 * have room for; sets their count, or 0. */
bool explain_search(const struct cat_model *model, const struct program *program,
                    const struct condition *condition, const struct judge_options *options,
                    struct explanation *explanation, size_t *too_many, struct diagnostic *error);

#endif
