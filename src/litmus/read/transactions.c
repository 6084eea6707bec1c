/* The markers of transactions.
 *
 * A transaction is a stretch of a thread's text from a txbegin to the next txcommit.  None is
 * inside another or left open, and no jump crosses a border.  So every run opens and closes its
 * transactions in turn, on which both sides of turnsole rely.  txabort and txcancel stand inside
 * one; barriers, fences, acquires and releases do not. A transaction is whole, so they would have
 * nothing to order.
 *
 * An attempt leaves nothing behind, in memory or in registers, when the system gives it up or it
 * comes to a txabort.  Then it begins anew.  After a txcancel the thread goes on behind the
 * txcommit.
 *
 * A condition may ask how many transactions of a thread have committed (P0:commits) or were
 * cancelled (P0:cancels). */
#include "litmus/read/reading.h"
#include "litmus/read/transactions.h"
#include "litmus/read/names.h"

static bool fail_at(struct reader *reader, unsigned thread, unsigned instruction,
                    const char *message) {
  uintptr_t *start =
      sparse_find(&reader->instruction_start, thread * (uintptr_t)INSTRUCTIONS_MAX + instruction);
  return cursor_fail(&reader->cursor, (struct span){ start ? *start : 0, 1 }, "%s", message);
}

/* inside[i]: the transaction that is open just before instruction i, as the index of its first
 * instruction behind the txbegin, or 0. */
static bool check_thread(struct reader *reader, unsigned t, unsigned *inside) {
  const struct thread *thread = &reader->program->threads[t];
  unsigned open = 0;
  for (unsigned i = 0; i < thread->length; i++) {
    enum opcode opcode = thread->instructions[i].opcode;
    inside[i] = open;
    if (open && (opcode == OP_FENCE || thread->instructions[i].order > ORDER_RELAXED))
      return fail_at(reader, t, i, "unsupported: an order in a transaction");
    if (open && opcode == OP_BARRIER)
      return fail_at(reader, t, i, "unsupported: a barrier in a transaction");
    if (opcode == OP_TX_BEGIN) {
      if (open) return fail_at(reader, t, i, "unsupported: a transaction inside another");
      open = i + 1;
    } else if (opcode == OP_TX_COMMIT || opcode == OP_TX_ABORT || opcode == OP_TX_CANCEL) {
      if (!open) return fail_at(reader, t, i, "no transaction is open here");
      if (opcode != OP_TX_COMMIT) continue;
      for (unsigned j = open; j < i; j++)
        if (thread->instructions[j].opcode == OP_TX_CANCEL) thread->instructions[j].target = i + 1;
      open = 0;
    }
  }
  inside[thread->length] = open;
  return !open || fail_at(reader, t, open - 1, "this transaction has no txcommit");
}

bool transactions_check(struct reader *reader) {
  unsigned inside[INSTRUCTIONS_MAX + 1];
  for (unsigned t = 0; t < reader->program->thread_count; t++) {
    if (!check_thread(reader, t, inside)) return false;
    for (size_t i = 0; i < reader->jumps.length; i++) {
      const struct jump *jump = &reader->jumps.items[i];
      if (jump->thread != t) continue;
      unsigned target = reader->program->threads[t].instructions[jump->instruction].target;
      if (inside[jump->instruction] != inside[target])
        return cursor_fail(&reader->cursor, jump->label,
                           "this jump crosses the border of a transaction");
    }
  }
  return true;
}

static bool count_in(struct reader *reader, unsigned thread, struct instruction *marker,
                     struct span name) {
  const struct thread *owner = &reader->program->threads[thread];
  int index = reader_register(reader, thread, name, REGISTER_WRITTEN);
  if (index < 0) return false;
  for (unsigned i = 0; i < owner->length; i++)
    if (owner->instructions[i].destination == index && owner->instructions[i].opcode < OP_TX_BEGIN)
      return cursor_fail(&reader->cursor, name,
                         "transactions are counted in \"%.*s\", which the code writes",
                         SPAN(&reader->cursor, name));
  marker->arithmetic = ARITHMETIC_ADD;
  marker->destination = index;
  marker->left = operand_register(index);
  marker->value = operand_constant(1);
  return true;
}

bool transactions_count(struct reader *reader, unsigned thread, struct span name) {
  const struct thread *owner = &reader->program->threads[thread];
  bool commits = span_is(&reader->cursor, name, "commits"),
       counts = commits || span_is(&reader->cursor, name, "cancels");
  for (unsigned i = 0; counts && i < owner->length; i++) {
    struct instruction *marker = &owner->instructions[i];
    if (marker->opcode == (commits ? OP_TX_COMMIT : OP_TX_CANCEL) &&
        !count_in(reader, thread, marker, name))
      return false;
  }
  /* Where there are transactions, a thread that has none has committed none. */
  return !counts || !program_has_transactions(reader->program) ||
         reader_register(reader, thread, name, REGISTER_DECLARED) >= 0;
}
