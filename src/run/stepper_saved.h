/* Sessions that begin at the end of a saved run, without the reductions that it was found with. */
#ifndef RUN_STEPPER_SAVED_H
#define RUN_STEPPER_SAVED_H

#include "run/stepper.h"

/* Takes over the run's machine; the run keeps its trace.  The session has the same inputs in the
 * same order, and the same end, in a machine without reductions.  `*differs`: some step runs other
 * rows there, or sends other messages.  Without such a run, it is the saved one in its own machine.
 */
struct stepper *stepper_saved(struct counterexample *run, const struct search_options *limits,
                              bool *differs);

#endif
