/* Names of properties and of the ends of searches. */
#ifndef REPORT_NAMES_H
#define REPORT_NAMES_H

#include <stdio.h>
#include "search/search.h"
#include "protocol/system.h"

/* The name of a setting, at least `width` wide. */
void setting_print(FILE *out, const struct setting *setting, unsigned width);
const char *property_title(const struct system *system, enum property property);
/* "swmr, data-value": a set of properties by the system's own names. */
void properties_print(FILE *out, const struct system *system, uint64_t properties);
const char *search_end_text(enum search_end end); /* "complete", "out of memory" */
/* The same without a step shown; and a set of ends, separated by commas. */
const char *limit_text(enum search_end end);
void limits_print(FILE *out, uint64_t limits);

#endif
