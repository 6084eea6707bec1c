/* The obligations of a machine in a search for liveness. */
#ifndef MACHINE_FAIRNESS_H
#define MACHINE_FAIRNESS_H

#include <stdio.h>
#include "liveness/liveness.h"
#include "protocol/system.h"

struct machine;

/* The goals of a machine: a program's threads end, a client's requests are answered. */
struct obligations machine_obligations(struct machine *machine, enum progress_level level,
                                       enum fairness fairness);
/* Prints a goal: "P0 is done". */
void machine_describe_goal(const struct model *model, FILE *out, unsigned goal);

#endif
