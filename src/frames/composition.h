/* Image composition across GPUs (thesis, chapter 6), a front end of its own over search/model.h.
 *
 * A controller takes draws and sub-images instead of loads and stores, and the question is an image
 * instead of outcomes.  All else is as in machines: controllers share nothing but channels, tables
 * are data (protocol/table.h), a record has parameters and variants (protocol/system.h).
 *
 * A system has one GPU for each region of the screen, and may have a scheduler with an entry for
 * each GPU.  FIFO channels join them.  Channels between GPUs are links with room for a frame's
 * `link` packets of one pixel. Channels of the scheduler hold all messages that can be under way.
 *
 * All GPUs exchange their regions in one step at the end of a group. This is the one exception to
 * this rule: "an inter-GPU synchronization which requires each GPU to broadcast the latest content"
 * (section 6.5). */
#ifndef FRAMES_COMPOSITION_H
#define FRAMES_COMPOSITION_H

#include "base/diagnostic.h"
#include "frames/group.h"
#include "search/model.h"
#include "protocol/system.h"

/* --- local states --- */

enum { GPUS = FRAME_GPUS_MAX, SCHEDULER = GPUS };

/* A GPU's targets cover the screen; outside its region they are its sub-image. */
struct gpu {
  uint8_t state, group;
  uint8_t sending, sent;     /* a GPU, + 1; packets sent to it */
  uint8_t receiving;         /* a GPU, + 1, where there is no scheduler */
  uint8_t sent_to, received; /* sets of GPUs */
  uint8_t low, high;         /* interval of sub-images that are composed here */
  uint8_t broken;            /* ghost: properties that a step of this GPU broke */
  uint8_t merged[GPUS];      /* ghost: times that a GPU's sub-image of this group was composed */
  uint8_t backgrounds;       /* ghost: times that they were laid on the background */
  uint8_t queue_length;
  uint8_t queue[FRAME_COMMANDS_MAX]; /* draws sent here (gpupd, chopin-draw) */
  struct colour target[FRAME_TARGETS_MAX][FRAME_PIXELS_MAX];
  uint8_t depth[FRAME_TARGETS_MAX][FRAME_PIXELS_MAX], drawer[FRAME_TARGETS_MAX][FRAME_PIXELS_MAX];
  uint8_t drawn[FRAME_PIXELS_MAX];
  struct pixel_sample sub[FRAME_PIXELS_MAX]; /* the extra target of an ordered group */
  struct colour shown[FRAME_PRESENTS_MAX][FRAME_PIXELS_MAX]; /* of its region, at each present */
};

/* Table 6.1, and the two counters of Figure 6.9. */
struct scheduler_entry {
  uint8_t state;
  uint8_t cgid, receiving, sending; /* the last two: a GPU, + 1 */
  uint8_t sent, received;           /* SentGPUs, ReceivedGPUs */
  uint8_t low, high;                /* the interval composed at this GPU */
  uint8_t background;               /* 1: composition with it began; 2: done */
  uint8_t sessions; /* ghost: set of GPUs that were asked to send here, and are not yet received */
  uint16_t scheduled, processed; /* triangles */
  uint16_t left;                 /* ghost: triangles scheduled and not yet reported */
};
struct scheduler {
  uint8_t broken, next; /* ghost; the next command to schedule */
  struct scheduler_entry entry[GPUS];
};

struct packet {
  uint8_t type, from, to, peer; /* controllers: GPUs or SCHEDULER */
  uint8_t pixel, last, group, number;
  struct pixel_sample sample;
};

/* --- properties --- */

enum composition_property {
  COMPOSES_IMAGE,      /* every pixel shown is that of sequential rendering */
  COMPOSES_ONCE,       /* a sub-image is composed once into each region of the others */
  COMPOSES_BACKGROUND, /* an ordered group is laid on the background once */
  COMPOSES_SESSIONS,   /* no GPU receives from two, or sends to two, at a time */
  COMPOSES_TABLE,      /* the scheduler's fields agree with each other and with its messages */
  COMPOSES_BALANCE,    /* a draw goes to a GPU that has the fewest triangles left */
  COMPOSES_DEADLOCK,   /* absence of deadlock */
  COMPOSES_NEVER,      /* no NEVER fires, and every cell has one row */
  COMPOSES_CONGESTION, /* no sub-image is under way to a GPU that still draws (6.4.5) */
  COMPOSES_WITNESS,    /* the end of a run; of a mutant: no run ends */
  COMPOSITION_PROPERTIES
};
const char *composition_property_name(unsigned property);

/* --- a system --- */

struct step;

/* A step that a controller takes without a packet. */
struct spontaneous {
  unsigned kind, event;
  enum { ONCE_EACH, FOR_EACH_ENTRY, FOR_EACH_PAIR /* of an entry and another GPU */ } over;
  bool is_ample; /* an ample set by itself, as message_promises.ample */
};

enum { KIND_GPU, KIND_SCHEDULER, SPONTANEOUS_MAX = 8 };

struct composition {
  struct system system; /* kinds: KIND_...; invariants: a set of composition properties */
  struct spontaneous spontaneous[SPONTANEOUS_MAX];
  unsigned spontaneous_count;
  unsigned waiting_state; /* bit of a GPU's state: it waits for the exchange; or 0 */
  unsigned end_state;     /* bit of a GPU's state: all is done */
  bool scheduled;         /* a scheduler deals the draws out, in the course of the run */
  /* Hooks; each may be NULL, for no or none. */
  /* Packets of all GPUs to one wait in one queue. */
  bool (*shares_input)(const struct setting *setting);
  /* Does the event go on with a sub-image that the GPU has begun to send to, or to take from,
   * `peer`? No other of its kind comes between, so it is an ample set. */
  bool (*goes_on)(const struct gpu *gpu, unsigned event, unsigned peer);
  /* The number of a GPU tells whom it meets, so a renaming of GPUs makes another run. */
  bool (*by_number)(const struct setting *setting);
  /* No step is an ample set in this setting. */
  bool (*irreducible)(const struct setting *setting);
  /* The set of properties that a state of the scheduler breaks.  `ended`: no step is left. */
  unsigned (*scheduler_breaks)(const struct frame *frame, const struct scheduler *scheduler,
                               bool ended);
};

/* `COMPOSITION(chopin_compose) = { .system = { .name = "chopin-compose", ... }, ... };` */
#define COMPOSITION(identifier)                                                                   \
  static const struct composition composition_##identifier;                                       \
  __attribute__((                                                                                 \
      used, section("compositions"))) static const struct composition *const entry_##identifier = \
      &composition_##identifier;                                                                  \
  static const struct composition composition_##identifier

/* The systems of all compositions, sorted by name; NULL-terminated. */
const struct system *const *composition_systems(void);
const struct composition *composition_of_system(const struct system *system);
/* The composition of "NAME" or "NAME:VARIANT", or NULL. */
const struct composition *composition_find(const char *name);
const struct composition *composition_of(const struct setting *setting);
bool composition_by_number(const struct setting *setting); /* its hook's answer */
bool composition_setting(struct setting *setting, const char *text, struct diagnostic *error);
/* Sets of properties.  Invariants are checked: the claims, and those that the variant loses. */
unsigned composition_invariants(const struct setting *setting);
unsigned composition_claims(const struct setting *setting);
bool composition_check(const struct composition *composition, struct diagnostic *error);

#endif
