/* Runs of a model from an initial state. */
#ifndef SEARCH_TRACE_H
#define SEARCH_TRACE_H

#include "search/model.h"

/* states[0] is initial; labels[i] leads from states[i] to states[i + 1]. */
struct trace {
  unsigned length; /* steps; there are length + 1 states */
  unsigned width;
  slot_t *states;
  uint32_t *labels;
  unsigned property; /* which the last state breaks */
};

/* Makes a trace of so many steps, all zero. */
void trace_init(struct trace *trace, unsigned length, unsigned width);
void trace_clear(struct trace *trace);
void trace_free(struct trace *trace); /* clears and releases it; NULL is fine */
static inline slot_t *trace_state(const struct trace *trace, unsigned i) {
  return trace->states + (size_t)i * trace->width;
}

/* Is the trace's first state initial, and do so many of its steps exist? */
bool trace_exists(const struct model *model, void *worker, const struct trace *trace,
                  unsigned steps);
/* Does every step of the trace exist, and does its last state break its property? */
bool trace_replays(const struct model *model, const struct trace *trace);
/* Ends the program: a state's steps were not the same when they were computed again. */
_Noreturn void trace_unrepeatable(void);

#endif
