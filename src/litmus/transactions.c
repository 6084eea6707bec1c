/* Are the markers of transactions well placed?
 *
 * A transaction is a stretch of a thread's text, from a txbegin to the next txcommit: none inside another, none left
 * open, no jump into or out of one.  Then every run of the thread opens and closes its transactions in turn, which
 * both sides of turnsole rely on.  txabort stands inside one.
 *
 * What a transaction means: it is tried until it commits.  An attempt that the system gives up, or that comes to a txabort,
 * leaves nothing behind, neither in memory nor in registers; so what is seen of a run are its committed transactions, each once,
 * and a register that a transaction sets tells that it has committed. */
#include "litmus/dialect.h"

static bool fail_at(struct reader *reader, unsigned thread, unsigned instruction, const char *message) {
  uintptr_t *start = sparse_find(&reader->instruction_start, thread * (uintptr_t)INSTRUCTIONS_MAX + instruction);
  return cursor_fail(&reader->cursor, (struct span){start ? *start : 0, 1}, "%s", message);
}

/* Which instructions stand inside a transaction: inside[i] is the state just before instruction i. */
static bool check_thread(struct reader *reader, unsigned t, bool *inside) {
  const struct thread *thread = &reader->program->threads[t];
  unsigned begin = 0;
  bool open = false;
  for (unsigned i = 0; i < thread->length; i++) {
    enum opcode opcode = thread->instructions[i].opcode;
    inside[i] = open;
    if (opcode == OP_TX_BEGIN) {
      if (open) return fail_at(reader, t, i, "unsupported: a transaction inside another");
      open = true;
      begin = i;
    } else if (opcode == OP_TX_COMMIT || opcode == OP_TX_ABORT) {
      if (!open) return fail_at(reader, t, i, "no transaction is open here");
      open = opcode == OP_TX_ABORT;
    }
  }
  inside[thread->length] = open;
  return !open || fail_at(reader, t, begin, "this transaction has no txcommit");
}

bool transactions_check(struct reader *reader) {
  bool inside[INSTRUCTIONS_MAX + 1];
  for (unsigned t = 0; t < reader->program->thread_count; t++) {
    if (!check_thread(reader, t, inside)) return false;
    for (size_t i = 0; i < reader->jumps.length; i++) {
      const struct jump *jump = &reader->jumps.items[i];
      if (jump->thread != t) continue;
      unsigned target = reader->program->threads[t].instructions[jump->instruction].target;
      if (inside[jump->instruction] != inside[target])
        return cursor_fail(&reader->cursor, jump->label, "this jump crosses the border of a transaction");
    }
  }
  return true;
}
