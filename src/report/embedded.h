/* Texts of src/report that travel inside the program. */
#ifndef REPORT_EMBEDDED_H
#define REPORT_EMBEDDED_H

#include "base/text.h"

/* One text: what scripts/proved-clients makes of results/proofs.tsv.  A NULL name ends it. */
extern const struct embedded_text embedded_proofs[];

#endif
