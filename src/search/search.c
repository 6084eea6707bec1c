/* Level-synchronous breadth-first search by a crew of threads.
 *
 * It is the same for any number of threads. The states of a level depend only on the level before.
 * A level is expanded before anything is decided. Each choice then (the violation that is reported,
 * each state of its trace) is made by content.
 *
 * No predecessor is kept with a state.  The parent is the predecessor of least content, so
 * keeping it would cost every search a fingerprint a state and a comparison a transition.  Only
 * a search that ends in a violation pays: its levels are walked again backwards (expand.c).  No
 * limit cuts that walk short, since the verdict is known by then. */
#include "search/search.h"

#include <errno.h>
#include <string.h>
#include "base/memory.h"
#include "os/processes.h"
#include "search/run.h"
#include "search/expand.h"
#include "search/agreement.h"
#include "search/checkpoint.h"
#include "search/visited_processes.h"
#include "states/concurrent.h"
#include "states/visited_concurrent.h"
#include "states/spill.h"
#include "states/visited_lossy.h"

static uint64_t fingerprint(void *context, unsigned member, const slot_t *state) {
  const struct run *run = context;
  return run->model->fingerprint(run->model, run->members[member].worker, state);
}

static struct visited *visited_new(struct run *run) {
  const struct search_options *options = run->options;
  const struct model *model = run->model;
  if (options->visited_new) return options->visited_new(model->width, &run->budget);
  if (options->visited == VISITED_CONCURRENT)
    return visited_concurrent_new(model->width, model->reserved_bits, &run->crew, &run->budget);
  return visited_lossy_new(model->width, options->visited == VISITED_BITS, run->member_count,
                           options->spill, &run->budget);
}

/* Where states cannot be spilled after all, the memory is the limit. */
static void let_spill(struct run *run) {
  const struct search_options *options = run->options;
  const char *folder = options->spill;
  bool exact = run->visited && !options->visited_new && options->visited == VISITED_CONCURRENT;
  if (!folder || !exact || spill_allow(run->visited, folder)) return;
  fprintf(stderr, "turnsole: %s: nothing can be spilled there: %s\n", folder, strerror(errno));
}

/* Where one process has no room to begin with, none begins. */
static void join_processes(struct run *run) {
  uint64_t lacking = !run->visited;
  if (!run->shared) return;
  processes_combine(&lacking, 1, PROCESSES_UNION);
  if (lacking) {
    visited_free(run->visited);
    run->visited = NULL;
  } else {
    run->visited = visited_processes_new(run->model, run->visited, run->member_count);
  }
}

static void init(struct run *run) {
  const struct search_options *options = run->options;
  run->member_count = options->visited_new || options->threads == 0 ? 1 : options->threads;
  run->budget = budget_of(options->memory_max);
  run->held_before = memory_held() - options->remembered;
  crew_init(&run->crew, run->member_count);
  run->shared = options->processes && processes_count() > 1;
  run->visited = visited_new(run);
  let_spill(run);
  join_processes(run);
  if (run->visited) {
    run->visited->fingerprint = fingerprint;
    run->visited->fingerprint_context = run;
  }
  if (run->visited && (options->checkpoint || run->visited->relieve)) {
    run->visited->meeting = watch_meeting;
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

/* ---- the end ---- */

static bool is_late(const struct explored *explored) {
  const struct run *run = explored->run;
  return run->options->seconds_max > 0 && run_seconds(run) > run->options->seconds_max;
}

static uint64_t index_end(const struct frontier *frontier) {
  uint64_t end = 1;
  for (size_t i = 0; i < frontier->slices.length; i++) {
    const struct range *slice = &frontier->slices.items[i];
    if ((uint64_t)slice->first + slice->count > end) end = (uint64_t)slice->first + slice->count;
  }
  return end;
}

static void show_explored(struct run *run) {
  struct explored explored = { .model = run->model,
                               .visited = run->visited,
                               .budget = &run->budget,
                               .transitions = run->transitions,
                               .index_end = index_end(&run->frontier),
                               .member_count = run->member_count,
                               .workers = memory_new(run->member_count, sizeof(void *)),
                               .late = is_late,
                               .run = run };
  for (unsigned i = 0; i < run->member_count; i++) explored.workers[i] = run->members[i].worker;
  run->options->completed(run->options->completed_context, &explored);
  memory_free(explored.workers);
}

struct search_options search_options_after(const struct search_options *options, double seconds) {
  enum { LEAST_MS = 1 };
  struct search_options left = *options;
  if (left.seconds_max == 0) return left;
  left.seconds_max -= seconds;
  if (left.seconds_max < LEAST_MS * 1e-3) left.seconds_max = LEAST_MS * 1e-3;
  return left;
}

struct search_result search_run(const struct model *model, const struct search_options *options) {
  struct run run = { .model = model, .options = options, .phase = &expand_start };
  run.began = run_seconds(&run);
  init(&run);
  if (!checkpoint_hold(&run)) run.result.end = SEARCH_REFUSED;
  else if (run.visited) run_members(&run);
  else run.result.end = SEARCH_OUT_OF_MEMORY;
  bool completed = run.visited && run.result.end == SEARCH_COMPLETE;
  if (completed && options->completed) show_explored(&run);
  if (run.visited && run.visited->omission)
    run.result.omission = run.visited->omission(run.visited);
  if (run.visited) {
    run.result.spilled = run.visited->spilled;
    agreement_on_result(&run);
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
