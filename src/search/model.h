/* The one interface between a model and a search (docs/DESIGN.md, decision 4).
 *
 * A state is a vector of `width` slots.  The model decides what a number in a slot stands for, and
 * may give numbers out in any order, another one in each run.  Two states are equal exactly when
 * their vectors are.  A result that must not differ between runs is made from `fingerprint` only.
 *
 * The interface has two halves, which show the same steps:
 *
 *   one state   `initial` and `successors` call a visitor with each state, one by one.  A model
 *               must have them, and `broken`, `fingerprint` and the describing functions.
 *   a batch     `emit` takes open states from a sink, as words, and puts all their successors in
 *               it, as words (states/sink.h).  A model may leave it NULL.
 *
 * A search uses `emit` where its visited set keeps the first open state as a word, and else
 * `successors`.  Traces and liveness always use `successors`.  So counts and verdicts must be the
 * same by both halves; tests/unit/search/door_test.c has a model that shows how.
 *
 * Every function may be called from several threads at once, each with its own worker, except
 * where a comment says otherwise.  Reductions are the model's: it shows fewer steps, or one state
 * for several. */
#ifndef SEARCH_MODEL_H
#define SEARCH_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "states/sink.h"
#include "states/state.h"

/* The kinds of steps.  The search hands the union of a state's kinds to `broken`. */
enum step_kind {
  STEP_ASIDE = 0,       /* a clock moves on, which helps no component */
  STEP_ISSUE = 1,       /* a core starts an access */
  STEP_PROGRESS = 2,    /* something that was started goes on */
  STEP_ENVIRONMENT = 4, /* an eviction or a tick, which no component asked for */
  STEP_BLOCKED = 8,     /* no step: a full channel disabled one (`to` is NULL) */
  STEP_NOWHERE = 16     /* something goes on, and leads back to its own state */
};

/* `to` is valid during the call only.  `label` names the step among those of its source state, the
 * same in every run.  A step to the state itself may be left out. */
typedef void step_visitor(void *context, const slot_t *to, uint32_t label, enum step_kind kind);

/* The result of emitting the steps of one or more states.  All but the last are known to break
 * nothing. */
struct steps_emitted {
  unsigned kinds; /* of the last state's steps, for `broken`; not needed if `fine` */
  uint64_t count; /* of steps of all states */
  bool blocked;   /* a full channel disabled a step */
  bool fine;      /* the last state is known to break nothing, too: `broken` is not asked */
};

struct model {
  unsigned width;
  unsigned reserved_bits; /* upper bits of a slot, for marks; no word has room for them */

  /* ---- one state ---- */
  /* Visits the initial states, each once. */
  void (*initial)(const struct model *model, void *worker, step_visitor *visit, void *context);
  /* Visits all steps from a state, in an order that depends only on content. */
  void (*successors)(const struct model *model, void *worker, const slot_t *state,
                     step_visitor *visit, void *context);
  /* The properties that `state` breaks (bit i: property i).  `steps` is the union of the kinds of
   * its steps.  Called once for each state, after its successors, unless `emit` said that it is
   * fine.  May also record in the worker what the state shows, such as an outcome. */
  uint64_t (*broken)(const struct model *model, void *worker, const slot_t *state, unsigned steps);
  /* A hash of the content, never of the numbers. */
  uint64_t (*fingerprint)(const struct model *model, void *worker, const slot_t *state);

  /* ---- a batch ---- */
  /* Emits the steps of the state at sink->next, which is a word, and moves sink->next on.  It
   * may go on with the next one while the last is `fine` and sink_asks is true.  NULL: the model
   * shows one state at a time. */
  struct steps_emitted (*emit)(const struct model *model, void *worker, struct sink *sink);

  /* ---- words ---- */
  void (*describe_state)(const struct model *model, FILE *out, const slot_t *state);
  /* The same without what is empty, and parts that are equal in one line.  NULL: the same. */
  void (*describe_briefly)(const struct model *model, FILE *out, const slot_t *state);
  /* The step `label` between two states, as one or more lines. */
  void (*describe_step)(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                        const slot_t *to);
  const char *(*property_name)(const struct model *model, unsigned property);

  /* ---- workers, one a thread ---- */
  void *(*worker_new)(const struct model *model);
  /* Folds the worker's records into the model and releases it; never called concurrently. */
  void (*worker_free)(const struct model *model, void *worker);

  /* ---- numbers, for checkpoints and messages between processes ----
   *
   * Slots whose numbers mean the same form a family.  Where numbers are contents themselves, and
   * workers record nothing, there are no families and all of these are NULL. */
  unsigned families;
  unsigned (*family)(const struct model *model, unsigned slot);
  /* How many numbers of a family were given out: 0 up to the result, exclusive. */
  uint32_t (*numbers)(const struct model *model, unsigned family);
  /* The content behind a number, valid until the next call. */
  const void *(*content)(const struct model *model, unsigned family, slot_t number, size_t *length);
  /* The number of a content of another run, perhaps a new one. */
  slot_t (*number)(const struct model *model, unsigned family, const void *content, size_t length);
  void (*write_worker)(const struct model *model, const void *worker, FILE *out);
  /* Adds what another worker wrote; false: write_worker cannot have written it. */
  bool (*read_worker)(const struct model *model, void *worker, const void *bytes, size_t length);
  void *self; /* the implementation's own data */
};

#endif
