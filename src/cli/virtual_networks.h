/* --virtual-networks LIST: networks of a model that share FIFO queues. */
#ifndef CLI_VIRTUAL_NETWORKS_H
#define CLI_VIRTUAL_NETWORKS_H

#include "machine/machine.h"

/* Sets the virtual networks of a list such as "request:1 response+ack", and switches off what they
 * do not go with.  false with a complaint.  NULL: there are none. */
bool cli_virtual_networks(const char *list, const struct system *system,
                          struct machine_options *options);

#endif
