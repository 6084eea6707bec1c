/* Steps in words. */
#ifndef MACHINE_DESCRIBE_STEP_H
#define MACHINE_DESCRIBE_STEP_H

#include <stdint.h>
#include <stdio.h>
#include "search/model.h"
#include "base/text.h"
#include "machine/machine_private.h"
#include "search/trace.h"

/* Prints the step with this label from `from` to `to`, by its rows, effects, faults and changes. */
void machine_describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                           const slot_t *to);
/* Parts of a step.  Texts are lines. */
struct step_parts {
  struct text input, effects, changes;
  const struct row *rows[FIRED_MAX];
  unsigned row_count;
};
struct step_parts machine_step_parts(const struct machine *machine, const slot_t *from,
                                     uint32_t label, const slot_t *to);
void step_parts_clear(struct step_parts *parts);
/* Appends what takes the step, and its input: "L1.0 takes DATA(a) from L2.0". */
void describe_input(struct text *text, const struct machine *machine, const struct about *about);
/* Appends a row that fired: "L1.0 a: I/LOAD -> IS, keep, gets". */
void describe_fired(struct text *text, const struct machine *machine, unsigned controller,
                    const struct fired *fired);
/* The fault of the last step of a run: "L1.0: cell I/DATA: no row holds, ...".  NULL: it has none
 * with a name.  To be released by memory_free. */
char *machine_fault(const struct machine *machine, const struct trace *trace);

#endif
