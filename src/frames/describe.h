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

/* Parts of a step.  Lifelines are GPUs, and the scheduler behind them. */
struct compositor_part {
  unsigned lifeline; /* of a packet that is sent: where it goes */
  char *text;
};
struct compositor_step {
  unsigned lifeline;                /* who takes it; UINT32_MAX: all GPUs */
  unsigned from;                    /* of the packet that it takes; UINT32_MAX: it takes none */
  char *text, *packet, *row, *cite; /* NULL: it has none */
  struct compositor_part sends[COMPOSITION_SENDS_MAX];
  unsigned send_count;
  struct compositor_part changes[CONTROLLERS + GPUS];
  unsigned change_count;
};
/* The texts are the caller's. */
struct compositor_step compositor_step_of(const struct compositor *compositor, const slot_t *from,
                                          uint32_t label, const slot_t *to);
unsigned compositor_lifelines(const struct compositor *compositor);
void compositor_put_lifeline(FILE *out, const struct compositor *compositor, unsigned lifeline);
/* What it holds in a state, pieces in lines. */
void compositor_put_held(FILE *out, const struct compositor *compositor, unsigned lifeline,
                         const slot_t *state);

#endif
