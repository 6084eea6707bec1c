/* Breadth-first search of a model: exact, level by level, the same for any number of threads.
 *
 * Counts, the set of broken properties and the shortest trace depend on the model alone: a level is
 * finished before a violation ends the search (unless a limit cuts it short, which is told), the
 * violating state of least fingerprint is reported, and each state's parent is the predecessor (one
 * level up) of least fingerprint, by its least label. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>
#include "search/model.h"

struct run; /* private: run.h */

/* VISITED_JUDY: one thread, the reference.  The last two may leave states out (visited_lossy.c). */
enum visited_kind { VISITED_CONCURRENT, VISITED_JUDY, VISITED_COMPACTED, VISITED_BITS };

enum search_end {
  SEARCH_COMPLETE,
  SEARCH_VIOLATION,
  SEARCH_OUT_OF_MEMORY,
  SEARCH_OUT_OF_TIME,
  SEARCH_OUT_OF_DEPTH,
  SEARCH_OUT_OF_STATES,
  SEARCH_OUT_OF_NUMBERS /* of 32 bits, for states or their parts */,
  SEARCH_INTERRUPTED,
  SEARCH_REFUSED /* what was to be resumed could not be: `refusal` says why */,
  SEARCH_LOSSY /* no more states, but some may have been left out: `omission` */,
  SEARCH_TOO_SMALL /* told by a model: some step was more than it can hold */
};

struct search_progress {
  uint64_t states, transitions, frontier;
  unsigned depth;
  double seconds;
};

/* How a search is saved and taken up again (checkpoint.c). */
struct checkpoint {
  const char *path;    /* where to save it; NULL: nowhere */
  double every;        /* seconds; 0: only when time is up or `interrupted` */
  const char *resume;  /* what to take up; NULL: nothing */
  const char *subject; /* what is searched, in one line: a file of another is refused, and one by
                          another program */
  const volatile int
      *interrupted; /* when this becomes true, the search is saved and ends; may be NULL; atomic */
};

struct search_options {
  unsigned threads; /* 0 means 1 */
  enum visited_kind visited;
  uint64_t
      memory_max; /* bytes for states, visited set and frontier; 0: half of the machine's memory */
  bool model_memory;   /* what the model comes to remember during the search counts in them, too */
  uint64_t remembered; /* (model_memory) and so many bytes that it remembers from before */
  const char *spill; /* the folder where states go that do not fit in it (spill.c); NULL: nowhere */
  double seconds_max;  /* 0: none */
  unsigned depth_max;  /* 0: none */
  uint64_t states_max; /* 0: none; looked at when a level is finished, so that where it ends depends
                          on nothing else */
  unsigned sample;  /* states of each later level to expand (expand.c); 0: the search ends there */
  uint64_t stop_at; /* the properties that end the search; others are only gathered in `broken` */
  void (*progress)(void *context,
                   const struct search_progress *progress); /* about once a second; may be NULL */
  void *progress_context;
  bool ranks; /* all ranks make this search together (base/processes.h), each with a part of the
                 states */
  const struct checkpoint *checkpoint; /* may be NULL; for VISITED_CONCURRENT alone */
  void (*completed)(
      void *context,
      struct run *run); /* called once all states are known, while they are; may be NULL */
  void *completed_context;
};

/* A run: states[0] is initial; labels[i] leads from states[i] to states[i + 1]. */
struct trace {
  unsigned length; /* steps; there are length + 1 states */
  unsigned width;
  slot_t *states;
  uint32_t *labels;
  unsigned property; /* what the last state breaks */
};

struct search_result {
  enum search_end end;
  uint64_t states, transitions; /* after a violation or a limit of depth: states of the finished
                                 * levels only; after a sample: the expanded states only */
  unsigned depth;               /* of the deepest state counted */
  uint64_t broken;              /* union over all states seen */
  bool
      cut_short; /* a limit was hit in the level of the violation, of which not all was looked at */
  bool blocked;  /* a full channel disabled a step somewhere */
  bool unfit; /* what was to be resumed did not fit in the memory: the counts are those with which
                 it was saved */
  struct trace *trace;     /* to the first state that breaks a property of stop_at, or NULL */
  double seconds, earlier; /* with those before it was taken up; and these alone */
  uint64_t bytes;          /* memory that the search held at its peak */
  uint64_t saved;          /* how many states there were when it was last saved; 0: it never was */
  uint64_t spilled;        /* states that it had put on the disk */
  uint64_t unspillable;    /* bytes that the model remembered, where they left no room for a search
                              that spills; else 0 */
  double omission;         /* the probability that some state was left out; 0 where none ever is */
  char *refusal;
};

/* Runs the search.  The result is to be cleared by the caller. */
struct search_result search_run(const struct model *model, const struct search_options *options);
void search_result_clear(struct search_result *result);

/* Does every step of the trace exist, and does its last state break its property? */
bool trace_replays(const struct model *model, const struct trace *trace);
void trace_free(struct trace *trace);

#endif
