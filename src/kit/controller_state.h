/* The parts that controllers are made of: data, requests, messages, cache lines with their MSHR,
 * local states.
 *
 * All controllers of all systems are built from these few structures; a controller uses the fields
 * it needs and leaves the others zero.  They hold plain values only (no pointers, no padding that
 * is ever written), so that two local states are equal exactly when their bytes are.
 *
 * Ghost state: the `age` of a datum says whether a later store to the word has been performed, and
 * `coming` whether it is itself one that has not been.  They are written by `perform` and its like
 * (observer.c) and by actions that write a word, travel with the copy that they speak of, and are
 * read by no guard and no action. */
#ifndef KIT_CONTROLLER_STATE_H
#define KIT_CONTROLLER_STATE_H

#include <stdbool.h>
#include <stdint.h>

enum {
  WORDS_MAX = 2, /* words of a line */
  LINES_MAX = 6, /* lines of a machine */
  CORES_MAX = 8, /* threads of a machine; SMs too */
  GPMS_MAX = 8,  /* modules of GPUs (GPMs) of a machine */
  QUEUE_MAX = 6, /* requests that wait on one line of one controller */
  TIMES = 4      /* timestamps of a line, and of a message */
};

/* Timestamps are small numbers; NO_TIME is "none" (no lease, no data), never a time. */
enum { NO_TIME = 255, TIME_MAX = 62 };

/* In place of an SM, a core or a controller: none.  (What names none must say so, for what names
 * one is renamed by symmetry.c.) */
enum { NO_ONE = 255 };

enum age {
  AGE_NONE,   /* no data */
  AGE_NEWEST, /* the last store performed to this word */
  AGE_STALE,  /* a later store has been performed */
  AGE_BROKEN  /* and the copy's lease reaches beyond that store's time: SWMR in logical time is
                 broken */
};

struct data {
  int64_t word[WORDS_MAX];
  uint8_t age[WORDS_MAX];    /* ghost */
  uint8_t coming[WORDS_MAX]; /* ghost: is it a store that is yet to be performed (written_ahead,
                                stored_ahead)? */
  uint8_t unused[4];
};

/* Has a word of it been overwritten?  For invariants: no guard and no action may ask. */
static inline bool data_is_stale(const struct data *data) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (data->age[word] >= AGE_STALE) return true;
  return false;
}

/* Is one of these words (a set) not here at all?  For invariants, likewise. */
static inline bool data_lacks(const struct data *data, unsigned words) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (words >> word & 1 && data->age[word] == AGE_NONE) return true;
  return false;
}

/* What a core asks of its port, and what a controller must remember of it until it is answered. */
struct request {
  uint8_t event; /* LOAD, STORE, ... of the system's events */
  uint8_t core;  /* who asks, or NO_ONE where there is no request */
  uint8_t entry; /* which of its outstanding operations */
  uint8_t line, word;
  uint8_t arithmetic; /* atomics: enum arithmetic */
  uint8_t time;       /* a timestamp taken when the request was made, or NO_TIME */
  uint8_t scope;      /* enum scope, where a system tells them apart (system.scopes) */
  int64_t value;      /* stores: the value; atomics: the operand */
  int64_t expected;   /* compare-and-swap */
};

struct message {
  uint8_t type; /* the event it is to the one who takes it */
  uint8_t network;
  uint8_t from, to; /* controllers, by number */
  uint8_t line;
  uint8_t flag;      /* the system's own */
  int8_t count;      /* acknowledgements to expect, say */
  uint8_t requester; /* a controller, where it is not the sender, or NO_ONE */
  uint8_t time[TIMES];
  uint8_t unused[4];
  struct request request;
  struct data data;
};

struct line {
  uint8_t state;
  uint8_t dirty;
  uint8_t sharers; /* set of L1s (of GPMs), by their index */
  uint8_t owner;   /* an L1's index, or NO_ONE */
  uint8_t writer;  /* a core, or NO_ONE */
  int8_t pending;  /* acknowledgements missing; may be negative when they outrun their count */
  uint8_t reads, writes; /* requests outstanding */
  uint8_t flag;          /* the system's own */
  uint8_t time[TIMES];
  uint8_t fetching;   /* DRAM owes an answer */
  uint8_t waiting;    /* elements of queue in use, oldest first */
  uint8_t held;       /* set of L1s (of GPMs) whose requests are held back */
  struct data data;   /* the cached copy */
  struct data buffer; /* MSHR: data of a store that waits; ghost: coming, how many own stores the
                         home has yet to take */
  struct data memory; /* L2 banks: the DRAM behind this line */
  struct request queue[QUEUE_MAX];
};

/* A controller that keeps two clocks has the second one in place of its cores' times. */
enum { SECOND_CLOCK = 0 };

struct local {
  uint8_t clock; /* a controller's own clock, or NO_TIME */
  uint8_t count; /* the system's own */
  uint8_t flag;
  uint8_t broken;             /* ghost: properties that a step of this controller broke */
  uint8_t stall[CORES_MAX];   /* per core: a time until which it must wait, or NO_TIME */
  uint8_t pending[CORES_MAX]; /* per core: operations outstanding */
  uint8_t unused[4];
  struct line line[]; /* the machine's lines, then the controller kind's extra ones */
};

#endif
