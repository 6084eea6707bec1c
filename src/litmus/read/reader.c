/* Reading a litmus test: the parts that all dialects share.
 *
 *   PTX MP+rel+acq                      the dialect's word, the name
 *   "a remark, often a source"          any number of quoted remarks
 *   expect.ptx-6.0=forbidden            any number of key=value lines
 *   { x=0; P1:r0=0; }                   the initial state            (initial.c)
 *    P0@cta 0,gpu 0 | ... ;             the code                     (the dialect)
 *   locations [x; P1:r0;]               cells to observe as well
 *   filter (P1:r0=1)                    only executions that meet it count
 *   exists (P1:r0=1 /\ P1:r1=0)         or ~exists, not exists, forall (condition.c)
 *
 * The form is herd7's (Alglave, Maranget, Tautschnig, "Herding cats", 2014); the parts after the
 * code may come in any order, each once.  Where herd guesses, this reader fails or warns: a
 * register that is read and that nothing writes is an error, one that only the condition names a
 * warning. */
#include "litmus/read/reader.h"
#include "base/source_load.h"

#include <ctype.h>
#include <string.h>
#include "litmus/read/reading.h"
#include "litmus/read/code.h"
#include "litmus/read/names.h"
#include "litmus/read/condition.h"
#include "litmus/read/initial.h"
#include "litmus/read/split_arrays.h"
#include "litmus/condition.h"

/* ---- dialects ---- */

#define DIALECT_ROW(name) &dialect_##name,
static const struct dialect *const dialects[] = { DIALECTS(DIALECT_ROW) NULL };

const struct dialect *dialect_find(const char *name) {
  for (const struct dialect *const *dialect = dialects; *dialect; dialect++)
    if (text_equal((*dialect)->name, name)) return *dialect;
  if (text_equal(name, "GPU_PTX")) return &dialect_gpu_ptx;
  return text_equal(name, "Vulkan") ? &dialect_vulkan : NULL;
}

bool dialect_is_known(const char *name) {
  static const char *const known[] = { "AARCH64", "ARM",  "ASL",  "BPF", "CPP",
                                       "JAVA",    "LLVM", "MIPS", NULL };
  return text_among(name, known) != NULL;
}

const char *litmus_architecture(const char *word) {
  if (text_equal(word, "RISC-V")) return "RISCV";
  const struct dialect *dialect = dialect_find(word);
  if (dialect && text_equal(dialect->name, word)) return word;
  return dialect_is_known(word) ? word : NULL;
}

void dialect_names(struct text *out) {
  for (const struct dialect *const *dialect = dialects; *dialect; dialect++)
    text_add(out, "%s%s", dialect == dialects ? "" : ", ", (*dialect)->name);
}

/* ---- the header ---- */

/* Refuses control characters other than blanks: the file is no text. */
static bool check_text(struct cursor *cursor) {
  for (size_t i = 0; i < cursor->limit; i++) {
    unsigned char c = (unsigned char)cursor->source->text[i];
    if ((c < 0x20 && !isspace(c)) || c == 0x7f)
      return cursor_fail(cursor, (struct span){ i, 1 },
                         "expected a litmus test, found the byte 0x%02x: not a text", c);
  }
  return true;
}

static struct span trimmed(const struct cursor *cursor, size_t from, size_t to) {
  while (from < to && isspace((unsigned char)cursor->source->text[from])) from++;
  while (to > from && isspace((unsigned char)cursor->source->text[to - 1])) to--;
  return (struct span){ from, to - from };
}

/* Moves to the end of the line, or to an earlier one of `stops`. */
static void skip_until(struct cursor *cursor, const char *stops) {
  const char *text = cursor->source->text;
  while (cursor->at < cursor->limit && text[cursor->at] != '\n' && !strchr(stops, text[cursor->at]))
    cursor->at++;
}

static void dialect_given(struct reader *reader) {
  struct program *program = reader->program;
  memory_free(program->dialect); /* "Vulkan" is "VULKAN" */
  program->dialect = memory_copy_text(reader->dialect->name, strlen(reader->dialect->name));
  program->printer = reader->dialect->printer ? reader->dialect->printer : &listing_printer;
  program->halves_in_order = reader->dialect->halves_in_order;
  program->has_no_scopes = reader->dialect->has_no_scopes;
  program->cutting = reader->dialect->cutting;
  reader->cursor.is_ptx = reader->dialect->is_ptx;
}

static bool read_dialect(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  if (cursor->limit >= 3 && memcmp(cursor->source->text, "\xef\xbb\xbf", 3) == 0) cursor->at = 3;
  struct span word;
  struct text names = { 0 };
  dialect_names(&names);
  if (cursor_word(cursor, &word)) {
    reader->program->dialect = span_copy(cursor, word);
    reader->dialect = dialect_find(reader->program->dialect);
    if (!reader->dialect && dialect_is_known(reader->program->dialect))
      cursor_fail(cursor, word, "unsupported: dialect %s is not supported yet (supported: %s)",
                  reader->program->dialect, names.bytes);
    else if (reader->dialect) dialect_given(reader);
    else
      cursor_fail(cursor, word, "expected a dialect (%s), found \"%.*s\"", names.bytes,
                  SPAN(cursor, word));
  } else {
    cursor_fail(cursor, (struct span){ cursor->at, 1 },
                "expected a litmus test, which begins with its dialect (%s)", names.bytes);
  }
  text_free(&names);
  return reader->dialect != NULL;
}

/* Moves to the first comment behind the cursor, where one begins before `end`; else to `end`. */
static void skip_to_comment(struct cursor *cursor, size_t end) {
  const char *text = cursor->source->text;
  for (; cursor->at < end; cursor->at++) {
    bool apart = isspace((unsigned char)text[cursor->at - 1]) && cursor->at + 1 < end;
    if (apart &&
        (memcmp(text + cursor->at, "(*", 2) == 0 || memcmp(text + cursor->at, "//", 2) == 0))
      return;
  }
}

/* The name: the rest of the line, up to a comment, a remark or the initial state. */
static bool read_name(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  size_t start = cursor->at;
  skip_until(cursor, "\"{");
  size_t end = cursor->at;
  cursor->at = start;
  skip_to_comment(cursor, end);
  struct span name = trimmed(cursor, start, cursor->at);
  if (name.length == 0)
    return cursor_fail(cursor, (struct span){ start, 1 }, "expected the test's name");
  reader->program->name = span_copy(cursor, name);
  return true;
}

static bool read_remark(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  struct program *program = reader->program;
  size_t start = ++cursor->at;
  const char *quote = memchr(cursor->source->text + start, '"', cursor->limit - start);
  if (!quote)
    return cursor_fail(cursor, (struct span){ start - 1, 1 }, "this remark has no closing quote");
  cursor->at = (size_t)(quote - cursor->source->text) + 1;
  program->remarks =
      reader_grown(program->remarks, program->remark_count, sizeof *program->remarks);
  program->remarks[program->remark_count++] =
      span_copy(cursor, (struct span){ start, cursor->at - 1 - start });
  return true;
}

/* key=value: the key has no blanks, the value is the rest of the line. */
static bool read_field(struct reader *reader, struct dictionary *keys) {
  struct cursor *cursor = &reader->cursor;
  struct program *program = reader->program;
  size_t start = cursor->at;
  skip_until(cursor, "={");
  struct span key = trimmed(cursor, start, cursor->at);
  bool blank = false;
  for (size_t i = 0; i < key.length; i++)
    blank |= isspace((unsigned char)cursor->source->text[key.start + i]);
  bool assigns = cursor->at < cursor->limit && cursor->source->text[cursor->at] == '=';
  if (key.length && !assigns) return true; /* text, which herd skips, too */
  if (key.length == 0 || blank) {
    cursor->at = start;
    return cursor_expected(cursor, "a quoted remark, key=value, or \"{\" and the initial state");
  }
  uintptr_t *seen = dictionary_at(keys, cursor->source->text + key.start, key.length);
  if ((*seen)++) return cursor_fail(cursor, key, "\"%.*s\" is given twice", SPAN(cursor, key));
  start = ++cursor->at;
  skip_until(cursor, "");
  unsigned column;
  program->fields = reader_grown(program->fields, program->field_count, sizeof *program->fields);
  struct header_field *field = &program->fields[program->field_count++];
  *field = (struct header_field){ span_copy(cursor, key),
                                  span_copy(cursor, trimmed(cursor, start, cursor->at)), 0 };
  reader_position(reader, key.start, &field->line, &column);
  return true;
}

static bool read_header(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  struct dictionary keys = { 0 };
  bool fine = check_text(cursor) && read_dialect(reader) && read_name(reader);
  while (fine && cursor_peek(cursor) != '{') {
    if (cursor_at_end(cursor)) fine = cursor_expected(cursor, "\"{\" and the initial state");
    else fine = cursor_peek(cursor) == '"' ? read_remark(reader) : read_field(reader, &keys);
  }
  dictionary_free(&keys);
  return fine;
}

/* An alias has the initial value of the memory that it shares, in any order of declarations. */
static void share_initial_values(struct program *program) {
  for (unsigned i = 0; i < program->location_count; i++)
    program->locations[i].initial = program->locations[program->locations[i].physical].initial;
}

static bool read_locations(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  if (!cursor_expect(cursor, "[", "\"[\"")) return false;
  while (!cursor_accept(cursor, "]")) {
    if (!observables_read(reader)) return false;
    if (!cursor_accept(cursor, ";") && cursor_peek(cursor) != ']')
      return cursor_expected(cursor, "\";\" or \"]\"");
  }
  return true;
}

static bool read_filter(struct reader *reader, struct span word) {
  if (reader->program->filter)
    return cursor_fail(&reader->cursor, word, "there is a filter already");
  reader->in_filter = true;
  reader->program->filter = condition_read(reader);
  reader->in_filter = false;
  return reader->program->filter != NULL;
}

static bool read_proposition(struct reader *reader, struct span word, enum quantifier quantifier) {
  if (reader->program->condition)
    return cursor_fail(&reader->cursor, word.length ? word : (struct span){ word.start, 1 },
                       "there is a condition already");
  bool observed = span_is(&reader->cursor, word, "observed");
  reader->program->quantifier = quantifier;
  reader->program->condition = observed ? condition_read_observed(reader) : condition_read(reader);
  return reader->program->condition != NULL;
}

/* with tso: ~exists; default: exists;   Answers of models, in the older form; they are skipped. */
static bool read_kinds(struct cursor *cursor) {
  struct span word;
  cursor_word(cursor, &word);
  while (cursor_word(cursor, &word)) {
    if (!cursor_expect(cursor, ":", "\":\"")) return false;
    cursor_accept(cursor, "~");
    if (!cursor_word(cursor, &word)) return cursor_expected(cursor, "exists or ~exists");
    if (!cursor_accept(cursor, ";") && !cursor_at_end(cursor))
      return cursor_expected(cursor, "\";\"");
  }
  return true;
}

/* ~exists or not exists, if one comes next. */
static bool accept_not_exists(struct cursor *cursor) {
  struct cursor ahead = *cursor;
  if ((!cursor_accept(&ahead, "~") && !cursor_accept_word(&ahead, "not")) ||
      !cursor_accept_word(&ahead, "exists"))
    return false;
  cursor->at = ahead.at;
  return true;
}

/* A word that begins a condition (final and observed are herd's older forms); -1: none does. */
static int accept_quantifier(struct cursor *cursor) {
  static const struct cursor_word words[] = { { "exists", QUANTIFIER_EXISTS },
                                              { "final", QUANTIFIER_EXISTS },
                                              { "observed", QUANTIFIER_EXISTS },
                                              { "forall", QUANTIFIER_FORALL },
                                              { NULL, 0 } };
  struct span word = cursor_next_word(cursor);
  if (cursor_peek(cursor) == '(') return QUANTIFIER_EXISTS;
  if (accept_not_exists(cursor)) return QUANTIFIER_NOT_EXISTS;
  int quantifier = cursor_lookup(cursor, word, words);
  if (quantifier >= 0) cursor->at += word.length;
  return quantifier;
}

/* One part behind the code. */
static bool read_part(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  if (cursor_accept(cursor, "<<")) { /* herd's place for notes of other tools */
    cursor->at = cursor->limit;
    return true;
  }
  if (reader->program->condition && cursor_accept(cursor, ";")) return true;
  struct span word = cursor_next_word(cursor);
  if (span_is(cursor, word, "with")) return read_kinds(cursor);
  int quantifier = accept_quantifier(cursor);
  if (quantifier >= 0) return read_proposition(reader, word, (enum quantifier)quantifier);
  if (cursor_accept(cursor, "~")) return cursor_expected(cursor, "exists after \"~\"");
  if (cursor_accept_word(cursor, "filter")) return read_filter(reader, word);
  if (cursor_accept_word(cursor, "locations")) return read_locations(reader);
  return cursor_expected(cursor, "locations, filter, exists, ~exists or forall, or the end");
}

static bool read_all(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  if (!read_header(reader)) return false;
  if (!initial_read(reader)) return false;
  share_initial_values(reader->program);
  if (!reader->dialect->read_code(reader)) return false;
  while (!cursor_at_end(cursor))
    if (!read_part(reader)) return false;
  if (cursor->error->message) return false; /* skipping noticed a comment without an end */
  if (!reader->program->condition) {
    reader->program->condition = condition_new(CONDITION_TRUE, NULL, NULL);
  }
  observables_sort(reader->program);
  if (reader->dialect->is_ptx) split_arrays(reader->program);
  return true;
}

static struct reader *reader_new(const struct source *source, struct diagnostic *error,
                                 struct program *program) {
  struct reader *reader = memory_new(1, sizeof *reader);
  reader->cursor = (struct cursor){ source, error, 0, source->length };
  reader->program = program;
  return reader;
}

/* Hands `own` to the caller, whose diagnostic may hold an older failure, which counts. */
static void reader_free(struct reader *reader, struct diagnostic *own, struct diagnostic *error) {
  vector_free(reader->initial_registers);
  vector_free(reader->jumps);
  dictionary_free(&reader->labels);
  sparse_free(&reader->instruction_start);
  sparse_free(&reader->observable_index);
  memory_free(reader);
  if (error->message) diagnostic_clear(own);
  else error->message = own->message;
}

struct program *litmus_read_text(const char *path, const char *text, size_t length,
                                 struct diagnostic *error) {
  struct source source = { *path ? path : "text", text, length };
  struct diagnostic own = { 0 };
  struct program *program = memory_new(1, sizeof *program);
  struct reader *reader = reader_new(&source, &own, program);
  program->path = memory_copy_text(path, strlen(path));
  program->text = memory_copy_text(text, length);
  if (!read_all(reader)) {
    program_free(program);
    program = NULL;
  }
  reader_free(reader, &own, error);
  return program;
}

struct program *litmus_read_file(const char *path, struct diagnostic *error) {
  size_t length;
  char *text = source_load(path, &length, error);
  if (!text) return NULL;
  struct program *program = litmus_read_text(path, text, length, error);
  memory_free(text);
  return program;
}

struct condition *litmus_read_condition(struct program *program, const char *text,
                                        struct diagnostic *error) {
  struct source source = { "condition", text, strlen(text) };
  struct diagnostic own = { 0 };
  struct reader *reader = reader_new(&source, &own, program);
  reader->dialect = dialect_find(program->dialect);
  reader->cursor.is_ptx = reader->dialect->is_ptx;
  reader->is_asked = true;
  unsigned before = program->observable_count;
  observables_index(reader);
  struct condition *condition = check_text(&reader->cursor) ? condition_read(reader) : NULL;
  if (condition && !cursor_at_end(&reader->cursor))
    cursor_expected(&reader->cursor, "/\\, \\/, => or the end");
  if (own.message) {
    condition_free(condition);
    condition = NULL;
    program->observable_count = before;
  }
  reader_free(reader, &own, error);
  return condition;
}
