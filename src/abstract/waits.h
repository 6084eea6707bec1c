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

#endif
