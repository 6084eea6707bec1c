/* The subject of a search as text: model, client, options. */
#ifndef REPORT_SUBJECT_TEXT_H
#define REPORT_SUBJECT_TEXT_H

#include <stdio.h>
#include "run/subject.h"

/* "2 SMs, 2 threads, 1 address, 2 values" */
void client_print(FILE *out, const struct client *client);
/* "model rcc-sc (io cores), test MP, placement P0|P1 x|y" */
void subject_print(FILE *out, const struct subject *subject);
/* Lines for a client: the model's parameters; the options, with the reductions if asked; and the
 * capacities of channels. Each is empty where the model has none. */
void parameters_print(FILE *out, const struct setting *setting);
void options_print(FILE *out, const struct subject *subject, bool reductions);
void capacities_print(FILE *out, const struct subject *subject, bool was_full);

#endif
