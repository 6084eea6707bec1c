/* nhcc: non-hierarchical hardware coherence over the L2s of GPMs, without transient states, and
 * with acknowledgements only for releases.  Each line has a home GPM, whose directory tracks the
 * GPMs that have copies.  A store is performed at the home at once, and its invalidations travel
 * behind it.  An acquire drops the L1.  A release waits until messages in flight have arrived.
 *
 * Source: Ren, Lustig, Bolotin, Jaleel, Villa, Nellans, HMG (HPCA 2020), IV and Table I.  The
 * directory's rows are that table's cells.  The machine is one flat GPU of GPMs: .gpu and .sys are
 * one scope, and the GPUs of a test are SMs.  The L2 beside the directory, the L1 and the
 * release unit have no table in the source.  Their rows are INFERRED from the paragraphs that they
 * name, and from what README.md lists.
 *
 * REL, RELREQ, RELFLUSH, RELACK and an L1's messages are ample (message_promises.ample;
 * docs/proving.md); README.md argues for it, and has the claims. */
#include "models/lib/gpm_directory.h"

static const char *const events[] = { HMG_DIRECTORY_EVENT_NAMES };
enum { EVENT_END = EVENT_NHCC_OWN };

static const struct row l1_rows[] = {
  SYNC_L1_ROWS,
  INFERRED("IV-B Acquire: what is in flight comes before any flag", L1_IV, INV_ALL, always, SAME),
};

static const struct row gpm_rows[] = {
  GPM_ROWS,
  INFERRED("IV-B Local Loads: response", ANY, DATA, always, SAME, install, serve_sms, end_fetch),
  ROW(TABLE_1 "invalidation", I, INV, always, SAME, drop_entry),
  NEVER(TABLE_1 "invalidation: HMG only", V, INV),
  STALL("RLD: never, as the home always has the line (inferred)", ANY, RLD, waits),
  INFERRED("IV-B Atomics: to the home", ANY, ATOM, passes, SAME, pass_atomic),
  INFERRED("IV-B Atomics: response", ANY, ATOMRESP, always, SAME, take_atomic),
  COUNT_ROWS,
  DOWNGRADE_ROWS,
  WRITE_BACK_ROWS,
};

/* Dirty data go on sooner or later, at the latest with the kernel's end, which is a release.
 * (flags-stay) Nobody owes that. */
static bool owes_eviction(const struct step *s) {
  return can_evict_dirty(s) && !writes_back_as(s, FLAGS_STAY);
}
static bool may_evict(const struct step *s) {
  return can_evict_dirty(s) && writes_back_as(s, FLAGS_STAY);
}
static struct progress_claim progress(const struct setting *setting) {
  struct progress_claim claim = progress_with_stale_copies(setting);
  int how = setting->values[PARAMETER_WRITE_BACK];
  if (how == EVICTION_LOSES) claim.threads = PROGRESS_NONE;
  if (how == EVICTION_LOSES || how == FLAGS_STAY)
    claim.all_on_one_sm = claim.all_with_acquires = false;
  return claim;
}

static const struct gpm_hooks hooks = { DIRECTORY_HOOKS, .write_back = PARAMETER_WRITE_BACK,
                                        .fills_come_first = true };

SYSTEM(nhcc) = {
  .name = "nhcc",
  .title = "directories over the L2s of GPMs: no transient states, no acknowledgements but for "
           "releases",
  GPM_RECORD,
  .source = "HMG (HPCA 2020) IV, Table I",
  .not_modelled = HMG_NOT_MODELLED("write-back homes (likewise)")
                  ", GPUs apart from GPMs (hmg has them)",
  .kinds = {
    GPM_L1(0, 0, { .event = 0 }),
    GPM_KIND(RST_LAST | EVICT_DIRTY, 2, { EVENT_EVICT_DIRTY, PER_LINE, owes_eviction },
             { EVENT_EVICT_DIRTY, PER_LINE, may_evict, .environment = true }),
  },
  .messages = { HMG_MESSAGES, MESSAGE(RST_LAST, "RST_LAST", NETWORK_DOWN, .has_value = true) },
  .progress = progress,
  .scopes = 1u << SCOPE_SYSTEM,
  .topology = { 1, 3 },
  .parameters = {
    HMG_PARAMETERS,
    [PARAMETER_OVERTAKEN] = { "overtaken", 1, 0, 1, OVERTAKEN_HELP },
    [PARAMETER_WRITE_BACK] = { "write-back", WRITES_THROUGH, 0, EVICTION_LEAVES,
      "L2s keep stores as dirty data: 1 as told; 2 a release does not write back; 3 an eviction "
      "does not; 4 an invalidation drops dirty data; 5 loads and atomics go home without it; "
      "6 stores of .sys scope stay, too; 7 evicted data are not tracked" },
  },
  .variants = {
    HMG_VARIANTS("MPd+acqrel.sys", "MP3d+acqrel.sys+diff-gpu", 1),
    HMG_ORDER_VARIANTS("MP3d+acqrel.sys+diff-gpu"),
    { "leaf-loads", "any L2 that has the line answers loads of all scopes",
      { { "acquire", LEAF_LOADS } } },
    { "count", "homes count the invalidations that are not acknowledged, and releases wait for "
               "these", { { "release", RELEASE_COUNT } }, .fails = "MPm-weak+acqrel.gpu" },
    { "downgrade", "a GPM that evicts a line may tell its home, which deletes the sharer",
      { { "downgrade", DOWNGRADE_ALWAYS } } },
    { "overtaken-downgrade", "likewise, and later requests may come before the message",
      { { "downgrade", DOWNGRADE_OVERTAKEN } }, LOSES_OWN(2, 2, 1, 1) },
    { "two-lines", "a directory entry covers two lines, which share its sharers",
      { { "lines-per-entry", 2 } } },
    { "four-lines", "a directory entry covers four lines, as the paper evaluates it",
      { { "lines-per-entry", LINES_EVALUATED } } },
    LONE_INVALIDATION_VARIANT,
    CTA_ATOMICS_VARIANTS,
    { "write-back", "L2s keep weak stores and those of .cta scope as dirty data",
      { { "write-back", WRITES_BACK } } },
    { "unwritten-release", "likewise, and a release does not write back", 
      { { "write-back", RELEASE_KEEPS } }, .fails = "MPd+acqrel.sys+diff-gpu",
      LOSES_OWN(1, 1, 1, 1) },
    { "lost-eviction", "likewise, and an eviction drops dirty data",
      { { "write-back", EVICTION_LOSES } }, .fails = "CoWR", LOSES_OWN(1, 1, 1, 1) },
    { "lost-invalidation", "likewise, directory entries are replaced, and an invalidation drops "
                           "dirty data",
      { { "write-back", INVALIDATION_LOSES }, { "replace", 1 } }, .fails = "CoWR",
      LOSES_OWN(2, 2, 1, 1) },
    { "passed-words", "likewise, and loads and atomics go to the home without the dirty data of "
                      "their line",
      { { "write-back", REQUEST_PASSES } }, .fails = "CoWR+acq.sys", LOSES_OWN(1, 1, 1, 1) },
    { "flags-stay", "likewise, and stores of .gpu and .sys scope stay, too",
      { { "write-back", FLAGS_STAY } }, .invariants_unclaimed = CLAIM(PROPERTY_DEADLOCK) },
    { "untracked-eviction", "likewise, and homes do not track what an eviction writes back",
      { { "write-back", EVICTION_LEAVES } } },
  },
};
