/* explore: the operational side alone. */
#include <inttypes.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/took_text.h"
#include "cli/command.h"
#include "cli/status_line.h"
#include "cli/replay.h"
#include "cli/effort.h"
#include "cli/messages.h"
#include "cli/output.h"
#include "cli/settings.h"
#include "cli/tests.h"
#include "litmus/reader.h"
#include "report/matrix_text.h"
#include "report/proof_text.h"
#include "report/steps.h"
#include "verify/recording.h"
#include "verify/subject.h"

struct exploration {
  const struct arguments *arguments;
  struct setting setting;
  struct effort effort;
  bool any; /* was any test explored? */
  struct took took;
};

/* What all placements of one test reached. */
struct explore_whole {
  struct outcome_set *outcomes;
  struct took took; /* a search each */
  uint64_t broken;
  bool blocked, complete;
  bool ends;       /* some run comes to its end, though the test's filter may leave it out */
  uint64_t limits; /* as in struct matrix_cell */
};

static bool is_asked(const struct exploration *exploration, unsigned p) {
  return !exploration->arguments->placement || exploration->arguments->placement == p + 1;
}

static struct subject subject_of(const struct exploration *exploration,
                                 const struct program *program, const struct placement *placement) {
  return (struct subject){ .setting = exploration->setting,
                           .program = program,
                           .placement = *placement,
                           .options = exploration->effort.machine };
}

static bool explore_placement(struct exploration *exploration, const struct subject *subject,
                              struct explore_whole *whole, struct diagnostic *error) {
  struct machine *machine = subject_machine(subject, error);
  if (!machine) return false;
  struct search_options options =
      effort_search(&exploration->effort, exploration->effort.threads, 1);
  struct reached *reached = subject_reach(machine, &options);
  subject_add_observed(whole->outcomes, subject->program, reached->everything);
  whole->ends |= outcome_set_size(reached->everything) > 0;
  const struct took search = reached_took(reached);
  took_add(&whole->took, &search);
  whole->broken |= reached->broken;
  whole->blocked |= reached->blocked;
  whole->complete &= reached_all(reached);
  if (!reached_all(reached)) whole->limits |= UINT64_C(1) << reached->end;
  reached_free(reached);
  machine_free(machine);
  return true;
}

/* Every placement; false, with a message, where one cannot be built. */
static bool explore_placements(struct exploration *exploration, const struct program *program,
                               const struct placements *placements, struct explore_whole *whole,
                               struct diagnostic *error) {
  bool good = true;
  *whole = (struct explore_whole){ .outcomes = outcome_set_new(program->observable_count),
                                   .complete = true };
  for (unsigned p = 0; p < placements->count && good; p++) {
    if (!is_asked(exploration, p)) continue;
    struct subject subject = subject_of(exploration, program, &placements->items[p]);
    good = explore_placement(exploration, &subject, whole, error);
  }
  status_line_end();
  return good;
}

/* Why there is no outcome, to be released by memory_free; NULL where there is one, or one may be
 * missing. */
static char *why_nothing(const struct exploration *exploration, const struct program *program,
                         const struct placements *placements, const struct explore_whole *whole) {
  if (!whole->complete || outcome_set_size(whole->outcomes)) return NULL;
  if (whole->ends) return memory_format("the test's filter leaves out every run");
  char *waits = NULL;
  for (unsigned p = 0; p < placements->count && !waits; p++) {
    if (!is_asked(exploration, p)) continue;
    struct subject subject = subject_of(exploration, program, &placements->items[p]);
    struct search_options options =
        effort_search(&exploration->effort, exploration->effort.threads, 1);
    waits = standstill_find(&subject, &options);
  }
  status_line_end();
  if (!waits) return nothing_never_ends(program);
  char *why = memory_format("no run ends: %s", waits);
  memory_free(waits);
  return why;
}

static int show_summary(const struct exploration *exploration, const struct program *program,
                        const struct explore_whole *whole) {
  const struct system *system = exploration->setting.system;
  uint64_t claimed = setting_invariants_of_programs(&exploration->setting);
  const struct took *took = &whole->took;
  printf("%s: %" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64 " %s, depth %u%s%s", program->name,
         took->searches, text_numbered(took->searches, "placement", "placements"), took->states,
         text_numbered(took->states, "state", "states"), took->transitions,
         text_numbered(took->transitions, "transition", "transitions"), took->depth,
         whole->blocked ? ", a channel was full" : "",
         whole->complete ? "" : ", INCONCLUSIVE: a limit was hit: ");
  limits_print(stdout, whole->limits);
  putchar('\n');
  if (whole->broken & CLAIM(PROPERTY_OVERFLOW))
    printf(
        "%s: a step was more than the kit, or a channel, can hold: what was reached may be wrong\n",
        program->name);
  printf("%s: %s: ", program->name, whole->complete ? "holds" : "not broken so far");
  properties_print(stdout, system, claimed & ~whole->broken);
  if (whole->broken & claimed) {
    fputs("; BROKEN: ", stdout);
    properties_print(stdout, system, claimed & whole->broken);
  }
  if (whole->broken & ~claimed) {
    fputs("; not claimed, and broken: ", stdout);
    properties_print(stdout, system, whole->broken & ~claimed);
  }
  fputs("\n\n", stdout);
  if (whole->broken & claimed && !(whole->broken & CLAIM(PROPERTY_OVERFLOW))) return EXIT_FAILS;
  return whole->complete ? EXIT_HOLDS : EXIT_INCONCLUSIVE;
}

static int save_and_show(const struct arguments *arguments, const struct counterexample *found) {
  counterexample_print(stdout, found);
  FILE *file = cli_output_open(arguments->trace);
  if (file) recording_write(file, found);
  return cli_output_close(file, arguments->trace) ? EXIT_HOLDS : EXIT_USAGE;
}

/* The shortest run over all placements; the first of those. */
static struct counterexample *shortest(struct exploration *exploration,
                                       const struct program *program,
                                       const struct placements *placements, uint64_t stop_at,
                                       const struct condition *seek, bool *complete) {
  struct counterexample *best = NULL;
  *complete = true;
  for (unsigned p = 0; p < placements->count; p++) {
    if (!is_asked(exploration, p)) continue;
    struct subject subject = subject_of(exploration, program, &placements->items[p]);
    struct search_options options =
        effort_search(&exploration->effort, exploration->effort.threads, 1);
    enum search_end end;
    if (best && (!options.depth_max || options.depth_max >= best->trace->length))
      options.depth_max = best->trace->length;
    struct counterexample *found =
        counterexample_find(&subject, &options, stop_at, NULL, seek, &end);
    if (!found && end != SEARCH_COMPLETE && !best) *complete = false;
    if (found && best && found->trace->length >= best->trace->length) {
      counterexample_free(found);
    } else if (found) {
      counterexample_free(best);
      best = found;
    }
  }
  status_line_end();
  return best;
}

/* No run ends as was asked: does any run end? */
static int show_no_witness(struct exploration *exploration, const struct program *program,
                           const struct placements *placements) {
  struct explore_whole whole;
  struct diagnostic error = { NULL };
  bool good = explore_placements(exploration, program, placements, &whole, &error);
  char *nothing = good ? why_nothing(exploration, program, placements, &whole) : NULL;
  int status = good ? EXIT_FAILS : cli_complain_of_test(program, &error);
  if (nothing) printf("%s: inconclusive: there is no outcome: %s\n", program->name, nothing);
  else if (good) printf("%s: no run ends so\n", program->name);
  outcome_set_free(whole.outcomes);
  memory_free(nothing);
  return nothing ? EXIT_INCONCLUSIVE : status;
}

static int show_run(struct exploration *exploration, const struct program *program,
                    const struct placements *placements, uint64_t stop_at,
                    const struct condition *seek) {
  bool complete;
  struct counterexample *found =
      shortest(exploration, program, placements, stop_at, seek, &complete);
  if (!found) {
    if (complete && seek) return show_no_witness(exploration, program, placements);
    printf("%s: %s\n", program->name,
           complete ? "no run ends so" : "inconclusive: no run was found before a limit was hit");
    return complete ? EXIT_FAILS : EXIT_INCONCLUSIVE;
  }
  int status = save_and_show(exploration->arguments, found);
  counterexample_free(found);
  return status;
}

static int explore_all(struct exploration *exploration, const struct program *program,
                       const struct placements *placements) {
  struct explore_whole whole;
  struct diagnostic error = { NULL };
  double start = effort_now();
  int status = EXIT_USAGE;
  if (!explore_placements(exploration, program, placements, &whole, &error)) {
    status = cli_complain_of_test(program, &error);
  } else {
    outcome_log(stdout, program, whole.outcomes, NULL,
                whole.complete ? MISSING_NONE : MISSING_BY_LIMIT, effort_now() - start);
    took_add(&exploration->took, &whole.took);
    status = show_summary(exploration, program, &whole);
    char *nothing = why_nothing(exploration, program, placements, &whole);
    if (nothing) {
      printf("%s: INCONCLUSIVE: there is no outcome: %s\n\n", program->name, nothing);
      status = cli_worse_status(status, EXIT_INCONCLUSIVE);
    }
    memory_free(nothing);
    uint64_t broken = whole.broken & setting_invariants(&exploration->setting);
    if (broken)
      status = cli_worse_status(status, show_run(exploration, program, placements, broken, NULL));
    else cli_trace_unused(exploration->arguments);
  }
  outcome_set_free(whole.outcomes);
  return status;
}

static int explore_test(struct exploration *exploration, struct program *program) {
  if (subject_lacks_transactions(&exploration->setting, program)) {
    cli_say_inapplicable(program, exploration->setting.system->name);
    return EXIT_HOLDS;
  }
  exploration->any = true;
  struct diagnostic error = { NULL };
  struct placements placements = { 0 };
  struct condition *seek = NULL;
  if (exploration->arguments->witness) {
    seek = litmus_read_condition(program, exploration->arguments->witness, &error);
    if (!seek) return cli_complain_of(&error);
  }
  int status;
  if (!placements_list(&exploration->setting, program, &exploration->effort, &placements, &error))
    status = cli_complain_of_test(program, &error);
  else if (exploration->arguments->placement > placements.count)
    status = cli_complain("%s has %u %s", program->name, placements.count,
                          text_numbered(placements.count, "placement", "placements"));
  else if (seek)
    status = show_run(exploration, program, &placements, CLAIM(PROPERTY_WITNESS), seek);
  else status = explore_all(exploration, program, &placements);
  memory_free(placements.items);
  condition_free(seek);
  return status;
}

static int run(const struct arguments *arguments) {
  struct exploration exploration = { .arguments = arguments };
  struct suite suite;
  if (arguments->replay) return replay_run(arguments);
  if (!cli_setting_load(arguments, &machine_list, &exploration.setting) ||
      !cli_tests_load(arguments, NULL, &suite))
    return EXIT_USAGE;
  cli_say_barriers(arguments, &suite);
  exploration.effort = cli_effort(arguments);
  double start = effort_now();
  int status = EXIT_HOLDS;
  for (unsigned t = 0; t < suite.count; t++)
    status = cli_worse_status(status, suite.tests[t].program
                                          ? explore_test(&exploration, suite.tests[t].program)
                                          : EXIT_USAGE);
  exploration.took.transitions = 0; /* each test has told its own */
  struct took took = took_since(start, exploration.took);
  if (exploration.any && status != EXIT_USAGE && !arguments->quiet) took_print(&took, NULL);
  suite_clear(&suite);
  return exploration.any ? status : cli_worse_status(status, EXIT_INCONCLUSIVE);
}

const struct command command_explore = {
  .name = "explore",
  .arguments = "-p MODEL PATH... | --replay FILE",
  .summary = "the outcomes that a model reaches, in herd's log format, and its invariants",
  .help = "Explores every test in every placement, and prints herd's log of the outcomes reached "
          "in any of them, then the\n"
          "states and the claimed invariants.  --witness shows the shortest run to an outcome "
          "(exit status 1 when no run ends\n"
          "so), and --trace saves it.  Of a frame --witness states images, '0 = a over b; 1 = bg', "
          "and --json writes what was\n"
          "shown, with the run that breaks something.  --replay steps through a saved run: of the "
          "model, test and options that\n"
          "the file names, with which all else on the command line must agree.\n" HELP_PLACEMENTS
          "Exit status 3: a limit was hit; no run ends, or the test's filter leaves out every one; "
          "or no test is one that the\n"
          "model can run.",
  .takes = TAKES(models) | TAKES_MACHINE | TAKES(automorphism) | TAKES(barriers) | TAKES_LIMITS |
           TAKES(apart) | TAKES(witness) | TAKES(placement) | TAKES(trace) | TAKES(replay) |
           TAKES(json) | TAKES(quiet),
  .run = run,
};
