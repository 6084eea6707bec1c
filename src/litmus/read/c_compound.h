/* Changes in place: assignments, increments. */
#ifndef LITMUS_READ_C_COMPOUND_H
#define LITMUS_READ_C_COMPOUND_H

#include "litmus/read/c_expression.h"

/* The place that an expression named, whose value was just read.  Removes the load of an object. */
bool c_take_place(struct c_reading *c, struct operand value, struct c_place *place);
/* Reads ++ or --, if one comes next. */
bool c_accept_step(struct c_reading *c, enum arithmetic *arithmetic);
/* ++ or -- of the place with this value, which becomes the new value or stays the old one. */
bool c_step(struct c_reading *c, enum arithmetic arithmetic, bool wants_now, struct operand *value);
/* =, a compound assignment, ++ or -- behind the place; `found`: one of these came.  The value gets
 * what the place then holds; NULL: it is not wanted. */
bool c_change(struct c_reading *c, const struct c_place *place, struct operand *value, bool *found);
/* Does = or a compound assignment come next? */
bool c_assigns(const struct c_reading *c);
/* variable = expression, from behind the sign; `value`: the variable. */
bool c_assign_variable(struct c_reading *c, struct span name, struct operand *value);

#endif
