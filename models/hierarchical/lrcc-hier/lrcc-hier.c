/* lrcc-hier: lazy release consistency-directed coherence over several GPUs.  A release takes
 * ownership of its own line, in the L2 of its GPU and then in its L1, and writes nothing back.
 * When an acquire comes to that line from another SM, the L2 has the L1 that owns it write back
 * first what it has dirty.  When it comes from another GPU, the last-level cache (LLC) has the L2
 * that owns it do as much, and that L2 has its L1 do so before.
 *
 * Source: that of lrcc (Primer, 2nd ed., 10.1.4, "Lazy RCC"), which has GPU scope, and says where
 * the scopes meet: a CTA's threads in the L1, a GPU's in the L2, all in the LLC.  hLRC (Alsop et
 * al., MICRO 2016), whose idea it is, does without scopes.  It is left open what a scope above the
 * GPU's asks of an L2.  So every row of the L2, and of the LLC, is INFERRED from what the tables
 * ask of an L1 and of an L2, and none is counted (README.md).  The L1 is lrcc's, row for row, but
 * for fences (models/lib/lrcc_l1.h).  The LLC is lrcc's L2 (models/lib/lrcc_home.h).
 *
 * Claims: PTX's memory model, as lrcc, and what claims.h says of lines and copies. */
#include "models/hierarchical/lrcc-hier/l2.h"
#include "models/lib/memory.h"

/* --- the L1 --- */

static bool of_gpu_and_clean(const struct step *s) {
  return all_clean(s) && !drains(s, s->request->scope);
}
static bool of_system_and_clean(const struct step *s) {
  return all_clean(s) && drains(s, s->request->scope);
}

/* A fence must be able to drop all lines; meanwhile other threads have gone on. */
static bool may_go_on(const struct step *s) { return all_settled(s); }
static bool may_not_go_on(const struct step *s) { return !may_go_on(s); }
static void go_on(struct step *s) { finish_fence(s, s->request->core); }

static const struct row l1_rows[] = {
  LRCC_L1_ACCESSES,

  INFERRED("Fence: nothing is dirty", ANY, FENCE, of_gpu_and_clean, SAME, invalidate_all, done),
  INFERRED("Fence, .sys: nothing is dirty here", ANY, FENCE, of_system_and_clean, SAME, keep_fence,
           answer_fences),
  INFERRED("Fence", ANY, FENCE, not_all_clean, SAME, flush, keep_fence),
  INFERRED("Fence: the L2 has been drained", ANY, DRAINED, may_go_on, SAME, go_on),
  STALL("Fence: a line cannot be dropped yet", ANY, DRAINED, may_not_go_on),

  LRCC_L1_ANSWERS,
};

/* --- the L2 --- */

#define UP "10.19, one level up: "
#define DOWN "10.16: "
static const struct row gpu_rows[] = {
  INFERRED(UP "V/Load", V | D | VG | VO, GETV, narrow, SAME, answer),
  INFERRED(UP "I/Load, Acquire", I, GETV, settled, IV, hold, fetch),
  STALL(UP "I: a write-back, or an atomic, is out", I, GETV, unsettled),
  STALL(UP "I/Load: the LLC must have the GPU's words first", P, GETV, settled, write_back),
  STALL(UP "I: a write-back, or an atomic, is out", P, GETV, unsettled),
  INFERRED(UP "V/Acquire", V, GETV, wide_settled, VG, hold, fetch),
  STALL(UP "V/Acquire: the LLC must have the GPU's words first", D, GETV, wide_settled, write_back),
  STALL(UP "V/Acquire: a write-back is out", V | D, GETV, wide_unsettled),
  INFERRED(UP "IV/Load: it joins", IV, GETV, joins, SAME, hold),
  STALL(UP "IV: what is out may be too old", IV, GETV, joins_not),
  STALL(UP "fetching: one thing at a time", VG | VO, GETV, is_wide),
  STALL(UP "IP: the fetch is too old", IP, GETV, always),
  STALL(UP "a GetO, or an eviction, is out, or to be", IO | OI | OP | OR, GETV, always),

  INFERRED(UP "I/Release", I, GETO, gpu_may_own, IO, remember, geto),
  INFERRED(UP "V/Release", V, GETO, gpu_may_own, VO, remember, geto),
  STALL(UP "I/Release: a write-back, or an atomic, is out", I | V, GETO, gpu_may_not_own),
  STALL(UP "D: the LLC must have the GPU's words first", D | P, GETO, settled, write_back),
  STALL(UP "D/Release: a write-back, or an atomic, is out", D | P, GETO, unsettled),
  STALL(UP "one thing at a time", FETCHING | IO | VO | OI | OP | OR, GETO, always),

  INFERRED(DOWN "V/GetV", O, GETV, has_all, SAME, answer),
  INFERRED("O/GetV, and the GPU has not written all words: it is fetched like any other", O, GETV,
           has_part, OP, hold),
  INFERRED(DOWN "O/GetV", X, GETV, idle, XV, hold, request_write_back),
  INFERRED(DOWN "V/GetO", O, GETO, idle, X, grant_to_sender),
  INFERRED(DOWN "O/GetO", X, GETO, idle, XO, remember, request_write_back),
  STALL("an atomic is out", O | X, GETV | GETO, busy),
  STALL(DOWN "a transaction is out", ASKED, GETV | GETO, always),
  INFERRED(DOWN "O/PutO", X, PUTO, always, O, take_back),
  NEVER(DOWN "no L1 owns the line", GPU_ANY & ~PASSED_ON, PUTO | OWNWB | NODATA),
  NEVER(DOWN "the owner is not asked", X, OWNWB | NODATA),
  INFERRED(DOWN "PutO, NoData to come", ASKED, PUTO, first, SAME, merge, note_put),
  INFERRED(DOWN "NoData, PutO to come", ASKED, NODATA, first, SAME, note_nodata),
  INFERRED(DOWN "OV: the L1 has written back", XV, OWNWB | PUTO | NODATA, over_whole, O, take_back,
           answer_held),
  INFERRED("OV: the L1 has, and not all words", XV, OWNWB | PUTO | NODATA, over_part, OP,
           take_back),
  INFERRED(DOWN "OO: the L1 has written back", XO, OWNWB, always, X, take_back, grant_to_waiting),
  INFERRED(DOWN "OO: PutO and NoData have come", XO, PUTO | NODATA, second, X, take_back,
           grant_to_waiting),
  INFERRED(DOWN "OA: the L1 has written back", XA, OWNWB | PUTO | NODATA, over_word, O, take_back,
           serve_atomic),
  INFERRED("OA: the L1 has, and not the word", XA, OWNWB | PUTO | NODATA, over_no_word, OP,
           take_back),
  INFERRED("ReqWB: the L1 has written back", XR, OWNWB, always, OR, take_back),
  INFERRED("ReqWB: PutO and NoData have come", XR, PUTO | NODATA, second, OR, take_back),
  INFERRED(DOWN "write-back, at once in any state", GPU_ANY, WB, always, SAME, merge, l2_ack),

  INFERRED("Atomic, .gpu", V | D, ATOMIC_UP, of_gpu, SAME, perform_atomic),
  INFERRED("Atomic, .gpu: fetched first", I, ATOMIC_UP, gpu_atomic_settled, IV, hold_atomic, fetch),
  INFERRED("Atomic, .gpu: on what the GPU has written", O, ATOMIC_UP, gpu_atomic_hits, SAME,
           perform_atomic),
  INFERRED("Atomic, .gpu: it is fetched like any other", O, ATOMIC_UP, gpu_atomic_misses, OP,
           hold_atomic),
  INFERRED("Atomic, .gpu: the L1 first", X, ATOMIC_UP, gpu_atomic_idle, XA, hold_atomic,
           request_write_back),
  INFERRED("Atomic, .sys", I, ATOMIC_UP, sys_atomic_settled, SAME, drop, pass_up),
  INFERRED("Atomic, .sys", V, ATOMIC_UP, sys_atomic_drops, I, drop, pass_up),
  VARIANT("Atomic, .sys (keep-at-atomic)", V, ATOMIC_UP, sys_atomic_keeps, SAME, pass_up),
  INFERRED("Atomic, .sys: the LLC asks for the line first", O | X, ATOMIC_UP, sys_atomic_idle, SAME,
           pass_up),
  STALL("Atomic: the LLC must have the GPU's words first", P, ATOMIC_UP, settled, write_back),
  STALL("Atomic, .sys: the LLC must have the GPU's words first", D, ATOMIC_UP, sys_atomic_settled,
        write_back),
  STALL("Atomic: a write-back, or an atomic, is out", I | P, ATOMIC_UP, unsettled),
  STALL("Atomic, .sys: a write-back is out", V | D, ATOMIC_UP, sys_atomic_unsettled),
  STALL("Atomic: an atomic is out", O | X, ATOMIC_UP, busy),
  STALL("Atomic: one thing at a time", FETCHING | IO | VO | OI | OP | OR | ASKED, ATOMIC_UP,
        always),
  INFERRED("Atomic, .sys: the LLC has performed it", I | P, AACK, always, SAME, pass_down),
  VARIANT("Atomic, .sys (keep-at-atomic)", V | D, AACK, keeps_at_atomic, SAME, pass_down),
  NEVER_WHEN("AAck", V | D, AACK, drops_at_atomic),
  NEVER("AAck", GPU_ANY & ~AT_REST, AACK),

  INFERRED(UP "IV/Data", IV, DATA, for_gpu, V, install, pass_on, serve_atomic),
  INFERRED(UP "fetching/Data, for an acquire", IV | VG, DATA, for_system, V, install, pass_on,
           invalidate),
  INFERRED(UP "IP/Data", IP, DATA, for_gpu, I, install, pass_on, serve_atomic, keep_dirty),
  INFERRED(UP "IP/Data, for an acquire", IP, DATA, for_system, I, install, pass_on, keep_dirty,
           invalidate),
  NEVER_WHEN(UP "VG/Data: for an acquire", VG, DATA, for_gpu),
  NEVER(UP "Data", GPU_ANY & ~FETCHING, DATA),
  INFERRED(UP "Grant", IO | VO, GRANT, always, X, adopt, grant_to_waiting),
  NEVER(UP "Grant", GPU_ANY & ~(IO | VO), GRANT),

  INFERRED(UP "O/Request write-back", O, REQWB, always, OR),
  INFERRED(UP "O/Request write-back: the L1 first", X, REQWB, asks_own_l1, XR, request_write_back),
  VARIANT("O/Request write-back, and the L1 is not asked (skip-owner)", X, REQWB, skips_owner, OR,
          free_line),
  STALL(UP "O/Request write-back: the L1 is asked already", XV | XO | XA, REQWB, always),
  STALL(UP "O/Request write-back: it is about to be put", OP, REQWB, always),
  STALL(UP "Request write-back: the Grant is on its way", IO | VO, REQWB, always),
  INFERRED(UP "OI/Request write-back", OI, REQWB, always, SAME, no_data),
  NEVER(UP "Request write-back", AT_REST | FETCHING | XR | OR, REQWB),
  INFERRED(UP "O/Request write-back: what is dirty first", OP | OR, GIVE, gives_dirt, SAME, pull),
  STALL(UP "O/Request write-back: what is dirty first", OP | OR, GIVE, gives_later),
  INFERRED(UP "O/Request write-back: it is given up", OR, GIVE, gives_whole, V, own_write_back),
  INFERRED(UP "O/Request write-back: the rest may be old", OR, GIVE, gives_part, I, own_write_back,
           keep_dirty),
  INFERRED(UP "O/Evict, to be fetched", OP, GIVE, gives, OI, put_and_wait, keep_dirty),
  STALL("Give", GPU_ANY & ~(OP | OR), GIVE, always),
  INFERRED(UP "OI/PutAck", OI, PUTACK, put_for_none, I, acknowledge, finish_drains),
  INFERRED(UP "OI/PutAck, and it is fetched", OI, PUTACK, put_for_some, IV, fetch, acknowledge,
           finish_drains),
  INFERRED(UP "OI/PutAck, a write-back is owed", OI, PUTACK, put_for_none_owed, I, pay),
  INFERRED(UP "OI/PutAck, a write-back is owed, and it is fetched", OI, PUTACK, put_for_some_owed,
           IV, fetch, pay),
  NEVER(UP "PutAck", GPU_ANY & ~OI, PUTACK),

  INFERRED("Drain: nothing is dirty", GPU_ANY, DRAIN, all_clean, SAME, answer_drain),
  INFERRED("Drain", GPU_ANY, DRAIN, not_all_clean, SAME, flush, keep_drain),
  INFERRED(UP "WBAck, another is owed", GPU_ANY, WBACK, owed, SAME, pay),
  INFERRED(UP "WBAck", GPU_ANY, WBACK, not_owed, SAME, acknowledge, finish_drains),

  INFERRED(UP "Flush: nothing is dirty, or it is owned", GPU_ANY, FLUSH, is_flushed_already, SAME),
  INFERRED(UP "Flush", GPU_ANY, FLUSH, flushes_now, SAME, write_back),
  INFERRED(UP "Flush: a write-back is out", GPU_ANY, FLUSH, flushes_later, SAME, owe),

  INFERRED(UP "I, O/Invalidate", I | P | IO | OI | GPU_OWNS, INV_ALL, always, SAME),
  INFERRED(UP "V/Invalidate: the acquire has read it", V | D, INV_ALL, just_read, SAME),
  INFERRED(UP "V/Invalidate", V | D, INV_ALL, not_just_read, I, keep_dirty),
  INFERRED(UP "VO/Invalidate", VO, INV_ALL, always, IO, keep_dirty),
  INFERRED(UP "fetching/Invalidate", FETCHING, INV_ALL, drops_fills, IP, poison),
  VARIANT("fetching/Invalidate (keep-fills)", FETCHING, INV_ALL, keeps_fills, SAME),

  INFERRED(UP "V/Evict", V, EVICT, always, I, drop),
  INFERRED(UP "O/Evict", O, EVICT, may_evict, OI, put_and_wait, drop),
  STALL(UP "O/Evict: what is dirty first", O, EVICT, may_not_evict),
  STALL(UP "Evict", GPU_ANY & ~(V | O), EVICT, always),
  INFERRED(UP "V/Evict, dirty", D | P, WRITE_BACK, acknowledged, SAME, write_back),
  STALL(UP "D/Evict: a write-back is out", D | P, WRITE_BACK, unacknowledged),
  STALL(UP "Write-back", GPU_ANY & ~(D | P), WRITE_BACK, always),
  INFERRED("a line by itself: the last write-back of others", GPU_ANY, OTHERS, always, SAME,
           answer_drains),
};

/* --- the LLC --- */

static const struct row llc_rows[] = { LRCC_HOME_ROWS(INFERRED) };

#include "models/hierarchical/lrcc-hier/claims.h"

/* --- for the record --- */

/* At CTA scope an atomic goes to the L2.  Which scope a release has makes no difference. */
static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  unsigned count = release_lower_for_gpus(shape, instruction, LOAD_ACQUIRE | ATOMIC | FENCE, out);
  lower_atomic_fenced(instruction, out, count);
  return count;
}

static bool gpu_loud_evict(const struct step *s) { return 1u << s->state & O && may_evict(s); }

static const struct data *gpu_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & GPU_OWNS ? &local->line[line].data : NULL;
}

/* (owned-dropped: an acquire looks at all lines itself; own-pull: of each line it is asked who has
 * written it.) */
static bool per_address(const struct setting *setting) {
  return setting->values[PARAMETER_ACQUIRE] != ACQUIRES_DROP_OWNED &&
         setting->values[PARAMETER_SYSTEM] != OWN_SM;
}

#define CLAIMED \
  { true, "ptx-6.0" }

/* And the next message finds no row. */
#define LOSES_OWNER CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK)

/* A variant that breaks an acquire, or gives a line up too early, breaks the claims, too. */
#define LOSES(sms_, threads_)             \
  .invariants_lost = CLAIM(PROPERTY_OWN), \
  .shown_by = { .sms = sms_, .threads = threads_, .lines = 2, .values = 1 }

static const struct release_hooks hooks = { .inv_all = EVENT_INV_ALL,
                                            .flush = EVENT_FLUSH,
                                            .data = EVENT_DATA,
                                            .grant = EVENT_GRANT,
                                            .reqwb = EVENT_REQWB,
                                            .puto = EVENT_PUTO,
                                            .putack = EVENT_PUTACK,
                                            .recall = PARAMETER_RECALL,
                                            .early_putack = PARAMETER_EARLY_PUTACK,
                                            .over_gpus = true,
                                            .drain = EVENT_DRAIN,
                                            .drained = EVENT_DRAINED,
                                            .system = PARAMETER_SYSTEM,
                                            .narrow_acquires = NARROW_ACQUIRES,
                                            .keeps_l2 = KEEPS_L2,
                                            .keeps_fills = KEEPS_FILLS,
                                            .no_drain = NO_DRAIN,
                                            .own_sm = OWN_SM,
                                            .bottom_up = BOTTOM_UP };

SYSTEM(lrcc_hier) = {
  .name = "lrcc-hier",
  .title = "lazy release consistency-directed coherence over GPUs: a release owns its line in the "
           "L1 and in the L2, and the next acquirer has the rest written back",
  LRCC_RECORD,
  .not_modelled = "misses of the LLC and DRAM (nothing can tell), dirty lines that survive an "
                  "acquire in the L1, relaxed accesses that go to the L2 or the LLC, capacity and "
                  "associativity (evictions come at any time), " LOWER_NOT_MODELLED,
  .kinds = {
    LRCC_L1(DRAINED),
    { .name = "L2",
      .table = TABLE(gpu_rows, gpu_states, I | V | O | X, events,
                     GETV | GETO | WB | ATOMIC_UP | PUTO | OWNWB | NODATA | DATA | GRANT | REQWB |
                         WBACK | AACK | PUTACK | INV_ALL | FLUSH | OTHERS | EVICT | WRITE_BACK |
                         GIVE | DRAIN),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, gpu_loud_evict, .environment = true },
        { EVENT_WRITE_BACK, PER_LINE },
        { EVENT_GIVE, PER_LINE },
        { EVENT_INV_ALL, PER_LINE, others_acquire_here, .environment = true },
        { EVENT_FLUSH, PER_LINE, others_release, .environment = true },
        { EVENT_OTHERS, PER_LINE, others_are_written, .environment = true,
          .promises.while_context = WRITE_BACK_IS_OUT | 1 << OWED_BESIDE },
      },
      .internal_count = 7, .promises.context = gpu_beside, .promises.context_of = gpu_beside_others,
      .instances = ONE_PER_GPM, .start = home_start, .state_of = gpu_state, .value = gpu_value,
      .value_is_dirty = true, .keeps = l2_keeps, .lease = NO_LEASE, .shows.count = "unacknowledged",
      .shows.pending = "drains", .shows.writes = "out", .shows.reads = "atomics",
      .shows.held = "acquires", .shows.line_flag = "own", .shows.sharers = true,
      .shows.owner = true },
    LRCC_HOME("LLC", llc_rows),
  },
  .networks = { OWNED_NETWORKS() },
  .messages = { LRCC_MESSAGES(.marks = { "sys" }), DRAIN_MESSAGES },
  .lower = lower,
  .claims = { [CORE_IO] = CLAIMED, [CORE_GPU] = CLAIMED, [CORE_WEAK] = CLAIMED },
  .progress = release_progress_with_stalled_acquires,
  .own_invariant.name = "at most one owner of a line at each level, whom the level above knows, "
                        "and who gives it up when the rest is written back; no dirty word is lost; "
                        "and an acquire leaves no copy in the caches below its scope that is not "
                        "owned",
  .hooks = &hooks,
  .promises.per_address = per_address,
  .scopes = 1u << SCOPE_GPU | 1u << SCOPE_SYSTEM,
  .unscoped = LOAD | STORE | STORE_RELEASE,
  .topology = { 2, 1, .no_homes = true },
  .parameters = {
    [PARAMETER_UNSCOPED] = { "unscoped", 0, 0, 1, "1: every scope is that of the system, as where "
                                                  "there are none" },
    LRCC_PARAMETERS,
    [PARAMETER_SYSTEM] = { "system", 0, 0, KEEPS_AT_ATOMIC, "1: .sys acquires are .gpu ones; 2: "
                                                            "they drop nothing in the L2; 3: but "
                                                            "for fills; 4: an L2 gives a line up "
                                                            "without writing back the rest; 5: "
                                                            "without waiting until the LLC has it; "
                                                            "6: without asking its L1; 7: the L1 "
                                                            "drops before the L2; 8: .sys fences "
                                                            "drain no L2; 9: as 4, but for what "
                                                            "the owner's SM has written; 10: a "
                                                            ".sys atomic leaves the L2's copy" },
  },
  .variants = {
    { "unscoped", "every scope is that of the system", { { "unscoped", 1 } },
      .memory_models = "rcpc ptx-6.0" },
    { "recall", "the LLC evicts owned lines", { { "recall", RECALLS } } },
    { "narrow-acquire", "a .sys acquire is one of .gpu scope", { { "system", NARROW_ACQUIRES } },
      .fails = "MPd+acqrel.sys+diff-gpu" },
    { "keep-l2", "a .sys acquire, or fence, drops nothing in the L2", { { "system", KEEPS_L2 } },
      .fails = "MPd+acqrel.sys+diff-gpu", LOSES(1, 1) },
    { "keep-fills", "a .sys acquire drops nothing that its L2 has under way",
      { { "system", KEEPS_FILLS } }, .fails = "MP3d+acqrel.sys+diff-gpu", LOSES(1, 2) },
    { "no-pull", "an L1 gives a line up without writing back the rest",
      { { "no-pull", PULLS_NOTHING } }, .fails = "MPd+acqrel.sys+diff-gpu", LOSES(2, 2) },
    { "no-gpu-pull", "an L2 gives a line up without writing back the rest",
      { { "system", PULLS_NO_GPU } }, .fails = "MPd+acqrel.sys+diff-gpu", LOSES(2, 2) },
    { .name = "unacknowledged-gpu-pull",
      .help = "an L2 gives a line up when it has sent the rest, not when the LLC has it",
      .settings = { { "system", GPU_UNACKNOWLEDGED } }, .fails = "MPd+acqrel.sys+diff-gpu",
      LOSES(2, 2) },
    { "own-pull", "an L2 writes back first what the SM has written that owned the line",
      { { "system", OWN_SM } }, .fails = "ISA2d+gpu-then-sys", LOSES(2, 2) },
    { .name = "skip-owner",
      .help = "an L2 that is asked to write back does not ask the L1 that owns the line",
      .settings = { { "system", SKIPS_OWNER } }, .fails = "MP+acqrel.sys+diff-gpu",
      .invariants_lost = LOSES_OWNER },
    { "bottom-up", "at a .sys fence the L1 drops what it does not own before the L2 does",
      { { "system", BOTTOM_UP } }, .fails = "MP3d+F.ar.sys+diff-gpu", LOSES(1, 2) },
    { "no-drain", "a .sys fence waits, and drops, as one of .gpu scope does",
      { { "system", NO_DRAIN } }, .fails = "MP3d+F.ar.sys+diff-gpu" },
    { "keep-at-atomic", "an atomic of .sys scope leaves the L2's copy of its line",
      { { "system", KEEPS_AT_ATOMIC } }, .fails = "CoWR-at+weak" },
    { "false-sharing", "an owned line serves all of its words", { { "false-sharing", 1 } },
      .fails = "MP-owned-line+acqrel.sys" },
    { "overwrite", "a line is owned, and given up, while an older write-back of it is out",
      { { "overwrite", 1 } }, .fails = "CoWW-own+rel", LOSES(1, 1) },
    { "unacknowledged", "an owner's answer to a request to write back is not acknowledged",
      { { "unacknowledged", 1 } }, .fails = "CoWR-given-up" },
    { "forgetful", "the LLC evicts owned lines, and does not ask their owners",
      { { "recall", FORGETS } }, .fails = "MP+acqrel.sys+diff-gpu",
      .invariants_lost = LOSES_OWNER },
    { "early-putack", "a PutO is acknowledged though a ReqWB to its sender is out",
      { { "early-putack", 1 } }, .invariants_lost = LOSES_OWNER },
  },
};
