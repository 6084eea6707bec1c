/* The structures that controllers are made of: data, requests, messages, lines with their MSHR,
 * local states.
 *
 * All controllers of all systems use these; a controller leaves the fields that it does not need at
 * zero.  They hold plain values only, without pointers or padding.  So two local states are equal
 * exactly when their bytes are.
 *
 * Ghost state.  The `age` of a word says whether a later store to it has been performed.  `coming`
 * says whether the word is itself a store that has yet to be performed.  Both travel with the copy.
 * step_perform and its like (observer.c) set them, and so do actions that write a word.  No guard
 * and no action reads them. */
#ifndef PROTOCOL_CONTROLLER_STATE_H
#define PROTOCOL_CONTROLLER_STATE_H

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

/* Timestamps are 0..TIME_MAX.  NO_TIME is no time: no lease, no data. */
enum { NO_TIME = 255, TIME_MAX = 62 };

/* In place of an SM, a core or a controller: none.  Say it: 0 names the first one, and symmetry.c
 * renames it. */
enum { NO_ONE = 255 };

enum age {
  AGE_NONE,   /* no data */
  AGE_NEWEST, /* the last store performed to this word */
  AGE_STALE,  /* a later store has been performed */
  AGE_BROKEN  /* the same, and the copy's lease reaches that store's time: breaks SWMR_LOGICAL */
};

struct data {
  int64_t word[WORDS_MAX];
  uint8_t age[WORDS_MAX];    /* ghost */
  uint8_t coming[WORDS_MAX]; /* ghost: a store yet to be performed (step_stored_ahead) */
  uint8_t unused[4];
};

/* Has one of its words been overwritten?  For invariants only. */
static inline bool data_is_stale(const struct data *data) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (data->age[word] >= AGE_STALE) return true;
  return false;
}

/* Is one of these words (a set) missing?  For invariants only. */
static inline bool data_lacks(const struct data *data, unsigned words) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (words >> word & 1 && data->age[word] == AGE_NONE) return true;
  return false;
}

/* A core's request to its port.  Controllers keep it until it is answered. */
struct request {
  uint8_t event; /* EVENT_LOAD, EVENT_STORE, ..., or an own event */
  uint8_t core;  /* the core that asks; NO_ONE: there is no request */
  uint8_t entry; /* index among the core's outstanding operations */
  uint8_t line, word;
  uint8_t arithmetic; /* atomics: enum arithmetic */
  uint8_t time;       /* a timestamp taken when the request was made, or NO_TIME */
  uint8_t scope;      /* enum scope, in a system with scopes (system.scopes) */
  int64_t value;      /* stores: the value; atomics: the operand */
  int64_t expected;   /* compare-and-swap */
};

struct message {
  uint8_t type; /* the event that it is for its taker */
  uint8_t network;
  uint8_t from, to; /* numbers of controllers */
  uint8_t line;
  uint8_t flag;      /* the system's own */
  int8_t count;      /* the system's own, such as acknowledgements to expect */
  uint8_t requester; /* a controller other than the sender, or NO_ONE */
  uint8_t time[TIMES];
  uint8_t unused[4];
  struct request request;
  struct data data;
};

struct line {
  uint8_t state;
  uint8_t dirty;         /* set of words, or a count of the system's own */
  uint8_t sharers;       /* set of indices of L1s, or of GPMs */
  uint8_t owner;         /* index of an L1, or NO_ONE */
  uint8_t writer;        /* a core, or NO_ONE */
  int8_t pending;        /* acknowledgements missing; negative while they outrun their count */
  uint8_t reads, writes; /* requests outstanding */
  uint8_t flag;          /* the system's own */
  uint8_t time[TIMES];
  uint8_t fetching;   /* DRAM owes an answer */
  uint8_t waiting;    /* number of requests in `queue` */
  uint8_t held;       /* set of L1s, or of GPMs, whose requests are held back */
  struct data data;   /* the cached copy */
  struct data buffer; /* MSHR: data of a store that waits; its `coming` (ghost) counts the own
                       * stores that the home has yet to take */
  struct data memory; /* L2 banks: the DRAM behind this line */
  struct request queue[QUEUE_MAX]; /* oldest first */
};

/* A controller with two clocks keeps the second one in stall[SECOND_CLOCK], and no cores' times. */
enum { SECOND_CLOCK = 0 };

/* The local state of a controller. */
struct local {
  uint8_t clock;              /* the controller's own clock, or NO_TIME */
  uint8_t count;              /* the system's own */
  uint8_t flag;               /* the system's own */
  uint8_t broken;             /* ghost: properties that a step of this controller broke */
  uint8_t stall[CORES_MAX];   /* per core: the time until which it must wait, or NO_TIME */
  uint8_t pending[CORES_MAX]; /* per core: operations outstanding */
  uint8_t unused[4];
  struct line line[]; /* the machine's lines, then the controller kind's extra ones */
};

#endif
