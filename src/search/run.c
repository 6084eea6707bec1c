/* The members of a run, and the levels that they walk. */
#include "search/run.h"

#include <time.h>
#include "os/processes.h"

enum { ALONE_MAX = 64 /* states of a level that are not worth waking a thread for */ };

double run_seconds(const struct run *run) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec - run->began;
}

/* ---- limits ---- */

void run_stop(struct run *run, enum search_end limit) {
  int none = 0;
  __atomic_compare_exchange_n(&run->stop, &none, limit, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void run_stop_short(struct run *run, enum shortage shortage) {
  if (shortage)
    run_stop(run, shortage == SHORT_OF_MEMORY ? SEARCH_OUT_OF_MEMORY : SEARCH_OUT_OF_NUMBERS);
}

/* ---- levels ---- */

void run_open_level(struct run *run, const struct phase *phase, unsigned level) {
  run->phase = phase;
  run->level = level;
  run->alone = run->frontier.levels.items[level].states <= ALONE_MAX;
  run_share_out(run, run->frontier.levels.items[level].first_slice);
}

void run_share_out(struct run *run, size_t first) {
  size_t count = frontier_level_end(&run->frontier, run->level) - first, given = 0;
  for (unsigned m = 0; m < run->member_count; m++) {
    size_t until = count * (m + 1) / run->member_count;
    run->members[m].share = (struct share){ first + given, first + until, first + given };
    given = until;
  }
}

uint64_t run_advance(struct run *run) {
  uint64_t before = frontier_bytes(&run->frontier);
  uint64_t states = frontier_advance(&run->frontier, run->visited, run->crew.size);
  run_stop_short(run, visited_shortage(run->visited)); /* collecting may fall short, too */
  budget_charge(&run->budget, frontier_bytes(&run->frontier) - before);
  if (!run->shared) return states;
  uint64_t all = states;
  processes_combine(&all, 1, PROCESSES_SUM);
  if (all && !states) frontier_advance_empty(&run->frontier);
  return all;
}

/* ---- members ---- */

/* A slice of the member's share or, once that is empty, of the shares behind it. */
static bool take_slice(struct run_member *member, struct range *slice) {
  struct run *run = member->run;
  for (unsigned i = 0; i < run->member_count && !run_stopped(run); i++) {
    struct share *share = &run->members[(member->number + i) % run->member_count].share;
    if (__atomic_load_n(&share->next, __ATOMIC_RELAXED) >= share->end) continue;
    size_t number = __atomic_fetch_add(&share->next, 1, __ATOMIC_RELAXED);
    if (number >= share->end) continue;
    *slice = run->frontier.slices.items[number];
    return true;
  }
  return false;
}

static void *member_main(void *context) {
  struct run_member *member = context;
  struct run *run = member->run;
  while (!run->over) {
    struct range slice;
    while (take_slice(member, &slice)) run->phase->work(member, slice);
    if (run->phase->settle) run->phase->settle(member);
    member->ready = true;
    bool leads = crew_rest(&run->crew);
    member->ready = false;
    if (!leads) continue;
    run->phase->finish(run);
    if (run->alone && !run->over) crew_go_on_alone(&run->crew);
    else crew_dismiss(&run->crew);
  }
  return NULL;
}

/* Where the machine refuses a thread, fewer will do. */
void run_members(struct run *run) {
  unsigned started = 1;
  while (started < run->member_count) {
    struct run_member *member = &run->members[started];
    if (pthread_create(&member->thread, NULL, member_main, member)) break;
    started++;
  }
  crew_shrink(&run->crew, run->member_count - started);
  member_main(&run->members[0]);
  for (unsigned i = 1; i < started; i++) pthread_join(run->members[i].thread, NULL);
}
