/* The placements of a program that a machine is searched in. */
#ifndef RUN_PLACEMENTS_H
#define RUN_PLACEMENTS_H

#include "run/effort.h"

struct placements {
  struct placement *items;
  unsigned count;
  bool approximated; /* some were left out, for quickness */
};
/* Every placement of a program that makes a difference to the setting's system, or those of them
 * that the effort allows. false when there is none.  The items are the caller's to free. */
bool placements_list(const struct setting *setting, const struct program *program,
                     const struct effort *effort, struct placements *placements,
                     struct diagnostic *error);

#endif
