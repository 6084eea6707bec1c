/* The numbers of placements, each listed once, and their text. */
#include "support.h"
#include "base/memory.h"

struct list {
  const struct program *program;
  unsigned count, stop_after;
  char texts[256][64];
};

static bool keep(void *context, const struct placement *placement) {
  struct list *list = context;
  assert_true(list->count < 256);
  FILE *out = fmemopen(list->texts[list->count], sizeof list->texts[0], "w");
  placement_print(out, list->program, placement);
  fclose(out);
  for (unsigned i = 0; i < list->count; i++)
    assert_string_not_equal(list->texts[i], list->texts[list->count]);
  return ++list->count != list->stop_after;
}

/* `places`: "0.0 0.0 1.2" is two threads of CTA 0 and one of CTA 1 on GPU 2; `initial`: the
 * locations. */
static struct list *placements_of(const char *places, const char *initial, bool lines, bool banks) {
  char *text = NULL, *at = (char *)places;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "PTX test\n{ %s }\n", initial);
  unsigned threads = 0;
  while (*at) {
    unsigned long cta = strtoul(at, &at, 10), gpu = strtoul(at + 1, &at, 10);
    fprintf(out, "%s P%u@cta %lu,gpu %lu", threads ? " |" : "", threads, cta, gpu);
    threads++;
  }
  fprintf(out, " ;\n");
  for (unsigned i = 0; i < threads; i++) fprintf(out, "%s ", i ? " |" : "");
  fprintf(out, " ;\nexists (x == 0)\n");
  fclose(out);
  struct program *program = read_program(text);
  struct list *list = memory_new(1, sizeof *list);
  list->program = program;
  assert_true(placements_each(
      program, &(struct placement_options){ .banks = banks, .shared_lines = lines }, keep, list));
  list->program = NULL;
  program_free(program);
  free(text);
  return list;
}

static void expect_count(const char *places, const char *initial, bool lines, bool banks,
                         unsigned count) {
  struct list *list = placements_of(places, initial, lines, banks);
  if (list->count != count)
    fail_msg("%s %s: %u placements instead of %u", places, initial, list->count, count);
  memory_free(list);
}

static void expect_texts(const char *places, const char *initial, bool lines, bool banks,
                         const char *const *texts) {
  struct list *list = placements_of(places, initial, lines, banks);
  unsigned i = 0;
  for (; texts[i]; i++) {
    assert_true(i < list->count);
    assert_string_equal(list->texts[i], texts[i]);
  }
  assert_int_equal(list->count, i);
  memory_free(list);
}

/* Bell's numbers: 1, 2, 5, 15, 52 set partitions. */
static void test_threads(void **state) {
  (void)state;
  expect_count("0.0", "x=0;", false, false, 1);
  expect_count("0.0 1.0", "x=0;", false, false, 2);
  expect_count("0.0 1.0 2.0", "x=0;", false, false, 5);
  expect_count("0.0 1.0 2.0 3.0", "x=0;", false, false, 15);
  expect_count("0.0 1.0 2.0 3.0 4.0", "x=0;", false, false, 52);
}

static void test_scopes(void **state) {
  (void)state;
  expect_texts("0.0 0.0", "x=0;", false, false, (const char *const[]){ "P0,P1 x", NULL });
  expect_texts("0.0 1.0", "x=0;", false, false,
               (const char *const[]){ "P0,P1 x", "P0|P1 x", NULL });
  expect_texts("0.0 0.1", "x=0;", false, false,
               (const char *const[]){ "P0|P1 x", NULL }); /* CTA 0 of each GPU: two CTAs */
  expect_texts("0.0 1.0 0.0", "x=0;", false, false,
               (const char *const[]){ "P0,P1,P2 x", "P0,P2|P1 x", NULL });
  expect_texts("0.0 0.1 1.0", "x=0;", false, false,
               (const char *const[]){ "P0,P2|P1 x", "P0|P1|P2 x", NULL });
  expect_count("0.0 1.0 0.1 1.1", "x=0;", false, false, 4);
}

/* Two words a line at most: of three locations, all apart or one of three pairs together. */
static void test_lines(void **state) {
  (void)state;
  expect_texts("0.0", "x=0; y=0;", false, false, (const char *const[]){ "P0 x|y", NULL });
  expect_texts("0.0", "x=0; y=0;", true, false, (const char *const[]){ "P0 x|y", "P0 x,y", NULL });
  expect_count("0.0", "x=0; y=0; z=0;", true, false, 4);
  expect_count("0.0", "x=0; y=0; z=0; w=0;", true, false, 10);
  expect_count("0.0 1.0", "x=0; y=0; z=0;", true, false, 8);
}

static void test_banks(void **state) {
  (void)state;
  expect_texts("0.0", "x=0; y=0;", false, true,
               (const char *const[]){ "P0 x|y", "P0 x@0|y@0", NULL });
  expect_count("0.0", "x=0; y=0; z=0;", false, true, 5);
  expect_texts("0.0", "x=0; y=0;", true, true,
               (const char *const[]){ "P0 x|y", "P0 x@0|y@0", "P0 x,y", NULL });
}

/* An alias lies where its memory lies: it neither counts nor prints. */
static void test_aliases(void **state) {
  (void)state;
  expect_texts("0.0", "x=0; y=0; t @ generic aliases x;", true, false,
               (const char *const[]){ "P0 x|y", "P0 x,y", NULL });
}

static void test_stopping(void **state) {
  (void)state;
  struct program *program = program_of(1, " ld.relaxed.sys r0, x | ;\n", "x == 0");
  struct list list = { .program = program, .stop_after = 1 };
  assert_true(placements_each(
      program, &(struct placement_options){ .shared_lines = true, .banks = true }, keep, &list));
  assert_int_equal(list.count, 1);
  program_free(program);
}

static bool none(void *context, const struct placement *placement) {
  (void)context, (void)placement;
  fail();
  return true;
}

static void test_too_many(void **state) {
  (void)state;
  struct program *program =
      read_program("PTX test\n{ a=0; b=0; c=0; d=0; e=0; f=0; x=0; }\n P0@cta 0,gpu 0 ;\n ;\n"
                   "exists (x == 0)\n");
  assert_false(placements_each(program, &(struct placement_options){ .banks = false }, none, NULL));
  program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_threads),  cmocka_unit_test(test_scopes),
    cmocka_unit_test(test_lines),    cmocka_unit_test(test_banks),
    cmocka_unit_test(test_aliases),  cmocka_unit_test(test_stopping),
    cmocka_unit_test(test_too_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
