/* A counter hands out the jobs in order. Each job writes to a place of its own, so that results
 * do not depend on which thread ran it. */
#include "run/jobs.h"

#include <pthread.h>
#include <stdatomic.h>
#include "base/memory.h"

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
  if (!effort->progress || pthread_mutex_trylock(&meter->reporting)) return;
  effort->progress(effort->progress_context, meter->things, done, meter->total, NULL);
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
