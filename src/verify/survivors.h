/* Why mutants survive: models/FAMILY/NAME/survivors.tsv, a line for each, with the mutant's text, a
 * tab, and the reason.  One that begins with "not equivalent:" says what else kills the mutant. */
#ifndef VERIFY_SURVIVORS_H
#define VERIFY_SURVIVORS_H

#include <stdbool.h>
#include "kit/system.h"

struct survivor_reason {
  unsigned line;
  const char *text, *reason; /* the mutant's text; NULL: a line without a reason */
  bool known, needed;        /* some mutant is called that; one of them survives */
};
struct survivors {
  char *path, *held;
  struct survivor_reason *items;
  unsigned count;
  bool whole; /* all was tried that reasons are written for */
};

struct survivors survivors_read(const struct system *system);
/* Does the mutant's text have a line of `parts` in it? */
bool survivors_mutant_is_among(const char *text, const char *parts);
/* Only the reasons of mutants whose text is among these. */
void survivors_narrow(struct survivors *survivors, const char *parts);
/* The reason that stands there for a mutant, or NULL; says which lines are known and needed. */
const char *survivors_reason(struct survivors *survivors, const char *mutant, bool survives);
bool survivors_reason_is_another_killer(const char *reason);
/* Does the line explain nothing?  No mutant is called that, or (where `whole`) every such mutant is
 * killed. */
bool survivors_is_stale(const struct survivors *survivors, unsigned i);
unsigned survivors_stale(const struct survivors *survivors);
void survivors_clear(struct survivors *survivors);

#endif
