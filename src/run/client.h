/* Most general clients of a given size. */
#ifndef RUN_CLIENT_H
#define RUN_CLIENT_H

#include "kit/machine.h"

/* `sms` SMs; thread i runs on SM i, those beyond share SM 0. */
struct client client_of_size(unsigned sms, unsigned threads, unsigned lines, unsigned values);
/* Deals the threads beyond the SMs out to all of these in turn. */
void client_spread(struct client *client);
/* The client that `prove` takes unless told: 2 SMs with a thread each, 1 line, 2 values; of a
 * variant that loses invariants, what its record says (shown_by).  Where `asked` has a number that
 * is not 0, that. */
struct client client_asked(const struct setting *setting, const struct client *asked);
#endif
