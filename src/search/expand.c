/* The phases of a search: the initial states, the expansion of a level into the next, and the way
 * back from a violation.  ongoing.c walks the levels, and calls the functions of the phase. */
#include "search/ongoing.h"
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
  struct search_member *member = context;
  (void)label;
  if (kind == STEP_BLOCKED) {
    member->blocked = true;
    return;
  }
  member->steps |= kind;
  member->transitions++;
  visited_note(member->search->visited, member->number, to);
}

static void take_steps(struct search_member *member, state_index index, slot_t *state) {
  const struct model *model = member->search->model;
  visited_open(member->search->visited, member->number, index, state);
  member->steps = 0;
  model->successors(model, member->worker, state, visit_step, member);
}

static __attribute__((noinline)) void offer(struct search_member *member, state_index index,
                                            const slot_t *state, uint64_t broken) {
  const struct model *model = member->search->model;
  struct state_pick pick = { true, index, model->fingerprint(model, member->worker, state),
                             .broken = broken };
  pick_offer(member->search, &member->pick, pick);
}

/* Asks the model what the state breaks, now that the kinds of its steps are known. */
static void check_state(struct search_member *member, state_index index, const slot_t *state) {
  const struct model *model = member->search->model;
  uint64_t broken = model->broken(model, member->worker, state, member->steps);
  member->broken |= broken;
  if (broken & member->search->options->stop_at) offer(member, index, state, broken);
}

static void expand_state(struct search_member *member, state_index index) {
  slot_t state[WIDTH_MAX];
  take_steps(member, index, state);
  check_state(member, index, state);
  ongoing_commit(member, BATCH);
}

/* Expands the first of some states, or more; returns how many. */
static uint32_t expand_some(struct search_member *member, struct range range) {
  const struct model *model = member->search->model;
  struct visited *visited = member->search->visited;
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
  ongoing_commit(member, BATCH);
  return count;
}

/* ---- a sample of a level ----
 *
 * Beyond states_max a search with `sample` expands only a sample of each level.  So it follows some
 * runs to their ends.  A state belongs to the sample when its fingerprint is small.  So the sample
 * depends only on the level, not on threads or memory. */

static bool is_sampled(const struct search_member *member, state_index index) {
  const struct ongoing_search *search = member->search;
  slot_t state[WIDTH_MAX];
  visited_load(search->visited, index, state);
  return search->model->fingerprint(search->model, member->worker, state) <= search->sample;
}

/* Expands the first of some states, or skips it. */
static uint32_t sample_one(struct search_member *member, struct range range) {
  if (is_sampled(member, range.first)) return expand_some(member, (struct range){ range.first, 1 });
  member->skipped++;
  return 1;
}

/* Opens the next level, of so many states, in part. */
static void open_sample(struct ongoing_search *search, uint64_t states) {
  uint64_t wanted = search->options->sample;
  search->sampled = true;
  search->sample = wanted < states ? UINT64_MAX / states * wanted : UINT64_MAX;
  ongoing_open_level(search, &phase_expansion, search->level + 1);
}

/* A sampled search expands at most about as many states beyond states_max as up to it. */
static bool may_sample(const struct ongoing_search *search) {
  return search->options->sample && search->level_states < 2 * search->options->states_max;
}

/* ---- one slice ---- */

static void expand_slice(struct search_member *member, struct range slice) {
  struct ongoing_search *search = member->search;
  if (member->number == 0 || search->alone) watch_look(search);
  while (slice.count && !ongoing_stopped(search)) {
    if (watch_paused(search)) watch_wait(member, slice);
    if (ongoing_stopped(search)) break;
    uint32_t count = search->sampled ? sample_one(member, slice) : expand_some(member, slice);
    slice.first += count;
    slice.count -= count;
  }
  __atomic_add_fetch(&search->transitions, member->transitions, __ATOMIC_RELAXED);
  member->transitions = 0;
}

static void join(struct search_member *member) {
  ongoing_stop_short(member->search, visited_join(member->search->visited, member->number));
}

/* The last member waits for what other processes send. */
static void finish_level_share(struct search_member *member) {
  struct ongoing_search *search = member->search;
  ongoing_commit(member, 1);
  if (!search->shared) return;
  unsigned all = search->alone ? 1 : search->crew.size;
  if (__atomic_add_fetch(&search->resting, 1, __ATOMIC_ACQ_REL) < all) return;
  search->resting = 0;
  join(member);
}

/* ---- one level ---- */

static void count_level(struct ongoing_search *search, unsigned level, uint64_t states) {
  if (level < SEARCH_LEVELS_KEPT) search->result.levels[level] = states;
}

/* `unexpanded`: states of the next level.  They count only if the search ends within a level. After
 * a shortage they may include states of earlier levels (spill.c), so they are never subtracted. */
static void end(struct ongoing_search *search, enum search_end how, uint64_t unexpanded) {
  bool whole_levels =
      how == SEARCH_VIOLATION || how == SEARCH_OUT_OF_DEPTH || how == SEARCH_OUT_OF_STATES;
  search->result.end = how;
  search->result.states = whole_levels ? search->level_states : search->all_states;
  search->result.depth = search->level + (!whole_levels && unexpanded > 0);
  if (!whole_levels && unexpanded > 0) count_level(search, search->level + 1, unexpanded);
  search->over = true; /* step_back clears it for the way back */
}

static void finish_expansion(struct ongoing_search *search) {
  for (unsigned i = 0; i < search->member_count; i++) {
    search->result.broken |= search->members[i].broken;
    search->result.blocked |= search->members[i].blocked;
    search->skipped += search->members[i].skipped;
    search->members[i].skipped = 0;
  }
  struct state_pick violation = pick_best(search);
  slot_t state[WIDTH_MAX];
  uint64_t next = ongoing_advance(search);
  agreement_on_level(search);
  agreement_on_pick(search, &violation, state);
  if (violation.found) {
    search->result.cut_short = search->stop != 0;
    end(search, SEARCH_VIOLATION, next);
    way_back_begin(search, violation, state);
  } else if (search->stop) {
    end(search, search->stop, next);
  } else if (next == 0) {
    end(search,
        search->sampled             ? SEARCH_OUT_OF_STATES
        : search->visited->omission ? SEARCH_LOSSY
                                    : SEARCH_COMPLETE,
        0);
  } else if (search->options->depth_max && search->level >= search->options->depth_max) {
    end(search, SEARCH_OUT_OF_DEPTH, next);
  } else if (search->options->states_max && search->all_states > search->options->states_max) {
    if (may_sample(search)) open_sample(search, next);
    else end(search, SEARCH_OUT_OF_STATES, next);
  } else {
    count_level(search, search->level + 1, next);
    ongoing_open_level(search, &phase_expansion, search->level + 1);
  }
}

static const struct phase phase_expansion = { expand_slice, finish_level_share, finish_expansion };

/* ---- the initial states ---- */

static void visit_initial(void *context, const slot_t *state, uint32_t label, enum step_kind kind) {
  struct search_member *member = context;
  (void)label, (void)kind;
  visited_note(member->search->visited, member->number, state);
}

static bool resumes(const struct ongoing_search *search) {
  return search->options->checkpoint && search->options->checkpoint->resume;
}

static void begin_search(struct search_member *member) {
  const struct model *model = member->search->model;
  if (member->number != 0) return;
  if (resumes(member->search)) {
    enum search_end end = resume_read(member);
    if (end) ongoing_stop(member->search, end);
    return;
  }
  model->initial(model, member->worker, visit_initial, member);
  ongoing_commit(member, 1);
  join(member);
}

static void finish_start(struct ongoing_search *search) {
  bool resumed = resumes(search);
  uint64_t states = resumed ? visited_count(search->visited) : ongoing_advance(search);
  agreement_on_level(search);
  if (!resumed) count_level(search, 0, states);
  if (search->stop || states == 0)
    end(search, search->stop, search->result.unfit ? search->saved_next : 0);
  else ongoing_open_level(search, &phase_expansion, search->level);
  if (resumed && !search->over) ongoing_share_out(search, search->resume_slice);
}

const struct phase expand_start = { NULL, begin_search, finish_start };

/* ---- the way back ----
 *
 * The way back from the violation that is reported to an initial state, one level at a time.
 *
 * All states of the level above the target are expanded again.  Among those with a step to the
 * target, the one of least content is its parent, by its least label, and becomes the next target.
 * So the trace is the same in every run.  No trace is shorter, since no earlier level has the
 * target. */

static void visit_towards(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct search_member *member = context;
  const struct ongoing_search *search = member->search;
  if (kind == STEP_BLOCKED || memcmp(to, search->target, search->model->width * sizeof *to) != 0)
    return;
  if (!member->reaches || label < member->label) member->label = label;
  member->reaches = true;
}

static void seek_state(struct search_member *member, state_index index) {
  struct ongoing_search *search = member->search;
  const struct model *model = search->model;
  slot_t state[WIDTH_MAX];
  visited_load(search->visited, index, state);
  member->reaches = false;
  model->successors(model, member->worker, state, visit_towards, member);
  if (!member->reaches) return;
  struct state_pick pick = { true, index, model->fingerprint(model, member->worker, state),
                             .label = member->label };
  pick_offer(search, &member->pick, pick);
}

static void seek_slice(struct search_member *member, struct range slice) {
  for (uint32_t i = 0; i < slice.count; i++) seek_state(member, slice.first + i);
}

static const struct phase phase_way_back;

/* Puts the state at position `level` of the trace.  If it has a parent, the search is not over: it
 * goes on in the level above. */
static void step_back(struct ongoing_search *search, unsigned level, const slot_t *state) {
  slot_t *place = trace_state(search->result.trace, level);
  memcpy(place, state, search->model->width * sizeof *place);
  search->over = level == 0;
  if (search->over) return;
  memcpy(search->target, place, search->model->width * sizeof *place);
  ongoing_open_level(search, &phase_way_back, level - 1);
}

/* Every state below the initial ones was some state's successor when it was found. */
static void finish_level(struct ongoing_search *search) {
  struct state_pick parent = pick_best(search);
  slot_t state[WIDTH_MAX];
  agreement_on_pick(search, &parent, state);
  if (!parent.found) trace_unrepeatable();
  search->result.trace->labels[search->level] = parent.label;
  step_back(search, search->level, state);
}

static const struct phase phase_way_back = { seek_slice, NULL, finish_level };

/* A limit that was hit in the level of the violation does not matter any more. */
void way_back_begin(struct ongoing_search *search, struct state_pick violation,
                    const slot_t *state) {
  struct trace *trace = memory_new(1, sizeof *trace);
  trace_init(trace, search->level, search->model->width);
  trace->property = (unsigned)__builtin_ctzll(violation.broken & search->options->stop_at);
  search->result.trace = trace;
  search->stop = 0;
  step_back(search, search->level, state);
}
