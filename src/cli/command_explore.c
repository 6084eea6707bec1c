/* explore: only the operational side. */

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/ask_counts.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "cli/output.h"
#include "cli/page_output.h"
#include "cli/inputs.h"
#include "cli/replay.h"
#include "litmus/herd_log.h"
#include "litmus/read/reader.h"
#include "report/cost_text.h"
#include "report/steps.h"
#include "run/effort.h"
#include "run/counterexample.h"
#include "run/placements.h"
#include "run/subject.h"
#include "run/suite.h"
#include "report/page/judge_page.h"
#include "report/page/run_page.h"
#include "run/trace_file.h"
#include "verify/exploration.h"
#include "litmus/condition.h"

/* --- replay --- */

static void put_page(void *context, struct page *page) {
  page_counterexample(page, "run", NULL, context);
}

static bool write_page(const struct arguments *arguments, struct counterexample *run) {
  return cli_page_write(arguments,
                        &(struct page_content){ "turnsole: a saved run", NULL, put_page, run });
}

static int replay(const struct arguments *arguments) {
  struct trace_file trace_file;
  struct diagnostic error = { NULL };
  struct effort effort = cli_effort(arguments);
  status_line_begin("explore", &effort, arguments->quiet);
  if (!trace_file_load(arguments->replay, &effort, &trace_file, &error)) {
    status_line_end();
    int status = cli_complain_of(&error);
    return trace_file.end == SEARCH_COMPLETE ? status : EXIT_INCONCLUSIVE;
  }
  status_line_end();
  int status = cli_replay_agrees(arguments, &trace_file) ? EXIT_HOLDS : EXIT_USAGE;
  if (status == EXIT_HOLDS) {
    if (!cli_output_takes_all(arguments)) {
      counterexample_print(stdout, trace_file.run);
      puts("replayed: every step exists, and leads where it did");
    }
    if (!cli_run_write(arguments, trace_file.run) || !write_page(arguments, trace_file.run))
      status = EXIT_USAGE;
  }
  trace_file_clear(&trace_file);
  return status;
}

/* --- exploration --- */

struct explore_call {
  const struct arguments *arguments;
  struct exploration exploration;
  const struct suite *suite;
  struct page *page; /* of --html; or NULL */
  bool any;          /* was any test explored? */
  int status;
  struct cost cost;
};

static FILE *out_of(const struct explore_call *call) { return cli_text_out(call->arguments); }

static void begin_status_line(const struct explore_call *call) {
  status_line_begin("explore", &call->exploration.effort, call->arguments->quiet);
}

/* Why there is no outcome, after all placements were explored; NULL where that is no question. */
static char *why_nothing(struct explore_call *call, const struct program *program,
                         const struct placements *placements,
                         const struct exploration_result *explored) {
  begin_status_line(call);
  char *why = exploration_nothing(&call->exploration, program, placements, explored);
  status_line_end();
  return why;
}

/* No run ends as was asked: does any run end? */
static int show_no_witness(struct explore_call *call, const struct program *program,
                           const struct placements *placements) {
  struct exploration_result explored;
  struct diagnostic error = { NULL };
  begin_status_line(call);
  bool good = exploration_run(&call->exploration, program, placements, &explored, &error);
  status_line_end();
  char *nothing = good ? why_nothing(call, program, placements, &explored) : NULL;
  int status = good ? EXIT_FAILS : cli_complain_of_test(program, &error);
  if (nothing)
    fprintf(out_of(call), "%s: inconclusive: there is no outcome: %s\n", program->name, nothing);
  else if (good) fprintf(out_of(call), "%s: no run ends so\n", program->name);
  outcome_set_free(explored.outcomes);
  memory_free(nothing);
  return nothing ? EXIT_INCONCLUSIVE : status;
}

static void put_run(struct explore_call *call, const struct program *program,
                    const struct counterexample *found) {
  char *name = memory_format("%s/run", program->name), *id = page_id(call->page, name);
  page_counterexample(call->page, id, NULL, found);
  memory_free(id);
  memory_free(name);
}

/* The outcomes and invariants, as they are printed. */
static void put_explored(struct explore_call *call, const struct program *program,
                         const struct exploration_result *explored) {
  FILE *out = page_lines_begin(call->page);
  outcome_log(out, program, explored->outcomes, NULL,
              explored->complete ? MISSING_NONE : MISSING_BY_LIMIT, 0);
  explored_print(out, &call->exploration.setting, program, explored);
  page_lines_end(call->page);
}

static int show_run(struct explore_call *call, const struct program *program,
                    const struct placements *placements, uint64_t stop_at,
                    const struct condition *seek) {
  bool complete;
  begin_status_line(call);
  struct counterexample *found =
      exploration_shortest(&call->exploration, program, placements, stop_at, seek, &complete);
  status_line_end();
  if (!found && call->page) page_paragraph(call->page, "No run was found that ends so.");
  if (!found) {
    if (complete && seek) return show_no_witness(call, program, placements);
    fprintf(out_of(call), "%s: %s\n", program->name,
            complete ? "no run ends so" : "inconclusive: no run was found before a limit was hit");
    return complete ? EXIT_FAILS : EXIT_INCONCLUSIVE;
  }
  counterexample_print(out_of(call), found);
  if (call->page) put_run(call, program, found);
  int status = cli_run_write(call->arguments, found) ? EXIT_HOLDS : EXIT_USAGE;
  counterexample_free(found);
  return status;
}

static int status_of(const struct setting *setting, const struct exploration_result *explored) {
  uint64_t claimed = setting_invariants_of_programs(setting);
  if (explored->broken & claimed && !(explored->broken & CLAIM(PROPERTY_OVERFLOW)))
    return EXIT_FAILS;
  return explored->complete ? EXIT_HOLDS : EXIT_INCONCLUSIVE;
}

static int show_explored(struct explore_call *call, const struct program *program,
                         const struct placements *placements,
                         const struct exploration_result *explored, double seconds) {
  const struct setting *setting = &call->exploration.setting;
  outcome_log(out_of(call), program, explored->outcomes, NULL,
              explored->complete ? MISSING_NONE : MISSING_BY_LIMIT, seconds);
  cost_add(&call->cost, &explored->cost);
  explored_print(out_of(call), setting, program, explored);
  if (call->page) put_explored(call, program, explored);
  int status = status_of(setting, explored);
  char *nothing = why_nothing(call, program, placements, explored);
  if (nothing) {
    fprintf(out_of(call), "%s: INCONCLUSIVE: there is no outcome: %s\n\n", program->name, nothing);
    status = cli_worse_status(status, EXIT_INCONCLUSIVE);
  }
  memory_free(nothing);
  uint64_t broken = explored->broken & setting_invariants(setting);
  if (broken) return cli_worse_status(status, show_run(call, program, placements, broken, NULL));
  cli_run_unused(call->arguments);
  return status;
}

static int explore_all(struct explore_call *call, const struct program *program,
                       const struct placements *placements) {
  struct exploration_result explored;
  struct diagnostic error = { NULL };
  double start = effort_now();
  begin_status_line(call);
  bool good = exploration_run(&call->exploration, program, placements, &explored, &error);
  status_line_end();
  int status = good ? show_explored(call, program, placements, &explored, effort_now() - start)
                    : cli_complain_of_test(program, &error);
  outcome_set_free(explored.outcomes);
  return status;
}

static int explore_test(struct explore_call *call, struct program *program) {
  const struct exploration *exploration = &call->exploration;
  const char *lacks = subject_lacks(&exploration->setting, program);
  if (lacks) {
    cli_say_inapplicable(program, exploration->setting.system->name, lacks);
    return EXIT_HOLDS;
  }
  call->any = true;
  struct diagnostic error = { NULL };
  struct placements placements = { 0 };
  struct condition *seek = NULL;
  if (call->arguments->witness) {
    seek = litmus_read_condition(program, call->arguments->witness, &error);
    if (!seek) return cli_complain_of(&error);
  }
  int status;
  if (call->page) page_test_begin(call->page, program);
  if (!placements_list(&exploration->setting, program, &exploration->effort, &placements, &error))
    status = cli_complain_of_test(program, &error);
  else if (exploration->placement > placements.count)
    status = cli_complain("%s has %u %s", program->name, placements.count,
                          text_numbered(placements.count, "placement", "placements"));
  else if (seek) status = show_run(call, program, &placements, CLAIM(PROPERTY_WITNESS), seek);
  else status = explore_all(call, program, &placements);
  if (call->page) page_test_end(call->page);
  memory_free(placements.items);
  condition_free(seek);
  return status;
}

static void explore(void *context, struct page *page) {
  struct explore_call *call = context;
  double start = effort_now();
  call->page = page;
  for (unsigned t = 0; t < call->suite->count; t++) {
    struct program *program = call->suite->tests[t].program;
    call->status =
        cli_worse_status(call->status, program ? explore_test(call, program) : EXIT_USAGE);
  }
  call->cost.transitions = 0; /* each test has printed its own */
  struct cost cost = cost_since(start, call->cost);
  if (call->any && call->status != EXIT_USAGE && !call->arguments->quiet &&
      !cli_output_takes_all(call->arguments))
    cost_print(&cost, NULL);
  if (!call->any) call->status = cli_worse_status(call->status, EXIT_INCONCLUSIVE);
}

static int explore_with_page(struct explore_call *call) {
  char *model = setting_name(&call->exploration.setting);
  char *title = memory_format("turnsole: what %s reaches", model);
  bool good = cli_page_write(call->arguments,
                             &(struct page_content){ title, NULL, explore, call, &call->status });
  memory_free(title);
  memory_free(model);
  return good ? call->status : EXIT_USAGE;
}

static int run(const struct arguments *arguments) {
  struct explore_call call = { .arguments = arguments };
  struct suite suite;
  if (arguments->replay) return replay(arguments);
  if (!cli_setting_load(arguments, &machine_source, &call.exploration.setting) ||
      !cli_tests_load(arguments, NULL, &suite))
    return EXIT_USAGE;
  cli_say_of_tests(arguments, &suite);
  call.exploration.effort = cli_effort(arguments);
  call.exploration.placement = arguments->placement;
  call.suite = &suite;
  if (arguments->count) call.status = counts_ask_tests(arguments, &call.exploration, &suite);
  else if (arguments->html) call.status = explore_with_page(&call);
  else explore(&call, NULL);
  suite_clear(&suite);
  return call.status;
}

const struct command command_explore = {
  .name = "explore",
  .arguments = "-p MODEL PATH... | --replay FILE",
  .summary = "the outcomes that a model reaches, in herd's log format, and its invariants",
  .help = "Explores every test in every placement.  Prints herd's log of the outcomes\n"
          "reached in any of them, then the states and the claimed invariants.  --witness\n"
          "shows the shortest run to an outcome (exit status 1 when no run ends so), and\n"
          "--trace saves the run that is shown.  --replay steps through a saved run; a\n"
          "model, test or option beside it must be that of the file.\n" HELP_PLACEMENTS
          "--count prints instead how many messages of each kind a run sends until all is\n"
          "done, at least and at most, over all runs and placements.\n"
          "Exit status 3: a limit was hit; no run ends, or the test's filter leaves out\n"
          "every one; or the model can run none of the tests.",
  .json = "with --count: model, core, parameters, tests (test, complete, ends, broken, placements, "
          "states, "
          "messages: message, network, data, between_gpus, least, greatest or null without a "
          "bound), status.",
  .takes = TAKES(models) | TAKES_MACHINE | TAKES(barriers) | TAKES_LIMITS | TAKES(apart) |
           TAKES(witness) | TAKES(count) | TAKES(placement) | TAKES(trace) | TAKES(chart) |
           TAKES(replay) | TAKES(json) | TAKES(html) | TAKES(quiet),
  .run = run,
};
