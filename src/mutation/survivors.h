/* Why mutants survive: models/FAMILY/NAME/survivors.tsv has a line for each, with the mutant's
 * text, a tab and the reason. A reason that begins with "not equivalent:" names another killer. */
#ifndef MUTATION_SURVIVORS_H
#define MUTATION_SURVIVORS_H

#include <stdbool.h>
#include "protocol/system.h"

struct survivor_reason {
  unsigned line;
  const char *text, *reason; /* the mutant's text; NULL: a line without a reason */
  bool known, needed;        /* a mutant has this text; one of them survives */
};
struct survivors {
  char *path, *held;
  struct survivor_reason *items;
  unsigned count;
  bool whole; /* everything was tried that reasons are written for */
};

struct survivors survivors_read(const struct system *system);
/* Does the mutant's text contain a line of `parts`? */
bool survivors_mutant_is_among(const char *text, const char *parts);
/* Keeps only the reasons of mutants whose text contains a line of `parts`. */
void survivors_narrow(struct survivors *survivors, const char *parts);
/* The reason for a mutant, or NULL; marks its lines as known and needed. */
const char *survivors_reason(struct survivors *survivors, const char *mutant, bool survives);
bool survivors_reason_is_another_killer(const char *reason);
/* Does the line explain nothing: no mutant has this text, or (where `whole`) all of them are
 * killed? */
bool survivors_is_stale(const struct survivors *survivors, unsigned i);
unsigned survivors_stale(const struct survivors *survivors);
void survivors_clear(struct survivors *survivors);

#endif
