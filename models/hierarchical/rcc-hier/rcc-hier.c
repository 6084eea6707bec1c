/* rcc-hier: release consistency-directed coherence over several GPUs.  An L2 is to the last-level
 * cache (LLC) what an L1 is to the L2, and no cache tracks copies.  A release of .sys scope writes
 * back the dirty words of its L1, and then those of its GPU's L2.  An acquire of .sys scope drops
 * the valid copies of this L2, and then those of its L1.
 *
 * Source: that of rcc (Primer, 2nd ed., 10.1.4), which has GPU scope and "write-back/write-allocate
 * caches".  It says where threads meet: those of a CTA in the L1, of a GPU in the L2, all in the
 * LLC.  It has no rules for an L2 at a wider scope.  So every row of the L2 is INFERRED from the
 * tables' rules for an L1.  None is counted (README.md).  The L1 is rcc's, row for row
 * (models/lib/rcc_l1_table.h).  The LLC is memory that answers at once, as rcc's L2
 * is.
 *
 * Claims: those below, and PTX's and HSA's memory models. */
#include "protocol/claims.h"
#include "models/lib/memory.h"
#include "models/lib/over_gpus.h"
#include "models/lib/rcc.h"
#include "models/lib/rcc_claims.h"
#include "models/lib/rcc_gpu_l2.h"
#include "models/lib/rcc_l1_table.h"

enum { EVENT_FLUSH = EVENT_RCC, EVENT_DRAIN, EVENT_DRAINED, EVENT_OTHERS, EVENT_COUNT };
static const char *const events[] = { RCC_EVENT_NAMES, "FLUSH", "Drain", "Drained", "OTHERS" };

enum { PARAMETER_SYSTEM = 3, PARAMETER_CTA_ATOMICS };
enum { SYSTEM_SCOPE, NO_DRAIN, OWN_SM, NARROW_ACQUIRES, KEEPS_L2, KEEPS_FILLS };
enum { SHOWS_RELEASES = KEEPS_FILLS + 1, MERGES_LATE, KEEPS_WORDS };

/* --- the L1 --- */

static void ask_to_drain(struct step *s) {
  struct request *release = &s->line->queue[release_to_drain(s)];
  release->event = EVENT_DRAIN;
  send_drain(s, release->core, EVENT_STORE_RELEASE);
}
GUARD(of_gpu_and_clean, all_clean(s) && !drains(s, s->request->scope))
GUARD(of_system_and_clean, all_clean(s) && drains(s, s->request->scope))
/* A fence must be able to drop all lines, and other threads have gone on meanwhile. */
GUARD_PAIR(may_go_on, may_not_go_on, !s->local->pending[s->request->core] || all_settled(s))

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

/* --- the L2 ---
 *
 * It is rcc's L2 to its L1s, and a client of the LLC as an L1 is of the L2.  So `dirty`, `flag`
 * ("own"), `writes`, `pending` ("owed") of a line are those of models/lib/rcc_l1.h.  Beyond them:
 *   - `held`: the L1s that the fetch which is out will serve; atomics of .gpu scope wait for it in
 *     the queue.  `owner` ("acquires"): the L1 whose .sys acquire sent it.
 *   - `sharers`: the L1s that wait until the LLC has their release.
 *   - `pending` of a core: its release, or fence, has the L2 drained.
 *   - time[WRITERS] (variant own-lines): the SMs that have written the line. */

/* States beyond the L1's: P, only dirty words are valid; A, an atomic of .sys scope is out. */
enum { P = 1 << 6, A = 1 << 7 };
enum { L2_ANY = I | V | D | IV | IP | VG | P | A, L2_AT_REST = I | V | D | P };
static const char *const l2_states[] = { "I", "V", "D", "IV", "IP", "VG", "P", "A" };

static unsigned gpu_state(const struct local *local, unsigned at) {
  unsigned state = 1u << local->line[at].state;
  if (local->line[at].dirty && state & (I | V)) state = state & I ? P : D;
  return (unsigned)__builtin_ctz(state);
}
GUARD(wide_and_settled, is_wide(s) && acknowledged(s))
GUARD(wide_and_unsettled, is_wide(s) && unacknowledged(s))
GUARD(narrow_merges, narrow(s) && system_is(s, MERGES_LATE))
GUARD(narrow_waits, narrow(s) && !system_is(s, MERGES_LATE))
GUARD(narrow_and_settled, narrow(s) && acknowledged(s))
/* Has the line a release that the LLC lacks?  Then no load reads it (except in early-release). */
GUARD(released_here, !sm_set_is_empty(s->line->sharers) && !system_is(s, SHOWS_RELEASES))
GUARD(narrow_at_large, narrow(s) && !released_here(s))
GUARD(narrow_withheld, narrow(s) && released_here(s))
GUARD(atomic_here, of_gpu(s) && !released_here(s))
GUARD(atomic_withheld, of_gpu(s) && released_here(s))
GUARD(atomic_above_settled, of_system(s) && acknowledged(s))
GUARD(atomic_above_unsettled, of_system(s) && unacknowledged(s))
GUARD(atomic_fetches, of_gpu(s) && acknowledged(s))
GUARD(atomic_waits, of_gpu(s) && unacknowledged(s))
GUARD(atomic_joins, of_gpu(s))
GUARD_PAIR(for_acquire, for_others, s->line->owner != NO_ONE)
/* The GPU may write words back while an acquire's fetch is out.  They spoil its fill, which may not
 * be installed: others may have written them since (models/lib/rcc_l1_table.h; variant keep-words).
 * Loads that another fill serves have not acquired. */
GUARD(spoilt_here,
      1u << s->state & IP || (s->line->flag & ~s->line->dirty && !system_is(s, KEEPS_WORDS)))
GUARD(acquire_is_kept, for_acquire(s) && !spoilt_here(s))
GUARD(acquire_is_spoilt, for_acquire(s) && spoilt_here(s))
static void hold(struct step *s) { sm_set_add(&s->line->held, sender(s)); }
static void hold_acquire(struct step *s) { s->line->owner = (uint8_t)sender(s); }
/* An acquire of .sys scope gets the LLC's data, without later writes of the GPU. */
static void serve_acquire(struct step *s) {
  data_to(s, s->line->owner, &step_incoming(s)->data);
  s->line->owner = NO_ONE;
}
/* The others get the GPU's data: its SMs meet here. */
static void serve_held(struct step *s) {
  SM_SET_EACH(sm, s->line->held) data_to(s, sm, &s->line->data);
  s->line->held = 0;
}
static void serve_atomics(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    perform_one(s, &request);
  }
}
static void hold_release(struct step *s) { sm_set_add(&s->line->sharers, sender(s)); }
static void finish_held(struct step *s) {
  SM_SET_EACH(sm, s->line->sharers) step_send(s, EVENT_WBACK, step_controller_of_sm(s, sm));
  s->line->sharers = 0;
}

/* Need a release, or a fence, not write the line back: it is clean, or (variant own-lines) its SM
 * has not written it? */
static bool needs_no_drain(const struct step *s, const struct line *line) {
  bool own = line->time[WRITERS] >> step_sm_of(s, step_controller_of_core(s, s->request->core)) & 1;
  return !line->dirty || (system_is(s, OWN_SM) && !own);
}
GUARD(is_drained_already, needs_no_drain(s, s->line))
GUARD(drains_now, !is_drained_already(s) && acknowledged(s))
GUARD(drains_later, !is_drained_already(s) && unacknowledged(s))
static bool nothing_to_drain(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (!needs_no_drain(s, &s->local->line[at])) return false;
  return !s->local->count && !step_is_alone(s);
}
GUARD(something_to_drain, !nothing_to_drain(s))
/* Where a line is explored by itself: as in an L1 (models/lib/rcc_l1_table.h), but an L2 may always
 * drop a line. */
GUARD(others_acquire_here,
      step_is_alone(s) && !system_is(s, KEEPS_L2) && 1u << s->state & (D | IV | VG))

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

/* --- claims ---
 *
 * In every state:
 *   - At most one write-back, and one fetch, of a line is out from an L1 or an L2.  It is on its
 *     way, kept by the controller that is to answer, or answered.
 *   - A word that is dirty, or that the fill to come must leave alone, is there, and was written
 *     on this side of the LLC.
 *   - A readable word is not one that the LLC had before it got the store of that SM, or GPU.
 *
 * In every step:
 *   - A word that is no longer dirty is on its way.  A write-back that is taken is dirty or on
 *     its way.  The LLC performs every write-back that it takes.
 *   - When a release or a fence of .sys scope comes to an L2, dirty words are written back, or
 *     owed.  Neither goes on while a write-back is out.
 *   - When a .sys acquire, or a fence, is answered, an L2 holds only dirty words.  It also holds
 *     the acquire's line, as the LLC has sent it.  No fill to come may be installed. */

struct hier_caches {
  struct rcc_under_way l1[CORES_MAX][LINES_MAX], l2[GPMS_MAX][LINES_MAX];
};

static void count_way(const struct shape *shape, const struct message *m, struct hier_caches *all) {
  unsigned cache = rcc_cache_of(m), l2 = shape_gpm(shape, 0);
  if (is_one_of(m->type, DRAIN | DRAINED)) return;
  if (cache < l2) {
    rcc_count_message(m, &all->l1[cache - shape_l1(shape, 0)][m->line]);
    return;
  }
  rcc_count_message(m, &all->l2[cache - l2][m->line]);
  if (is_one_of(m->type, ATOMIC_UP | AACK))
    all->l1[shape->sm_of_core[m->request.core]][m->line].fetches++;
}

/* The requests that an L2 keeps until it is answered. */
static void count_kept(const struct shape *shape, const struct line *line, unsigned at,
                       struct hier_caches *all) {
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    all->l1[sm][at].fetches += sm_set_has(line->held, sm) + (line->owner == sm);
    all->l1[sm][at].writes += sm_set_has(line->sharers, sm);
  }
  for (unsigned i = 0; i < line->waiting; i++)
    all->l1[shape->sm_of_core[line->queue[i].core]][at].fetches++;
}

static bool l2_line_holds(const struct line *line, const struct rcc_under_way *out) {
  unsigned state = 1u << line->state, all_words = (1u << WORDS_MAX) - 1;
  bool fetching = state & (FETCHING | A);
  unsigned own = line->dirty | (state & FETCHING ? line->flag : 0),
           readable_here = state & (V | VG) ? all_words : own;
  if (out->fetches != fetching || out->writes != line->writes || line->writes > 1) return false;
  if (line->pending && !line->writes) return false;
  if ((!sm_set_is_empty(line->held) || line->owner != NO_ONE || line->waiting) &&
      !(state & FETCHING))
    return false;
  if (!sm_set_is_empty(line->sharers) && !line->writes) return false;
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (own >> word & 1 && line->data.age[word] != AGE_STALE) return false;
  if (state & FETCHING && line->dirty & ~line->flag) return false;
  return !has_newest(&line->data, readable_here & (out->words | line->dirty));
}

static bool caches_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  struct hier_caches all = { 0 };
  for (unsigned i = 0; i < count; i++) count_way(shape, &messages[i], &all);
  unsigned gpus = shape->placement.topology.gpus;
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    for (unsigned at = 0; at < shape->lines; at++)
      count_kept(shape, &locals[shape_gpm(shape, gpu)]->line[at], at, &all);
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    if (!rcc_cache_holds(shape, locals[shape_gpm(shape, gpu)], all.l2[gpu], l2_line_holds))
      return false;
  return rcc_l1s_hold(shape, locals, all.l1);
}

/* Has a .sys acquire that is answered, or a fence, dropped the line? */
static bool is_dropped_here(const struct line *line) {
  unsigned state = 1u << line->state;
  unsigned own = line->dirty | line->flag;
  for (unsigned word = 0; word < WORDS_MAX && state & IP; word++)
    if (!(own >> word & 1) && line->data.age[word] != AGE_NONE) return false;
  return !(state & (V | IV | VG));
}

/* Does the step tell a fence that the L2 has been drained?  (The fence comes, or has waited.) */
static bool tells_fence(const struct step *s, const struct local *before) {
  if (s->event == EVENT_DRAIN) return s->request->event == EVENT_FENCE && step_sends(s, DRAINED);
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (before->pending[core] == OF_FENCE && !s->local->pending[core]) return true;
  return false;
}

static bool gpu_keeps(const struct step *s, const struct local *before) {
  bool acquired = s->event == EVENT_DATA && !s->stalled && before->line[s->at].owner != NO_ONE;
  bool fenced = tells_fence(s, before), comes = s->event == EVENT_DRAIN;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    const struct line *line = &s->local->line[at];
    if (!rcc_line_is_kept(s, before, at)) return false;
    bool flushed = comes || (s->event == EVENT_FLUSH && at == s->at),
         dropped = s->event == EVENT_INV_ALL && at == s->at;
    if (flushed && !rcc_is_flushed(line)) return false;
    if ((dropped || (acquired && at != step_incoming(s)->line) || fenced) && !is_dropped_here(line))
      return false;
  }
  if (acquired && !rcc_is_as_sent(s, s->line)) return false;
  if ((acquired || fenced) && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  if (comes && !step_sends(s, DRAINED) && !step_reaches_others(s, EVENT_FLUSH)) return false;
  unsigned kept = s->line->dirty | rcc_written_back(s, s->at);
  if (s->event == EVENT_WB && !s->stalled && step_incoming(s)->flag & ~kept) return false;
  return !step_sends(s, DRAINED) || !s->local->count;
}

/* --- for the record --- */

/* At CTA scope an atomic goes to the L2 (cta-atomics: the L1 performs it). */
static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  return release_lower_for_gpus(shape, instruction, LOAD_ACQUIRE | STORE_RELEASE | ATOMIC | FENCE,
                                out);
}

/* A silent eviction can be deferred, unless a release waits on the line and will act by itself. */
static bool release_waits(const struct step *s) {
  for (unsigned i = 0; i < s->line->waiting; i++)
    if (!is_load(&s->line->queue[i]) && s->line->queue[i].event != EVENT_STORE) return true;
  return false;
}
GUARD(lazy_evict, s->state == (unsigned)__builtin_ctz(V) && !release_waits(s))
GUARD(evict, s->state == (unsigned)__builtin_ctz(V) && release_waits(s))
GUARD(l2_evict, s->state == (unsigned)__builtin_ctz(V))
/* An acquire of .sys scope waits at its L2 while the GPU's threads go on writing its line: the LLC
 * must have their words first.  (An acquire that waits so in an L1 has not been taken up.) */
static struct progress_claim progress(const struct setting *setting) {
  bool waits = setting->values[PARAMETER_SYSTEM] != NARROW_ACQUIRES;
  struct progress_claim claim = release_progress_with_stalled_acquires(setting);
  if (waits) claim.requests = PROGRESS_POSSIBLE;
  return claim;
}

/* (In own-lines a drain asks who has written each line.) */
static bool per_address(const struct setting *setting) {
  return setting->values[PARAMETER_SYSTEM] != OWN_SM;
}

static const struct release_hooks hooks = { OVER_GPUS_HOOKS, OVER_GPUS_DRAIN_HOOKS,
                                            .acquire = PARAMETER_ACQUIRE,
                                            .cta_atomics = PARAMETER_CTA_ATOMICS };

SYSTEM(rcc_hier) = {
  .name = "rcc-hier",
  .title = "release consistency-directed coherence over GPUs: at system scope an L2 is to the LLC "
           "what an L1 is to the L2",
  RCC_RECORD,
  .not_modelled = "misses of the LLC and DRAM (nothing can tell), dirty lines that survive an "
                  "acquire in the L1, relaxed accesses that go to the L2 or the LLC, "
                  "capacity and associativity (evictions come at any time), "
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
  OVER_GPUS_RECORD,
  .claims = ON_ALL_CORES("ptx-6.0 hsa"),
  .own_invariant.holds_in_flight = caches_hold,
  .own_invariant.name = "no dirty word is lost, no copy is older than a store that has passed it, "
                        "an acquire leaves no other clean copy in the caches below its scope, and "
                        "a release no word that was dirty before it",
  .progress = progress,
  .promises.per_address = per_address,
  .unscoped = LOAD | STORE,
  .parameters = {
    UNSCOPED_PARAMETER,
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
    [PARAMETER_CTA_ATOMICS] = { CTA_ATOMICS_PARAMETER },
  },
  .variants = {
    UNSCOPED_VARIANT("rcsc ptx-6.0 hsa"),
    { "no-drain", "a .sys release waits as one of .gpu scope does", { { "system", NO_DRAIN } },
      .fails = "MPd+acqrel.sys+diff-gpu" },
    { "own-lines", "a .sys release drains what its own SM has written", { { "system", OWN_SM } },
      .fails = "ISA2d+gpu-then-sys", LOSES_OWN(1, 2, 1, 1) },
    { "narrow-acquire", "a .sys acquire is one of .gpu scope", { { "system", NARROW_ACQUIRES } },
      .fails = "MPd+acqrel.sys+diff-gpu" },
    { "keep-l2", "a .sys acquire drops nothing in the L2", { { "system", KEEPS_L2 } },
      .fails = "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 1, 1) },
    { "keep-fills", "a .sys acquire drops nothing that its L2 has under way",
      { { "system", KEEPS_FILLS } }, .fails = "MP3d+acqrel.sys+diff-gpu", LOSES_OWN(1, 2, 1, 1) },
    { "early-release", "a GPU reads a .sys release before the LLC has it",
      { { "system", SHOWS_RELEASES } }, .memory_models = "ptx-6.0" },
    { "late-merge", "an L2 takes writes to a line whose fetch it has poisoned",
      { { "system", MERGES_LATE } }, .fails = "ISA2d+sys-then-gpu" },
    { "keep-words", "a .sys acquire's fill is installed around words that have been written back "
                    "while it was out", { { "system", KEEPS_WORDS } },
      .fails = "CoRR-acq-chain+rel.gpu+diff-gpu", LOSES_OWN(1, 2, 1, 1) },
    CTA_ATOMICS_VARIANT,
  },
};
