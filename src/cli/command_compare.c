/* compare: where two memory models differ. */
#include "base/memory.h"
#include "base/text.h"
#include "cli/status_line.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "cli/memory_models.h"
#include "cli/messages.h"
#include "cli/tests.h"

struct two {
  struct judgement judgement[2];
  struct diagnostic error;
  bool good;
  const char *inapplicable;
};

struct comparing {
  const struct suite *suite;
  const struct memory_models *models;
  struct effort effort;
  struct two *answers; /* by test */
};

static void judge_both(void *context, uint64_t index) {
  struct comparing *comparing = context;
  const struct program *program = comparing->suite->tests[index].program;
  struct two *two = &comparing->answers[index];
  struct judge_options limits = { .unroll = comparing->effort.unroll,
                                  .seconds_max = effort_left(&comparing->effort) };
  for (unsigned i = 0; program && i < 2; i++)
    if (!judge_applies(comparing->models->items[i], program))
      two->inapplicable = cat_model_name(comparing->models->items[i]);
  if (!program || two->inapplicable) return;
  if (!judge_program(comparing->models->items[0], program, &limits, &two->judgement[0],
                     &two->error))
    return;
  two->good =
      judge_program(comparing->models->items[1], program, &limits, &two->judgement[1], &two->error);
  if (!two->good) judgement_clear(&two->judgement[0]);
}

struct only {
  const struct program *program;
  const struct outcome_set *others;
  const char *model;
  unsigned count;
};

static void print_only(void *context, const int64_t *outcome, uint64_t times) {
  struct only *only = context;
  (void)times;
  if (outcome_set_has(only->others, outcome)) return;
  printf("  only %s: ", only->model);
  outcome_print(stdout, only->program, outcome);
  putchar('\n');
  only->count++;
}

static bool differs(const struct program *program, const struct judgement *a,
                    const struct judgement *b) {
  if (a->undefined || b->undefined) return a->undefined != b->undefined;
  int64_t *missing = memory_new(program->observable_count, sizeof *missing);
  bool same = outcome_set_within(a->allowed, b->allowed, missing) &&
              outcome_set_within(b->allowed, a->allowed, missing);
  memory_free(missing);
  return !same;
}

static void print_difference(const struct comparing *comparing, const struct program *program,
                             const struct two *two) {
  const char *names[2] = { cat_model_name(comparing->models->items[0]),
                           cat_model_name(comparing->models->items[1]) };
  printf("%s: %s %s, %s %s\n", program->name, names[0],
         suite_answer_name(suite_answer(program, &two->judgement[0])), names[1],
         suite_answer_name(suite_answer(program, &two->judgement[1])));
  if (two->judgement[0].undefined != two->judgement[1].undefined) return;
  for (unsigned i = 0; i < 2; i++)
    outcome_set_each(two->judgement[i].allowed, print_only,
                     &(struct only){ program, two->judgement[!i].allowed, names[i], 0 });
}

/* Does the first allow an outcome that the second does not? */
static bool has_more(const struct program *program, const struct judgement *a,
                     const struct judgement *b) {
  int64_t *missing = memory_new(program->observable_count + 1, sizeof *missing);
  bool within = outcome_set_within(a->allowed, b->allowed, missing);
  memory_free(missing);
  return !within;
}

/* Tests that differ, by direction. */
struct directions {
  unsigned more[2], both, undefined;
};

static void count_direction(struct directions *directions, const struct program *program,
                            const struct two *two) {
  const struct judgement *a = &two->judgement[0], *b = &two->judgement[1];
  bool of_first = has_more(program, a, b), of_second = has_more(program, b, a);
  if (a->undefined != b->undefined) directions->undefined++;
  else if (of_first && of_second) directions->both++;
  else directions->more[of_second]++;
}

static void print_directions(const struct directions *directions,
                             const struct memory_models *models) {
  for (unsigned i = 0; i < 2; i++)
    if (directions->more[i])
      printf("  %u where %s allows more\n", directions->more[i], cat_model_name(models->items[i]));
  if (directions->both) printf("  %u where each allows what the other forbids\n", directions->both);
  if (directions->undefined) printf("  %u undefined by one of them\n", directions->undefined);
}

static int print_all(struct comparing *comparing) {
  unsigned judged = 0, differ = 0;
  struct directions directions = { 0 };
  int status = EXIT_HOLDS;
  for (unsigned t = 0; t < comparing->suite->count; t++) {
    const struct program *program = comparing->suite->tests[t].program;
    struct two *two = &comparing->answers[t];
    if (two->inapplicable) {
      cli_say_inapplicable(program, two->inapplicable);
      continue;
    }
    if (!two->good) {
      if (two->error.message) cli_complain_of(&two->error);
      status = cli_worse_status(status, EXIT_USAGE);
      continue;
    }
    judged++;
    if (differs(program, &two->judgement[0], &two->judgement[1])) {
      differ++;
      print_difference(comparing, program, two);
      count_direction(&directions, program, two);
    }
    for (unsigned i = 0; i < 2; i++) {
      cli_say_missing(program, cat_model_name(comparing->models->items[i]), &two->judgement[i]);
      if (two->judgement[i].incomplete || two->judgement[i].bounded || two->judgement[i].nothing)
        status = cli_worse_status(status, EXIT_INCONCLUSIVE);
      judgement_clear(&two->judgement[i]);
    }
  }
  printf("%u %s, %u %s\n", judged, text_numbered(judged, "test", "tests"), differ,
         text_numbered(judged == 1 ? 1 : differ, "differs", "differ"));
  print_directions(&directions, comparing->models);
  if (judged || status != EXIT_HOLDS) return status;
  cli_complain("nothing here suits: no test is one that both memory models can judge");
  return EXIT_INCONCLUSIVE;
}

static int run(const struct arguments *arguments) {
  struct memory_models models;
  struct suite suite;
  if (arguments->memory_models.length != 2)
    return cli_complain("expected two memory models (-m A -m B)");
  if (!cli_memory_models_load(arguments, &models)) return EXIT_USAGE;
  int status = EXIT_USAGE;
  if (cli_tests_load(arguments, "litmus", &suite)) {
    cli_say_foreign(models.items, models.count, &suite);
    cli_say_barriers(arguments, &suite);
    struct comparing comparing = { .suite = &suite,
                                   .models = &models,
                                   .effort = cli_effort(arguments) };
    comparing.answers = memory_new(suite.count, sizeof *comparing.answers);
    effort_each(&comparing.effort, suite.count, judge_both, &comparing);
    status_line_end();
    status = print_all(&comparing);
    memory_free(comparing.answers);
    suite_clear(&suite);
  }
  cli_memory_models_clear(&models);
  return status;
}

const struct command command_compare = {
  .name = "compare",
  .arguments = "-m A -m B [PATH...]",
  .summary = "where two memory models differ",
  .help = "Judges every test (of litmus/, or of PATH) by both memory models, and prints those on "
          "which they differ: the\n"
          "outcomes that only one of them allows, or that one of them leaves the test undefined (a "
          "race, say); then how many\n"
          "tests differ in which direction.\n"
          "Exit status 3: a limit was hit, or a loop was cut, so a test may differ otherwise than\n"
          "is said; one of them allows no outcome at all; or no test is one that both can judge.",
  .takes = TAKES(memory_models) | TAKES(unroll) | TAKES(barriers) | TAKES(jobs) | TAKES(seconds) |
           TAKES(cat_variants) | TAKES(quiet),
  .run = run,
};
