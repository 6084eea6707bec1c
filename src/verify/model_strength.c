/* A memory model is stronger than another if it allows less on the given tests; so the order is
 * no finer than the suite. A race allows everything. A model that says nothing of any test
 * counts as not satisfied.  A model whose judgement or search was not complete does, too.  Neither
 * is refuted. */
#include "verify/model_strength.h"

#include <string.h>
#include "base/memory.h"

/* The verdict under the memory model in the cell; NULL: it was not asked. */
static const struct model_verdict *held_to(const struct matrix_cell *cell, unsigned model) {
  if (cell->fault || cell->inapplicable) return NULL;
  for (unsigned h = 0; h < cell->held_count; h++)
    if (cell->held[h].model == model)
      return cell->held[h].verdict == VERDICT_INAPPLICABLE ? NULL : &cell->held[h];
  return NULL;
}

bool model_strength_satisfied(const struct matrix *matrix, unsigned setting, unsigned model) {
  bool asked = false;
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct model_verdict *held = held_to(matrix_cell(matrix, t, setting), model);
    if (!held) continue;
    if (held->verdict != VERDICT_HOLDS && held->verdict != VERDICT_UNDEFINED) return false;
    asked = true;
  }
  return asked;
}

static bool allows_within(const struct test *test, const struct judged *a, const struct judged *b) {
  if (!a->good || !b->good || b->judgement.undefined) return true;
  if (a->judgement.undefined) return false;
  int64_t *missing = memory_new(test->program->observable_count, sizeof *missing);
  bool within = outcome_set_within(a->judgement.allowed, b->judgement.allowed, missing);
  memory_free(missing);
  return within;
}

/* On every test: does `b` allow everything that `a` allows? */
static bool implied(const struct matrix *matrix, unsigned a, unsigned b) {
  for (unsigned t = 0; t < matrix->suite->count; t++)
    if (matrix->suite->tests[t].program &&
        !allows_within(&matrix->suite->tests[t], matrix_judged(matrix, t, a),
                       matrix_judged(matrix, t, b)))
      return false;
  return true;
}

static bool is_stronger(const struct matrix *matrix, unsigned a, unsigned b) {
  return a != b && implied(matrix, a, b) && !implied(matrix, b, a);
}

bool model_strength_is_strongest(const struct matrix *matrix, unsigned setting, unsigned model) {
  if (!model_strength_satisfied(matrix, setting, model)) return false;
  for (unsigned other = 0; other < matrix->model_count; other++)
    if (model_strength_satisfied(matrix, setting, other) && is_stronger(matrix, other, model))
      return false;
  return true;
}

/* --- what is refuted --- */

struct size {
  unsigned accesses, threads, instructions;
};

static struct size size_of(const struct program *program) {
  struct size size = { .threads = program->thread_count };
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct thread *thread = &program->threads[t];
    size.instructions += thread->length;
    for (unsigned i = 0; i < thread->length; i++) {
      enum opcode opcode = thread->instructions[i].opcode;
      size.accesses += opcode == OP_LOAD || opcode == OP_STORE || opcode == OP_RMW;
    }
  }
  return size;
}

/* Orders tests by accesses in the text (a loop's count once), threads, instructions, name. */
static bool is_smaller(const struct program *a, const struct program *b) {
  struct size of_a = size_of(a), of_b = size_of(b);
  if (of_a.accesses != of_b.accesses) return of_a.accesses < of_b.accesses;
  if (of_a.threads != of_b.threads) return of_a.threads < of_b.threads;
  if (of_a.instructions != of_b.instructions) return of_a.instructions < of_b.instructions;
  return strcmp(a->name, b->name) < 0;
}

/* A step beyond a fixed limit says nothing of the design, nor do its successors. */
static bool refutes(const struct matrix_cell *cell, unsigned model) {
  const struct model_verdict *held = held_to(cell, model);
  return held && held->verdict == VERDICT_VIOLATION && !(cell->broken & CLAIM(PROPERTY_OVERFLOW));
}

const struct test *model_strength_refuted_by(const struct matrix *matrix, unsigned setting,
                                             unsigned model) {
  const struct test *smallest = NULL;
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct matrix_cell *cell = matrix_cell(matrix, t, setting);
    if (refutes(cell, model) && (!smallest || is_smaller(cell->test->program, smallest->program)))
      smallest = cell->test;
  }
  return smallest;
}

bool model_strength_is_weakest_refuted(const struct matrix *matrix, unsigned setting,
                                       unsigned model) {
  if (!model_strength_refuted_by(matrix, setting, model)) return false;
  for (unsigned other = 0; other < matrix->model_count; other++)
    if (model_strength_refuted_by(matrix, setting, other) && is_stronger(matrix, model, other))
      return false;
  return true;
}
