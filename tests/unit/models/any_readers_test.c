/* Programs beside readers: a few (machine_options.readers), and any number
 * (abstract/any_readers.h).
 *
 * Outcomes and views of searches with 1, 2 and 3 readers are among those found.  A fault of the L2
 * that only readers show is found, by searches and by views, and so is one that needs more readers
 * than are searched.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "abstract/any_readers.h"
#include "engine/machine_search.h"
#include "litmus/outcome.h"
#include "machine/outcomes.h"
#include "protocol/placement.h"
#include "any_number.h"
#include "per_address.h"
#include "reach.h"
#include "tests/unit/sanitized.h"

#define MP "Wx1 Wy1 | Ry Rx"
#define SB "Wx1 Ry | Wy1 Rx"
#define LB "Rx Wy1 | Ry Wx1"
#define CORR "Wx1 | Rx Rx"

/* --- questions --- */

/* Of a program of two threads: both on one SM, and each on its own. */
enum { PLACEMENTS = 2 };

struct readers_question {
  struct setting setting;
  struct program *program;
  bool is_cold, no_evictions;
  uint64_t states_max;
  struct placement placement; /* the one that is asked about; by default the last */
  struct placement all[PLACEMENTS];
  unsigned placements;
};

static bool note_placement(void *context, const struct placement *placement) {
  struct readers_question *question = context;
  assert_true(question->placements < PLACEMENTS);
  question->placement = question->all[question->placements++] = *placement;
  return true;
}

static struct readers_question question_about(const char *model, const char *program) {
  struct readers_question question = { .setting = setting_named(model), .states_max = 20000 };
  char *text = litmus_of(program, false, "true");
  question.program = program_read(text);
  free(text);
  placements_each(question.program, &(struct placement_options){ 0 }, note_placement, &question);
  return question;
}

static struct machine_options options_of(const struct readers_question *question) {
  return (struct machine_options){ .cold = question->is_cold,
                                   .no_evictions = question->no_evictions };
}

static struct any_readers *asked(const struct readers_question *question) {
  const struct machine_options options = options_of(question);
  const struct any_sms_options any = { .properties = CLAIM(PROPERTY_NEVER) };
  return any_readers_new(&question->setting, question->program, &question->placement, &options,
                         &any);
}

/* Searches with so many readers; `any` notes the views. */
static struct outcome_set *searched(const struct readers_question *question, unsigned readers,
                                    struct any_readers *any) {
  struct machine_options options = options_of(question);
  struct diagnostic error = { NULL };
  options.readers = readers;
  if (any && readers) {
    options.keeps_to_line = any_readers_keep_to_line(&question->setting);
    any_sms_attach(any_readers_running(any), &options);
  }
  struct machine *machine =
      machine_new(&question->setting, question->program, &question->placement, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  const struct search_options limits = { .threads = 1, .states_max = question->states_max };
  struct search_result result = machine_search(machine, &limits);
  struct outcome_set *outcomes = machine_outcomes(machine);
  search_result_clear(&result);
  machine_free(machine);
  return outcomes;
}

/* --- views --- */

/* A program on a model.  `outcomes`: how many there are, with any number of readers and without. */
struct known_outcomes {
  const char *model, *program;
  bool is_warm;
  uint64_t outcomes;
  uint32_t views;
};

static const struct known_outcomes known[] = {
  { "no-l1", MP, true, 3, 0 },       { "wt", MP, false, 4, 3052 },  { "wt", MP, true, 4, 4856 },
  { "wt", SB, false, 4, 0 },         { "wt", LB, false, 3, 0 },     { "wt", CORR, true, 3, 0 },
  { "rcc", MP, false, 4, 0 },        { "rcc", CORR, true, 3, 0 },   { "lrcc", MP, false, 4, 0 },
  { "lcc", CORR, true, 3, 0 },       { "rcc-o", CORR, true, 3, 0 }, { "gpu-vi", CORR, true, 3, 0 },
  { "tc-strong", CORR, true, 3, 0 },
};

/* Of the states of 1 to 3 readers, as far as they are searched, no view is missed. */
static void compare_searches(const struct readers_question *question,
                             const struct known_outcomes *row, struct any_readers *readers,
                             const struct outcome_set *everything) {
  for (unsigned count = 0; count <= 3; count++) {
    struct outcome_set *outcomes = searched(question, count, readers);
    int64_t missing[OUTCOME_WIDTH_MAX];
    assert_true(outcome_set_within(outcomes, everything, missing));
    if (!count) assert_int_equal(outcome_set_size(outcomes), outcome_set_size(everything));
    outcome_set_free(outcomes);
  }
  struct any_sms_shown shown = any_sms_compare(any_readers_running(readers), UINT32_MAX);
  if (shown.missed) fail_msg("%s, %s: %u views are missed", row->model, row->program, shown.missed);
  assert_true(shown.found > 0);
}

static void compare(const struct known_outcomes *row) {
  struct readers_question question = question_about(row->model, row->program);
  question.is_cold = !row->is_warm;
  for (unsigned p = 0; p < question.placements; p++) {
    struct diagnostic error = { NULL };
    struct any_readers_result result;
    bool is_last = p + 1 == question.placements;
    question.placement = question.all[p];
    struct any_readers *readers = asked(&question);
    if (!any_readers_prove(readers, &result, &error)) fail_msg("%s", error.message);
    assert_int_equal(result.warming.end, ANY_SMS_PROVED);
    assert_int_equal(result.running.end, ANY_SMS_PROVED);
    print_message("%s, %s, placement %u: %u views, %u outcomes\n", row->model, row->program, p,
                  result.running.views, (unsigned)outcome_set_size(result.everything));
    if (row->views && is_last) assert_int_equal(result.running.views, row->views);
    if (is_last) assert_int_equal(outcome_set_size(result.everything), row->outcomes);
    compare_searches(&question, row, readers, result.everything);
    outcome_set_free(result.everything);
    any_readers_free(readers);
  }
  program_free(question.program);
}

static void outcomes_and_views_of_searches_are_found(void **state) {
  (void)state;
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++) compare(&known[i]);
  if (test_is_of_ci()) compare(&(struct known_outcomes){ "gtsc-sc", CORR, false, 3, 0 });
}

/* --- faults --- */

/* Did the thread that reads see y new, and then x old? */
static void look_for_stale(void *context, const int64_t *outcome, uint64_t times) {
  (void)times;
  *(bool *)context |= outcome[1] == 1 && outcome[2] == 0;
}

static bool has_stale(const struct outcome_set *outcomes) {
  bool found = false;
  outcome_set_each(outcomes, look_for_stale, &found);
  return found;
}

/* The writer, the thread that reads, and n readers are enough. */
static void an_l2_that_goes_on_too_early(void **state) {
  (void)state;
  for (int n = 1; n <= 3; n++) {
    struct planted *planted = gpu_vi_that_counts(n);
    struct readers_question question = question_about("gpu-vi", "Wx1 Wy1 | Rx Ry Rx");
    struct any_readers_result result;
    struct diagnostic error = { NULL };
    question.setting.system = &planted->system;
    question.is_cold = true;
    question.states_max = 0;
    for (int readers = 0; readers <= 1 && n <= (int)test_sample(1, 2, 3); readers++) {
      struct outcome_set *outcomes = searched(&question, (unsigned)readers, NULL);
      assert_int_equal(has_stale(outcomes), readers == n);
      outcome_set_free(outcomes);
    }
    struct any_readers *readers = asked(&question);
    if (!any_readers_prove(readers, &result, &error)) fail_msg("%s", error.message);
    print_message("%d acknowledgements: %s, %u views\n", n, any_end_name(result.running.end),
                  result.running.views);
    /* a row that is never to fire ends it before it is complete */
    assert_true(result.running.end == ANY_SMS_ALARM || has_stale(result.everything));
    outcome_set_free(result.everything);
    any_readers_free(readers);
    program_free(question.program);
    free(planted);
  }
}

/* --- what is refused --- */

static const char *fault_with(const char *model, unsigned count) {
  struct readers_question question = question_about(model, CORR);
  struct machine_options options = { .readers = count };
  struct diagnostic error = { NULL };
  struct machine *machine =
      machine_new(&question.setting, question.program, &question.placement, &options, &error);
  assert_null(machine);
  program_free(question.program);
  return error.message;
}

static void too_many_readers(void **state) {
  (void)state;
  assert_non_null(strstr(fault_with("wt", 7), "ask for fewer readers"));
  assert_non_null(strstr(fault_with("getm", 1), "it takes no readers"));
}

int main(int argc, char **argv) { /* the name of one test, to run that alone */
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(outcomes_and_views_of_searches_are_found),
    cmocka_unit_test(an_l2_that_goes_on_too_early),
    cmocka_unit_test(too_many_readers),
  };
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
