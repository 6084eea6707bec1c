/* Which registers a step or one behind it may still read (liveness). */
#ifndef EXTRACT_LIVE_H
#define EXTRACT_LIVE_H

#include "extract/steps.h"

struct live {
  uint64_t *bits; /* a row of words for each step, and one for the end */
  size_t words;
};

struct live live_of(const struct ptx_steps *steps);
bool live_before(const struct live *live, unsigned step, unsigned index);
void live_clear(struct live *live);

#endif
