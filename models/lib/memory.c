/* The system's value of a line where memory always has it. */
#include "models/lib/memory.h"

const struct data *memory_value(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}
