/* The one interface between what is explored and how (DESIGN.md, decision 4).
 *
 * A state is a vector of `width` slots.  What a number in a slot stands for is the model's business
 * (the kit: an interned local state of one controller, or an interned content of one channel); two
 * states are equal exactly when their vectors are.  Numbers may be given out in any order, and the
 * order may differ between runs and threads; hence everything that must not differ goes by
 * `fingerprint`, which depends on content alone.
 *
 * Every function may be called from several threads at once, each with a worker of its own.
 *
 * Reductions are the model's business, too: it tells fewer steps, or one state for several. */
#ifndef SEARCH_MODEL_H
#define SEARCH_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "states/state.h"

/* What kind of step it is; the search hands the union over a state's steps to `broken`. */
enum step_kind {
  STEP_ASIDE = 0,       /* it keeps nobody from being stuck: a clock moves on */
  STEP_ISSUE = 1,       /* a core starts something new */
  STEP_PROGRESS = 2,    /* something that was started goes on: a message is taken, a wait ends */
  STEP_ENVIRONMENT = 4, /* nobody asked for it: an eviction, a tick */
  STEP_BLOCKED = 8,     /* not a step: one was disabled because a channel was full (`to` is NULL) */
  STEP_NOWHERE = 16     /* something goes on and leads back to the state it began in */
};

/* `label` names the step among those of its source state: the same label from the same state is the
 * same step, in every run.  `to` is valid during the call only.  A step to the state itself may be
 * left out. */
typedef void step_visitor(void *context, const slot_t *to, uint32_t label, enum step_kind kind);

/* What was told of some states' steps: how many they are, and whether a full channel disabled one;
 * of the last state, whether it is known that it breaks nothing, so that `broken` need not be asked
 * (of all others it is); and if it is not, its steps' kinds. */
struct steps_emitted {
  unsigned kinds;
  uint64_t count;
  bool blocked, fine;
};
struct sink;

struct model {
  unsigned width;
  /* The initial states, each once. */
  void (*initial)(const struct model *model, void *worker, step_visitor *visit, void *context);
  /* All steps from a state, in an order that depends on content alone. */
  void (*successors)(const struct model *model, void *worker, const slot_t *state,
                     step_visitor *visit, void *context);
  /* The same steps, of one state or several that are open in a sink (sink.h), told to that by what
   * they change; NULL: the model cannot. */
  struct steps_emitted (*tell)(const struct model *model, void *worker, struct sink *sink);
  /* The properties that `state` breaks, as a set of bits (bit i is property i); `steps` is the
   * union of the kinds of its steps, 0 where none helps anybody on.  Called once for each state,
   * after its successors; may also record what the state shows (outcomes) in the worker. */
  uint64_t (*broken)(const struct model *model, void *worker, const slot_t *state, unsigned steps);
  /* 64 bits of the content, never of the numbers. */
  uint64_t (*fingerprint)(const struct model *model, void *worker, const slot_t *state);
  /* A state, and the step `label` from one state to another, in words; the step as one or more
   * lines. */
  void (*describe_state)(const struct model *model, FILE *out, const slot_t *state);
  void (*describe_step)(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                        const slot_t *to);
  const char *(*property_name)(const struct model *model, unsigned property);
  void *(*worker_new)(const struct model *model);
  /* Folds what the worker recorded into the model and releases it; never called concurrently. */
  void (*worker_free)(const struct model *model, void *worker);
  /* For checkpoints, which outlive the numbers.  Slots whose numbers mean the same are a family.
   * How many numbers of a family have been given out (those below it), what a number stands for,
   * and the number of what a number stood for in another run, perhaps a new one; what a worker
   * recorded, and a worker that goes on from it (false: it cannot have been written by
   * write_worker).  All NULL (and no families) where numbers are contents themselves, and nothing
   * is recorded. */
  unsigned families;
  unsigned (*family)(const struct model *model, unsigned slot);
  uint32_t (*numbers)(const struct model *model, unsigned family);
  const void *(*content)(const struct model *model, unsigned family, slot_t number,
                         size_t *length); /* until the next call */
  slot_t (*number)(const struct model *model, unsigned family, const void *content, size_t length);
  void (*write_worker)(const struct model *model, const void *worker, FILE *out);
  bool (*read_worker)(const struct model *model, void *worker, const void *bytes, size_t length);
  void *self; /* the implementation's own data */
};

#endif
