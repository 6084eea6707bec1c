/* A search has all threads (explore, prove), or many searches with one thread each run at once
 * (the matrix, mutants). */
#include "run/effort.h"

#include <stdatomic.h>
#include <time.h>
#include "base/memory.h"
#include "os/budget.h"
#include "os/processes.h"
#include "os/signal_stack.h"

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

struct effort effort_each(const struct effort *effort, double begun) {
  struct effort own = *effort;
  double end = begun + effort->seconds_each;
  if (effort->seconds_each > 0 && (!own.deadline || end < own.deadline)) own.deadline = end;
  return own;
}

static void on_search(void *context, const struct search_status *status) {
  const struct effort *effort = context;
  effort->status(effort->status_context, effort->phase, 0, 0, status);
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
    .status = effort->status && at_once <= 1 ? on_search : NULL,
    .status_context = (void *)effort,
  };
}

/* --- cost --- */

struct cost cost_of_search(const struct search_result *result, uint64_t largest) {
  return (struct cost){ .searches = 1,
                        .states = result->states,
                        .transitions = result->transitions,
                        .depth = result->depth,
                        .explored = result->states,
                        .bytes = result->bytes,
                        .held = largest,
                        .spilled = result->spilled,
                        .in_file = result->spilled || result->omission > 0,
                        .seconds = result->seconds,
                        .earlier = result->earlier };
}

void cost_add(struct cost *cost, const struct cost *more) {
  cost->searches += more->searches;
  cost->states += more->states;
  cost->transitions += more->transitions;
  if (more->depth > cost->depth) cost->depth = more->depth;
  cost->explored += more->explored;
  cost->bytes += more->bytes;
  cost->held += more->held;
}

double cost_states_per_second(const struct cost *cost) {
  return cost->seconds > 0 ? (double)cost->explored / cost->seconds : 0;
}

double cost_bytes_per_state(const struct cost *cost) {
  return cost->held ? (double)cost->bytes / (double)cost->held : 0;
}

/* --- jobs ---
 *
 * A counter hands out the jobs in order. Each job writes to a place of its own, so that results
 * do not depend on which thread ran it. */

void meter_start(struct meter *meter, const struct effort *effort, const char *things,
                 uint64_t total) {
  meter->effort = effort;
  meter->things = things;
  meter->total = total;
  meter->done = 0;
  pthread_mutex_init(&meter->reporting, NULL);
}

void meter_add(struct meter *meter, uint64_t done) {
  const struct effort *effort = meter->effort;
  done = atomic_fetch_add(&meter->done, done) + done;
  if (!effort->status || pthread_mutex_trylock(&meter->reporting)) return;
  effort->status(effort->status_context, meter->things, done, meter->total, NULL);
  pthread_mutex_unlock(&meter->reporting);
}

void meter_end(struct meter *meter) { pthread_mutex_destroy(&meter->reporting); }

struct pool {
  uint64_t count;
  void (*job)(void *context, uint64_t index);
  void *context;
  _Atomic uint64_t next;
  struct meter meter;
};

static void *work(void *argument) {
  struct pool *pool = argument;
  signal_stack_use();
  for (uint64_t index; (index = atomic_fetch_add(&pool->next, 1)) < pool->count;) {
    pool->job(pool->context, index);
    meter_add(&pool->meter, 1);
  }
  return NULL;
}

void jobs_each(const struct effort *effort, uint64_t count,
               void (*job)(void *context, uint64_t index), void *context) {
  struct pool pool = { .count = count, .job = job, .context = context };
  meter_start(&pool.meter, effort, "searches", count);
  unsigned helpers = effort->threads > 1 ? effort->threads - 1 : 0, started = 0;
  if (helpers >= count) helpers = count ? (unsigned)(count - 1) : 0;
  pthread_t *threads = memory_new(helpers, sizeof *threads);
  while (started < helpers && !pthread_create(&threads[started], NULL, work, &pool)) started++;
  work(&pool); /* without any other thread, this one does all jobs */
  for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
  memory_free(threads);
  meter_end(&pool.meter);
}
