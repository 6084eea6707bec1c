/* The way back from the violation that is reported to an initial state, one level at a time.
 *
 * All states of the level above the target are expanded again.  Among those with a step to the
 * target, the one of least content is its parent, by its least label, and becomes the next target.
 * So the trace is the same in every run.  No trace is shorter, since no earlier level has the
 * target. */
#include "search/way_back.h"

#include <string.h>
#include "base/memory.h"
#include "search/agreement.h"
#include "search/trace.h"

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
