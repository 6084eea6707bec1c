/* The expressions that bind names or choose, each from its first word on, and their parts.  Each
 * function returns NULL or false on error. */
#ifndef CAT_PARSE_CONTROL_H
#define CAT_PARSE_CONTROL_H

#include "cat/reader.h"

struct cat_expression *cat_parse_let_in(struct cat_reader *reader);
struct cat_expression *cat_parse_try(struct cat_reader *reader);
struct cat_expression *cat_parse_function(struct cat_reader *reader);
struct cat_expression *cat_parse_match(struct cat_reader *reader);
struct cat_expression *cat_parse_if(struct cat_reader *reader);

/* Reads a condition, which stands after `if`. */
struct cat_expression *cat_parse_condition(struct cat_reader *reader);
/* Reads what follows `let`. */
bool cat_parse_bindings(struct cat_reader *reader, const struct cat_binding **bindings,
                        unsigned *count, bool *recursive);
/* Reads `(a, b)` or `a`, or nothing before an '='. */
bool cat_parse_parameters(struct cat_reader *reader, struct cat_binding *binding);

#endif
