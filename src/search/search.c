/* Level-synchronous breadth-first search by a crew of threads.
 *
 * What makes it the same for any number of threads: the set of states of a level depends on the
 * level before alone, all of a level is expanded before anything is decided, and whatever is then
 * chosen (the violation that is reported, each state of its trace) is chosen by content.  Which
 * member found a state, and by which step, is never asked.
 *
 * No predecessor is kept with a state.  The parent that counts is the predecessor of least content,
 * so keeping it would cost a fingerprint for each state and a comparison for each transition into
 * the next level, in every search, for the sake of the few that end in a violation.  Those pay
 * instead: the levels above the violation are walked again backwards (way_back.c), which costs at
 * most a second search of these levels, without insertions, by all threads, and computes
 * fingerprints of actual predecessors only.  No limit cuts the way back short: the verdict is known
 * by then. */
#include "search/search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/memory.h"
#include "os/processes.h"
#include "search/run.h"
#include "search/visited_processes.h"

enum { ALONE_MAX = 64 /* states of a level that are not worth waking a thread for */ };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double run_seconds(const struct run *run) { return now() - run->began; }

_Noreturn void run_unrepeatable(void) {
  fprintf(stderr,
          "turnsole: internal error: a state's steps were not the same when computed again\n");
  abort();
}

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

/* Of the member's share or, once that is empty, of those behind it. */
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

static void run_members(struct run *run) {
  unsigned started = 1;
  while (started < run->member_count) {
    struct run_member *member = &run->members[started];
    if (pthread_create(&member->thread, NULL, member_main, member)) break;
    started++;
  }
  crew_shrink(&run->crew,
              run->member_count - started); /* too many threads for the machine: fewer will do */
  member_main(&run->members[0]);
  for (unsigned i = 1; i < started; i++) pthread_join(run->members[i].thread, NULL);
}

static uint64_t fingerprint(void *context, unsigned member, const slot_t *state) {
  const struct run *run = context;
  return run->model->fingerprint(run->model, run->members[member].worker, state);
}

static struct visited *visited_new(struct run *run) {
  unsigned width = run->model->width;
  switch (run->options->visited) {
  case VISITED_JUDY: return visited_judy_new(width, &run->budget);
  case VISITED_COMPACTED:
    return visited_lossy_new(width, false, run->member_count, run->options->spill, &run->budget);
  case VISITED_BITS:
    return visited_lossy_new(width, true, run->member_count, run->options->spill, &run->budget);
  default: return visited_concurrent_new(width, &run->crew, &run->budget);
  }
}

/* Where states cannot be spilled after all, the memory is the limit. */
static void let_spill(struct run *run) {
  const char *folder = run->options->spill;
  if (!folder || !run->visited || run->options->visited != VISITED_CONCURRENT ||
      visited_may_spill(run->visited, folder))
    return;
  fprintf(stderr, "turnsole: %s: nothing can be spilled there: %s\n", folder, strerror(errno));
}

/* Where one rank has no room to begin with, none begins. */
static void join_ranks(struct run *run) {
  uint64_t lacking = !run->visited;
  if (!run->shared) return;
  processes_combine(&lacking, 1, RANKS_UNION);
  if (lacking) {
    visited_free(run->visited);
    run->visited = NULL;
  } else {
    run->visited = visited_processes_new(run->model, run->visited, run->member_count);
  }
}

static void init(struct run *run) {
  const struct search_options *options = run->options;
  bool judy = options->visited == VISITED_JUDY;
  run->member_count = judy || options->threads == 0 ? 1 : options->threads;
  run->budget = budget_of(options->memory_max);
  run->held_before = memory_held() - options->remembered;
  crew_init(&run->crew, run->member_count);
  run->shared = options->ranks && processes_count() > 1;
  run->visited = visited_new(run);
  let_spill(run);
  join_ranks(run);
  if (run->visited) {
    run->visited->fingerprint = fingerprint;
    run->visited->fingerprint_context = run;
  }
  if (run->visited && (options->checkpoint || run->visited->relieve)) {
    run->visited->meeting = run_meeting;
    run->visited->meeting_context = run;
  }
  run->members = memory_new(run->member_count, sizeof *run->members);
  for (unsigned i = 0; i < run->member_count; i++) {
    struct run_member *member = &run->members[i];
    member->run = run;
    member->number = i;
    member->worker = run->model->worker_new(run->model);
  }
}

static void release(struct run *run) {
  for (unsigned i = 0; i < run->member_count; i++)
    run->model->worker_free(run->model, run->members[i].worker);
  memory_free(run->members);
  visited_free(run->visited);
  frontier_free(&run->frontier);
  crew_destroy(&run->crew);
  file_release(&run->hold);
}

struct search_result search_run(const struct model *model, const struct search_options *options) {
  struct run run = { .model = model, .options = options, .phase = &phase_start, .began = now() };
  init(&run);
  if (!checkpoint_hold(&run)) run.result.end = SEARCH_REFUSED;
  else if (run.visited) run_members(&run);
  else run.result.end = SEARCH_OUT_OF_MEMORY;
  bool completed = run.visited && run.result.end == SEARCH_COMPLETE;
  if (completed && options->completed) options->completed(options->completed_context, &run);
  if (run.visited && run.visited->omission)
    run.result.omission = run.visited->omission(run.visited);
  if (run.visited) {
    run.result.spilled = run.visited->spilled;
    run_gather(&run);
  }
  bool filled = options->spill && options->model_memory && run.result.end == SEARCH_OUT_OF_MEMORY &&
                run.visited && !run.visited->unwritable;
  run.result.unspillable = filled ? run.budget.reserved : 0;
  release(&run);
  run.result.transitions = run.transitions;
  run.result.bytes = run.budget.peak;
  run.result.earlier = run.earlier;
  run.result.seconds = run.earlier + run_seconds(&run);
  return run.result;
}

void search_result_clear(struct search_result *result) {
  trace_free(result->trace);
  memory_free(result->refusal);
  result->trace = NULL;
  result->refusal = NULL;
}
