#include "litmus/read/scope_tree.h"

#include "litmus/program.h"

enum { LEVELS_DEEP = 16 };

/* The number of the next instance, by level, and the place of the threads that are named now. */
struct scope_tree {
  unsigned gpu, family, cluster, cta, subgroup;
  struct place now;
};

/* A kernel on a device that is named is no level of its own. */
static void enter(struct scope_tree *tree, const struct cursor *cursor, struct span level) {
  static const char *const names[][6] = { { "gpu", "dev", "device", "agent", "gl", "kernel" },
                                          { "qf" },
                                          { "cluster" },
                                          { "cta", "wg", "work_group", "workgroup", "block" },
                                          { "warp", "wave", "sg", "sub_group", "wavefront" } };
  unsigned *const counters[] = { &tree->gpu, &tree->family, &tree->cluster, &tree->cta,
                                 &tree->subgroup };
  unsigned *const places[] = { &tree->now.gpu, &tree->now.family, &tree->now.cluster,
                               &tree->now.cta, &tree->now.subgroup };
  if (tree->gpu && span_is(cursor, level, "kernel")) return;
  for (unsigned k = 0; k < 5; k++)
    for (unsigned n = 0; n < 6 && names[k][n]; n++)
      if (span_is(cursor, level, names[k][n])) *places[k] = (*counters[k])++;
}

static bool place_thread(struct reader *reader, const struct scope_tree *tree) {
  struct cursor *cursor = &reader->cursor;
  int64_t id;
  size_t start = cursor->at;
  cursor_accept(cursor, "P");
  if (!cursor_number_within(cursor, 0, INT32_MAX, "the number of a thread", &id)) return false;
  int thread = program_thread(reader->program, id);
  if (thread < 0)
    return cursor_fail(cursor, (struct span){ start, cursor->at - start },
                       "there is no thread P%lld", (long long)id);
  reader->program->threads[thread].place = tree->now;
  return true;
}

/* (level tree...) or (level P0 P1); the instances of a level are numbered through. */
static bool read_tree(struct reader *reader, struct scope_tree *tree, unsigned depth) {
  struct cursor *cursor = &reader->cursor;
  struct span level;
  struct place outer = tree->now;
  if (depth > LEVELS_DEEP) return cursor_expected(cursor, "fewer levels");
  if (!cursor_word(cursor, &level)) return cursor_expected(cursor, "a scope");
  enter(tree, cursor, level);
  while (!cursor_accept(cursor, ")")) {
    if (cursor_at_end(cursor)) return cursor_expected(cursor, "\")\"");
    bool good = cursor_accept(cursor, "(") ? read_tree(reader, tree, depth + 1)
                                           : place_thread(reader, tree);
    if (!good) return false;
  }
  tree->now = outer;
  return true;
}

bool scope_tree_read(struct reader *reader) {
  struct scope_tree tree = { 0 };
  do
    if (!cursor_expect(&reader->cursor, "(", "\"(\" and a scope") || !read_tree(reader, &tree, 0))
      return false;
  while (cursor_peek(&reader->cursor) == '(');
  return true;
}
