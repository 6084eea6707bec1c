/* A search has all threads (explore, prove), or many searches with one thread each run at once
 * (the matrix, mutants). */
#include "run/effort.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include "base/memory.h"
#include "os/memory_limit.h"
#include "os/processes.h"
#include "os/budget.h"

double effort_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double effort_left(const struct effort *effort) {
  if (effort->deadline == 0) return 0;
  double left = effort->deadline - effort_now();
  return left < 0.001 ? 0.001 : left;
}

bool effort_approximate(const struct effort *effort, struct machine_options *options) {
  if (!effort->quick_states) return false;
  if (!options->no_evictions) return options->no_evictions = true;
  if (effort->quick_cold && !options->cold) return options->cold = true;
  return false;
}

bool effort_spent(const struct effort *effort) {
  return effort->deadline != 0 && effort_now() >= effort->deadline;
}

static void on_search(void *context, const struct search_status *progress) {
  const struct effort *effort = context;
  effort->progress(effort->progress_context, NULL, 0, 0, progress);
}

struct search_options effort_search(const struct effort *effort, unsigned threads,
                                    unsigned at_once) {
  uint64_t memory = effort->memory_max;
  if (!memory) memory = memory_of_machine() / 2 / processes_here();
  return (struct search_options){
    .threads = threads ? threads : 1,
    .visited = effort->compact     ? VISITED_COMPACTED
               : effort->bit_state ? VISITED_BITS
                                   : VISITED_CONCURRENT,
    .memory_max = memory / (at_once ? at_once : 1),
    /* a process has one memory: only a lone search can be charged for it */
    .model_memory = at_once <= 1,
    .spill = effort->spill,
    .seconds_max = effort_left(effort),
    .depth_max = effort->depth_max,
    .status = effort->progress && at_once <= 1 ? on_search : NULL,
    .status_context = (void *)effort,
  };
}
