/* Questions about a model whose answers shorten the search. */
#ifndef CAT_SHORTCUTS_H
#define CAT_SHORTCUTS_H

#include "cat/builder.h"

/* Fills the code's `uniproc`, `atomic`, `inside`, `early`, `coherence`, `total`, `within`,
 * `grows` and `flag_tests`, and marks operations as early or bound. */
void cat_find_shortcuts(struct cat_builder *b);

#endif
