/* Private to src/kit: what is wrong with a step, noted and in words (step.c, faults.c). */
#ifndef KIT_FAULTS_H
#define KIT_FAULTS_H

#include "base/text.h"
#include "machine/machine.h"
#include "protocol/step.h"

/* The table or the record has a fault: the step breaks NEVER, and notes why. */
void step_fault(struct step *step, enum fault why);
/* The same, but the step goes on as if nothing were wrong. */
void step_blame(struct step *step, enum fault why);
/* A step is more than the kit can hold.  What there is no room for is lost. */
void step_exceeds(struct step *step, enum limit limit);
/* Keeps the least fault of all steps; `kind`: of the controller, or KINDS_MAX for a core. */
void machine_note_why(const struct machine *machine, unsigned kind, const struct why *why);
/* "cell R/WRITE: no row holds, ..." */
void why_add(struct text *text, const struct machine *machine, unsigned kind,
             const struct why *why);

#endif
