/* The inside of a machine: for the rooms machine, reduce, abstract and engine alone.
 *
 * Slots of a state, in this order: cores, controllers, channels, and last the barriers where the
 * program has any. Memo keys: the second word's top byte is the purpose. */
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
  int line;        /* only steps on this line; ALL_LINES */
  unsigned begin;  /* lines on which persistent events may begin, as a set */
  unsigned claims; /* lines to which such an event then confines the search, as a set */
  bool is_last;    /* taken even if none of its steps is possible */
};

enum { MICROS_OF_CORE_MAX = INSTRUCTIONS_MAX * MICROS_PER_INSTRUCTION + 1 };

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
  MEMO_FORGET,
  MEMO_KIN,
  MEMO_HISTORY,
  MEMO_OVERTAKE,
  MEMO_LAZY, /* whether a lazy event keeps its promise */
  MEMO_WAITS
};
#define PURPOSE(purpose, rest) ((uint64_t)(purpose) << 56 | (uint64_t)(rest))

struct sent {
  uint8_t channel;
  uint32_t message;
};

/* One way in which a step can go.  Most do little of all that a step may, and there are many. */
struct alternative {
  uint32_t local; /* the controller's new local state */
  uint8_t sends, replies, performs, inserts, fired, lazily;
  bool stalled;
  uint8_t time_greatest, fault;
  struct why why; /* what is to be said of it, if anything was wrong */
  uint8_t insert[INSERTS_MAX];
  bool observes;     /* it tells the history of transactions something: */
  uint32_t observed; /* this, interned */
  const struct sent *send;
  const struct reply *reply;
  const uint32_t *answer; /* the replies, interned */
  const struct performed *perform;
  const struct fired *fire;
  const struct made *made; /* (audit) as many as it performs */
};

struct alternatives {
  unsigned count;
  struct alternative items[];
};

/* What a controller can do of itself, in one local state. */
struct moves {
  unsigned count;
  struct {
    uint8_t internal, at;
  } items[INTERNALS_MAX * (LINES_MAX + CORES_MAX)];
};

/* What properties need to know of a local state. */
struct summary {
  uint32_t broken; /* properties */
  bool idle;
  uint8_t readers, writers; /* sets of lines */
  uint8_t stale;            /* readable lines with a stale word */
  uint8_t busy;             /* lines on which something is under way here */
  struct times_of_line {
    uint8_t overwritten, version;
  } times[LINES_MAX]; /* see struct coherence */
};

/* What was computed and must live as long as the machine. */
struct machine_kept {
  uint8_t *fired; /* [kind][row][state][event], a bit each */
  pthread_mutex_t lock;
  struct arena arena;
  unsigned seen;  /* (atomic) enum evidence, a set */
  bool not_apart; /* (atomic) a step was seen to break the promise of lines_apart */
  struct noted_why {
    uint8_t kind;
    struct why why;
  } why; /* the least of all that were wrong, to name it: see faults.c */
};

struct machine {
  struct shape shape;
  struct machine_options options;
  const struct program *program; /* NULL under the most general client */
  struct client client;
  struct {             /* of the client, or of the cores that warm the caches */
    uint64_t alphabet; /* events, as a set */
    unsigned scopes;   /* as a set */
    uint8_t
        wanted[CORES_MAX]; /* the lines that each core asks for, as sets; fences are asked too */
    bool once;             /* each operation once at most */
    bool rest;             /* none: the cores and the clock do nothing */
  } requests;
  struct lowered lowered[CORES_MAX]; /* under a client: lowered[0] is its alphabet */
  struct {                           /* of a program, by core and micro-operation: from there on */
    uint64_t live[CORES_MAX][MICROS_OF_CORE_MAX];    /* registers that are read, as sets */
    uint8_t future[CORES_MAX][MICROS_OF_CORE_MAX];   /* lines whose copies are used, as sets */
    uint8_t accessed[CORES_MAX][MICROS_OF_CORE_MAX]; /* lines that are accessed, as sets */
    bool has_loop;
    bool only_loads_observe; /* a deferred event of the port */
  } flow;
  struct row *mutated; /* owned */
  bool has_history;    /* the system runs transactions */
  bool has_focus;      /* a slot names the line that confines the search (persistent_sets.c) */
  bool rolls_over;     /* timestamps may (rollover.c) */
  bool watches_stores; /* (audit) a store that is answered must have been performed */
  struct {
    unsigned count;
    const struct reduction *items[REDUCTIONS_MAX]; /* in force, in order */
    uint8_t first[HOOKS_MAX], end[HOOKS_MAX];      /* the records that have a hook (reduction.c) */
    uint64_t ample;            /* messages that may be ample sets, as a set (ample_sets.c) */
    bool commutes;             /* these are those that commute (message_promises.commutes) */
    bool one_line;             /* one line stands for all (one_address.c) */
    bool assumes_ticks;        /* and ports' clocks may move at any time */
    bool drops_dead_values;    /* registers, times, edges of histories (dead_values.c) */
    bool tries_data;           /* each step is tried on other data (data_independence.c) */
    struct symmetry *symmetry; /* owned; NULL: none */
    unsigned symmetries;       /* permutations; 1: the identity alone */
    bool tells_apart;          /* under symmetry a run was found that is none */
    uint64_t represented;      /* states that those explored stand for */
  } reductions;
  struct intern *contents;
  struct memo *memo;
  struct machine_kept *kept;
  enum fairness fairness; /* of all that owe anything, where it is not the usual one */
  struct {
    bool found;            /* one thread finds them, before any other works */
    VECTOR(slot_t) states; /* end to end */
  } initial;
  struct model model;
  struct {
    struct outcome_set *outcomes;
    uint64_t sum; /* of the states' fingerprints */
  } reached;
  struct { /* in final states */
    const struct condition *condition;
    bool negated, standstill;
    const struct outcome_set *allowed;
  } sought;
};

/* What the kit keeps for each thread of a search. */
struct about { /* the step being shown, for describe */
  enum {
    ABOUT_CORE,
    ABOUT_MESSAGE,
    ABOUT_INTERNAL,
    ABOUT_TICK,
    ABOUT_BARRIER,
    ABOUT_ROLLOVER,
    ABOUT_BACK_OFF
  } what;
  unsigned controller, core, channel,
      entry; /* entry: of a core; or which of its internal events a controller takes */
  uint32_t message;
  uint8_t event, at;
  const struct alternative *alternative;
};

/* A step within a cluster (cluster.c), which is noted instead of shown: what the input leaves
 * behind, and the way it goes. */
struct recorded {
  unsigned group; /* what must not wait goes by groups: the first of which one can be done is all
                   * that is done, and whatever is a fault (FAULTS) */
  const struct alternative *way; /* NULL: nothing but the slot below changes */
  unsigned controller;
  enum step_kind kind;
  bool takes; /* `slot` becomes `content` */
  unsigned slot;
  uint32_t content;
};
enum { FAULTS = CHANNELS_MAX * CHANNEL_MESSAGES_MAX + CONTROLLERS_MAX /* the last group */ };
struct recorder {
  VECTOR(struct recorded) steps;
  unsigned group;
};

struct worker {
  const struct machine *machine;
  struct recorder *recorder; /* NULL: steps are shown */
  struct outcome_set *outcomes;
  uint64_t sum;
  step_visitor *visit;
  void *context;
  const slot_t *from; /* the state whose steps are shown */
  void *
      of_reduction[REDUCTIONS_MAX]; /* by place in machine.reductions: what it keeps for a thread */
  struct selection selection;       /* the steps that are taken */
  uint64_t orbit_states;
  bool raw; /* steps are shown as they are */
  uint32_t label;
  bool shown;        /* some step was, that was not blocked */
  bool faults_alone; /* only steps that break something by themselves are shown */
  unsigned greatest; /* timestamp of that state, where times are ranks */
  struct about about;
};

/* The number of the content that is nothing at all: an empty channel's, say. */
enum { EMPTY };

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

static inline unsigned focus_slot(const struct machine *machine) {
  return barrier_slot(machine) + machine->shape.has_barriers;
}

static inline unsigned history_slot(const struct machine *machine) {
  return focus_slot(machine) + machine->has_focus;
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
/* What coherence asks of all slots together; set up as zeroes. */
struct coherence {
  uint32_t broken, readers, writers;
  bool timed; /* what follows says something */
  /* In logical time, by line: the last time at which a copy may be read that a store has
   * overwritten; and the time of the store that the system's value is of.  Both + 1; 0: there is
   * none. */
  struct times_of_line times[LINES_MAX];
};

#endif
