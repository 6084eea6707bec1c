/* Steps in words. */
#ifndef MACHINE_DESCRIBE_STEP_H
#define MACHINE_DESCRIBE_STEP_H

#include <stdint.h>
#include <stdio.h>
#include "search/model.h"
#include "search/trace.h"

struct machine;

/* Prints the step with this label from `from` to `to`, by its rows, effects, faults and changes. */
void machine_describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                           const slot_t *to);
/* The fault of the last step of a run: "L1.0: cell I/DATA: no row holds, ...".  NULL: it has none
 * with a name.  To be released by memory_free. */
char *machine_fault(const struct machine *machine, const struct trace *trace);

#endif
