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
/* ++, --, or a compound assignment, as a statement; `found`: one of these came. */
bool c_change(struct c_reading *c, const struct c_place *place, bool *found);

#endif
