/* The threads of a search (members), and the levels that they walk.
 *
 * member_main is the loop of the search: it takes slices of a level, and hands them to the phase
 * (expand.c). */
#include "search/ongoing.h"
#include "search/checkpoint.h"

#include <time.h>
#include "base/memory.h"
#include "os/processes.h"
#include "os/signal_stack.h"

enum { ALONE_MAX = 64 /* states of a level that are not worth waking a thread for */ };

double ongoing_seconds(const struct ongoing_search *search) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec - search->began;
}

/* ---- limits ---- */

void ongoing_stop(struct ongoing_search *search, enum search_end limit) {
  int none = 0;
  __atomic_compare_exchange_n(&search->stop, &none, limit, false, __ATOMIC_RELAXED,
                              __ATOMIC_RELAXED);
}

void ongoing_stop_short(struct ongoing_search *search, enum shortage shortage) {
  if (shortage)
    ongoing_stop(search,
                 shortage == SHORT_OF_MEMORY ? SEARCH_OUT_OF_MEMORY : SEARCH_OUT_OF_NUMBERS);
}

/* ---- levels ---- */

void ongoing_open_level(struct ongoing_search *search, const struct phase *phase, unsigned level) {
  search->phase = phase;
  search->level = level;
  search->alone = search->frontier.levels.items[level].states <= ALONE_MAX;
  ongoing_share_out(search, search->frontier.levels.items[level].first_slice);
}

void ongoing_share_out(struct ongoing_search *search, size_t first) {
  size_t count = frontier_level_end(&search->frontier, search->level) - first, given = 0;
  for (unsigned m = 0; m < search->member_count; m++) {
    size_t until = count * (m + 1) / search->member_count;
    search->members[m].share = (struct share){ first + given, first + until, first + given };
    given = until;
  }
}

uint64_t ongoing_advance(struct ongoing_search *search) {
  uint64_t before = frontier_bytes(&search->frontier);
  uint64_t states = frontier_advance(&search->frontier, search->visited, search->crew.size);
  ongoing_stop_short(search,
                     visited_shortage(search->visited)); /* collecting may fall short, too */
  budget_charge(&search->budget, frontier_bytes(&search->frontier) - before);
  if (!search->shared) return states;
  uint64_t all = states;
  processes_combine(&all, 1, PROCESSES_SUM);
  if (all && !states) frontier_advance_empty(&search->frontier);
  return all;
}

/* ---- members ---- */

/* A slice of the member's share or, once that is empty, of the shares behind it. */
static bool take_slice(struct search_member *member, struct range *slice) {
  struct ongoing_search *search = member->search;
  for (unsigned i = 0; i < search->member_count && !ongoing_stopped(search); i++) {
    struct share *share = &search->members[(member->number + i) % search->member_count].share;
    if (__atomic_load_n(&share->next, __ATOMIC_RELAXED) >= share->end) continue;
    size_t number = __atomic_fetch_add(&share->next, 1, __ATOMIC_RELAXED);
    if (number >= share->end) continue;
    *slice = search->frontier.slices.items[number];
    return true;
  }
  return false;
}

static void *member_main(void *context) {
  struct search_member *member = context;
  struct ongoing_search *search = member->search;
  signal_stack_use();
  while (!search->over) {
    struct range slice;
    while (take_slice(member, &slice)) search->phase->work(member, slice);
    if (search->phase->before_rest) search->phase->before_rest(member);
    member->ready = true;
    bool leads = crew_rest(&search->crew);
    member->ready = false;
    if (!leads) continue;
    search->phase->finish(search);
    if (search->alone && !search->over) crew_go_on_alone(&search->crew);
    else crew_dismiss(&search->crew);
  }
  return NULL;
}

/* Where the operating system refuses a thread, fewer do. */
void ongoing_run_members(struct ongoing_search *search) {
  unsigned started = 1;
  while (started < search->member_count) {
    struct search_member *member = &search->members[started];
    if (pthread_create(&member->thread, NULL, member_main, member)) break;
    started++;
  }
  crew_shrink(&search->crew, search->member_count - started);
  member_main(&search->members[0]);
  for (unsigned i = 1; i < started; i++) pthread_join(search->members[i].thread, NULL);
}

/* Once a slice a member looks at the clock, the memory and interrupts.  To save or to spill, all
 * members pause: each comes to a meeting (crew.h) between two states.  Once all are ready, the
 * leader does the work.  A member may also come because a table is full, in the middle of a state.
 * Then it is not ready. */

static void report(struct ongoing_search *search, double seconds) {
  struct search_status status = {
    .states = visited_count(search->visited),
    .transitions = __atomic_load_n(&search->transitions, __ATOMIC_RELAXED),
    .frontier = search->frontier.levels.items[search->level].states,
    .depth = search->level,
    .seconds = seconds,
  };
  search->options->status(search->options->status_context, &status);
  search->reported = seconds;
}

static void ask_for_pause(struct ongoing_search *search) {
  __atomic_store_n(&search->pause, true, __ATOMIC_RELAXED);
}

static bool saves(const struct ongoing_search *search) {
  return search->options->checkpoint && search->options->checkpoint->path;
}

static void ask_to_save(struct ongoing_search *search) {
  search->to_save = true;
  ask_for_pause(search);
}

/* Ends the search, after saving it if that is asked for. */
static void end_here(struct ongoing_search *search, enum search_end why) {
  if (!saves(search)) ongoing_stop(search, why);
  if (!saves(search) || search->ending) return;
  search->ending = why;
  ask_to_save(search);
}

static bool interrupted(const struct checkpoint *checkpoint) {
  return checkpoint && checkpoint->interrupted &&
         __atomic_load_n(checkpoint->interrupted, __ATOMIC_RELAXED);
}

static void watch_clock(struct ongoing_search *search) {
  const struct search_options *options = search->options;
  const struct checkpoint *checkpoint = options->checkpoint;
  if (options->seconds_max == 0 && !options->status && !checkpoint) return;
  double seconds = ongoing_seconds(search);
  if (options->status && seconds - search->reported >= 1) report(search, seconds);
  if (options->seconds_max > 0 && seconds > options->seconds_max)
    end_here(search, SEARCH_OUT_OF_TIME);
  if (interrupted(checkpoint)) end_here(search, SEARCH_INTERRUPTED);
  if (saves(search) && checkpoint->every > 0 && seconds - search->saved >= checkpoint->every)
    ask_to_save(search);
}

/* The model's caches lie in the ordinary allocator.  They grow while the set does not, so states
 * may have to go to the disk for them.  Processes do not pause: each spills when it is full. */
static void watch_memory(struct ongoing_search *search) {
  struct budget *budget = &search->budget;
  if (!search->options->model_memory) return;
  uint64_t others = memory_held() - __atomic_load_n(&budget->small, __ATOMIC_RELAXED);
  budget_reserve(budget, others > search->held_before ? others - search->held_before : 0);
  bool spills = search->shared && search->options->spill && budget->reserved < budget->max;
  if (!budget_exceeded(budget) || spills) return;
  search->lacks_room = search->visited->relieve != NULL;
  if (search->lacks_room) ask_for_pause(search);
  else end_here(search, SEARCH_OUT_OF_MEMORY);
}

void watch_look(struct ongoing_search *search) {
  watch_clock(search);
  watch_memory(search);
}

/* ---- pauses ---- */

/* Where states on the disk are no relief the search ends. */
static void relieve(struct ongoing_search *search) {
  bool relieved = search->visited->relieve(search->visited) && !budget_exceeded(&search->budget);
  search->lacks_room = false;
  if (relieved || search->ending) return;
  search->ending = SEARCH_OUT_OF_MEMORY;
  search->to_save = saves(search);
}

static void save(struct ongoing_search *search) {
  checkpoint_write(search);
  search->to_save = false;
  search->saved = ongoing_seconds(search);
}

void watch_meeting(void *context) {
  struct ongoing_search *search = context;
  if (!watch_paused(search)) return;
  for (unsigned i = 0; i < search->crew.size; i++)
    if (!search->members[i].ready) return;
  if (search->lacks_room) relieve(search);
  if (search->to_save) save(search);
  ongoing_stop_short(search, visited_shortage(search->visited));
  if (search->ending) ongoing_stop(search, search->ending);
  __atomic_store_n(&search->pause, false, __ATOMIC_RELAXED);
}

void watch_wait(struct search_member *member, struct range left) {
  struct ongoing_search *search = member->search;
  member->left = left;
  ongoing_commit(member, 1);
  __atomic_add_fetch(&search->transitions, member->transitions, __ATOMIC_RELAXED);
  member->transitions = 0;
  member->ready = true;
  while (watch_paused(search) && !ongoing_stopped(search)) search->visited->meet(search->visited);
  member->ready = false;
  member->left.count = 0;
}
