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
#include "search/ongoing.h"
#include "search/expand.h"
#include "search/agreement.h"
#include "search/checkpoint.h"
#include "search/visited_processes.h"
#include "states/concurrent.h"
#include "states/visited_concurrent.h"
#include "states/spill.h"
#include "states/visited_lossy.h"

static uint64_t fingerprint(void *context, unsigned member, const slot_t *state) {
  const struct ongoing_search *search = context;
  return search->model->fingerprint(search->model, search->members[member].worker, state);
}

static struct visited *visited_new(struct ongoing_search *search) {
  const struct search_options *options = search->options;
  const struct model *model = search->model;
  if (options->visited_new) return options->visited_new(model->width, &search->budget);
  if (options->visited == VISITED_CONCURRENT)
    return visited_concurrent_new(model->width, model->reserved_bits, &search->crew,
                                  &search->budget);
  return visited_lossy_new(model->width, options->visited == VISITED_BITS, search->member_count,
                           options->spill, &search->budget);
}

/* Where states cannot be spilled after all, the memory is the limit. */
static void let_spill(struct ongoing_search *search) {
  const struct search_options *options = search->options;
  const char *folder = options->spill;
  bool exact = search->visited && !options->visited_new && options->visited == VISITED_CONCURRENT;
  if (!folder || !exact || spill_allow(search->visited, folder)) return;
  fprintf(stderr, "turnsole: %s: nothing can be spilled there: %s\n", folder, strerror(errno));
}

/* Where one process has no room to begin with, none begins. */
static void join_processes(struct ongoing_search *search) {
  uint64_t lacking = !search->visited;
  if (!search->shared) return;
  processes_combine(&lacking, 1, PROCESSES_UNION);
  if (lacking) {
    visited_free(search->visited);
    search->visited = NULL;
  } else {
    search->visited = visited_processes_new(search->model, search->visited, search->member_count);
  }
}

static void init(struct ongoing_search *search) {
  const struct search_options *options = search->options;
  search->member_count = options->visited_new || options->threads == 0 ? 1 : options->threads;
  search->budget = budget_of(options->memory_max);
  search->held_before = memory_held() - options->remembered;
  crew_init(&search->crew, search->member_count);
  search->shared = options->processes && processes_count() > 1;
  search->visited = visited_new(search);
  let_spill(search);
  join_processes(search);
  if (search->visited) {
    search->visited->fingerprint = fingerprint;
    search->visited->fingerprint_context = search;
  }
  if (search->visited && (options->checkpoint || search->visited->relieve)) {
    search->visited->meeting = watch_meeting;
    search->visited->meeting_context = search;
  }
  search->members = memory_new(search->member_count, sizeof *search->members);
  for (unsigned i = 0; i < search->member_count; i++) {
    struct search_member *member = &search->members[i];
    member->search = search;
    member->number = i;
    member->worker = search->model->worker_new(search->model);
  }
}

static void release(struct ongoing_search *search) {
  for (unsigned i = 0; i < search->member_count; i++)
    search->model->worker_free(search->model, search->members[i].worker);
  memory_free(search->members);
  visited_free(search->visited);
  frontier_free(&search->frontier);
  crew_destroy(&search->crew);
  file_release(&search->hold);
}

/* ---- the end ---- */

static bool is_late(const struct explored *explored) {
  const struct ongoing_search *search = explored->search;
  return search->options->seconds_max > 0 && ongoing_seconds(search) > search->options->seconds_max;
}

static uint64_t index_end(const struct frontier *frontier) {
  uint64_t end = 1;
  for (size_t i = 0; i < frontier->slices.length; i++) {
    const struct range *slice = &frontier->slices.items[i];
    if ((uint64_t)slice->first + slice->count > end) end = (uint64_t)slice->first + slice->count;
  }
  return end;
}

static void show_explored(struct ongoing_search *search) {
  struct explored explored = { .model = search->model,
                               .visited = search->visited,
                               .budget = &search->budget,
                               .transitions = search->transitions,
                               .index_end = index_end(&search->frontier),
                               .member_count = search->member_count,
                               .workers = memory_new(search->member_count, sizeof(void *)),
                               .late = is_late,
                               .search = search };
  for (unsigned i = 0; i < search->member_count; i++)
    explored.workers[i] = search->members[i].worker;
  search->options->completed(search->options->completed_context, &explored);
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
  struct ongoing_search search = { .model = model, .options = options, .phase = &expand_start };
  search.began = ongoing_seconds(&search);
  init(&search);
  if (!checkpoint_hold(&search)) search.result.end = SEARCH_REFUSED;
  else if (search.visited) ongoing_run_members(&search);
  else search.result.end = SEARCH_OUT_OF_MEMORY;
  bool completed = search.visited && search.result.end == SEARCH_COMPLETE;
  if (completed && options->completed) show_explored(&search);
  if (search.visited && search.visited->omission)
    search.result.omission = search.visited->omission(search.visited);
  if (search.visited) {
    search.result.spilled = search.visited->spilled;
    agreement_on_result(&search);
  }
  bool filled = options->spill && options->model_memory &&
                search.result.end == SEARCH_OUT_OF_MEMORY && search.visited &&
                !search.visited->unwritable;
  search.result.unspillable = filled ? search.budget.reserved : 0;
  release(&search);
  search.result.transitions = search.transitions;
  search.result.bytes = search.budget.peak;
  search.result.earlier = search.earlier;
  search.result.seconds = search.earlier + ongoing_seconds(&search);
  return search.result;
}

void search_result_clear(struct search_result *result) {
  trace_free(result->trace);
  memory_free(result->refusal);
  result->trace = NULL;
  result->refusal = NULL;
}
