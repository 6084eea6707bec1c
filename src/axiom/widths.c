#include "axiom/widths.h"

bool width_for(size_t events, const struct program *program, unsigned *width,
               struct diagnostic *error) {
  size_t room = 64;
  for (*width = 0; *width + 1 < WIDTHS && events > room; ++*width) room *= 2;
  if (events <= room) return true;
  return diagnostic_of_file(error, "%s: unsupported: an execution of %zu events, more than %zu",
                            program->path ? program->path : program->name, events, room);
}
