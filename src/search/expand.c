/* The phases of a search: the initial states, the expansion of a level into the next, and the way
 * back from a violation.  run.c walks the levels, and calls the functions of the phase. */
#include "search/run.h"
#include "search/agreement.h"
#include "search/checkpoint.h"
#include "search/expand.h"

#include <string.h>
#include "base/memory.h"
#include "search/trace.h"

enum { BATCH = 64 /* noted states that are looked up together */ };

static const struct phase phase_expansion;

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
  pick_offer(member->run, &member->pick, pick);
}

/* Asks the model what the state breaks, now that the kinds of its steps are known. */
static void check_state(struct run_member *member, state_index index, const slot_t *state) {
  const struct model *model = member->run->model;
  uint64_t broken = model->broken(model, member->worker, state, member->steps);
  member->broken |= broken;
  if (broken & member->run->options->stop_at) offer(member, index, state, broken);
}

static void expand_state(struct run_member *member, state_index index) {
  slot_t state[WIDTH_MAX];
  take_steps(member, index, state);
  check_state(member, index, state);
  run_commit(member, BATCH);
}

/* Expands the first of some states, or more; returns how many. */
static uint32_t expand_some(struct run_member *member, struct range range) {
  const struct model *model = member->run->model;
  struct visited *visited = member->run->visited;
  struct sink *sink = model->emit ? visited_sink(visited, member->number, range) : NULL;
  if (!sink) {
    expand_state(member, range.first);
    return 1;
  }
  const uint64_t *first = sink->next;
  struct steps_emitted emitted = model->emit(model, member->worker, sink);
  uint32_t count = (uint32_t)(sink->next - first);
  member->steps = emitted.kinds;
  member->transitions += emitted.count;
  member->blocked |= emitted.blocked;
  if (!emitted.fine) {
    slot_t state[WIDTH_MAX];
    visited_load(visited, range.first + count - 1, state);
    check_state(member, range.first + count - 1, state);
  }
  run_commit(member, BATCH);
  return count;
}

/* ---- a sample of a level ----
 *
 * Beyond states_max a search with `sample` expands only a sample of each level.  So it follows some
 * runs to their ends.  A state belongs to the sample when its fingerprint is small.  So the sample
 * depends only on the level, not on threads or memory. */

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

static void expand_slice(struct run_member *member, struct range slice) {
  struct run *run = member->run;
  if (member->number == 0 || run->alone) watch_look(run);
  while (slice.count && !run_stopped(run)) {
    if (watch_paused(run)) watch_wait(member, slice);
    if (run_stopped(run)) break;
    uint32_t count = run->sampled ? sample_one(member, slice) : expand_some(member, slice);
    slice.first += count;
    slice.count -= count;
  }
  __atomic_add_fetch(&run->transitions, member->transitions, __ATOMIC_RELAXED);
  member->transitions = 0;
}

static void join(struct run_member *member) {
  run_stop_short(member->run, visited_join(member->run->visited, member->number));
}

/* The last member waits for what other processes send. */
static void settle(struct run_member *member) {
  struct run *run = member->run;
  run_commit(member, 1);
  if (!run->shared) return;
  unsigned all = run->alone ? 1 : run->crew.size;
  if (__atomic_add_fetch(&run->settled, 1, __ATOMIC_ACQ_REL) < all) return;
  run->settled = 0;
  join(member);
}

/* ---- one level ---- */

/* `unexpanded`: states of the next level.  They count only if the search ends within a level. After
 * a shortage they may include states of earlier levels (spill.c), so they are never subtracted. */
static void end(struct run *run, enum search_end how, uint64_t unexpanded) {
  bool whole_levels =
      how == SEARCH_VIOLATION || how == SEARCH_OUT_OF_DEPTH || how == SEARCH_OUT_OF_STATES;
  run->result.end = how;
  run->result.states = whole_levels ? run->level_states : run->all_states;
  run->result.depth = run->level + (!whole_levels && unexpanded > 0);
  run->over = true;
}

static void finish_expansion(struct run *run) {
  for (unsigned i = 0; i < run->member_count; i++) {
    run->result.broken |= run->members[i].broken;
    run->result.blocked |= run->members[i].blocked;
    run->skipped += run->members[i].skipped;
    run->members[i].skipped = 0;
  }
  struct state_pick violation = pick_best(run);
  slot_t state[WIDTH_MAX];
  uint64_t next = run_advance(run);
  agreement_on_level(run);
  agreement_on_pick(run, &violation, state);
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

static const struct phase phase_expansion = { expand_slice, settle, finish_expansion };

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
    enum search_end end = resume_read(member);
    if (end) run_stop(member->run, end);
    return;
  }
  model->initial(model, member->worker, visit_initial, member);
  run_commit(member, 1);
  join(member);
}

static void finish_start(struct run *run) {
  bool resumed = resumes(run);
  uint64_t states = resumed ? visited_count(run->visited) : run_advance(run);
  agreement_on_level(run);
  if (run->stop || states == 0) end(run, run->stop, run->result.unfit ? run->saved_next : 0);
  else run_open_level(run, &phase_expansion, run->level);
  if (resumed && !run->over) run_share_out(run, run->resume_slice);
}

const struct phase expand_start = { NULL, settle_start, finish_start };

/* ---- the way back ----
 *
 * The way back from the violation that is reported to an initial state, one level at a time.
 *
 * All states of the level above the target are expanded again.  Among those with a step to the
 * target, the one of least content is its parent, by its least label, and becomes the next target.
 * So the trace is the same in every run.  No trace is shorter, since no earlier level has the
 * target. */

static void visit_towards(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct run_member *member = context;
  const struct run *run = member->run;
  if (kind == STEP_BLOCKED || memcmp(to, run->target, run->model->width * sizeof *to) != 0) return;
  if (!member->reaches || label < member->label) member->label = label;
  member->reaches = true;
}

static void seek_state(struct run_member *member, state_index index) {
  struct run *run = member->run;
  const struct model *model = run->model;
  slot_t state[WIDTH_MAX];
  visited_load(run->visited, index, state);
  member->reaches = false;
  model->successors(model, member->worker, state, visit_towards, member);
  if (!member->reaches) return;
  struct state_pick pick = { true, index, model->fingerprint(model, member->worker, state),
                             .label = member->label };
  pick_offer(run, &member->pick, pick);
}

static void seek_slice(struct run_member *member, struct range slice) {
  for (uint32_t i = 0; i < slice.count; i++) seek_state(member, slice.first + i);
}

static const struct phase phase_way_back;

/* Puts the state at position `level` of the trace and goes on to its parent, if it has one. */
static void step_back(struct run *run, unsigned level, const slot_t *state) {
  slot_t *place = trace_state(run->result.trace, level);
  memcpy(place, state, run->model->width * sizeof *place);
  run->over = level == 0;
  if (run->over) return;
  memcpy(run->target, place, run->model->width * sizeof *place);
  run_open_level(run, &phase_way_back, level - 1);
}

/* Every state below the initial ones was some state's successor when it was found. */
static void finish_level(struct run *run) {
  struct state_pick parent = pick_best(run);
  slot_t state[WIDTH_MAX];
  agreement_on_pick(run, &parent, state);
  if (!parent.found) trace_unrepeatable();
  run->result.trace->labels[run->level] = parent.label;
  step_back(run, run->level, state);
}

static const struct phase phase_way_back = { seek_slice, NULL, finish_level };

/* A limit that was hit in the level of the violation does not matter any more. */
void way_back_begin(struct run *run, struct state_pick violation, const slot_t *state) {
  struct trace *trace = memory_new(1, sizeof *trace);
  trace_init(trace, run->level, run->model->width);
  trace->property = (unsigned)__builtin_ctzll(violation.broken & run->options->stop_at);
  run->result.trace = trace;
  run->stop = 0;
  step_back(run, run->level, state);
}
