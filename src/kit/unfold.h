/* Private to src/kit.  Traces of representatives. */
#ifndef KIT_UNFOLD_H
#define KIT_UNFOLD_H

#include "machine/machine_private.h"

/* Turns a trace of representatives into a run of states that follow each other, with the labels of
 * a machine without reductions that choose by name, or represent states.  Takes these out of the
 * machine.  Returns false if there is no such run.  Then the tables tell SMs, threads or lines
 * apart, by a mutant's fault or a record's own. */
bool unfold_trace(struct machine *machine, struct trace *trace);

#endif
