/* The placements of a program that a machine is searched in. */
#ifndef RUN_PLACEMENTS_H
#define RUN_PLACEMENTS_H

#include "run/effort.h"

struct placements {
  struct placement *items;
  unsigned count;
  bool approximated; /* some were left out (effort.quick_placements) */
};
/* Lists the placements that make a difference to the system, as far as the effort allows.
 * Returns false, with an error, where there is none. The caller frees the items. */
bool placements_list(const struct setting *setting, const struct program *program,
                     const struct effort *effort, struct placements *placements,
                     struct diagnostic *error);

#endif
