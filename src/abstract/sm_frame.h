/* The frame of a machine: which slots belong to which SM, and which to the hubs.  It renames the
 * contents of slots to parts (sm_parts.h) and back.
 *
 * The SMs of a program have names: they count as hubs.  The frame's own SMs are those of readers,
 * then. */
#ifndef ABSTRACT_SM_FRAME_H
#define ABSTRACT_SM_FRAME_H

#include "abstract/sm_parts.h"

enum {
  HUB_NAMES = 64,
  ON_TIME = 128, /* codes of times: of the hubs from here on, own ones below */
  NO_MAP = 0,
  SLOTS_OF_SM_MAX = 32,
  HUBS_MAX = LINES_MAX,
  UNIQUE_LINES_MAX = 32, /* lines of all hubs (marks_unique) */
  NO_SM = CORES_MAX,     /* in place of an SM: the hubs */
  STRANGE = UINT32_MAX
};

/* Names of one SM and of the hubs, to those of a part and back. */
struct sm_names {
  uint8_t sm[256], core[256], controller[256];
};

struct sm_slots {
  unsigned number;          /* of the SM in the machine */
  unsigned count, channels; /* the first channel's position */
  uint8_t slot[SLOTS_OF_SM_MAX];
  unsigned cores, first_core;
  struct sm_names part, back;
};

struct sm_frame {
  const struct machine *machine;
  struct view_parts *parts;
  unsigned named; /* the first SMs, which have names */
  unsigned sms, hub_count, between_count, bag_count;
  uint8_t hub[HUBS_MAX];      /* controllers */
  uint8_t between[WIDTH_MAX]; /* slots of SMs that have names, of channels among these and hubs */
  uint8_t bag[CHANNELS_MAX];  /* slots that all SMs share */
  struct sm_slots sm[CORES_MAX];
  struct sm_names hubs_part, hubs_back; /* for messages in `between` */
  slot_t idle[WIDTH_MAX];               /* the state of bystanders */
  struct intern *maps;                  /* struct part_times; number NO_MAP: none */
  struct memo memo, maps_of_times;
};

/* The hubs, as they are interned. */
struct hubs_part {
  uint32_t times; /* the number of different times in it */
  uint32_t part[HUBS_MAX + WIDTH_MAX + CHANNELS_MAX];
};

/* NULL: its states cannot be taken apart; `why` then has a constant text. */
struct sm_frame *sm_frame_new(struct view_parts *parts, const struct machine *machine,
                              const char **why);
void sm_frame_free(struct sm_frame *frame);

/* The slots whose steps are those of `nodes` SMs from `first` on and of the hubs, in order. */
unsigned sm_frame_slots_from(const struct sm_frame *frame, unsigned first, unsigned nodes,
                             uint8_t *slots);
static inline unsigned sm_frame_slots_of(const struct sm_frame *frame, unsigned nodes,
                                         uint8_t *slots) {
  return sm_frame_slots_from(frame, 0, nodes, slots);
}

/* Is a slot a channel to a hub? */
bool sm_frame_leads_to_hub(const struct sm_frame *frame, unsigned slot);
/* The slots of the channels from the SMs of a set to hubs, and all slots of those of another. */
unsigned sm_frame_slots_of_actors(const struct sm_frame *frame, unsigned to_hubs, unsigned own,
                                  uint8_t *slots);

/* The SM of a controller; -1: it is a hub. */
int sm_frame_sm_of(const struct shape *shape, unsigned controller);
/* The place of its SM in frame->sm; NO_SM: it is a hub, or of an SM that has a name. */
unsigned sm_frame_place_of(const struct sm_frame *frame, unsigned controller);
/* The threads of SMs that have names, as a set. */
unsigned sm_frame_named_cores(const struct sm_frame *frame);

/* Are times ranks? */
static inline bool sm_frame_is_timed(const struct sm_frame *frame) {
  return frame->machine->shape.system->time == TIME_LOGICAL;
}
/* Does a kind keep a time for each core? */
static inline bool sm_frame_times_of_cores(const struct sm_frame *frame, unsigned controller) {
  return !kind_of(frame->machine, controller)->shows.second_clock;
}

/* A map of times, as it is interned. */
struct part_times {
  uint8_t to[256], own[GAPS_MAX]; /* own times by gap */
};
static inline const struct part_times *sm_frame_times(const struct sm_frame *frame, uint32_t map) {
  return intern_at(frame->maps, map, NULL);
}
static inline void sm_frame_map_time(uint8_t *time, const uint8_t *to) {
  if (*time != NO_TIME) *time = to[*time];
}
void sm_frame_map_marks(struct hub_marks *marks, const uint8_t *to);

/* The part of a slot's content; STRANGE: it names another SM.  `map`: of its times. */
uint32_t sm_frame_part(const struct sm_frame *frame, unsigned sm, unsigned slot, uint32_t content,
                       uint32_t map);
/* The content of a part in this machine. */
uint32_t sm_frame_content(const struct sm_frame *frame, unsigned sm, unsigned slot, uint32_t part,
                          uint32_t map);

/* Remembered results: bytes by a key. */
enum purpose_of_view { VIEW_HUB, VIEW_BAG, VIEW_PART, VIEW_PUT, VIEW_MARKS };
static inline uint64_t sm_frame_key(enum purpose_of_view purpose, unsigned slot, unsigned sm) {
  return (uint64_t)purpose << 56 | (uint64_t)slot << 8 | sm;
}
const void *sm_frame_keep(const struct sm_frame *frame, uint64_t first, uint64_t second,
                          const void *bytes, size_t length);
const void *sm_frame_kept(const struct sm_frame *frame, uint64_t first, uint64_t second);

#endif
