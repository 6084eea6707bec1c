/* The way back: from the violation that is reported to an initial state, one level at a time.
 *
 * All states of the level above the target are expanded again; of those that have a step to it, the
 * one of least content is its parent, by its least label, and becomes the next target.  So the
 * trace is the same in every run, and there is no shorter one, since the target is not among the
 * states of any level before its own. */
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "search/run.h"

/* ---- least content ---- */

static char *describe(const struct run *run, state_index index, struct printing *printing) {
  slot_t state[WIDTH_MAX];
  visited_load(run->visited, index, state);
  run->model->describe_state(run->model, printing_begin(printing), state);
  return printing_end(printing);
}

/* Fingerprints are 64 bits of content, so different contents may share one; their words do not. */
static bool content_less(const struct run *run, const struct state_pick *a,
                         const struct state_pick *b) {
  if (a->fingerprint != b->fingerprint) return a->fingerprint < b->fingerprint;
  struct printing words_a, words_b;
  bool less = strcmp(describe(run, a->state, &words_a), describe(run, b->state, &words_b)) < 0;
  printing_free(&words_a);
  printing_free(&words_b);
  return less;
}

void run_pick_offer(const struct run *run, struct state_pick *best, struct state_pick candidate) {
  if (!best->found || content_less(run, &candidate, best)) *best = candidate;
}

struct state_pick run_best_pick(struct run *run) {
  struct state_pick best = { .found = false };
  for (unsigned i = 0; i < run->member_count; i++) {
    struct run_member *member = &run->members[i];
    if (member->pick.found) run_pick_offer(run, &best, member->pick);
    member->pick.found = false;
  }
  return best;
}

/* ---- the walk ---- */

static void visit_step(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
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
  model->successors(model, member->worker, state, visit_step, member);
  if (!member->reaches) return;
  struct state_pick pick = { true, index, model->fingerprint(model, member->worker, state),
                             .label = member->label };
  run_pick_offer(run, &member->pick, pick);
}

static void seek_slice(struct run_member *member, struct range slice) {
  for (uint32_t i = 0; i < slice.count; i++) seek_state(member, slice.first + i);
}

static slot_t *trace_state(const struct trace *trace, unsigned i) {
  return trace->states + (size_t)i * trace->width;
}

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
  struct state_pick parent = run_best_pick(run);
  slot_t state[WIDTH_MAX];
  run_agree_pick(run, &parent, state);
  if (!parent.found) run_unrepeatable();
  run->result.trace->labels[run->level] = parent.label;
  step_back(run, run->level, state);
}

void way_back_begin(struct run *run, struct state_pick violation, const slot_t *state) {
  struct trace *trace = memory_new(1, sizeof *trace);
  trace->length = run->level;
  trace->width = run->model->width;
  trace->states = memory_new((size_t)trace->length + 1, trace->width * sizeof *trace->states);
  trace->labels = memory_new(trace->length, sizeof *trace->labels);
  trace->property = (unsigned)__builtin_ctzll(violation.broken & run->options->stop_at);
  run->result.trace = trace;
  run->stop = 0; /* a limit that was hit in the same level does not matter any more */
  step_back(run, run->level, state);
}

const struct phase phase_way_back = { seek_slice, NULL, finish_level };
