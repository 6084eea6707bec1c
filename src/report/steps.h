/* A run as numbered steps: who did what, by which cell of whose table, which message, what changed. */
#ifndef REPORT_STEPS_H
#define REPORT_STEPS_H

#include <stdio.h>
#include "verify/subject.h"

/* A state under a head of its own; the i-th step of a trace, with its number. */
void state_print(FILE *out, const struct machine *machine, const char *head, const slot_t *state);
void step_print(FILE *out, const struct machine *machine, const struct trace *trace, unsigned i);
/* The same with a title: model, test, placement, and what the last state breaks. */
void counterexample_print(FILE *out, const struct counterexample *counterexample);
/* "model rcc-sc (io cores), test MP, placement P0|P1 x|y" */
void subject_print(FILE *out, const struct subject *subject);
/* "2 SMs, 2 threads, 1 address, 2 values" */
void client_print(FILE *out, const struct client *client);

#endif
