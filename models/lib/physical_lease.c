/* The invariant of leases in physical time. */
#include "models/lib/physical_lease.h"

bool lease_covers(const struct shape *shape, const struct local *const *locals, uint32_t leased,
                  uint32_t sole) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    unsigned copies = 0;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      if (!(1u << copy->state & (V | VV))) continue;
      copies++;
      if (!(1u << bank->state & leased) || copy->time[TS] > bank->time[TS]) return false;
    }
    if (1u << bank->state & sole && copies > 1) return false;
  }
  return true;
}
