/* lrcc-hier: lazy release consistency-directed coherence over several GPUs.  A release takes
 * ownership of its own line, in the L2 of its GPU and then in its L1, and writes nothing back.
 * When an acquire comes to that line from another SM, the L2 has the owning L1 write back its dirty
 * words first.  When it comes from another GPU, the last-level cache (LLC) has the owning L2 do so,
 * and that L2 has its L1 do so before.
 *
 * Source: that of lrcc (Primer, 2nd ed., 10.1.4, "Lazy RCC"), which has GPU scope.  It says where
 * threads meet: those of a CTA in the L1, of a GPU in the L2, all in the LLC.  The idea is that of
 * hLRC (Alsop et al., MICRO 2016), which does without scopes.  Neither has rules for an L2 at a
 * scope above the GPU's.  So every row of the L2 and of the LLC is INFERRED from the tables' rules
 * for an L1 and an L2.  None is counted (README.md).  The L1 is lrcc's, row for row, except for
 * fences (models/lib/lrcc_l1.h).  The LLC is lrcc's L2 (models/lib/lrcc_home.h).
 *
 * Claims: those below, and PTX's memory model. */
#include "protocol/claims.h"
#include "models/hierarchical/lrcc-hier/l2.h"
#include "models/lib/lrcc_claims.h"
#include "models/lib/memory.h"

/* --- the L1 --- */

GUARD(of_gpu_and_clean, all_clean(s) && !drains(s, s->request->scope))
GUARD(of_system_and_clean, all_clean(s) && drains(s, s->request->scope))
/* A fence must be able to drop all lines, and other threads have gone on meanwhile. */
GUARD_PAIR(may_go_on, may_not_go_on, all_settled(s))
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

/* --- claims ---
 *
 * In every state, an L1 owns a line only if its L2 says so, and an L2 only if the LLC does.
 * No readable copy of an L2 lacks a word.
 *
 * In every step of an L2:
 *   - It takes every word that it is sent.  A dirty word stays so until it is on its way.  When the
 *     L2 is asked to drain, the word is written back, or its write-back is owed.  No answer comes
 *     while a write-back is out.
 *   - When it gives a line up it has nothing else dirty that its GPU does not own, and no
 *     write-back out.
 *   - With the answer to an acquire, or to a fence, of .sys scope loads may read only owned lines,
 *     and the word of the acquire.  No fill to come may be installed. */

/* Every word of a line that is not owned may be read, so none may be missing. */
static bool l2_copy_holds(const struct line *copy, bool is_owner, unsigned words) {
  unsigned state = 1u << copy->state;
  if (state & GPU_OWNS && !is_owner) return false;
  if (state & PASSED_ON ? copy->owner == NO_ONE : copy->owner != NO_ONE) return false;
  return !(state & (V | D | VG | VO) && data_lacks(&copy->data, words));
}
static bool l1_copy_holds(const struct line *copy, bool is_owner, unsigned words) {
  (void)words;
  return !is_owned(copy) || is_owner;
}
static bool one_owner(const struct shape *shape, const struct local *const *locals) {
  const struct over_gpus_copies copies = { NULL, l2_copy_holds, l1_copy_holds };
  return over_gpus_copies_hold(shape, locals, &copies);
}

static bool l2_keeps(const struct step *s, const struct local *before) {
  bool acquired = s->event == EVENT_DATA && !sm_set_is_empty(before->line[s->at].held),
       comes = s->event == EVENT_DRAIN;
  bool drained = step_sends(s, DRAINED);
  if (!lrcc_words_are_kept(s, before) || !lrcc_takes_all(s, before, &s->line->data)) return false;
  if (lrcc_takes_words(s) && step_incoming(s)->flag & ~s->line->dirty) return false;
  if (!lrcc_is_flushed(s, comes) || (comes && !drained && !step_reaches_others(s, EVENT_FLUSH)))
    return false;
  if (drained && s->local->count) return false;
  if (lrcc_gives_up(s) && (before->count || !nothing_is_dirty(s))) return false;
  return lrcc_is_invalidated(s, acquired || drained);
}

/* --- for the record --- */

/* At CTA scope an atomic goes to the L2.  The scope of a release makes no difference. */
static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  unsigned count = release_lower_for_gpus(shape, instruction, LOAD_ACQUIRE | ATOMIC | FENCE, out);
  lower_atomic_fenced(instruction, out, count);
  return count;
}
GUARD(gpu_loud_evict, 1u << s->state & O && may_evict(s))
static const struct data *gpu_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & GPU_OWNS ? &local->line[line].data : NULL;
}
/* (In owned-dropped an acquire looks at all lines; in own-pull each line tells its writers.) */
static bool per_address(const struct setting *setting) {
  return setting->values[PARAMETER_ACQUIRE] != ACQUIRES_DROP_OWNED &&
         setting->values[PARAMETER_SYSTEM] != OWN_SM;
}

static const struct release_hooks hooks = { OVER_GPUS_HOOKS, OVER_GPUS_DRAIN_HOOKS,
                                            OVER_GPUS_OWNER_HOOKS };

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
  OVER_GPUS_RECORD,
  .claims = ON_ALL_CORES("ptx-6.0"),
  .progress = release_progress_with_stalled_acquires,
  .own_invariant.name = "at most one owner of a line at each level, whom the level above knows, "
                        "and who gives it up when the rest is written back; no dirty word is lost; "
                        "and an acquire leaves no copy in the caches below its scope that is not "
                        "owned",
  .promises.per_address = per_address,
  .unscoped = LOAD | STORE | STORE_RELEASE,
  .parameters = {
    UNSCOPED_PARAMETER,
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
    UNSCOPED_VARIANT("rcpc ptx-6.0"),
    { "recall", "the LLC evicts owned lines", { { "recall", RECALLS } } },
    { "narrow-acquire", "a .sys acquire is one of .gpu scope", { { "system", NARROW_ACQUIRES } },
      .fails = "MPd+acqrel.sys+diff-gpu" },
    { "keep-l2", "a .sys acquire, or fence, drops nothing in the L2", { { "system", KEEPS_L2 } },
      .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 2, 1) },
    { "keep-fills", "a .sys acquire drops nothing that its L2 has under way",
      { { "system", KEEPS_FILLS } }, .fails = "MP3d+acqrel.sys+diff-gpu", LOSES_OWN(1, 2, 2, 1) },
    { "no-pull", "an L1 gives a line up without writing back the rest",
      { { "no-pull", PULLS_NOTHING } }, .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(2, 2, 2, 1) },
    { "no-gpu-pull", "an L2 gives a line up without writing back the rest",
      { { "system", PULLS_NO_GPU } }, .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(2, 2, 2, 1) },
    { .name = "unacknowledged-gpu-pull",
      .help = "an L2 gives a line up when it has sent the rest, not when the LLC has it",
      .settings = { { "system", GPU_UNACKNOWLEDGED } }, .fails = "MPd+acqrel.sys+diff-gpu",
      LOSES_OWN(2, 2, 2, 1) },
    { "own-pull", "an L2 writes back first what the SM has written that owned the line",
      { { "system", OWN_SM } }, .fails = "ISA2d+gpu-then-sys", LOSES_OWN(2, 2, 2, 1) },
    { .name = "skip-owner",
      .help = "an L2 that is asked to write back does not ask the L1 that owns the line",
      .settings = { { "system", SKIPS_OWNER } }, .fails = "MP+acqrel.sys+diff-gpu",
      LOSES_OWNER },
    { "bottom-up", "at a .sys fence the L1 drops what it does not own before the L2 does",
      { { "system", BOTTOM_UP } }, .fails = "MP3d+F.ar.sys+diff-gpu", LOSES_OWN(1, 2, 2, 1) },
    { "no-drain", "a .sys fence waits, and drops, as one of .gpu scope does",
      { { "system", NO_DRAIN } }, .fails = "MP3d+F.ar.sys+diff-gpu" },
    { "keep-at-atomic", "an atomic of .sys scope leaves the L2's copy of its line",
      { { "system", KEEPS_AT_ATOMIC } }, .fails = "CoWR-at+weak" },
    { "false-sharing", "an owned line serves all of its words", { { "false-sharing", 1 } },
      .fails = "MP-owned-line+acqrel.sys" },
    { "overwrite", "a line is owned, and given up, while an older write-back of it is out",
      { { "overwrite", 1 } }, .fails = "CoWW-own+rel", LOSES_OWN(1, 1, 2, 1) },
    { "unacknowledged", "an owner's answer to a request to write back is not acknowledged",
      { { "unacknowledged", 1 } }, .fails = "CoWR-given-up" },
    { "forgetful", "the LLC evicts owned lines, and does not ask their owners",
      { { "recall", FORGETS } }, .fails = "MP+acqrel.sys+diff-gpu",
      LOSES_OWNER },
    { "early-putack", "a PutO is acknowledged though a ReqWB to its sender is out",
      { { "early-putack", 1 } }, LOSES_OWNER },
  },
};
