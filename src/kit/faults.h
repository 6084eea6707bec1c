/* Private to src/kit: notes the faults of steps, and puts them into words (step.c, faults.c). */
#ifndef KIT_FAULTS_H
#define KIT_FAULTS_H

#include "base/text.h"
#include "machine/machine.h"
#include "protocol/step_faults.h"

/* Keeps the least fault of all steps.  `kind`: the controller's, or KINDS_MAX for a core. */
void machine_note_why(const struct machine *machine, unsigned kind, const struct why *why);
/* Appends the fault: "cell R/WRITE: no row holds, ...". */
void why_add(struct text *text, const struct machine *machine, unsigned kind,
             const struct why *why);

#endif
