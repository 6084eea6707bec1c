/* Which options go together: one table for all commands. */
#ifndef CLI_EXCLUSIONS_H
#define CLI_EXCLUSIONS_H

#include "cli/arguments.h"

/* One of `options` EXCLUDES each of `others`, or NEEDS one of them. */
struct exclusion {
  const char *command; /* NULL: any */
  option_set options;  /* none: it is asked of every call */
  enum { EXCLUDES, NEEDS } relation;
  option_set others;
  const char *message; /* %s: the first of `options` that is given */
};
extern const struct exclusion exclusion_table[];

/* Whether the options that are given go together, by a table whose last row has no message; else
 * complains. */
bool exclusions_hold(const struct exclusion *table, const char *command, option_set given);

#endif
