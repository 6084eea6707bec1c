/* The inside of a machine, for the layers machine, reduce, abstract and engine.
 *
 * A state has slots in this order: cores, controllers, channels, barriers, the line that confines
 * the search, the history.  The last three are there only if the machine needs them. */
#ifndef MACHINE_MACHINE_PRIVATE_H
#define MACHINE_MACHINE_PRIVATE_H

#include <pthread.h>
#include "base/arena.h"
#include "base/vector.h"
#include "base/text.h"
#include "liveness/liveness.h"
#include "machine/clients.h"
#include "machine/core.h"
#include "protocol/observed.h"
#include "base/intern.h"
#include "protocol/lower.h"
#include "machine/machine.h"
#include "base/memo.h"
#include "protocol/step.h"

/* Room for any core. */
union core_copy {
  struct core core;
  char bytes[sizeof(struct core) + 2 * REGISTERS_MAX * sizeof(int64_t)];
};

enum { REDUCTIONS_MAX = 16, HOOKS_MAX = 40, ALL_LINES = -1 };
struct reduction;

/* A set of steps of a state. */
struct selection {
  int line;           /* only steps on this line; ALL_LINES */
  unsigned may_begin; /* lines on which persistent events may begin, as a set */
  unsigned claims;    /* lines to which such an event then confines the search, as a set */
  bool is_last;       /* no other selection follows */
};

enum { MICROS_OF_CORE_MAX = INSTRUCTIONS_MAX * MICROS_PER_INSTRUCTION + 1 };

/* Purposes of entries of the memo: the top byte of their keys' second word. */
enum purpose {
  MEMO_STEP = 1,
  MEMO_INTERNAL,
  MEMO_PUSH,
  MEMO_POP,
  MEMO_CORE_REPLY,
  MEMO_CORE_REQUESTS,
  MEMO_SWEEP,
  MEMO_MAP,
  MEMO_TIMES,
  MEMO_SUMMARY,
  MEMO_MESSAGE,
  MEMO_DEAD_VALUES,
  MEMO_ORBIT,
  MEMO_HISTORY,
  MEMO_OVERTAKE,
  MEMO_DEFERRED, /* does a deferred event keep its promise? */
  MEMO_WAITS
};
#define PURPOSE(purpose, rest) ((uint64_t)(purpose) << 56 | (uint64_t)(rest))

struct sent {
  uint8_t channel;
  uint32_t message;
};

/* The result of a step.  There are many, and most are small, so arrays have no spare room. */
struct alternative {
  uint32_t local; /* the controller's new local state */
  uint8_t sends, replies, performs, inserts, fired, preceding;
  bool stalled;
  uint8_t time_greatest, fault;
  struct why why; /* the fault, for messages */
  uint8_t insert[INSERTS_MAX];
  bool observes;     /* it reports to the history of transactions */
  uint32_t observed; /* the report, interned */
  const struct sent *send;
  const struct reply *reply;
  const uint32_t *answer; /* the replies, interned */
  const struct performed *perform;
  const struct fired *fire;
  const struct made *made; /* (audit) one for each store that it performs */
};

struct alternatives {
  unsigned count;
  struct alternative items[];
};

/* The internal events that may be possible in a local state. */
struct moves {
  unsigned count;
  struct {
    uint8_t internal, at;
  } items[INTERNALS_MAX * (LINES_MAX + CORES_MAX)];
};

/* A local state, as properties see it. */
struct summary {
  uint32_t broken; /* properties */
  bool idle;
  uint8_t readers, writers; /* sets of lines */
  uint8_t stale;            /* readable lines with a stale word */
  uint8_t busy;             /* lines with a request or a transaction outstanding here */
  struct times_of_line {
    uint8_t overwritten, version;
  } times[LINES_MAX]; /* see struct coherence */
};

/* Results that live as long as the machine (kept.h). */
struct machine_kept {
  uint8_t *fired; /* a bit for each [kind][row][state][event] */
  pthread_mutex_t lock;
  struct arena arena;
  unsigned seen;  /* (atomic) enum evidence, a set */
  bool not_apart; /* (atomic) a step broke the promise of lines_apart */
  struct noted_why {
    uint8_t kind;
    struct why why;
  } why; /* the least fault of all steps (faults.c) */
};

struct machine {
  uint64_t number; /* of all machines that the program has made, from 1 */
  struct shape shape;
  struct machine_options options;
  const struct program *program; /* NULL under the most general client */
  struct client client;
  struct {                     /* of the client, or of warming cores */
    uint64_t alphabet;         /* events, as a set */
    unsigned scopes;           /* as a set */
    uint8_t wanted[CORES_MAX]; /* the lines that each core asks for, as sets; fences always */
    bool once;                 /* each operation at most once */
    bool rest;                 /* cores and clock do nothing */
  } requests;
  struct lowered lowered[CORES_MAX]; /* by core_code */
  struct {                           /* of a program: ahead of each core's micro-operation */
    uint64_t live[CORES_MAX][MICROS_OF_CORE_MAX];    /* registers that are read, as sets */
    uint8_t future[CORES_MAX][MICROS_OF_CORE_MAX];   /* lines whose copies are used, as sets */
    uint8_t accessed[CORES_MAX][MICROS_OF_CORE_MAX]; /* lines that are accessed, as sets */
    bool has_loop;
    bool only_loads_observe; /* a deferred event of the port */
  } flow;
  struct row *mutated;    /* owned */
  bool has_history;       /* the system runs transactions */
  bool has_confined_line; /* a slot names the line that confines the search (persistent_sets.c) */
  bool rolls_over;        /* timestamps roll over (rollover.c) */
  bool watches_stores;    /* (audit) a store must be performed before its answer */
  struct {
    unsigned count;
    const struct reduction *items[REDUCTIONS_MAX]; /* in force, in order */
    uint8_t first[HOOKS_MAX], end[HOOKS_MAX];      /* the records that have a hook (reduction.c) */
    uint64_t ample;            /* messages that may be ample sets, as a set (ample_sets.c) */
    bool commutes;             /* ample messages are those that message_promises.commutes names */
    bool one_line;             /* one line represents all (one_address.c) */
    bool assumes_ticks;        /* one_line, and ports' clocks move at any time */
    bool drops_dead_values;    /* registers, times, edges of histories (dead_values.c) */
    bool tries_data;           /* each step is tried on other data (data_independence.c) */
    struct symmetry *symmetry; /* owned; NULL: none */
    unsigned symmetries;       /* permutations; 1: only the identity */
    bool tells_apart;          /* under symmetry a trace was no run */
    uint64_t represented;      /* the sum of the orbits' sizes */
  } reductions;
  struct intern *contents;
  struct memo *memo;
  struct machine_kept *kept;
  enum fairness fairness; /* of all classes of steps; FAIRNESS_USUAL: each its own */
  struct {
    bool found;            /* by one thread, before the others begin */
    VECTOR(slot_t) states; /* end to end */
  } initial;
  struct model model;
  struct {
    struct outcome_set *outcomes;
    uint64_t sum; /* of the states' fingerprints */
  } reached;
  struct { /* PROPERTY_WITNESS and PROPERTY_OUTCOME (outcomes.h) */
    const struct condition *condition;
    bool negated, standstill;
    const struct outcome_set *allowed;
  } sought;
};

/* The step that is shown, for messages and fairness. */
struct about {
  enum {
    ABOUT_CORE,
    ABOUT_MESSAGE,
    ABOUT_INTERNAL,
    ABOUT_TICK,
    ABOUT_BARRIER,
    ABOUT_ROLLOVER,
    ABOUT_BACK_OFF
  } kind;
  unsigned controller, core, channel;
  unsigned entry; /* of a core; or the number of a controller's internal event */
  uint32_t message;
  uint8_t event, at;
  const struct alternative *alternative;
};

/* A step of a cluster (cluster.c), which is recorded instead of shown. */
struct recorded {
  unsigned group;                        /* an ample set, or FAULTS */
  const struct alternative *alternative; /* NULL: only the slot below changes */
  unsigned controller;
  enum step_kind kind;
  bool takes; /* `slot` becomes `content` */
  unsigned slot;
  uint32_t content;
};
/* The last group: steps with a fault.  The first of the others with a possible step is taken. */
enum { FAULTS = CHANNELS_MAX * CHANNEL_MESSAGES_MAX + CONTROLLERS_MAX };
struct recorder {
  VECTOR(struct recorded) steps;
  unsigned group;
};

/* The state of one thread of a search. */
struct worker {
  const struct machine *machine;
  struct recorder *recorder; /* NULL: steps are shown */
  struct outcome_set *outcomes;
  uint64_t sum;
  step_visitor *visit;
  void *context;
  const slot_t *from;                 /* the state whose steps are shown */
  void *of_reduction[REDUCTIONS_MAX]; /* made by thread_new, by place in machine.reductions */
  struct selection selection;         /* the steps that are taken */
  uint64_t orbit_states;
  bool raw; /* steps are shown without representatives */
  uint32_t label;
  bool shown;        /* a step was shown that no full channel blocked */
  bool only_faults;  /* only steps with a fault are shown */
  unsigned greatest; /* timestamp of `from`, if times are ranks */
  struct about about;
};

/* The interned content of length 0: an empty channel's, say. */
enum { EMPTY };

/* Does a core pick its operations itself: a client's, or a reader's? */
static inline bool core_is_free(const struct machine *machine, unsigned core) {
  return machine->shape.is_client || machine->options.only_readers ||
         core >= machine->program->thread_count;
}
/* The place of its code in machine->lowered.  Those that are free share an alphabet. */
static inline unsigned core_code(const struct machine *machine, unsigned core) {
  if (machine->shape.is_client) return 0;
  return core_is_free(machine, core) ? machine->program->thread_count : core;
}

static inline unsigned core_slot(const struct machine *machine, unsigned core) {
  (void)machine;
  return core;
}
static inline unsigned controller_slot(const struct machine *machine, unsigned controller) {
  return machine->shape.core_count + controller;
}
static inline unsigned channel_slot(const struct machine *machine, unsigned channel) {
  return machine->shape.core_count + machine->shape.controller_count + channel;
}
static inline unsigned barrier_slot(const struct machine *machine) {
  return machine->shape.core_count + machine->shape.controller_count + machine->shape.channel_count;
}

static inline unsigned confined_line_slot(const struct machine *machine) {
  return barrier_slot(machine) + machine->shape.has_barriers;
}

static inline unsigned history_slot(const struct machine *machine) {
  return confined_line_slot(machine) + machine->has_confined_line;
}

static inline const struct local *local_at(const struct machine *machine, uint32_t number) {
  return intern_at(machine->contents, number, NULL);
}
/* Room for any local state. */
union local_copy {
  struct local local;
  char bytes[sizeof(struct local) + (LINES_MAX + CORES_MAX) * sizeof(struct line)];
};
static inline const struct message *message_at(const struct machine *machine, uint32_t number) {
  return intern_at(machine->contents, number, NULL);
}
static inline const struct core *core_at(const struct machine *machine, const slot_t *state,
                                         unsigned core) {
  return intern_at(machine->contents, state[core_slot(machine, core)], NULL);
}
static inline const struct controller_kind *kind_of(const struct machine *machine,
                                                    unsigned controller) {
  return &machine->shape.system->kinds[machine->shape.controllers[controller].kind];
}
/* The view of invariants on a set of slots; of none, all zeroes. */
struct coherence {
  uint32_t broken, readers, writers;
  bool timed; /* in logical time: `times` counts */
  /* [line]  `overwritten`: the last time at which an overwritten copy may be read.
   * `version`: the time of the store that wrote the line's value.  Both + 1; 0: none. */
  struct times_of_line times[LINES_MAX];
};

#endif
