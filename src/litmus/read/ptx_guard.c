/* PTX: instructions under a predicate, @p and @!p (ISA 9.3).
 *
 * A guarded jump is a branch.  Guarded arithmetic computes its result into a hidden register, from
 * which the destination takes it where the predicate holds; so the result depends on the predicate.
 * Other guarded instructions stand behind a branch, whose control ends with them. */
#include "litmus/read/ptx_guard.h"
#include "litmus/read/ptx_parts.h"

#include "litmus/read/names.h"

bool ptx_choose(struct assembling *a, int destination, struct operand predicate, struct operand yes,
                struct operand no) {
  struct operand difference = assembly_hidden_operand(a, "difference"),
                 mask = assembly_hidden_operand(a, "mask");
  /* mask: -1 where the predicate is 1 */
  return assembly_apply_hidden(a, "mask", ARITHMETIC_SUB, operand_constant(0), predicate) &&
         assembly_apply_hidden(a, "difference", ARITHMETIC_XOR, yes, no) &&
         assembly_apply_hidden(a, "difference", ARITHMETIC_AND, difference, mask) &&
         assembly_apply(a, destination, ARITHMETIC_XOR, no, difference);
}

static struct thread *thread_of(const struct assembling *a) {
  return &a->reader->program->threads[a->thread];
}

bool ptx_begin(struct assembling *a) {
  a->first = thread_of(a)->length;
  if (!cursor_accept(a->cursor, "@")) return true;
  a->is_guarded = true;
  a->guard_is_negated = cursor_accept(a->cursor, "!");
  a->guard = assembly_register(a, REGISTER_READ);
  struct cursor ahead = *a->cursor;
  bool jumps = cursor_accept_word(&ahead, "bra");
  if (a->guard < 0 || jumps) return a->guard >= 0;
  a->mnemonic = (struct span){ a->cursor->at, 1 };
  return assembly_more(a, OP_NOP) != NULL; /* for the branch over the instruction */
}

/* ---- behind the instruction ---- */

static bool is_pure(const struct thread *thread, unsigned from) {
  for (unsigned k = from; k < thread->length; k++)
    if (thread->instructions[k].opcode != OP_COMPUTE && thread->instructions[k].opcode != OP_NOP)
      return false;
  return thread->length > from;
}

static void rename_operand(struct operand *operand, int from, int to) {
  if (operand->kind == OPERAND_REGISTER && (int)operand->index == from)
    operand->index = (unsigned)to;
}

/* Lets the instructions compute into `to` in place of `from`, whose old value they may read. */
static void redirect(struct thread *thread, unsigned first, int from, int to) {
  bool written = false;
  for (unsigned k = first; k < thread->length; k++) {
    struct instruction *i = &thread->instructions[k];
    if (written) rename_operand(&i->left, from, to), rename_operand(&i->value, from, to);
    if (i->destination != from) continue;
    i->destination = to;
    written = true;
  }
}

static bool choose_result(struct assembling *a) {
  struct thread *thread = thread_of(a);
  int destination = thread->instructions[thread->length - 1].destination;
  int result = assembly_hidden(a, "guarded", REGISTER_WRITTEN);
  if (result < 0 || destination < 0) return result >= 0;
  redirect(thread, a->first + 1, destination, result);
  struct operand old = operand_register(destination), made = operand_register(result);
  return ptx_choose(a, destination, operand_register(a->guard), a->guard_is_negated ? old : made,
                    a->guard_is_negated ? made : old);
}

static void branch_over(struct assembling *a) {
  struct thread *thread = thread_of(a);
  struct instruction *branch = &thread->instructions[a->first];
  branch->opcode = OP_BRANCH;
  branch->comparison = a->guard_is_negated ? COMPARE_NE : COMPARE_EQ;
  branch->left = operand_register(a->guard);
  branch->value = operand_constant(0);
  branch->target = branch->join = thread->length;
}

bool ptx_end(struct assembling *a) {
  if (!ptx_all_understood(a)) return false;
  struct thread *thread = thread_of(a);
  const struct instruction *last = &thread->instructions[thread->length - 1];
  bool jumps = a->is_guarded && a->first + 1 == thread->length && last->opcode == OP_BRANCH;
  if (!a->is_guarded || jumps) return true;
  if (is_pure(thread, a->first + 1)) return choose_result(a);
  branch_over(a);
  return true;
}
