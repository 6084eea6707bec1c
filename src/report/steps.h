/* A run as numbered steps: who did what, by which cell of which table, which message, what
 * changed. */
#ifndef REPORT_STEPS_H
#define REPORT_STEPS_H

#include <stdio.h>
#include "report/json.h"
#include "run/counterexample.h"

/* A state under a head; step i of a trace with its number. */
void state_print(FILE *out, const struct model *model, const char *head, const slot_t *state);
void step_print(FILE *out, const struct model *model, const struct trace *trace, unsigned i);
/* The first state, the steps, the last state. */
void steps_print(FILE *out, const struct model *model, const struct trace *trace);
/* Steps from `from` up to `to`, and a state, as texts. */
void steps_json(struct json *json, const struct model *model, const struct trace *trace,
                const char *key, unsigned from, unsigned to);
void state_json(struct json *json, const struct model *model, const char *key, const slot_t *state);
/* Steps of a machine as objects: step, text, rows, effects, changes. */
void machine_steps_json(struct json *json, const struct machine *machine, const struct trace *trace,
                        const char *key, unsigned from, unsigned to);
/* The run: property, violation, start, steps, end. */
void counterexample_json(struct json *json, const char *key,
                         const struct counterexample *counterexample);
/* What the last state breaks, and by which step.  false: nothing is known of it, or printed. */
bool violation_print(FILE *out, const struct counterexample *counterexample);
/* The steps below a title: model, test, placement, and what the last state breaks. */
void counterexample_print(FILE *out, const struct counterexample *counterexample);

#endif
