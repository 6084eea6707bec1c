/* Planted bugs of one cell, under the most general client, each with the properties that must
 * break. */
#ifndef TESTS_MODELS_CELLS_H
#define TESTS_MODELS_CELLS_H

#include "protocol/system.h"
#include "plant.h"

/* One cell replaced: it acts, goes to a next state (NULL: stays), and does these actions of its
 * table. */
struct replaced {
  enum property property; /* what breaks */
  unsigned kind;
  const char *state, *event, *when, *next;
  const char *actions[4];
};

/* Does the client of 2 SMs with 2 threads each, or of 3 SMs, break the property on this mutant, or
 * this planted system? */
bool client_breaks(const char *model, enum property property, const struct mutant *mutant,
                   const struct planted *planted);

/* Fails the test unless every one of the cells, replaced, breaks its property. */
void expect_broken(const char *model, const struct replaced *cells, unsigned count);

/* A copy of the system whose networks, those in the set, keep this order; to be released with
 * free(). */
struct planted *plant_order(const char *model, unsigned networks, enum channel_order order);

#endif
