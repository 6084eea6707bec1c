/* The members of a run, and the levels that they walk.
 *
 * member_main is the loop of the search: it takes slices of a level, and hands them to the phase
 * (expand.c). */
#include "search/run.h"
#include "search/checkpoint.h"

#include <time.h>
#include "base/memory.h"
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

/* The clock, the memory and interrupts are looked at once a slice.  For work that takes more than a
 * look, members pause. Each goes to a meeting between two states, and the leader serves the pause
 * once all are ready.  Members that meet for another reason may be in the middle of something. */

static void report(struct run *run, double seconds) {
  struct search_status status = {
    .states = visited_count(run->visited),
    .transitions = __atomic_load_n(&run->transitions, __ATOMIC_RELAXED),
    .frontier = run->frontier.levels.items[run->level].states,
    .depth = run->level,
    .seconds = seconds,
  };
  run->options->status(run->options->status_context, &status);
  run->reported = seconds;
}

static void ask_for_pause(struct run *run) {
  __atomic_store_n(&run->pause, true, __ATOMIC_RELAXED);
}

static bool saves(const struct run *run) {
  return run->options->checkpoint && run->options->checkpoint->path;
}

static void ask_to_save(struct run *run) {
  run->to_save = true;
  ask_for_pause(run);
}

/* Ends the run, after it was saved if that is asked for. */
static void end_here(struct run *run, enum search_end why) {
  if (!saves(run)) run_stop(run, why);
  if (!saves(run) || run->ending) return;
  run->ending = why;
  ask_to_save(run);
}

static bool interrupted(const struct checkpoint *checkpoint) {
  return checkpoint && checkpoint->interrupted &&
         __atomic_load_n(checkpoint->interrupted, __ATOMIC_RELAXED);
}

static void watch_clock(struct run *run) {
  const struct search_options *options = run->options;
  const struct checkpoint *checkpoint = options->checkpoint;
  if (options->seconds_max == 0 && !options->status && !checkpoint) return;
  double seconds = run_seconds(run);
  if (options->status && seconds - run->reported >= 1) report(run, seconds);
  if (options->seconds_max > 0 && seconds > options->seconds_max) end_here(run, SEARCH_OUT_OF_TIME);
  if (interrupted(checkpoint)) end_here(run, SEARCH_INTERRUPTED);
  if (saves(run) && checkpoint->every > 0 && seconds - run->saved >= checkpoint->every)
    ask_to_save(run);
}

/* The model's caches lie in the ordinary allocator.  They grow while the set does not, so states
 * may have to go to the disk for them.  Processes do not pause: each spills when it is full. */
static void watch_memory(struct run *run) {
  struct budget *budget = &run->budget;
  if (!run->options->model_memory) return;
  uint64_t others = memory_held() - __atomic_load_n(&budget->small, __ATOMIC_RELAXED);
  budget_reserve(budget, others > run->held_before ? others - run->held_before : 0);
  bool spills = run->shared && run->options->spill && budget->reserved < budget->max;
  if (!budget_exceeded(budget) || spills) return;
  run->lacks_room = run->visited->relieve != NULL;
  if (run->lacks_room) ask_for_pause(run);
  else end_here(run, SEARCH_OUT_OF_MEMORY);
}

void watch_look(struct run *run) {
  watch_clock(run);
  watch_memory(run);
}

/* ---- pauses ---- */

/* Where states on the disk are no relief the run ends. */
static void relieve(struct run *run) {
  bool relieved = run->visited->relieve(run->visited) && !budget_exceeded(&run->budget);
  run->lacks_room = false;
  if (relieved || run->ending) return;
  run->ending = SEARCH_OUT_OF_MEMORY;
  run->to_save = saves(run);
}

static void save(struct run *run) {
  checkpoint_write(run);
  run->to_save = false;
  run->saved = run_seconds(run);
}

void watch_meeting(void *context) {
  struct run *run = context;
  if (!watch_paused(run)) return;
  for (unsigned i = 0; i < run->crew.size; i++)
    if (!run->members[i].ready) return;
  if (run->lacks_room) relieve(run);
  if (run->to_save) save(run);
  run_stop_short(run, visited_shortage(run->visited));
  if (run->ending) run_stop(run, run->ending);
  __atomic_store_n(&run->pause, false, __ATOMIC_RELAXED);
}

void watch_wait(struct run_member *member, struct range left) {
  struct run *run = member->run;
  member->left = left;
  run_commit(member, 1);
  __atomic_add_fetch(&run->transitions, member->transitions, __ATOMIC_RELAXED);
  member->transitions = 0;
  member->ready = true;
  while (watch_paused(run) && !run_stopped(run)) run->visited->meet(run->visited);
  member->ready = false;
  member->left.count = 0;
}
