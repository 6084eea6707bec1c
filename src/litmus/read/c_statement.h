/* Statements of C-like dialects. */
#ifndef LITMUS_READ_C_STATEMENT_H
#define LITMUS_READ_C_STATEMENT_H

#include "litmus/read/c_instructions.h"

/* The statements of a block, and the brace that closes it. */
bool c_block(struct c_reading *c);
bool c_statement(struct c_reading *c);
/* An expression of which only the effects count, without the semicolon. */
bool c_effect(struct c_reading *c);
/* A declaration and its semicolon, where one comes next.  `found`: one did. */
bool c_declaration(struct c_reading *c, bool *found);

#endif
