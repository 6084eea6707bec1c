/* step: takes the steps of a machine one at a time.  Here it is built; step_session.c obeys the
 * commands. */
#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "cli/output.h"
#include "cli/replay.h"
#include "cli/step_session.h"
#include "report/names.h"
#include "run/stepper_saved.h"
#include "run/suite.h"

/* The machine may refer to the program: this comes before the program is released. */
static void end_session(struct step_session *session) {
  stepper_free(session->stepper);
  memory_free(session->placements.items);
  session->stepper = NULL;
  session->placements = (struct placements){ 0 };
}

static int open_subject(struct step_session *session, struct subject *subject) {
  struct diagnostic error = { NULL };
  stepper_options(&subject->options);
  session->stepper = stepper_new(subject, &error);
  if (session->stepper) return step_session_run(session);
  return session->program ? cli_complain_of_test(session->program, &error)
                          : cli_complain_of(&error);
}

static int step_test(struct step_session *session, const struct setting *setting,
                     struct program *program) {
  struct effort effort = cli_effort(session->arguments);
  struct diagnostic error = { NULL };
  unsigned number = session->arguments->placement ? (unsigned)session->arguments->placement : 1;
  session->program = program;
  const char *lacks = subject_lacks(setting, program);
  if (lacks) {
    cli_say_inapplicable(program, setting->system->name, lacks);
    return EXIT_INCONCLUSIVE;
  }
  if (!placements_list(setting, program, &effort, &session->placements, &error))
    return cli_complain_of_test(program, &error);
  if (number > session->placements.count)
    return cli_complain("%s has %u %s", program->name, session->placements.count,
                        text_numbered(session->placements.count, "placement", "placements"));
  struct subject subject = { .setting = *setting,
                             .program = program,
                             .placement = session->placements.items[number - 1],
                             .options = effort.machine };
  return open_subject(session, &subject);
}

static int step_client(struct step_session *session, const struct setting *setting) {
  const struct arguments *arguments = session->arguments;
  struct effort effort = cli_effort(arguments);
  struct client asked = { .sms = (unsigned)arguments->sms,
                          .threads = (unsigned)arguments->threads,
                          .lines = (unsigned)arguments->addrs,
                          .values = (unsigned)arguments->values };
  if (arguments->sms == ANY_NUMBER) return cli_complain("--sms any is for prove");
  struct subject subject = { .setting = *setting,
                             .client = client_asked(setting, &asked),
                             .options = effort.machine };
  return open_subject(session, &subject);
}

static int step_suite(struct step_session *session, const struct setting *setting) {
  struct suite suite;
  if (!cli_tests_load(session->arguments, NULL, &suite)) return EXIT_USAGE;
  int status = EXIT_USAGE;
  if (suite.count != 1)
    status = cli_complain("step takes one test, found %u", (unsigned)suite.count);
  else if (suite.tests[0].program) status = step_test(session, setting, suite.tests[0].program);
  end_session(session);
  suite_clear(&suite);
  return status;
}

static int step_saved(struct step_session *session) {
  struct trace_file trace_file;
  struct diagnostic error = { NULL };
  struct effort effort = cli_effort(session->arguments);
  if (!trace_file_load(session->arguments->replay, &effort, &trace_file, &error)) {
    int status = cli_complain_of(&error);
    return trace_file.end == SEARCH_COMPLETE ? status : EXIT_INCONCLUSIVE;
  }
  int status = EXIT_USAGE;
  session->program = trace_file.program;
  if (cli_replay_agrees(session->arguments, &trace_file)) {
    struct search_options limits = effort_search(&effort, effort.threads, 1);
    bool differs;
    status_line_begin("step", &effort, session->arguments->quiet);
    session->stepper = stepper_saved(trace_file.run, &limits, &differs);
    status_line_end();
    if (differs) puts("without the reductions of the saved run some of its steps run other rows");
    status = step_session_run(session);
  }
  end_session(session);
  trace_file_clear(&trace_file);
  return status;
}

static int run(const struct arguments *given) {
  struct arguments arguments = *given;
  struct step_session session = { .arguments = &arguments };
  struct setting setting;
  int status;
  if (!(arguments.given & TAKES(seed))) arguments.seed = 1;
  if (arguments.replay) status = step_saved(&session);
  else if (!cli_setting_load(&arguments, &machine_source, &setting)) status = EXIT_USAGE;
  else if (arguments.paths.length) status = step_suite(&session, &setting);
  else status = step_client(&session, &setting);
  end_session(&session);
  return status;
}

const struct command command_step = {
  .name = "step",
  .arguments = "-p MODEL [TEST] | --replay FILE",
  .summary = "take a machine's steps one at a time: undo, breakpoints, the way to a state",
  .help = "Lists the steps that a machine can take, and takes those that are chosen, by\n"
          "commands on standard input; ? lists them.  The machine runs TEST in its first\n"
          "placement (--placement), or the most general client.  It starts with empty\n"
          "caches; `start` finds the other starts.  --replay begins at the end of a saved\n"
          "run.  A property that a step breaks is announced at that step.  There are no\n"
          "reductions, so every step can be taken; the machine of a saved run keeps those\n"
          "that it needs, and says so.  --time, --memory and --depth bound each search of\n"
          "`way` and `start`.\n"
          "Where standard input is no terminal, a command that is refused ends the session\n"
          "with status 2.  Its end is status 0.",
  .takes = TAKES(models) | TAKES(core) | TAKES(assignments) | TAKES(capacity) | TAKES(cold) |
           TAKES(no_evictions) | TAKES(barriers) | TAKES_LIMITS | TAKES(apart) | TAKES(placement) |
           TAKES(replay) | TAKES(sms) | TAKES(threads) | TAKES(addrs) | TAKES(values) |
           TAKES(seed) | TAKES(quiet),
  .run = run,
};
