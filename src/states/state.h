/* A state of a search: a vector of at most WIDTH_MAX slots, each of which holds a number. */
#ifndef STATES_STATE_H
#define STATES_STATE_H

#include <stdint.h>

typedef uint32_t slot_t;

enum { WIDTH_MAX = 64 };

/* The number under which a visited set keeps a state; 0 is none. */
typedef uint32_t state_index;

/* The states first, first + 1, ... */
struct range {
  state_index first;
  uint32_t count;
};

#endif
