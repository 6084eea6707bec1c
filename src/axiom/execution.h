/* One choice of a path for every thread, and the candidate execution that is being built on it.
 *
 * The work goes down a fixed ladder, each rung calling the next for every choice that it makes, and
 * the model's axioms are asked on every rung (evaluate.h): execution_prepare   the events and all
 * that is fixed by the paths            events.c, base_relations.c reads_choose        where each
 * read reads from, and what values that gives   reads.c, values.c barriers_choose     which threads
 * complete which barrier                     barriers.c fences_choose       the order of SC fences
 * fences.c coherence_choose    the order of writes                                      coherence.c
 *   withs_choose    the model's own `with`                                   withs.c
 *   outcomes_accept    the outcome                                              judge.c
 * Nothing is allocated below execution_prepare. */
#ifndef AXIOM_EXECUTION_H
#define AXIOM_EXECUTION_H

#include "axiom/addresses.h"
#include "axiom/cells.h"
#include "cat/evaluate.h"
#include "axiom/judge.h"
#include "axiom/paths.h"

enum { INITIAL_THREAD = THREADS_MAX }; /* the thread of initial writes */

struct execution_event {
  enum event_kind kind;
  unsigned thread;               /* INITIAL_THREAD for an initial write */
  unsigned cell, physical;       /* reads and writes: cells of memory (cells.h) */
  unsigned value, written;       /* reads and writes: nodes, in the numbering of the execution; they
                                    differ in an update */
  const struct path_event *what; /* NULL for an initial write */
};

/* A barrier (barriers.c): all that come to it on the chosen paths. */
struct barrier {
  event_set members;
  bool in_step; /* the k-th of each thread is of the k-th round */
};

/* What a rung remembers for each read while it tries the sources of the next ones. */
struct read_frame {
  unsigned known_count;
  uint64_t must[EVENTS_MAX];
};

/* After the program's tags: those of registers as events. */
enum { TAG_BRANCH = TAGS_MAX, TAG_REGISTER, TAG_DATA, TAG_ADDRESS, TAG_ROOM };

/* What keeps executions from ending: the first case of each kind that was met (no_outcome.c). */
struct hindrances {
  char *waits;                      /* the threads that wait at barriers for ever */
  const struct instruction *astray; /* an access to an address in no location, and that address */
  int64_t address;
};

struct execution {
  const struct program *program;
  const struct cat_code *code;
  const struct cells *cells;
  struct addresses addresses; /* that are values somewhere in the program */
  int tag_slot[TAG_ROOM];  /* of each tag of the program; -1: the model knows none of that name */
  int also_slot[TAGS_MAX]; /* another set that its events are in, by the version of the model's
                              names; or -1 */
  const struct path *paths[THREADS_MAX];
  unsigned path_number[THREADS_MAX];
  bool cut; /* one of the paths was cut at the bound on loops */

  struct execution_event events[EVENTS_MAX];
  unsigned count, initial_count; /* events; the first ones are the initial writes */
  unsigned first[THREADS_MAX];   /* each thread's first event */
  event_set reads, writes, fences, barriers, registers; /* registers: with the branches on them */
  event_set writes_to[CELLS_MAX];                       /* by physical cell */
  event_set thread_events[THREADS_MAX];

  /* Values: every path's nodes, one after the other, then one constant for each initial write. */
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

  event_set coherent; /* accesses that cat_code's `uniproc` holds of */
  event_set paired;   /* reads of read-modify-writes that its `atomic` holds of */
  unsigned read_order[EVENTS_MAX], read_count;
  event_set sources[EVENTS_MAX]; /* writes that a read may read from */
  event_set sourced;             /* reads that have a source, */
  unsigned source[EVENTS_MAX];   /* namely this write */
  struct read_frame frames[EVENTS_MAX + 1];

  struct barrier barrier[EVENTS_MAX];
  unsigned barrier_count;
  uint8_t barrier_of[EVENTS_MAX], round[EVENTS_MAX]; /* of each barrier event */
  unsigned needed[EVENTS_MAX];                       /* arrivals that complete its round */

  struct evaluation evaluation;
  struct search *search; /* judge.c: limits and results */
  struct diagnostic
      *error; /* filled, with `failed`, when the program asks for what is not supported */
  bool failed;
  bool *failing; /* explaining: which tests fail; NULL otherwise, and the first failure ends a
                    branch */
  const struct thread_symmetry *symmetry; /* outcomes only: where nothing new can come, nothing is
                                      built; NULL: all is counted */
  bool recorded; /* this execution's outcome was counted, for one choice of `with` */
  uint64_t candidates, consistent;
  struct hindrances hindrances;
  bool stop; /* enough was seen, or a limit was hit */
};

/* Is the access, which is not an initial write, to an address that is a multiple of its size? */
static inline bool event_is_aligned(const struct execution *execution, unsigned event) {
  const struct path_event *what = execution->events[event].what;
  return what && what->size && what->offset % what->size == 0;
}

static inline uint64_t *base_relation(const struct execution *execution, enum cat_base base) {
  return evaluation_slot(&execution->evaluation, base);
}

/* Fills tag_slot; once, before the first execution_prepare. */
void base_relations_find_tags(struct execution *execution);

/* Builds events and whatever the paths fix.  false (with an error) when there are more than 64
 * events. */
bool execution_prepare(struct execution *execution, struct diagnostic *error);
void execution_free(struct execution *execution);
/* A part of it (base_relations.c): the sets and relations of the events. */
void base_relations_fill(struct execution *execution);
/* Of the program's tags those that the event has. */
uint64_t base_relations_event_tags(const struct execution *execution,
                                   const struct execution_event *event);
/* Is it a fence of one location? */
bool execution_fences_a_location(const struct path_event *what);

/* Values: forget all but the constants; a read has got its source; undo down to a count of known
 * values. values_settle returns false when a branch would not go the way its path says. */
void values_start(struct execution *execution);
bool values_settle(struct execution *execution);
/* Ends the search with an error: "unsupported: " and what, at an instruction (NULL: at the
 * beginning).  false. */
bool values_refuse(struct execution *execution, const struct instruction *at, const char *what);
/* Once all reads have sources: the values that no store computes (values.c).  false where such an
 * execution is no candidate. */
bool values_from_nothing(struct execution *execution);
void values_undo(struct execution *execution, unsigned known_count);

void reads_choose(struct execution *execution);
/* Adds to what is known of co, closed, what atomicity says of the reads that have a source; false
 * where that is a cycle. */
bool reads_stay_atomic(struct execution *execution, uint64_t *must);
/* Why none of the executions has an outcome, in words; to be released by memory_free. */
char *no_outcome_reason(const struct execution *execution, const struct paths *paths,
                        const char *model);
/* Fails (see `error`) when two barriers that meet ask for different quorums. */
void barriers_choose(struct execution *execution);
void fences_choose(struct execution *execution);
void coherence_choose(struct execution *execution);
/* true when some choice made the execution consistent */
bool withs_choose(struct execution *execution, unsigned choice);
/* The final value of a location whose writes all add to it (sums.c), whatever the order; false
 * where they are others. */
bool sums_final(const struct execution *execution, unsigned physical, int64_t *sum);
/* Is it consistent? */
bool outcomes_accept(struct execution *execution);

/* May an outcome that the filter keeps come of what is chosen so far, and where outcomes only are
 * wanted, one that is not known yet, or a new flag?  `order` is what is known of co; the axioms
 * were asked up to `level`. */
bool outcomes_wanted(struct execution *execution, const uint64_t *order, unsigned level);
/* May the filter, if there is one, still hold of the registers that are known so far? */
bool outcomes_meet_filter(struct execution *execution);
/* Sets `stop` when a limit is reached; to be called wherever the search may spend time. */
void search_check_limits(struct execution *execution);
/* Asks the axioms of a level. */
bool search_passes(struct execution *execution, unsigned level);

#endif
