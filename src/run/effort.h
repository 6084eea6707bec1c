/* How much work a command may do, and on how many threads it does it. */
#ifndef RUN_EFFORT_H
#define RUN_EFFORT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "explore/search.h"
#include "kit/machine.h"

struct effort {
  unsigned threads; /* 0 means 1 */
  uint64_t
      memory_max;  /* bytes, over all searches that run at once; 0: half of the machine's memory */
  double deadline; /* on the clock of effort_now; 0: none */
  unsigned depth_max;      /* of a search; 0: none */
  unsigned unroll;         /* of the judge; 0: its default */
  bool judy;               /* the reference visited set */
  const char *spill;       /* the folder for states that do not fit in the memory; NULL: none */
  bool compact, bit_state; /* sets that may leave states out */
  bool ranks; /* all ranks do this together: the matrix's searches are shared out (base/processes.h)
               */
  bool each;  /* (prove) each line of the client by itself: machine.alone is one after the other */
  bool deadlock; /* (each) and what they wait for: is there deadlock among any number of them
                    (kit/waits.h)? */
  bool audit;    /* (prove) audits follow (audit.h) */
  bool strict;   /* (audit) a row that never fired, or a claim that said nothing, is a failure */
  bool layouts;  /* locations may share a line, and lines a bank: more placements */
  uint64_t quick_states; /* a machine with more states is searched without evictions; 0: none is */
  bool quick_cold;       /* and one that still has more, from cold as well */
  unsigned quick_sample; /* and one that even so has more, in part: so many states of each later
                            level; 0: all */
  uint64_t quick_most;   /* without a sample: states of what is left then, at most; 0: all */
  uint64_t quick_model;  /* the allowance of a model's cells, in states (allowance.h) */
  unsigned quick_placements; /* of a test on a model, at most so many, spread evenly over all; 0:
                                all of them */
  bool wider; /* GPUs have a GPM more than the system's own, and a test only the placements that
                 need it */
  struct machine_options machine;
  struct checkpoint checkpoint; /* of a single search, whose subject is filled in by whoever
                                   searches; or a matrix's journal */
  /* Called now and then, by one thread at a time: `done` of `total` things, or how far a single
   * search is (else NULL). */
  void (*progress)(void *context, const char *things, uint64_t done, uint64_t total,
                   const struct search_progress *search);
  void *progress_context;
};

double effort_now(void); /* seconds, monotonic */
double effort_left(const struct effort
                       *effort); /* seconds to the deadline, 0 where there is none; at least 1 ms */
bool effort_spent(const struct effort *effort); /* the deadline has passed */

/* Leaves out what quickness leaves out next (quick_states); false: nothing. */
bool effort_approximate(const struct effort *effort, struct machine_options *options);

/* The options of one search, when `at_once` searches share the memory, each with `threads` threads.
 */
struct search_options effort_search(const struct effort *effort, unsigned threads,
                                    unsigned at_once);

#endif
