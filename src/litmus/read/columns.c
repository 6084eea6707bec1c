/* Code in columns.  This file finds the cells and reads the labels; the dialect reads the rest. */
#include "litmus/read/columns.h"

#include "litmus/read/initial.h"
#include "litmus/read/transactions.h"

/* The end of the cell that begins at the cursor: at its `|` or `;`, or the limit. */
static size_t cell_end(const struct cursor *cursor) {
  struct cursor ahead = *cursor;
  for (;;) {
    cursor_skip(&ahead);
    if (ahead.at >= ahead.limit) return ahead.limit;
    char c = ahead.source->text[ahead.at];
    if (c == '|' || c == ';') return ahead.at;
    ahead.at++;
  }
}

/* Reads one cell with `read`, which must use all of it, and what ends it; *last: that was a `;`. */
static bool read_cell(struct reader *reader, bool (*read)(struct reader *, void *), void *context,
                      bool *last) {
  struct cursor *cursor = &reader->cursor;
  size_t limit = cursor->limit;
  size_t end = cell_end(cursor);
  if (cursor->error->message) return false; /* a comment without an end */
  if (end == limit)
    return read(reader, context) && cursor_expected(cursor, "\"|\" or \";\" after this cell");
  cursor->limit = end;
  bool fine = read(reader, context) &&
              (cursor_at_end(cursor) || cursor_expected(cursor, "the end of the cell"));
  cursor->limit = limit;
  cursor->at = end + 1;
  *last = cursor->source->text[end] == ';';
  return fine;
}

struct column_cell {
  const struct columns *columns;
  unsigned thread;
};

/* "P0" and its place. */
static bool read_thread(struct reader *reader, void *context) {
  const struct column_cell *cell = context;
  struct cursor *cursor = &reader->cursor;
  struct program *program = reader->program;
  cursor_skip(cursor);
  size_t start = cursor->at;
  if (!cursor_accept(cursor, "P")) return cursor_expected(cursor, "a thread (P0, P1, ...)");
  int64_t id;
  if (!cursor_number_within(cursor, 0, INT32_MAX, "the number of a thread", &id)) return false;
  struct span span = { start, cursor->at - start };
  if (program_thread(program, id) >= 0)
    return cursor_fail(cursor, span, "there is a thread P%lld already", (long long)id);
  if (program->thread_count == THREADS_MAX)
    return cursor_fail(cursor, span, "more than %d threads", THREADS_MAX);
  struct thread *thread = &program->threads[program->thread_count++];
  *thread = (struct thread){ .id = (unsigned)id };
  return cell->columns->read_place(reader, thread);
}

static bool read_threads(struct reader *reader, const struct columns *columns) {
  struct column_cell cell = { .columns = columns };
  reader->program->threads = memory_new(THREADS_MAX, sizeof *reader->program->threads);
  for (bool last = false; !last;)
    if (!read_cell(reader, read_thread, &cell, &last)) return false;
  return true;
}

static bool read_code_cell(struct reader *reader, void *context) {
  const struct column_cell *cell = context;
  if (cell->thread >= reader->program->thread_count)
    return cursor_fail(&reader->cursor, (struct span){ reader->cursor.at, 1 },
                       "this row has more cells than threads (%u)", reader->program->thread_count);
  if (!reader_labels(reader, cell->thread)) return false;
  return cursor_at_end(&reader->cursor) || cell->columns->read_instruction(reader, cell->thread);
}

static bool read_row(struct reader *reader, const struct columns *columns) {
  struct column_cell cell = { .columns = columns };
  for (bool last = false; !last; cell.thread++)
    if (!read_cell(reader, read_code_cell, &cell, &last)) return false;
  if (cell.thread == reader->program->thread_count) return true;
  return cursor_fail(&reader->cursor, (struct span){ reader->cursor.at - 1, 1 },
                     "this row has %u cells, expected one for each of the %u threads", cell.thread,
                     reader->program->thread_count);
}

/* The words that end the code; no instruction of any dialect in columns is called so. */
static bool code_ends(struct reader *reader) {
  static const struct cursor_word words[] = { { "exists", 0 },    { "final", 0 },  { "forall", 0 },
                                              { "locations", 0 }, { "filter", 0 }, { "scopes", 0 },
                                              { "regions", 0 },   { NULL, 0 } };
  struct cursor *cursor = &reader->cursor;
  return cursor_at_end(cursor) || cursor_peek(cursor) == '~' ||
         cursor_lookup(cursor, cursor_next_word(cursor), words) >= 0;
}

bool columns_read(struct reader *reader, const struct columns *columns) {
  if (!read_threads(reader, columns) || !initial_registers(reader)) return false;
  while (!code_ends(reader))
    if (!read_row(reader, columns)) return false;
  return reader_resolve_jumps(reader) && reader_check_registers(reader) &&
         reader_check_locations(reader) && transactions_check(reader);
}
