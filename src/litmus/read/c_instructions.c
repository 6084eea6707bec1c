/* The instructions of C-like dialects.
 *
 * The value of an expression is a constant or a register.  When a register that was just made for a
 * value is assigned, the instruction gets the destination instead of the register. */
#include "litmus/read/c_instructions.h"
#include "litmus/read/names.h"
#include "litmus/read/code.h"

#include <stdio.h>
#include <string.h>

static const struct c_manner plain = { .order = ORDER_WEAK, .scope = SCOPE_NONE };

struct instruction *c_instruction(struct c_reading *c, enum opcode opcode) {
  struct instruction *made =
      reader_instruction(c->reader, c->thread, (struct span){ c->cursor->at, 1 });
  if (made) made->opcode = opcode;
  return made;
}

/* "__t1" and so on: C leaves such names to the compiler.  Each statement takes them anew. */
int c_temporary(struct c_reading *c) {
  char name[16];
  if (c->temporaries == c->temporaries_made && c_thread(c)->register_count == REGISTERS_MAX) {
    cursor_fail(c->cursor, (struct span){ c->cursor->at, 1 },
                "this needs more than the %d registers of a thread: write smaller statements",
                REGISTERS_MAX);
    return -1;
  }
  if (++c->temporaries > c->temporaries_made) c->temporaries_made = c->temporaries;
  snprintf(name, sizeof name, "__t%u", c->temporaries);
  int index = reader_own_register(c->reader, c->thread, name, REGISTER_DECLARED);
  if (index >= 0) c_set_atomic(c, (unsigned)index, false);
  return index;
}

struct operand c_compute(struct c_reading *c, enum arithmetic arithmetic, struct operand left,
                         struct operand right) {
  if (left.kind == OPERAND_CONSTANT && right.kind == OPERAND_CONSTANT)
    return operand_constant(arithmetic_apply(arithmetic, left.number, right.number, 0));
  int destination = c_temporary(c);
  struct instruction *made = destination < 0 ? NULL : c_instruction(c, OP_COMPUTE);
  if (!made) return operand_constant(0);
  made->arithmetic = arithmetic;
  made->left = left;
  made->value = right;
  made->destination = destination;
  bool steps =
      arithmetic == ARITHMETIC_ADD || arithmetic == ARITHMETIC_SUB || arithmetic == ARITHMETIC_MOVE;
  c_set_atomic(c, (unsigned)destination, steps && (c_is_atomic(c, left) || c_is_atomic(c, right)));
  return operand_register(destination);
}

struct operand c_convert(struct c_reading *c, struct type type, struct operand value) {
  if (!type.bytes || type.bytes == 8 || value.kind == OPERAND_LOCATION) return value;
  if (value.kind == OPERAND_CONSTANT) return operand_constant(type_shows(type, value.number));
  enum arithmetic arithmetic = type.has_sign ? ARITHMETIC_SIGN_EXTEND : ARITHMETIC_ZERO_EXTEND;
  return c_compute(c, arithmetic, operand_constant(type.bytes), value);
}

bool c_is_temporary(const struct c_reading *c, struct operand value) {
  return value.kind == OPERAND_REGISTER &&
         text_starts(c_thread(c)->registers[value.index].name, "__t");
}

void c_assign(struct c_reading *c, int destination, struct operand value) {
  struct thread *thread = c_thread(c);
  struct instruction *last = thread->length ? &thread->instructions[thread->length - 1] : NULL;
  bool fresh = last && c_is_temporary(c, value) && last->destination == (int)value.index;
  if (fresh && (last->opcode == OP_COMPUTE || last->opcode == OP_LOAD || last->opcode == OP_RMW)) {
    last->destination = destination;
    return;
  }
  struct instruction *move = c_instruction(c, OP_COMPUTE);
  if (!move) return;
  move->arithmetic = ARITHMETIC_MOVE;
  move->value = value;
  move->destination = destination;
}

struct instruction *c_access(struct c_reading *c, enum opcode opcode, struct operand pointer) {
  if (pointer.kind == OPERAND_CONSTANT) {
    cursor_fail(c->cursor, (struct span){ c->cursor->at, 1 }, "expected a pointer, found a number");
    return NULL;
  }
  struct instruction *made = c_instruction(c, opcode);
  if (made) made->address = pointer;
  return made;
}

static void set_manner(struct instruction *made, const struct c_manner *manner) {
  made->order = manner->order;
  made->scope = manner->scope;
  made->tags = manner->tags;
}

bool c_load_as(struct c_reading *c, struct operand pointer, const struct c_manner *manner,
               struct operand *value) {
  int destination = c_temporary(c);
  struct instruction *made = destination < 0 ? NULL : c_access(c, OP_LOAD, pointer);
  if (!made) return false;
  set_manner(made, manner);
  made->destination = destination;
  *value = operand_register(destination);
  return true;
}

bool c_store_as(struct c_reading *c, struct operand pointer, const struct c_manner *manner,
                struct operand value) {
  struct instruction *made = c_access(c, OP_STORE, pointer);
  if (!made) return false;
  set_manner(made, manner);
  made->value = value;
  return true;
}

bool c_load(struct c_reading *c, struct operand pointer, struct operand *value) {
  return c_load_as(c, pointer, &plain, value);
}

bool c_store(struct c_reading *c, struct operand pointer, struct operand value) {
  return c_store_as(c, pointer, &plain, value);
}

bool c_is_atomic(const struct c_reading *c, struct operand pointer) {
  uint64_t among = pointer.kind == OPERAND_LOCATION   ? c->atomics
                   : pointer.kind == OPERAND_REGISTER ? c->atomic_pointers
                                                      : 0;
  return pointer.kind != OPERAND_CONSTANT && among >> pointer.index & 1;
}

void c_set_atomic(struct c_reading *c, unsigned reg, bool atomic) {
  c->atomic_pointers &= ~((uint64_t)1 << reg);
  c->atomic_pointers |= (uint64_t)atomic << reg;
}

struct instruction *c_rmw(struct c_reading *c, struct operand pointer,
                          const struct c_manner *manner, enum arithmetic arithmetic,
                          struct operand by, struct operand *old) {
  int destination = c_temporary(c);
  struct instruction *made = destination < 0 ? NULL : c_access(c, OP_RMW, pointer);
  if (!made) return NULL;
  set_manner(made, manner);
  made->fail_order = manner->fail_order;
  made->write_tags = manner->tags;
  made->arithmetic = arithmetic;
  made->value = by;
  made->destination = destination;
  *old = operand_register(destination);
  return made;
}

bool c_fence(struct c_reading *c, const struct c_manner *manner) {
  struct instruction *made = c_instruction(c, OP_FENCE);
  if (made) set_manner(made, manner);
  return made != NULL;
}

int c_branch_if_zero(struct c_reading *c, struct operand condition) {
  struct instruction *made = c_instruction(c, OP_BRANCH);
  if (!made) return -1;
  made->comparison = COMPARE_EQ;
  made->left = condition;
  made->value = operand_constant(0);
  return (int)c_thread(c)->length - 1;
}

int c_goto(struct c_reading *c) {
  return c_instruction(c, OP_GOTO) ? (int)c_thread(c)->length - 1 : -1;
}

void c_jump_to(struct c_reading *c, int jump, unsigned target) {
  c_thread(c)->instructions[jump].target = target;
}

void c_land(struct c_reading *c, int jump) { c_jump_to(c, jump, c_thread(c)->length); }

void c_join(struct c_reading *c, int branch) {
  c_thread(c)->instructions[branch].join = c_thread(c)->length;
}

void c_meet(struct c_reading *c, int branch) {
  c_land(c, branch);
  c_join(c, branch);
}

void c_leave_unsequenced(struct c_reading *c, unsigned start, unsigned middle) {
  const struct thread *thread = c_thread(c);
  for (unsigned i = middle; i < thread->length && middle > start; i++) {
    struct instruction *right = &thread->instructions[i];
    if (!right->unsequenced_from) right->unsequenced_until = middle + 1;
    right->unsequenced_from = start + 1;
  }
}
