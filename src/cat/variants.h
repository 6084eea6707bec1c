/* herd7's variants, which a model may ask for (if "lkmmv2"): those that --variant may choose. */
#ifndef CAT_VARIANTS_H
#define CAT_VARIANTS_H

#include <stdbool.h>
#include "base/text.h"

bool cat_variant_may_be_chosen(const char *name);
/* chosen: names up to a NULL, or NULL */
bool cat_variant_is_chosen(const char *const *chosen, const char *name);
void cat_variant_names(struct text *out); /* those that may be chosen: "lkmmv1, lkmmv2" */

#endif
