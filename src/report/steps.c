/* The model describes its states and steps; this file numbers and wraps them. */
#include "report/steps.h"

#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/text.h"
#include "base/wrap.h"
#include "machine/describe_step.h"
#include "machine/violation.h"
#include "report/names.h"

void state_print(FILE *out, const struct model *model, const char *head, const slot_t *state) {
  struct printing printing;
  FILE *memory = printing_begin(&printing);
  if (model->describe_briefly) model->describe_briefly(model, memory, state);
  else model->describe_state(model, memory, state);
  fprintf(out, "%s\n", head);
  wrap_print(out, wrap_width(out), "      ", printing_end(&printing));
  printing_free(&printing);
}

void step_print(FILE *out, const struct model *model, const struct trace *trace, unsigned i) {
  const slot_t *from = trace->states + (size_t)i * trace->width;
  char head[24];
  struct printing printing;
  model->describe_step(model, printing_begin(&printing), from, trace->labels[i],
                       from + trace->width);
  snprintf(head, sizeof head, "%4u. ", i + 1);
  wrap_print(out, wrap_width(out), head, printing_end(&printing));
  printing_free(&printing);
}

void steps_print(FILE *out, const struct model *model, const struct trace *trace) {
  state_print(out, model, "  start:", trace->states);
  for (unsigned i = 0; i < trace->length; i++) step_print(out, model, trace, i);
  state_print(out, model, "  end:", trace->states + (size_t)trace->length * trace->width);
}

void steps_json(struct json *json, const struct model *model, const struct trace *trace,
                const char *key, unsigned from, unsigned to) {
  json_open(json, key, '[');
  for (unsigned i = from; i < to; i++) {
    const slot_t *at = trace->states + (size_t)i * trace->width;
    model->describe_step(model, json_print_begin(json), at, trace->labels[i], at + trace->width);
    json_print_end(json, NULL);
  }
  json_close(json, ']');
}

void state_json(struct json *json, const struct model *model, const char *key,
                const slot_t *state) {
  model->describe_state(model, json_print_begin(json), state);
  json_print_end(json, key);
}

/* The lines of a text as a list, without their indentation. */
static void lines_json(struct json *json, const char *key, const char *text) {
  json_open(json, key, '[');
  for (const char *at = text ? text : ""; *at;) {
    at += strspn(at, " ");
    size_t length = strcspn(at, "\n");
    char *line = memory_copy_text(at, length);
    json_text(json, NULL, line);
    memory_free(line);
    at += length + (at[length] == '\n');
  }
  json_close(json, ']');
}

void machine_steps_json(struct json *json, const struct machine *machine, const struct trace *trace,
                        const char *key, unsigned from, unsigned to) {
  json_open(json, key, '[');
  for (unsigned i = from; i < to; i++) {
    struct step_parts parts = machine_step_parts(machine, trace_state(trace, i), trace->labels[i],
                                                 trace_state(trace, i + 1));
    json_open(json, NULL, '{');
    json_number(json, "step", i + 1);
    json_text(json, "text", parts.input.bytes);
    json_open(json, "rows", '[');
    for (unsigned r = 0; r < parts.row_count; r++) json_row(json, NULL, parts.rows[r]);
    json_close(json, ']');
    lines_json(json, "effects", parts.effects.bytes);
    lines_json(json, "changes", parts.changes.bytes);
    json_close(json, '}');
    step_parts_clear(&parts);
  }
  json_close(json, ']');
}

void counterexample_json(struct json *json, const char *key,
                         const struct counterexample *counterexample) {
  const struct trace *trace = counterexample->trace;
  const struct model *model = machine_model(counterexample->machine);
  struct violation violation = violation_of(counterexample->machine, trace);
  json_open(json, key, '{');
  json_open(json, "violation", '{');
  json_text(json, "property", model->property_name(model, trace->property));
  json_number(json, "step", violation.step);
  lines_json(json, "text", violation.text.bytes);
  json_close(json, '}');
  state_json(json, model, "start", trace->states);
  machine_steps_json(json, counterexample->machine, trace, "steps", 0, trace->length);
  state_json(json, model, "end", trace_state(trace, trace->length));
  json_close(json, '}');
  violation_clear(&violation);
}

/* "data-value is broken by step 6:" */
static void put_how(FILE *out, const struct counterexample *counterexample, unsigned step) {
  const struct model *model = machine_model(counterexample->machine);
  unsigned property = counterexample->trace->property;
  const char *name = model->property_name(model, property);
  if (property == PROPERTY_WITNESS) fputs("the outcome is reached", out);
  else if (property == PROPERTY_OUTCOME) fputs("a forbidden outcome is reached", out);
  else if (property == PROPERTY_DEADLOCK) fputs("deadlock is reached", out);
  else fprintf(out, "%s is broken", strchr(name, ' ') ? "the invariant" : name);
  if (step) fprintf(out, " by step %u:\n", step);
  else fputs(" at the start:\n", out);
}

bool violation_print(FILE *out, const struct counterexample *counterexample) {
  struct violation violation = violation_of(counterexample->machine, counterexample->trace);
  struct printing printing;
  bool says = violation.text.length > 0;
  if (says) {
    put_how(printing_begin(&printing), counterexample, violation.step);
    wrap_print(out, wrap_width(out), "  ", printing_end(&printing));
    printing_free(&printing);
    wrap_print(out, wrap_width(out), "      ", violation.text.bytes);
  }
  violation_clear(&violation);
  return says;
}

static void put_title(FILE *out, const struct counterexample *counterexample) {
  const struct model *model = machine_model(counterexample->machine);
  const struct trace *trace = counterexample->trace;
  bool asked_for = trace->property == PROPERTY_WITNESS;
  bool breaks = trace->property < PROPERTIES;
  fputs(asked_for ? "witness: " : breaks ? "counterexample: " : "run: ", out);
  subject_print(out, &counterexample->subject);
  fprintf(out, ":\n  %u %s", trace->length, text_numbered(trace->length, "step", "steps"));
  if (!breaks) return;
  fputs(" to ", out);
  const char *name = asked_for ? NULL : model->property_name(model, trace->property);
  bool of_program =
      counterexample->subject.program != NULL; /* else prove --deadlock looked for it */
  if (asked_for)
    fputs(of_program ? "the outcome asked for"
                     : "a state that other addresses may hold up for ever",
          out);
  else
    fprintf(out, strchr(name, ' ') ? "a state that breaks \"%s\"" : "a state that breaks %s", name);
}

void counterexample_print(FILE *out, const struct counterexample *counterexample) {
  struct printing printing;
  put_title(printing_begin(&printing), counterexample);
  fputc('\n', out);
  wrap_print(out, wrap_width(out), "", printing_end(&printing));
  printing_free(&printing);
  (void)violation_print(out, counterexample);
  steps_print(out, machine_model(counterexample->machine), counterexample->trace);
}
