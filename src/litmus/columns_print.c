/* Printing code in columns, which are made as wide as what stands in them.  A label gets a row of
 * its own. */
#include "base/memory.h"
#include "litmus/dialect.h"

/* The cells of one thread, from the top. */
struct column {
  VECTOR(char *) cells;
  size_t width;
};

void label_print(struct text *out, unsigned target) { text_add(out, "L%u", target); }

static void add_cell(struct column *column, struct text *cell) {
  size_t width = cell->length;
  char *bytes = cell->bytes ? cell->bytes : memory_copy_text("", 0);
  vector_push(column->cells, bytes);
  if (width > column->width) column->width = width;
  *cell = (struct text){ 0 };
}

static bool is_target(const struct thread *thread, unsigned instruction) {
  for (unsigned i = 0; i < thread->length; i++) {
    enum opcode opcode = thread->instructions[i].opcode;
    if ((opcode == OP_BRANCH || opcode == OP_GOTO) && thread->instructions[i].target == instruction)
      return true;
  }
  return false;
}

static struct column column_of(const struct program *program, const struct thread *thread,
                               const struct columns *columns) {
  struct column column = { 0 };
  struct text cell = { 0 };
  columns->print_place(&cell, thread);
  add_cell(&column, &cell);
  for (unsigned i = 0; i <= thread->length; i++) {
    if (is_target(thread, i)) {
      label_print(&cell, i);
      text_add(&cell, ":");
      add_cell(&column, &cell);
    }
    if (i == thread->length) break;
    columns->print_instruction(&cell, program, thread, &thread->instructions[i]);
    add_cell(&column, &cell);
  }
  return column;
}

void columns_print(struct text *out, const struct program *program, const struct columns *columns) {
  struct column all[THREADS_MAX];
  size_t rows = 0;
  for (unsigned t = 0; t < program->thread_count; t++) {
    all[t] = column_of(program, &program->threads[t], columns);
    if (all[t].cells.length > rows) rows = all[t].cells.length;
  }
  for (size_t row = 0; row < rows; row++)
    for (unsigned t = 0; t < program->thread_count; t++) {
      const char *cell = row < all[t].cells.length ? all[t].cells.items[row] : "";
      text_add(out, " %-*s %s", (int)all[t].width, cell,
               t + 1 < program->thread_count ? "|" : ";\n");
    }
  for (unsigned t = 0; t < program->thread_count; t++) {
    for (size_t i = 0; i < all[t].cells.length; i++) memory_free(all[t].cells.items[i]);
    vector_free(all[t].cells);
  }
}
