/* See shape.h. */
#include "protocol/shape.h"

unsigned shape_gpm(const struct shape *shape, unsigned gpm) {
  unsigned kind = 0;
  while (shape->system->kinds[kind].instances != ONE_PER_GPM) kind++;
  return shape->first_of_kind[kind] + gpm;
}

unsigned shape_network_of(const struct shape *shape, unsigned type) {
  const struct message_kind *kind = &shape->system->messages[type];
  return kind->instead_where && shape->setting.values[kind->instead_where - 1] ? kind->instead
                                                                               : kind->network;
}

/* Where memory is apart from all GPMs, each of them may have the value, as an SM may. */
bool shape_is_home(const struct shape *shape, const struct controller *controller, unsigned line) {
  switch (shape->system->kinds[controller->kind].instances) {
  case ONE_PER_BANK: return shape->placement.bank_of_line[line] == controller->index;
  case ONE_PER_GPM:
    return shape->placement.topology.no_homes ||
           shape->placement.home_of_line[line] == controller->index;
  default: return true;
  }
}
