/* Parses cat files and bell files. */
#ifndef CAT_PARSER_H
#define CAT_PARSER_H

#include "cat/tree.h"

/* Reads a model: a path if `from_file`, else the name of an embedded model.  A file NAME.bell
 * beside NAME.cat is read first, as herd7's configurations pair them.  `folders`: where includes
 * are looked for, up to a NULL; or NULL. */
bool cat_parse_model(const char *name, bool from_file, const char *const *folders,
                     struct cat_tree *tree, struct diagnostic *error);
/* Reads a text, which may include embedded models. */
bool cat_parse_text(const char *name, const char *text, struct cat_tree *tree,
                    struct diagnostic *error);

#endif
