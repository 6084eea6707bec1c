/* What a run breaks, and by which steps. */
#ifndef MACHINE_VIOLATION_H
#define MACHINE_VIOLATION_H

#include "base/text.h"
#include "search/trace.h"

struct machine;

struct violation {
  unsigned step;    /* the step that breaks the property, from 1 on; 0: the start does */
  struct text text; /* the facts, a line each, in the property's own terms */
};

/* What the last state of the run breaks.  Takes the steps again; the search keeps nothing for it.
 */
struct violation violation_of(const struct machine *machine, const struct trace *trace);
/* Why a run that goes on with its steps from `loop` on for ever makes no progress: who waits, and
 * what the loop reads.  With no step in the loop: what keeps all from going on. */
struct violation violation_of_lasso(const struct machine *machine, const struct trace *trace,
                                    unsigned loop);
void violation_clear(struct violation *violation);

#endif
