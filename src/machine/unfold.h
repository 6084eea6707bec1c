/* Traces of representatives. */
#ifndef MACHINE_UNFOLD_H
#define MACHINE_UNFOLD_H

#include "machine/machine_private.h"

/* Turns a trace of representatives into a run, in which each state is a successor of the one
 * before. Its labels are those of a machine without reductions that choose by name or represent
 * states: these are taken out.  Returns false if there is no such run.  Then the tables tell SMs,
 * threads or lines apart, by a mutant's fault or a record's own. */
bool unfold_trace(struct machine *machine, struct trace *trace);

#endif
