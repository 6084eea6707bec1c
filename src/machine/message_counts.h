/* The messages that a machine sends, counted along its runs (liveness/counts.h).
 *
 * Each message of the record has a counter for those with data and one for those without.  In a
 * machine of GPMs, those that go from one GPU to another have counters of their own, too. */
#ifndef MACHINE_MESSAGE_COUNTS_H
#define MACHINE_MESSAGE_COUNTS_H

#include "liveness/counts.h"
#include "machine/machine.h"

/* A program's runs end when all threads are done and nothing is outstanding. */
struct counters message_counters(const struct machine *machine);

/* What a counter counts.  The event may be no message, and then the counter stays at 0. */
struct counted {
  unsigned event;
  bool data;    /* with a word of data, at least */
  bool crosses; /* from one GPU to another */
};
unsigned message_counter_count(const struct system *system);
struct counted message_counter_at(const struct system *system, unsigned counter);

#endif
