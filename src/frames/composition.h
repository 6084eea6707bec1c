/* Image composition across GPUs: the family beside coherence (thesis, chapter 6; DESIGN.md,
 * decision 4).
 *
 * It is a front end of its own over explore/model.h, and not one more system of the kit, because
 * what it runs is no program of loads and stores: a controller takes draws and whole sub-images,
 * and what is asked of it is an image and not the outcomes of registers.  What a system is made of
 * stays the same: controllers that share nothing but channels, tables as data (kit/table.h), a
 * record with parameters and variants (kit/system.h), interned local states, remembered steps.
 *
 * A system here has GPUs, one for each region of the screen, and may have a scheduler with an entry
 * for each GPU.  They are joined by FIFO channels: between GPUs links of finite capacity (the
 * frame's `link`, in packets of one pixel), to and from the scheduler channels that hold all that
 * can be under way.  One exception is declared, the exchange at the end of a group: "an inter-GPU
 * synchronization which requires each GPU to broadcast the latest content" (section 6.5) is one
 * step of all GPUs. */
#ifndef FRAMES_COMPOSITION_H
#define FRAMES_COMPOSITION_H

#include "base/diagnostic.h"
#include "frames/group.h"
#include "explore/model.h"
#include "kit/system.h"

/* --- local states --- */

enum { GPUS = FRAME_GPUS_MAX, SCHEDULER = GPUS };

/* A GPU holds targets of the whole screen; outside its region they are its sub-image. */
struct gpu {
  uint8_t state, group;
  uint8_t sending, sent;     /* to which GPU, + 1; packets sent to it */
  uint8_t receiving;         /* from which GPU, + 1, where no scheduler sees to it */
  uint8_t sent_to, received; /* sets of GPUs */
  uint8_t low, high;         /* the sub-images from low to high are composed here */
  uint8_t broken;            /* ghost: properties that a step of this GPU broke */
  uint8_t merged[GPUS];      /* ghost: how often it composed whose sub-image in this group */
  uint8_t backgrounds;       /* ghost: how often it laid them on the background */
  uint8_t queue_length,
      queue[FRAME_COMMANDS_MAX]; /* draws sent here in turn (gpupd, chopin-draw) */
  struct colour target[FRAME_TARGETS_MAX][FRAME_PIXELS_MAX];
  uint8_t depth[FRAME_TARGETS_MAX][FRAME_PIXELS_MAX], drawer[FRAME_TARGETS_MAX][FRAME_PIXELS_MAX];
  uint8_t drawn[FRAME_PIXELS_MAX];
  struct pixel_sample sub[FRAME_PIXELS_MAX]; /* the extra target of an ordered group */
  struct colour shown[FRAME_PRESENTS_MAX][FRAME_PIXELS_MAX]; /* of its region, at each present */
};

/* Table 6.1, and the two counters of Figure 6.9. */
struct scheduler_entry {
  uint8_t state;
  uint8_t cgid, receiving, sending; /* the last two: which GPU, + 1 */
  uint8_t sent, received;           /* SentGPUs, ReceivedGPUs */
  uint8_t low, high;                /* the interval composed at this GPU */
  uint8_t background;               /* 1: being composed with it; 2: done */
  uint8_t sessions; /* ghost: set of GPUs that were told to send to this one, and have not been
                       received */
  uint16_t scheduled, processed; /* triangles */
  uint16_t left;                 /* ghost: triangles sent to the GPU that it has not reported yet */
};
struct scheduler {
  uint8_t broken, next; /* ghost; the command to be scheduled next */
  struct scheduler_entry entry[GPUS];
};

struct packet {
  uint8_t type, from, to, peer; /* a controller: a GPU or SCHEDULER */
  uint8_t pixel, last, group, number;
  struct pixel_sample sample;
};

/* --- properties --- */

enum composition_property {
  COMPOSES_IMAGE, /* every pixel shown is that of sequential rendering */
  COMPOSES_ONCE,  /* every sub-image is composed exactly once into every region of the others */
  COMPOSES_BACKGROUND, /* an ordered group is laid on the background exactly once */
  COMPOSES_SESSIONS,   /* no GPU receives from two, or sends to two, at a time */
  COMPOSES_TABLE, /* the scheduler's fields agree with each other, and with what was told to whom */
  COMPOSES_BALANCE,  /* a draw goes to a GPU than which none has fewer triangles left to process */
  COMPOSES_DEADLOCK, /* (that is, none) */
  COMPOSES_NEVER,    /* (that is, none) a NEVER fired, or a cell had no row, or two */
  COMPOSES_CONGESTION, /* (that is, none) a packet of a sub-image is on its way to a GPU that still
                          draws (6.4.5) */
  COMPOSES_WITNESS,    /* the end of a run; of a mutant, that none ends */
  COMPOSITION_PROPERTIES
};
const char *composition_property_name(unsigned property);

/* --- a system --- */

struct step;

/* A step that a controller takes of itself. */
struct spontaneous {
  unsigned kind, event;
  enum { ONCE_EACH, FOR_EACH_ENTRY, FOR_EACH_PAIR /* of an entry and another GPU */ } over;
  bool prompt; /* as message_kind.prompt: taken at once, since to take it later changes nothing else
                  that can happen */
};

enum { KIND_GPU, KIND_SCHEDULER, SPONTANEOUS_MAX = 8 };

struct composition {
  struct system system; /* kinds: the GPU, and perhaps the scheduler; invariants: a set of
                           composition properties */
  struct spontaneous spontaneous[SPONTANEOUS_MAX];
  unsigned spontaneous_count;
  unsigned
      waiting_state; /* of a GPU: its group is done, and it waits for the exchange; one bit, or 0 */
  /* Do all GPUs' packets to one wait in one queue?  NULL: no. */
  bool (*shares_input)(const struct setting *setting);
  unsigned end_state; /* of a GPU: all is done (bit) */
  bool scheduled;     /* a scheduler deals the draws out, in the course of the run */
  /* Is the event the next part of what the GPU has begun and does before all else of its kind? Then
   * it is prompt.  `peer`: the GPU that a packet goes to or comes from.  NULL: no. */
  bool (*goes_on)(const struct gpu *gpu, unsigned event, unsigned peer);
  /* Does what is prompt elsewhere matter in this setting?  NULL: never. */
  bool (*irreducible)(const struct setting *setting);
  /* The properties that a state of the scheduler breaks, as a set; NULL: none.  `ended`: nothing
   * happens any more. */
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
bool composition_setting(struct setting *setting, const char *text, struct diagnostic *error);
/* Sets of properties: what the system claims and its variant loses, which are asked for; and what
 * the setting claims. */
unsigned composition_invariants(const struct setting *setting);
unsigned composition_claims(const struct setting *setting);
bool composition_check(const struct composition *composition, struct diagnostic *error);

#endif
