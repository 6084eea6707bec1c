/* Shared by the tests of the litmus layer. */
#include "litmus/printer.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

struct program *must_read(const char *text) {
  struct diagnostic error = { 0 };
  struct program *program = litmus_read_text("test", text, strlen(text), &error);
  if (!program) fail_msg("%s\n%s", error.message, text);
  assert_null(error.message);
  return program;
}

static char *code_text(const char *rows, const char *condition) {
  return memory_format("PTX code\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n%s\n%s\n",
                       rows, condition);
}

struct program *must_read_code(const char *rows, const char *condition) {
  char *text = code_text(rows, condition);
  struct program *program = must_read(text);
  memory_free(text);
  return program;
}

void must_refuse_bytes(const char *text, size_t length, const char *part) {
  struct diagnostic error = { 0 };
  struct program *program = litmus_read_text("test", text, length, &error);
  if (program) fail_msg("read without a complaint (%s): %.200s", part, text);
  assert_non_null(error.message);
  if (!strstr(error.message, part)) fail_msg("expected \"%s\" in:\n%s", part, error.message);
  assert_int_equal(strncmp(error.message, "test:", 5), 0);
  assert_non_null(strstr(error.message, "^"));
  diagnostic_clear(&error);
}

void must_refuse(const char *text, const char *part) {
  must_refuse_bytes(text, strlen(text), part);
}

void must_refuse_code(const char *rows, const char *part) {
  char *text = code_text(rows, "exists (true)");
  must_refuse(text, part);
  memory_free(text);
}

void must_refuse_condition(const char *condition, const char *part) {
  char *text = code_text(" ld.weak r0, x | ld.weak r0, y ;\n | ld.weak r1, x ;", condition);
  must_refuse(text, part);
  memory_free(text);
}

char *printed(const struct program *program) {
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  litmus_print(out, program);
  fclose(out);
  return text;
}

void must_round_trip(const struct program *program) {
  char *text = printed(program);
  struct program *again = must_read(text);
  if (!program_equal(program, again)) fail_msg("reads back as another program:\n%s", text);
  program_free(again);
  free(text);
}

void nothing_is_left(void **state) {
  (void)state;
  assert_int_equal(memory_blocks(), 0);
}
