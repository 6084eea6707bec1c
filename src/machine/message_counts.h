/* The messages that a machine sends, counted along its runs (liveness/counts.h).
 *
 * There is a counter for each message of the record.  A machine of GPMs has two: the second one counts
 * the messages that go from one GPU to another, and the first one all others. */
#ifndef MACHINE_MESSAGE_COUNTS_H
#define MACHINE_MESSAGE_COUNTS_H

#include "liveness/counts.h"
#include "machine/machine.h"

/* A program's runs end when all threads are done and nothing is outstanding. */
struct counters message_counters(const struct machine *machine);

unsigned message_counter_count(const struct system *system);
/* The event that a counter counts; it may be no message, and then the counter stays at 0. */
unsigned message_counter_event(const struct system *system, unsigned counter);
/* Does the counter count messages from one GPU to another? */
bool message_counter_crosses(const struct system *system, unsigned counter);

#endif
