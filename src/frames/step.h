/* One step of one controller of a composition: what guards see and what actions do.
 *
 * protocol/table.h knows a step as `struct step` only, which machines define.  In a composition it
 * is a `struct compose_step`, which COMPOSE_STEP gives to guards and actions.  A step runs on a
 * copy of its controller's local state.  The packets that it sends are gathered, and applied by the
 * compositor. */
#ifndef FRAMES_STEP_H
#define FRAMES_STEP_H

#include "frames/composition.h"

struct compositor;

/* The events of all compositions.  A system's alphabet names those that its tables answer. */
enum composition_event {
  EVENT_RUN,        /* a GPU runs its draws of the group */
  EVENT_SEND,       /* a GPU sends the next packet of a sub-image */
  EVENT_ADVANCE,    /* a GPU goes on to the next group by itself */
  EVENT_EXCHANGE,   /* all GPUs go on together, with each other's regions */
  EVENT_REQUEST,    /* GPU to scheduler: its sub-image is ready */
  EVENT_COMPOSE,    /* the scheduler pairs an entry with a sender */
  EVENT_START,      /* scheduler to GPU: send to this one */
  EVENT_PIXELS,     /* GPU to GPU: a packet of a sub-image, or a draw's id (gpupd) */
  EVENT_DONE,       /* GPU to scheduler: a sub-image is received and composed */
  EVENT_LAY,        /* the scheduler begins the composition with the background */
  EVENT_BACKGROUND, /* scheduler to GPU: compose with the background */
  EVENT_LAID,       /* GPU to scheduler: that is done */
  EVENT_RESET,      /* the scheduler resets an entry */
  EVENT_NEXT,       /* scheduler to GPU: the group is composed */
  EVENT_SCHEDULE,   /* the scheduler gives a draw to an entry's GPU */
  EVENT_DRAW,       /* scheduler to GPU: execute this draw */
  EVENT_PROCESSED,  /* GPU to scheduler: triangles are through geometry processing */
  EVENT_PROJECT,    /* a GPU projects its block of primitives */
  EVENT_PRIMITIVE,  /* GPU to GPU: the id of a primitive that touches its region */
  EVENT_LAST,       /* GPU to GPU: no more ids from this one */
  EVENT_ACK,        /* GPU to GPU: all ids have arrived */
  EVENT_PASS,       /* a GPU passes the turn on */
  EVENT_TURN,       /* GPU to GPU: it is your turn */
  COMPOSITION_EVENTS
};
#define ON(event) (1ull << EVENT_##event)
extern const char *const composition_events[COMPOSITION_EVENTS];

enum { COMPOSITION_SENDS_MAX = 8 };

struct compose_step {
  const struct compositor *compositor;
  const struct setting *setting;
  const struct frame *frame;
  const struct plan *plan;
  const struct rules *rules;
  const struct dealing *dealing;
  bool has_scheduler;
  unsigned me;       /* this controller: a GPU, or SCHEDULER */
  unsigned at, peer; /* of the scheduler: the event's entry, and the other GPU of a pair */
  unsigned event;
  struct gpu *gpu; /* this one or the scheduler is NULL */
  struct scheduler *scheduler;
  struct scheduler_entry *entry; /* scheduler->entry[at] */
  const struct packet *in;       /* the packet taken, or NULL */
  const struct gpu *const *all;  /* all GPUs, only in the exchange */
  struct packet
      sends[COMPOSITION_SENDS_MAX + 1]; /* the last one takes what a mutant sends beyond */
  unsigned send_count;
  int row; /* the row taken, or NO_ROW, ROW_OVERLAP */
};

/* The step of a composition that a guard (const) or an action was handed. */
#define COMPOSE_STEP(step_) \
  _Generic((step_),                                              \
      struct step *: (struct compose_step *)(step_),             \
      const struct step *: (const struct compose_step *)(step_))

/* The step as tables hand it on. */
static inline struct step *compose_as_step(struct compose_step *step) {
  return (struct step *)step;
}

int compose_parameter(const struct step *s, unsigned index);
/* Sends a packet, which the caller fills.  Breaks COMPOSES_NEVER if the receiver is not there. */
struct packet *compose_post(struct step *s, enum composition_event type, unsigned to);
void compose_breaks(struct step *s, enum composition_property property);

#endif
