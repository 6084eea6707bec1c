/* rcc-hier: release consistency-directed coherence over several GPUs.  An L2 is to the last-level
 * cache (LLC) what an L1 is to the L2, and caches do not track who has a line.  A release of .sys
 * scope writes back all that its L1 has dirty, and then all that the L2 of its GPU has.  An
 * acquire of .sys scope drops all that this L2 has valid, and then all that its L1 has.
 *
 * Source: that of rcc (Primer, 2nd ed., 10.1.4), which has GPU scope, "write-back/write-allocate
 * caches", and says where the scopes meet: a CTA's threads in the L1, a GPU's in the L2, all in
 * the LLC.  It leaves open what a scope above the GPU's asks of an L2.  So every row of the L2 is
 * INFERRED from what the tables ask of an L1, and none is counted (README.md).  The L1 is rcc's,
 * row for row (models/lib/rcc_l1_table.h).  The LLC is memory that answers at once, as rcc's L2
 * is.
 *
 * Claims: PTX's and HSA's memory models, and what claims.h says of the copies. */
#include "models/lib/rcc_l1_table.h"
#include "models/hierarchical/rcc-hier/l2.h"
#include "models/lib/memory.h"

/* --- the L1 --- */

static void ask_to_drain(struct step *s) {
  struct request *release = &s->line->queue[release_to_drain(s)];
  release->event = EVENT_DRAIN;
  send_drain(s, release->core, EVENT_STORE_RELEASE);
}

static bool of_gpu_and_clean(const struct step *s) {
  return all_clean(s) && !drains(s, s->request->scope);
}
static bool of_system_and_clean(const struct step *s) {
  return all_clean(s) && drains(s, s->request->scope);
}

/* A fence must be able to drop all lines; meanwhile other threads have gone on. */
static bool may_go_on(const struct step *s) {
  return !s->local->pending[s->request->core] || all_settled(s);
}
static bool may_not_go_on(const struct step *s) { return !may_go_on(s); }
/* A thread has a release or a fence out, not both. */
static void go_on(struct step *s) {
  unsigned core = s->request->core;
  if (s->local->pending[core]) {
    finish_fence(s, core);
    return;
  }
  for (unsigned at = 0; at < lines(s); at++)
    for (unsigned i = 0; i < s->local->line[at].waiting; i++) {
      struct request *request = &s->local->line[at].queue[i];
      if (request->event == EVENT_DRAIN && request->core == core) request->event = EVENT_DRAINED;
    }
}

#define TEXT "rcc's, one level up"
static const struct row l1_rows[] = {
  RCC_L1_ACCESSES,
  INFERRED("Release, .sys: the L2 is drained first", I | V | D | IV | VG, RELEASE, drains_first,
           SAME, ask_to_drain),

  INFERRED("Fence: nothing is dirty", ANY, FENCE, of_gpu_and_clean, SAME, invalidate_all, done),
  INFERRED("Fence, .sys: nothing is dirty here", ANY, FENCE, of_system_and_clean, SAME, keep_fence,
           answer_fences),
  INFERRED("Fence", ANY, FENCE, not_all_clean, SAME, flush, keep_fence),
  INFERRED("Release, fence: the L2 has been drained", ANY, DRAINED, may_go_on, SAME, go_on),
  STALL("Fence: a line cannot be dropped yet", ANY, DRAINED, may_not_go_on),

  RCC_L1_ANSWERS,
};

/* --- the L2 --- */

/* Where a line is explored by itself: as in an L1 (models/lib/rcc_l1_table.h), but that nothing
 * keeps an L2 from dropping a line. */
static bool others_acquire_here(const struct step *s) {
  return step_is_alone(s) && !system_is(s, KEEPS_L2) && 1u << s->state & (D | IV | VG);
}

static const struct row l2_rows[] = {
  INFERRED(TEXT " V/Load", V | D | VG, GETV, narrow_at_large, SAME, answer),
  STALL("GetV: the LLC does not have the release yet", V | D | VG, GETV, narrow_withheld),
  INFERRED(TEXT " I/Load", I | P, GETV, narrow_and_settled, IV, fetch, hold),
  STALL(TEXT " I: a write-back is out", I | P, GETV, unacknowledged),
  INFERRED(TEXT " IV/Load: it joins", IV, GETV, narrow, SAME, hold),
  STALL("GetV: what is out is older than an acquire, or an atomic", IP | A, GETV, always),
  INFERRED(TEXT " I/Acquire", I, GETV, wide_and_settled, IV, fetch, hold_acquire),
  INFERRED(TEXT " V/Acquire", V, GETV, wide_and_settled, VG, fetch, hold_acquire),
  STALL(TEXT " V/Acquire: the LLC must have the GPU's words first", D | P, GETV, wide_and_settled,
        write_back),
  STALL(TEXT " V/Acquire: a write-back is out", V | D, GETV, wide_and_unsettled),
  STALL(TEXT " fetching/Acquire: the fetch is older", IV | VG, GETV, is_wide),

  INFERRED(TEXT " Store", L2_ANY & ~IP, WB, narrow, SAME, merge, l2_ack),
  STALL(TEXT " IP/Store", IP, WB, narrow_waits),
  VARIANT("IP/Store (late-merge)", IP, WB, narrow_merges, SAME, merge, l2_ack),
  INFERRED(TEXT " Release", L2_AT_REST, WB, wide_and_settled, SAME, merge, hold_release,
           write_back),
  STALL(TEXT " Release: a write-back is out", L2_AT_REST, WB, wide_and_unsettled),
  STALL(TEXT " Release: the line is not at rest", FETCHING | A, WB, is_wide),

  INFERRED("Atomic, .gpu", V | D, ATOMIC_UP, atomic_here, SAME, perform_atomic),
  STALL("Atomic, .gpu: the LLC does not have the release yet", V | D, ATOMIC_UP, atomic_withheld),
  INFERRED("Atomic, .gpu: fetched first", I | P, ATOMIC_UP, atomic_fetches, IV, fetch, hold_atomic),
  STALL("Atomic, .gpu: a write-back is out", I | P, ATOMIC_UP, atomic_waits),
  INFERRED("Atomic, .gpu: with the fetch that is out", IV, ATOMIC_UP, atomic_joins, SAME,
           hold_atomic),
  STALL("Atomic: what is out is an acquire, or older than one, or an atomic", VG | IP | A,
        ATOMIC_UP, always),
  INFERRED("Atomic, .sys", I | V, ATOMIC_UP, atomic_above_settled, A, drop, atomic),
  STALL("Atomic, .sys: the LLC must have the GPU's words first", D | P, ATOMIC_UP,
        atomic_above_settled, write_back),
  STALL("Atomic, .sys: a write-back is out", L2_AT_REST, ATOMIC_UP, atomic_above_unsettled),
  STALL("Atomic, .sys: a fetch is out", IV, ATOMIC_UP, of_system),

  INFERRED(TEXT " IV/Data", IV, DATA, for_others, V, install, serve_held, serve_atomics),
  INFERRED(TEXT " fetching/Data, for an acquire", IV | VG, DATA, acquire_is_kept, V, serve_acquire,
           install, serve_held, serve_atomics, invalidate),
  INFERRED(TEXT " IP/Data", IP, DATA, for_others, I, install, serve_held, serve_atomics,
           drop_clean),
  INFERRED(TEXT " spoilt/Data, for an acquire", FETCHING, DATA, acquire_is_spoilt, I, serve_acquire,
           install, serve_held, serve_atomics, drop_clean, invalidate),
  NEVER(TEXT " Data", L2_AT_REST | A, DATA),
  NEVER_WHEN(TEXT " VG/Data: for an acquire", VG, DATA, for_others),
  INFERRED(TEXT " A/AAck", A, AACK, always, I, pass_answer),
  NEVER(TEXT " AAck", L2_AT_REST | FETCHING, AACK),

  INFERRED(TEXT " WBAck, another is owed", L2_ANY, WBACK, owed, SAME, finish_held, pay),
  INFERRED(TEXT " WBAck", L2_ANY, WBACK, not_owed, SAME, acknowledge, finish_held, finish_drains),

  INFERRED("Drain: nothing is dirty", L2_ANY, DRAIN, nothing_to_drain, SAME, answer_drain),
  INFERRED("Drain", L2_ANY, DRAIN, something_to_drain, SAME, flush, keep_drain),
  INFERRED(TEXT " Flush: nothing is dirty", L2_ANY, FLUSH, is_drained_already, SAME),
  INFERRED(TEXT " Flush", L2_ANY, FLUSH, drains_now, SAME, write_back),
  INFERRED(TEXT " Flush: a write-back is out", L2_ANY, FLUSH, drains_later, SAME, owe),

  INFERRED(TEXT " I/Invalidate", I | P | A, INV_ALL, always, SAME),
  INFERRED(TEXT " V/Invalidate: the acquire has read it", V | D, INV_ALL, just_read, SAME),
  INFERRED(TEXT " V/Invalidate", V | D, INV_ALL, not_just_read, I, drop_clean),
  INFERRED(TEXT " fetching/Invalidate", FETCHING, INV_ALL, drops_fills, IP, poison),
  VARIANT("fetching/Invalidate (keep-fills)", FETCHING, INV_ALL, keeps_fills, SAME),

  INFERRED(TEXT " V/Evict", V, EVICT, always, I, drop),
  STALL(TEXT " D/Evict: it is written back first", I | D | P | FETCHING | A, EVICT, always),
  INFERRED(TEXT " V/Evict, dirty", D | P, WRITE_BACK, acknowledged, SAME, write_back),
  STALL(TEXT " D/Evict: a write-back is out", D | P, WRITE_BACK, unacknowledged),
  STALL(TEXT " Write-back", I | V | FETCHING | A, WRITE_BACK, always),
  INFERRED("a line by itself: the last write-back of others", L2_ANY, OTHERS, always, SAME,
           answer_drains),
};

/* --- the LLC --- */

enum { LLC_V = 1 << 0 };
static const char *const llc_states[] = { "V" };
static const struct row llc_rows[] = {
  INFERRED(TEXT " V/GetV", LLC_V, GETV, always, SAME, l2_data),
  INFERRED(TEXT " V/Write-back", LLC_V, WB, always, SAME, l2_merge, l2_ack),
  INFERRED("Atomic, .sys", LLC_V, ATOMIC_UP, always, SAME, l2_atomic),
};

#include "models/hierarchical/rcc-hier/claims.h"

/* --- for the record --- */

/* At CTA scope an atomic goes to the L2. */
static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  return release_lower_for_gpus(shape, instruction, LOAD_ACQUIRE | STORE_RELEASE | ATOMIC | FENCE,
                                out);
}

/* A silent eviction is lazy unless a release is to come upon the line of itself. */
static bool release_waits(const struct step *s) {
  for (unsigned i = 0; i < s->line->waiting; i++)
    if (!is_load(&s->line->queue[i]) && s->line->queue[i].event != EVENT_STORE) return true;
  return false;
}
static bool lazy_evict(const struct step *s) {
  return s->state == (unsigned)__builtin_ctz(V) && !release_waits(s);
}
static bool evict(const struct step *s) {
  return s->state == (unsigned)__builtin_ctz(V) && release_waits(s);
}
static bool l2_evict(const struct step *s) { return s->state == (unsigned)__builtin_ctz(V); }

/* An acquire of .sys scope waits at its L2 as long as the GPU's threads go on writing its line: the
 * LLC must have their words first.  (In an L1 it waits so, too, as in rcc's; but there it has not
 * been taken up.) */
static struct progress_claim progress(const struct setting *setting) {
  bool waits = setting->values[PARAMETER_SYSTEM] != NARROW_ACQUIRES;
  struct progress_claim claim = release_progress_with_stalled_acquires(setting);
  if (waits) claim.requests = PROGRESS_POSSIBLE;
  return claim;
}

/* (own-lines: a drain asks of each line who has written it.) */
static bool per_address(const struct setting *setting) {
  return setting->values[PARAMETER_SYSTEM] != OWN_SM;
}

#define CLAIMED \
  { true, "ptx-6.0 hsa" }

/* A variant that breaks an acquire or a release breaks its claims, too. */
#define LOSES(sms_, threads_)             \
  .invariants_lost = CLAIM(PROPERTY_OWN), \
  .shown_by = { .sms = sms_, .threads = threads_, .lines = 1, .values = 1 }

static const struct release_hooks hooks = { .inv_all = EVENT_INV_ALL,
                                            .flush = EVENT_FLUSH,
                                            .acquire = PARAMETER_ACQUIRE,
                                            .over_gpus = true,
                                            .drain = EVENT_DRAIN,
                                            .drained = EVENT_DRAINED,
                                            .system = PARAMETER_SYSTEM,
                                            .narrow_acquires = NARROW_ACQUIRES,
                                            .keeps_l2 = KEEPS_L2,
                                            .keeps_fills = KEEPS_FILLS,
                                            .no_drain = NO_DRAIN,
                                            .own_sm = OWN_SM };

SYSTEM(rcc_hier) = {
  .name = "rcc-hier",
  .title = "release consistency-directed coherence over GPUs: at system scope an L2 is to the LLC "
           "what an L1 is to the L2",
  RCC_RECORD,
  .not_modelled = "misses of the LLC and DRAM (nothing can tell), dirty lines that survive an "
                  "acquire in the L1, relaxed accesses that go to the L2 or the LLC, atomics at "
                  "CTA scope in the L1, capacity and associativity (evictions come at any time), "
                  LOWER_NOT_MODELLED,
  .kinds = {
    RCC_L1(DRAINED),
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, I | V, events,
                     EVICT | GETV | WB | ATOMIC_UP | DATA | WBACK | AACK | WRITE_BACK | INV_ALL |
                         FLUSH | DRAIN | OTHERS),
      .internals = {
        { EVENT_EVICT, PER_LINE, l2_evict, .promises.deferred = true, .environment = true },
        { EVENT_WRITE_BACK, PER_LINE },
        { EVENT_INV_ALL, PER_LINE, others_acquire_here, .environment = true },
        { EVENT_FLUSH, PER_LINE, others_release, .environment = true },
        { EVENT_OTHERS, PER_LINE, others_are_written, .environment = true,
          .promises.while_context = WRITE_BACK_IS_OUT },
      },
      .internal_count = 5, .instances = ONE_PER_GPM, .state_of = gpu_state, .keeps = gpu_keeps,
      .promises.context = beside, .promises.context_of = beside_others, .lease = NO_LEASE,
      .shows.count = "unacknowledged", .shows.pending = "drains", .shows.writes = "out",
      .shows.held = "for", .shows.line_flag = "own", .shows.sharers = true, .shows.owner = true },
    { .name = "LLC",
      .table = TABLE(llc_rows, llc_states, LLC_V, events, GETV | WB | ATOMIC_UP),
      .instances = ONE_PER_BANK, .value = memory_value, .keeps = rcc_l2_keeps, .lease = NO_LEASE,
      .shows.memory = true },
  },
  .messages = {
    [EVENT_GETV] = { "GetV", UP_NETWORK, .marks = { "sys" }, .lease = NO_LEASE },
    [EVENT_WB] = { "WB", UP_NETWORK, .has_data = true, .flag = "words", .marks = { "sys" },
      .lease = NO_LEASE },
    [EVENT_ATOMIC_UP] = { "Atomic", UP_NETWORK, .has_core = true, .has_value = true,
      .lease = NO_LEASE },
    DRAIN_MESSAGES,
    [EVENT_DATA] = { "Data", DOWN_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_WBACK] = { "WBAck", DOWN_NETWORK, .lease = NO_LEASE },
    [EVENT_AACK] = { "AAck", DOWN_NETWORK, .has_core = true, .has_value = true, .lease = NO_LEASE },
  },
  .lower = lower,
  .claims = { [CORE_IO] = CLAIMED, [CORE_GPU] = CLAIMED, [CORE_WEAK] = CLAIMED },
  .own_invariant.holds_in_flight = caches_hold,
  .own_invariant.name = "no dirty word is lost, no copy is older than a store that has passed it, "
                        "an acquire leaves no other clean copy in the caches below its scope, and "
                        "a release no word that was dirty before it",
  .progress = progress,
  .hooks = &hooks,
  .promises.per_address = per_address,
  .scopes = 1u << SCOPE_GPU | 1u << SCOPE_SYSTEM,
  .unscoped = LOAD | STORE,
  .topology = { 2, 1, .no_homes = true },
  .parameters = {
    [PARAMETER_UNSCOPED] = { "unscoped", 0, 0, 1, "1: every scope is that of the system, as where "
                                                  "there are none" },
    [PARAMETER_STALE_WORDS] = { "stale-words", 0, 0, STALE_WORDS_KEPT, "as rcc's" },
    [PARAMETER_ACQUIRE] = { "acquire", 0, 0, RELEASE_EARLY, "as rcc's" },
    [PARAMETER_SYSTEM] = { "system", 0, 0, KEEPS_WORDS, "1: a .sys release or fence drains no L2; "
                                                        "2: only what its SM wrote; 3: .sys "
                                                        "acquires are .gpu ones; 4: they leave the "
                                                        "L2 as it is; 5: but for fills; 6: a GPU "
                                                        "reads a .sys release before the LLC has "
                                                        "it; 7: an L2 takes writes to what it has "
                                                        "poisoned; 8: and keeps what it has "
                                                        "written back while a .sys acquire's fetch "
                                                        "was out" },
  },
  .variants = {
    { "unscoped", "every scope is that of the system", { { "unscoped", 1 } },
      .memory_models = "rcsc ptx-6.0 hsa" },
    { "no-drain", "a .sys release waits as one of .gpu scope does", { { "system", NO_DRAIN } },
      .fails = "MPd+acqrel.sys+diff-gpu" },
    { "own-lines", "a .sys release drains what its own SM has written", { { "system", OWN_SM } },
      .fails = "ISA2d+gpu-then-sys", LOSES(1, 2) },
    { "narrow-acquire", "a .sys acquire is one of .gpu scope", { { "system", NARROW_ACQUIRES } },
      .fails = "MPd+acqrel.sys+diff-gpu" },
    { "keep-l2", "a .sys acquire drops nothing in the L2", { { "system", KEEPS_L2 } },
      .fails = "MPd+acqrel.sys+diff-gpu", LOSES(1, 1) },
    { "keep-fills", "a .sys acquire drops nothing that its L2 has under way",
      { { "system", KEEPS_FILLS } }, .fails = "MP3d+acqrel.sys+diff-gpu", LOSES(1, 2) },
    { "early-release", "a GPU reads a .sys release before the LLC has it",
      { { "system", SHOWS_RELEASES } }, .memory_models = "ptx-6.0" },
    { "late-merge", "an L2 takes writes to a line whose fetch it has poisoned",
      { { "system", MERGES_LATE } }, .fails = "ISA2d+sys-then-gpu" },
    { "keep-words", "a .sys acquire's fill is installed around words that have been written back "
                    "while it was out", { { "system", KEEPS_WORDS } },
      .fails = "CoRR-acq-chain+rel.gpu+diff-gpu", LOSES(1, 2) },
  },
};
