/* --results-cache: results that are kept for later runs. */
#ifndef CLI_RESULTS_CACHE_H
#define CLI_RESULTS_CACHE_H

#include <stdint.h>
#include <stdio.h>
#include "cli/arguments.h"
#include "os/result_store.h"

#define HELP_RESULTS_CACHE                                                                \
  "--results-cache DIR keeps complete results there, and takes from there those of the\n" \
  "same rows and record, test, options and engine; the summary says how many.\n"

/* *store is NULL where the option is not given.  false with a complaint. */
bool cli_store_open(const struct arguments *arguments, struct result_store **store);
/* Warns if something could not be kept.  Accepts NULL. */
void cli_store_close(struct result_store *store);
/* "41 of 82 results from DIR" */
void kept_print(FILE *out, uint64_t found, uint64_t all, const char *folder);

#endif
