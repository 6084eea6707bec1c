/* Absence of deadlock among any number of addresses, from the states of one address by itself
 * (per_address.c, waits.c). */
#ifndef ABSTRACT_WAITS_H
#define ABSTRACT_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;

/* The kinds of states of some machines: one for each address of one client, in one placement.
 * Searches of these machines add to it (machine_options.waits), with any number of threads. */
struct waits;
struct waits *waits_new(void);
void waits_free(struct waits *waits); /* or NULL */
/* Bytes, for search_options.remembered; `waits`: or NULL. */
size_t waits_held(const struct waits *waits);

/* Lets the searches of machines with these options note their states; NULL: not. */
struct machine_options;
void waits_attach(struct waits *waits, struct machine_options *options);

/* After a machine's search: adds the images of all kinds under its symmetry.  The machine then adds
 * no more. */
void waits_close(struct waits *waits, struct machine *machine);

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
