/* Traces: their memory, and their replay against the model, which is how a trace is believed. */
#include <string.h>
#include "base/memory.h"
#include "search/search.h"

void trace_free(struct trace *trace) {
  if (!trace) return;
  memory_free(trace->states);
  memory_free(trace->labels);
  memory_free(trace);
}

/* Is `wanted` among the visited states, under `label` unless any will do?  And the kinds of all
 * steps. */
struct trace_sought {
  const slot_t *wanted;
  unsigned width;
  uint32_t label;
  bool any_label, found;
  unsigned steps;
};

static void visit(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct trace_sought *sought = context;
  if (kind == STEP_BLOCKED) return;
  sought->steps |= kind;
  if (!sought->any_label && label != sought->label) return;
  if (sought->wanted && memcmp(to, sought->wanted, sought->width * sizeof *to) == 0)
    sought->found = true;
}

static bool starts(const struct model *model, void *worker, const struct trace *trace) {
  struct trace_sought sought = { .wanted = trace->states,
                                 .width = trace->width,
                                 .any_label = true };
  model->initial(model, worker, visit, &sought);
  return sought.found;
}

static bool step_exists(const struct model *model, void *worker, const struct trace *trace,
                        unsigned i) {
  const slot_t *from = trace->states + (size_t)i * trace->width;
  struct trace_sought sought = { .wanted = from + trace->width,
                                 .width = trace->width,
                                 .label = trace->labels[i] };
  model->successors(model, worker, from, visit, &sought);
  return sought.found;
}

static bool breaks(const struct model *model, void *worker, const struct trace *trace) {
  const slot_t *last = trace->states + (size_t)trace->length * trace->width;
  struct trace_sought sought = { .wanted = NULL };
  model->successors(model, worker, last, visit, &sought);
  return model->broken(model, worker, last, sought.steps) >> trace->property & 1;
}

bool trace_replays(const struct model *model, const struct trace *trace) {
  if (trace->width != model->width || trace->property >= 64) return false;
  void *worker = model->worker_new(model);
  bool replays = starts(model, worker, trace);
  for (unsigned i = 0; i < trace->length && replays; i++)
    replays = step_exists(model, worker, trace, i);
  replays = replays && breaks(model, worker, trace);
  model->worker_free(model, worker);
  return replays;
}
