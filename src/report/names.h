/* Settings, subjects, properties and ends of searches in words; colours. */
#ifndef REPORT_NAMES_H
#define REPORT_NAMES_H

#include <stdio.h>
#include "protocol/system.h"
#include "run/subject.h"
#include "search/search.h"

/* The name of a setting, at least `width` wide. */
void setting_print(FILE *out, const struct setting *setting, unsigned width);
const char *property_title(const struct system *system, enum property property);
/* "swmr, data-value": a set of properties by the system's own names. */
void properties_print(FILE *out, const struct system *system, uint64_t properties);
const char *search_end_text(enum search_end end); /* "complete", "out of memory" */
/* The same without a step shown; and a set of ends, separated by commas. */
const char *limit_text(enum search_end end);
void limits_print(FILE *out, uint64_t limits);

/* --- four of ANSI's colours, on a terminal only; text without them says the same --- */

enum text_colour { PLAIN, GOOD, BAD, NOTABLE, FAINT };

/* Prints the text, in colour if `out` is a terminal that has it and NO_COLOR is not set. */
void colour_put(FILE *out, enum text_colour colour, const char *text);

/* --- models for `list`, a line each with their variants and parameters --- */

void system_list_print(FILE *out, const struct system *system);
/* A system with its variants, or one variant; its parameters. */
void setting_list_print(FILE *out, const struct setting *setting);

/* --- the subject of a search: model, client, options --- */

/* "2 SMs, 2 threads, 1 address, 2 values" */
void client_print(FILE *out, const struct client *client);
/* "model rcc-sc (io cores), test MP, placement P0|P1 x|y" */
void subject_print(FILE *out, const struct subject *subject);
/* Lines for a client: the model's parameters; the options, with the reductions if asked; and the
 * capacities of channels. Each is empty where the model has none. */
void parameters_print(FILE *out, const struct setting *setting);
void options_print(FILE *out, const struct subject *subject, bool reductions);
void capacities_print(FILE *out, const struct subject *subject, bool was_full);
/* The rest of that line: "request 12, response 12; none was ever full". */
void capacities_list_print(FILE *out, const struct subject *subject, bool was_full);

#endif
