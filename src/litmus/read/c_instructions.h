/* Inside the readers of C-like dialects (C11, the Linux kernel's C, OpenCL C): the instructions
 * that they are made of. */
#ifndef LITMUS_READ_C_INSTRUCTIONS_H
#define LITMUS_READ_C_INSTRUCTIONS_H

#include "litmus/read/reading.h"

/* Jumps out of loops (c_exits.c), the nearest first. */
enum c_exit_kind { EXIT_CONTINUE, EXIT_BREAK, EXIT_RETURN };

/* One whose target is not known yet, or a branch around such a one, which joins there. */
struct c_exit {
  enum c_exit_kind kind;
  bool joins;
  unsigned instruction, depth; /* in so many loops */
};

/* One thread being read. */
struct c_reading {
  struct reader *reader;
  struct cursor *cursor;
  unsigned thread;
  bool opencl;
  uint64_t parameters;       /* locations that the thread names */
  uint64_t atomics;          /* those that it takes as pointers to atomic objects of C11 */
  uint64_t atomic_pointers;  /* registers that are such pointers */
  unsigned temporaries;      /* registers that the statement has so far */
  unsigned temporaries_made; /* by any statement of the thread */
  unsigned nesting;
  bool in_prefix; /* an operand of * or the like is read, which no assignment is */
  unsigned loops; /* around the statement */
  VECTOR(struct c_exit) exits;
  const struct c_function *row; /* of the function whose call is read */
  struct operand result;        /* of the call; OPERAND_NONE: it returns nothing */
};

/* Orders, scope and tags of an atomic operation or a fence. */
struct c_manner {
  enum order order, fail_order;
  enum scope scope;
  uint64_t tags;
};

static inline struct thread *c_thread(const struct c_reading *c) {
  return &c->reader->program->threads[c->thread];
}

/* After an error, which is recorded, each pointer below is NULL, each bool false, each index -1. */
struct instruction *c_instruction(struct c_reading *c, enum opcode opcode);
int c_temporary(struct c_reading *c); /* a new register of the compiler's */
bool c_is_temporary(const struct c_reading *c, struct operand value);
/* left `arithmetic` right: a constant, or a new register. */
struct operand c_compute(struct c_reading *c, enum arithmetic arithmetic, struct operand left,
                         struct operand right);
/* The value, converted to an integer type. */
struct operand c_convert(struct c_reading *c, struct type type, struct operand value);
/* Moves the value into the register. */
void c_assign(struct c_reading *c, int destination, struct operand value);

/* An instruction with an address, which is no number. */
struct instruction *c_access(struct c_reading *c, enum opcode opcode, struct operand pointer);
/* A plain load or store through a pointer, and one in a manner. */
bool c_load(struct c_reading *c, struct operand pointer, struct operand *value);
bool c_store(struct c_reading *c, struct operand pointer, struct operand value);
bool c_load_as(struct c_reading *c, struct operand pointer, const struct c_manner *manner,
               struct operand *value);
bool c_store_as(struct c_reading *c, struct operand pointer, const struct c_manner *manner,
                struct operand value);
struct instruction *c_rmw(struct c_reading *c, struct operand pointer,
                          const struct c_manner *manner, enum arithmetic arithmetic,
                          struct operand by, struct operand *old);
bool c_fence(struct c_reading *c, const struct c_manner *manner);
/* Is it a pointer to an atomic object of C11?  And: the register is one, or is none. */
bool c_is_atomic(const struct c_reading *c, struct operand pointer);
void c_set_atomic(struct c_reading *c, unsigned reg, bool atomic);

/* Jumps, whose target is filled in later: c_land, at the next instruction.  The two ways of a
 * branch meet at the next instruction after c_join. */
int c_branch_if_zero(struct c_reading *c, struct operand condition);
int c_goto(struct c_reading *c);
void c_jump_to(struct c_reading *c, int jump, unsigned target);
void c_land(struct c_reading *c, int jump);
void c_join(struct c_reading *c, int branch);
void c_meet(struct c_reading *c, int branch); /* both */
/* The instructions from `middle` on are in no order with those from `start` on before them. */
void c_leave_unsequenced(struct c_reading *c, unsigned start, unsigned middle);

#endif
