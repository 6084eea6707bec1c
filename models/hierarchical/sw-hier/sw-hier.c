/* sw-hier: hierarchical software coherence over GPUs of several modules (GPMs).  Loads, stores and
 * atomics go by the homes that hmg has, but no cache tracks copies or learns of writes.  An acquire
 * invalidates the whole of each cache between its SM and the home of its scope.  A release waits
 * until that home has all pending writes.
 *
 * Source: HMG (HPCA 2020) VI, "Coherence Protocol Implementations" (thesis 5.7), where it is a
 * baseline: "Load-acquire operations in our software coherence protocols trigger bulk cache
 * invalidations in any caches between the issuing SM and the home node for the scope in question.
 * For example, .gpu-scoped loads will invalidate both the L1 cache of the issuing SM and the
 * GPM-local L2 cache.  In the hierarchical protocol, .sys-scoped loads invalidate the L1 cache of
 * the issuing SM and all L2 caches of the issuing GPU.  [...] Store-release operations stall
 * subsequent operations until the home node for the scope in question clears all pending writes.
 * In our evaluation, all caches are write-through."  No table is printed: every row is INFERRED
 * from these sentences, and from V-B for the way that an access takes; none is counted
 * (README.md).
 *
 * Messages are ample for the reasons that nhcc's README.md gives.  Invalidations are not ample:
 * others hit while they are under way.  A load that is taken before an earlier one is like a load
 * that hits just before.  A load that is taken after it is like a load that is issued then.
 *
 * Claims: claims.h. */
#include "models/hierarchical/sw-hier/claims.h"
#include "models/lib/gpm_home.h"
#include "models/lib/gpm_l1.h"
#include "models/lib/memory.h"

/* --- ghost state: a store is performed at the system home --- */

static void see_written(struct step *s, unsigned word) {
  if (at_system(s)) step_perform(s, word, NO_TIME);
  if (at_system(s)) s->line->memory.age[word] = AGE_NEWEST;
  else
    s->line->data.age[word] = AGE_STALE; /* it is the newest only once the system home takes it */
}
static void see_dropped(struct step *s) { (void)s; }
static void see_given(struct data *data, bool to_gpm) { (void)data, (void)to_gpm; }
static unsigned answered_at_leaf(const struct step *s) {
  (void)s;
  return SCOPE_NONE;
}

#define TEXT "VI: acquires"
#define TEXT_RELEASE "VI: releases"

enum { PARAMETER_FILLS = PARAMETER_GPM_OWN, PARAMETER_ASKS };
enum sw_release { CLEARS, CLEARS_NARROW, CLEARS_OWN };
enum { KEEPS_ALL, TOP_DOWN, NARROW = NARROW_LOADS, BOTTOM_UP, LOCAL, EARLY, L1_ALONE, STRICT };

static bool clears_as(const struct step *s, enum sw_release how) {
  return step_parameter(s, PARAMETER_RELEASE) == (int)how;
}

/* --- the L1 --- */

GUARD_PAIR(bottom_up, top_down, acquires_as(s, BOTTOM_UP))
GUARD(acquire_top_down, for_acquire(s) && top_down(s))
GUARD(acquire_bottom_up, for_acquire(s) && bottom_up(s))
GUARD(fence_top_down, of_fence(s) && top_down(s) && !acquires_as(s, KEEPS_ALL))
GUARD(fence_bottom_up, of_fence(s) && bottom_up(s))
GUARD(fence_keeps, of_fence(s) && acquires_as(s, KEEPS_ALL))
static void invalidate(struct step *s) {
  bool done =
      s->event == EVENT_INVDONE && s->request->event == EVENT_LOAD_ACQUIRE && invalidates_early(s);
  bool keeps = s->event == EVENT_INVREQ && acquires_as(s, L1_ALONE);
  if (!done && !keeps) step_signal_all(s, EVENT_INV_ALL);
}
static void invalidate_above(struct step *s) { to_gpm(s, EVENT_INVREQ); }
/* The acquire ends when the caches have been invalidated; its value goes there and back. */
static void acquire_above(struct step *s) {
  struct request request = step_dequeue(s, 0);
  request.value = step_incoming(s)->data.word[request.word];
  struct message *message =
      step_send(s, EVENT_INVREQ, step_controller_at(s, KIND_GPM, gpm_of_core(s, request.core)));
  message->request = request;
  message->flag = request.scope;
}
static void complete(struct step *s) { step_reply(s, s->request, s->request->value); }

static const struct row l1_rows[] = {
  L1_ROWS,
  INFERRED(TEXT_RELEASE, L1_ANY, STORE_RELEASE | FENCE, always, SAME, rel),
  INFERRED(TEXT, L1_IV, SMDATA, acquire_top_down, L1_I, acquire_above, answer_loads),
  VARIANT("acquire (bottom-up)", L1_IV, SMDATA, acquire_bottom_up, L1_I, acquire_above,
          answer_loads, invalidate),
  INFERRED(TEXT, L1_ANY, RELDONE, fence_top_down, SAME, invalidate_above),
  VARIANT("fence (bottom-up)", L1_ANY, RELDONE, fence_bottom_up, SAME, invalidate_above,
          invalidate),
  VARIANT("fence (no-acquire)", L1_ANY, RELDONE, fence_keeps, SAME, done),
  INFERRED(TEXT, L1_ANY, INVDONE, top_down, SAME, invalidate, complete),
  VARIANT("acquire (bottom-up)", L1_ANY, INVDONE, bottom_up, SAME, complete),
  INFERRED("a fill in flight is not kept", L1_IV, INV_ALL, always, SAME, overtake),
  INFERRED(TEXT, L1_I | L1_IA, INV_ALL, always, SAME),
};

/* --- releases --- */

/* The homes within its GPU of the lines that a release is about. */
static unsigned homes_to_clear(const struct step *s) {
  const struct placement *placement = &s->shape->placement;
  unsigned homes = 0;
  for (unsigned line = 0; line < placement->lines; line++)
    if (!clears_as(s, CLEARS_OWN) || s->local->line[line].dirty)
      homes |= 1u << placement_gpu_home(placement, step_own_index(s), line);
  return homes;
}
static unsigned homes_behind_here(const struct step *s) {
  return homes_behind(&s->shape->placement, step_own_index(s));
}
GUARD(clears_system, s->request->scope == SCOPE_SYSTEM && !clears_as(s, CLEARS_NARROW))

/* The acknowledgements to come. */
static unsigned clearings(const struct step *s) {
  unsigned homes = homes_to_clear(s), here = 1u << step_own_index(s),
           count = count_of(homes & ~here);
  for (unsigned gpm = 0; gpm < GPMS_MAX && clears_system(s); gpm++)
    if (homes >> gpm & 1) count += count_of(homes_behind(&s->shape->placement, gpm));
  return count;
}
GUARD_PAIR(release_waits, release_waits_not, clearings(s) != 0)
static void ask_homes(struct step *s, unsigned gpms, bool goes_on) {
  for (unsigned gpm = 0; gpm < GPMS_MAX; gpm++) {
    if (!(gpms >> gpm & 1)) continue;
    struct message *message = step_send(s, EVENT_RELREQ, step_controller_at(s, KIND_GPM, gpm));
    message->request = *s->request;
    message->flag = goes_on;
  }
}
static void begin_release(struct step *s) {
  unsigned homes = homes_to_clear(s), here = 1u << step_own_index(s);
  s->local->pending[s->request->core] += (uint8_t)clearings(s);
  ask_homes(s, homes & ~here, clears_system(s));
  if (homes & here && clears_system(s)) ask_homes(s, homes_behind_here(s), false);
}
static void go_on_release(struct step *s) {
  if (step_incoming(s)->flag) ask_homes(s, homes_behind_here(s), false);
}
static void note_own(struct step *s) {
  if (clears_as(s, CLEARS_OWN)) s->line->dirty = 1;
}

/* --- acquires --- */

/* The L2s of other GPMs that an acquire has invalidated. */
static unsigned caches_above(const struct step *s) {
  bool others =
      s->request->scope == SCOPE_SYSTEM && !acquires_as(s, LOCAL) && !acquires_as(s, L1_ALONE);
  return others ? other_caches(s) : 0;
}
GUARD(others_first, caches_above(s) && top_down(s))
GUARD(others_last, caches_above(s) && bottom_up(s))
GUARD(no_others, !caches_above(s))
static void invalidate_others(struct step *s) {
  unsigned caches = caches_above(s);
  s->local->pending[s->request->core] += (uint8_t)(ONE_CACHE * count_of(caches));
  for (unsigned gpm = 0; gpm < GPMS_MAX; gpm++)
    if (caches >> gpm & 1)
      step_send(s, EVENT_INV, step_controller_at(s, KIND_GPM, gpm))->request = *s->request;
}
static void invalidated(struct step *s) {
  step_send(s, EVENT_INVACK, step_incoming(s)->from)->request = *s->request;
}
static void all_invalidated(struct step *s) {
  step_send(s, EVENT_INVDONE, step_controller_of_core(s, s->request->core))->request = *s->request;
}
static void count_cache(struct step *s) { s->local->pending[s->request->core] -= ONE_CACHE; }
GUARD_PAIR(last_cache, not_last_cache, s->local->pending[s->request->core] / ONE_CACHE == 1)
GUARD(last_top_down, last_cache(s) && top_down(s))
GUARD(last_bottom_up, last_cache(s) && bottom_up(s))
static unsigned clearings_out(const struct step *s) {
  return s->local->pending[s->request->core] % ONE_CACHE;
}
GUARD_PAIR(last_clearing, not_last_clearing, clearings_out(s) == 1)
/* Does the line's home for the acquire's scope lie above this cache?  (An acquire without a core is
 * one of another line, of any scope.) */
GUARD(between, request_is_none(s->request) || s->request->scope == SCOPE_SYSTEM ? !at_system(s)
                                                                                : !at_home(s))
GUARD(fill_is_out, (s->line->reads || s->line->writes) && step_parameter(s, PARAMETER_FILLS))
GUARD(between_at_rest, between(s) && !fill_is_out(s))
GUARD(between_with_fill, between(s) && fill_is_out(s))
GUARD(is_the_home, !between(s))
static void poison(struct step *s) { s->line->flag |= POISONED; }
/* Where a line is explored by itself, acquires on others invalidate at any time.  (An eviction
 * drops a copy that is not awaited.) */
GUARD(others_acquire, step_is_alone(s) && (s->line->reads || s->line->writes))
GUARD(others_acquire_l1, step_is_alone(s) && s->line->waiting)
/* In own-writes a release depends on other lines, so that they cannot be explored apart.  Where
 * acquires invalidate no L2 (l1-acquire), those of other lines would not do so either. */
static bool per_address(const struct setting *setting) {
  return setting->values[PARAMETER_RELEASE] != CLEARS_OWN &&
         setting->values[PARAMETER_ACQUIRE] != L1_ALONE;
}

/* --- the L2 of a GPM --- */

enum { HERE = 1 << 0 };
static const char *const gpm_states[] = { "-" };
GUARD(for_gpms, good_for_gpms(s) && !sm_set_is_empty(s->line->held))

static const struct row gpm_rows[] = {
  INFERRED("V-B Loads", HERE, LD, hits, SAME, answer_sm),
  INFERRED("V-B Loads: to the next home", HERE, LD, fetches, SAME, fetch, await),
  INFERRED("V-B Loads: with the one that is out", HERE, LD, joins, SAME, await),
  STALL("LD: what is out is narrower, or older than a store or an acquire, or an atomic (inferred)",
        HERE, LD, waits),
  INFERRED("V-B Loads", HERE, RLD, hits, SAME, answer_gpm),
  INFERRED("V-B Loads: to the system home", HERE, RLD, fetches, SAME, fetch, hold_gpm),
  INFERRED("V-B Loads: with the one that is out", HERE, RLD, joins, SAME, hold_gpm),
  STALL(
      "RLD: what is out is narrower, or older than a store or an acquire, or an atomic (inferred)",
      HERE, RLD, waits),
  INFERRED("V-B Loads: response", HERE, DATA, for_no_gpm, SAME, install, serve_sms, end_fetch),
  INFERRED("V-B Loads: response", HERE, DATA, for_gpms, SAME, install, serve_sms, serve_gpms,
           end_fetch),
  HOME_RETRY_ROWS(HERE),

  INFERRED("V-B Stores", HERE, ST, always, SAME, store, note_own),
  INFERRED("V-B Stores", HERE, RST, always, SAME, store),
  INFERRED("V-B Atomics: at the home of the scope", HERE, ATOM | RATOM, performs, SAME, atomic),
  INFERRED("V-B Atomics: up", HERE, ATOM | RATOM, passes, SAME, pass_atomic),
  STALL("ATOM: fetched first (inferred)", HERE, ATOM | RATOM, lacks, fetch),
  STALL("ATOM: a load or an atomic is out (inferred)", HERE, ATOM | RATOM, busy),
  INFERRED("V-B Atomics: response", HERE, ATOMRESP, always, SAME, take_atomic),

  INFERRED(TEXT_RELEASE, HERE, REL, release_waits, SAME, begin_release),
  INFERRED(TEXT_RELEASE, HERE, REL, release_waits_not, SAME, finish_release),
  INFERRED(TEXT_RELEASE, HERE, RELREQ, always, SAME, go_on_release, ack_release),
  INFERRED(TEXT_RELEASE, HERE, RELACK, not_last_clearing, SAME, count_ack),
  INFERRED(TEXT_RELEASE, HERE, RELACK, last_clearing, SAME, count_ack, finish_release),

  INFERRED(TEXT ": .gpu, or a GPU of one GPM", HERE, INVREQ, no_others, SAME, invalidate,
           all_invalidated),
  INFERRED(TEXT ": .sys, from the home down", HERE, INVREQ, others_first, SAME, invalidate_others),
  VARIANT("acquire (bottom-up)", HERE, INVREQ, others_last, SAME, invalidate, invalidate_others),
  INFERRED(TEXT ": .sys", HERE, INV, always, SAME, invalidate, invalidated),
  INFERRED(TEXT ": .sys", HERE, INVACK, not_last_cache, SAME, count_cache),
  INFERRED(TEXT ": .sys, then this L2", HERE, INVACK, last_top_down, SAME, count_cache, invalidate,
           all_invalidated),
  VARIANT("acquire (bottom-up)", HERE, INVACK, last_bottom_up, SAME, count_cache, all_invalidated),
  INFERRED(TEXT, HERE, INV_ALL, between_at_rest, SAME, drop_copy),
  INFERRED("a fill in flight is not kept", HERE, INV_ALL, between_with_fill, SAME, drop_copy,
           poison),
  INFERRED("the scope's own home", HERE, INV_ALL, is_the_home, SAME),

  INFERRED("evictions are silent", HERE, EVICT, can_evict, SAME, drop_copy),
  STALL("EVICT: the home, or nothing is here, or it is awaited (inferred)", HERE, EVICT,
        cannot_evict),

  HOME_ANSWER_ONCE_ROWS(HERE),
};

/* In early-acquire an acquire invalidates its L1 as it is sent.  Its answer invalidates the L2s all
 * the same. */
static const struct gpm_hooks hooks = { .see_written = see_written,
                                        .see_dropped = see_dropped,
                                        .see_given = see_given,
                                        .answered_at_leaf = answered_at_leaf,
                                        .early = EARLY,
                                        .joins_system = ~(1u << STRICT),
                                        .once = EVENT_ONCE,
                                        .fence_ends = RELDONE | INVDONE,
                                        .cta_atomics = PARAMETER_CTA_ATOMICS };

SYSTEM(sw_hier) = {
  .name = "sw-hier",
  .title = "software coherence over GPUs of GPMs: acquires invalidate the caches below the scope's "
           "home, releases wait for the home",
  .source = "HMG (HPCA 2020) VI, V-B; thesis 5.7",
  .not_modelled = "misses of the system home and DRAM (nothing can tell), homes of a line at other "
                  "indices in other GPUs, .sys loads that never join another GPM's (but "
                  "strict-loads), capacity and associativity (evictions come at any time), "
                  LOWER_NOT_MODELLED,
  .kinds = {
    GPM_L1(INVDONE, 1, { EVENT_INV_ALL, PER_LINE, others_acquire_l1, .environment = true }),
    { .name = "GPM",
      .table = TABLE(gpm_rows, gpm_states, HERE, events,
                     LD | ST | ATOM | REL | RLD | RST | RATOM | RELREQ | DATA | ATOMRESP | RELACK |
                         INVREQ | INV | INVACK | INV_ALL | EVICT | RETRY | ONCE),
      .internals = {
        { EVENT_EVICT, PER_LINE, can_evict, .promises.deferred = true,
          .promises.observed_by = LD | ST | ATOM | RLD | RST | RATOM, .environment = true },
        { EVENT_RETRY, PER_LINE, must_ask_again },
        { EVENT_INV_ALL, PER_LINE, others_acquire, .environment = true },
      },
      .internal_count = 3, .instances = ONE_PER_GPM, .value = memory_value, .keeps = l2_keeps,
      .lease = NO_LEASE, .shows.memory = true, .shows.reads = "asking", .shows.writes = "atomic",
      .shows.held = "for", .shows.line_flag = "overtaken" },
  },
  GPM_COMMON_RECORD,
  .event_count = EVENT_COUNT,
  .messages = {
    HMG_ACCESS_MESSAGES(not_last_clearing),
    HMG_ONCE,
    MESSAGE(INVREQ, "INVREQ", NETWORK_ACK, .has_core = true, .has_value = true, .flag = "scope",
            .instead_where = PARAMETER_ASKS + 1, .instead = NETWORK_IN),
    MESSAGE(INV, "INV", NETWORK_ACK, .has_core = true),
    MESSAGE(INVACK, "INVACK", NETWORK_ACK, .has_core = true, .promises.commutes = not_last_cache),
    MESSAGE(INVDONE, "INVDONE", NETWORK_OUT, .has_core = true, .has_value = true),
  },
  .own_invariant.holds_in_flight = copies_hold,
  .own_invariant.name = "no access is lost, no copy is older than a store that has passed it, an "
                        "acquire leaves no copy below the home of its scope, and a release asks "
                        "every home of its scope",
  .progress = progress_with_overtaken_accesses,
  .scopes = 1u << SCOPE_GPU | 1u << SCOPE_SYSTEM,
  .topology = { 2, 2 },
  .parameters = {
    [PARAMETER_RELEASE] = { "release", CLEARS, 0, 2, "how a release waits: 0 for all writes; 1 "
                                                     ".sys as .gpu; 2 by its GPM's own lines" },
    [PARAMETER_ACQUIRE] = { "acquire", TOP_DOWN, 0, STRICT, "0: nothing is invalidated; 1 from the "
                                                            "home down, 2 and .sys loads are "
                                                            "answered as .gpu ones; 3 from the SM "
                                                            "up; 4 .sys as .gpu; 5 the L1 as it is "
                                                            "sent; 6 the L1 alone; 7: a .sys load "
                                                            "is not answered together with another "
                                                            "GPM's" },
    [PARAMETER_OVERTAKEN] = { "overtaken", 1, 0, ANSWER_ONCE, OVERTAKEN_HELP ONCE_HELP },
    HMG_ORDERS, CTA_ATOMICS,
    [PARAMETER_FILLS] = { "fills", 1, 0, 1, "0: an L2 keeps what was out when it was invalidated" },
    [PARAMETER_ASKS] = { "asks", 0, 0, 1, "1: an L1 asks to invalidate behind its accesses, and "
                                          "needs room there" },
  },
  .variants = {
    { "bottom-up", "an acquire invalidates the L1 first, and then the L2s from there up",
      { { "acquire", BOTTOM_UP } }, .fails = "MP3d+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 1, 1) },
    { .name = "early-acquire",
      .help = "an acquire invalidates its L1 as it is sent, not when its answer comes back",
      .settings = { { "acquire", EARLY } }, .fails = "MP3d+acqrel.sys+diff-gpu",
      LOSES_OWN(1, 2, 1, 1) },
    { "local-acquire", "a .sys acquire invalidates what one of .gpu scope does",
      { { "acquire", LOCAL } }, .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 1, 1) },
    { "l1-acquire", "an acquire invalidates its L1 and no L2", { { "acquire", L1_ALONE } },
      .fails = "MPd+acqrel.sys", LOSES_OWN(1, 1, 1, 1) },
    { "narrow-loads", "a home within a GPU answers .sys loads, too", { { "acquire", NARROW } } },
    { "strict-loads", "a .sys load waits for what a home within a GPU has out for others, and asks "
                      "for itself", { { "acquire", STRICT } } },
    { "no-acquire", "an acquire invalidates nothing", { { "acquire", KEEPS_ALL } },
      .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 1, 1) },
    { "keep-fills", "an L2 keeps what was out when it was invalidated", { { "fills", 0 } },
      .fails = "MP3+F.sc.sys", LOSES_OWN(2, 2, 1, 1) },
    { "narrow-release", "a .sys release waits as one of .gpu scope does",
      { { "release", CLEARS_NARROW } }, .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 1, 1) },
    { "own-writes", "a release waits only by way of the lines that its own GPM's SMs have written",
      { { "release", CLEARS_OWN } }, .fails = "ISA2d+gpu-then-sys", LOSES_OWN(1, 1, 1, 1) },
    { "overtake", "data that a store has overtaken is installed over it", { { "overtaken", 0 } },
      .fails = "CoWR-reader", LOSES_OWN(1, 1, 1, 1) },
    ANSWER_ONCE_VARIANT,
    CTA_ATOMICS_VARIANTS,
  },
};
