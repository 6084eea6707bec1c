/* --baseline and --write-baseline: what `run` and `prove` do with them. */
#ifndef CLI_BASELINE_FILES_H
#define CLI_BASELINE_FILES_H

#include "cli/arguments.h"
#include "verify/baseline.h"

#define TAKES_BASELINE (TAKES(baseline) | TAKES(write_baseline))

#define HELP_BASELINE                                                                      \
  "--baseline FILE names known failures, a line each: model, test and property, parted\n"  \
  "by tabs.  They are shown as known and do not make the status 1; others do.  An\n"       \
  "entry is stale if it was asked for and holds now: a warning, or with --strict\n"        \
  "status 1.  --write-baseline FILE writes the failures of a run, and keeps the entries\n" \
  "of --baseline that it does not decide.\n"

/* *baseline is NULL where neither option is given; else the caller frees it.  false with a
 * complaint. */
bool cli_baseline_open(const struct arguments *arguments, struct baseline **baseline);
/* Does no option leave out behaviour, which could hide a known failure? */
bool cli_baseline_sees_all(const struct arguments *arguments);
/* Says what is stale, on standard error, and writes what --write-baseline asks for.  false with a
 * complaint.  The baseline may be NULL. */
bool cli_baseline_write(const struct arguments *arguments, const struct baseline *baseline);

#endif
