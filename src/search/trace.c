/* Traces: their memory, and their replay against the model. */
#include "search/trace.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"

enum { EXIT_BAD_INPUT = 2 };

void trace_init(struct trace *trace, unsigned length, unsigned width) {
  *trace = (struct trace){ .length = length, .width = width };
  trace->states = memory_new((size_t)length + 1, width * sizeof *trace->states);
  trace->labels = memory_new(length, sizeof *trace->labels);
}

void trace_clear(struct trace *trace) {
  memory_free(trace->states);
  memory_free(trace->labels);
}

void trace_free(struct trace *trace) {
  if (trace) trace_clear(trace);
  memory_free(trace);
}

_Noreturn void trace_unrepeatable(void) {
  fputs("turnsole: a state's steps were not the same when they were computed again: a guard or an "
        "action keeps a state of its own (a static variable), or writes beyond its controller's "
        "state; if none does, this is an error of turnsole: please report it\n",
        stderr);
  exit(EXIT_BAD_INPUT);
}

/* A state sought among those that are visited, under `label` unless any label will do. */
struct trace_sought {
  const slot_t *wanted;
  unsigned width;
  uint32_t label;
  bool any_label, found;
  unsigned steps; /* the kinds of all steps */
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
  const slot_t *from = trace_state(trace, i);
  struct trace_sought sought = { .wanted = from + trace->width,
                                 .width = trace->width,
                                 .label = trace->labels[i] };
  model->successors(model, worker, from, visit, &sought);
  return sought.found;
}

static bool breaks(const struct model *model, void *worker, const struct trace *trace) {
  const slot_t *last = trace_state(trace, trace->length);
  struct trace_sought sought = { .wanted = NULL };
  model->successors(model, worker, last, visit, &sought);
  return model->broken(model, worker, last, sought.steps) >> trace->property & 1;
}

bool trace_exists(const struct model *model, void *worker, const struct trace *trace,
                  unsigned steps) {
  bool exists = trace->width == model->width && starts(model, worker, trace);
  for (unsigned i = 0; i < steps && exists; i++) exists = step_exists(model, worker, trace, i);
  return exists;
}

bool trace_replays(const struct model *model, const struct trace *trace) {
  void *worker = model->worker_new(model);
  bool replays = trace->property < 64 && trace_exists(model, worker, trace, trace->length) &&
                 breaks(model, worker, trace);
  model->worker_free(model, worker);
  return replays;
}
