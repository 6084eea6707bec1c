/* Running a compiled model on one execution.  The caller fills the base slots, level by level. */
#ifndef AXIOM_EVALUATE_H
#define AXIOM_EVALUATE_H

#include "axiom/cat_code.h"
#include "axiom/relation.h"

struct evaluation {
  const struct cat_code *code;
  unsigned count;              /* events */
  uint64_t *slots;             /* slot s is the `count` words from s * count; a set uses the first of them */
  size_t room;
  uint64_t raised[LEVELS_MAX]; /* flags raised at this level and those before it */
};

/* Makes room for `count` events and clears every slot. */
void evaluation_start(struct evaluation *evaluation, const struct cat_code *code, unsigned count);
void evaluation_free(struct evaluation *evaluation);

static inline uint64_t *evaluation_slot(const struct evaluation *evaluation, unsigned slot) {
  return evaluation->slots + (size_t)slot * evaluation->count;
}

/* Runs what is known at this level; false when an axiom fails. */
bool evaluate_level(struct evaluation *evaluation, unsigned level);
/* The axioms that may be asked before all reads have a source: false when one fails already. */
bool evaluate_early(struct evaluation *evaluation);

#endif
