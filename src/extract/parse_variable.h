/* Reading declarations of variables, and the names in force. */
#ifndef EXTRACT_PARSE_VARIABLE_H
#define EXTRACT_PARSE_VARIABLE_H

#include "extract/parsing.h"

/* The binding of a name, or NULL; `index`: of the register or variable. */
const struct binding *parsing_find(const struct parsing *p, struct span name, unsigned *index);
void parsing_bind(struct parsing *p, struct binding binding);
/* Bytes of a type such as ".u32", 0 for a predicate; -1: it is none. */
int parsing_type(const struct parsing *p, struct span word);
/* Variables behind their state space, up to the semicolon. */
bool parsing_variables(struct parsing *p, enum ptx_space space);
/* One: ".align 4 .b8 s[16] = {1, 2}".  Its index is *index. */
bool parsing_variable(struct parsing *p, enum ptx_space space, unsigned *index);

#endif
