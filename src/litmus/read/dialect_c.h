/* Inside the reader of C-like dialects (C11, the Linux kernel's C, OpenCL C): expressions,
 * statements and the functions that both call. */
#ifndef LITMUS_DIALECT_C_H
#define LITMUS_DIALECT_C_H

#include "litmus/read/dialect.h"

/* One thread being read. */
struct c_reading {
  struct reader *reader;
  struct cursor *cursor;
  unsigned thread;
  bool opencl;
  uint64_t parameters;      /* the locations that the thread names */
  uint64_t atomics;         /* those of them that it takes as pointers to atomic objects of C11 */
  uint64_t atomic_pointers; /* the registers that are such pointers */
  unsigned temporaries;     /* registers made so far */
  unsigned nesting;
};

/* ---- instructions (c_instructions.c) ---- */

struct instruction *c_instruction(struct c_reading *reading, enum opcode opcode);
/* The thread that is being read. */
static inline struct thread *c_thread(const struct c_reading *reading) {
  return &reading->reader->program->threads[reading->thread];
}
/* A new register of the compiler's own. */
int c_temporary(struct c_reading *reading);
/* Is it such a register? */
bool c_is_temporary(const struct c_reading *reading, struct operand value);
/* destination := left `arithmetic` right, in a new register unless both are constants. */
struct operand c_compute(struct c_reading *reading, enum arithmetic arithmetic, struct operand left,
                         struct operand right);
/* An instruction with an address; a number is none, which is said. */
struct instruction *c_access(struct c_reading *reading, enum opcode opcode, struct operand pointer);
/* A plain load or store through a pointer. */
bool c_load(struct c_reading *reading, struct operand pointer, struct operand *value);
bool c_store(struct c_reading *reading, struct operand pointer, struct operand value);
/* What *p and *p = value do: of an atomic object that is memory_order_seq_cst (C11, 6.5.16
 * and 7.17), else plain. */
bool c_load_object(struct c_reading *reading, struct operand pointer, struct operand *value);
bool c_store_object(struct c_reading *reading, struct operand pointer, struct operand value);
bool c_is_atomic(const struct c_reading *reading, struct operand pointer);
void c_set_atomic(struct c_reading *reading, unsigned reg, bool atomic);
/* What an atomic operation or a fence is done with. */
struct c_manner {
  enum order order, fail_order;
  enum scope scope;
  uint64_t tags;
};
bool c_load_as(struct c_reading *reading, struct operand pointer, const struct c_manner *manner,
               struct operand *value);
bool c_store_as(struct c_reading *reading, struct operand pointer, const struct c_manner *manner,
                struct operand value);
struct instruction *c_rmw(struct c_reading *reading, struct operand pointer,
                          const struct c_manner *manner, enum arithmetic arithmetic,
                          struct operand by, struct operand *old);
bool c_fence(struct c_reading *reading, const struct c_manner *manner);
/* The bits of tags: names between blanks. */
uint64_t c_tags(struct c_reading *reading, const char *names);
/* A jump whose target is filled in later; where its ways meet, for a branch, likewise.  -1 on
 * failure. */
int c_branch_if_zero(struct c_reading *reading, struct operand condition);
int c_goto(struct c_reading *reading);
void c_land(struct c_reading *reading, int jump);   /* it lands at the next instruction */
void c_join(struct c_reading *reading, int branch); /* its ways meet at the next instruction */

/* ---- functions (c_functions.c, c_kernel.c) ---- */

/* `which` is what one function reads for several names. */
struct c_function {
  const char *name;
  bool (*read)(struct c_reading *reading, int which, struct operand *value);
  int which;
};
extern const struct c_function c_kernel_functions[]; /* up to one without a name */
bool c_comma(struct c_reading *reading);
/* What an atomic operation is done with that says nothing else. */
struct c_manner c_default_manner(struct c_reading *reading);
/* A call, from the parenthesis on: OPERAND_NONE in `value` where it returns nothing.  `label`: the
 * word before a colon in front of the statement, or length 0. */
bool c_call(struct c_reading *reading, struct span name, struct span label, struct operand *value);

/* ---- changes in place (c_compound.c) ---- */

/* What can be assigned: a variable of the thread, or the object that a pointer points to. */
struct c_place {
  bool is_object;
  struct operand pointer, variable;
};
/* The place that an expression named, whose value was just read. */
bool c_take_place(struct c_reading *reading, struct operand value, struct c_place *place);
/* Does ++ or -- come next?  Then it is read. */
bool c_accept_step(struct c_reading *reading, enum arithmetic *arithmetic);
/* ++ or -- of the place whose value this is; it becomes the new value, or stays the old one. */
bool c_step(struct c_reading *reading, enum arithmetic arithmetic, bool wants_now,
            struct operand *value);
/* ++, --, or a compound assignment, as a statement; `found`: one of these came. */
bool c_change(struct c_reading *reading, const struct c_place *place, bool *found);

/* ---- expressions (c_expression.c) ---- */

/* The instructions from `middle` on are in no order with those from `start` on before them. */
void c_leave_unsequenced(struct c_reading *reading, unsigned start, unsigned middle);

bool c_expression(struct c_reading *reading, struct operand *value);
/* An expression without a comma; a pointer to be followed; `*p`, `p` or `&x` as the pointer that a
 * macro is given. */
bool c_lvalue(struct c_reading *reading, struct operand *pointer);
/* The address that name[expression] is, from the bracket on. */
bool c_element(struct c_reading *reading, struct span name, struct operand *pointer);
/* Moves the value into the register. */
void c_assign(struct c_reading *reading, int destination, struct operand value);
/* A type, as far as it matters: is it atomic (is_object: in C11's sense, not the kernel's); does it
 * lie in OpenCL's local memory; the integer that it is, or that it points to; bytes 0 where it is
 * no such type. */
struct c_type {
  bool atomic, is_object, local;
  unsigned stars;
  struct type integer, pointed;
};
/* Reads the words of a type and the stars after it; false, and nothing read, where none comes next.
 */
bool c_type(struct c_reading *reading, struct c_type *type);
/* The value, converted to the integer type. */
struct operand c_convert(struct c_reading *reading, struct type type, struct operand value);

#endif
