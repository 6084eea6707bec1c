#include "litmus/read/ptx_pointers.h"

/* The location and offset that a register holds all along; false where code writes it. */
static bool is_pointer(const struct program *program, const struct thread *thread,
                       const struct operand *operand, struct operand *location) {
  int64_t offset;
  if (operand->kind != OPERAND_REGISTER) return false;
  for (unsigned k = 0; k < thread->length; k++)
    if (thread->instructions[k].destination == (int)operand->index) return false;
  int found = location_at(program, thread->registers[operand->index].initial, &offset);
  if (found < 0) return false;
  *location = operand_location(found);
  location->number = offset;
  return true;
}

/* hidden := pointer + offset, which the access behind it goes by */
static void fold_sum(const struct program *program, const struct thread *thread,
                     struct instruction *sum, struct instruction *access) {
  struct operand location;
  bool adds = sum->opcode == OP_COMPUTE && sum->arithmetic == ARITHMETIC_ADD &&
              sum->value.kind == OPERAND_CONSTANT;
  if (!adds || access->address.kind != OPERAND_REGISTER ||
      (int)access->address.index != sum->destination ||
      !is_pointer(program, thread, &sum->left, &location) ||
      location.number + sum->value.number < 0)
    return;
  location.number += sum->value.number;
  access->address = location;
  sum->opcode = OP_NOP;
  sum->destination = NO_REGISTER;
  sum->left = sum->value = operand_none();
}

void ptx_fold_pointers(struct program *program) {
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct thread *thread = &program->threads[t];
    for (unsigned k = 0; k < thread->length; k++) {
      struct instruction *i = &thread->instructions[k];
      struct operand location;
      if (is_pointer(program, thread, &i->address, &location)) i->address = location;
      else if (k) fold_sum(program, thread, i - 1, i);
    }
  }
}
