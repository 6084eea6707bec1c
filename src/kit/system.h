/* A system: one const record that says all there is to know of a modelled design.
 *
 * A folder models/FAMILY/NAME holds one system: its tables and one `SYSTEM(NAME) = { ... }`.
 * Records find their own way into the list (a linker section), so that a new protocol needs no edit
 * elsewhere.
 */
#ifndef KIT_SYSTEM_H
#define KIT_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "protocol/controller_state.h"
#include "protocol/placement.h"
#include "protocol/promises.h"
#include "protocol/table.h"
#include "litmus/program.h"

struct machine;
struct setting;

/* Events that every system has; a system's messages and its own events follow, from EVENT_OWN on.
 */
enum event {
  EVENT_LOAD,
  EVENT_STORE,
  EVENT_ATOMIC,
  EVENT_LOAD_ACQUIRE,
  EVENT_STORE_RELEASE,
  EVENT_FENCE, /* requests */
  EVENT_EVICT,
  EVENT_EXPIRY, /* internal */
  EVENT_OWN,
  EVENT_SILENT = 255 /* what asks nothing of the port */
};
#define LOAD (1ull << EVENT_LOAD)
#define STORE (1ull << EVENT_STORE)
#define ATOMIC (1ull << EVENT_ATOMIC)
#define LOAD_ACQUIRE (1ull << EVENT_LOAD_ACQUIRE)
#define STORE_RELEASE (1ull << EVENT_STORE_RELEASE)
#define FENCE (1ull << EVENT_FENCE)
#define EVICT (1ull << EVENT_EVICT)
#define EXPIRY (1ull << EVENT_EXPIRY)
#define REQUESTS (LOAD | STORE | ATOMIC | LOAD_ACQUIRE | STORE_RELEASE | FENCE)

/* How the cores of a machine run their programs (core.h). */
enum core_kind {
  CORE_IO,   /* in order, every operation waits for its answer */
  CORE_GPU,  /* in order, stores are posted, loads block */
  CORE_WEAK, /* any order, but for same address, fences, and dependencies */
  CORE_KINDS
};

/* Whether a step that can be taken must be, sooner or later (liveness/liveness.h; fairness.c says
 * for whom). */
enum fairness { FAIRNESS_USUAL, FAIRNESS_WEAK, FAIRNESS_STRONG };

/* A step that a controller may take of itself. */
struct internal {
  unsigned event;
  enum { PER_LINE, PER_CORE, ONCE } over;
  bool (*enabled)(
      const struct step *step); /* NULL: whenever its row is not a stall and not a NEVER */
  bool urgent;            /* taken as part of the step that enabled it; sends nothing (an expiry) */
  bool environment;       /* nobody asked for it */
  enum fairness fairness; /* usual: none for the environment, else strong; a periodic tick states
                             its own */
  struct internal_promises promises;
};

/* What of progress there is (fairness.c): of threads in programs, and of requests under the most
 * general client. */
enum progress_level { PROGRESS_NONE, PROGRESS_POSSIBLE, PROGRESS_GUARANTEED };
struct progress_claim {
  enum progress_level threads, requests;
  /* Where else threads have all: on one SM; where their loops acquire (program_loops_refresh);
   * where they have none. */
  bool all_on_one_sm, all_with_acquires, all_without_loops;
  bool all_apart; /* and where else requests have: where no two threads share an SM */
};

enum permission { PERMISSION_NONE, PERMISSION_READ, PERMISSION_WRITE };

enum { INTERNALS_MAX = 7 };

/* The fields of a local state that a kind uses: their names for printing, NULL where not used. */
struct shown {
  const char *clock, *second_clock, *stall, *count, *pending, *reads, *writes, *held, *flag,
      *line_flag;
  const char *mark; /* a flag that is printed only where it is set */
  bool sharers, owner, memory, buffer, ages;
};

struct controller_kind {
  const char *name; /* "L1" */
  struct table table;
  struct internal internals[INTERNALS_MAX];
  unsigned internal_count;
  enum { ONE_PER_SM, ONE_PER_BANK, ONE_PER_CORE, ONE_PER_GPM, JUST_ONE } instances;
  bool extra_line_per_core; /* lines beyond the machine's: one for each core (store buffers) */
  bool of_cores; /* its states are those of cores (their extra lines): of who asks, or is answered,
                    or acts */
  unsigned start_state;
  void (*start)(const struct machine *machine,
                struct local *local); /* beyond zeroes; may be NULL */
  /* The table's state of a line, where it is not simply line->state. */
  unsigned (*state_of)(const struct local *local, unsigned line);
  /* May a load (a store) of this SM's threads hit this line now?  NULL: the controller holds no
   * copies for cores. */
  enum permission (*permission)(const struct local *local, unsigned line);
  /* The copy that is the system's value of a line, when it is here; NULL otherwise.  Asked of
   * quiescent states, of the controllers in order. */
  const struct data *(*value)(const struct local *local, unsigned line);
  bool value_is_dirty; /* and of its words only those that are dirty: whoever is asked next has the
                          others */
  /* Is nothing outstanding here, beyond what shows in stable states, queues, fetches and counts of
   * reads, writes and pending operations?  NULL: these suffice. */
  bool (*idle)(const struct local *local);
  /* What each of its steps keeps (claims.h), given what it found: a part of the system's own
   * invariant (PROPERTY_OWN) that no state shows and that costs none, since it asks how a state
   * came about.  Of a stall, too.  NULL: nothing. */
  bool (*keeps)(const struct step *step, const struct local *before);
  int lease; /* which time of a line ends its copy's lease, or NO_LEASE */
  /* In logical time: that of the store which a line's value is of, where the system's value is
   * here; NO_TIME where it is not. NULL: it never is. */
  unsigned (*version)(const struct local *local, unsigned line);
  const char *times[TIMES]; /* names of a line's times */
  struct shown shows;
  struct kind_promises promises;
};

enum { NO_LEASE = -1 };

enum channel_order {
  UNORDERED,    /* any message may be taken next */
  FIFO,         /* point to point: the oldest only */
  FIFO_PER_LINE /* point to point: the oldest of each line */
};

/* Between which GPMs a network leads, if its messages are about lines: nowhere else may any go. */
enum course {
  COURSE_ANY,      /* within a GPU; and between those of one index in two GPUs */
  COURSE_TO_HOME,  /* of these, to a home: of a line within the GPU, or in the system from its home
                      in another GPU */
  COURSE_FROM_HOME /* the same backwards */
};

struct network {
  const char *name;
  enum channel_order order;
  unsigned capacity;  /* messages of one channel */
  unsigned senders;   /* set of controller kinds; 0: all but the taker's own */
  enum course course; /* among GPMs */
  bool counted; /* its messages stand for counters, which need no room: a smaller capacity is not
                   for it */
  /* Where this parameter (counted from 1; 0: none) is set, the network keeps another order, by its
   * value from 1 on: to show which one is needed. */
  unsigned instead_where;
  enum channel_order instead[2];
  enum fairness fairness; /* of each message that it carries; usual: strong */
};

struct message_kind {
  const char *name;
  unsigned network;
  const char *times[TIMES]; /* names of the timestamps it carries */
  bool has_data, has_value, has_core, has_count, has_requester;
  const char *flag;     /* name of the flag, if it has one */
  const char *marks[2]; /* names of the bits of its count, each printed where it is set */
  int lease; /* which time ends the lease that it grants, or NO_LEASE (give it even if 0) */
  struct message_promises promises;
  bool no_line; /* it is about none, though it says line 0; every row must take it alike on every
                   line */
  /* Where this parameter (counted from 1; 0: none) is set, it goes by another network: to show that
   * it needs its own. */
  unsigned instead_where, instead;
};

enum time_scheme {
  TIME_NONE,
  TIME_REMAINING, /* timestamps count down with a shared clock's tick (times.c) */
  TIME_LOGICAL    /* compared and increased only: shifted or ranked (times.c) */
};

struct parameter {
  const char *name;
  int initial, least, greatest;
  const char *help;
};

enum { PARAMETERS_MAX = 12 };

/* Properties, as bits of a claim. */
enum property {
  PROPERTY_SWMR,         /* at most one writer, and no reader beside it, in real time */
  PROPERTY_DATA_VALUE,   /* each word of a readable copy is there, as the last store performed to it
                            left it, in real time */
  PROPERTY_SWMR_LOGICAL, /* no lease on an old version reaches the time of the next store */
  PROPERTY_VALUE_LOGICAL, /* no load reads at a time that the lease of what it read does not cover,
                           * no readable copy lacks a word, and no clock lags behind */
  PROPERTY_OWN,           /* the system's own invariant */
  PROPERTY_DEADLOCK,      /* (that is, none) something is outstanding, and nothing can move */
  PROPERTY_NEVER, /* (that is, none) a NEVER fired, a cell had no row, or two, nobody had committed
                   * what was written, or a thread was told of another end of its attempt than it
                   * had */
  PROPERTY_OVERFLOW,     /* (that is, none) a step was more than the kit, or a channel, can hold:
                            SEARCH_TOO_SMALL */
  PROPERTY_SERIALISABLE, /* committed transactions stand in an order that explains their reads, and
                            agrees with each thread's */
  PROPERTY_OPACITY,      /* so they do together with all attempts that were given up, taken as
                            transactions that only read */
  PROPERTY_STRICT,  /* and it agrees with real time: who began when another had ended comes after it
                     */
  PROPERTY_OUTCOME, /* (that is, none) an outcome that the memory model forbids */
  PROPERTY_WITNESS, /* asked for by --witness */
  PROPERTY_LOAD_VALUE, /* (the client) no load is told what was overwritten before it was issued, or
                        * what is yet to be stored, in real time (observer.c); the last, for
                        * recordings name properties by number */
  PROPERTIES
};
#define CLAIM(property) (1u << (property))

/* What a system claims with one kind of core. */
struct claim {
  bool offered; /* the system runs with this kind of core */
  const char
      *memory_models; /* names, space separated: the models in memmodels/ that it satisfies */
  const char *fails; /* tests whose forbidden outcome it is known to reach, with '*' as wildcard; ""
                        mostly */
};

struct variant {
  const char *name; /* "printed" */
  const char *help;
  struct {
    const char *name;
    int value;
  } settings[4];
  const char *memory_models; /* what it claims instead; NULL: what the system claims */
  /* Tests that show what is wrong with it: it must reach what they forbid.  With any named, beyond
   * those that the system itself fails, it is broken on purpose, and whatever else it fails is
   * known (run --variants has it all). */
  const char *fails;
  unsigned invariants_lost; /* properties that it does not hold, at least one of which `prove` must
                               refute */
  unsigned invariants_unclaimed; /* properties that it merely does not claim */
  unsigned invariants_claimed;   /* properties that it claims beyond those of the system */
  struct {
    unsigned sms, threads, lines, values;
    bool two_words;
  } shown_by; /* the client that refutes it; a 0: as usual */
};

/* A variant loses the system's own invariant, and this client shows it. */
#define LOSES_OWN(sms_, threads_, lines_, values_) \
  .invariants_lost = CLAIM(PROPERTY_OWN),          \
  .shown_by = { .sms = sms_, .threads = threads_, .lines = lines_, .values = values_ }

enum { VARIANTS_MAX = 32 };

struct micro;

struct published_count { /* thesis Table 3.5 and the like */
  unsigned states_stable, states_transient, transitions;
  const char *source, *difference; /* why ours differ; NULL when they agree */
  bool of_transient;               /* transitions: those from or to a transient state */
};

enum { KINDS_MAX = 3, NETWORKS_MAX = 6 };

/* All timestamps roll over at once (rollover.c), where `event` is raised on each line. */
struct rollover {
  unsigned event;     /* 0: they never roll over */
  unsigned parameter; /* its number: only where it is not 0 */
  bool (*may)(const struct machine *machine, const struct local *const *locals,
              const struct message *messages, unsigned count);
};

/* A property of the system's own, over a whole state; true where it holds. */
struct own_invariant {
  bool (*holds)(const struct machine *machine, const struct local *const *locals);
  /* Over what is in flight, too: channel after channel, in no order. */
  bool (*holds_in_flight)(const struct machine *machine, const struct local *const *locals,
                          const struct message *messages, unsigned count);
  const char *name;
  const char *name_of_one_value; /* what it comes to where one value alone is stored; NULL: the
                                    same */
};

struct system {
  const char *name; /* "rcc-sc" */
  const char *title, *source;
  const char *not_modelled;
  struct controller_kind kinds[KINDS_MAX]; /* the port first; ends with a NULL name */
  struct published_count published[KINDS_MAX];
  const char *const *events; /* names of all events, EVENT_LOAD first */
  unsigned event_count;
  struct network networks[NETWORKS_MAX];
  unsigned network_count;
  struct message_kind messages[EVENTS_MAX]; /* by event; a NULL name: not a message */
  enum time_scheme time;
  /* TIME_LOGICAL: do programs without loops keep ranks too, rather than concrete numbers?  (The
   * client always does.) */
  bool (*always_rank)(const struct setting *setting);
  struct rollover rollover; /* TIME_LOGICAL */
  /* The requests that transactions make; begin 0: it runs none.  They are the system's own events.
   */
  struct {
    unsigned begin, load, store, commit, abort;
  } transactions;
  /* An SM stands for one warp, and its threads for the lanes: threads of different CTAs never share
   * one, those of a CTA may. */
  bool sm_is_warp;
  /* Do the lines of a bank share state, so that the placement of lines in banks matters? */
  bool banks_matter;
  /* (the client) Are all lines in one bank, as where they stand in one queue to it (and are not
   * renamed: asymmetric)? NULL: never, each has a bank of its own. */
  bool (*one_bank)(const struct setting *setting);
  /* The requests that an instruction becomes: at most MICROS_PER_INSTRUCTION; returns how many (0:
   * dropped).  Barriers, arithmetic and jumps lower themselves; what is returned for a barrier
   * comes before it, or `after` (protocol/lower.h). */
  unsigned (*lower)(const struct machine *machine, const struct instruction *instruction,
                    struct micro *out);
  struct claim claims[CORE_KINDS];
  enum core_kind core;         /* the default */
  enum fairness core_fairness; /* of a thread's access; usual: strong */
  /* Must a core itself hold back an access while an earlier one of its own to the same address is
   * outstanding? */
  bool same_address_interlock;
  unsigned
      invariants; /* CLAIM(...) it makes, beyond those that all make (deadlock, NEVER, overflow) */
  struct own_invariant own_invariant;
  /* Do its tables name SMs, threads or lines, so that symmetry.c must leave it alone?  NULL: never.
   */
  bool (*asymmetric)(const struct setting *setting);
  /* What is sent to the threads of an SM, to one after the other, keeps that order: they are not
   * exchanged. */
  bool threads_in_order;
  /* What it claims of progress.  NULL: everything is guaranteed, to a thread as far as its program
   * lets it. */
  struct progress_claim (*progress)(
      const struct setting *setting); /* progress_with_..., below, are stock ones */
  uint64_t client;                    /* requests that the most general client makes */
  unsigned scopes;                    /* and in which scopes, as a set; 0: it tells none apart */
  uint64_t unscoped;                  /* those of its requests that have none all the same */
  struct topology
      topology; /* the least on which its tests run; none where it tells no GPM from another */
  struct system_promises promises;
  const void *hooks; /* what the code of models/lib asks of the models that share it */
  struct parameter parameters[PARAMETERS_MAX];
  struct variant variants[VARIANTS_MAX];
};

/* How long the arrays are that a record points to, in bytes: what the compiler knows of them where
 * it sees the record. SIZE_UNKNOWN: it does not (without optimisation). */
#define SIZE_UNKNOWN ((size_t)-1)
struct record_sizes {
  size_t events;
  struct {
    size_t rows, states, events;
  } kinds[KINDS_MAX];
};
/* A record, where it stands, and what measures its arrays. */
struct record {
  const struct system *system;
  const char *file;
  unsigned line;
  void (*measure)(struct record_sizes *sizes);
};

#define SIZES_OF_KIND(table)                                                          \
  {                                                                                   \
    __builtin_object_size((table).rows, 0), __builtin_object_size((table).states, 0), \
        __builtin_object_size((table).events, 0)                                      \
  }

/* `SYSTEM(tc_weak) = { .name = "tc-weak", ... };` */
#define SYSTEM(identifier)                                                                         \
  static const struct system system_##identifier;                                                  \
  __attribute__((used, section("systems"))) static const struct system *const entry_##identifier = \
      &system_##identifier;                                                                        \
  static void measure_##identifier(struct record_sizes *sizes) {                                   \
    const struct system *s = &system_##identifier;                                                 \
    _Static_assert(KINDS_MAX == 3, "each kind's table is measured");                               \
    *sizes = (struct record_sizes){ __builtin_object_size(s->events, 0),                           \
                                    { SIZES_OF_KIND(s->kinds[0].table),                            \
                                      SIZES_OF_KIND(s->kinds[1].table),                            \
                                      SIZES_OF_KIND(s->kinds[2].table) } };                        \
  }                                                                                                \
  static const struct record record_##identifier = { &system_##identifier, __FILE__, __LINE__,     \
                                                     measure_##identifier };                       \
  __attribute__((                                                                                  \
      used, section("records"))) static const struct record *const record_entry_##identifier =     \
      &record_##identifier;                                                                        \
  static const struct system system_##identifier

/* All systems, sorted by name; NULL-terminated.  Callable from several threads. */
const struct system *const *systems(void);
const struct system *system_find(const char *name, unsigned length);
/* Does it have banks, each of which may hold several lines? */
bool system_has_banks(const struct system *system);
/* Does a controller of it take out what it will not ask for again (kind_promises.drop_dead_values)?
 */
bool system_forgets(const struct system *system);

/* A system with its parameters set: what `-p rcc-sc:printed --set lease=3` names. */
struct setting {
  const struct system *system;
  const struct variant *variant; /* NULL: the system itself */
  int values[PARAMETERS_MAX];
  enum core_kind core;
};

/* Parses "NAME" or "NAME:VARIANT".  false on error. */
bool setting_parse(struct setting *setting, const char *text, struct diagnostic *error);
/* The same of a system that has been found. */
bool setting_in(struct setting *setting, const struct system *system, const char *text,
                struct diagnostic *error);
/* The same of a variant of it (NULL: itself); NULL, or the name of a parameter that the variant
 * sets and the system has not. */
const char *setting_of_variant(struct setting *setting, const struct system *system,
                               const struct variant *variant);
/* Applies "lease=3". */
bool setting_assign(struct setting *setting, const char *assignment, struct diagnostic *error);
bool setting_core(struct setting *setting, const char *name, struct diagnostic *error);
/* The memory models it claims with its core, space separated. */
const char *setting_claims(const struct setting *setting);
/* The tests it is known to fail, and the invariants it claims. */
const char *setting_fails(const struct setting *setting);
/* Is it a variant that its record shows to be wrong by some test that the system itself passes? */
bool setting_is_broken(const struct setting *setting);
bool setting_lines_share_clock(const struct setting *setting);
bool record_lines_always_share_clock(const struct setting *setting); /* for records */
bool setting_per_address(const struct setting *setting);
bool record_always_per_address(const struct setting *setting); /* for records */
/* The system as it comes: no variant, its own kind of core, the parameters as they are. */
bool setting_is_plain(const struct setting *setting);
/* Are its core and its parameters those of the system's and the variant's records? */
bool setting_is_as_recorded(const struct setting *setting);
unsigned setting_invariants(const struct setting *setting);
/* Of these, what runs of programs are held to: whose loads are not watched (machine.h). */
unsigned setting_invariants_of_programs(const struct setting *setting);
/* What its variant's record says that it loses; 0: nothing, or no variant. */
unsigned setting_losses(const struct setting *setting);
/* Of a system where a load may hit a copy that nothing refreshes but an acquire: a loop that waits
 * for a store of another SM need not end.  And where acquires do not, either, but an end of leases
 * that need not come. */
struct progress_claim progress_with_stale_copies(const struct setting *setting);
struct progress_claim progress_with_endless_leases(const struct setting *setting);
struct progress_claim setting_progress(const struct setting *setting);
const char *progress_level_name(enum progress_level level); /* "none" "possible" "guaranteed" */
/* "rcc-sc:printed" as text, to be released by memory_free. */
char *setting_name(const struct setting *setting);
const char *core_kind_name(enum core_kind kind); /* "io" "gpu" "weak" */
const char *property_name(enum property property);

/* Checks a system's record and tables (record.c): false with all findings, a line each. */
bool system_check(const struct system *system, struct diagnostic *error);
/* The part of it that a machine cannot do without: it was changed for a test, perhaps, and claims
 * what is now not checked. */
bool system_runs(const struct system *system, struct diagnostic *error);
/* The requests that its port takes and its most general client never makes, as a set; of
 * transactions' plain accesses nothing. */
uint64_t system_not_asked(const struct system *system);
/* The file that a system's record stands in, and its line there; NULL: it is not known. */
const char *system_file(const struct system *system, unsigned *line);
bool system_tables_check(const struct system *system, struct diagnostic *error); /* a part of it */

#endif
