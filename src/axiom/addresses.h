/* Where an address that is not known yet may lie: the places that a path is unfolded for, and no
 * others. */
#ifndef AXIOM_ADDRESSES_H
#define AXIOM_ADDRESSES_H

#include "base/vector.h"
#include "litmus/program.h"

/* The different addresses that are values somewhere in the program: in memory or a register at
 * first, or an operand. */
struct addresses {
  int64_t *items;
  size_t length, room;
};

void addresses_find(struct addresses *found, const struct program *program);

/* The first place from `offset` on in a location that an access through a pointer is tried at, or
 * -1: from element to element, and, where accesses have sizes, wherever the program names an
 * address. */
int64_t addresses_next(const struct addresses *addresses, const struct program *program,
                       const struct instruction *access, unsigned location, int64_t offset);
/* Does the value lie in a location, but where the access was not tried? */
bool addresses_missed(const struct addresses *addresses, const struct program *program,
                      const struct instruction *access, int64_t value);

#endif
