/* Expressions of C-like dialects, changes in place, and the functions that they call. */
#ifndef LITMUS_READ_C_EXPRESSION_H
#define LITMUS_READ_C_EXPRESSION_H

#include "litmus/read/c_instructions.h"
#include "litmus/read/c_type.h"

bool c_expression(struct c_reading *c, struct operand *value);
/* Expressions between commas. */
bool c_arguments(struct c_reading *c, unsigned count, struct operand *values);
/* The location, if it is a parameter of the thread, or the register of that name. */
bool c_pointer(struct c_reading *c, struct span name, struct operand *pointer);
/* The pointer that a macro is given: `*p`, `x` or `x[1]`. */
bool c_lvalue(struct c_reading *c, struct operand *pointer);
/* The address that name[expression] is, from the bracket on. */
bool c_element(struct c_reading *c, struct span name, struct operand *pointer);
/* *p, and *p = value. */
bool c_load_object(struct c_reading *c, struct operand pointer, struct operand *value);
bool c_store_object(struct c_reading *c, struct operand pointer, struct operand value);

/* ---- changes in place (c_compound.c) ---- */

/* An lvalue: a variable of the thread, or the object that a pointer points to. */
struct c_place {
  bool is_object;
  struct operand pointer, variable;
};

/* ---- functions (c_functions.c) ---- */

/* A row of a table, which ends with a NULL name. */
struct c_function {
  const char *name;
  bool (*read)(struct c_reading *c); /* the arguments, once c->row is the row */
  int which;                         /* a number for `read` */
  enum order order;                  /* the kernel's manner, with its tags between blanks */
  const char *tags;
};
extern const struct c_function c_kernel_functions[]; /* the Linux kernel's (c_kernel.c) */

#endif
