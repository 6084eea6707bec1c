/* Breadth-first search of a model: exact, level by level, the same for any number of threads.
 *
 * Counts, the set of broken properties and the shortest trace depend only on the model.  A level
 * is finished before a violation ends the search, unless a limit cuts it short (`cut_short`).  The
 * violating state of least fingerprint is reported.  Each state's parent is the predecessor of
 * least fingerprint, one level up, by its least label. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>
#include "os/budget.h"
#include "search/model.h"
#include "search/trace.h"
#include "states/visited.h"

struct budget;
struct explored;
struct visited;

/* The last two may leave states out (visited_lossy.c). */
enum visited_kind { VISITED_CONCURRENT, VISITED_COMPACTED, VISITED_BITS };

enum search_end {
  SEARCH_COMPLETE,
  SEARCH_VIOLATION,
  SEARCH_OUT_OF_MEMORY,
  SEARCH_OUT_OF_TIME,
  SEARCH_OUT_OF_DEPTH,
  SEARCH_OUT_OF_STATES,
  SEARCH_OUT_OF_NUMBERS, /* of 32 bits, for states or their parts */
  SEARCH_INTERRUPTED,
  SEARCH_REFUSED,  /* it could not be resumed: `refusal` says why */
  SEARCH_LOSSY,    /* no more states, but some may have been left out: `omission` */
  SEARCH_TOO_SMALL /* said by a model: some step was more than it can hold */
};

/* How far a search has come, for a status line. */
struct search_status {
  uint64_t states, transitions, frontier;
  unsigned depth;
  double seconds;
};

/* How a search is saved and taken up again (checkpoint.c). */
struct checkpoint {
  const char *path;    /* where it is saved; NULL: nowhere */
  double every;        /* seconds; 0: only at the end of its time, or when interrupted */
  const char *resume;  /* the file that is resumed; NULL: none */
  const char *subject; /* the question, in one line; a file with another one is refused */
  const volatile int *interrupted; /* atomic: true ends the search once it is saved; may be NULL */
};

struct search_options {
  unsigned threads; /* 0 means 1 */
  enum visited_kind visited;
  uint64_t memory_max; /* bytes for the search; 0: half of what the program may use */
  bool model_memory;   /* the model's own memory counts in that, too */
  uint64_t remembered; /* with model_memory: bytes that the model held before */
  const char *spill;   /* a folder for states that do not fit in memory; NULL: none */
  double seconds_max;  /* 0: none */
  unsigned depth_max;  /* 0: none */
  uint64_t states_max; /* 0: none; looked at after each level, so that the end is the same */
  unsigned sample;     /* states to expand of each later level (expand.c); 0: it ends there */
  uint64_t stop_at;    /* the properties that end the search; others are only collected */
  void (*status)(void *context, const struct search_status *status); /* every second; or NULL */
  void *status_context;
  bool processes; /* all processes make this search together, each with a part of the states */
  const struct checkpoint *checkpoint; /* may be NULL; only for VISITED_CONCURRENT */
  /* Called with all states of a complete search, while they are there; may be NULL. */
  void (*completed)(void *context, const struct explored *explored);
  void *completed_context;
  /* Makes the visited set of a search by one thread, for tests; NULL: `visited` says which. */
  struct visited *(*visited_new)(unsigned width, struct budget *budget);
};

enum { SEARCH_LEVELS_KEPT = 256 };

/* After a violation or a limit of depth, only states of finished levels are counted; after a
 * sample, only expanded ones. */
struct search_result {
  enum search_end end;
  uint64_t states, transitions;
  unsigned depth;       /* of the deepest state counted */
  uint64_t broken;      /* the properties broken by any state */
  bool cut_short;       /* a limit was hit in the level of the violation */
  bool blocked;         /* a full channel disabled a step somewhere */
  bool unfit;           /* the resumed search did not fit; the counts are those of its file */
  struct trace *trace;  /* to the first state that breaks a property of stop_at, or NULL */
  double seconds;       /* all together */
  double earlier;       /* those before it was resumed */
  uint64_t bytes;       /* memory that the search held at its peak */
  uint64_t saved;       /* states when it was last saved; 0: never */
  uint64_t spilled;     /* states on the disk */
  uint64_t unspillable; /* bytes of the model that left no room for a spilling search; else 0 */
  double omission;      /* the probability that some state was left out */
  uint64_t levels[SEARCH_LEVELS_KEPT]; /* states by depth; 0 where a resumed search knows none */
  char *refusal;
};

/* The options with the time limit reduced by the seconds that have passed; at least 1 ms is left,
 * as 0 would be no limit. */
struct search_options search_options_after(const struct search_options *options, double seconds);

/* Runs the search.  The result is to be cleared by the caller. */
struct search_result search_run(const struct model *model, const struct search_options *options);
void search_result_clear(struct search_result *result);

/* All states of a complete search, for an analysis that goes on with them. */
struct explored {
  const struct model *model;
  struct visited *visited;
  struct budget *budget;
  uint64_t transitions;
  uint64_t index_end;                            /* all states have lesser indices */
  unsigned member_count;                         /* threads that may be used */
  void **workers;                                /* the model's, by member */
  bool (*late)(const struct explored *explored); /* has the search's time run out? */
  const void *search;                            /* private to the search */
};

#endif
