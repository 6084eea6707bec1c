/* The most general client, and its placements. */
#ifndef MACHINE_CLIENTS_H
#define MACHINE_CLIENTS_H

#include <stdbool.h>
#include <stdint.h>
#include "protocol/placement.h"
#include "protocol/shape.h"

/* Each thread issues any request of the system, at any line, for ever. */
struct client {
  unsigned sms, lines, values; /* values 0 .. values-1 */
  unsigned threads;
  unsigned sm_of_thread[CORES_MAX];
  bool two_words; /* of each line; else one */
  bool spread; /* threads beyond the SMs are dealt out to all in turn; else they share the first */
  struct topology topology; /* none: the system's own, if it has one */
  bool placed;              /* on the GPMs below; else SMs and homes are spread over them */
  uint8_t gpm_of_sm[CORES_MAX], home_of_line[LINES_MAX];
};

/* Visits each placement of a client's SMs and homes on the GPMs of its topology, up to renaming.
 * The order is fixed.  The visits end when one returns false. */
void client_placements_each(const struct client *client,
                            bool (*visit)(void *context, const struct client *placed),
                            void *context);

#endif
