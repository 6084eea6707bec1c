/* Notes what is wrong with a step. */
#ifndef PROTOCOL_STEP_FAULTS_H
#define PROTOCOL_STEP_FAULTS_H

#include "protocol/step.h"

/* Breaks NEVER, sets step->fault and notes the fault in step->why.  A step's first fault stays. */
void step_fault(struct step *step, enum fault why);
/* The same, but step->fault stays as it is. */
void step_blame(struct step *step, enum fault why);
/* Breaks OVERFLOW.  The caller drops the effect for which there is no room. */
void step_exceeds(struct step *step, enum limit limit);
/* Describes the fault by the state, event and row at hand, unless an earlier one is described. */
void step_note_why(struct step *step, enum fault fault);

#endif
