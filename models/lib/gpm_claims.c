/* Claims of nhcc and hmg about the steps of their GPMs. gpm_invariant.c has what holds of L2s'
 * copies in every state, gpm_l1_claims.c what holds of the steps of L1s.
 *
 *   - A store, and what an atomic writes, goes on towards the system home, which takes it.
 *   - A release asks every home that stores of its GPM go to within its scope, whichever SM has
 *     written, along the way that they go: within the GPU, and for .sys from there the system
 *     homes behind.
 *   - Each of these flushes all GPMs that can have copies through it, with homes within their
 *     GPUs between.  Or (count) it lets the release pass when each invalidation from here is
 *     acknowledged.
 *   - A GPM that is asked or flushed answers once.  The release is over with the last answer,
 *     and its thread goes on then and no sooner.  (IV-B, V-B: "to ensure that all invalidation
 *     messages have arrived at their destinations".)
 *
 * These are claims of each step by itself, of what it found and what it left, and cost no state.
 * The order of the channels brings a GPM that is asked behind the stores, and one that is flushed
 * behind the invalidations.  No step tells that: without it tests alone refute. */
#include "models/lib/gpm_claims.h"

#include "protocol/claims.h"
#include "models/lib/gpm_l1_claims.h"
#include "models/lib/gpm_release.h"

/* --- steps of a GPM: stores and atomics --- */

static bool stores_go_on(const struct step *s, const struct local *before) {
  bool store = is_one_of(s->event, ST | RST),
       atomic = is_one_of(s->event, ATOM | RATOM) && !s->stalled;
  bool performs = store || (atomic && step_sends(s, SMATOM | ATOMRESP));
  unsigned word = s->request->word;
  const struct line *old = &before->line[s->at];
  if (step_sends(s, RATOM) != (atomic && !performs)) return false;
  if (!performs) return !step_sends(s, RST);
  if (at_system(s))
    return !step_sends(s, RST) &&
           s->line->memory.word[word] == request_result(s->request, old->memory.word[word]);
  int64_t written = request_result(s->request, old->data.word[word]);
  return gpm_sends_store(s, EVENT_RST, written) && s->line->data.word[word] == written;
}

/* --- steps of a GPM: releases --- */

/* The other GPMs of a GPM's GPU that have SMs; and the homes, within GPUs that have SMs, of lines
 * whose system home it is. */
static unsigned caches_around(const struct placement *placement, unsigned gpm) {
  unsigned gpms = placement->topology.gpms, caches = 0;
  for (unsigned sm = 0; sm < placement->sms; sm++)
    if (placement->gpm_of_sm[sm] / gpms == gpm / gpms) caches |= 1u << placement->gpm_of_sm[sm];
  return caches & ~(1u << gpm);
}
static unsigned homes_before(const struct placement *placement, unsigned gpm) {
  unsigned homes = 0;
  for (unsigned line = 0; line < placement->lines; line++)
    for (unsigned sm = 0; sm < placement->sms && placement->home_of_line[line] == gpm; sm++)
      homes |= 1u << placement_gpu_home(placement, placement->gpm_of_sm[sm], line);
  return homes & ~(1u << gpm);
}

/* The GPMs to ask and to flush when a release's message comes to a GPM: from within its GPU, its
 * own SM included, or from another GPU. */
struct to_do {
  unsigned ask, flush;
};
static struct to_do to_do(const struct placement *placement, unsigned gpm, unsigned type,
                          bool within, bool wide) {
  bool asks = type != EVENT_RELFLUSH;
  struct to_do to_do = { 0, 0 };
  if (type == EVENT_REL) to_do.ask |= homes_around(placement, gpm);
  if (asks && within && wide) to_do.ask |= homes_behind(placement, gpm);
  if (asks && wide) to_do.flush |= homes_before(placement, gpm);
  if ((asks || !within) && gpm_is_gpu_home(placement, gpm))
    to_do.flush |= caches_around(placement, gpm);
  return to_do;
}

/* The answers that come of it. */
static unsigned answers_to(const struct placement *placement, unsigned gpm,
                           const struct to_do *what, bool wide, bool flushes) {
  unsigned gpms = placement->topology.gpms, count = 0;
  for (unsigned to = 0; to < 2 * GPMS_MAX; to++) {
    unsigned type = to < GPMS_MAX ? EVENT_RELREQ : EVENT_RELFLUSH, other = to % GPMS_MAX;
    if (!((type == EVENT_RELREQ ? what->ask : flushes ? what->flush : 0) >> other & 1)) continue;
    struct to_do next = to_do(placement, other, type, gpm / gpms == other / gpms, wide);
    count += 1 + answers_to(placement, other, &next, wide, flushes);
  }
  return count;
}

/* The GPMs that have been sent messages of a type, each once. */
static bool sent_to(const struct step *s, unsigned type, unsigned gpms) {
  unsigned sent = 0;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == type) sent |= 1u << step_index_of(s, s->sends[i].to);
  return sent == gpms && step_sends(s, 1ull << type) == (unsigned)__builtin_popcount(gpms);
}

static bool release_is_passed_on(const struct step *s, const struct local *before) {
  const struct placement *placement = &s->shape->placement;
  unsigned gpms = placement->topology.gpms, here = step_own_index(s), core = s->request->core;
  bool begins = s->event == EVENT_REL, flushes = !releases(s, RELEASE_COUNT),
       wide = s->request->scope == SCOPE_SYSTEM;
  bool within = begins || step_index_of(s, step_incoming(s)->from) / gpms == here / gpms;
  struct to_do what = to_do(placement, here, s->event, within, wide);
  unsigned pending =
      begins ? answers_to(placement, here, &what, wide, flushes) : before->pending[core];
  if (some_to_count(s) || s->local->pending[core] != pending) return false;
  if (!sent_to(s, EVENT_RELREQ, what.ask) || !sent_to(s, EVENT_RELFLUSH, flushes ? what.flush : 0))
    return false;
  if (step_sends(s, RELDONE | RELEASED) != (begins && !pending)) return false;
  return sent_to(s, EVENT_RELACK, begins ? 0 : 1u << gpm_of_core(s, core));
}

static bool releases_hold(const struct step *s, const struct local *before) {
  if (!s->stalled && is_one_of(s->event, REL | RELREQ | RELFLUSH))
    return release_is_passed_on(s, before);
  bool last = false;
  if (s->event == EVENT_RELACK) {
    unsigned core = s->request->core, pending = s->local->pending[core];
    if (pending + 1 != before->pending[core]) return false;
    last = !pending;
  }
  return step_sends(s, RELDONE | RELEASED) == last && !step_sends(s, RELREQ | RELFLUSH | RELACK);
}

/* (release=6) An invalidation is counted where it came from until it has been acknowledged: here,
 * when those that it has caused have been. */
static bool counts_hold(const struct step *s, const struct local *before) {
  const struct line *old = &before->line[s->at];
  if (!releases(s, RELEASE_COUNT)) return true;
  if (s->line->dirty != old->dirty + step_sends(s, INV) - (s->event == EVENT_INV_TAKEN))
    return false;
  if (s->line->fetching + step_sends(s, INV_TAKEN) !=
      old->fetching + (unsigned)(s->event == EVENT_INV))
    return false;
  return s->line->dirty || !s->line->fetching;
}

bool gpm_keeps(const struct step *s, const struct local *before) {
  return stores_go_on(s, before) && releases_hold(s, before) && counts_hold(s, before);
}
