/* The functions of C-like dialects. */
#ifndef LITMUS_READ_C_FUNCTIONS_H
#define LITMUS_READ_C_FUNCTIONS_H

#include "litmus/read/c_instructions.h"

/* A row of a table, which ends with a NULL name. */
struct c_function {
  const char *name;
  /* Reads the arguments; OPERAND_NONE in `value` where it returns nothing. */
  bool (*read)(struct c_reading *c, const struct c_function *row, struct operand *value);
  int which;        /* a number for `read` */
  enum order order; /* the kernel's manner, with its tags between blanks */
  const char *tags;
};

/* The manner of an atomic operation that names none. */
struct c_manner c_default_manner(struct c_reading *c);
/* A call, from the parenthesis on: OPERAND_NONE in `value` where it returns nothing.  `label`: the
 * word before a colon in front of the statement, or length 0. */
bool c_call(struct c_reading *c, struct span name, struct span label, struct operand *value);

#endif
