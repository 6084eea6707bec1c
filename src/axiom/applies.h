/* Whether a memory model applies to a test, by the test's dialect and tags. */
#ifndef AXIOM_APPLIES_H
#define AXIOM_APPLIES_H

#include "base/text.h"
#include "cat/code.h"
#include "cat/model.h"
#include "litmus/program.h"

/* Has the model something to say of the program?  Only models that know transactions say something
 * of transactions. */
bool judge_applies(const struct cat_model *model, const struct program *program);
/* Is the model made for another dialect: does it depend on tags or scopes that no test of this one
 * has, and on nothing that only this one has?  Or does a LISA test have annotations that the model
 * lacks?  Appends the reason.  An embedded model is warned of so; a model from a file is refused by
 * code_fits_tags. */
bool judge_is_foreign(const struct cat_model *model, const struct program *program,
                      struct text *why);

/* Does the model's first line name another architecture than the test's?  herd7 refuses the test
 * then. */
bool code_is_of_another(const struct cat_code *code, const struct program *program);
/* Has the test's dialect every tag that a check of the model names?  Otherwise fails at the tag's
 * place, since the tag would be read as an empty set. */
bool code_fits_tags(const struct cat_code *code, const char *model, const struct program *program,
                    struct diagnostic *error);
/* Does the model name the tag? */
bool code_asks_tag(const struct cat_code *code, const char *name);
/* The tag, as a bit, of the accesses that have full fences around them, or 0.  The kernel's older
 * models know full fences (Mb) alone, and herd7 puts one on either side of a full
 * read-modify-write. Newer models mark such read-modify-writes (MB), or test for the variant
 * without fences. */
uint64_t code_full_fences(const struct cat_code *code, const struct program *program);

#endif
