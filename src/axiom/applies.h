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
/* Is the model made for another dialect?  Then it depends on tags or scopes that no test of this
 * one has, and on nothing that only this one has.  Or does a LISA test have annotations that the
 * model lacks?  Appends the reason.  This is a warning of embedded models; code_applies refuses
 * others. */
bool judge_is_foreign(const struct cat_model *model, const struct program *program,
                      struct text *why);

/* Can the code judge the program?  Fails on transactions that the model does not know, and if its
 * first line names another architecture (as herd7 does).  Also fails on a tag of a check that no
 * test of the dialect has, since that would be an empty set. */
bool code_applies(const struct cat_code *code, const char *model, const struct program *program,
                  struct diagnostic *error);
/* Is a read-modify-write one event, a read and a write?  It is so for C's models that do not use
 * rmw, such as herd7's c11_simp.  (herd7 always has it so, and its rc11 knows both forms.) */
bool code_has_updates(const struct cat_code *code, const struct program *program);
/* The tag, as a bit, of the accesses that have full fences around them, or 0.  The kernel's older
 * models know only full fences (Mb), and herd7 puts one on either side of a full
 * read-modify-write.  Newer models mark such read-modify-writes (MB), or test for the variant
 * without fences. */
uint64_t code_full_fences(const struct cat_code *code, const struct program *program);

#endif
