/* Saved runs: a written run is read back and replays; anything that does not fit is refused with
 * a message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/printer.h"
#include "litmus/read/reader.h"
#include "run/trace_file.h"
#include "run/effort.h"
#include "run/counterexample.h"
#include "run/placements.h"
#include "run/subject.h"

static const char sb[] = "PTX SB\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                         " st.weak x, 1 | st.weak y, 1 ;\n ld.weak r0, y | ld.weak r0, x ;\nexists "
                         "(P0:r0 == 0 /\\ P1:r0 == 0)\n";
static char folder[] = "/tmp/recording_test.XXXXXX";
static char *test_path, *trace_path;
static const struct effort effort = { .threads = 1 };

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static int start(void **state) {
  (void)state;
  if (!mkdtemp(folder)) return 1;
  test_path = memory_format("%s/sb.litmus", folder);
  trace_path = memory_format("%s/trace", folder);
  write_text(test_path, sb);
  return 0;
}

static int finish(void **state) {
  (void)state;
  unlink(test_path);
  unlink(trace_path);
  rmdir(folder);
  memory_free(test_path);
  memory_free(trace_path);
  return memory_blocks() != 0;
}

/* Saves the shortest run of tso to SB's weak outcome; returns its length. */
static unsigned save(void) {
  struct diagnostic error = { NULL };
  struct program *program = litmus_read_file(test_path, &error);
  assert_non_null(program);
  struct subject subject = { .program = program };
  struct placements placements;
  assert_true(setting_parse(&subject.setting, "tso", &error));
  assert_true(
      placements_list(&subject.setting, program, &(struct effort){ 0 }, &placements, &error));
  subject.placement = placements.items[0];
  struct search_options options = effort_search(&effort, 1, 1);
  struct counterexample *found = counterexample_find(&subject, &options, CLAIM(PROPERTY_WITNESS),
                                                     NULL, program->condition, NULL);
  assert_non_null(found);
  FILE *file = fopen(trace_path, "w");
  trace_file_write(file, found);
  fclose(file);
  unsigned length = found->trace->length;
  counterexample_free(found);
  memory_free(placements.items);
  program_free(program);
  return length;
}

static void round_trip(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct trace_file trace_file;
  unsigned length = save();
  if (!trace_file_load(trace_path, &effort, &trace_file, &error)) fail_msg("%s", error.message);
  assert_int_equal(trace_file.run->trace->length, length);
  assert_int_equal(trace_file.run->trace->property, PROPERTY_WITNESS);
  trace_file_clear(&trace_file);
}

static void refused(const char *text, const char *why) {
  struct diagnostic error = { NULL };
  struct trace_file trace_file;
  write_text(trace_path, text);
  assert_false(trace_file_load(trace_path, &effort, &trace_file, &error));
  assert_non_null(error.message);
  if (!strstr(error.message, why)) fail_msg("%s", error.message);
  diagnostic_clear(&error);
}

static void bad_files(void **state) {
  (void)state;
  refused("", "lacks its machine");
  refused("\x7f"
          "ELF",
          "not a trace");
  refused("turnsole-trace 2\ncore io\n", "expected a model");
  refused("turnsole-trace 2\nmodel nothing-such\n", "no such model");
  refused("turnsole-trace 2\nmodel sc\nplacement 1 1 1 ; 0\n", "expected the test before");
  refused("turnsole-trace 2\nmodel sc\nclient 99 1 1 1\n", "expected SMs");
  refused("turnsole-trace 2\nmodel sc\nclient 1 1 1 1\nstart 0\nstep\n", "expected a label");
  refused("turnsole-trace 2\nmodel sc\nclient 1 1 1 1\nstart 1234\n", "no longer exists");
  refused("turnsole-trace 1\nmodel sc\n", "turnsole-trace 2");
  refused("turnsole-trace 2\nmodel sc\nclient 1 1 1 1\nproperty 4000\n", "no such property");
  refused("turnsole-trace 2\nmodel sc\n| PTX SB\n", "expected the test's path");
  refused("turnsole-trace 2\nmodel sc\ntest t\nstart 0\n", "t:1");
  refused("turnsole-trace 2\nmodel sc\nclient 1 1 1 1\ntest t\n", "expected one test");
}

/* A trace of SB without steps; the caller frees it. */
static struct text trace_of(const char *model, const char *placement) {
  struct text text = { 0 };
  text_add(&text, "turnsole-trace 2\nmodel %s\ntest t\n", model);
  for (const char *at = sb; *at; at += strcspn(at, "\n") + 1)
    text_add(&text, "| %.*s\n", (int)strcspn(at, "\n"), at);
  text_add(&text, "placement %s\nstart 0\n", placement);
  return text;
}

static void placed(const char *placement, const char *why) {
  struct text text = trace_of("sc", placement);
  refused(text.bytes, why);
  text_free(&text);
}

/* Only placements that placements_each lists: no unused SM, line or bank, and no word twice. */
static void bad_placements(void **state) {
  (void)state;
  placed("2 2 2 ; 0 1 ; 0 1 ; 0 0 ; 0 1", "no longer exists");
  placed("1 1 1 ; 0 0 ; 0 0 ; 0 1 ; 0", "no longer exists");
  placed("1 2 2 ; 0 7 ; 0 1 ; 0 0 ; 0 1", "expected a placement");
  placed("8 6 6 ; 7 7 ; 0 1 ; 0 0 ; 0 1 2 3 4 5", "expected a placement");
  placed("2 6 6 ; 0 1 ; 0 1 ; 0 0 ; 0 1 2 3 4 5", "expected a placement");
  placed("2 2 3 ; 0 1 ; 0 1 ; 0 0 ; 0 1", "expected a placement");
  placed("2 1 1 ; 0 1 ; 0 0 ; 0 0 ; 0", "expected a placement");
  placed("2 2 2 ; 1 0 ; 0 1 ; 0 0 ; 0 1", "expected a placement");
}

/* The reader's limits bound the building of the machine. */
static void limits(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct trace_file trace_file;
  struct effort little = { .threads = 1, .memory_max = 1 };
  struct text text = trace_of("rcc-sc", "2 2 2 ; 0 1 ; 0 1 ; 0 0 ; 0 1");
  write_text(trace_path, text.bytes);
  text_free(&text);
  assert_false(trace_file_load(trace_path, &little, &trace_file, &error));
  assert_int_equal(trace_file.end, SEARCH_OUT_OF_MEMORY);
  assert_non_null(strstr(error.message, "a limit was hit"));
  diagnostic_clear(&error);
}

/* The test travels along: a trace replays where the test is gone or has changed. */
static void changed_test(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct trace_file trace_file;
  save();
  struct program *before = litmus_read_file(test_path, &error);
  write_text(
      test_path,
      "PTX SB\n{ x=7; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.weak x, 1 | st.weak y, 1 ;\n ld.weak r0, y | ld.weak r0, x ;\nexists (P0:r0 == 0)\n");
  struct program *after = litmus_read_file(test_path, &error);
  assert_true(trace_file_load(trace_path, &effort, &trace_file, &error));
  assert_true(program_equal(trace_file.program, before));
  assert_false(program_equal(trace_file.program, after));
  trace_file_clear(&trace_file);
  unlink(test_path);
  assert_true(trace_file_load(trace_path, &effort, &trace_file, &error));
  trace_file_clear(&trace_file);
  program_free(before);
  program_free(after);
  write_text(test_path, sb);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(round_trip), cmocka_unit_test(bad_files),
                                      cmocka_unit_test(bad_placements), cmocka_unit_test(limits),
                                      cmocka_unit_test(changed_test) };
  return cmocka_run_group_tests(tests, start, finish);
}
