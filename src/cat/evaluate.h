/* Running a compiled model on one execution.  The caller fills the base slots, level by level. */
#ifndef CAT_EVALUATE_H
#define CAT_EVALUATE_H

#include "cat/code.h"
#include "cat/relation.h"

struct evaluation {
  const struct cat_code *code;
  unsigned count;   /* events */
  unsigned stride;  /* rows of a slot: `count`, but at least one for the sets of an empty program */
  event_set *slots; /* slot s begins at row s * stride; a set uses the first row only */
  size_t room;      /* rows */
  bool diverged;    /* a recursive definition that is not monotone came to no fixpoint */
  uint64_t raised[LEVELS_MAX]; /* flags raised at this level and those before it */
};

/* Makes room for `count` events and clears the slots that the caller fills. */
void evaluation_start(struct evaluation *e, const struct cat_code *code, unsigned count);
void evaluation_free(struct evaluation *e);

static inline event_set *evaluation_slot(const struct evaluation *e, unsigned slot) {
  return e->slots + (size_t)slot * e->stride;
}

/* Runs what is known at this level; false if an axiom fails.  With `failing`, all tests of the
 * level run, and failing[t] says whether test t fails. */
bool evaluate_level(struct evaluation *e, unsigned level, bool *failing);
/* Asks the axioms that can only get worse, in the middle of a level; false if one of them fails
 * already.  LEVEL_READS_FROM: some reads have a source.  LEVEL_COHERENCE: some writes have an
 * order. */
bool evaluate_early(struct evaluation *e, unsigned level);
/* The same for coherence; and computes what co must contain if it contains what it does. */
bool evaluate_growing(struct evaluation *e);
/* Asks the axioms that can only get worse as rf, syncbar, sync_fence and co grow. */
bool evaluate_bound(struct evaluation *e);
/* Computes the relations that the model shows, for a complete execution. */
void evaluate_shown(struct evaluation *e);

#endif
