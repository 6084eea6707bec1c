/* Most general clients of a given size. */
#ifndef RUN_CLIENT_H
#define RUN_CLIENT_H

#include "machine/machine.h"

/* Thread i runs on SM i; further threads run on SM 0. */
struct client client_of_size(unsigned sms, unsigned threads, unsigned lines, unsigned values);
/* Spreads the threads over all SMs in turn. */
void client_spread(struct client *client);
/* The client that `prove` searches: each number of `asked` that is not 0, else that of the
 * variant's record (shown_by), else 2 SMs with one thread each, 1 address, 2 values. */
struct client client_asked(const struct setting *setting, const struct client *asked);
#endif
