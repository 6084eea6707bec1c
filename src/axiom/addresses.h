/* The places that an address may name before its value is known. */
#ifndef AXIOM_ADDRESSES_H
#define AXIOM_ADDRESSES_H

#include "base/vector.h"
#include "litmus/program.h"

/* The distinct addresses that are operands, or initial values of memory or registers. */
struct addresses {
  int64_t *items;
  size_t length, room;
};

void addresses_find(struct addresses *found, const struct program *program);

/* The first place at or after `offset` in a location at which an access through a pointer is tried,
 * or -1.  Places are element after element; accesses with sizes are also tried at every address
 * that the program names. */
int64_t addresses_next(const struct addresses *addresses, const struct program *program,
                       const struct instruction *access, unsigned location, int64_t offset);
/* Does the value lie in a location, at a place that was not tried? */
bool addresses_missed(const struct addresses *addresses, const struct program *program,
                      const struct instruction *access, int64_t value);

#endif
