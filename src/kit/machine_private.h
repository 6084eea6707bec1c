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
#include "kit/core.h"
#include "kit/history.h"
#include "kit/intern.h"
#include "kit/lower.h"
#include "kit/machine.h"
#include "kit/memo.h"
#include "kit/step.h"

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
  bool prompt_commutes; /* these are those that commute (message_kind.commutes) */
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
  return machine->core_count + controller;
}
static inline unsigned channel_slot(const struct machine *machine, unsigned channel) {
  return machine->core_count + machine->controller_count + channel;
}
static inline unsigned barrier_slot(const struct machine *machine) {
  return machine->core_count + machine->controller_count + machine->channel_count;
}

static inline unsigned focus_slot(const struct machine *machine) {
  return barrier_slot(machine) + machine->has_barriers;
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
  return (unsigned)((machine->local_size[kind] - sizeof(struct local)) / sizeof(struct line));
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
  return &machine->system->kinds[machine->controllers[controller].kind];
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

/* --- alternatives.c --- */
/* All ways in which `controller` in `local` takes an input; message is 0 for internal events. */
const struct alternatives *controller_steps(const struct machine *machine, unsigned controller,
                                            uint32_t local, enum input_kind kind, unsigned event,
                                            unsigned at, uint32_t message, unsigned lazily,
                                            unsigned time_greatest);
/* The internal steps that it might take (those whose row is not known to stall). */
const struct moves *controller_moves(const struct machine *machine, unsigned controller,
                                     uint32_t local);

/* Channels, as a set. */
struct channel_set {
  uint64_t words[(CHANNELS_MAX + 63) / 64];
};
static inline void put_channel(struct channel_set *set, unsigned channel) {
  set->words[channel / 64] |= 1ull << channel % 64;
}
/* Where a line is explored by itself: does a step go among other lines that hold nothing?  Beside
 * which of what they may hold (controller_kind.beside) does it not, as a set?  And it may send by
 * these channels, at most so many messages by one, and of no line by those; and raise an event on
 * other lines, which may send of them. */
struct going {
  bool goes, raises;
  uint8_t unless, most;
  struct channel_set sends, sends_for_all;
};
struct going controller_goes(const struct machine *machine, unsigned controller, uint32_t local,
                             enum input_kind kind, unsigned event, unsigned at, uint32_t message);

/* --- step.c --- */
/* Takes every urgent internal step of a local state. */
void step_settle(struct step *step);
/* And where time passes for all at once (times.c), so that nothing of the step is kept but the
 * local state: more is a fault. */
void step_settle_at_once(struct step *step);
void machine_fire(const struct machine *machine, unsigned kind, const struct fired *fired);

/* --- deferred_evictions.c --- */
/* Do two ways tell others the same, whatever they leave of the controller? */
bool alternative_same_effects(const struct alternative *a, const struct alternative *b);
/* Does a lazy event, which a controller could take of itself, keep what its record promises?  And
 * need it be tried but before others of its line? */
bool deferred_promise_is_kept(const struct machine *machine, unsigned controller, uint32_t local,
                              unsigned internal, unsigned at);
bool deferred_event_waits(const struct machine *machine, unsigned controller, uint32_t local,
                          unsigned internal, unsigned at);

/* --- channel.c --- */
/* What is in flight in one channel. */
struct flight {
  const struct message *messages;
  unsigned count;
};
struct flight channel_flight(const struct machine *machine, uint32_t content);
/* In messages. */
unsigned channel_capacity(const struct machine *machine, unsigned channel);
uint32_t channel_push(const struct machine *machine, unsigned channel, uint32_t content,
                      uint32_t message); /* UINT32_MAX: full */
uint32_t channel_pop(const struct machine *machine, unsigned channel, uint32_t content,
                     unsigned index);
/* A bag is kept sorted. */
void channel_sort(const struct machine *machine, unsigned channel, struct message *messages,
                  unsigned count);
/* One message of a content, interned. */
uint32_t channel_message(const struct machine *machine, uint32_t content, unsigned index);
/* The messages of a content, and which of them may be taken. */
const struct message *channel_messages(const struct machine *machine, uint32_t content,
                                       unsigned *count);
bool channel_takeable(const struct machine *machine, unsigned channel,
                      const struct message *messages, unsigned index);

/* --- observer.c --- */
/* A slot hears of a performed store; and where loads are watched, so do those to whom the slot is a
 * channel in which something is overwritten. */
void observer_sweep_slot(const struct machine *machine, unsigned slot, slot_t *slots,
                         struct performed performed);

/* --- history.c --- */
uint32_t history_start(const struct machine *machine);
uint32_t history_after(const struct machine *machine, uint32_t content, uint32_t observed);
/* Does it ask when threads are told that transactions begin and end? */
bool history_keeps_real_time(const struct machine *machine);
uint32_t history_broken(const struct machine *machine, uint32_t content);
bool history_is_quiet(const struct machine *machine, const slot_t *state);
uint32_t history_permuted(const struct machine *machine, const uint8_t *core, const uint8_t *line,
                          uint32_t content);
void history_describe(const struct machine *machine, struct text *text, uint32_t content);

/* --- times.c --- */
/* `over`: of each line, copies that can only be renewed go if it is by a time no later than this
 * (NO_TIME: none goes). */
struct time_map {
  uint8_t to[64], over[LINES_MAX];
};
/* Of each line, from which time on copies are renewed (NO_TIME: nothing is said), and by which, as
 * a set, those would be that are kept for it. */
struct renewals {
  uint8_t from[LINES_MAX];
  uint64_t by[LINES_MAX];
};
extern const struct renewals times_renewals_none;
/* May a slot hold timestamps? */
static inline bool slot_is_timed(const struct machine *machine, unsigned slot) {
  return slot >= machine->core_count && slot < barrier_slot(machine);
}
uint64_t times_used(const struct machine *machine, unsigned slot,
                    uint32_t content); /* set of timestamps */
unsigned times_greatest(const struct machine *machine, const slot_t *state);
/* The time before which no time matters, as far as one slot's content goes (TIME_MAX + 1: all); a
 * state's is the least. */
unsigned times_past(const struct machine *machine, unsigned slot, uint32_t content);
/* How a state with these timestamps, and that past, is renumbered; false: it need not be. */
bool times_renumber(const struct machine *machine, uint64_t used, unsigned past,
                    struct time_map *map);
/* Adds what a slot's content says of renewals to what others do. */
void times_add_renewals(const struct machine *machine, unsigned slot, uint32_t content,
                        struct renewals *renewals);
/* The map by which outdated copies go; false: there are none. */
bool times_outdate(const struct renewals *renewals, struct time_map *map);
/* Makes room for a timestamp after another one (NO_TIME: before all). */
struct time_map times_insertion(unsigned after);
/* What becomes of a slot's content under a map, which is interned. */
uint32_t times_map_slot(const struct machine *machine, unsigned slot, uint32_t content,
                        uint32_t map);
void times_insert(const struct machine *machine, slot_t *state, unsigned after, int except);
void times_normalise(const struct machine *machine, slot_t *state);
bool times_tick(const struct machine *machine, const slot_t *state, slot_t *to);
/* What fires at a controller, and what is wrong there, as the clock ticks; of the local state
 * nothing. */
void times_tick_again(const struct machine *machine, unsigned controller, uint32_t local,
                      struct step *step);
bool times_roll_over(const struct machine *machine, const slot_t *state, slot_t *to);
unsigned machine_messages_in_flight(const struct machine *machine, const slot_t *state,
                                    struct message *all); /* in flight */
uint32_t times_tick_slot(const struct machine *machine, unsigned slot, uint32_t content);
void times_map_local(const struct machine *machine, unsigned kind, struct local *local,
                     const struct time_map *map);
void times_map_message(struct message *message, const struct time_map *map);

/* --- dead_values.c --- */
void dead_values_future_lines(struct machine *machine, unsigned core);
bool dead_values_in_lines(const struct machine *machine);
unsigned dead_values_lines_wanted(const struct machine *machine, const slot_t *state, unsigned sm);
/* Drops the copies that no core will ask for again: of all SMs, where the machine does so; of one,
 * of which only its port and its cores are looked at. */
void dead_values_drop_lines(const struct machine *machine, slot_t *state);
void dead_values_drop_lines_of(const struct machine *machine, slot_t *state, unsigned sm);

/* --- persistent_set.c --- */
enum { NO_FOCUS = -1, KEEP_FOCUS = -2 };
int persistent_focus(const struct machine *machine, const slot_t *state);
void persistent_set_focus(const struct machine *machine, slot_t *state, int line);
/* The lines whose steps alone are enough to explore from here. */
unsigned persistent_closed_lines(const struct machine *machine, const slot_t *state);
/* The lines on which a deferred event may begin now; those to which it then draws the focus. */
struct deferral {
  unsigned begin, focuses;
};
struct deferral persistent_lines_to_defer(const struct machine *machine, const slot_t *state,
                                          int focus, unsigned asked);

/* --- per_address.c --- */
bool per_address_begin(struct machine *machine, struct diagnostic *error);
/* A line by itself: are steps of this kind of controller asked what they keep beside another line?
 */
bool per_address_has_context(const struct machine *machine, unsigned kind);
/* A local state of the line by itself in the i-th of such company; false: there is none. */
bool per_address_in_context(const struct machine *machine, unsigned kind, const struct local *local,
                            unsigned i, struct local *to);

/* --- line_independence.c --- */
/* Are these the ways that the step goes whatever the controller's other lines hold, and do they
 * leave those alone? */
bool step_is_apart(const struct machine *machine, unsigned controller, uint32_t local,
                   enum input_kind kind, unsigned event, unsigned at, uint32_t message,
                   unsigned lazily, const struct alternatives *ways);

/* --- data_independence.c --- */
/* Other data: put in place of those that are in a local state, or a message. */
enum data_assignment { ALL_DIFFERENT, OF_A_FEW, DATA_ASSIGNMENTS, ALL_THE_SAME = DATA_ASSIGNMENTS };
void data_assign_local(const struct machine *machine, unsigned kind, const struct local *from,
                       enum data_assignment assignment, union local_copy *to);
void data_assign_message(struct message *message, enum data_assignment assignment);
/* Did two steps do the same but for which datum is where?  Not asked: whether they keep what is
 * claimed of steps. */
bool data_same_otherwise(const struct step *a, const struct step *b);

/* --- symmetry.c --- */
/* Finds the permutations under which the machine is symmetric; machine->symmetry stays NULL where
 * there is but one. */
void symmetry_find(struct machine *machine);
void symmetry_free(struct machine *machine);
/* Makes a trace of states that stand for others one of states that follow each other, with labels
 * of a machine on which no message is taken before all else, and ends both reductions.  false:
 * there is no such run, since the tables tell SMs, threads or lines apart, as a mutant's fault may,
 * or a record's own. */
bool symmetry_unfold(struct machine *machine, struct trace *trace);

/* --- orbit.c --- */
/* A state, and what says which state of its orbit stands for it. */
struct orbit *orbit_new(void); /* to be released by memory_free */
void orbit_of(const struct machine *machine, const slot_t *state, struct orbit *orbit);
/* The states that it stands for. */
unsigned orbit_size(const struct machine *machine, const struct orbit *orbit);
/* Replaces `state`, a successor of `source`'s, by the one that stands for it. */
void orbit_stand_in(const struct machine *machine, const struct orbit *source, slot_t *state);

/* --- mutant.c --- */
bool mutate_table(struct machine *machine, const struct mutant *mutant, struct diagnostic *error);

/* --- waits.c --- */
/* As controller_goes; what it does of others besides counts as raised. */
struct going waits_controller_goes_among(const struct machine *machine, unsigned controller,
                                         uint32_t local, enum input_kind kind, unsigned event,
                                         unsigned at, uint32_t message);
/* Notes what a state waits for (machine_options.waits); CLAIM(PROPERTY_WITNESS) where that is what
 * was left. */
uint64_t waits_note(const struct machine *machine, const slot_t *state);

/* --- successors.c, properties.c, describe.c, warm_start.c --- */
/* Where an outcome over everything has the first register of a thread; behind those of the last are
 * the locations. */
unsigned machine_outcome_registers(const struct program *program, unsigned thread);
/* The location of the program whose memory is this word; -1: there is none. */
int machine_location_in_word(const struct machine *machine, unsigned line, unsigned word);
void machine_successors(const struct model *model, void *worker, const slot_t *state,
                        step_visitor *visit, void *context);
/* What the slots of a cluster can do together, in a state of which only these are known, and the
 * greatest timestamp. */
void machine_steps_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder);
/* Likewise, what must not wait. */
void machine_ample_within(const struct machine *machine, const slot_t *state, const uint8_t *slots,
                          unsigned count, unsigned greatest, struct recorder *recorder);
/* What a core can ask: for each, the request and the core once it has asked. */
struct ask {
  uint32_t message, core;
  uint8_t entry, event, line, barrier, goes_on;
};
struct asks {
  unsigned count;
  struct ask items[];
};
const struct asks *core_asks(const struct machine *machine, unsigned core, uint32_t number);
/* The controller that a core asks for a line. */
unsigned machine_port(const struct machine *machine, unsigned core, unsigned line);
uint32_t core_after(const struct machine *machine, unsigned core, uint32_t number,
                    const struct reply *answer, uint32_t answer_number);
uint64_t machine_broken(const struct model *model, void *worker, const slot_t *state,
                        unsigned steps);
/* Parts of it: what a slot adds to coherence, what two parts of a state break together, the
 * system's own invariant, deadlock. */
void coherence_add_slot(const struct machine *machine, struct coherence *coherence, unsigned slot,
                        uint32_t content);
uint64_t machine_own_invariant(const struct machine *machine, const struct local *const *locals,
                               const struct flight *flights, unsigned flight_count);
bool machine_deadlocked(const struct machine *machine, const slot_t *state, unsigned steps);
/* (a program) What its end breaks, in a state where all is done; the worker notes the outcome. */
uint64_t machine_ending(const struct machine *machine, struct worker *worker, const slot_t *state);
static inline void coherence_join(struct coherence *all, const struct coherence *part) {
  unsigned conflict =
      (part->writers & (all->writers | all->readers)) | (part->readers & all->writers);
  all->broken |= part->broken | (conflict ? CLAIM(PROPERTY_SWMR) : 0);
  all->writers |= part->writers;
  all->readers |= part->readers;
  if (!part->timed) return;
  all->timed = true;
  for (unsigned line = 0; line < LINES_MAX; line++) {
    const struct times_of_line *times = &part->times[line];
    if (times->overwritten > all->times[line].overwritten)
      all->times[line].overwritten = times->overwritten;
    if (times->version > all->times[line].version) all->times[line].version = times->version;
  }
}
/* What is broken, once all parts are joined.  A copy that was overwritten has a lease that ended
 * before the store which did it, and so before the last one; were it renewed nevertheless, its
 * lease would reach the version that was renewed. */
static inline uint32_t coherence_broken(const struct coherence *all) {
  uint32_t broken = all->broken;
  for (unsigned line = 0; line < LINES_MAX && all->timed; line++)
    if (all->times[line].version && all->times[line].overwritten >= all->times[line].version)
      broken |= CLAIM(PROPERTY_SWMR_LOGICAL);
  return broken;
}
bool coherence_line_is_broken(const struct machine *machine,
                              const struct line *line); /* a copy's lease reaches a later version */
bool machine_idle(const struct machine *machine, const slot_t *state);
bool machine_quiet(const struct machine *machine, const slot_t *state);
bool machine_finished(const struct machine *machine, const slot_t *state);
const struct summary *machine_summary_of(const struct machine *machine, unsigned controller,
                                         uint32_t number);
void machine_describe_state(const struct model *model, FILE *out, const slot_t *state);
void machine_describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                           const slot_t *to);
void machine_initial(const struct model *model, void *worker, step_visitor *visit, void *context);

/* --- machine.c, wiring.c, cold_start.c --- */
/* The network by which a type of message goes. */
unsigned machine_network_of(const struct machine *machine, unsigned type);
/* Room, zeroed, for what lives as long as the machine. */
void *machine_keep(const struct machine *machine, size_t bytes);
void machine_client_alphabet(struct machine *machine);
bool machine_wire(struct machine *machine, struct diagnostic *error);
/* May the line's value be here, or the memory behind it? */
bool machine_is_home(const struct machine *machine, const struct controller *controller,
                     unsigned line);
void cold_state(const struct machine *machine, slot_t *state);
uint32_t cold_local(const struct machine *machine, unsigned controller);

#endif
