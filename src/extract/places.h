/* Numbers of CTAs and clusters in the test.
 *
 * With one kernel on a GPU they are those of the grid.  CTA 0 of one kernel is not CTA 0 of
 * another, so with several kernels they are counted in the order in which
 * threads name them. */
#ifndef EXTRACT_PLACES_H
#define EXTRACT_PLACES_H

#include "extract/walk.h"

/* false with a diagnostic, where a size is not known. */
bool places_cta(struct extraction *extraction, const struct function *kernel, unsigned gpu,
                const struct geometry *geometry, unsigned *cta);
bool places_cluster(struct extraction *extraction, const struct function *kernel, unsigned gpu,
                    const struct geometry *geometry, unsigned *cluster);

#endif
