/* Names that a model need not define. */
#ifndef CAT_LIBRARY_H
#define CAT_LIBRARY_H

#include "cat/compiler.h"

/* Binds the base names and the functions that are written in C. */
void cat_library_bind(struct cat_compiler *c);
/* The set of the events that carry a tag; false if no reader knows the tag.  `at`: where a check
 * names it, or NULL. */
bool cat_library_tag(struct cat_compiler *c, const char *name, const struct cat_expression *at,
                     struct cat_value *value);
/* The set of all events if the test's dialect has the tag, or else of none. */
cat_slot cat_library_presence(struct cat_compiler *c, const char *name);
/* The set of a tag that an enumeration names, known to a reader or not. */
struct cat_value cat_library_annotation(struct cat_compiler *c, const char *name);

#endif
