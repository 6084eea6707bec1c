/* States of a client's machine without the names of its SMs.
 *
 * Method: view abstraction (Abdulla, Haziza, Holik: "All for the price of few", VMCAI 2013).
 * docs/internals/any-number.md has the definitions and the argument.
 *
 * A hub is a controller that is not part of an SM: a bank of the L2, say.  A state is taken apart
 * into these parts, which are interned and name no SM:
 *   hubs     what the hubs keep that names no SM, and the messages between hubs;
 *   marks    what the hubs keep of one SM: is it a sharer, an owner, does its request wait;
 *   capsule  what an SM itself holds: its cores and controllers, the channels to them, and its own
 *            messages on the way to hubs.
 * A node is an SM with its capsule and its marks.  A bystander is an SM of which only the marks are
 * kept.
 *
 * Timestamps.  Those of the hubs are ranks among themselves.  Each other part has its times
 * relative to them: equal to one, or the j-th of its own in the gap before one. */
#ifndef ABSTRACT_SM_PARTS_H
#define ABSTRACT_SM_PARTS_H

#include "base/intern.h"
#include "machine/machine_private.h"

enum { GAPS_MAX = 16, GAP_TIMES_MAX = 8, NO_MARKS = 0 };

/* What the hubs keep of one SM, for one line.  Compared by bytes. */
struct line_marks {
  uint8_t sharer, held, owner;
  uint8_t writer; /* 1 + the thread; 0: none of this SM */
  uint8_t waiting, unused[3];
  struct request queue[QUEUE_MAX]; /* oldest first; cores are threads of the SM */
};

/* For one hub. */
struct hub_marks {
  uint8_t stall[CORES_MAX], pending[CORES_MAX]; /* by thread of the SM */
  struct line_marks line[LINES_MAX];
};

/* A node as it is interned.  `own`: the number of its own times in each gap. */
struct node {
  uint32_t marks, capsule;
  uint8_t own[GAPS_MAX];
};

/* The parts of all states that were taken apart, of machines of several sizes. */
struct view_parts {
  struct intern *slots;    /* contents of slots, renamed */
  struct intern *hubs;     /* struct hubs_part */
  struct intern *marks;    /* struct hub_marks, one for each hub; number NO_MARKS is of none */
  struct intern *capsules; /* numbers in `slots` */
  struct intern *nodes;    /* struct node */
};
void view_parts_begin(struct view_parts *parts);
void view_parts_end(struct view_parts *parts);

#endif
