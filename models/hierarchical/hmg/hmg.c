/* hmg: hierarchical multi-GPU coherence.  Each GPU has a home for a line, which tracks the GPMs of
 * its GPU that have copies.  The system home tracks those of its own GPU, and the other GPUs.
 * There are no transient states, and no acknowledgements of invalidations.  It has one transition
 * more than nhcc: a home within a GPU passes an invalidation on.
 *
 * Source: Ren, Lustig, Bolotin, Jaleel, Villa, Nellans, HMG (HPCA 2020), V and Table I.  The home
 * within another GPU is the GPM of the system home's index there (figure 6).  README.md lists what
 * was inferred beyond what nhcc's page lists of both.
 *
 * Claims: as nhcc (models/lib/gpm_claims.c), and that an acquire leaves no fill to come. */
#include "models/lib/gpm_directory.h"
#include "models/lib/gpm_home.h"

enum { EVENT_ONCE = EVENT_HMG_OWN, EVENT_END };
#define ONCE (1ull << EVENT_ONCE)
static const char *const events[] = { HMG_DIRECTORY_EVENT_NAMES, "RELDIRECT", "DATA_ONCE" };
GUARD_PAIR(keeps_fills, poisons_fills, step_parameter(s, PARAMETER_L1_FILLS))

static const struct row l1_rows[] = {
  SYNC_L1_ROWS,
  INFERRED("IV-B Acquire: a fill in flight is not kept", L1_IV, INV_ALL, poisons_fills, SAME,
           overtake),
  VARIANT("IV-B Acquire (keep-fills)", L1_IV, INV_ALL, keeps_fills, SAME),
};

/* Where a line is explored by itself, acquires of other lines come at any time, of threads that do
 * not wait for this one.  (An eviction drops a copy that is not awaited.) */
static bool others_acquire(const struct step *s) {
  if (!step_is_alone(s) || !s->line->waiting || s->line->flag) return false;
  unsigned awaiting = 0, threads = 0;
  for (unsigned i = 0; i < s->line->waiting; i++) awaiting |= 1u << s->line->queue[i].core;
  for (unsigned core = 0; core < s->shape->core_count; core++)
    if (step_controller_of_core(s, core) == step_own_number(s)) threads |= 1u << core;
  return s->shape->setting.core == CORE_WEAK || threads & ~awaiting;
}

/* --- the home within a GPU --- */

GUARD(early, step_parameter(s, PARAMETER_TRACKING) == TRACKS_AT_REQUEST)
GUARD(fetches_late, fetches(s) && !early(s))
GUARD(fetches_early, fetches(s) && early(s))
GUARD(joins_late, joins(s) && !early(s))
GUARD(joins_early, joins(s) && early(s))
GUARD(for_gpms_late, good_for_gpms(s) && !sm_set_is_empty(s->line->held) && !early(s))
GUARD(for_gpms_early, good_for_gpms(s) && !sm_set_is_empty(s->line->held) && early(s))
static void add_held(struct step *s) {
  set_sharers(s, sm_set_union(sharers_of_entry(s), s->line->held));
}
GUARD_PAIR(forwards, forwards_not, step_parameter(s, PARAMETER_TRACKING) != FORGETS_TO_FORWARD)
static void forget_sharers(struct step *s) { set_sharers(s, 0); }
GUARD(as_store, passes(s) && step_parameter(s, PARAMETER_ATOMIC) != ATOMIC_SILENT)
GUARD(silently, passes(s) && step_parameter(s, PARAMETER_ATOMIC) == ATOMIC_SILENT)
GUARD_PAIR(of_own, of_gpm, gpm_of_core(s, s->request->core) == step_own_index(s))
static void add_requester(struct step *s) { add_gpm(s, gpm_of_core(s, s->request->core)); }

static const struct row gpm_rows[] = {
  GPM_ROWS,
  INFERRED("V-B Loads: to the system home; a sharer when the response goes back (V-A)", ANY, RLD,
           fetches_late, SAME, fetch, hold_gpm),
  INFERRED("V-B Loads: .gpu, with the one that is out (.sys: joined-loads)", ANY, RLD, joins_late,
           SAME, hold_gpm),
  VARIANT("Table I remote Ld, when asked (sharer-at-request)", ANY, RLD, fetches_early, V,
          add_sharer, fetch, hold_gpm),
  VARIANT("Table I remote Ld, when asked (sharer-at-request)", ANY, RLD, joins_early, V, add_sharer,
          hold_gpm),
  STALL("RLD: what is out is narrower, or older than a store, or an atomic (inferred)", ANY, RLD,
        waits),

  INFERRED("V-B Loads: response", ANY, DATA, for_no_gpm, SAME, install, serve_sms, end_fetch),
  INFERRED("V-A: response", ANY, DATA, for_gpms_late, V, install, serve_sms, add_held, serve_gpms,
           end_fetch),
  VARIANT("V-A: response (sharer-at-request)", ANY, DATA, for_gpms_early, SAME, install, serve_sms,
          serve_gpms, end_fetch),
  HOME_RETRY_ROWS(ANY),

  ROW(TABLE_1 "invalidation", I, INV, always, SAME, drop_entry),
  ROW(TABLE_1 "invalidation: HMG only", V, INV, forwards, I, inv_all, drop_entry),
  VARIANT(TABLE_1 "without HMG's transition (no-forward)", V, INV, forwards_not, I, forget_sharers,
          drop_entry),

  INFERRED("V-B Atomics: up, as a store", I, ATOM, as_store, SAME, pass_atomic),
  INFERRED("V-B Atomics: up, as a store", V, ATOM, as_store, I, inv_all, pass_atomic),
  INFERRED("V-B Atomics: up, as a store", I, RATOM, as_store, V, add_sharer, pass_atomic),
  INFERRED("V-B Atomics: up, as a store", V, RATOM, as_store, SAME, inv_others, add_sharer,
           pass_atomic),
  VARIANT("V-B Atomics: up (atomic-silent)", ANY, ATOM | RATOM, silently, SAME, pass_atomic),
  STALL("ATOM: fetched first (inferred)", ANY, ATOM | RATOM, lacks, fetch),
  INFERRED("V-B Atomics: response", ANY, ATOMRESP, of_own, SAME, take_atomic),
  INFERRED("V-B Atomics: response", ANY, ATOMRESP, of_gpm, V, add_requester, take_atomic),
  VARIANT("V-B Release, straight to the system home (direct-release)", ANY, RELDIRECT, always, SAME,
          go_on_release, ack_release),
  COUNT_ROWS,
  DOWNGRADE_ROWS,
  HOME_ANSWER_ONCE_ROWS(ANY),
};

static struct progress_claim progress(const struct setting *setting) {
  bool once = setting->values[PARAMETER_OVERTAKEN] == ANSWER_ONCE;
  return once ? progress_with_stale_copies(setting) : progress_with_overtaken_accesses(setting);
}

static const struct gpm_hooks hooks = { DIRECTORY_HOOKS, .once = EVENT_ONCE };

SYSTEM(hmg) = {
  .name = "hmg",
  .title = "hierarchical multi-GPU coherence: homes in each GPU and in the system, no transient "
           "states, no invalidation acknowledgements",
  GPM_RECORD,
  .source = "HMG (HPCA 2020) V, Table I",
  .not_modelled = HMG_NOT_MODELLED("write-back L2s (the source evaluates write-through)")
                  ", homes of a line at other indices in other GPUs",
  .kinds = {
    GPM_L1(0, 1, { EVENT_INV_ALL, PER_LINE, others_acquire, .environment = true }),
    GPM_KIND(RETRY | RELDIRECT | ONCE, 1, { EVENT_RETRY, PER_LINE, must_ask_again }),
  },
  .messages = {
    HMG_MESSAGES,
    MESSAGE(RELDIRECT, "RELDIRECT", NETWORK_ACK, .has_core = true, .flag = "as"),
    HMG_ONCE,
  },
  .progress = progress,
  .scopes = 1u << SCOPE_GPU | 1u << SCOPE_SYSTEM,
  .topology = { 2, 2 },
  .parameters = {
    HMG_PARAMETERS,
    [PARAMETER_OVERTAKEN] = { "overtaken", 1, 0, ANSWER_EARLY,
      OVERTAKEN_HELP ONCE_HELP "; 3: a .sys load is answered with the store" },
    [PARAMETER_TRACKING] = { "tracking", TRACKS, 0, TRACKS_AT_REQUEST,
      "1: a home within a GPU does not pass invalidations on; 2: a sharer is added when it asks, "
      "not when it is answered" },
    [PARAMETER_L1_FILLS] = { "keep-fills", 0, 0, 1, "1: an acquire keeps what is out when it "
                                                    "invalidates" },
    [PARAMETER_ATOMIC] = { "atomic", 0, 0, 2, "an atomic that passes a home: 0 is a store; 1 lets "
                                              "others in; 2 is none" },
  },
  .variants = {
    HMG_VARIANTS("MPd+acqrel.sys+diff-gpu", "MP3d+acqrel.sys+diff-gpu", 2),
    HMG_ORDER_VARIANTS(NULL), /* its L1s keep no fill that an answer to an acquire may overtake */
    { "narrow-release", "a .sys release waits as one of .gpu scope does",
      { { "release", RELEASE_NARROW } }, .fails = "MPd+acqrel.sys+diff-gpu",
      LOSES_OWN(1, 1, 1, 1) },
    { "direct-release", "a .sys release asks system homes of other GPUs itself, past the homes "
                        "within its GPU", { { "release", RELEASE_DIRECT } },
      .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 1, 1) },
    { "narrow-loads", "a home within a GPU answers .sys loads, too",
      { { "acquire", NARROW_LOADS } } },
    { "early-loads", "a home within a GPU answers a .sys load with the store that has overtaken "
                     "what it asked for", { { "overtaken", ANSWER_EARLY } } },
    { "leaf-loads", "any L2 of a GPU that has the line answers .gpu loads",
      { { "acquire", LEAF_LOADS } } },
    { "joined-loads", "a home within a GPU answers a .sys load together with another GPM's that is "
                      "out", { { "acquire", JOINED_LOADS } } },
    { "count", "homes count the invalidations that are not acknowledged, and releases wait for "
               "these", { { "release", RELEASE_COUNT } } },
    ANSWER_ONCE_VARIANT,
    { "keep-fills", "an acquire keeps what is out when it invalidates its L1",
      { { "keep-fills", 1 } }, .fails = "MPm-weak+acqrel.gpu", LOSES_OWN(1, 2, 1, 1) },
    { "no-forward", "a home within a GPU does not pass invalidations on",
      { { "tracking", FORGETS_TO_FORWARD } }, .fails = "MPd+acqrel.sys+diff-gpu",
      LOSES_OWN(2, 2, 1, 2) },
    { "sharer-at-request", "a sharer is added when it asks, not when it is answered",
      { { "tracking", TRACKS_AT_REQUEST } }, .fails = "MPd-rewritten+acqrel.sys+diff-gpu",
      LOSES_OWN(2, 2, 1, 2) },
    { "atomic-pass", "an atomic of .gpu scope does not wait for one of .sys scope that is out",
      { { "atomic", ATOMIC_PASS } }, .fails = "LostUpdate+rlx.gpu-rlx.sys", LOSES_OWN(1, 2, 1, 2) },
    { "atomic-silent", "an atomic that passes a home within a GPU is no store there",
      { { "atomic", ATOMIC_SILENT } }, .fails = "MPd-at.sys+acqrel.gpu", LOSES_OWN(2, 2, 1, 2) },
    { "downgrade", "a GPM that evicts a line may tell its home, which deletes the sharer",
      { { "downgrade", DOWNGRADE_ALWAYS } }, .fails = "MPd+acqrel.sys+diff-gpu",
      LOSES_OWN(2, 2, 1, 1) },
    { "unshared-downgrade", "likewise, unless its own directory has a sharer of the line",
      { { "downgrade", DOWNGRADE_UNSHARED } } },
    LONE_INVALIDATION_VARIANT,
    CTA_ATOMICS_VARIANTS,
  },
};
