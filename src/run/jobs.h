/* Independent jobs on the threads of an effort, and a meter of those done. */
#ifndef RUN_JOBS_H
#define RUN_JOBS_H

#include <pthread.h>
#include "run/effort.h"

/* Counts what is done, for the status line. Several threads may call meter_add. */
struct meter {
  const struct effort *effort;
  const char *things; /* "cells" */
  uint64_t total;
  _Atomic uint64_t done;
  pthread_mutex_t reporting;
};
void meter_start(struct meter *meter, const struct effort *effort, const char *things,
                 uint64_t total);
void meter_add(struct meter *meter, uint64_t done); /* reports even if `done` is 0 */
void meter_end(struct meter *meter);

/* Calls job(context, i) for every i below count on the effort's threads, and reports how many
 * are done. */
void jobs_each(const struct effort *effort, uint64_t count,
               void (*job)(void *context, uint64_t index), void *context);

#endif
