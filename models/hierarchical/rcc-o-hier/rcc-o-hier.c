/* rcc-o-hier: release consistency-directed coherence that tracks ownership, over several GPUs.  An
 * L2 is to the last-level cache (LLC) what an L1 is to the L2.  The LLC knows which GPU owns a
 * line, and the L2 of that GPU which L1 does.  An acquire of .sys scope drops what is valid and
 * not owned in the L2 of its GPU, and then in its L1.
 *
 * Source: that of rcc-o (Primer, 2nd ed., 10.1.4, "Exploiting ownership"), which has GPU scope,
 * and says where the scopes meet: a CTA's threads in the L1, a GPU's in the L2, all in the LLC.
 * It leaves open what a scope above the GPU's asks of an L2.  So every row of the L2, and of the
 * LLC, is INFERRED from what the tables ask of an L1 and of an L2, and none is counted
 * (README.md).  The L1 is rcc-o's, row for row, but for fences and for acquires of a word that
 * came with an owned line (models/lib/rcc_o_l1.h).  The LLC is rcc-o's L2
 * (models/lib/rcc_o_home.h).
 *
 * Claims: PTX's memory model, as rcc-o, and what claims.h says of the copies. */
#include "models/hierarchical/rcc-o-hier/l2.h"
#include "models/lib/memory.h"

/* --- the L1 --- */

static bool is_of_system(const struct step *s) {
  return s->request->scope == SCOPE_SYSTEM && !system_is(s, NARROW_ACQUIRES);
}
static bool hits_for_system(const struct step *s) {
  return is_of_system(s) && !system_is(s, NARROW_HITS);
}
static bool not_own_narrow(const struct step *s) { return not_own_word(s) && !hits_for_system(s); }
static bool not_own_wide(const struct step *s) { return not_own_word(s) && hits_for_system(s); }
static void own_acquired(struct step *s) {
  if (system_is(s, OWNS_ACQUIRED)) s->line->flag |= (uint8_t)(1u << s->request->word);
}

/* The L2 drops what it does not own; then comes the L1.  It is about no line. */
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

static bool of_system(const struct step *s) { return is_of_system(s); }
static bool of_gpu(const struct step *s) { return !is_of_system(s); }

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

/* --- the L2 --- */

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

#include "models/hierarchical/rcc-o-hier/claims.h"

/* --- for the record --- */

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  unsigned count = release_lower_for_gpus(shape, instruction, LOAD_ACQUIRE | FENCE, out);
  lower_atomic_fenced(instruction, out, count);
  return count;
}

static bool l2_loud_evict(const struct step *s) {
  return 1u << s->state & O || (1u << s->state & X && step_parameter(s, PARAMETER_RECALL));
}
static bool others_acquire_here(const struct step *s) {
  return !system_is(s, KEEPS_L2) && others_acquire(s);
}

#define CLAIMED \
  { true, "ptx-6.0" }

/* And the next message finds no row. */
#define LOSES_OWNER CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK)

/* A variant that breaks an acquire breaks its claims, too. */
#define LOSES(sms_, threads_)             \
  .invariants_lost = CLAIM(PROPERTY_OWN), \
  .shown_by = { .sms = sms_, .threads = threads_, .lines = 2, .values = 1 }

static const struct release_hooks hooks = { .inv_all = EVENT_INV_ALL,
                                            .data = EVENT_DATA,
                                            .grant = EVENT_GRANT,
                                            .reqwb = EVENT_REQWB,
                                            .puto = EVENT_PUTO,
                                            .putack = EVENT_PUTACK,
                                            .recall = PARAMETER_RECALL,
                                            .early_putack = PARAMETER_EARLY_PUTACK,
                                            .over_gpus = true,
                                            .system = PARAMETER_SYSTEM,
                                            .narrow_acquires = NARROW_ACQUIRES,
                                            .keeps_l2 = KEEPS_L2,
                                            .keeps_fills = KEEPS_FILLS,
                                            .bottom_up = BOTTOM_UP };

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
  .lower = lower,
  .claims = { [CORE_IO] = CLAIMED, [CORE_GPU] = CLAIMED, [CORE_WEAK] = CLAIMED },
  .own_invariant.name = "at most one owner of a line at each level, whom the level above knows and "
                    "whose copy holds the last store, as the LLC's does where there is none, no "
                    "copy lacks a word, and an acquire leaves no copy in the caches below its "
                    "scope that is not owned",
  .hooks = &hooks,
  .scopes = 1u << SCOPE_GPU | 1u << SCOPE_SYSTEM,
  .unscoped = LOAD | STORE | ATOMIC | STORE_RELEASE,
  .topology = { 2, 1, .no_homes = true },
  .parameters = {
    [PARAMETER_UNSCOPED] = { "unscoped", 0, 0, 1, "1: every scope is that of the system, as where "
                                                  "there are none" },
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
    { "unscoped", "every scope is that of the system", { { "unscoped", 1 } },
      .memory_models = "rcpc ptx-6.0" },
    { .name = "acquire-anew",
      .help = "an acquire of an owned line invalidates, though the word is the SM's own",
      .settings = { { "printed", ACQUIRES_ANEW } }, .memory_models = "ptx-6.0 hsa" },
    { "printed", "an acquire of an owned line never invalidates", { { "printed", NEVER_ANEW } },
      .fails = "MPd+rmw-chain", LOSES(1, 1) },
    { "narrow-acquire", "a .sys acquire, or fence, is one of .gpu scope",
      { { "system", NARROW_ACQUIRES } }, .fails = "MPd+acqrel.sys+diff-gpu", LOSES(1, 1) },
    { "keep-l2", "a .sys acquire drops nothing in the L2", { { "system", KEEPS_L2 } },
      .fails = "MPd+acqrel.sys+diff-gpu", LOSES(1, 1) },
    { "keep-fills", "a .sys acquire drops nothing that its L2 has under way",
      { { "system", KEEPS_FILLS } }, .fails = "MP3d+acqrel.sys+diff-gpu", LOSES(2, 2) },
    { "narrow-hit", "a .sys acquire of an owned line is one of .gpu scope",
      { { "system", NARROW_HITS } }, .fails = "MPd+rmw-chain+diff-gpu", LOSES(1, 1) },
    { "trust-owned", "a .sys acquire that its GPU's own line answers drops nothing in the L2",
      { { "system", TRUSTS_OWNED } }, .fails = "MPd+rmw-chain+diff-gpu", LOSES(2, 2) },
    { "own-acquired", "a word of an owned line that has been acquired is the SM's own",
      { { "system", OWNS_ACQUIRED } }, .fails = "MPd+rmw-chain-acq.gpu+diff-gpu" },
    { "bottom-up", "the L1 drops what it does not own before the L2 does",
      { { "system", BOTTOM_UP } }, .fails = "MP3d+F.ar.sys+diff-gpu", LOSES(1, 2) },
    { .name = "skip-owner",
      .help = "an L2 that is asked to write back does not ask the L1 that owns the line",
      .settings = { { "system", SKIPS_OWNER } }, .fails = "MPd+acqrel.sys+diff-gpu",
      .invariants_lost = LOSES_OWNER },
    { "forgetful", "the L2 and the LLC evict owned lines, and do not ask their owners",
      { { "recall", FORGETS } }, .fails = "MP+acqrel.sys", .invariants_lost = LOSES_OWNER },
    { "early-putack", "a PutO is acknowledged though a ReqWB to its sender is out",
      { { "early-putack", 1 } }, .fails = "CoRW-chain+rlx", .invariants_lost = LOSES_OWNER },
  },
};
