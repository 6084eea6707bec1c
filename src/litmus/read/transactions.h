/* The markers of transactions. */
#ifndef LITMUS_READ_TRANSACTIONS_H
#define LITMUS_READ_TRANSACTIONS_H

#include "litmus/read/reading.h"

/* Checks the places of the markers of transactions, once the targets of all jumps are known. */
bool transactions_check(struct reader *reader);
/* Makes the register "commits" or "cancels" that a condition names, and lets the thread's markers
 * count in it.  true for other names; false: the code writes that register. */
bool transactions_count(struct reader *reader, unsigned thread, struct span name);

#endif
