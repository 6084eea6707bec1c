/* Running a compiled model on one execution.  The caller fills the base slots, level by level. */
#ifndef CAT_EVALUATE_H
#define CAT_EVALUATE_H

#include "cat/code.h"
#include "cat/relation.h"

struct evaluation {
  const struct cat_code *code;
  unsigned count; /* events */
  unsigned
      stride; /* words of a slot: `count`, but one at least, for the sets of an empty program */
  uint64_t *slots; /* slot s is the words from s * stride; a set uses the first of them */
  size_t room;
  bool diverged;               /* a recursive definition that is not monotone came to no fixpoint */
  uint64_t raised[LEVELS_MAX]; /* flags raised at this level and those before it */
};

/* Makes room for `count` events and clears every slot. */
void evaluation_start(struct evaluation *evaluation, const struct cat_code *code, unsigned count);
void evaluation_free(struct evaluation *evaluation);

static inline uint64_t *evaluation_slot(const struct evaluation *evaluation, unsigned slot) {
  return evaluation->slots + (size_t)slot * evaluation->stride;
}

/* Runs what is known at this level; false when an axiom fails. */
bool evaluate_level(struct evaluation *evaluation, unsigned level);
/* The same with no end at the first axiom that fails: failing[t] says so of each test t of the
 * level. */
void evaluate_all(struct evaluation *evaluation, unsigned level, bool *failing);
/* The axioms that can only get worse as the level goes on, asked in the middle of it
 * (LEVEL_READS_FROM: some reads have a source; LEVEL_COHERENCE: some pairs of writes have an
 * order).  false when one fails already. */
bool evaluate_early(struct evaluation *evaluation, unsigned level);
/* The same; and whether or not there are such axioms, what co must contain if it contains what it
 * does. */
bool evaluate_growing(struct evaluation *evaluation);
/* What the model shows, of an execution that is complete. */
void evaluate_shown(struct evaluation *evaluation);
/* The axioms that can only get worse as rf, syncbar, sync_fence and co grow, asked of what these
 * hold by now. */
bool evaluate_bound(struct evaluation *evaluation);

#endif
