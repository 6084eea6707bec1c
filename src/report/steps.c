/* The model describes its states and steps; this file numbers and wraps them. */
#include "report/steps.h"

#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/text.h"
#include "base/wrap.h"
#include "machine/violation.h"
#include "report/names.h"

void state_print(FILE *out, const struct model *model, const char *head, const slot_t *state) {
  struct printing printing;
  model->describe_state(model, printing_begin(&printing), state);
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

/* What is broken, in the property's own terms, before the steps. */
static void violation_print(FILE *out, const struct counterexample *counterexample) {
  const struct trace *trace = counterexample->trace;
  struct violation violation = violation_of(counterexample->machine, trace);
  bool asked_for = trace->property == PROPERTY_WITNESS;
  if (violation.text.length) {
    if (!violation.step) fputs("  broken at the start:\n", out);
    else fprintf(out, "  %s step %u:\n", asked_for ? "reached by" : "broken by", violation.step);
    wrap_print(out, wrap_width(out), "      ", violation.text.bytes);
  }
  violation_clear(&violation);
}

void counterexample_print(FILE *out, const struct counterexample *counterexample) {
  const struct model *model = machine_model(counterexample->machine);
  const struct trace *trace = counterexample->trace;
  bool asked_for = trace->property == PROPERTY_WITNESS;
  fputs(asked_for ? "\nwitness: " : "\ncounterexample: ", out);
  subject_print(out, &counterexample->subject);
  fprintf(out, ": %u %s to ", trace->length, text_numbered(trace->length, "step", "steps"));
  char *fault = counterexample_fault(counterexample);
  const char *name = asked_for ? NULL : model->property_name(model, trace->property);
  bool of_program =
      counterexample->subject.program != NULL; /* else prove --deadlock looked for it */
  if (asked_for)
    fputs(of_program ? "the outcome asked for\n"
                     : "a state that other addresses may hold up for ever\n",
          out);
  else if (fault) fprintf(out, "a fault: %s\n", fault);
  else
    fprintf(out, strchr(name, ' ') ? "a state that breaks \"%s\"\n" : "a state that breaks %s\n",
            name);
  memory_free(fault);
  violation_print(out, counterexample);
  steps_print(out, model, trace);
}
