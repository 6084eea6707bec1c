/* Private to src/kit: notes the faults of steps, and puts them into words (step.c, faults.c). */
#ifndef KIT_FAULTS_H
#define KIT_FAULTS_H

#include "base/text.h"
#include "kit/machine.h"
#include "kit/step.h"

/* Breaks NEVER, sets step->fault, and notes the fault in step->why.  The step's first fault stays.
 */
void step_fault(struct step *step, enum fault why);
/* The same, but step->fault stays as it is. */
void step_blame(struct step *step, enum fault why);
/* Breaks OVERFLOW.  The caller drops the effect for which there is no room. */
void step_exceeds(struct step *step, enum limit limit);
/* Keeps the least fault of all steps.  `kind`: the controller's, or KINDS_MAX for a core. */
void machine_note_why(const struct machine *machine, unsigned kind, const struct why *why);
/* Appends the fault: "cell R/WRITE: no row holds, ...". */
void why_add(struct text *text, const struct machine *machine, unsigned kind,
             const struct why *why);

#endif
