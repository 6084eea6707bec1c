/* A core's requests, and its state after an answer, both remembered. */
#ifndef MACHINE_CORE_REQUESTS_H
#define MACHINE_CORE_REQUESTS_H

#include "machine/machine_private.h"

/* A request that a core may issue. */
struct ask {
  uint32_t message, core; /* the request, and the core that has issued it, both interned */
  uint8_t entry, event, line;
  uint8_t barrier; /* it is no request: the core arrives at a barrier */
  uint8_t goes_on; /* the core runs a transaction, which it must end */
};
struct asks {
  unsigned count;
  struct ask items[];
};

/* All requests that a core in this interned state may issue. */
const struct asks *core_asks(const struct machine *machine, unsigned core, uint32_t number);
/* The core after an answer, which is also given interned. */
uint32_t core_after(const struct machine *machine, unsigned core, uint32_t number,
                    const struct reply *answer, uint32_t answer_number);

#endif
