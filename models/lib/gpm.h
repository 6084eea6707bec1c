/* Common to nhcc, hmg and sw-hier: events, messages, roles of GPMs, parameters, lowering.
 *
 * A GPM is one controller here: an L2 slice and the directory beside it.  For a line it is the
 * system home (`at_system`), the home within its GPU (`at_home`: the system home is one, too), or
 * neither.  With one GPU, as in nhcc, the two homes are one.
 *
 * Fields of a line in a GPM:
 *   - `state`: the directory's, I or V, as in Table I.  `sharers`: the GPMs that get its
 *     invalidations; a sharer GPU stands there as its GPM that is home of the line within it.
 *   - `data`: the L2's copy, by word, as stores allocate (AGE_NONE: not here).  The system home's
 *     is `memory`, always here.
 *   - `reads`: a request is up.  `pending`: the scope that it asks for.  `queue`, `held`: the loads
 *     of own SMs, and the GPMs, that it will answer.  `flag`: the words that a store has passed up
 *     since; and AGAIN, it must be asked once more; POISONED (sw-hier), it may not be kept.
 *   - `writes`: an atomic is up.  `writer` (overtaken=2): an atomic that the line is kept for.
 *   - `dirty` (release=6): invalidations from here that are not acknowledged.  `fetching`: those
 *     that are to be acknowledged from here then.
 *   - `dirty` (write-back): the words that are to be written back; `count` has their number.
 * Field of a core, at its SM's GPM: `pending`, the acknowledgements that its release needs. */
#ifndef MODELS_LIB_GPM_H
#define MODELS_LIB_GPM_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/guards.h"
#include "protocol/system.h"
#include "protocol/events.h"
#include "models/lib/record.h"

/* LD to REL: in: an L1 to its GPM; RLD to RELREQ: down: towards the home; DATA to RELFLUSH: up:
 * from the home; RELACK: to the GPM that releases; SMDATA to RELDONE: out: a GPM to an L1;
 * RELEASED: likewise, and in no order; REPLACE to INV_ALL: inside a GPM; inside an L1. */
#define HMG_EVENTS(E)                                                                             \
  E(LD, "LD"), E(ST, "ST"), E(ATOM, "ATOM"), E(REL, "REL"), E(RLD, "RLD"), E(RST, "RST"),         \
      E(RATOM, "RATOM"), E(RELREQ, "RELREQ"), E(DATA, "DATA"), E(ATOMRESP, "ATOMRESP"),           \
      E(INV, "INV"), E(RELFLUSH, "RELFLUSH"), E(RELACK, "RELACK"), E(SMDATA, "SMDATA"),           \
      E(SMATOM, "SMATOM"), E(RELDONE, "RELDONE"), E(RELEASED, "RELEASED"), E(REPLACE, "REPLACE"), \
      E(RETRY, "RETRY"), E(INV_ALL, "INV_ALL")
enum { HMG_EVENTS_BEGIN = EVENT_OWN - 1, HMG_EVENTS(EVENT_NUMBER), EVENT_HMG };
enum {
  EVENT_INV_TAKEN = EVENT_HMG, /* nhcc and hmg (release=count): an invalidation has arrived */
  EVENT_DOWNGRADE,             /* nhcc and hmg (downgrade): the sender has evicted its copy */
  EVENT_DOWNGRADE_LATE,        /* likewise, where later requests may come first */
  EVENT_EVICT_TOLD,            /* likewise, inside a GPM: an eviction that the home is told of */
  EVENT_RST_LAST,              /* nhcc (write-back): a store; the sender does not keep its copy */
  EVENT_EVICT_DIRTY,           /* likewise, inside a GPM: an eviction of a line with dirty words */
  EVENT_NHCC_OWN,
  EVENT_RELDIRECT = EVENT_NHCC_OWN, /* only hmg: to a system home, past that within the GPU */
  EVENT_HMG_OWN
};
enum { HMG_EVENTS(EVENT_SET) };
enum { INV_TAKEN = 1ull << EVENT_INV_TAKEN, RELDIRECT = 1ull << EVENT_RELDIRECT };
enum { DOWNGRADE = 1ull << EVENT_DOWNGRADE, DOWNGRADE_LATE = 1ull << EVENT_DOWNGRADE_LATE };
enum { EVICT_TOLD = 1ull << EVENT_EVICT_TOLD, EVICT_DIRTY = 1ull << EVENT_EVICT_DIRTY };
enum { RST_LAST = 1ull << EVENT_RST_LAST };
#define HMG_EVENT_NAMES SYSTEM_EVENT_NAMES, HMG_EVENTS(EVENT_NAME)
#define HMG_DIRECTORY_EVENT_NAMES                                                        \
  HMG_EVENT_NAMES, "INV_TAKEN", "DOWNGRADE", "DOWNGRADE_LATE", "EVICT_TOLD", "RST_LAST", \
      "EVICT_DIRTY"

enum { KIND_L1, KIND_GPM };
enum { NETWORK_IN, NETWORK_DOWN, NETWORK_UP, NETWORK_ACK, NETWORK_OUT };
/* The order that a network keeps where its parameter is 1, and 2. */
#define HMG_INSTEAD(network) \
  .instead_where = PARAMETER_##network + 1, .instead = { UNORDERED, FIFO_PER_LINE }
#define HMG_NETWORKS                                                                              \
  { "in", FIFO, 8, .senders = 1 << KIND_L1, HMG_INSTEAD(IN) },                                    \
      { "down", FIFO, 8, .senders = 1 << KIND_GPM, .course = COURSE_TO_HOME, HMG_INSTEAD(DOWN) }, \
      { "up", FIFO, 8, .senders = 1 << KIND_GPM, .course = COURSE_FROM_HOME, HMG_INSTEAD(UP) },   \
      { "ack", UNORDERED, 16, .senders = 1 << KIND_GPM, .counted = true }, {                      \
    "out", FIFO, 8, .senders = 1 << KIND_GPM, HMG_INSTEAD(OUT)                                    \
  }
/* Those that sw-hier has, too; and all. */
#define HMG_ACCESS_MESSAGES(not_last)                                                              \
  MESSAGE(LD, "LD", NETWORK_IN, .has_core = true, .flag = "scope", .promises.ample = true),        \
      MESSAGE(ST, "ST", NETWORK_IN, .has_value = true, .promises.ample = true),                    \
      MESSAGE(ATOM, "ATOM", NETWORK_IN, .has_core = true, .has_value = true, .flag = "scope",      \
              .promises.ample = true),                                                             \
      MESSAGE(REL, "REL", NETWORK_IN, .has_core = true, .flag = "scope", .promises.ample = true),  \
      MESSAGE(RLD, "RLD", NETWORK_DOWN, .flag = "scope"),                                          \
      MESSAGE(RST, "RST", NETWORK_DOWN, .has_value = true),                                        \
      MESSAGE(RATOM, "RATOM", NETWORK_DOWN, .has_core = true, .has_value = true, .flag = "scope"), \
      MESSAGE(RELREQ, "RELREQ", NETWORK_DOWN, .has_core = true, .flag = "as",                      \
              .promises.ample = true),                                                             \
      MESSAGE(DATA, "DATA", NETWORK_UP, .has_data = true),                                         \
      MESSAGE(ATOMRESP, "ATOMRESP", NETWORK_UP, .has_data = true, .has_core = true,                \
              .has_value = true),                                                                  \
      MESSAGE(RELACK, "RELACK", NETWORK_ACK, .has_core = true, .promises.ample = true,             \
              .promises.commutes = not_last),                                                      \
      MESSAGE(SMDATA, "SMDATA", NETWORK_OUT, .has_data = true),                                    \
      MESSAGE(SMATOM, "SMATOM", NETWORK_OUT, .has_core = true, .has_value = true),                 \
      MESSAGE(RELDONE, "RELDONE", NETWORK_OUT, .has_core = true),                                  \
      MESSAGE(RELEASED, "RELEASED", NETWORK_ACK, .has_core = true)
#define HMG_ONCE MESSAGE(ONCE, "DATA_ONCE", NETWORK_UP, .has_data = true)
#define HMG_MESSAGES                                                                               \
  HMG_ACCESS_MESSAGES(not_last_ack), MESSAGE(INV, "INV", NETWORK_UP),                              \
      MESSAGE(RELFLUSH, "RELFLUSH", NETWORK_UP, .has_core = true, .flag = "as",                    \
              .promises.ample = true),                                                             \
      MESSAGE(INV_TAKEN, "INV_TAKEN", NETWORK_ACK), MESSAGE(DOWNGRADE, "DOWNGRADE", NETWORK_DOWN), \
      MESSAGE(DOWNGRADE_LATE, "DOWNGRADE_LATE", NETWORK_ACK)

/* Parameters of all three models; then those that sw-hier lacks. */
enum { PARAMETER_RELEASE, PARAMETER_ACQUIRE, PARAMETER_OVERTAKEN, PARAMETER_IN };
enum { PARAMETER_DOWN = PARAMETER_IN + 1, PARAMETER_UP, PARAMETER_OUT };
enum { PARAMETER_CTA_ATOMICS = PARAMETER_OUT + 1, PARAMETER_GPM_OWN };
enum { PARAMETER_REPLACE = PARAMETER_GPM_OWN, PARAMETER_DOWNGRADE, PARAMETER_LINES };
enum { PARAMETER_TRACKING = PARAMETER_LINES + 1, PARAMETER_ATOMIC, PARAMETER_L1_FILLS };
enum { PARAMETER_WRITE_BACK = PARAMETER_LINES + 1 }; /* only nhcc */
enum downgrade { DOWNGRADE_NEVER, DOWNGRADE_ALWAYS, DOWNGRADE_UNSHARED, DOWNGRADE_OVERTAKEN };
enum { LONE_INVALIDATIONS = 3, LINES_EVALUATED }; /* of PARAMETER_LINES */
enum tracking { TRACKS, FORGETS_TO_FORWARD, TRACKS_AT_REQUEST };
enum write_back {
  WRITES_THROUGH,
  WRITES_BACK,
  RELEASE_KEEPS,
  EVICTION_LOSES,
  INVALIDATION_LOSES,
  REQUEST_PASSES,
  FLAGS_STAY,
  EVICTION_LEAVES
};
enum atomic_at_home { ATOMIC_STALLS, ATOMIC_PASS, ATOMIC_SILENT };
/* In line->flag, beside the words that stores have overtaken. */
enum { POISONED = 1 << 6, AGAIN = 1 << 7 };
enum release {
  RELEASE_FLUSH,
  RELEASE_ONE_HOP,
  RELEASE_NO_ACK,
  RELEASE_L1,
  RELEASE_NARROW,
  RELEASE_DIRECT,
  RELEASE_COUNT
};
/* Values of PARAMETER_OVERTAKEN, not in nhcc; the last only in hmg. */
enum { ANSWER_ONCE = 2, ANSWER_EARLY };
/* Of PARAMETER_ACQUIRE: in sw-hier, too; not there, or with another value. */
enum { NARROW_LOADS = 2, EARLY_ACQUIRE, LEAF_LOADS, JOINED_LOADS };
#define HMG_ORDER(name_, from) \
  { name_, 0, 0, 2, "messages from " from ": 0 in order; 1 in none; 2 line by line" }
#define HMG_ORDERS                                         \
  [PARAMETER_IN] = HMG_ORDER("in", "an L1 to its L2"),     \
  [PARAMETER_DOWN] = HMG_ORDER("down", "a GPM to a home"), \
  [PARAMETER_UP] = HMG_ORDER("up", "a home to a GPM"),     \
  [PARAMETER_OUT] = HMG_ORDER("out", "an L2 to its L1s")
#define OVERTAKEN_HELP "0: data that a store has overtaken is installed over it"
#define ONCE_HELP "; 2: it is answered once, and what an atomic awaits is kept for it"
#define CTA_ATOMICS                                                              \
  [PARAMETER_CTA_ATOMICS] = {                                                    \
    "cta-atomics", 0, 0, 2,                                                      \
    "1: the L1 performs atomics of .cta scope; 2: even while a wider one is out" \
  }
#define HMG_PARAMETERS                                                                            \
  [PARAMETER_RELEASE] = { "release", 0, 0, 6,                                                     \
                          "how a release waits: 0 homes flush; 1 one hop; 2 not at all; 3 it "    \
                          "ends in the L1; 4 .sys as .gpu; "                                      \
                          "5 straight to the system homes; 6 homes count invalidations that are " \
                          "not acknowledged" },                                                   \
  [PARAMETER_ACQUIRE] = { "acquire", 1, 0, 5,                                                     \
                          "0: an acquire leaves the L1 as it is; 2: .sys loads are answered as "  \
                          ".gpu ones; "                                                           \
                          "3: it invalidates when it is sent; 4: any L2 answers .gpu "            \
                          "loads; 5: .sys loads are answered with other GPMs'" },                 \
  HMG_ORDERS, CTA_ATOMICS,                                                                        \
  [PARAMETER_REPLACE] = { "replace", 0, 0, 1, "1: directory entries are replaced at any time" },  \
  [PARAMETER_DOWNGRADE] = { "downgrade", DOWNGRADE_NEVER, 0, DOWNGRADE_OVERTAKEN,                 \
                            "a GPM that evicts a line may tell its home, which deletes the "      \
                            "sharer: 1 always; 2 while its own directory has no sharer; 3 so, "   \
                            "and later requests may come first" },                                \
  [PARAMETER_LINES] = { "lines-per-entry", 1, 1, LINES_EVALUATED,                                 \
                        "lines that a directory entry covers; 3: two, and an invalidation one" }

GUARD(of_fence, s->request->event == EVENT_FENCE)
/* A store of the request's word.  It gets no answer, so it need not say whose it is. */
static inline struct request nobodys_store(const struct step *s, int64_t value) {
  struct request store = { .event = EVENT_STORE, .core = NO_ONE, .time = NO_TIME, .value = value };
  store.line = s->request->line;
  store.word = s->request->word;
  return store;
}

/* --- roles --- */

static inline unsigned home_in_gpu(const struct step *s) {
  return placement_gpu_home(&s->shape->placement, step_own_index(s), s->at);
}
GUARD(at_system, step_own_index(s) == s->shape->placement.home_of_line[s->at])
GUARD(at_home, step_own_index(s) == home_in_gpu(s))
/* The next GPM on the way to the system home. */
static inline unsigned home_above(const struct placement *placement, unsigned gpm, unsigned line) {
  unsigned within = placement_gpu_home(placement, gpm, line);
  return gpm == within ? placement->home_of_line[line] : within;
}
static inline unsigned upwards(const struct step *s) {
  return home_above(&s->shape->placement, step_own_index(s), s->at);
}
/* Sets of GPMs, this one apart: the homes within its GPU; and the system homes to which it passes
 * stores, as such a home itself. */
static inline unsigned homes_around(const struct placement *placement, unsigned gpm) {
  unsigned homes = 0;
  for (unsigned line = 0; line < placement->lines; line++)
    homes |= 1u << placement_gpu_home(placement, gpm, line);
  return homes & ~(1u << gpm);
}
static inline unsigned homes_behind(const struct placement *placement, unsigned gpm) {
  unsigned homes = 0;
  for (unsigned line = 0; line < placement->lines; line++)
    if (placement_gpu_home(placement, gpm, line) == gpm)
      homes |= 1u << placement->home_of_line[line];
  return homes & ~(1u << gpm);
}

/* (lines-per-entry) The other lines of a line's directory entry, as a set: neighbours of one home.
 */
static inline unsigned gpm_others_of_entry(const struct shape *shape, unsigned line) {
  const uint8_t *home_of_line = shape->placement.home_of_line;
  unsigned covers = (unsigned)shape_parameter(shape, PARAMETER_LINES), others = 0;
  if (covers == LONE_INVALIDATIONS) covers = 2;
  unsigned first = line - line % covers;
  for (unsigned other = first; other < first + covers && other < shape->lines; other++)
    if (other != line && home_of_line[other] == home_of_line[line]) others |= 1u << other;
  return others;
}

/* The GPM of the SM that a core runs on. */
static inline unsigned gpm_of_core(const struct step *s, unsigned core) {
  return s->shape->placement.gpm_of_sm[step_sm_of(s, step_controller_of_core(s, core))];
}

/* Lowers by scope; an operation that names none has the widest. */
unsigned gpm_lower(const struct shape *shape, const struct instruction *instruction,
                   struct micro *out);

/* Hooks by which a model answers the shared functions (system.hooks). */
struct gpm_hooks {
  void (*see_written)(struct step *step, unsigned word); /* ghost: a word was written here */
  void (*see_dropped)(struct step *step);                /* ghost: the copy is lost */
  void (*see_given)(struct data *data, bool to_gpm); /* ghost: data go to an L1 or another GPM */
  unsigned (*answered_at_leaf)(const struct step *step); /* widest scope that a non-home answers */
  int early;                                             /* value of `acquire`: early-acquire */
  unsigned joins_system; /* values of `acquire`, a set: .sys loads join those that are out */
  bool early_is_done;    /* an early acquire has no caches above the L1 left to invalidate */
  unsigned once;         /* event: an answer that is not kept */
  uint64_t fence_ends;   /* events that end a fence */
  unsigned cta_atomics;  /* the parameter of .cta atomics in the L1; 0: there is none */
  unsigned write_back;   /* the parameter of write-back L2s; 0: there is none */
  bool fills_come_first; /* a release has waited until earlier fills have arrived */
};
static inline const struct gpm_hooks *gpm_hooks(const struct step *s) {
  return s->shape->system->hooks;
}
/* 0: the L1 performs no atomic. */
static inline int gpm_cta_atomics(const struct shape *shape) {
  unsigned parameter = ((const struct gpm_hooks *)shape->system->hooks)->cta_atomics;
  return parameter ? shape_parameter(shape, parameter) : 0;
}
/* How L2s write back; 0: they write through, as with release=6, where `dirty` is a count. */
static inline int gpm_write_back(const struct shape *shape) {
  unsigned parameter = ((const struct gpm_hooks *)shape->system->hooks)->write_back;
  bool counts = shape_parameter(shape, PARAMETER_RELEASE) == RELEASE_COUNT;
  return parameter && !counts ? shape_parameter(shape, parameter) : WRITES_THROUGH;
}
static inline bool writes_back_as(const struct step *s, enum write_back how) {
  return gpm_write_back(s->shape) == (int)how;
}
static inline bool acquires_as(const struct step *s, int how) {
  return step_parameter(s, PARAMETER_ACQUIRE) == how;
}

/* A variant by one parameter; `...`: its tests that fail, and what else is to be said. */
#define ONE_VARIANT(name_, help_, parameter_, value_, ...) \
  { .name = name_, .help = help_, .settings = { { parameter_, value_ } }, .fails = __VA_ARGS__ }

/* Weaknesses that nhcc and hmg have in common.  `out`: a test of messages between GPUs, or GPMs;
 * `early`, `lines`: what shows early-acquire.  A variant that breaks a release or an acquire loses
 * the claims of it (gpm_claims.c), with one SM. */
#define HMG_VARIANTS(out, early, lines)                                                            \
  ONE_VARIANT("one-hop", "a release reaches each GPM once, and homes do not flush for it",         \
              "release", RELEASE_ONE_HOP, out, LOSES_OWN(1, 1, 1, 1)),                             \
      ONE_VARIANT("no-release-ack", "a release does not wait for what is in flight", "release",    \
                  RELEASE_NO_ACK, out, LOSES_OWN(1, 1, 1, 1)),                                     \
      ONE_VARIANT("l1-release", "a release reaches only the L1", "release", RELEASE_L1, out,       \
                  LOSES_OWN(1, 1, 1, 1)),                                                          \
      ONE_VARIANT("no-acquire", "an acquire leaves the L1 as it is", "acquire", 0, out,            \
                  LOSES_OWN(1, 1, 1, 1)),                                                          \
      ONE_VARIANT("overtake", "data that a store has overtaken is installed over it", "overtaken", \
                  0, "CoWR-reader", LOSES_OWN(1, 2, 1, 2)),                                        \
      ONE_VARIANT("early-acquire",                                                                 \
                  "an acquire invalidates when it is sent, not when its answer has come",          \
                  "acquire", EARLY_ACQUIRE, early, LOSES_OWN(1, lines, lines, 1))

/* Stores that overtake what it has asked for, one after the other, may keep an access waiting at a
 * home within a GPU for ever. */
static inline struct progress_claim progress_with_overtaken_accesses(
    const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ PROGRESS_POSSIBLE, PROGRESS_POSSIBLE, .all_without_loops = true };
}

/* The claim of a model of which every access is answered, whichever stores others make. */
#define ANSWER_ONCE_VARIANT                                                                   \
  ONE_VARIANT("answer-once",                                                                  \
              "who asked before a store came is answered with what it found; what an atomic " \
              "awaits is kept for it",                                                        \
              "overtaken", ANSWER_ONCE, NULL)

/* The use of each order: none at all, and only that of one line.  `out_`: what fails without that
 * of answers to L1s, or NULL. */
#define HMG_ORDER_VARIANTS(out_)                                                                  \
  ONE_VARIANT("unordered-in", "what an L1 sends to its L2 keeps no order", "in", 1,               \
              "CoWR MPd+acqrel.sys+diff-gpu"),                                                    \
      ONE_VARIANT("in-by-line", "what an L1 sends to its L2 keeps the order of each line", "in",  \
                  2, "MPd+acqrel.sys+diff-gpu"),                                                  \
      ONE_VARIANT("unordered-down", "requests from a GPM to another keep no order", "down", 1,    \
                  "CoWR MPd+acqrel.sys+diff-gpu", LOSES_OWN(2, 2, 1, 2)),                         \
      ONE_VARIANT("down-by-line", "requests from a GPM to another keep the order of each line",   \
                  "down", 2, "MPd+acqrel.sys+diff-gpu"),                                          \
      ONE_VARIANT("unordered-up", "responses and invalidations keep no order", "up", 1,           \
                  "MPd+acqrel.sys+diff-gpu", .invariants_unclaimed = CLAIM(PROPERTY_OWN)),        \
      ONE_VARIANT("up-by-line", "responses and invalidations keep the order of each line", "up",  \
                  2, "MPd+acqrel.sys+diff-gpu"),                                                  \
      ONE_VARIANT("unordered-out", "what an L2 sends to its L1s keeps no order", "out", 1, out_), \
      ONE_VARIANT("out-by-line", "what an L2 sends to its L1s keeps the order of each line",      \
                  "out", 2, out_)

#define LONE_INVALIDATION_VARIANT                                                         \
  ONE_VARIANT("lone-invalidation",                                                        \
              "a directory entry covers two lines, and an invalidation only one of them", \
              "lines-per-entry", LONE_INVALIDATIONS,                                      \
              "MPd-flag-written-before+acqrel.sys+diff-gpu", LOSES_OWN(2, 2, 2, 1))
#define CTA_ATOMICS_VARIANTS                                                                       \
  ONE_VARIANT("cta-atomics-in-l1", "atomics of .cta scope are performed in the L1", "cta-atomics", \
              1, NULL),                                                                            \
      ONE_VARIANT("cta-atomics-pass", "likewise, even while a wider one of the line is out",       \
                  "cta-atomics", 2, "LostUpdate-look+rlx.cta-rlx.gpu+same-cta")

/* `l2s`: what of write-back L2s is left out. */
#define HMG_NOT_MODELLED(l2s)                                                                     \
  "misses of the system home and DRAM (which answers in the order in which it is asked, so that " \
  "nothing can tell), " l2s ", downgrade messages "                                               \
  "with entries of several lines, capacity and associativity (evictions come at any "             \
  "time), " LOWER_NOT_MODELLED

/* The common part of the records. */
#define GPM_COMMON_RECORD                                                                         \
  .events = events, .networks = { HMG_NETWORKS }, .network_count = 5, .lower = gpm_lower,         \
  .core = CORE_GPU, .invariants = CLAIM(PROPERTY_OWN), .promises.not_of_ports = true,             \
  .promises.moves_data = true, .client = REQUESTS, .promises.loads_apart = true, .hooks = &hooks, \
  .promises.per_address = per_address, .claims = ON_ALL_CORES("ptx-6.0")

#endif
