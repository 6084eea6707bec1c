/* One choice of a path for every thread, and the candidate execution that is being built on it.
 *
 * An execution is built in stages, in the order of the table in candidates.c.  Each stage makes its
 * choices one after the other.  After each, search_next asks the axioms of the stage's level and
 * runs the next stage.  Nothing is allocated after execution_prepare. */
#ifndef AXIOM_EXECUTION_H
#define AXIOM_EXECUTION_H

#include "axiom/cells.h"
#include "axiom/paths.h"
#include "cat/evaluate.h"

struct execution;

struct stage {
  const char *name;
  enum cat_level level; /* the axioms asked after each choice; LEVEL_WITH: the stage asks */
  void (*run)(struct execution *x);
};

enum { INITIAL_THREAD = THREADS_MAX }; /* the thread of initial writes */

struct execution_event {
  enum event_kind kind;
  unsigned thread;               /* INITIAL_THREAD for an initial write */
  unsigned cell, physical;       /* accesses: cells of memory */
  unsigned value, written;       /* accesses: nodes of the execution; they differ in an update */
  const struct path_event *what; /* NULL for an initial write */
};

/* A barrier: all events that come to it on the chosen paths. */
struct barrier {
  event_set members;
  bool in_step; /* the k-th of each thread is of the k-th round */
};

/* Relations of a recursion, one a level, in use up to `used`. */
struct work_relations {
  event_set **items;
  size_t length, room, used;
};

/* Numbers of the tags of registers as events, after the program's tags. */
enum { TAG_BRANCH = TAGS_MAX, TAG_REGISTER, TAG_DATA, TAG_ADDRESS, TAG_ROOM };

/* Why executions do not end: the first case of each kind that was met. */
struct hindrances {
  char *waits;                      /* the threads that wait at barriers for ever */
  const struct instruction *astray; /* an access to an address in no location, */
  int64_t address;                  /* and that address */
};

struct execution {
  const struct program *program;
  const struct cat_code *code;
  const struct cells *cells;
  struct addresses addresses; /* of the program's pointers */
  int tag_slot[TAG_ROOM];     /* by tag of the program: its slot, or -1 */
  int also_slot[TAGS_MAX];    /* another set of the tag's events, by the names' version; or -1 */
  const struct path *paths[THREADS_MAX];
  unsigned path_number[THREADS_MAX];
  bool cut; /* one of the paths was cut at the bound on loops */

  struct execution_event events[EVENTS_MAX];
  unsigned count, initial_count; /* events; the first ones are the initial writes */
  unsigned first[THREADS_MAX];   /* each thread's first event */
  event_set reads, writes, fences, barriers, registers; /* registers: with the branches on them */
  event_set writes_to[CELLS_MAX];                       /* by physical cell */
  event_set thread_events[THREADS_MAX];

  /* Values: every path's nodes in turn, then one constant for each initial write. */
  struct value_node *nodes;
  int64_t *values;
  bool *known;
  uint16_t *known_order; /* in which order values became known, for undoing */
  uint16_t *pending;     /* nodes that are not constants */
  size_t node_room;
  unsigned node_count, known_count, pending_count, first_node[THREADS_MAX];
  struct branch_condition *conditions; /* of all paths */
  size_t condition_room;
  unsigned condition_count;

  event_set coherent; /* accesses that the code's `uniproc` holds of */
  event_set paired;   /* reads of read-modify-writes that its `atomic` holds of */
  unsigned read_order[EVENTS_MAX], read_count;
  event_set sources[EVENTS_MAX];     /* writes that a read may read from */
  event_set sourced;                 /* reads that have a source */
  unsigned source[EVENTS_MAX];       /* the write that a sourced read reads from */
  unsigned known_before[EVENTS_MAX]; /* values known before a read tries its sources, */
  event_set *must;                   /* and, row after row, pairs that co must contain, closed */
  size_t must_room;
  struct work_relations work;

  struct barrier barrier[EVENTS_MAX];
  unsigned barrier_count;
  bool barriers_foreseen; /* syncbar and rounds are known before the reads */
  uint16_t barrier_of[EVENTS_MAX], round[EVENTS_MAX]; /* of each barrier event */
  unsigned needed[EVENTS_MAX];                        /* arrivals that complete its round */

  struct evaluation evaluation;
  const struct stage *stages;
  unsigned stage;        /* at work */
  struct search *search; /* limits and results */
  struct diagnostic *error;
  bool failed;   /* the program asks for a feature that is not supported; `error` is filled */
  bool *failing; /* by test, for explanations; NULL: the first failure ends a branch */
  const struct thread_symmetry
      *symmetry; /* only new outcomes are searched; NULL: all are counted */
  bool recorded; /* this execution's outcome was counted, for one choice of `with` */
  bool accepted; /* the execution that was judged last is consistent */
  uint64_t candidates, consistent;
  struct hindrances hindrances;
  bool stop; /* enough was seen, or a limit was hit */
};

static inline event_set *base_relation(const struct execution *x, enum cat_base base) {
  return evaluation_slot(&x->evaluation, base);
}

/* By the count of reads that have a source: the pairs that co must contain then, closed. */
static inline event_set *execution_must(const struct execution *x, unsigned sourced) {
  return x->must + (size_t)sourced * x->count;
}

/* A relation to work on, not cleared.  The last one taken is given back first. */
event_set *execution_take(struct execution *x);
void execution_give_back(struct execution *x);

/* Builds the events of the chosen paths, at most EVENTS_MAX, and their sets and relations. */
void execution_prepare(struct execution *x);
void execution_free(struct execution *x);

/* Is the access, which is not an initial write, to a multiple of its size? */
bool event_is_aligned(const struct execution *x, unsigned event);

#endif
