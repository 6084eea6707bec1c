/* The forward phases: the initial states, and the expansion of one level into the next. */
#include "base/memory.h"
#include "os/processes.h"
#include "search/run.h"
#include "states/sink.h"

enum { BATCH = 64 /* noted states that are looked up together */ };

static void stop(struct run *run, enum search_end limit) {
  int none = 0;
  __atomic_compare_exchange_n(&run->stop, &none, limit, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static void stop_short(struct run *run, enum shortage shortage) {
  if (shortage)
    stop(run, shortage == SHORT_OF_MEMORY ? SEARCH_OUT_OF_MEMORY : SEARCH_OUT_OF_NUMBERS);
}

static void commit(struct run_member *member, unsigned at_least) {
  stop_short(member->run, visited_commit(member->run->visited, member->number, at_least));
}

/* ---- one state ---- */

static void visit_step(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct run_member *member = context;
  (void)label;
  if (kind == STEP_BLOCKED) {
    member->blocked = true;
    return;
  }
  member->steps |= kind;
  member->transitions++;
  visited_note(member->run->visited, member->number, to);
}

static void take_steps(struct run_member *member, state_index index, slot_t *state) {
  const struct model *model = member->run->model;
  visited_open(member->run->visited, member->number, index, state);
  member->steps = 0;
  model->successors(model, member->worker, state, visit_step, member);
}

static __attribute__((noinline)) void offer(struct run_member *member, state_index index,
                                            const slot_t *state, uint64_t broken) {
  const struct model *model = member->run->model;
  struct state_pick pick = { true, index, model->fingerprint(model, member->worker, state),
                             .broken = broken };
  run_pick_offer(member->run, &member->pick, pick);
}

static void look_at(struct run_member *member, state_index index, const slot_t *state) {
  const struct model *model = member->run->model;
  uint64_t broken = model->broken(model, member->worker, state, member->steps);
  member->broken |= broken;
  if (broken & member->run->options->stop_at) offer(member, index, state, broken);
}

static void expand_state(struct run_member *member, state_index index) {
  slot_t state[WIDTH_MAX];
  take_steps(member, index, state);
  look_at(member, index, state);
  commit(member, BATCH);
}

/* Expands the first of some states, or several; returns how many. */
static uint32_t expand_some(struct run_member *member, struct range range) {
  const struct model *model = member->run->model;
  struct visited *visited = member->run->visited;
  struct sink *sink = model->tell ? visited_sink(visited, member->number, range) : NULL;
  if (!sink) {
    expand_state(member, range.first);
    return 1;
  }
  const uint64_t *first = sink->next;
  struct steps_emitted told = model->tell(model, member->worker, sink);
  uint32_t count = (uint32_t)(sink->next - first);
  member->steps = told.kinds;
  member->transitions += told.count;
  member->blocked |= told.blocked;
  if (!told.fine) {
    slot_t state[WIDTH_MAX];
    visited_load(visited, range.first + count - 1, state);
    look_at(member, range.first + count - 1, state);
  }
  if (sink->noted.length >= NOTED_FEW || sink->roots.length >= BATCH) commit(member, BATCH);
  return count;
}

/* ---- a sample of a level ----
 *
 * Beyond states_max a search with `sample` goes on, but expands only a sample of each level.  A
 * search that stops there has seen the beginnings of runs only, and no outcome.  A sampled one
 * follows some runs to their ends.  A state belongs to the sample when its fingerprint is small. So
 * the sample depends on the level alone, not on threads or memory. */

static bool is_sampled(const struct run_member *member, state_index index) {
  const struct run *run = member->run;
  slot_t state[WIDTH_MAX];
  visited_load(run->visited, index, state);
  return run->model->fingerprint(run->model, member->worker, state) <= run->sample;
}

/* Expands the first of some states, or skips it. */
static uint32_t sample_one(struct run_member *member, struct range range) {
  if (is_sampled(member, range.first)) return expand_some(member, (struct range){ range.first, 1 });
  member->skipped++;
  return 1;
}

/* Opens the next level, of so many states, in part. */
static void open_sample(struct run *run, uint64_t states) {
  uint64_t wanted = run->options->sample;
  run->sampled = true;
  run->sample = wanted < states ? UINT64_MAX / states * wanted : UINT64_MAX;
  run_open_level(run, &phase_expansion, run->level + 1);
}

/* A sampled search expands at most about as many states beyond states_max as up to it. */
static bool may_sample(const struct run *run) {
  return run->options->sample && run->level_states < 2 * run->options->states_max;
}

/* ---- one slice ---- */

static void report(struct run *run, double seconds) {
  struct search_progress progress = {
    .states = visited_count(run->visited),
    .transitions = __atomic_load_n(&run->transitions, __ATOMIC_RELAXED),
    .frontier = run->frontier.levels.items[run->level].states,
    .depth = run->level,
    .seconds = seconds,
  };
  run->options->progress(run->options->progress_context, &progress);
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

/* The run ends, and is saved before where that was asked for. */
static void end_here(struct run *run, enum search_end why) {
  if (!saves(run)) stop(run, why);
  if (!saves(run) || run->ending) return;
  run->ending = why;
  ask_to_save(run);
}

static bool interrupted(const struct checkpoint *checkpoint) {
  return checkpoint && checkpoint->interrupted &&
         __atomic_load_n(checkpoint->interrupted, __ATOMIC_RELAXED);
}

/* One thread looks at the clock, once a slice: the first, or whichever is alone. */
static void watch_clock(struct run *run) {
  const struct search_options *options = run->options;
  const struct checkpoint *checkpoint = options->checkpoint;
  if (options->seconds_max == 0 && !options->progress && !checkpoint) return;
  double seconds = run_seconds(run);
  if (options->progress && seconds - run->reported >= 1) report(run, seconds);
  if (options->seconds_max > 0 && seconds > options->seconds_max) end_here(run, SEARCH_OUT_OF_TIME);
  if (interrupted(checkpoint)) end_here(run, SEARCH_INTERRUPTED);
  if (saves(run) && checkpoint->every > 0 && seconds - run->saved >= checkpoint->every)
    ask_to_save(run);
}

static bool paused(const struct run *run) { return __atomic_load_n(&run->pause, __ATOMIC_RELAXED); }

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

/* Called at every meeting, by its leader: whoever met for another reason may be in the middle of
 * something. */
void run_meeting(void *context) {
  struct run *run = context;
  if (!paused(run)) return;
  for (unsigned i = 0; i < run->crew.size; i++)
    if (!run->members[i].ready) return;
  if (run->lacks_room) relieve(run);
  if (run->to_save) save(run);
  stop_short(run, visited_shortage(run->visited));
  if (run->ending) stop(run, run->ending);
  __atomic_store_n(&run->pause, false, __ATOMIC_RELAXED);
}

/* Between two states, with nothing half done. */
static void wait_until_saved(struct run_member *member) {
  struct run *run = member->run;
  commit(member, 1);
  __atomic_add_fetch(&run->transitions, member->transitions, __ATOMIC_RELAXED);
  member->transitions = 0;
  member->ready = true;
  while (paused(run) && !run_stopped(run)) run->visited->meet(run->visited);
  member->ready = false;
}

/* What the model remembers is in blocks of the ordinary allocator.  It grows while the set does
 * not, so states may have to go to the disk for it before there are too many of them. */
static void watch_memory(struct run *run) {
  struct budget *budget = &run->budget;
  if (!run->options->model_memory) return;
  uint64_t others = memory_held() - __atomic_load_n(&budget->small, __ATOMIC_RELAXED);
  budget_reserve(budget, others > run->held_before ? others - run->held_before : 0);
  bool spills = run->shared && run->options->spill &&
                budget->reserved < budget->max; /* ranks do not pause: each when it is full */
  if (!budget_exceeded(budget) || spills) return;
  run->lacks_room = run->visited->relieve != NULL;
  if (run->lacks_room) ask_for_pause(run);
  else end_here(run, SEARCH_OUT_OF_MEMORY);
}

static void expand_slice(struct run_member *member, struct range slice) {
  if (member->number == 0 || member->run->alone) {
    watch_clock(member->run);
    watch_memory(member->run);
  }
  while (slice.count && !run_stopped(member->run)) {
    if (paused(member->run)) {
      member->left = slice;
      wait_until_saved(member);
      member->left.count = 0;
    }
    if (run_stopped(member->run)) break;
    uint32_t count = member->run->sampled ? sample_one(member, slice) : expand_some(member, slice);
    slice.first += count;
    slice.count -= count;
  }
  __atomic_add_fetch(&member->run->transitions, member->transitions, __ATOMIC_RELAXED);
  member->transitions = 0;
}

static void join(struct run_member *member) {
  stop_short(member->run, visited_join(member->run->visited, member->number));
}

/* The last member to come hears from the other ranks. */
static void settle(struct run_member *member) {
  struct run *run = member->run;
  commit(member, 1);
  if (!run->shared) return;
  unsigned all = run->alone ? 1 : run->crew.size;
  if (__atomic_add_fetch(&run->settled, 1, __ATOMIC_ACQ_REL) < all) return;
  run->settled = 0;
  join(member);
}

/* ---- one level ---- */

/* `unexpanded`: states of the level after the present one, which count only if the search went that
 * far.  Where the set fell short these may hold some of earlier levels, too (spill.c), so they are
 * never taken from all. */
static void end(struct run *run, enum search_end how, uint64_t unexpanded) {
  bool whole_levels =
      how == SEARCH_VIOLATION || how == SEARCH_OUT_OF_DEPTH || how == SEARCH_OUT_OF_STATES;
  run->result.end = how;
  run->result.states = whole_levels ? run->level_states : run->all_states;
  run->result.depth = run->level + (!whole_levels && unexpanded > 0);
  run->over = true;
}

uint64_t run_advance(struct run *run) {
  uint64_t before = frontier_bytes(&run->frontier);
  uint64_t states = frontier_advance(&run->frontier, run->visited, run->crew.size);
  stop_short(run,
             visited_shortage(run->visited)); /* whoever fell short: nothing is complete any more */
  budget_charge(&run->budget, frontier_bytes(&run->frontier) - before);
  if (!run->shared) return states;
  uint64_t all = states;
  processes_combine(&all, 1, RANKS_SUM);
  if (all && !states) frontier_advance_empty(&run->frontier);
  return all;
}

static void finish_expansion(struct run *run) {
  for (unsigned i = 0; i < run->member_count; i++) {
    run->result.broken |= run->members[i].broken;
    run->result.blocked |= run->members[i].blocked;
    run->skipped += run->members[i].skipped;
    run->members[i].skipped = 0;
  }
  struct state_pick violation = run_best_pick(run);
  slot_t state[WIDTH_MAX];
  uint64_t next = run_advance(run);
  run_agree(run);
  run_agree_pick(run, &violation, state);
  if (violation.found) {
    run->result.cut_short = run->stop != 0;
    end(run, SEARCH_VIOLATION, next);
    way_back_begin(run, violation, state);
  } else if (run->stop) {
    end(run, run->stop, next);
  } else if (next == 0) {
    end(run,
        run->sampled             ? SEARCH_OUT_OF_STATES
        : run->visited->omission ? SEARCH_LOSSY
                                 : SEARCH_COMPLETE,
        0);
  } else if (run->options->depth_max && run->level >= run->options->depth_max) {
    end(run, SEARCH_OUT_OF_DEPTH, next);
  } else if (run->options->states_max && run->all_states > run->options->states_max) {
    if (may_sample(run)) open_sample(run, next);
    else end(run, SEARCH_OUT_OF_STATES, next);
  } else {
    run_open_level(run, &phase_expansion, run->level + 1);
  }
}

/* ---- the initial states ---- */

static void visit_initial(void *context, const slot_t *state, uint32_t label, enum step_kind kind) {
  struct run_member *member = context;
  (void)label, (void)kind;
  visited_note(member->run->visited, member->number, state);
}

static bool resumes(const struct run *run) {
  return run->options->checkpoint && run->options->checkpoint->resume;
}

static void settle_start(struct run_member *member) {
  const struct model *model = member->run->model;
  if (member->number != 0) return;
  if (resumes(member->run)) {
    enum search_end end = checkpoint_read(member);
    if (end) stop(member->run, end);
    return;
  }
  model->initial(model, member->worker, visit_initial, member);
  commit(member, 1);
  join(member);
}

static void finish_start(struct run *run) {
  bool resumed = resumes(run);
  uint64_t states = resumed ? visited_count(run->visited) : run_advance(run);
  run_agree(run);
  if (run->stop || states == 0) end(run, run->stop, run->result.unfit ? run->saved_next : 0);
  else run_open_level(run, &phase_expansion, run->level);
  if (resumed && !run->over) run_share_out(run, run->resume_slice);
}

const struct phase phase_start = { NULL, settle_start, finish_start };
const struct phase phase_expansion = { expand_slice, settle, finish_expansion };
