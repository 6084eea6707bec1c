/* Work and its limits.
 *
 * Two ways to use threads: many jobs at once, each with a search of its own on one thread (the
 * matrix, mutants), or one job whose search has all threads (explore, prove).  Jobs are handed out
 * by a counter, in order; what they find goes to places of their own, so that results do not depend
 * on who did what. */
#include "run/effort.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include "base/memory.h"
#include "base/processes.h"
#include "explore/budget.h"

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

bool effort_curtail(const struct effort *effort, struct machine_options *options) {
  if (!effort->quick_states) return false;
  if (!options->no_evictions) return options->no_evictions = true;
  if (effort->quick_cold && !options->cold) return options->cold = true;
  return false;
}

bool effort_spent(const struct effort *effort) {
  return effort->deadline != 0 && effort_now() >= effort->deadline;
}

void effort_meter_start(struct meter *meter, const struct effort *effort, const char *things,
                        uint64_t total) {
  meter->effort = effort;
  meter->things = things;
  meter->total = total;
  meter->done = 0;
  pthread_mutex_init(&meter->reporting, NULL);
}

void effort_meter_add(struct meter *meter, uint64_t done) {
  const struct effort *effort = meter->effort;
  done = atomic_fetch_add(&meter->done, done) + done;
  if (!effort->progress || pthread_mutex_trylock(&meter->reporting)) return;
  effort->progress(effort->progress_context, meter->things, done, meter->total, NULL);
  pthread_mutex_unlock(&meter->reporting);
}

void effort_meter_end(struct meter *meter) { pthread_mutex_destroy(&meter->reporting); }

struct pool {
  uint64_t count;
  void (*job)(void *context, uint64_t index);
  void *context;
  _Atomic uint64_t next;
  struct meter meter;
};

static void *work(void *argument) {
  struct pool *pool = argument;
  for (uint64_t index; (index = atomic_fetch_add(&pool->next, 1)) < pool->count;) {
    pool->job(pool->context, index);
    effort_meter_add(&pool->meter, 1);
  }
  return NULL;
}

void effort_each(const struct effort *effort, uint64_t count,
                 void (*job)(void *context, uint64_t index), void *context) {
  struct pool pool = { .count = count, .job = job, .context = context };
  effort_meter_start(&pool.meter, effort, "searches", count);
  unsigned helpers = effort->threads > 1 ? effort->threads - 1 : 0, started = 0;
  if (helpers >= count) helpers = count ? (unsigned)(count - 1) : 0;
  pthread_t *threads = memory_new(helpers, sizeof *threads);
  while (started < helpers && !pthread_create(&threads[started], NULL, work, &pool)) started++;
  work(&pool); /* where no thread can be had, this one does it all */
  for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
  memory_free(threads);
  effort_meter_end(&pool.meter);
}

static void on_search(void *context, const struct search_progress *progress) {
  const struct effort *effort = context;
  effort->progress(effort->progress_context, NULL, 0, 0, progress);
}

struct search_options effort_search(const struct effort *effort, unsigned threads,
                                    unsigned at_once) {
  uint64_t memory = effort->memory_max;
  if (!memory) memory = memory_of_machine() / 2 / processes_here();
  return (struct search_options){
    .threads = threads ? threads : 1,
    .visited = effort->judy        ? VISITED_JUDY
               : effort->compact   ? VISITED_COMPACTED
               : effort->bit_state ? VISITED_BITS
                                   : VISITED_CONCURRENT,
    .memory_max = memory / (at_once ? at_once : 1),
    .model_memory = at_once <= 1, /* whose memory it is can be told of one search at a time */
    .spill = effort->spill,
    .seconds_max = effort_left(effort),
    .depth_max = effort->depth_max,
    .progress = effort->progress && at_once <= 1 ? on_search : NULL,
    .progress_context = (void *)effort,
  };
}
