/* Properties and the ends of searches by name. */
#ifndef REPORT_NAMES_H
#define REPORT_NAMES_H

#include <stdio.h>
#include "explore/search.h"
#include "kit/system.h"

const char *property_title(const struct system *system, enum property property);
/* "swmr data-value" for a set of properties, by the system's own names. */
void properties_print(FILE *out, const struct system *system, uint64_t properties);
const char *search_end_text(enum search_end end); /* "complete", "out of memory", ... */
/* The same where no step is shown that was too large; and of a set of limits, parted by commas. */
const char *limit_text(enum search_end end);
void limits_print(FILE *out, uint64_t limits);

#endif
