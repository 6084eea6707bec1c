/* Machines of one client with several numbers of SMs, each with its frame.  Or machines of one
 * program with several numbers of readers: its own SMs have names, and are not counted here. */
#ifndef ABSTRACT_SM_MACHINES_H
#define ABSTRACT_SM_MACHINES_H

#include "abstract/sm_frame.h"

struct sm_machines {
  struct setting setting;
  struct client client;              /* its lines, values and words count */
  const struct program *program;     /* NULL: the client */
  const struct placement *placement; /* of the program */
  struct machine_options options;
  struct view_parts *parts;
  unsigned nodes, threads; /* the first SMs have so many threads each, the others one */
  unsigned most;           /* SMs that a machine has at most */
  struct sm_machine {
    struct machine *machine;
    struct sm_frame *frame;
  } sized[CORES_MAX + 1];                /* by number of SMs; made where needed */
  struct sm_machine wide[CORES_MAX + 1]; /* the same, where all SMs have all threads */
  uint8_t bag_room[CHANNELS_MAX];        /* by bag: the room that each SM has in it */
};

/* Makes the least machine.  false: it cannot be made, or its states cannot be taken apart. */
bool sm_machines_begin(struct sm_machines *machines, struct diagnostic *error);
void sm_machines_end(struct sm_machines *machines);
size_t sm_machines_held(const struct sm_machines *machines); /* bytes */

/* NULL: no machine can have so many SMs. */
const struct sm_frame *sm_machines_frame(struct sm_machines *machines, unsigned sms);
/* The same, where all SMs have all threads. */
const struct sm_frame *sm_machines_wide_frame(struct sm_machines *machines, unsigned sms);

#endif
