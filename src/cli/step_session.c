/* See step_session.h.
 *
 * Where standard input is no terminal, the prompt and the command are printed.  So a transcript of
 * a script reads as one of a session.  The first command that is refused ends it with status 2. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/step_session.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "cli/output.h"
#include "litmus/condition.h"
#include "litmus/read/reader.h"
#include "report/names.h"
#include "report/run_chart.h"
#include "report/stepper_text.h"
#include "report/steps.h"
#include "run/stepper.h"
#include "run/trace_file.h"

/* The steps of `c` without a number. */
enum { STEPS_AT_ONCE = 1000, LINE_LONGEST = 4096 };

enum outcome_of_command { GO_ON, REFUSED, QUIT };

static enum outcome_of_command refuse(struct diagnostic *error) {
  (void)cli_complain_of(error);
  return REFUSED;
}

#define REFUSE(...) (cli_complain(__VA_ARGS__), REFUSED)

/* Reads a number from 1 to `most`; an empty operand is `otherwise`, which may be 0 for none. */
static bool read_number(const char *operand, unsigned long most, unsigned long otherwise,
                        unsigned *number) {
  char *end;
  errno = 0;
  unsigned long value = isdigit((unsigned char)*operand) ? strtoul(operand, &end, 10) : 0;
  if (!*operand) value = otherwise;
  *number = (unsigned)value;
  if (value && !errno && value <= most && (!*operand || !*end)) return true;
  if (most) cli_complain("expected a number from 1 to %lu, found \"%s\"", most, operand);
  return false;
}

/* --- where the session is --- */

static void list_choices(const struct step_session *session) {
  stepper_choices_print(stdout, session->stepper);
}

/* The last step, what it broke, and the next ones. */
static void show_arrival(const struct step_session *session) {
  stepper_last_print(stdout, session->stepper);
  stepper_news_print(stdout, session->stepper);
  list_choices(session);
}

static void show_opening(const struct step_session *session) {
  uint64_t seed = session->arguments->seed;
  stepper_seed(session->stepper, seed);
  stepper_title_print(stdout, session->stepper);
  printf("seed %llu; ? lists the commands\n", (unsigned long long)seed);
  if (!stepper_position(session->stepper)) stepper_start_print(stdout, session->stepper);
  show_arrival(session);
}

/* --- commands --- */

static enum outcome_of_command list(struct step_session *session, const char *operand) {
  (void)operand;
  list_choices(session);
  return GO_ON;
}

static enum outcome_of_command take(struct step_session *session, const char *operand) {
  unsigned number, count = stepper_choices(session->stepper);
  if (!count) return REFUSE("no step can be taken");
  if (!read_number(operand, count, 0, &number)) return REFUSED;
  stepper_take(session->stepper, number - 1);
  show_arrival(session);
  return GO_ON;
}

static enum outcome_of_command undo(struct step_session *session, const char *operand) {
  unsigned number;
  if (!read_number(operand, UINT32_MAX, 1, &number)) return REFUSED;
  if (!stepper_undo(session->stepper, number)) return REFUSE("there is no step to undo");
  list_choices(session);
  return GO_ON;
}

static enum outcome_of_command redo(struct step_session *session, const char *operand) {
  unsigned number;
  if (!read_number(operand, UINT32_MAX, 1, &number)) return REFUSED;
  if (!stepper_redo(session->stepper, 1)) return REFUSE("there is no step to redo");
  do {
    stepper_last_print(stdout, session->stepper);
    stepper_news_print(stdout, session->stepper);
  } while (--number && stepper_redo(session->stepper, 1));
  list_choices(session);
  return GO_ON;
}

static enum outcome_of_command show_state(struct step_session *session, const char *operand) {
  struct machine *machine = stepper_machine(session->stepper);
  const slot_t *state = stepper_state(session->stepper);
  struct diagnostic error = { NULL };
  struct text text = { 0 };
  if (!*operand) {
    char *head = memory_format("  after step %u:", stepper_position(session->stepper));
    state_print(stdout, machine_model(machine), head, state);
    memory_free(head);
    return GO_ON;
  }
  if (!state_describe_part(machine, state, operand, &text, &error)) return refuse(&error);
  wrap_print(stdout, wrap_width(stdout), "      ", text.bytes);
  text_free(&text);
  return GO_ON;
}

static enum outcome_of_command show_rows(struct step_session *session, const char *operand) {
  unsigned number, count = stepper_choices(session->stepper);
  if (!*operand) {
    stepper_last_rows_print(stdout, session->stepper);
    return GO_ON;
  }
  if (!count) return REFUSE("no step can be taken");
  if (!read_number(operand, count, 0, &number)) return REFUSED;
  stepper_rows_print(stdout, session->stepper, number - 1);
  return GO_ON;
}

static enum outcome_of_command show_history(struct step_session *session, const char *operand) {
  (void)operand;
  stepper_history_print(stdout, session->stepper);
  return GO_ON;
}

/* --- w --- */

/* A property by its own name, or by the system's. */
static bool property_named(const struct model *model, const char *name, enum property *property) {
  for (unsigned p = 0; p < PROPERTIES; p++) {
    if (p == PROPERTY_OUTCOME || p == PROPERTY_WITNESS) continue;
    *property = (enum property)p;
    if (text_equal(property_name(*property), name)) return true;
    if (text_equal(model->property_name(model, p), name)) return true;
  }
  return false;
}

/* Names the properties that the model claims, or loses. */
static bool no_such_property(const struct setting *setting, const char *name,
                             struct diagnostic *error) {
  struct text names = { 0 };
  unsigned claims = setting_invariants(setting) | setting_losses(setting);
  for (unsigned p = 0; p < PROPERTIES; p++)
    if (claims >> p & 1)
      text_add(&names, "%s%s", names.length ? ", " : "", property_name((enum property)p));
  diagnostic_plain(error,
                   "expected an outcome (P1:r0=1), CONTROLLER LOCATION STATE (L1.0 x V), or a "
                   "property (%s), found \"%s\"",
                   names.bytes, name);
  text_free(&names);
  return false;
}

/* The caller frees goal->outcome. */
static bool read_goal(const struct step_session *session, const char *text,
                      struct stepper_goal *goal, struct diagnostic *error) {
  const struct machine *machine = stepper_machine(session->stepper);
  const struct model *model = machine_model(machine);
  *goal = (struct stepper_goal){ .kind = GOAL_BROKEN };
  if (property_named(model, text, &goal->property)) return true;
  if (strchr(text, '=')) {
    if (!session->program)
      return diagnostic_plain(error, "the most general client has no outcome: expected "
                                     "CONTROLLER LOCATION STATE, or a property");
    goal->kind = GOAL_OUTCOME;
    goal->outcome = litmus_read_condition(session->program, text, error);
    return goal->outcome != NULL;
  }
  if (!strchr(text, ' '))
    return no_such_property(&stepper_subject(session->stepper)->setting, text, error);
  goal->kind = GOAL_STATE;
  return state_condition_read(machine, text, &goal->state, error);
}

/* The limits of one search; --time is for each. */
static struct search_options limits_of(const struct step_session *session, struct effort *effort) {
  *effort = cli_effort(session->arguments);
  return effort_search(effort, effort->threads, 1);
}

/* Takes the way once more, to show its steps and what they break. */
static void show_way(const struct step_session *session, unsigned steps) {
  stepper_undo(session->stepper, steps);
  while (stepper_redo(session->stepper, 1)) {
    stepper_last_print(stdout, session->stepper);
    stepper_news_print(stdout, session->stepper);
  }
  list_choices(session);
}

static enum outcome_of_command go_to(struct step_session *session, const char *operand) {
  struct stepper_goal goal;
  struct diagnostic error = { NULL };
  struct effort effort;
  if (!read_goal(session, operand, &goal, &error)) return refuse(&error);
  struct search_options limits = limits_of(session, &effort);
  status_line_begin("step", &effort, session->arguments->quiet);
  struct stepper_way way = stepper_seek(session->stepper, &goal, &limits);
  status_line_end();
  condition_free((struct condition *)goal.outcome);
  unsigned long long states = way.states;
  if (way.end == SEARCH_VIOLATION && !way.steps) puts("  it is so here");
  else if (way.end == SEARCH_VIOLATION)
    printf("  the shortest way has %u %s:\n", way.steps, text_numbered(way.steps, "step", "steps"));
  else if (way.end == SEARCH_COMPLETE)
    printf("  no run from here leads there: all %llu states were searched\n", states);
  else
    printf("  none was found within %llu states: a limit was met (%s)\n", states,
           limit_text(way.end));
  if (way.steps) show_way(session, way.steps);
  return GO_ON;
}

/* --- breakpoints, and going on --- */

static enum outcome_of_command add_breakpoint(struct step_session *session, const char *operand) {
  if (*operand && !stepper_break(session->stepper, operand))
    return REFUSE("no row is called %s: expected FILE:LINE, or a row's source as `t` prints it",
                  operand);
  stepper_breakpoints_print(stdout, session->stepper);
  return GO_ON;
}

static enum outcome_of_command delete_breakpoint(struct step_session *session,
                                                 const char *operand) {
  unsigned number, count = stepper_breakpoints(session->stepper);
  if (!count) return REFUSE("there are no breakpoints");
  if (!read_number(operand, count, 0, &number)) return REFUSED;
  stepper_delete(session->stepper, number - 1);
  stepper_breakpoints_print(stdout, session->stepper);
  return GO_ON;
}

static enum outcome_of_command go_on(struct step_session *session, const char *operand) {
  struct stepper *stepper = session->stepper;
  unsigned left;
  if (!read_number(operand, UINT32_MAX, STEPS_AT_ONCE, &left)) return REFUSED;
  if (stepper_has_ended(stepper)) return REFUSE("the run has ended");
  bool stops = false;
  for (; left && !stops; left--) {
    stepper_take_any(stepper);
    stepper_last_line_print(stdout, stepper);
    stops = stepper_broken(stepper) || stepper_hit(stepper) >= 0 || stepper_has_ended(stepper);
  }
  stepper_news_print(stdout, stepper);
  if (!stops && !*operand) printf("  stopped after %u steps; c goes on\n", STEPS_AT_ONCE);
  list_choices(session);
  return GO_ON;
}

/* --- files, starts, placements --- */

static enum outcome_of_command save(struct step_session *session, const char *operand) {
  if (!*operand) return REFUSE("expected a file to write");
  struct trace trace = stepper_trace(session->stepper);
  struct counterexample run = { *stepper_subject(session->stepper),
                                stepper_machine(session->stepper), &trace, NULL };
  /* then the reader need not find the other starts */
  if (state_is_cold(run.machine, trace.states)) run.subject.options.cold = true;
  FILE *file = cli_output_open(operand);
  if (file) trace_file_write(file, &run);
  if (!cli_output_close(file, operand)) return REFUSED;
  printf("  saved: %u %s\n", trace.length, text_numbered(trace.length, "step", "steps"));
  return GO_ON;
}

static enum outcome_of_command draw(struct step_session *session, const char *operand) {
  if (!*operand) return REFUSE("expected a file to write");
  struct trace trace = stepper_trace(session->stepper);
  struct counterexample run = { *stepper_subject(session->stepper),
                                stepper_machine(session->stepper), &trace, NULL };
  struct chart chart = chart_of_run(&run);
  if (!cli_chart_write(operand, &chart)) return REFUSED;
  printf("  drawn: %u %s\n", trace.length, text_numbered(trace.length, "step", "steps"));
  return GO_ON;
}

static enum outcome_of_command begin(struct step_session *session, const char *operand) {
  unsigned number;
  struct effort effort;
  struct search_options limits = limits_of(session, &effort);
  status_line_begin("step", &effort, session->arguments->quiet);
  enum search_end end = stepper_find_starts(session->stepper, &limits);
  status_line_end();
  if (end != SEARCH_COMPLETE)
    printf("  a limit was met (%s): some start states are missing\n", limit_text(end));
  if (!*operand) {
    stepper_starts_print(stdout, session->stepper);
    return GO_ON;
  }
  if (!read_number(operand, stepper_starts(session->stepper), 0, &number)) return REFUSED;
  stepper_begin(session->stepper, number - 1);
  stepper_start_print(stdout, session->stepper);
  stepper_news_print(stdout, session->stepper);
  list_choices(session);
  return GO_ON;
}

static void list_placements(const struct step_session *session) {
  const struct placement *here = &stepper_subject(session->stepper)->placement;
  for (unsigned i = 0; i < session->placements.count; i++) {
    const struct placement *placement = &session->placements.items[i];
    printf("%4u  ", i + 1);
    placement_print(stdout, session->program, placement);
    puts(memcmp(placement, here, sizeof *here) ? "" : "  (this one)");
  }
}

/* Builds the machine of another placement; breakpoints are of its rows, and are gone. */
static enum outcome_of_command place(struct step_session *session, const char *operand) {
  struct subject subject = *stepper_subject(session->stepper);
  struct diagnostic error = { NULL };
  unsigned number;
  if (!session->placements.count) return REFUSE("the session has one placement");
  if (!*operand) return list_placements(session), GO_ON;
  if (!read_number(operand, session->placements.count, 0, &number)) return REFUSED;
  subject.placement = session->placements.items[number - 1];
  struct stepper *stepper = stepper_new(&subject, &error);
  if (!stepper) return refuse(&error);
  stepper_free(session->stepper);
  session->stepper = stepper;
  show_opening(session);
  return GO_ON;
}

static enum outcome_of_command quit(struct step_session *session, const char *operand) {
  (void)session, (void)operand;
  return QUIT;
}

static enum outcome_of_command show_help(struct step_session *session, const char *operand);

static const struct step_command {
  char letter;
  const char *name, *operand, *help; /* operand: NULL, it takes none */
  enum outcome_of_command (*run)(struct step_session *session, const char *operand);
} step_commands[] = {
  { 'l', "list", NULL, "list the steps that can be taken; an empty line does, too", list },
  { 'n', "next", "N", "take step N of the list; N alone does, too", take },
  { 'u', "undo", "[N]", "take back one step, or N", undo },
  { 'r', "redo", "[N]", "take one undone step again, or N", redo },
  { 's', "state", "[NAME]", "show the state, or a controller or core of it: s L1.0", show_state },
  { 't', "table", "[N]", "show the rows that the last step fired, or that step N would fire",
    show_rows },
  { 'h', "history", NULL, "list the steps taken, and those undone", show_history },
  { 'w', "way", "CONDITION",
    "go the shortest way to an outcome (P1:r0=1 /\\ P1:r1=0), to a state of a line (L1.0 x V), "
    "or to a state that breaks a property (swmr)",
    go_to },
  { 'b', "break", "[ROW]", "break on a row, FILE:LINE or its source; list the breakpoints",
    add_breakpoint },
  { 'd', "delete", "N", "delete breakpoint N", delete_breakpoint },
  { 'c', "continue", "[N]",
    "go on at random to a breakpoint, a broken property or the end, for N steps at most "
    "(default 1000)",
    go_on },
  { 'f', "save", "FILE", "save the run to a file that --replay reads", save },
  { 'm', "chart", "FILE", "draw the run as a message sequence chart: SVG, or Mermaid in FILE.mmd",
    draw },
  { 'i', "start", "[N]", "find and list the start states, or begin anew in the N-th", begin },
  { 'p', "placement", "[N]", "list the placements of the test, or begin anew in the N-th", place },
  { 'q', "quit", NULL, "end", quit },
  { '?', "help", NULL, "show this list", show_help },
};
enum { STEP_COMMANDS = sizeof step_commands / sizeof *step_commands };

static enum outcome_of_command show_help(struct step_session *session, const char *operand) {
  (void)session, (void)operand;
  for (unsigned i = 0; i < STEP_COMMANDS; i++) {
    const struct step_command *command = &step_commands[i];
    char head[40];
    snprintf(head, sizeof head, "  %c, %s%s%s", command->letter, command->name,
             command->operand ? " " : "", command->operand ? command->operand : "");
    char *padded = memory_format("%-22s", head);
    wrap_print(stdout, wrap_width(stdout), padded, command->help);
    memory_free(padded);
  }
  return GO_ON;
}

/* --- the loop --- */

static const struct step_command *command_of(const char *word, size_t length) {
  for (unsigned i = 0; i < STEP_COMMANDS; i++)
    if ((length == 1 && *word == step_commands[i].letter) ||
        (length == strlen(step_commands[i].name) && !memcmp(word, step_commands[i].name, length)))
      return &step_commands[i];
  return NULL;
}

static enum outcome_of_command obey(struct step_session *session, const char *line) {
  size_t length = strcspn(line, " ");
  const char *operand = line + length + strspn(line + length, " ");
  if (!length) return list(session, "");
  if (isdigit((unsigned char)*line)) return take(session, line);
  const struct step_command *command = command_of(line, length);
  if (!command) return REFUSE("no such command: %.*s; ? lists them", (int)length, line);
  if (!command->operand && *operand)
    return REFUSE("%s takes no operand, found \"%s\"", command->name, operand);
  if (command->operand && *command->operand != '[' && !*operand)
    return REFUSE("%s: expected %s", command->name, command->operand);
  return command->run(session, operand);
}

/* Cuts blanks off both ends. */
static char *trimmed(char *line) {
  line += strspn(line, " \t");
  size_t length = strlen(line);
  while (length && isspace((unsigned char)line[length - 1])) length--;
  line[length] = '\0';
  return line;
}

static int obey_all(struct step_session *session) {
  bool is_terminal = isatty(STDIN_FILENO);
  char line[LINE_LONGEST];
  for (;;) {
    printf("step %u> ", stepper_position(session->stepper));
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) return puts(""), EXIT_HOLDS;
    bool whole = strchr(line, '\n') || feof(stdin);
    char *command = trimmed(line);
    if (!is_terminal) puts(command);
    if (!whole) return cli_complain("a command has at most %d characters", LINE_LONGEST - 2);
    enum outcome_of_command outcome = obey(session, command);
    if (outcome == QUIT) return EXIT_HOLDS;
    if (outcome == REFUSED && !is_terminal) return EXIT_USAGE;
  }
}

int step_session_run(struct step_session *session) {
  show_opening(session);
  return obey_all(session);
}
