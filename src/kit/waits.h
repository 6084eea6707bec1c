/* Deadlock among any number of addresses, told from what each of them waits for by itself
 * (per_address.c, waits.c). */
#ifndef KIT_WAITS_H
#define KIT_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;

/* What the states of some machines wait for: of the addresses of one client, in one placement, each
 * by itself.  Machines that are searched with it (machine_options.waits) add to it, with any number
 * of threads. */
struct waits;
struct waits *waits_new(void);
void waits_free(struct waits *waits);         /* NULL is fine */
size_t waits_held(const struct waits *waits); /* bytes, which count in the memory of a search
                                                 (search_options.remembered); likewise */

/* After a machine's search: adds what its symmetry makes of all that was met; the machine adds no
 * more. */
void waits_close(struct waits *waits, struct machine *machine);

/* The room that channels must have. */
enum waits_room {
  WAITS_ROOM_SHARED,  /* the machine's, for all addresses together */
  WAITS_ROOM_OF_EACH, /* as much as the machine's, for each address by itself */
  WAITS_ROOM_ENOUGH   /* for whatever is sent */
};

/* Of so many kinds of states in which something is outstanding or nothing can be asked for, all but
 * `left` cannot be part of a deadlock, if channels have that room: the least that leaves fewest.
 * With none left there is no deadlock among any number of addresses. */
struct waits_found {
  uint32_t kinds, left;
  enum waits_room room;
};

/* `full`: was some channel, in one of the searches?  From then on machines show PROPERTY_WITNESS in
 * states of a kind that is left. */
struct waits_found waits_solve(struct waits *waits, bool full);

#endif
