/* See stepper_text.h.  Every line is wrapped as those of traces are. */
#include "report/stepper_text.h"

#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/wrap.h"
#include "litmus/condition.h"
#include "litmus/herd_log.h"
#include "machine/outcomes.h"
#include "report/names.h"
#include "report/steps.h"
#include "report/table_text.h"

static const struct model *model_of(const struct stepper *stepper) {
  return machine_model(stepper_machine(stepper));
}

static void put_wrapped(FILE *out, const char *head, struct text *text) {
  wrap_print(out, wrap_width(out), head, text->length ? text->bytes : "");
  text_free(text);
}

static void put_printed(FILE *out, const char *head, struct printing *printing) {
  wrap_print(out, wrap_width(out), head, printing_end(printing));
  printing_free(printing);
}

/* --- the title --- */

void stepper_title_print(FILE *out, const struct stepper *stepper) {
  const struct subject *subject = stepper_subject(stepper);
  const char *off[REDUCTIONS];
  struct printing printing;
  FILE *title = printing_begin(&printing);
  subject_print(title, subject);
  fputc('\n', title);
  put_printed(out, "", &printing);
  if (subject->options.no_reduction) return;
  struct text text = { 0 };
  unsigned count = subject_reductions_off(&subject->options, off);
  text_add(
      &text,
      "The saved run exists with its reductions only.  They stay on, and leave out some steps%s",
      count ? "; off are " : "");
  for (unsigned i = 0; i < count; i++) text_add(&text, "%s%s", i ? ", " : "", off[i]);
  text_add(&text, ".\n");
  put_wrapped(out, "", &text);
}

/* --- steps that can be taken --- */

/* Appends lines as one: "sends ACK(x) to L1.0; L2 x: 0 => 1". */
static void add_joined(struct text *text, const char *lines, const char **separator) {
  for (const char *at = lines ? lines : ""; *at;) {
    at += strspn(at, " ");
    size_t length = strcspn(at, "\n");
    text_add(text, "%s%.*s", *separator, (int)length, at);
    *separator = "; ";
    at += length + (at[length] == '\n');
  }
}

/* A step in a line; with what it does where others have the same input. */
static void add_step(struct text *text, const struct step_parts *parts, bool with_effects) {
  const char *separator = ": ";
  text_add(text, "%s", parts->input.bytes ? parts->input.bytes : "a step");
  if (!with_effects) return;
  add_joined(text, parts->effects.bytes, &separator);
  add_joined(text, parts->changes.bytes, &separator);
}

void stepper_choices_print(FILE *out, const struct stepper *stepper) {
  unsigned count = stepper_choices(stepper);
  struct step_parts *parts = memory_new(count + 1, sizeof *parts);
  for (unsigned i = 0; i < count; i++) parts[i] = stepper_parts(stepper, i);
  for (unsigned i = 0; i < count; i++) {
    struct text text = { 0 };
    char head[24];
    bool is_double = false;
    for (unsigned j = 0; j < count && !is_double; j++)
      is_double = i != j && text_equal(parts[i].input.bytes, parts[j].input.bytes);
    snprintf(head, sizeof head, "%4u  ", i + 1);
    add_step(&text, &parts[i], is_double);
    put_wrapped(out, head, &text);
  }
  if (!count) fputs("      no step can be taken\n", out);
  if (stepper_is_blocked(stepper)) fputs("      a full channel holds some step back\n", out);
  for (unsigned i = 0; i < count; i++) step_parts_clear(&parts[i]);
  memory_free(parts);
}

/* --- steps that were taken --- */

static void put_line(FILE *out, const struct stepper *stepper, unsigned i) {
  struct step_parts parts = stepper_parts_taken(stepper, i);
  struct text text = { 0 };
  char head[24];
  snprintf(head, sizeof head, "%4u. ", i + 1);
  add_step(&text, &parts, false);
  if (i >= stepper_position(stepper)) text_add(&text, "  (undone)");
  put_wrapped(out, head, &text);
  step_parts_clear(&parts);
}

void stepper_last_print(FILE *out, const struct stepper *stepper) {
  struct trace trace = stepper_trace(stepper);
  if (trace.length) step_print(out, model_of(stepper), &trace, trace.length - 1);
}

void stepper_last_line_print(FILE *out, const struct stepper *stepper) {
  unsigned taken = stepper_position(stepper);
  if (taken) put_line(out, stepper, taken - 1);
}

void stepper_history_print(FILE *out, const struct stepper *stepper) {
  if (!stepper_length(stepper)) fputs("      no step has been taken\n", out);
  for (unsigned i = 0; i < stepper_length(stepper); i++) put_line(out, stepper, i);
}

/* --- news --- */

static void put_broken(FILE *out, const struct stepper *stepper, unsigned property) {
  struct trace trace = stepper_trace(stepper);
  trace.property = property;
  struct counterexample run = { *stepper_subject(stepper), stepper_machine(stepper), &trace, NULL };
  const char *name = model_of(stepper)->property_name(model_of(stepper), property);
  struct text text = { 0 };
  if (strchr(name, ' ')) {
    text_add(&text, "the invariant is: %s\n", name);
    put_wrapped(out, "  ", &text);
  }
  if (violation_print(out, &run)) return;
  text = (struct text){ 0 };
  text_add(&text, "%s is broken", strchr(name, ' ') ? "the invariant" : name);
  if (trace.length) text_add(&text, " by step %u\n", trace.length);
  else text_add(&text, " at the start\n");
  put_wrapped(out, "  ", &text);
}

struct ending {
  FILE *out;
  const struct program *program;
};

static void put_outcome(void *context, const int64_t *outcome, uint64_t times) {
  const struct ending *ending = context;
  (void)times;
  outcome_print(ending->out, ending->program, outcome);
  if (!ending->program->condition) return;
  fputs(condition_holds(ending->program->condition, outcome) ? "\nit meets the condition "
                                                             : "\nit does not meet the condition ",
        ending->out);
  condition_print(ending->out, ending->program, ending->program->condition);
}

static void put_end(FILE *out, const struct stepper *stepper) {
  const struct program *program = stepper_subject(stepper)->program;
  int64_t everything[OUTCOME_WIDTH_MAX];
  struct printing printing;
  struct ending ending = { printing_begin(&printing), program };
  struct outcome_set *all = outcome_set_new(machine_outcome_width(program));
  machine_gather_outcome(stepper_machine(stepper), stepper_state(stepper), everything);
  outcome_set_add(all, everything, 1);
  struct outcome_set *observed = machine_outcomes_observed(program, all);
  fputs("the program has ended: ", ending.out);
  outcome_set_each(observed, put_outcome, &ending);
  put_printed(out, "  ", &printing);
  outcome_set_free(observed);
  outcome_set_free(all);
}

/* The threads that only the program holds back, if that is so. */
static void put_standstill(FILE *out, const struct stepper *stepper) {
  if (!stepper_subject(stepper)->program) return;
  char *waits = machine_waits(stepper_machine(stepper), stepper_state(stepper));
  if (waits && *waits) wrap_print(out, wrap_width(out), "  ", waits);
  memory_free(waits);
}

void stepper_news_print(FILE *out, const struct stepper *stepper) {
  int hit = stepper_hit(stepper);
  for (uint64_t broken = stepper_broken(stepper); broken; broken &= broken - 1)
    put_broken(out, stepper, (unsigned)__builtin_ctzll(broken));
  if (hit >= 0)
    fprintf(out, "  breakpoint %d: %s\n", hit + 1, stepper_breakpoint(stepper, (unsigned)hit).text);
  if (state_is_final(stepper_machine(stepper), stepper_state(stepper))) put_end(out, stepper);
  else if (!stepper_choices(stepper)) put_standstill(out, stepper);
}

/* --- rows --- */

static void put_rows(FILE *out, const struct stepper *stepper, struct step_parts *parts) {
  const struct system *system = stepper_subject(stepper)->setting.system;
  if (!parts->row_count) fputs("      the step fires no row\n", out);
  for (unsigned i = 0; i < parts->row_count; i++) {
    struct text text = { 0 };
    struct printing printing;
    row_cite(&text, parts->rows[i]);
    put_wrapped(out, "      ", &text);
    if (!i) fputs("      | table | in | on | when | next | actions | source |\n", out);
    table_row_print(printing_begin(&printing), system, parts->rows[i]);
    put_printed(out, "      ", &printing);
  }
  step_parts_clear(parts);
}

void stepper_last_rows_print(FILE *out, const struct stepper *stepper) {
  unsigned taken = stepper_position(stepper);
  if (!taken) {
    fputs("      no step has been taken\n", out);
    return;
  }
  struct step_parts parts = stepper_parts_taken(stepper, taken - 1);
  put_rows(out, stepper, &parts);
}

void stepper_rows_print(FILE *out, const struct stepper *stepper, unsigned choice) {
  struct step_parts parts = stepper_parts(stepper, choice);
  put_rows(out, stepper, &parts);
}

/* --- lists --- */

enum { STARTS_SHOWN = 50 };

void stepper_starts_print(FILE *out, const struct stepper *stepper) {
  unsigned count = stepper_starts(stepper);
  for (unsigned i = 0; i < count && i < STARTS_SHOWN; i++) {
    bool is_cold = state_is_cold(stepper_machine(stepper), stepper_start_state(stepper, i));
    char *head = memory_format("  start %u%s%s:", i + 1, is_cold ? ", empty caches" : "",
                               stepper_starts_in(stepper, i) ? ", this run's" : "");
    state_print(out, model_of(stepper), head, stepper_start_state(stepper, i));
    memory_free(head);
  }
  if (count > STARTS_SHOWN)
    fprintf(out, "  and %u more, up to start %u\n", count - STARTS_SHOWN, count);
}

void stepper_start_print(FILE *out, const struct stepper *stepper) {
  struct trace run = stepper_trace(stepper);
  bool is_cold = state_is_cold(stepper_machine(stepper), run.states);
  state_print(out, model_of(stepper), is_cold ? "  start, empty caches:" : "  start:", run.states);
}

void stepper_breakpoints_print(FILE *out, const struct stepper *stepper) {
  if (!stepper_breakpoints(stepper)) fputs("      no breakpoints\n", out);
  for (unsigned i = 0; i < stepper_breakpoints(stepper); i++) {
    struct breakpoint breakpoint = stepper_breakpoint(stepper, i);
    struct text text = { 0 };
    char head[24];
    snprintf(head, sizeof head, "%4u  ", i + 1);
    text_add(&text, "%s", breakpoint.text);
    if (breakpoint.count > 1) text_add(&text, "  (%u rows)", breakpoint.count);
    put_wrapped(out, head, &text);
  }
}
