/* Composition groups, and how their draws are dealt out to GPUs. */
#ifndef FRAMES_GROUP_H
#define FRAMES_GROUP_H

#include "frames/pixel.h"
#include "protocol/system.h"

/* How the draws of a group are spread over GPUs, and their sub-images composed (Figure 6.6). */
enum workflow { WORKFLOW_DUPLICATE, WORKFLOW_ANY_ORDER, WORKFLOW_ADJACENT };

struct draw_group {
  unsigned begin, end; /* commands */
  enum workflow workflow;
  enum depth_test test; /* of sub-images that are composed in any order */
  enum blend blend;     /* of sub-images that are laid on each other */
  unsigned event;       /* 1 to 5: why it begins (section 6.4.1); 0: the frame or a boundary */
};

enum exchange {
  EXCHANGE_NEVER,
  EXCHANGE_TARGETS, /* at Event 2, which swaps a render target or depth buffer */
  EXCHANGE_ALWAYS
};

/* The rules of a system, for every frame.  Each is a parameter of that name; the value in
 * parentheses is that of a system without it. */
struct rules {
  unsigned events;    /* "events" (31): set of the five events that end a group, Event 1 as bit 0 */
  unsigned threshold; /* "threshold" (0): a group of fewer triangles is duplicated */
  bool refined;       /* "refined" (1): order matters by test and writes; 0: by the operator */
  bool by_index;      /* "tie" (1): equal depths go by the order of the draws */
  bool mask;          /* "mask" (1): only pixels that the group drew are sent */
  unsigned exchange;  /* "exchange" (2): enum exchange */
  bool extra_target;  /* "extra-target" (1): ordered groups are drawn on a clear target */
  bool batches;       /* "batches" (0): every group is dealt out in consecutive runs */
  bool scheduled;     /* by the record: a scheduler deals the draws out */
  bool round_robin;   /* "round-robin" (0): the draws of an ordered group are dealt out in turn */
};

struct plan {
  unsigned count;
  struct draw_group groups[FRAME_COMMANDS_MAX + 1];
};
struct rules composition_rules(const struct setting *setting);
struct plan composition_plan(const struct frame *frame, const struct rules *rules);

/* Which GPU executes which command of a frame: FRAME_NONE, all of them. */
struct dealing {
  const struct frame *frame;
  struct rules rules;
  struct plan plan;
  uint8_t gpu[FRAME_COMMANDS_MAX];
};
/* The first way to deal out the draws, then the next, until false: every one that the workflows
 * allow. */
struct dealing dealing_first(const struct frame *frame, const struct rules *rules);
bool dealing_next(struct dealing *dealing);
/* Whether it is the first of the dealings that are equal but for a renaming of GPUs.  Where draws
 * keep an order over GPUs, none is renamed. */
bool dealing_is_representative(const struct dealing *dealing);

#endif
