/* See follow.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/vector.h"
#include "follow.h"
#include "protocol/placement.h"
#include "litmus/program.h"

struct follow_run {
  const struct model *model;
  void *worker;
  slot_t state[WIDTH_MAX];
  VECTOR(slot_t) next; /* the successors, end to end */
  VECTOR(uint32_t) labels;
};

/* --- descriptions --- */

static char *say_state(const struct follow_run *run, const slot_t *state) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  run->model->describe_state(run->model, out, state);
  fclose(out);
  return text;
}

static char *say_step(const struct follow_run *run, unsigned index) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  run->model->describe_step(run->model, out, run->state, run->labels.items[index],
                            run->next.items + index * run->model->width);
  fclose(out);
  return text;
}

/* The number of pieces of a line, divided by " & ", that the text has; `*pieces`: of how many. */
static unsigned pieces_in(const char *text, const char *line, unsigned *pieces) {
  unsigned found = 0;
  *pieces = 0;
  while (*line) {
    const char *end = strstr(line, " & ");
    size_t length = end ? (size_t)(end - line) : strlen(line);
    char *piece = strndup(line, length);
    found += strstr(text, piece) != NULL;
    ++*pieces;
    free(piece);
    line += length + (end ? 3 : 0);
  }
  return found;
}

static bool contains(const char *text, const char *line) {
  unsigned pieces;
  return pieces_in(text, line, &pieces) == pieces;
}

/* --- steps --- */

static void gather(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct follow_run *run = context;
  (void)kind;
  if (!to) return;
  for (unsigned i = 0; i < run->model->width; i++) vector_push(run->next, to[i]);
  vector_push(run->labels, label);
}

static void look_around(struct follow_run *run) {
  run->next.length = run->labels.length = 0;
  run->model->successors(run->model, run->worker, run->state, gather, run);
}

static void give_up(struct follow_run *run, const char *line, const char *why) {
  look_around(run);
  char *state = say_state(run, run->state);
  print_error("at \"%s\": %s, in\n%s", line, why, state);
  free(state);
  for (unsigned i = 0; i < run->labels.length; i++) {
    char *step = say_step(run, i);
    print_error("- %s", step);
    free(step);
  }
  fail();
}

static void go(struct follow_run *run, unsigned index) {
  memcpy(run->state, run->next.items + index * run->model->width,
         run->model->width * sizeof(slot_t));
}

static void take_step(struct follow_run *run, const char *line) {
  int found = -1;
  unsigned width = run->model->width;
  look_around(run);
  for (unsigned i = 0; i < run->labels.length; i++) {
    char *step = say_step(run, i);
    bool fits = contains(step, line);
    free(step);
    if (!fits) continue;
    if (found >= 0 && memcmp(run->next.items + found * width, run->next.items + i * width,
                             width * sizeof(slot_t)))
      give_up(run, line, "two steps answer to it");
    found = (int)i;
  }
  if (found < 0) give_up(run, line, "no step answers to it");
  go(run, (unsigned)found);
}

static void see(struct follow_run *run, const char *line, bool wanted) {
  char *state = say_state(run, run->state);
  unsigned pieces, found = pieces_in(state, line, &pieces);
  free(state);
  if (found != (wanted ? pieces : 0))
    give_up(run, line, wanted ? "not what is there" : "it is there");
}

static bool can(struct follow_run *run, const char *line) {
  bool found = false;
  look_around(run);
  for (unsigned i = 0; i < run->labels.length; i++) {
    char *step = say_step(run, i);
    found |= contains(step, line);
    free(step);
  }
  return found;
}

static void start(struct follow_run *run, const char *line) {
  run->model->initial(run->model, run->worker, gather, run);
  for (unsigned i = 0; i < run->labels.length; i++) {
    go(run, i);
    char *state = say_state(run, run->state);
    bool fits = !line || contains(state, line);
    free(state);
    if (fits) return;
  }
  fail_msg("no initial state has \"%s\"", line);
}

static void walk(struct follow_run *run, const char *const *script) {
  bool chosen = !strncmp(script[0], "from ", 5);
  start(run, chosen ? script[0] + 5 : NULL);
  for (script += chosen; *script; script++) {
    if (!strncmp(*script, "see ", 4)) see(run, *script + 4, true);
    else if (!strncmp(*script, "not ", 4)) see(run, *script + 4, false);
    else if (!strncmp(*script, "cannot ", 7)) {
      if (can(run, *script + 7)) give_up(run, *script, "it can happen");
    } else if (!strncmp(*script, "tick ", 5))
      for (int ticks = atoi(*script + 5); ticks > 0 && can(run, "the clock ticks"); ticks--)
        take_step(run, "the clock ticks");
    else take_step(run, *script);
  }
}

/* --- the machine --- */

/* The placement that is asked for; else the last one listed. That one has each thread on an SM of
 * its own, and each location in a line of its own. */
struct follow_choice {
  const struct program *program;
  const char *wanted;
  struct placement placement;
  bool found;
};

static bool choose(void *context, const struct placement *placement) {
  struct follow_choice *choice = context;
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  placement_print(out, choice->program, placement);
  fclose(out);
  choice->found = !choice->wanted || !strcmp(text, choice->wanted);
  free(text);
  choice->placement = *placement;
  return !(choice->wanted && choice->found);
}

void follow(const struct question *question, const char *program, const char *const *script) {
  struct diagnostic error = { NULL };
  char *text = litmus_of(program, question->fenced, "true");
  struct program *read = program_read(text);
  free(text);
  struct setting setting = setting_of(question);
  struct follow_choice choice = { .program = read, .wanted = question->placement };
  placements_each(read, &(struct placement_options){ .topology = setting.system->topology }, choose,
                  &choice);
  if (!choice.found) fail_msg("no placement %s", question->placement);
  struct machine_options options = { .cold = question->cold,
                                     .no_reduction = true,
                                     .mutant = question->mutant };
  struct machine *machine = machine_new(&setting, read, &choice.placement, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct follow_run run = { .model = machine_model(machine) };
  run.worker = run.model->worker_new(run.model);
  walk(&run, script);
  run.model->worker_free(run.model, run.worker);
  vector_free(run.next);
  vector_free(run.labels);
  machine_free(machine);
  program_free(read);
}
