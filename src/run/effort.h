/* The limits of a command's work: threads, time, memory, bounds. */
#ifndef RUN_EFFORT_H
#define RUN_EFFORT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "search/search.h"
#include "machine/machine.h"

struct effort {
  unsigned threads;        /* 0 means 1 */
  uint64_t memory_max;     /* bytes, over all searches that run at once; 0: half of the machine's */
  double deadline;         /* on the clock of effort_now; 0: none */
  unsigned depth_max;      /* of a search; 0: none */
  unsigned unroll;         /* turns of a loop, for the judge; 0: its default */
  const char *spill;       /* folder for states that exceed the memory; NULL: none */
  bool compact, bit_state; /* visited sets that may lose states */
  bool ranks;              /* (run) all processes share the matrix's searches */
  bool each;               /* (prove) explore each address by itself (machine.alone) */
  bool deadlock; /* (each) decide deadlock among any number of addresses (abstract/waits.h) */
  bool audit;    /* (prove) make audits (verify/audit.h) */
  bool strict;   /* (audit) a row that never fired, or a vacuous claim, is a failure */
  bool layouts;  /* placements in which locations share a line, or lines a bank, too */
  uint64_t quick_states; /* a machine with more states is searched without evictions; 0: none is */
  bool quick_cold;       /* ... and, where it still has more, from cold */
  unsigned quick_sample; /* ... and, where it still has more, in part: states of each later level */
  /* without a sample: a bound on the states of the smallest machine; 0: none */
  uint64_t quick_most;
  uint64_t quick_model;      /* the budget of a model's cells in states (verify/state_budget.h) */
  unsigned quick_placements; /* placements of a test on a model, at most; 0: all */
  bool wider; /* GPUs have one GPM more than the system's own; only placements that need it */
  struct machine_options machine;
  /* of a single search, which fills in the subject; or of a matrix's journal */
  struct checkpoint checkpoint;
  /* Reports to the status line, from one thread at a time: `done` of `total` things, or, if not
   * NULL, the state of a single search. */
  void (*progress)(void *context, const char *things, uint64_t done, uint64_t total,
                   const struct search_status *search);
  void *progress_context;
};

double effort_now(void); /* seconds on a monotonic clock */
double effort_left(
    const struct effort *effort); /* seconds to the deadline, at least 0.001; 0: there is none */
bool effort_spent(const struct effort *effort); /* is the deadline past? */

/* Takes out of the machine what --quick leaves out next; false: nothing is left to take out. */
bool effort_approximate(const struct effort *effort, struct machine_options *options);

/* The options of one of `at_once` searches that share the memory, with `threads` threads each. */
struct search_options effort_search(const struct effort *effort, unsigned threads,
                                    unsigned at_once);

#endif
