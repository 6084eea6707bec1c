/* notes the faults of steps, and puts them into words (step.c, faults.c). */
#ifndef MACHINE_FAULTS_H
#define MACHINE_FAULTS_H

#include "base/text.h"
#include "machine/machine.h"
#include "protocol/step_faults.h"

/* Keeps the least fault of all steps.  `kind`: the controller's, or KINDS_MAX for a core. */
void machine_note_why(const struct machine *machine, unsigned kind, const struct why *why);
/* Appends the fault: "cell R/WRITE: no row holds, ...". */
void why_add(struct text *text, const struct machine *machine, unsigned kind,
             const struct why *why);
/* The least fault of all steps: "L1: cell I/DATA: no row holds, ...".  NULL: there is none.  To be
 * released by memory_free. */
char *machine_least_fault(const struct machine *machine);
/* Are wrong tables expected: from a mutant, or from a variant that its record says is wrong? */
bool machine_may_be_wrong(const struct machine *machine);

#endif
