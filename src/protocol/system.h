/* The record of a modelled design: one const struct that says all there is to know of it.
 *
 * A folder models/FAMILY/NAME, or one that -p names, holds one system: its tables and one
 * `SYSTEM(NAME) = { ... }`.  The macro enters the record at start-up, so no list has to be edited.
 * docs/write-a-protocol.md explains the record; record.c refuses a wrong one at start-up.
 *
 * Conventions:
 *  - A field that is left out is zero or NULL.  Its comment says what that means, unless it means
 *    "no" or "none".
 *  - A set of events, states, cores or controllers is an integer with one bit for each member.
 *  - A parameter "counted from 1" is a position in `parameters` plus 1; 0 means none.
 *  - "(client)" marks what concerns the most general client only, "(programs)" the opposite. */
#ifndef PROTOCOL_SYSTEM_H
#define PROTOCOL_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "protocol/controller_kind.h"
#include "protocol/controller_state.h"
#include "protocol/placement.h"
#include "protocol/promises.h"
#include "protocol/table.h"
#include "litmus/program.h"

struct micro;
struct setting;
struct shape;

/* --- events --- */

/* Events of every system.  Its messages and its own events follow, from EVENT_OWN on. */
enum event {
  /* requests of cores */
  EVENT_LOAD,
  EVENT_STORE,
  EVENT_ATOMIC,
  EVENT_LOAD_ACQUIRE,
  EVENT_STORE_RELEASE,
  EVENT_FENCE,
  /* a controller's own */
  EVENT_EVICT,
  EVENT_EXPIRY,
  EVENT_OWN,
  EVENT_NO_REQUEST = 255 /* in a micro-operation: no request to the port */
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

/* --- cores --- */

/* How the cores of a machine run their programs (core.h). */
enum core_kind {
  CORE_IO,   /* in order; every operation waits for its answer */
  CORE_GPU,  /* in order; stores are posted, loads and atomics block */
  CORE_WEAK, /* any order, except for same address, fences and dependencies */
  CORE_KINDS
};

/* --- liveness --- */

/* PROGRESS_POSSIBLE: the end stays reachable.  PROGRESS_GUARANTEED: every fair run reaches it. */
enum progress_level { PROGRESS_NONE, PROGRESS_POSSIBLE, PROGRESS_GUARANTEED };

/* The liveness that a system claims.  Each `all_...` names a case with a guaranteed end. */
struct progress_claim {
  enum progress_level threads;  /* of threads in programs */
  enum progress_level requests; /* (client) of requests */
  bool all_on_one_sm;           /* threads, where the placement has one SM */
  bool all_with_acquires;       /* threads, where all loops acquire (program_loops_refresh) */
  bool all_without_loops;       /* threads, where the program has no loop */
  bool all_apart;               /* requests, where no two threads share an SM */
};

/* The size of a table as its source prints it; `turnsole table` compares. */
struct published_count {
  unsigned states_stable, states_transient;
  unsigned transitions;   /* 0: the source prints no number */
  const char *source;     /* "thesis table 3.5, MESI L1" */
  const char *difference; /* the reason, where this table differs */
  bool of_transient;      /* `transitions` counts only those from or to a transient state */
};

/* --- networks and messages --- */

enum channel_order {
  UNORDERED,    /* any message may be taken next */
  FIFO,         /* point to point: the oldest only */
  FIFO_PER_LINE /* point to point: the oldest of each line */
};

/* The GPMs between which messages about lines may travel. */
enum course {
  COURSE_ANY,      /* within a GPU, and between GPMs of one index in two GPUs */
  COURSE_TO_HOME,  /* to the line's home in the GPU, or from there to its home in another GPU */
  COURSE_FROM_HOME /* the same ways, backwards */
};

struct network {
  const char *name;
  enum channel_order order;
  unsigned capacity;  /* messages of one channel */
  unsigned senders;   /* set of controller kinds; 0: all kinds except the taker's */
  enum course course; /* among GPMs */
  bool counted;       /* messages stand for counters: --capacity does not bound them */
  /* Where this parameter (counted from 1) is not 0, the order is instead[value - 1]. */
  unsigned instead_where;
  enum channel_order instead[2];
  enum fairness fairness; /* of each message; usual: strong */
};

struct message_kind {
  const char *name;
  unsigned network;
  const char *times[TIMES]; /* names of the times that it carries */
  bool has_data, has_value, has_core, has_count, has_requester; /* fields that traces print */
  const char *flag;                                             /* name of message.flag */
  const char *marks[2]; /* names of bits 0 and 1 of the count, printed where they are set */
  int lease; /* index of the time that ends the lease it grants; NO_LEASE must be said in a system
              * with `time` */
  struct message_promises promises;
  bool no_line; /* it is about no line: line is 0, and all rows take it alike on every line */
  /* Where this parameter (counted from 1) is not 0, it goes by the network `instead`. */
  unsigned instead_where, instead;
};

/* --- time --- */

enum time_scheme {
  TIME_NONE,
  TIME_REMAINING, /* times count down with a shared clock's tick (times.c) */
  TIME_LOGICAL    /* times are only compared and increased; shifted or ranked (times.c) */
};

/* A rollover of all timestamps at once: `event` is raised on each line (rollover.c). */
struct rollover {
  unsigned event;     /* 0: times never roll over */
  unsigned parameter; /* position of a parameter; a rollover can happen only if it is not 0 */
  /* May it happen in this state?  `messages`: all in flight. */
  bool (*may)(const struct shape *shape, const struct local *const *locals,
              const struct message *messages, unsigned count);
};

/* --- claims --- */

/* Properties of states and steps; CLAIM makes sets of them. */
enum property {
  PROPERTY_SWMR,          /* one writer and no reader, or any number of readers, in real time */
  PROPERTY_DATA_VALUE,    /* each word of a readable copy is the last store performed to it */
  PROPERTY_SWMR_LOGICAL,  /* no lease on an old version reaches the time of the next store */
  PROPERTY_VALUE_LOGICAL, /* the lease covers the time of each load that is answered from the copy;
                           * no readable copy lacks a word; no clock lags behind */
  PROPERTY_OWN,           /* the system's own invariant */
  PROPERTY_DEADLOCK,      /* while something is outstanding, some step can be taken */
  PROPERTY_NEVER,         /* no NEVER fires; each cell has exactly one row; only committed writes
                           * reach memory; each thread learns how its attempt really ended */
  PROPERTY_OVERFLOW,      /* no step exceeds a fixed limit, or an empty channel */
  PROPERTY_SERIALISABLE,  /* one order of the committed transactions explains their reads, and
                           * agrees with the order of each thread */
  PROPERTY_OPACITY,       /* the same with all aborted attempts, as transactions that only read */
  PROPERTY_STRICT,        /* that order agrees with real time, from an end to a later beginning */
  PROPERTY_OUTCOME,       /* no outcome is forbidden by the memory model */
  PROPERTY_WITNESS,       /* what --witness asks for */
  PROPERTY_LOAD_VALUE,    /* (client) no load returns a value that was overwritten before the load
                           * was issued, or that is yet to be stored (observer.c) */
  PROPERTY_SNAPSHOT,      /* snapshot isolation, weaker than PROPERTY_SERIALISABLE: each transaction
                           * reads a snapshot that has the earlier ones of its thread, and of two
                           * that write one word one is in the other's */
  PROPERTIES              /* recordings name properties by number: append only */
};
#define CLAIM(property) (1u << (property))

/* The claims of a system with one kind of core. */
struct claim {
  bool offered;              /* the system runs with this kind of core */
  const char *memory_models; /* names in memmodels/, separated by spaces */
  const char *fails; /* tests that it is known to fail, separated by spaces; '*' matches all */
};

/* The system's own invariant, over a whole state: true where it holds. */
struct own_invariant {
  bool (*holds)(const struct shape *shape, const struct local *const *locals);
  /* The same over messages in flight, too: channel after channel, in no order. */
  bool (*holds_in_flight)(const struct shape *shape, const struct local *const *locals,
                          const struct message *messages, unsigned count);
  /* (--sms any) Where it fails, it fails for one SM beside the banks, whatever others hold.  false:
   * it may take two. */
  bool of_one_sm;
  const char *name;
  const char *name_of_one_value; /* its wording where only one value is stored; NULL: the same */
};

/* --- parameters and variants --- */

enum { PARAMETERS_MAX = 14, VARIANTS_MAX = 32 };

/* A number that rows may ask for (step_parameter); --set changes it. */
struct parameter {
  const char *name;
  int initial, least, greatest;
  const char *help;
};

/* Named settings of parameters, mostly to show the use of a rule. */
struct variant {
  const char *name; /* "printed" */
  const char *help;
  struct {
    const char *name;
    int value;
  } settings[4];
  const char *memory_models; /* its claim instead; NULL: the system's */
  /* Tests that it fails: it must reach their forbidden outcomes.  If the system passes one of them,
   * the variant is expected to fail, and its other failures are known (run --variants has all). */
  const char *fails;
  unsigned invariants_lost;      /* properties that it loses; `prove` must refute at least one */
  unsigned invariants_unclaimed; /* properties that it does not claim */
  unsigned invariants_claimed;   /* properties that it claims and the system does not */
  struct {
    unsigned sms, threads, lines, values;
    bool two_words;
  } shown_by; /* the client that refutes it; a 0: as usual */
};

/* A variant loses the system's own invariant, and this client shows it. */
#define LOSES_OWN(sms_, threads_, lines_, values_) \
  .invariants_lost = CLAIM(PROPERTY_OWN),          \
  .shown_by = { .sms = sms_, .threads = threads_, .lines = lines_, .values = values_ }

/* --- the record --- */

enum { KINDS_MAX = 3, NETWORKS_MAX = 6 };

struct system {
  const char *name;         /* "rcc-sc" */
  const char *title;        /* one line */
  const char *source;       /* the paper or the specification */
  const char *not_modelled; /* what of the source is left out */

  /* Controllers, events and messages. */
  struct controller_kind kinds[KINDS_MAX]; /* the port first; ends with a NULL name */
  struct published_count published[KINDS_MAX];
  const char *const *events; /* names of all events, EVENT_LOAD first */
  unsigned event_count;
  struct network networks[NETWORKS_MAX];
  unsigned network_count;
  struct message_kind messages[EVENTS_MAX]; /* by event; a NULL name: no message */

  /* Time. */
  enum time_scheme time;
  /* (programs, TIME_LOGICAL) Are times ranks even without a loop?  NULL: they are shifted numbers.
   * The client and programs with loops always use ranks. */
  bool (*always_rank)(const struct setting *setting);
  struct rollover rollover; /* TIME_LOGICAL */

  /* Placement and symmetry. */
  struct topology topology; /* the smallest on which its tests run; zero: it has no GPMs */
  bool banks_matter;        /* lines of a bank share state, so their placement in banks matters */
  /* (client) Are all lines in one bank, for example in one queue to it?  Such lines are not renamed
   * (`asymmetric`).  NULL: each line has a bank of its own. */
  bool (*one_bank)(const struct setting *setting);
  bool sm_is_warp; /* an SM is a warp, threads are its lanes: only those of one CTA may share it */
  /* Do tables name SMs, threads or lines, so that symmetry must not rename them?  NULL: never. */
  bool (*asymmetric)(const struct setting *setting);
  bool threads_in_order; /* threads of an SM are served in order: symmetry keeps that order */

  /* Cores, clients and transactions. */
  /* Writes the requests that an instruction becomes, at most MICROS_PER_INSTRUCTION, and returns
   * how many (0: it is dropped).  lower.c lowers barriers, arithmetic and jumps; the operations
   * returned for a barrier come before it, or after it with `after` (lower.h). */
  unsigned (*lower)(const struct shape *shape, const struct instruction *instruction,
                    struct micro *out);
  enum core_kind core; /* the default */
  /* (programs) Do threads of this SM keep one access outstanding, whatever the kind of core?
   * `behind_fence`: behind their first fence or barrier.  NULL: the kind of core decides. */
  bool (*one_outstanding)(const struct shape *shape, unsigned sm, bool behind_fence);
  enum fairness core_fairness; /* of a thread's access; usual: strong */
  /* Do its barriers meet threads of one SM alone, since each SM has a logical time of its own?  It
   * runs no test with a cluster's barrier. */
  bool barriers_within_sm;
  bool same_address_interlock; /* a core's accesses to one address wait for each other */
  uint64_t client;             /* (client) the requests that it makes */
  unsigned scopes;   /* (client) the scopes of its requests, as a set; 0: the system has none */
  uint64_t unscoped; /* (client) those of its requests that have no scope all the same */
  struct {
    unsigned begin, load, store, commit, abort;
  } transactions; /* the requests of transactions, as own events; begin 0: it runs none */

  /* Claims. */
  struct claim claims[CORE_KINDS]; /* by kind of core */
  unsigned invariants; /* set of CLAIM(...); all systems claim DEADLOCK, NEVER and OVERFLOW */
  struct own_invariant own_invariant;
  /* Its liveness.  NULL: all is guaranteed, to a thread as far as its program can end. */
  struct progress_claim (*progress)(const struct setting *setting);

  struct system_promises promises;
  struct parameter parameters[PARAMETERS_MAX]; /* ends with a NULL name */
  struct variant variants[VARIANTS_MAX];       /* ends with a NULL name */
  const void *hooks; /* what code in models/lib asks of the models that share it */
};

/* --- registration --- */

/* Bytes of the arrays that a record points to; SIZE_UNKNOWN without optimisation. */
#define SIZE_UNKNOWN ((size_t)-1)
struct record_sizes {
  size_t events;
  struct {
    size_t rows, states, events;
  } kinds[KINDS_MAX];
};
struct record {
  const struct system *system;
  const char *file; /* of the record */
  unsigned line;
  void (*measure)(struct record_sizes *sizes);
  struct record *next; /* the one that was entered before */
  const char *path;    /* the absolute path that -p named; NULL: it is built in */
  uint64_t key;        /* with a path: a hash of all that the object is made from; 0: not known */
};

#define SIZES_OF_KIND(table)                                                          \
  {                                                                                   \
    __builtin_object_size((table).rows, 0), __builtin_object_size((table).states, 0), \
        __builtin_object_size((table).events, 0)                                      \
  }

/* `SYSTEM(tc_weak) = { .name = "tc-weak", ... };`  The identifier comes first in all names that the
 * macro makes, lest a protocol called "find" meets system_find. */
#define SYSTEM(identifier)                                                           \
  static const struct system identifier##_system_record;                             \
  static void identifier##_system_sizes(struct record_sizes *sizes) {                \
    const struct system *s = &identifier##_system_record;                            \
    _Static_assert(KINDS_MAX == 3, "each kind's table is measured");                 \
    *sizes = (struct record_sizes){ __builtin_object_size(s->events, 0),             \
                                    { SIZES_OF_KIND(s->kinds[0].table),              \
                                      SIZES_OF_KIND(s->kinds[1].table),              \
                                      SIZES_OF_KIND(s->kinds[2].table) } };          \
  }                                                                                  \
  __attribute__((constructor)) static void identifier##_system_enter(void) {         \
    static struct record record = { &identifier##_system_record, __FILE__, __LINE__, \
                                    identifier##_system_sizes };                     \
    record_enter(&record);                                                           \
  }                                                                                  \
  static const struct system identifier##_system_record

/* Enters a record, before main or while a shared object is loaded. */
void record_enter(struct record *record);
/* The record that was entered last, which begins the list of all. */
struct record *record_newest(void);

/* All systems, sorted by name; NULL-terminated.  Callable from several threads, while none is
 * entered. */
const struct system *const *systems(void);
const struct system *system_find(const char *name, unsigned length);

/* Has a kind one controller for each bank? */
bool system_has_banks(const struct system *system);
/* Does the record promise that values are dead (drop_dead_values, outdates)? */
bool system_forgets(const struct system *system);

/* --- settings --- */

/* A system with a variant, a core and parameters: `-p rcc-sc:printed --set lease=3`. */
struct setting {
  const struct system *system;
  const struct variant *variant; /* NULL: the system itself */
  int values[PARAMETERS_MAX];
  enum core_kind core;
};

/* `text`: "NAME" or "NAME:VARIANT".  false on error, as for the next three. */
bool setting_parse(struct setting *setting, const char *text, struct diagnostic *error);
/* The same for a system that is known; only the variant of `text` counts. */
bool setting_in(struct setting *setting, const struct system *system, const char *text,
                struct diagnostic *error);
/* Applies "lease=3". */
bool setting_assign(struct setting *setting, const char *assignment, struct diagnostic *error);
/* Applies "io", "gpu" or "weak". */
bool setting_core(struct setting *setting, const char *name, struct diagnostic *error);

/* A system's setting with a variant (NULL: itself).  Returns NULL, or the name of a parameter that
 * the variant sets and the system lacks. */
const char *setting_of_variant(struct setting *setting, const struct system *system,
                               const struct variant *variant);
/* "rcc-sc:printed" as text, to be released by memory_free. */
char *setting_name(const struct setting *setting);
/* No variant, the system's default core, all parameters at their initial values? */
bool setting_is_plain(const struct setting *setting);
/* Are its core and its parameters those of the system's and the variant's records? */
bool setting_is_as_recorded(const struct setting *setting);

/* The memory models that it claims with its core, separated by spaces. */
const char *setting_claims(const struct setting *setting);
/* The tests that it is known to fail, as patterns; "": none. */
const char *setting_fails(const struct setting *setting);
/* Is it a variant that is expected to fail a test which the system itself passes? */
bool setting_is_broken(const struct setting *setting);
/* The properties that it claims, as a set. */
unsigned setting_invariants(const struct setting *setting);
/* Those of them that programs are checked for: not PROPERTY_LOAD_VALUE. */
unsigned setting_invariants_of_programs(const struct setting *setting);
/* The properties that its variant loses, as a set. */
unsigned setting_losses(const struct setting *setting);
/* The liveness that it claims. */
struct progress_claim setting_progress(const struct setting *setting);

/* Promises that depend on the setting. */
bool setting_lines_share_clock(const struct setting *setting);
bool setting_per_address(const struct setting *setting);

/* Stock hooks for records. */
bool record_lines_always_share_clock(const struct setting *setting);
bool record_always_per_address(const struct setting *setting);
/* Only an acquire refreshes a copy that a load may hit: a loop that waits for a store of another SM
 * need not end. */
struct progress_claim progress_with_stale_copies(const struct setting *setting);
/* Acquires refresh no copy either.  Only the end of its lease does, and that need not come. */
struct progress_claim progress_with_endless_leases(const struct setting *setting);

const char *progress_level_name(enum progress_level level); /* "none" "possible" "guaranteed" */
const char *core_kind_name(enum core_kind kind);            /* "io" "gpu" "weak" */
const char *property_name(enum property property);          /* "swmr" ... */

/* The requests that its port takes and its most general client never makes, as a set.  For a system
 * with transactions, plain accesses are left out. */
uint64_t system_not_asked(const struct system *system);

#endif
