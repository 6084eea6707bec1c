/* herd7's variants, which a model may test for (if "lkmmv2"). */
#ifndef CAT_VARIANTS_H
#define CAT_VARIANTS_H

#include "base/text.h"

struct cat_compiler;
struct cat_expression;

bool cat_variant_may_be_chosen(const char *name);
/* `chosen`: names up to a NULL, or NULL. */
bool cat_variant_is_chosen(const char *const *chosen, const char *name);
/* Appends the variants that may be chosen: "lkmmv1, lkmmv2". */
void cat_variant_names(struct text *out);

/* Decides whether the variant that a condition names is in force; false if there is none. */
bool cat_compile_variant(struct cat_compiler *c, const struct cat_expression *condition,
                         bool *holds);

#endif
