/* The cells that a test observes, in herd's order: registers by thread and then by name, then
 * locations by name.
 *
 * While a file is read they stand in the order of first mention; afterwards they are sorted once
 * and the terms of the conditions renumbered.  A condition read later (--witness) adds its own at
 * the end, so that outcomes already taken keep their places. */
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "litmus/read/dialect.h"

static uintptr_t key_of(struct observable cell) {
  return cell.is_register ? LOCATIONS_MAX + cell.thread * (uintptr_t)REGISTERS_MAX + cell.index
                          : cell.index + ((uintptr_t)cell.element << 32);
}

unsigned observable_of(struct reader *reader, struct observable cell) {
  struct program *program = reader->program;
  uintptr_t *slot = sparse_at(&reader->observable_index, key_of(cell));
  if (*slot == 0) {
    program->observables = memory_resize(program->observables, program->observable_count + 1,
                                         sizeof *program->observables);
    cell.hidden = reader->in_filter;
    program->observables[program->observable_count++] = cell;
    *slot = program->observable_count;
  }
  if (!reader->in_filter) program->observables[*slot - 1].hidden = false;
  return (unsigned)(*slot - 1);
}

void observables_index(struct reader *reader) {
  for (unsigned i = 0; i < reader->program->observable_count; i++)
    *sparse_at(&reader->observable_index, key_of(reader->program->observables[i])) = i + 1;
}

struct ranked {
  const struct program *program;
  struct observable cell;
  unsigned before;
};

static int compare(const void *left, const void *right) {
  const struct ranked *a = left, *b = right;
  const struct program *program = a->program;
  if (a->cell.is_register != b->cell.is_register) return a->cell.is_register ? -1 : 1;
  if (!a->cell.is_register && a->cell.index == b->cell.index)
    return a->cell.element < b->cell.element ? -1 : 1;
  if (!a->cell.is_register)
    return strcmp(program->locations[a->cell.index].name, program->locations[b->cell.index].name);
  const struct thread *p = &program->threads[a->cell.thread],
                      *q = &program->threads[b->cell.thread];
  if (p != q) return p->id < q->id ? -1 : 1;
  return strcmp(p->registers[a->cell.index].name, q->registers[b->cell.index].name);
}

static void renumber(struct condition *condition, const unsigned *now) {
  if (!condition) return;
  if (condition->kind == CONDITION_COMPARE) {
    if (!condition->left.is_constant) condition->left.observable = now[condition->left.observable];
    if (!condition->right.is_constant)
      condition->right.observable = now[condition->right.observable];
  }
  renumber(condition->first, now);
  renumber(condition->second, now);
}

void observables_sort(struct program *program) {
  unsigned count = program->observable_count;
  if (count == 0) return;
  struct ranked *ranked = memory_new(count, sizeof *ranked);
  unsigned *now = memory_new(count, sizeof *now);
  for (unsigned i = 0; i < count; i++)
    ranked[i] = (struct ranked){ program, program->observables[i], i };
  qsort(ranked, count, sizeof *ranked, compare);
  for (unsigned i = 0; i < count; i++) {
    program->observables[i] = ranked[i].cell;
    now[ranked[i].before] = i;
  }
  renumber(program->condition, now);
  renumber(program->filter, now);
  memory_free(ranked);
  memory_free(now);
}
