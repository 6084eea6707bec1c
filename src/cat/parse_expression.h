/* The expressions of the cat language. */
#ifndef CAT_PARSE_EXPRESSION_H
#define CAT_PARSE_EXPRESSION_H

#include "cat/reader.h"

struct cat_expression *cat_parse_expression(struct cat_reader *reader);
/* Reads expressions between commas up to `close`, which it skips. */
bool cat_parse_list(struct cat_reader *reader, enum cat_token close, const char *expected,
                    struct cat_expression ***items, unsigned *count);
/* Reads a condition, which stands after `if`. */
struct cat_expression *cat_parse_condition(struct cat_reader *reader);
/* Reads what follows `let`. */
bool cat_parse_bindings(struct cat_reader *reader, const struct cat_binding **bindings,
                        unsigned *count, bool *recursive);
/* Reads `(a, b)` or `a`, or nothing before an '='. */
bool cat_parse_parameters(struct cat_reader *reader, struct cat_binding *binding);

#endif
