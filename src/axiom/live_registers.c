/* Live registers: the textbook backward data-flow analysis, repeated until nothing changes. */
#include "axiom/live_registers.h"

static uint64_t bit_of(const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? (uint64_t)1 << operand->index : 0;
}

static uint64_t reads_of(const struct instruction *i) {
  return bit_of(&i->address) | bit_of(&i->left) | bit_of(&i->value) | bit_of(&i->barrier_id) |
         bit_of(&i->barrier_quorum);
}

static uint64_t live_before(const struct thread *thread, unsigned at, const uint64_t *live) {
  const struct instruction *i = &thread->instructions[at];
  uint64_t after = i->opcode == OP_GOTO ? live[i->target] : live[at + 1];
  if (i->opcode == OP_BRANCH) after |= live[i->target];
  if (i->destination != NO_REGISTER) after &= ~((uint64_t)1 << i->destination);
  return after | reads_of(i);
}

void live_registers_find(const struct program *program, unsigned index, uint64_t *live) {
  const struct thread *thread = &program->threads[index];
  for (unsigned i = 0; i <= thread->length; i++) live[i] = 0;
  for (unsigned i = 0; i < program->observable_count; i++) {
    const struct observable *observable = &program->observables[i];
    if (observable->is_register && observable->thread == index)
      live[thread->length] |= (uint64_t)1 << observable->index;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = thread->length; i-- > 0;) {
      uint64_t before = live_before(thread, i, live);
      changed |= before != live[i];
      live[i] = before;
    }
  }
}
