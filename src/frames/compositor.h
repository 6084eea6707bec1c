/* A composition that renders a frame, as a model to explore. */
#ifndef FRAMES_COMPOSITOR_H
#define FRAMES_COMPOSITOR_H

#include <pthread.h>
#include "base/intern.h"
#include "base/vector.h"
#include "frames/image.h"
#include "frames/step.h"
#include "liveness/counts.h"
#include "machine/machine.h"
#include "base/memo.h"
#include "search/search.h"

struct compositor_options {
  bool no_reduction; /* no ample sets, and every dealing is explored */
  bool
      renames_gpus; /* only representative dealings are explored: the frame is alike for all GPUs */
  const struct mutant *mutant; /* a fault in one table; NULL: none */
  const struct frame *seek;    /* COMPOSES_WITNESS is an end that shows its images; NULL: any end */
};

/* --- what its controllers do with their inputs --- */

enum { CONTROLLERS = GPUS + 1, FRAME_CHANNELS_MAX = CONTROLLERS * GPUS, CHANNEL_PACKETS_MAX = 16 };

struct compose_channel {
  uint8_t from, to; /* from: the first, where GPUs share the channel */
  unsigned capacity;
};

/* A packet, or an event of the controller's own. */
struct compose_input {
  uint8_t event, at, peer, unused;
  uint32_t packet; /* a number + 1, or 0 */
};

/* The result of an input. */
struct result {
  bool taken;     /* false: it stalls */
  uint32_t local; /* the local state afterwards */
  int row;
  unsigned count;
  struct {
    unsigned channel;
    uint32_t packet;
  } sends[COMPOSITION_SENDS_MAX];
};

/* Results that the memo points to. */
struct compositor_kept {
  pthread_mutex_t lock;
  VECTOR(void *) blocks;
};

struct compositor {
  struct setting setting;
  const struct composition *composition;
  const struct frame *frame; /* that of the dealing */
  struct compositor_options options;
  struct dealing dealing;
  struct image image; /* of sequential rendering */
  struct table tables[KINDS_MAX];
  struct row *mutated; /* a mutant's rows, owned */
  unsigned controller_count, channel_count;
  struct compose_channel channels[FRAME_CHANNELS_MAX];
  uint8_t channel_of[CONTROLLERS][CONTROLLERS];
  struct intern *contents;
  struct memo memo;
  struct compositor_kept *kept;
  struct model model;
  VECTOR(struct image) images; /* shown at the end of a run, each once, in a fixed order */
};

/* The draws are executed as `dealing` says, with its frame.  The setting is copied; all else must
 * outlive the compositor. */
struct compositor *compositor_new(const struct setting *setting, const struct dealing *dealing,
                                  const struct compositor_options *options);
void compositor_free(struct compositor *compositor);
/* A counter for each type of packet.  A run ends when all GPUs are done and no packet is under way.
 */
struct counters compositor_counters(void);

static inline unsigned number_of(const struct compositor *c, unsigned controller) {
  return controller == SCHEDULER ? c->frame->gpus : controller;
}
static inline unsigned compositor_controller_at(const struct compositor *c, unsigned slot) {
  return slot < c->frame->gpus ? slot : SCHEDULER;
}
static inline unsigned kind_at(unsigned controller) {
  return controller == SCHEDULER ? KIND_SCHEDULER : KIND_GPU;
}

#endif
