/* The history of transactions: a ghost in a slot of its own (DESIGN.md, decision 9).  It says
 * whether committed transactions are serialisable (history_graph.c). */
#ifndef PROTOCOL_OBSERVED_H
#define PROTOCOL_OBSERVED_H

#include <stdint.h>
#include "protocol/controller_state.h"

struct step;

/* Events that actions report.  Words are a set: one bit, or all words that a commit will write. */
enum history_event {
  HISTORY_READ,        /* the core's running attempt read a word from memory */
  HISTORY_SEEN,        /* a read to be validated by value: counts now if the attempt fails */
  HISTORY_VALIDATED,   /* memory holds the value that was seen: the read counts now */
  HISTORY_UNVALIDATED, /* the attempt's reads do not count yet: they are to be validated again */
  HISTORY_MISREAD,     /* memory does not hold the value: the attempt must be given up */
  HISTORY_COMMITTED,   /* the attempt has committed: its words reach memory from now on */
  HISTORY_WROTE,       /* a write of a committed transaction has reached memory */
  HISTORY_ABORTED,     /* the running attempt has been given up */
  HISTORY_PLAIN,       /* a write outside transactions has reached memory */
  HISTORY_BEGUN, /* (from the machine) the thread has been answered that its attempt has begun */
  HISTORY_ENDED  /* (from the machine) the thread has been answered: committed (words:
                    HISTORY_ENDED_WELL), or to begin anew (none) */
};
enum { HISTORY_ENDED_WELL = 1 };

struct observed {
  uint8_t event, core;
  uint16_t words; /* bits: history_word */
};

static inline uint16_t history_word(unsigned line, unsigned word) {
  return (uint16_t)(1u << (line * WORDS_MAX + word));
}
void step_observe(struct step *step, enum history_event event, unsigned core, uint16_t words);
/* Reports HISTORY_VALIDATED, or HISTORY_READ anew, of an earlier read.  It reports HISTORY_MISREAD
 * instead where this controller's memory does not hold the value, and only transactions write it.
 */
void step_observe_again(struct step *step, enum history_event event, unsigned core,
                        const struct request *read);

#endif
