/* rcc-o-hier: release consistency-directed coherence that tracks ownership, over several GPUs.  An
 * L2 is to the last-level cache (LLC) what an L1 is to the L2.  The LLC knows which GPU owns a
 * line, and the L2 of that GPU which L1 does.  An acquire of .sys scope drops the valid copies that
 * are not owned, in the L2 of its GPU and then in its L1.
 *
 * Source: that of rcc-o (Primer, 2nd ed., 10.1.4, "Exploiting ownership"), which has GPU scope.
 * It says where threads meet: those of a CTA in the L1, of a GPU in the L2, all in the LLC.  It
 * has no rules for an L2 at a wider scope.  So every row of the L2 and of the LLC is INFERRED from
 * the tables' rules for an L1 and an L2.  None is counted (README.md).  The L1 is rcc-o's
 * (models/lib/rcc_o_l1.h), row for row, with two exceptions: fences, and acquires of a word that
 * came with an owned line.
 * The LLC is rcc-o's L2 (models/lib/rcc_o_home.h).
 *
 * Claims: those below, and PTX's memory model. */
#include "protocol/claims.h"
#include "models/lib/memory.h"
#include "models/lib/over_gpus.h"
#include "models/lib/rcc_o.h"
#include "models/lib/rcc_o_claims.h"
#include "models/lib/rcc_o_home.h"
#include "models/lib/rcc_o_l1.h"

enum { EVENT_INV = EVENT_RCC_O, EVENT_INVDONE, EVENT_COUNT };
#define INV (1ull << EVENT_INV)         /* up: an L1 to its L2 */
#define INVDONE (1ull << EVENT_INVDONE) /* and its answer */
static const char *const events[] = { RCC_O_EVENT_NAMES, "Inv", "InvDone" };

enum { PARAMETER_SYSTEM = PARAMETER_APART + 1 };
enum { SYSTEM_SCOPE, NARROW_ACQUIRES, KEEPS_L2, KEEPS_FILLS, SKIPS_OWNER, NARROW_HITS };
enum { TRUSTS_OWNED = NARROW_HITS + 1, BOTTOM_UP, OWNS_ACQUIRED };

/* --- the L1 --- */

GUARD_PAIR(of_system, of_gpu, s->request->scope == SCOPE_SYSTEM && !system_is(s, NARROW_ACQUIRES))
GUARD(hits_for_system, of_system(s) && !system_is(s, NARROW_HITS))
GUARD(not_own_narrow, not_own_word(s) && !hits_for_system(s))
GUARD(not_own_wide, not_own_word(s) && hits_for_system(s))
static void own_acquired(struct step *s) {
  if (system_is(s, OWNS_ACQUIRED)) s->line->flag |= (uint8_t)(1u << s->request->word);
}

/* Has the L2 drop its copies that are not owned, and then the L1.  The message names no line. */
static void send_inv(struct step *s, int64_t value) {
  struct message *message = step_send(s, EVENT_INV, home(s));
  message->request = (struct request){ .event = s->request->event,
                                       .core = s->request->core,
                                       .entry = s->request->entry,
                                       .time = NO_TIME,
                                       .value = value };
  message->line = 0;
  if (system_is(s, BOTTOM_UP)) invalidate_all(s);
}
static void read_and_inv(struct step *s) { send_inv(s, s->line->data.word[s->request->word]); }
static void inv(struct step *s) { send_inv(s, 0); }
static void pass_answer(struct step *s) { step_reply(s, s->request, s->request->value); }
static void invalidate_here(struct step *s) {
  if (!system_is(s, BOTTOM_UP)) invalidate_all(s);
}

static const struct row l1_rows[] = {
  RCC_O_L1_ACCESSES,
  INFERRED("O/Acquire, .gpu, of a word that came with the line", O, LOAD_ACQUIRE, not_own_narrow,
           SAME, hit, own_acquired, invalidate_all),
  INFERRED("O/Acquire, .sys, of a word that came with the line", O, LOAD_ACQUIRE, not_own_wide,
           SAME, read_and_inv),
  RCC_O_L1_ANSWERS,
  INFERRED("Fence, .gpu", ANY, FENCE, of_gpu, SAME, invalidate_all, done),
  INFERRED("Fence, .sys: the L2 first", ANY, FENCE, of_system, SAME, inv),
  INFERRED("Acquire, fence: the L2 has dropped what it does not own", ANY, INVDONE, always, SAME,
           pass_answer, invalidate_here),
};

/* --- the L2 ---
 *
 * To its L1s it is a home (models/lib/rcc_o_home.h).  To the LLC it is an owner
 * (models/lib/rcc_o_l1.h).  Of a line: `owner`, the L1 that owns it; `sharers`, the L1s that the
 * request which is out is for; `held` ("acquires"), the one of these whose .sys acquire it is.
 * `flag` ("crossed"): how far an L1's eviction has come that crossed a request to write back. */

/* States beside those of an L1: X, an L1 owns the line, so that the GPU does; XV, XO, XE, XR, that
 * L1 has been asked to write back, for a reader, a new owner, an eviction, the LLC. */
enum { X = 1 << 9, XV = 1 << 10, XO = 1 << 11, XE = 1 << 12, XR = 1 << 13 };
enum { L2_ANY = (1 << 14) - 1, ASKED = XV | XO | XE | XR, PASSED_ON = X | ASKED };
enum { FETCHING = IV | VG | IP };
static const char *const l2_states[] = { "I",  "V",  "O", "IV", "VG", "IP", "IO",
                                         "VO", "OI", "X", "XV", "XO", "XE", "XR" };

GUARD_PAIR(for_gpu, for_system, sm_set_is_empty(s->line->held))
GUARD(second_for_system, second(s) && for_system(s))
GUARD(second_for_gpu, second(s) && for_gpu(s))
GUARD_PAIR(skips_owner, asks_own_l1, system_is(s, SKIPS_OWNER))
static void join(struct step *s) { sm_set_add(&s->line->sharers, sender(s)); }
static void remember_acquire(struct step *s) {
  remember(s);
  s->line->held = s->line->sharers;
}
static void end_acquire(struct step *s) { s->line->held = 0; }
static void data_to_all(struct step *s) {
  SM_SET_EACH(sm, s->line->sharers) step_send(s, EVENT_DATA, client(s, sm))->data = *copy(s);
  s->line->sharers = 0;
}

/* An L1's .sys acquire reads an owned line here. */
static void invalidate_for_owned(struct step *s) {
  if (!system_is(s, TRUSTS_OWNED)) invalidate(s);
}
/* The value that the acquire has read goes back with it. */
static void invalidated(struct step *s) {
  struct message *message = step_send(s, EVENT_INVDONE, step_incoming(s)->from);
  message->request = *s->request;
  message->line = 0;
}

#define UP "10.15, one level up: "
#define DOWN "10.16: "
static const struct row l2_rows[] = {
  INFERRED(UP "I/Load", I, GETV, narrow, IV, remember, getv),
  INFERRED(UP "I/Acquire", I, GETV, is_wide, IV, remember_acquire, getv),
  INFERRED(UP "IV/Load: it joins", IV, GETV, narrow, SAME, join),
  INFERRED(UP "V/Load", V | VG | VO, GETV, narrow, SAME, data_to_sender),
  INFERRED(UP "V/Acquire", V, GETV, is_wide, VG, remember_acquire, getv),
  STALL(UP "fetching: one thing at a time", IV | VG | VO, GETV, is_wide),
  STALL(UP "IP/Load: the fetch is too old", IP, GETV, always),
  STALL(UP "a GetO, or an eviction, is out", IO | OI, GETV, always),
  INFERRED(UP "I/Store", I, GETO, always, IO, remember, geto),
  INFERRED(UP "V/Store", V, GETO, always, VO, remember, geto),
  STALL(UP "one thing at a time", FETCHING | IO | VO | OI, GETO, always),

  INFERRED(DOWN "V/GetV", O, GETV, narrow, SAME, data_to_sender),
  INFERRED(DOWN "V/GetV, for a .sys acquire", O, GETV, is_wide, SAME, data_to_sender,
           invalidate_for_owned),
  INFERRED(DOWN "V/GetO", O, GETO, always, X, grant_to_sender),
  INFERRED(DOWN "O/GetV", X, GETV, narrow, XV, remember, request_write_back),
  INFERRED(DOWN "O/GetV, for a .sys acquire", X, GETV, is_wide, XV, remember_acquire,
           request_write_back),
  INFERRED(DOWN "O/GetO", X, GETO, always, XO, remember, request_write_back),
  INFERRED(DOWN "O/PutO", X, PUTO, always, O, merge, free_line, put_ack),
  INFERRED(DOWN "O/Evict", X, EVICT, asks_owner, XE, request_write_back),
  VARIANT("O/Evict, and nobody is told (forgetful)", X, EVICT, forgets_owner, O, free_line),
  STALL(DOWN "a transaction is out", ASKED, GETV | GETO, always),
  NEVER(DOWN "no L1 owns the line", L2_ANY & ~PASSED_ON, PUTO | OWNWB | NODATA),
  NEVER(DOWN "the owner is not asked", X, OWNWB | NODATA),

  INFERRED(DOWN "OV/OwnWB", XV, OWNWB, for_gpu, O, merge, free_line, data_to_waiting),
  INFERRED(DOWN "OV/OwnWB, for a .sys acquire", XV, OWNWB, for_system, O, merge, free_line,
           data_to_waiting, end_acquire, invalidate_for_owned),
  INFERRED(DOWN "OO/OwnWB", XO, OWNWB, always, X, merge, free_line, grant_to_waiting),
  VARIANT(DOWN "OE/OwnWB", XE, OWNWB, always, O, merge, free_line),
  INFERRED("ReqWB: the L1 has written back", XR, OWNWB, always, V, merge, free_line,
           own_write_back),
  INFERRED(DOWN "PutO, NoData to come", ASKED, PUTO, first, SAME, merge, note_put),
  INFERRED(DOWN "NoData, PutO to come", ASKED, NODATA, first, SAME, note_nodata),
  INFERRED(DOWN "OV/PutO after NoData", XV, PUTO, second_for_gpu, O, merge, free_line, put_ack,
           data_to_waiting),
  INFERRED(DOWN "OV/PutO after NoData, for a .sys acquire", XV, PUTO, second_for_system, O, merge,
           free_line, put_ack, data_to_waiting, end_acquire, invalidate_for_owned),
  INFERRED(DOWN "OO/PutO after NoData", XO, PUTO, second, X, merge, free_line, put_ack,
           grant_to_waiting),
  VARIANT(DOWN "OE/PutO after NoData", XE, PUTO, second, O, merge, free_line, put_ack),
  INFERRED("ReqWB: PutO after NoData", XR, PUTO, second, V, merge, free_line, put_ack,
           own_write_back),
  INFERRED(DOWN "OV/NoData after PutO", XV, NODATA, second_for_gpu, O, free_line, put_ack,
           data_to_waiting),
  INFERRED(DOWN "OV/NoData after PutO, for a .sys acquire", XV, NODATA, second_for_system, O,
           free_line, put_ack, data_to_waiting, end_acquire, invalidate_for_owned),
  INFERRED(DOWN "OO/NoData after PutO", XO, NODATA, second, X, free_line, put_ack,
           grant_to_waiting),
  VARIANT(DOWN "OE/NoData after PutO", XE, NODATA, second, O, free_line, put_ack),
  INFERRED("ReqWB: NoData after PutO", XR, NODATA, second, V, free_line, put_ack, own_write_back),

  INFERRED(UP "IV/Data", IV, DATA, for_gpu, V, install, data_to_all),
  INFERRED(UP "fetching/Data, for an acquire", IV | VG, DATA, for_system, V, install, data_to_all,
           end_acquire, invalidate),
  INFERRED(UP "IP/Data", IP, DATA, for_gpu, I, install, data_to_all, drop),
  INFERRED(UP "IP/Data, for an acquire", IP, DATA, for_system, I, install, data_to_all, drop,
           end_acquire, invalidate),
  NEVER_WHEN(UP "VG/Data: for an acquire", VG, DATA, for_gpu),
  NEVER(UP "Data", L2_ANY & ~FETCHING, DATA),
  INFERRED(UP "IO/Grant", IO | VO, GRANT, always, X, install, grant_to_waiting),
  NEVER(UP "Grant", L2_ANY & ~(IO | VO), GRANT),

  INFERRED(UP "O/Request write-back", O, REQWB, always, V, own_write_back),
  INFERRED(UP "O/Request write-back: the L1 first", X, REQWB, asks_own_l1, XR, request_write_back),
  VARIANT("O/Request write-back, and the L1 is not asked (skip-owner)", X, REQWB, skips_owner, V,
          own_write_back, free_line),
  STALL(UP "O/Request write-back: the L1 is asked already", XV | XO | XE, REQWB, always),
  STALL(UP "IO/Request write-back: the Grant is on its way", IO | VO, REQWB, always),
  INFERRED(UP "OI/Request write-back", OI, REQWB, always, SAME, no_data),
  NEVER(UP "Request write-back", I | V | FETCHING | XR, REQWB),
  INFERRED(UP "OI/PutAck", OI, PUTACK, always, I),
  NEVER(UP "PutAck", L2_ANY & ~OI, PUTACK),

  INFERRED("Acquire, fence: drop what is not owned", L2_ANY, INV, always, SAME, invalidate,
           invalidated),
  INFERRED(UP "I, O, OI/Invalidate", I | IO | OI | O | PASSED_ON, INV_ALL, always, SAME),
  INFERRED(UP "V/Invalidate: the acquire has read it", V, INV_ALL, just_read, SAME),
  INFERRED(UP "V/Invalidate", V, INV_ALL, not_just_read, I, drop),
  INFERRED(UP "VO/Invalidate", VO, INV_ALL, always, IO, drop),
  INFERRED(UP "fetching/Invalidate", FETCHING, INV_ALL, drops_fills, IP, drop),
  VARIANT("fetching/Invalidate (keep-fills)", FETCHING, INV_ALL, keeps_fills, SAME),

  INFERRED(UP "V/Evict", V, EVICT, always, I, drop),
  INFERRED(UP "O/Evict", O, EVICT, always, OI, put, drop),
  STALL(UP "Evict", L2_ANY & ~(V | O | X), EVICT, always),
};

/* --- the LLC --- */

static const struct row llc_rows[] = { RCC_O_HOME_ROWS(INFERRED) };

/* --- claims ---
 *
 * In every state, an L1 owns a line only if its L2 says so, and an L2 only if the LLC does.
 * An owner that has not passed the line on has the last store.  So has the LLC where the line has
 * no owner.  No copy lacks a word.
 *
 * In every step, with the answer to a .sys acquire or a fence, an L2 holds only owned lines and
 * the word of the acquire.  No fill to come may be installed.  An L1 answers neither, of .sys
 * scope, before its L2 has done that.  (Except an acquire that hits a store of its own SM.) */

static bool l2_copy_holds(const struct line *copy, bool is_owner, unsigned words) {
  unsigned state = 1u << copy->state;
  if (state & (O | PASSED_ON) && !is_owner) return false;
  if (state & PASSED_ON ? copy->owner == NO_ONE : copy->owner != NO_ONE) return false;
  if (state & O && data_is_stale(&copy->data)) return false;
  return !(state & HOLDS && data_lacks(&copy->data, words));
}
static bool llc_copy_holds(const struct line *copy) {
  return !(1u << copy->state & HOME_V && data_is_stale(&copy->memory));
}
static bool one_owner(const struct shape *shape, const struct local *const *locals) {
  const struct over_gpus_copies copies = { llc_copy_holds, l2_copy_holds, rcc_o_copy_holds };
  return over_gpus_copies_hold(shape, locals, &copies);
}

/* Has an L1 answered an acquire or a fence of .sys scope without its L2?  (It may, if the acquire
 * reads its SM's own store.) */
static bool answers_alone(const struct step *s, const struct local *before) {
  bool asked = s->event == EVENT_LOAD_ACQUIRE || s->event == EVENT_FENCE;
  return asked && s->request->scope == SCOPE_SYSTEM && rcc_o_acquires(s, before);
}
static bool hier_l1_keeps(const struct step *s, const struct local *before) {
  return !answers_alone(s, before) && rcc_o_l1_keeps(s, before);
}
/* Does the step tell an L1 that its acquire, or its fence, is done here? */
static bool lets_go_on(const struct step *s, const struct local *before) {
  bool reads_owned = s->event == EVENT_GETV && step_incoming(s)->count && step_sends(s, DATA);
  return reads_owned || step_sends(s, INVDONE) ||
         (!sm_set_is_empty(before->line[s->at].held) && sm_set_is_empty(s->line->held));
}
static bool l2_keeps(const struct step *s, const struct local *before) {
  bool invalidated = lets_go_on(s, before), filled = s->event == EVENT_DATA && !s->stalled;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    bool read = filled && at == step_incoming(s)->line,
         dropped = invalidated || (s->event == EVENT_INV_ALL && at == s->at);
    if (dropped && !read && !rcc_o_is_dropped(&s->local->line[at])) return false;
  }
  return !invalidated || step_reaches_others(s, EVENT_INV_ALL);
}

/* --- for the record --- */

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  unsigned count = release_lower_for_gpus(shape, instruction, LOAD_ACQUIRE | FENCE, out);
  lower_atomic_fenced(instruction, out, count);
  return count;
}
GUARD(l2_loud_evict,
      1u << s->state & O || (1u << s->state & X && step_parameter(s, PARAMETER_RECALL)))
GUARD(others_acquire_here, !system_is(s, KEEPS_L2) && others_acquire(s))

static const struct release_hooks hooks = { OVER_GPUS_HOOKS, OVER_GPUS_OWNER_HOOKS };

SYSTEM(rcc_o_hier) = {
  .name = "rcc-o-hier",
  .title = "release consistency-directed coherence that tracks ownership, over GPUs: an L2 owns a "
           "line before an L1 of its does",
  RCC_O_RECORD,
  .not_modelled = "misses of the LLC and DRAM (nothing can tell), stores that are done before they "
                  "own their line, relaxed accesses that go to the L2 or the LLC, L2s that know "
                  "which words their GPU has stored, capacity and associativity (evictions come at "
                  "any time), " LOWER_NOT_MODELLED,
  .kinds = {
    RCC_O_L1(INVDONE, hier_l1_keeps),
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, I | V | O | X, events,
                     GETV | GETO | PUTO | OWNWB | NODATA | DATA | GRANT | REQWB | PUTACK | INV |
                         INV_ALL | EVICT),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, l2_loud_evict, .environment = true },
        { EVENT_INV_ALL, PER_LINE, others_acquire_here, .environment = true },
      },
      .internal_count = 3, .instances = ONE_PER_GPM, .value = cache_value, .keeps = l2_keeps,
      .lease = NO_LEASE, .shows.line_flag = "crossed", .shows.held = "acquires",
      .shows.sharers = true, .shows.owner = true },
    RCC_O_HOME("LLC", llc_rows),
  },
  .messages = {
    RCC_O_MESSAGES(.marks = { "sys" }),
    [EVENT_INV] = { "Inv", UP_NETWORK, .has_core = true, .has_value = true, .no_line = true,
      .lease = NO_LEASE },
    [EVENT_INVDONE] = { "InvDone", DOWN_NETWORK, .has_core = true, .has_value = true,
      .no_line = true, .lease = NO_LEASE },
  },
  OVER_GPUS_RECORD,
  .claims = ON_ALL_CORES("ptx-6.0"),
  .own_invariant.name = "at most one owner of a line at each level, whom the level above knows and "
                    "whose copy holds the last store, as the LLC's does where there is none, no "
                    "copy lacks a word, and an acquire leaves no copy in the caches below its "
                    "scope that is not owned",
  .unscoped = LOAD | STORE | ATOMIC | STORE_RELEASE,
  .parameters = {
    UNSCOPED_PARAMETER,
    [PARAMETER_PRINTED] = { "printed", 0, 0, 2, "an acquire of an owned line invalidates: 0 but "
                                                "for a word of the SM's own; 1 never; 2 always" },
    RCC_O_PARAMETERS,
    [PARAMETER_SYSTEM] = { "system", 0, 0, OWNS_ACQUIRED, "1: .sys acquires are .gpu ones; 2: they "
                                                          "leave the L2 as it is; 3: but for "
                                                          "fills; 4: an L2 does not ask the L1 "
                                                          "that owns; 5: acquires of owned lines "
                                                          "are .gpu ones; 6: in the L2 they drop "
                                                          "nothing; 7: the L1 comes before the L2; "
                                                          "8: an acquired word is the SM's own" },
  },
  .variants = {
    { "recall", "the L2 and the LLC evict owned lines", { { "recall", RECALLS } } },
    UNSCOPED_VARIANT("rcpc ptx-6.0"),
    { .name = "acquire-anew",
      .help = "an acquire of an owned line invalidates, though the word is the SM's own",
      .settings = { { "printed", ACQUIRES_ANEW } }, .memory_models = "ptx-6.0 hsa" },
    { "printed", "an acquire of an owned line never invalidates", { { "printed", NEVER_ANEW } },
      .fails = "MPd+rmw-chain", LOSES_OWN(1, 1, 2, 1) },
    { "narrow-acquire", "a .sys acquire, or fence, is one of .gpu scope",
      { { "system", NARROW_ACQUIRES } }, .fails = "MPd+acqrel.sys+diff-gpu",
      LOSES_OWN(1, 1, 2, 1) },
    { "keep-l2", "a .sys acquire drops nothing in the L2", { { "system", KEEPS_L2 } },
      .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 2, 1) },
    { "keep-fills", "a .sys acquire drops nothing that its L2 has under way",
      { { "system", KEEPS_FILLS } }, .fails = "MP3d+acqrel.sys+diff-gpu", LOSES_OWN(2, 2, 2, 1) },
    { "narrow-hit", "a .sys acquire of an owned line is one of .gpu scope",
      { { "system", NARROW_HITS } }, .fails = "MPd+rmw-chain+diff-gpu", LOSES_OWN(1, 1, 2, 1) },
    { "trust-owned", "a .sys acquire that its GPU's own line answers drops nothing in the L2",
      { { "system", TRUSTS_OWNED } }, .fails = "MPd+rmw-chain+diff-gpu", LOSES_OWN(2, 2, 2, 1) },
    { "own-acquired", "a word of an owned line that has been acquired is the SM's own",
      { { "system", OWNS_ACQUIRED } }, .fails = "MPd+rmw-chain-acq.gpu+diff-gpu" },
    { "bottom-up", "the L1 drops what it does not own before the L2 does",
      { { "system", BOTTOM_UP } }, .fails = "MP3d+F.ar.sys+diff-gpu", LOSES_OWN(1, 2, 2, 1) },
    { .name = "skip-owner",
      .help = "an L2 that is asked to write back does not ask the L1 that owns the line",
      .settings = { { "system", SKIPS_OWNER } }, .fails = "MPd+acqrel.sys+diff-gpu",
      LOSES_OWNER },
    { "forgetful", "the L2 and the LLC evict owned lines, and do not ask their owners",
      { { "recall", FORGETS } }, .fails = "MP+acqrel.sys", LOSES_OWNER },
    { "early-putack", "a PutO is acknowledged though a ReqWB to its sender is out",
      { { "early-putack", 1 } }, .fails = "CoRW-chain+rlx", LOSES_OWNER },
  },
};
