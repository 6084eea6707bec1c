/* The kit's own view of a machine; nothing outside src/kit includes this.
 *
 * Slots of a state, in this order: cores, controllers, channels, and last the barriers where the
 * program has any. Memo keys: the second word's top byte is the purpose. */
#ifndef KIT_MACHINE_PRIVATE_H
#define KIT_MACHINE_PRIVATE_H

#include <pthread.h>
#include "base/arena.h"
#include "base/vector.h"
#include "base/text.h"
#include "machine/core.h"
#include "machine/history.h"
#include "base/intern.h"
#include "protocol/lower.h"
#include "machine/machine.h"
#include "base/memo.h"
#include "protocol/step.h"

enum { CONTROLLERS_MAX = 20, CHANNELS_MAX = 120, CHANNEL_MESSAGES_MAX = 16, NO_CHANNEL = 255 };

/* Room for any core. */
union core_copy {
  struct core core;
  char bytes[sizeof(struct core) + 2 * REGISTERS_MAX * sizeof(int64_t)];
};

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

struct controller {
  unsigned number; /* position among the controllers */
  unsigned kind;   /* position in system.kinds */
  unsigned index;  /* among those of its kind */
};

struct channel {
  unsigned network, to;
  int from; /* a controller, or -1 where the network is unordered and all senders share */
};

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
  struct setting setting;
  const struct system *system;
  struct machine_options options;
  const struct program *program; /* NULL under the most general client */
  bool is_client; /* cores pick their operations from `alphabet` (the client, or the warming up) */
  uint64_t alphabet;
  unsigned scopes;           /* of the client's requests, as a set */
  uint8_t wanted[CORES_MAX]; /* a client's core asks for these lines only, and fences */
  bool once; /* and each of its operations once (the warming up of shifted timestamps) */
  struct placement placement;
  struct client client;
  unsigned lines, words;
  uint8_t words_of_line[LINES_MAX]; /* sets of words that some location is in */
  unsigned core_count, sms;
  uint8_t sm_of_core[CORES_MAX];
  struct lowered lowered[CORES_MAX]; /* under a client: lowered[0] is the client's alphabet */
  uint64_t live[CORES_MAX][INSTRUCTIONS_MAX * MICROS_PER_INSTRUCTION + 1];
  uint8_t future[CORES_MAX][INSTRUCTIONS_MAX * MICROS_PER_INSTRUCTION +
                            1]; /* sets of lines: whose copies are to be kept ... */
  uint8_t accessed[CORES_MAX][INSTRUCTIONS_MAX * MICROS_PER_INSTRUCTION +
                              1]; /* ... and all that a core will ask for */
  unsigned controller_count, first_of_kind[KINDS_MAX + 1];
  unsigned first_on_gpms; /* of the first kind of which one stands on each GPM */
  struct controller controllers[CONTROLLERS_MAX];
  struct table tables[KINDS_MAX]; /* a mutant's differ from the system's */
  struct row *mutated;            /* owned */
  size_t local_size[KINDS_MAX];
  enum channel_order order[NETWORKS_MAX];
  unsigned channel_count;
  struct channel channels[CHANNELS_MAX];
  uint8_t channel_of[NETWORKS_MAX][CONTROLLERS_MAX][CONTROLLERS_MAX];
  bool has_barriers;
  bool has_history; /* the system runs transactions */
  bool has_focus;   /* some internal event is deferred: lines share nothing */
  uint64_t prompt; /* the messages that are, with reductions on and their network as it is recorded;
                      a set */
  bool prompt_commutes; /* these are those that commute (message_promises.commutes) */
  bool one_line; /* (the client) one line stands for all, which share nothing, or a clock alone */
  bool assumes_ticks; /* and ports' clocks are let move on, as other lines' answers would move them
                       */
  bool has_loop;      /* the program has one */
  bool rolls_over;    /* timestamps may (rollover.c) */
  bool outdates;      /* copies that cannot be renewed are given up (times.c) */
  bool forgets_lines; /* copies that no core will ask for again are dropped (dead_values.c) */
  bool cores_rest;    /* the cores and the clock do nothing (warming up) */
  bool only_loads_observe; /* of every deferred internal event of the port */
  bool watches_loads;      /* (the client) PROPERTY_LOAD_VALUE is looked at */
  bool watches_stores;     /* (audit) each store that is answered must have been performed */
  bool tries_data; /* (the client) each step is tried on other data than the one that is stored
                      (data_independence.c) */
  struct symmetry *symmetry; /* owned; NULL: none (or no longer) */
  bool tells_apart;          /* under it a run was found that is none */
  uint64_t orbit_states;     /* the states that those explored stand for */
  bool rank;                 /* TIME_LOGICAL by rank rather than by shift */
  struct intern *contents;
  struct memo *memo;
  struct machine_kept *kept;
  enum fairness fairness; /* of all who owe anything, where it is not the usual one */
  uint8_t *fired;         /* [kind][row][state][event], as a bit each */
  unsigned start;         /* which of the system's starts cold_state makes */
  bool warmed; /* `initials` has been filled (one thread does that, before any other works) */
  VECTOR(slot_t) initials; /* initial states, end to end */
  struct model model;
  struct outcome_set *outcomes;
  uint64_t sum;
  const struct condition *seek;
  bool seek_negated, seeks_standstill;
  const struct outcome_set *allowed;
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
  const slot_t *from;  /* the state whose steps are shown */
  struct orbit *orbit; /* of the state whose steps are shown; NULL without symmetry */
  uint64_t orbit_states;
  bool raw; /* steps are shown as they are */
  uint32_t label;
  bool shown;        /* some step was, that was not blocked */
  bool faults_alone; /* only steps that break something by themselves are shown */
  unsigned greatest; /* timestamp of that state, where times are ranks */
  int focus;         /* what the step being shown makes of the focus */
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
/* The lines of a kind's local state: the machine's, and of some one more for each core. */
static inline unsigned local_lines(const struct machine *machine, unsigned kind) {
  return (unsigned)((machine->shape.local_size[kind] - sizeof(struct local)) / sizeof(struct line));
}
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
unsigned controller_kind_state_of_line(const struct controller_kind *kind,
                                       const struct local *local, unsigned at);
/* Is the event one PER_CORE of a kind that has no lines of cores?  `at` is its core, then, and the
 * first line answers it. */
bool controller_kind_event_is_of_core(const struct controller_kind *kind, unsigned event);

/* What coherence asks of all slots together; set up as zeroes. */
struct coherence {
  uint32_t broken, readers, writers;
  bool timed; /* what follows says something */
  /* In logical time, by line: the last time at which a copy may be read that a store has
   * overwritten; and the time of the store that the system's value is of.  Both + 1; 0: there is
   * none. */
  struct times_of_line times[LINES_MAX];
};

static inline void machine_note_seen(const struct machine *machine, unsigned seen) {
  if (seen & ~__atomic_load_n(&machine->kept->seen, __ATOMIC_RELAXED))
    __atomic_fetch_or(&machine->kept->seen, seen, __ATOMIC_RELAXED);
}

/* --- machine.c --- */
void machine_fire(const struct machine *machine, unsigned kind, const struct fired *fired);
/* Room, zeroed, for what lives as long as the machine. */
void *machine_keep(const struct machine *machine, size_t bytes);
void machine_client_alphabet(struct machine *machine);

#endif
