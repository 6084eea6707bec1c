/* The steps of a run in a file: labels, which name steps whatever numbers the states have, and fingerprints of the states, which
 * go by content.  So they are found again in a model that is built anew. */
#ifndef VERIFY_RETRACE_H
#define VERIFY_RETRACE_H

#include <stdio.h>
#include "base/diagnostic.h"
#include "explore/search.h"

struct step_record { uint32_t label; uint64_t fingerprint; };

/* "property 8", "start FINGERPRINT", and "step LABEL FINGERPRINT" for each. */
void steps_write(FILE *out, const struct model *model, const struct trace *trace);
/* "LABEL FINGERPRINT" */
bool step_read(const char *text, struct step_record *step);

/* The run from the state with the fingerprint `start`; NULL: after *done steps there is no such step.  Its property is left 0. */
struct trace *retrace(const struct model *model, uint64_t start, const struct step_record *steps, unsigned count,
                      unsigned *done);
/* Says so; false. */
bool no_longer(const char *path, unsigned done, struct diagnostic *error);

#endif
