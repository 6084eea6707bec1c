/* ideal-caching: GPMs whose L2s cache all lines, while nothing ever invalidates a copy in an L2.
 * It is no-remote with caches for remote data, and nothing that keeps them coherent.
 *
 * Source: HMG (HPCA 2020) VI and the thesis 5.7, where it is the bound of every comparison: "We
 * also compare them to idealized caching that does not enforce coherence; this serves as a loose
 * upper bound for performance that can be achieved via hardware caching."  The way of an access is
 * IV-A's, with write-through caches.  No more is told: every row is INFERRED, and none is counted
 * (README.md).
 *
 * It must fail every test whose outcome hangs on a stale copy in an L2.  L1s acquire and releases
 * wait, as in no-remote, so that only the L2s are to blame. */
#include "models/lib/gpm_flat.h"

static const char *const events[] = { HMG_EVENT_NAMES };

/* --- ghost state: a store is performed at the home --- */

static void see_written(struct step *s, unsigned word) {
  if (at_system(s)) step_perform(s, word, NO_TIME);
  if (at_system(s)) s->line->memory.age[word] = AGE_NEWEST;
  else s->line->data.age[word] = AGE_STALE;
}
static void see_dropped(struct step *s) { (void)s; }
static void see_given(struct data *data, bool to_gpm) { (void)data, (void)to_gpm; }
/* Any L2 that has the line answers loads of all scopes. */
static unsigned answered_at_leaf(const struct step *s) {
  (void)s;
  return SCOPE_SYSTEM;
}

/* --- the tables --- */

static const struct row l1_rows[] = { FLAT_L1_ROWS };

static const char *const gpm_states[] = { "-" };
enum { HERE = 1 << 0 };

#define TEXT "VI: idealized caching"
static const struct row gpm_rows[] = {
  INFERRED(TEXT, HERE, LD, hits, SAME, answer_sm),
  INFERRED("IV-B Local Loads: to the home", HERE, LD, fetches, SAME, fetch, await),
  INFERRED("IV-B Local Loads: with the one that is out", HERE, LD, joins, SAME, await),
  STALL("LD: what is out is narrower, or older than a store, or an atomic", HERE, LD, waits),
  INFERRED("IV-B Remote Loads", HERE, RLD, always, SAME, answer_gpm),
  INFERRED("IV-B Local Loads: response", HERE, DATA, always, SAME, install, serve_sms, end_fetch),

  INFERRED("IV-B Local Stores", HERE, ST, always, SAME, store),
  INFERRED("IV-B Remote Stores", HERE, RST, always, SAME, store),
  INFERRED("IV-B Atomics: at the home", HERE, ATOM, performs, SAME, atomic),
  INFERRED("IV-B Atomics: to the home", HERE, ATOM, passes, SAME, pass_atomic),
  INFERRED("IV-B Atomics: at the home", HERE, RATOM, always, SAME, atomic),
  STALL("ATOM: a load or an atomic is out", HERE, ATOM, busy),
  INFERRED("IV-B Atomics: response", HERE, ATOMRESP, always, SAME, take_atomic),

  FLAT_RELEASE_ROWS(HERE),
  INFERRED("evictions are silent", HERE, EVICT, can_evict, SAME, drop_copy),
  STALL("EVICT: the home, or nothing is here, or it is awaited", HERE, EVICT, cannot_evict),
};

/* --- the record --- */

static bool copies_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  return gpm_flat_loses_nothing(shape, locals, messages, count, true);
}

static const struct gpm_hooks hooks = { FLAT_HOOKS, .see_written = see_written,
                                        .see_dropped = see_dropped, .see_given = see_given,
                                        .answered_at_leaf = answered_at_leaf };

/* A thread that reads an old value may wait for what will not come again. */
static struct progress_claim progress(const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ .threads = PROGRESS_NONE, .requests = PROGRESS_GUARANTEED };
}

/* As of incoherent-l1: all but coherence of one word, tests on a single SM, and what the model
 * leaves open. */
#define FAILS                                                                                     \
  "Cluster-MP Barrier-then-* MP* IRIW+F.sc.sys ISA2+F.*.sys ISA2+acqrel.sys ISA2+plain+F.sc.sys " \
  "ISA2d+* "                                                                                      \
  "!ISA2d+gpu-then-cta-diff Peterson+F* TicketLock* TryLock* SpinLock* R+F.sc.sys "               \
  "R+plain+F.sc.sys RWC+F.sc.sys SB+F.sc.sys SB+plain+F.sc.sys SBpre* SB+F.sc.gpu WRCd+* Spin+* " \
  "Spin-handshake* SBm+F.sc.sys n6+acqrel.sys WRC+F.*.sys WRC+acqrel.sys !*+same-cta !MPh* !MPm " \
  "Cluster-MP+F.ar+rlx Cluster-SB Cluster-three Cluster-two-rounds "                              \
  "ISA2+cluster-then-gpu ISA2+gpu-then-cluster ISA2+F.rel-F.acq.gpu SB+F.sc.cluster "             \
  "SB+F.sc.gpu+diff-cluster SB+membar.gl Vector-four"

SYSTEM(ideal_caching) = {
  .name = "ideal-caching",
  .title = "GPMs that cache remote data and never invalidate them: no coherence, and it must fail",
  .source = "HMG (HPCA 2020) IV-A, VI; thesis 5.4, 5.7",
  .not_modelled = "GPUs apart from GPMs (.gpu and .sys are one scope), misses of the home and DRAM "
                  "(nothing can tell), capacity and associativity (evictions come at any time), "
                  LOWER_NOT_MODELLED,
  .kinds = {
    FLAT_L1(0),
    { .name = "GPM",
      .table = TABLE(gpm_rows, gpm_states, HERE, events,
                     LD | ST | ATOM | REL | RLD | RST | RATOM | RELREQ | DATA | ATOMRESP | RELACK |
                         EVICT),
      .internals = {
        { EVENT_EVICT, PER_LINE, can_evict, .promises.deferred = true,
          .promises.observed_by = LD | ST | ATOM | RLD | RST | RATOM, .environment = true },
      },
      .internal_count = 1, .instances = ONE_PER_GPM, .value = memory_value,
      .keeps = gpm_flat_keeps, .lease = NO_LEASE, .shows.memory = true, .shows.reads = "asking",
      .shows.writes = "atomic", .shows.line_flag = "overtaken", .shows.pending = "awaited" },
  },
  FLAT_RECORD,
  .event_count = EVENT_HMG,
  .messages = { HMG_ACCESS_MESSAGES(NULL) },
  .claims = { [CORE_GPU] = { true, "ptx-6.0", .fails = FAILS } },
  .own_invariant.holds_in_flight = copies_hold,
  .own_invariant.name = "no access is lost, a store goes to its home, a release asks every home, "
                        "and an acquire leaves no copy in its L1",
  .progress = progress,
  .promises.per_address = record_always_per_address,
  .topology = { 1, 2 },
  .parameters = {
    FLAT_PARAMETERS,
    [PARAMETER_OVERTAKEN] = { "overtaken", 1, 0, 1, OVERTAKEN_HELP },
  },
  .variants = {
    ONE_VARIANT("overtake", "data that a store has overtaken is installed over it", "overtaken", 0,
                FAILS " CoWR-reader"),
  },
};
