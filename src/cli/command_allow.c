/* allow: only the axiomatic side.
 *
 * Where a loop was cut at the bound, "never" and "always" are uncertain; a witness is not. */
#include "axiom/applies.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/page_output.h"
#include "litmus/herd_log.h"
#include "litmus/read/reader.h"
#include "report/judge_drawing.h"
#include "report/judge_text.h"
#include "report/page/judge_page.h"
#include "run/effort.h"
#include "run/suite.h"
#include "litmus/condition.h"

struct answered {
  struct judgement judgement;
  struct diagnostic error;
  bool good, inapplicable;
};

struct allow_judging {
  const struct suite *suite;
  const struct memory_models *models;
  struct effort effort;
  struct answered *answers; /* [test][model] */
  uint64_t first;           /* of the batch in work */
  bool any;                 /* was any test judged? */
};

/* Tests that are judged before they are printed: enough to keep the threads busy. */
enum { BATCH = 256 };

static void judge_one(void *context, uint64_t index) {
  struct allow_judging *judging = context;
  struct answered *answer = &judging->answers[index];
  uint64_t at = judging->first + index;
  const struct test *test = &judging->suite->tests[at / judging->models->count];
  if (!test->program) return;
  struct judge_options limits = { .unroll = judging->effort.unroll,
                                  .seconds_max = effort_left(&judging->effort),
                                  .settles = true };
  const struct cat_model *model = judging->models->items[at % judging->models->count];
  answer->inapplicable = !judge_applies(model, test->program);
  if (!answer->inapplicable)
    answer->good = judge_program(model, test->program, &limits, &answer->judgement, &answer->error);
}

/* Whether the log's word on the condition is certain. */
static bool is_certain(const struct program *program, const struct judgement *judgement) {
  if (judgement->incomplete || judgement->nothing) return false;
  return !judgement->bounded || suite_answer_in(program, judgement->allowed) == ANSWER_ALLOWED;
}

static int print_one(const struct program *program, const struct cat_model *model,
                     struct answered *answer) {
  if (!answer->good) return cli_complain_of_test(program, &answer->error);
  struct judgement *judgement = &answer->judgement;
  outcome_log(stdout, program, judgement->allowed, judgement->flags,
              judgement->bounded      ? MISSING_BY_BOUND
              : judgement->incomplete ? MISSING_BY_LIMIT
                                      : MISSING_NONE,
              judgement->seconds);
  bool certain = is_certain(program, judgement);
  if (judgement->settled) {
    fflush(stdout);
    fprintf(
        stderr,
        "%s: %s: more than 64 events and %d states: more states may be allowed, and the numbers "
        "under Witnesses are no counts; the answer to the condition is exact\n",
        program->path, cat_model_name(model), LISTED_MAX);
  } else if (judgement->uncounted) {
    fflush(stdout);
    fprintf(stderr,
            "%s: %s: executions are many more than states: the states are all, the numbers under "
            "Witnesses are not\n",
            program->path, cat_model_name(model));
  }
  cli_say_missing(program, cat_model_name(model), judgement);
  judgement_clear(judgement);
  return certain ? EXIT_HOLDS : EXIT_INCONCLUSIVE;
}

static int print_batch(struct allow_judging *judging, uint64_t count) {
  int status = EXIT_HOLDS;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t at = judging->first + i;
    const struct test *test = &judging->suite->tests[at / judging->models->count];
    const struct cat_model *model = judging->models->items[at % judging->models->count];
    if (!test->program) {
      status = cli_worse_status(status, EXIT_USAGE);
      continue;
    }
    if (judging->answers[i].inapplicable) {
      cli_say_inapplicable(test->program, cat_model_name(model), "transactions");
      continue;
    }
    judging->any = true;
    if (judging->models->count > 1) printf("Model %s\n", cat_model_name(model));
    status = cli_worse_status(status, print_one(test->program, model, &judging->answers[i]));
  }
  return status;
}

struct allow_explaining {
  const struct arguments *arguments;
  const struct memory_models *models;
  struct suite *suite;
  struct page *page; /* of --html; or NULL */
  int status;
  struct effort effort;
  enum { AS_TEXT, AS_DOT, AS_SVG } format;
  struct judge_drawing drawing; /* as SVG: of all tests and models */
  bool any;                     /* could some memory model judge some test? */
};

static void show_explanation(struct allow_explaining *explaining, const struct program *program,
                             const char *model, const struct condition *condition,
                             const struct explanation *explanation) {
  switch (explaining->format) {
  case AS_TEXT:
    explanation_print(cli_text_out(explaining->arguments), program, model, condition, explanation);
    break;
  case AS_DOT:
    explanation_dot(cli_text_out(explaining->arguments), program, model, explanation);
    break;
  case AS_SVG:
    judge_drawing_add(&explaining->drawing, program, model, condition, explanation);
    break;
  }
  if (explaining->page) page_explanation(explaining->page, program, model, condition, explanation);
}

/* Inconclusive where an outcome was not found, but might be with more time or turns. */
static int explain_one(struct allow_explaining *explaining, struct program *program,
                       const struct condition *condition, const struct cat_model *model) {
  struct judge_options limits = { .unroll = explaining->effort.unroll,
                                  .seconds_max = effort_left(&explaining->effort) };
  struct explanation explanation;
  struct diagnostic error = { 0 };
  if (!explanation_make(model, program, condition, &limits, &explanation, &error))
    return cli_complain_of(&error);
  show_explanation(explaining, program, cat_model_name(model), condition, &explanation);
  bool certain =
      explanation.verdict != EXPLAINED_UNKNOWN && !explanation.incomplete && !explanation.nothing;
  explanation_clear(&explanation);
  return certain ? EXIT_HOLDS : EXIT_INCONCLUSIVE;
}

static int explain_test(struct allow_explaining *explaining, struct program *program,
                        const struct condition *condition) {
  int status = EXIT_HOLDS;
  if (explaining->page) page_test_begin(explaining->page, program);
  for (unsigned m = 0; m < explaining->models->count; m++) {
    const struct cat_model *model = explaining->models->items[m];
    if (!judge_applies(model, program)) {
      cli_say_inapplicable(program, cat_model_name(model), "transactions");
      continue;
    }
    explaining->any = true;
    status = cli_worse_status(status, explain_one(explaining, program, condition, model));
  }
  if (explaining->page) page_test_end(explaining->page);
  return status;
}

static void explain_tests(void *context, struct page *page) {
  struct allow_explaining *explaining = context;
  explaining->page = page;
  for (unsigned t = 0; t < explaining->suite->count; t++) {
    struct program *program = explaining->suite->tests[t].program;
    struct diagnostic error = { 0 };
    struct condition *condition =
        program ? litmus_read_condition(program, explaining->arguments->why, &error) : NULL;
    int status = condition ? explain_test(explaining, program, condition)
                 : program ? cli_complain_of(&error)
                           : EXIT_USAGE;
    explaining->status = cli_worse_status(explaining->status, status);
    condition_free(condition);
  }
}

static bool explain_on_page(struct allow_explaining *explaining) {
  char *title = memory_format("turnsole: why %s?", explaining->arguments->why);
  bool good = cli_page_write(
      explaining->arguments,
      &(struct page_content){ title, NULL, explain_tests, explaining, &explaining->status });
  memory_free(title);
  return good;
}

static int explain_all(const struct arguments *arguments, struct suite *suite,
                       const struct memory_models *models) {
  struct allow_explaining explaining = {
    .arguments = arguments, .models = models, .suite = suite, .effort = cli_effort(arguments)
  };
  bool good = true;
  if (arguments->format && text_equal(arguments->format, "dot")) explaining.format = AS_DOT;
  else if (arguments->format && text_equal(arguments->format, "svg")) explaining.format = AS_SVG;
  else if (arguments->format)
    return cli_complain("--why takes --format svg, --format dot, or none for text");
  if (arguments->html) good = explain_on_page(&explaining);
  else explain_tests(&explaining, NULL);
  if (explaining.drawing.graphs.length)
    judge_drawing_svg(cli_text_out(arguments), SVG_FILE, &explaining.drawing);
  judge_drawing_clear(&explaining.drawing);
  if (!good) return EXIT_USAGE;
  return explaining.any ? explaining.status
                        : cli_worse_status(explaining.status, EXIT_INCONCLUSIVE);
}

static int judge_all(const struct arguments *arguments, const struct suite *suite,
                     const struct memory_models *models) {
  struct allow_judging judging = { .suite = suite,
                                   .models = models,
                                   .effort = cli_effort(arguments) };
  uint64_t total = (uint64_t)suite->count * models->count;
  int status = EXIT_HOLDS;
  for (judging.first = 0; judging.first < total; judging.first += BATCH) {
    uint64_t count = total - judging.first < BATCH ? total - judging.first : BATCH;
    judging.answers = memory_new(count, sizeof *judging.answers);
    status_line_begin("allow", &judging.effort, arguments->quiet);
    jobs_each(&judging.effort, count, judge_one, &judging);
    status_line_end();
    status = cli_worse_status(status, print_batch(&judging, count));
    memory_free(judging.answers);
  }
  return judging.any ? status : cli_worse_status(status, EXIT_INCONCLUSIVE);
}

/* --strict: does each test have forms of its own language alone? */
static bool are_strict(const struct arguments *arguments, const struct suite *suite) {
  bool strict = true;
  for (unsigned t = 0; t < suite->count && arguments->strict; t++) {
    const struct program *program = suite->tests[t].program;
    if (!program || !program->beyond) continue;
    fprintf(stderr, "%s: %s\n", program->path, program->beyond);
    strict = false;
  }
  return strict;
}

static int run(const struct arguments *arguments) {
  struct memory_models models;
  struct suite suite;
  if (!cli_memory_models_load(arguments, &models)) return EXIT_USAGE;
  int status = EXIT_USAGE;
  if (cli_tests_load(arguments, NULL, &suite)) {
    cli_say_foreign(models.items, models.count, &suite);
    cli_say_of_tests(arguments, &suite);
    status = !are_strict(arguments, &suite) ? EXIT_USAGE
             : arguments->why               ? explain_all(arguments, &suite, &models)
                                            : judge_all(arguments, &suite, &models);
    suite_clear(&suite);
  }
  cli_memory_models_clear(&models);
  return status;
}

const struct command command_allow = {
  .name = "allow",
  .arguments = "-m MEMMODEL PATH...",
  .summary = "the outcomes that a memory model allows, in herd's log format",
  .help = "Judges every test by the memory model alone, and prints herd's log: the\n"
          "allowed states, whether the condition holds of them, and how often it is met.\n"
          "A flag such as data-race is printed with the states.  With several memory\n"
          "models, `Model NAME` stands before each log.\n"
          "--why prints an explanation in place of a log: an execution that meets the\n"
          "condition; or the axioms that forbid it, each with its shortest cycle of\n"
          "events; or that no run of the threads comes to it, or only runs that the\n"
          "test's filter leaves out; or that every outcome is undefined, with an\n"
          "execution that raises the flag.  --format svg draws it; --html\n"
          "writes a page.\n"
          "--strict refuses a test of PTX that has a form which is no PTX, such as those\n"
          "of the Dat3M suites.\n"
          "Exit status 3: a limit was hit, or a loop was cut before a witness was found;\n"
          "there is no outcome, since no run ends or the model allows none; or no memory\n"
          "model can judge any of the tests.",
  .takes = TAKES(memory_models) | TAKES(includes) | TAKES(unroll) | TAKES(barriers) | TAKES(why) |
           TAKES(format) | TAKES(cat_variants) | TAKES(jobs) | TAKES(seconds) | TAKES(html) |
           TAKES(quiet) | TAKES(strict),
  .run = run,
};
