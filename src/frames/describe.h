/* States and steps of a composition in words. */
#ifndef FRAMES_DESCRIBE_H
#define FRAMES_DESCRIBE_H

#include "frames/compositor.h"

/* Labels name steps: which controller takes which event, of which entry and peer, or from which
 * controller. */
struct label {
  unsigned slot, event, at, peer;
};
uint32_t compositor_label(struct label label);

void compositor_describe_state(const struct model *model, FILE *out, const slot_t *state);
void compositor_describe_step(const struct model *model, FILE *out, const slot_t *from,
                              uint32_t label, const slot_t *to);

#endif
