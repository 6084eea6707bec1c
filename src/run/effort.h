/* The limits of a command's work: threads, time, memory, bounds. */
#ifndef RUN_EFFORT_H
#define RUN_EFFORT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "machine/machine.h"
#include "search/search.h"

struct effort {
  unsigned threads;        /* 0 means 1 */
  uint64_t memory_max;     /* bytes, over all searches that run at once; 0: half of the machine's */
  double deadline;         /* on the clock of effort_now; 0: none */
  double seconds_each;     /* for each cell of a matrix, from its first search on; 0: no limit */
  unsigned depth_max;      /* of a search; 0: none */
  unsigned unroll;         /* turns of a loop, for the judge; 0: its default */
  const char *spill;       /* folder for states that exceed the memory; NULL: none */
  bool compact, bit_state; /* visited sets that may lose states */
  bool ranks;              /* (run) all processes share the matrix's searches */
  bool each;               /* (prove) explore each address by itself (machine.only_line) */
  bool deadlock; /* (each) decide deadlock among any number of addresses (abstract/waits.h) */
  bool audit;    /* (prove) make audits (verify/audit.h) */
  bool strict;   /* (audit) a row that never fired, or a vacuous claim, is a failure */
  bool layouts;  /* placements in which locations share a line, or lines a bank, too */
  uint64_t quick_states; /* a machine with more states is searched without evictions; 0: none is */
  bool quick_cold;       /* ... and, where it still has more, from cold */
  unsigned quick_sample; /* ... and, where it still has more, in part: states of each later level */
  /* without a sample: a bound on the states of the smallest machine; 0: none */
  uint64_t quick_most;
  uint64_t quick_model;      /* the budget of a model's cells in states (verify/matrix.h) */
  unsigned quick_placements; /* placements of a test on a model, at most; 0: all */
  bool wider; /* GPUs have one GPM more than the system's own; only placements that need it */
  struct machine_options machine;
  struct result_store *results; /* of earlier runs (run: searches); the caller's; or NULL */
  /* of a single search, which fills in the subject; or of a matrix's journal */
  struct checkpoint checkpoint;
  /* Reports to the status line, from one thread at a time: `done` of `total` things, or, if not
   * NULL, the state of a single search. */
  void (*status)(void *context, const char *things, uint64_t done, uint64_t total,
                 const struct search_status *search);
  void *status_context;
  const char *phase; /* what its searches are for: "audits"; NULL: the question itself */
};

double effort_now(void); /* seconds on a monotonic clock */
double effort_left(
    const struct effort *effort); /* seconds to the deadline, at least 0.001; 0: there is none */
bool effort_spent(const struct effort *effort); /* is the deadline past? */

/* The same, with the deadline of something that has begun then and has `seconds_each`. */
struct effort effort_each(const struct effort *effort, double begun);

/* Takes out of the machine what --quick leaves out next; false: nothing is left to take out. */
bool effort_approximate(const struct effort *effort, struct machine_options *options);

/* The options of one of `at_once` searches that share the memory, with `threads` threads each. */
struct search_options effort_search(const struct effort *effort, unsigned threads,
                                    unsigned at_once);

/* --- the cost of searches: counts, time and memory --- */

struct cost {
  uint64_t searches, states, transitions;
  unsigned depth;       /* of the deepest search */
  uint64_t explored;    /* states that this run searched itself; a journal gave the others */
  uint64_t bytes, held; /* peak bytes of all searches, and the states they held; 0: unknown */
  uint64_t spilled;     /* states that a search wrote to the disk */
  double seconds;       /* wall-clock seconds, earlier runs included */
  double earlier;       /* seconds in earlier runs, which this one resumed */
  uint64_t peak_bytes;  /* peak memory of the program */
  bool in_file; /* peak_bytes includes pages of a mapped file, which --memory does not limit */
};

/* The cost of one search, or of a proof's searches; `largest`: states of the one that took most
 * memory. */
struct cost cost_of_search(const struct search_result *result, uint64_t largest);
/* Adds the counts and `bytes`, `held`; leaves times, `spilled` and `peak_bytes` as they are. */
void cost_add(struct cost *cost, const struct cost *more);
double cost_states_per_second(const struct cost *cost);
double cost_bytes_per_state(const struct cost *cost);

/* --- independent jobs on the threads of an effort, and a meter of those done --- */

/* Counts what is done, for the status line. Several threads may call meter_add. */
struct meter {
  const struct effort *effort;
  const char *things; /* "cells" */
  uint64_t total;
  _Atomic uint64_t done;
  pthread_mutex_t reporting;
};
void meter_start(struct meter *meter, const struct effort *effort, const char *things,
                 uint64_t total);
void meter_add(struct meter *meter, uint64_t done); /* reports even if `done` is 0 */
void meter_end(struct meter *meter);

/* Calls job(context, i) for every i below count on the effort's threads, and reports how many
 * are done. */
void jobs_each(const struct effort *effort, uint64_t count,
               void (*job)(void *context, uint64_t index), void *context);

#endif
