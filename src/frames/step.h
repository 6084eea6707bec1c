/* One step of one controller of a composition: what guards see and what actions do.
 *
 * To kit/table.h a step is opaque; this family's is the one below, and no file sees both.  As in
 * the kit, a step runs on a copy of its controller's local state, and what it sends is gathered and
 * applied by the compositor. */
#ifndef FRAMES_STEP_H
#define FRAMES_STEP_H

#include "frames/composition.h"

struct compositor;

/* The events of all compositions; a system's tables see those of its alphabet. */
enum composition_event {
  EVENT_RUN,        /* a GPU has run its draws of the group */
  EVENT_SEND,       /* a GPU sends the next packet of a sub-image */
  EVENT_ADVANCE,    /* a GPU goes on to the next group by itself */
  EVENT_EXCHANGE,   /* all GPUs do, together, with each other's regions */
  EVENT_REQUEST,    /* GPU to scheduler: its sub-image is ready */
  EVENT_COMPOSE,    /* the scheduler pairs an entry with a sender */
  EVENT_START,      /* scheduler to GPU: send to this one */
  EVENT_PIXELS,     /* GPU to GPU: a packet of a sub-image; a draw's id, where such are sent */
  EVENT_DONE,       /* GPU to scheduler: all of the sub-image has been received and composed */
  EVENT_LAY,        /* the scheduler begins the composition with the background */
  EVENT_BACKGROUND, /* scheduler to GPU: compose with it */
  EVENT_LAID,       /* GPU to scheduler: done */
  EVENT_RESET,      /* the scheduler resets an entry */
  EVENT_NEXT,       /* scheduler to GPU: the group is composed */
  EVENT_SCHEDULE,   /* the scheduler gives a draw to an entry's GPU */
  EVENT_DRAW,       /* scheduler to GPU: this draw */
  EVENT_PROCESSED,  /* GPU to scheduler: so many triangles are through geometry processing */
  EVENT_PROJECT,    /* a GPU has projected its block of primitives */
  EVENT_PRIMITIVE,  /* GPU to GPU: the id of a primitive that touches the latter's region */
  EVENT_LAST,       /* GPU to GPU: no more of them from this one */
  EVENT_ACK,        /* GPU to GPU: all of them have arrived */
  EVENT_PASS,       /* a GPU passes the turn on */
  EVENT_TURN,       /* GPU to GPU: it is your turn */
  COMPOSITION_EVENTS
};
#define ON(event) (1ull << EVENT_##event)
extern const char *const composition_events[COMPOSITION_EVENTS];

enum { COMPOSITION_SENDS_MAX = 8 };

struct step {
  const struct compositor *compositor;
  const struct setting *setting;
  const struct frame *frame;
  const struct plan *plan;
  const struct rules *rules;
  const struct dealing *dealing;
  bool has_scheduler;
  unsigned me; /* this controller: a GPU, or SCHEDULER */
  unsigned at,
      peer; /* the scheduler's: the entry that the event is about, and the other GPU of a pair */
  unsigned event;
  struct gpu *gpu; /* one of these two is NULL */
  struct scheduler *scheduler;
  struct scheduler_entry *entry; /* scheduler->entry[at] */
  const struct packet *in;       /* the packet taken, or NULL */
  const struct gpu *const *all;  /* all GPUs, in the exchange alone */
  struct packet
      sends[COMPOSITION_SENDS_MAX + 1]; /* and one that takes what a mutant sends beyond */
  unsigned send_count;
  int row; /* that answered, or NO_ROW, ROW_OVERLAP */
};

int compose_parameter(const struct step *step, unsigned index);
struct packet *compose_post(struct step *step, enum composition_event type, unsigned to);
void compose_breaks(struct step *step, enum composition_property property);

#endif
