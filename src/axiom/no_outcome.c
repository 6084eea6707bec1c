/* Why a program has no outcome at all.
 *
 * An empty set of outcomes is no answer to the condition, so the reason is reported.  The search
 * notes the first threads that wait at barriers for ever, and the first access outside of every
 * location.  Otherwise the paths show the reason: the model forbids every candidate, or none was
 * built, because a loop, a lock or a transaction never ends. */
#include "axiom/no_outcome.h"
#include "axiom/search.h"

#include <inttypes.h>
#include "base/memory.h"
#include "base/text.h"

static unsigned thread_of(const struct program *program, const struct instruction *instruction) {
  unsigned t = 0;
  for (; t + 1 < program->thread_count; t++) {
    const struct thread *thread = &program->threads[t];
    if (instruction >= thread->instructions && instruction < thread->instructions + thread->length)
      break;
  }
  return program->threads[t].id;
}

/* Adds the first access in no location that values or paths met, with its address if known. */
static bool add_astray(struct text *text, const struct execution *x, const struct paths *paths) {
  const struct instruction *access = x->hindrances.astray;
  for (unsigned t = 0; t < x->program->thread_count && !access; t++)
    if (!paths[t].length) access = paths[t].astray;
  if (!access) return false;
  text_add(text, "no run ends: P%u accesses an address in no location (line %u)",
           thread_of(x->program, access), access->line);
  if (x->hindrances.astray) text_add(text, ", the number %" PRId64, x->hindrances.address);
  return true;
}

/* Is it an instruction by which a thread may never end? */
static bool is_endless(const struct instruction *i, unsigned at) {
  bool jumps = i->opcode == OP_GOTO || i->opcode == OP_BRANCH;
  return (jumps && i->target <= at) || i->must_succeed || i->opcode == OP_TX_ABORT;
}

static const char *what_never_ends(const struct instruction *i) {
  if (i->must_succeed) return "never gets the lock";
  return i->opcode == OP_TX_ABORT ? "aborts its transaction for ever" : "never leaves the loop";
}

static void add_endless(struct text *text, const struct program *program, const char *before) {
  unsigned found = 0;
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned k = 0; k < program->threads[t].length; k++) {
      const struct instruction *i = &program->threads[t].instructions[k];
      if (!is_endless(i, k)) continue;
      text_add(text, "%sP%u %s (line %u)", found++ ? ", or " : before, program->threads[t].id,
               what_never_ends(i), i->line);
      break;
    }
  if (!found && !text->length)
    text_add(text, "no run ends: no values that reads may find lead every thread to its end");
}

char *no_outcome_never_ends(const struct program *program) {
  struct text text = { 0 };
  add_endless(&text, program, "no run ends: ");
  return text.bytes;
}

char *no_outcome_reason(const struct execution *x, const struct paths *paths, const char *model) {
  struct text text = { 0 };
  if (x->hindrances.waits) {
    text_add(&text, "no run ends: %s", x->hindrances.waits);
  } else if (!add_astray(&text, x, paths)) {
    if (x->candidates)
      text_add(&text, "%s forbids every candidate execution (%" PRIu64 ")", model, x->candidates);
    add_endless(&text, x->program, x->candidates ? "; in others " : "no run ends: ");
  }
  return text.bytes;
}
