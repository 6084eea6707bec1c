/* The history of transactions: a ghost, in a slot of its own (DESIGN.md, decision 9), that says
 * whether what committed is serialisable.  See history.c. */
#ifndef KIT_HISTORY_H
#define KIT_HISTORY_H

#include <stdint.h>
#include "protocol/controller_state.h"

struct step;

/* What actions tell it, when it happens.  A word is a set: one bit, or for HISTORY_COMMITTED all
 * that will be written. */
enum history_event {
  HISTORY_READ, /* the running attempt of a core has read a word from memory */
  HISTORY_SEEN, /* likewise, where it is to be validated by value: this read counts if the attempt
                   fails, for opacity, */
  HISTORY_VALIDATED,   /* and if it commits it was made now, when memory was found to hold the value
                        */
  HISTORY_UNVALIDATED, /* all that the attempt has read counts for nothing yet: it is still to be
                          validated */
  HISTORY_MISREAD,     /* what was to be validated is not what memory holds: the attempt can only be
                          given up */
  HISTORY_COMMITTED,   /* it has committed: what it writes is to reach memory from now on */
  HISTORY_WROTE,       /* a write of a committed transaction of a core has reached memory */
  HISTORY_ABORTED,     /* the running attempt has been given up */
  HISTORY_PLAIN,       /* a write of no transaction has reached memory */
  HISTORY_BEGUN,       /* (told by the kit) the thread has been told that its attempt has begun, */
  HISTORY_ENDED /* that it has committed (words: HISTORY_ENDED_WELL), or that it is to begin anew
                   (none) */
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
/* HISTORY_VALIDATED, or HISTORY_READ anew, of what was read before; HISTORY_MISREAD where this
 * controller's memory does not hold it, whatever the table says, and only transactions write it. */
void step_observe_again(struct step *step, enum history_event event, unsigned core,
                        const struct request *read);

#endif
