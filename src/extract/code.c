/* Lines of a thread of the test, and how they are tidied up. */
#include "extract/code.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct code_line *code_add(struct code *code, enum code_kind kind) {
  struct code_line line = { .kind = kind };
  vector_push(code->lines, line);
  return &code->lines.items[code->lines.length - 1];
}

void code_text(struct code_line *line, const char *format, ...) {
  va_list arguments;
  char *text;
  va_start(arguments, format);
  int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0) memory_exhausted(1, 1);
  struct piece piece = { .kind = PIECE_TEXT, .text = memory_copy_text(text, (size_t)length) };
  free(text);
  vector_push(line->pieces, piece);
}

void code_register(struct code_line *line, enum piece_kind kind, unsigned index) {
  struct piece piece = { .kind = kind, .index = index };
  vector_push(line->pieces, piece);
}

void code_address(struct code_line *line, unsigned object, int64_t offset) {
  struct piece piece = { .kind = PIECE_ADDRESS, .index = object, .offset = offset };
  vector_push(line->pieces, piece);
}

static bool has_piece(const struct code_line *line, enum piece_kind kind, unsigned index) {
  for (size_t i = 0; i < line->pieces.length; i++)
    if (line->pieces.items[i].kind == kind && line->pieces.items[i].index == index) return true;
  return false;
}

bool code_reads(const struct code *code, unsigned index) {
  for (size_t i = 0; i < code->lines.length; i++)
    if (has_piece(&code->lines.items[i], PIECE_READ, index)) return true;
  return false;
}

/* ---- tidying up ---- */

static void clear_line(struct code_line *line) {
  for (size_t i = 0; i < line->pieces.length; i++) memory_free(line->pieces.items[i].text);
  vector_free(line->pieces);
}

static void remove_line(struct code *code, size_t at) {
  clear_line(&code->lines.items[at]);
  code->lines.length--;
  for (size_t i = at; i < code->lines.length; i++) code->lines.items[i] = code->lines.items[i + 1];
}

/* Does another line read the register?  A computation may read what it writes. */
static bool others_read(const struct code *code, size_t at, unsigned index) {
  for (size_t i = 0; i < code->lines.length; i++)
    if (i != at && has_piece(&code->lines.items[i], PIECE_READ, index)) return true;
  return false;
}

static bool is_dead(const struct code *code, size_t at) {
  const struct code_line *line = &code->lines.items[at];
  if (!line->computes) return false;
  for (size_t i = 0; i < line->pieces.length; i++)
    if (line->pieces.items[i].kind == PIECE_WRITE &&
        others_read(code, at, line->pieces.items[i].index))
      return false;
  return true;
}

static bool remove_dead(struct code *code) {
  bool removed = false;
  for (size_t i = code->lines.length; i-- > 0;) {
    if (!is_dead(code, i)) continue;
    remove_line(code, i);
    removed = true;
  }
  return removed;
}

static bool names_block(const struct code_line *line) {
  return line->kind == CODE_JUMP || line->kind == CODE_BRANCH;
}

static size_t label_of(const struct code *code, unsigned block) {
  for (size_t i = 0; i < code->lines.length; i++)
    if (code->lines.items[i].kind == CODE_LABEL && code->lines.items[i].block == block) return i;
  return code->lines.length;
}

/* Where a jump to the block really goes, over labels and jumps; the block itself in a ring. */
static unsigned destination(const struct code *code, unsigned block) {
  unsigned at = block;
  for (size_t steps = 0; steps <= code->lines.length; steps++) {
    size_t i = label_of(code, at);
    while (i < code->lines.length && code->lines.items[i].kind == CODE_LABEL) i++;
    if (at == END_BLOCK || i == code->lines.length) return END_BLOCK;
    if (code->lines.items[i].kind != CODE_JUMP) return code->lines.items[i - 1].block;
    at = code->lines.items[i].block;
  }
  return block;
}

static void thread_jumps(struct code *code) {
  for (size_t i = 0; i < code->lines.length; i++)
    if (names_block(&code->lines.items[i]))
      code->lines.items[i].block = destination(code, code->lines.items[i].block);
}

static bool is_named(const struct code *code, unsigned block) {
  for (size_t i = 0; i < code->lines.length; i++)
    if (names_block(&code->lines.items[i]) && code->lines.items[i].block == block) return true;
  return false;
}

/* The label of a jump's block comes next. */
static bool goes_on(const struct code *code, size_t at) {
  unsigned block = code->lines.items[at].block;
  size_t next = at + 1;
  while (next < code->lines.length && code->lines.items[next].kind == CODE_LABEL)
    if (code->lines.items[next++].block == block) return true;
  return block == END_BLOCK && next == code->lines.length;
}

static bool remove_idle(struct code *code) {
  bool removed = false;
  for (size_t i = code->lines.length; i-- > 0;) {
    const struct code_line *line = &code->lines.items[i];
    bool idle = line->kind == CODE_LABEL ? !is_named(code, line->block)
                                         : names_block(line) && goes_on(code, i);
    bool unreached = line->kind == CODE_JUMP && i > 0 && code->lines.items[i - 1].kind == CODE_JUMP;
    if (!idle && !unreached) continue;
    remove_line(code, i);
    removed = true;
  }
  return removed;
}

/* The register that the line writes, if it is one without a guard; else NULL. */
static struct piece *only_write(struct code_line *line) {
  struct piece *written = NULL;
  if (line->kind != CODE_PLAIN || !line->pieces.length || line->is_guarded) return NULL;
  for (size_t i = 0; i < line->pieces.length; i++) {
    if (line->pieces.items[i].kind != PIECE_WRITE) continue;
    if (written) return NULL;
    written = &line->pieces.items[i];
  }
  return written;
}

static const struct piece *only_read(const struct code_line *line) {
  for (size_t i = 0; i < line->pieces.length; i++)
    if (line->pieces.items[i].kind == PIECE_READ) return &line->pieces.items[i];
  return NULL;
}

/* Where a line's result is only copied, by the next line, it goes to the copy at once. */
static bool merge_copies(struct code *code) {
  for (size_t i = 1; i < code->lines.length; i++) {
    struct code_line *line = &code->lines.items[i];
    struct piece *from = only_write(line - 1), *to = only_write(line);
    const struct piece *copied = line->copies ? only_read(line) : NULL;
    if (!from || !to || !copied || copied->index != from->index ||
        others_read(code, i, from->index))
      continue;
    from->index = to->index;
    remove_line(code, i);
    return true;
  }
  return false;
}

void code_tidy(struct code *code) {
  do thread_jumps(code);
  while (remove_dead(code) || remove_idle(code) || merge_copies(code));
}

unsigned code_instructions(const struct code *code) {
  unsigned count = 0;
  for (size_t i = 0; i < code->lines.length; i++) count += code->lines.items[i].kind != CODE_LABEL;
  return count;
}

void code_clear(struct code *code) {
  for (size_t i = 0; i < code->lines.length; i++) clear_line(&code->lines.items[i]);
  vector_free(code->lines);
}
