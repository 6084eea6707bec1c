/* The kinds of states that may be part of a deadlock. */
#ifndef ABSTRACT_WAITS_SOLVE_H
#define ABSTRACT_WAITS_SOLVE_H

#include <stdbool.h>
#include <stdint.h>

struct waits;

/* The room that channels must have. */
enum waits_room {
  WAITS_ROOM_SHARED,  /* the machine's, for all addresses together */
  WAITS_ROOM_OF_EACH, /* the machine's, for each address by itself */
  WAITS_ROOM_ENOUGH   /* for all messages */
};

/* `kinds`: of states with something outstanding, or without a possible request.  `left`: those that
 * may be part of a deadlock; 0: there is none, among any number of addresses.  `room`: the least
 * room that leaves so few. */
struct waits_found {
  uint32_t kinds, left;
  enum waits_room room;
};

/* `full`: some channel was full in one of the searches.  From then on machines show
 * PROPERTY_WITNESS in states of a kind that is left. */
struct waits_found waits_solve(struct waits *waits, bool full);

#endif
