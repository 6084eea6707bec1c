/* lrcc: lazy release consistency-directed coherence.  A release takes ownership of its own line
 * and writes nothing back.  When another SM's acquire comes to that line, the L2 has the owner
 * write back first what it has dirty.
 *
 * Source: Nagarajan, Sorin, Hill, Wood, A Primer on Memory Consistency and Cache Coherence, 2nd
 * ed., 10.1.4, "Lazy RCC", tables 10.19 (L1) and 10.16 (L2), worked examples 10.17 and 10.18; the
 * idea is that of hLRC (Alsop et al., MICRO 2016).  Unlike in rcc-o, plain stores need not own
 * their line: they are dirty words, as in rcc.  The tables name stable states; IV, VG and IP are
 * rcc's; IO, VO and OI, and the L2's OV, OO and OE, are rcc-o's.  README.md lists what else was
 * inferred.
 *
 * No network need keep order; README.md says what room they need (parameter `apart`).  If a
 * network up keeps the order of each line, and requests go by another one, owners' answers need no
 * acknowledgement (variant `ordered`).  Older write-backs need it still (`ordered-overwrite`).
 *
 * Claims: PTX's memory model, and what models/lib/lrcc_claims.c says of lines and copies.  It is
 * neither HSA's nor RCsc's.  An acquire acquires nothing if it hits a word that its SM has released
 * or stored since it owns the line (table 10.19).  PTX allows that; an order of all acquires and
 * releases does not (n6+acqrel.sys). */
#include "models/lib/lrcc.h"
#include "models/lib/lrcc_claims.h"
#include "models/lib/lrcc_home.h"
#include "models/lib/lrcc_l1.h"
#include "models/lib/memory.h"

enum { EVENT_FLUSH = EVENT_LRCC, EVENT_OTHERS, EVENT_COUNT };
static const char *const events[] = { LRCC_EVENT_NAMES, "FLUSH", "OTHERS" };

static const struct row l1_rows[] = {
  LRCC_L1_ACCESSES,

  INFERRED("Fence: nothing is dirty", ANY, FENCE, all_clean, SAME, invalidate_all, done),
  INFERRED("Fence", ANY, FENCE, not_all_clean, SAME, flush, keep_fence),

  LRCC_L1_ANSWERS,
};

static const struct row l2_rows[] = { LRCC_HOME_ROWS(ROW) };

/* An L1 that owns a line is the one that the L2 names. */
static bool one_owner(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++)
    for (unsigned sm = 0; sm < shape->sms; sm++)
      if (is_owned(&locals[shape_l1(shape, sm)]->line[line]) &&
          locals[shape_bank(shape, line)]->line[line].owner != sm)
        return false;
  return true;
}

/* (owned-dropped: an acquire looks at all lines itself.) */
static bool per_address(const struct setting *setting) {
  return setting->values[PARAMETER_ACQUIRE] != ACQUIRES_DROP_OWNED;
}

#define CLAIMED \
  { true, "ptx-6.0" }

#define LOSES                             \
  .invariants_lost = CLAIM(PROPERTY_OWN), \
  .shown_by = { .sms = 1, .threads = 1, .lines = 2, .values = 1 }

/* An acquire that may be answered with what is old refreshes nothing. */
static struct progress_claim progress(const struct setting *setting) {
  struct progress_claim claim = release_progress_with_stalled_acquires(setting);
  claim.all_with_acquires = setting->values[PARAMETER_ACQUIRE] != ACQUIRES_OLD;
  return claim;
}

SYSTEM(lrcc) = {
  .name = "lrcc",
  .title = "lazy release consistency-directed coherence: a release owns its line, and the next "
           "acquirer has the rest written back",
  LRCC_RECORD,
  .not_modelled = "misses of the L2 and DRAM (nothing can tell), more than one GPU, dirty lines "
                  "that survive an acquire, relaxed accesses that go to the L2, capacity and "
                  "associativity (evictions come at any time), " LOWER_NOT_MODELLED,
  .kinds = {
    LRCC_L1(0),
    LRCC_HOME("L2", l2_rows),
  },
  .networks = { OWNED_NETWORKS(.instead_where = 1 + PARAMETER_ORDERED,
                               .instead = { FIFO_PER_LINE }) },
  .messages = { LRCC_MESSAGES() },
  .lower = release_lower_owned,
  .claims = { [CORE_IO] = CLAIMED, [CORE_GPU] = CLAIMED, [CORE_WEAK] = CLAIMED },
  .progress = progress,
  .own_invariant.name = "at most one owner of a line, whom the L2 knows, and who gives it up when "
                        "the rest is written back; no dirty word is lost; and an acquire leaves no "
                        "copy in its L1 that is not owned",
  .hooks = &(const struct release_hooks){ .inv_all = EVENT_INV_ALL, .flush = EVENT_FLUSH,
    .data = EVENT_DATA, .grant = EVENT_GRANT, .reqwb = EVENT_REQWB, .puto = EVENT_PUTO,
    .putack = EVENT_PUTACK, .recall = PARAMETER_RECALL, .early_putack = PARAMETER_EARLY_PUTACK,
    .ordered = PARAMETER_ORDERED },
  .promises.per_address = per_address,
  .parameters = {
    RCC_UNSCOPED,
    LRCC_PARAMETERS,
    [PARAMETER_ORDERED] = { "ordered", 0, 0, 1, "1: what an L1 sends to the L2 about one line "
                                                "keeps its order" },
  },
  .variants = {
    { "unscoped", "CTA scope is GPU scope", { { "unscoped", 1 } },
      .memory_models = "rcpc ptx-6.0" },
    { "recall", "the L2 evicts owned lines", { { "recall", RECALLS } } },
    { "false-sharing", "an owned line serves all of its words", { { "false-sharing", 1 } },
      .fails = "MP-owned-line+acqrel.sys" },
    { "no-pull", "an owner gives a line up without writing back the rest", { { "no-pull", 1 } },
      .fails = "Barrier-then-release MP-back+acqrel.sys MP-owned-line+acqrel.sys MP3+acqrel.gpu "
               "MP3+acqrel.sys+diff-gpu ISA2d+acqrel.sys TicketLock+acqrel.sys TryLock+acqrel.sys "
               "MPd+acqrel.sys MPd+rel-F.ar.sys MPd+rel-then-rlx MPd+rmw-chain ISA2d+cta-then-gpu "
               "ISA2d+gpu-then-cta ISA2d+gpu-then-sys ISA2d+sys-then-gpu MPd+acqrel.gpu "
               "MPd+acqrel.sys+diff-gpu MPd+rel.sys-acq.gpu WRCd+cta-then-gpu Spin+acqrel.sys "
               "Spin-handshake+acqrel.sys WRCd+rlx+acqrel.sys", LOSES },
    { "overwrite", "a line is owned, and given up, while an older write-back of it is out",
      { { "overwrite", 1 } }, .fails = "CoWW-own+rel", LOSES },
    { "unacknowledged", "an owner's answer to the L2 is not acknowledged",
      { { "unacknowledged", 1 } }, .fails = "CoWR-given-up" },
    { "ordered", "unacknowledged, where write-backs and owners' answers about one line keep their "
                 "order", { { "ordered", 1 }, { "apart", 1 }, { "unacknowledged", 1 } } },
    { "ordered-overwrite", "overwrite, where write-backs and owners' answers about one line keep "
                           "their order", { { "ordered", 1 }, { "apart", 1 }, { "overwrite", 1 } },
      .fails = "MPd+acqrel.sys" },
    { "ordered-requests", "all that an L1 sends about one line keeps its order, its requests, too",
      { { "ordered", 1 } }, .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .values = 1 } },
    { .name = "unacknowledged-pull",
      .help = "an owner gives a line up when it has sent the rest, not when the L2 has it",
      .settings = { { "no-pull", PULLS_UNACKNOWLEDGED } },
      .fails = "MPd+acqrel.sys Barrier-then-release MP-back+acqrel.sys MP-beside-rel+acqrel.sys "
               "MP-own-flag-line+acqrel.sys MP-own-rmw-chain+acqrel.sys MP-owned-line+acqrel.sys "
               "MP3+acqrel.gpu MP3+acqrel.sys+diff-gpu MP3-acq+acqrel.sys MP3-st-acq+acqrel.sys "
               "MP3d+acqrel.sys+diff-gpu MP3d-rlx+acqrel.sys MPm+acqrel.sys ISA2d+acqrel.sys "
               "TicketLock+acqrel.sys TryLock+acqrel.sys MPd+rel-F.ar.sys MPd+rel-then-rlx "
               "MPd+rmw-chain ISA2d+cta-then-gpu ISA2d+gpu-then-cta ISA2d+gpu-then-sys "
               "ISA2d+sys-then-gpu MPd+acqrel.gpu MPd+acqrel.sys+diff-gpu MPd+rel.sys-acq.gpu "
               "MPd-rewritten+acqrel.sys+diff-gpu WRCd+cta-then-gpu Spin+acqrel.sys "
               "Spin-handshake+acqrel.sys WRCd+rlx+acqrel.sys", LOSES },
    { "no-pull-evict", "an owner that evicts a line does not write back the rest",
      { { "no-pull", EVICTS_ALONE } },
      .fails = "MPd+acqrel.sys Barrier-then-release MP-own-rmw-chain+acqrel.sys MP3+acqrel.gpu "
               "MP3+acqrel.sys+diff-gpu MP3d+acqrel.sys+diff-gpu MPm+acqrel.sys "
               "TicketLock+acqrel.sys TryLock+acqrel.sys MPd+rel-F.ar.sys MPd+rel-then-rlx "
               "MPd+rmw-chain MPd+acqrel.gpu MPd+acqrel.sys+diff-gpu MPd+rel.sys-acq.gpu "
               "MPd-rewritten+acqrel.sys+diff-gpu WRCd+cta-then-gpu Spin+acqrel.sys "
               "WRCd+rlx+acqrel.sys", LOSES },
    { "old-acquires", "the L2 answers an acquire of an owned line with what it has itself",
      { { "acquire", ACQUIRES_OLD } },
      .fails = "MP+acqrel.sys ISA2+acqrel.sys MP+acqrel.gpu WRC+acqrel.sys" },
    { "owned-dropped", "an acquire drops what its SM owns, too",
      { { "acquire", ACQUIRES_DROP_OWNED } },
      .fails = "MP+acqrel.sys CoRR-own-flush-beside-acq.sys MP-back+acqrel.sys "
               "MP-beside-rel+acqrel.sys MP-own-flag-line+acqrel.sys MP-owned-line+acqrel.sys "
               "ISA2+acqrel.sys MP+acqrel.gpu R+acqrel.sys Spin-handshake+acqrel.sys "
               "WRC+acqrel.sys WWC+acqrel.sys", LOSES },
    { "queue", "a write-back that comes behind a ReqWB of its line waits until the owner has "
               "answered", { { "queue", 1 } }, .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 2, .threads = 2, .lines = 2, .values = 1 } },
    { "forgetful", "the L2 evicts owned lines, and does not ask their owners",
      { { "recall", FORGETS } }, .fails = "MP+acqrel.sys",
      .invariants_lost = CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) },
    { "early-putack", "a PutO is acknowledged though a ReqWB to its sender is out",
      { { "early-putack", 1 } },
      .invariants_lost = CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) },
  },
};
