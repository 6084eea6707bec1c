/* What a model asks of the tags of a test's dialect. */
#ifndef AXIOM_CODE_TAGS_H
#define AXIOM_CODE_TAGS_H

#include "cat/code.h"
#include "base/diagnostic.h"
#include "litmus/program.h"

/* Has the test's dialect every tag that a check of the model names?  A tag that no test of the
 * dialect has would be read as an empty set, so such a model is refused at the tag's place.  (An
 * embedded model is exempt; judge_is_foreign warns of it.) */
bool code_fits_tags(const struct cat_code *code, const char *model, const struct program *program,
                    struct diagnostic *error);
/* Does the model name the tag? */
bool code_asks_tag(const struct cat_code *code, const char *name);
/* The tag, as a set, of accesses that have full fences around them; 0: none.  The kernel's older
 * models know a full fence (Mb) alone, and herd7 puts one before and one after a read-modify-write
 * that is full.  Newer models ask which those are (MB), or for the variant without such fences. */
uint64_t code_full_fences(const struct cat_code *code, const struct program *program);

#endif
