/* Notes what is wrong with a step. */
#ifndef KIT_STEP_FAULTS_H
#define KIT_STEP_FAULTS_H

#include "kit/step.h"

/* The table or the record has a fault: the step breaks NEVER, and notes why. */
void step_fault(struct step *step, enum fault why);
/* The same, but the step goes on as if nothing were wrong. */
void step_blame(struct step *step, enum fault why);
/* The step is more than the kit can hold.  What does not fit is lost. */
void step_exceeds(struct step *step, enum limit limit);
/* Describes the fault by the state, event and row at hand, unless an earlier one is described. */
void step_note_why(struct step *step, enum fault fault);

#endif
