/* How a release waits for invalidations that nobody acknowledges (nhcc, hmg).
 *
 * The source (IV-B): a release is passed by the local L2 to all remote L2s, "to ensure that all
 * invalidation messages have arrived at their destinations"; each of these acknowledges the
 * release, and the local L2 answers its SM once.  How passing it on shows that is left open.
 * INFERRED: RELREQ follows the stores down, to every GPM that can be home of a line, within the
 * scope; each home sends RELFLUSH behind its invalidations up, to every GPM that can have a copy
 * through it; whoever takes either acknowledges it to the GPM that releases, which knows how many
 * acknowledgements to expect.  So the wait covers every store that this SM has made or seen, since
 * those are ahead in the same queues, and every home flushes for everybody.
 *
 * `direct-release`: a .sys release asks the system homes of other GPUs itself, and not by way of
 * the homes within its GPU, so that it is not behind the stores that these have yet to pass up.
 *
 * `count`: homes count the invalidations that they have sent, which are acknowledged, and let no
 * release pass while one is missing; a home within a GPU acknowledges when the GPMs to which it has
 * passed it on have.  No home flushes.  What a home has sent before to a GPM that it does not
 * invalidate, as that has stored since, is then on its way there when the release is over (nhcc:
 * `count` breaks MPm-weak+acqrel.gpu, as nothing but the flush keeps such data from an L1).
 *
 * `one-hop`: what a reader might make of the source's sentences: the GPM that releases reaches each
 * other once, on both paths, and no home flushes.
 *
 * GPMs that no line of the machine can be in are left out, and ways that no line's messages go:
 * they would answer at once. */
#ifndef MODELS_LIB_GPM_RELEASE_H
#define MODELS_LIB_GPM_RELEASE_H

#include "models/lib/gpm_l2.h"

static enum release release_of(const struct step *s) {
  return (enum release)step_parameter(s, PARAMETER_RELEASE);
}
static bool releases(const struct step *s, enum release how) { return release_of(s) == how; }

/* What a GPM is to do for a release. */
enum release_as {
  BEGIN_GPU,
  BEGIN_SYS, /* ask the other GPMs of the GPU that are homes, and do as they do if it is one itself
              */
  REQ_GPU,   /* a home within the GPU: flush the GPU */
  REQ_SYS,   /* likewise: ask the system homes behind it, then do as they do */
  REQ_HOME,  /* a system home: flush the GPU, and the homes of other GPUs */
  FLUSH_GPU, /* a home within its GPU: flush the GPU */
  FLUSH      /* nothing more */
};

struct hop {
  uint8_t to, as, type;
};
enum { HOPS_MAX = SENDS_MAX };
struct hops {
  unsigned count;
  struct hop items[HOPS_MAX + 1];
};

static bool has_sm(const struct placement *placement, unsigned gpm) {
  for (unsigned sm = 0; sm < placement->sms; sm++)
    if (placement->gpm_of_sm[sm] == gpm) return true;
  return false;
}

/* A GPM through which those of its GPU can have copies. */
static bool gpu_has_sm(const struct placement *placement, unsigned gpm) {
  if (!placement_gpm_is_used(placement, gpm)) return false;
  for (unsigned sm = 0; sm < placement->sms; sm++)
    if (placement->gpm_of_sm[sm] / placement->topology.gpms == gpm / placement->topology.gpms)
      return true;
  return false;
}

/* Of some line: within its GPU; in the system. */
static bool is_gpu_home(const struct placement *placement, unsigned gpm) {
  for (unsigned line = 0; line < placement->lines; line++)
    if (placement_gpu_home(placement, gpm, line) == gpm) return true;
  return false;
}

static bool is_system_home(const struct placement *placement, unsigned gpm) {
  for (unsigned line = 0; line < placement->lines; line++)
    if (placement->home_of_line[line] == gpm) return true;
  return false;
}

static void hop(struct hops *hops, unsigned to, enum release_as as, unsigned type) {
  hops->items[hops->count] = (struct hop){ (uint8_t)to, (uint8_t)as, (uint8_t)type };
  if (hops->count < HOPS_MAX) hops->count++;
}

/* To the GPMs of the GPU that `which` says, other than this one. */
static void hop_in_gpu(struct hops *hops, const struct placement *placement, unsigned at,
                       enum release_as as, unsigned type,
                       bool (*which)(const struct placement *placement, unsigned gpm)) {
  unsigned gpms = placement->topology.gpms, first = at / gpms * gpms;
  for (unsigned to = first; to < first + gpms; to++)
    if (to != at && which(placement, to)) hop(hops, to, as, type);
}

/* To the GPMs of the same index in other GPUs. */
static void hop_to_gpus(struct hops *hops, const struct placement *placement, unsigned at,
                        enum release_as as, unsigned type,
                        bool (*which)(const struct placement *placement, unsigned gpm)) {
  unsigned gpms = placement->topology.gpms;
  for (unsigned to = at % gpms; to < placement->topology.gpus * gpms; to += gpms)
    if (to != at && which(placement, to)) hop(hops, to, as, type);
}

/* To the system homes of other GPUs that no line's way leads to from here. */
static void hop_straight(struct hops *hops, const struct placement *placement, unsigned at) {
  unsigned gpms = placement->topology.gpms;
  for (unsigned to = 0; to < placement->topology.gpus * gpms; to++)
    if (to / gpms != at / gpms && to % gpms != at % gpms && is_system_home(placement, to))
      hop(hops, to, REQ_HOME, EVENT_RELDIRECT);
}

/* What a GPM sends on. */
static struct hops hops_of(const struct placement *placement, unsigned at, enum release_as as,
                           enum release how) {
  struct hops hops = { 0 };
  bool one_hop = how == RELEASE_ONE_HOP, direct = how == RELEASE_DIRECT;
  bool begins = as == BEGIN_GPU || as == BEGIN_SYS, system = as == BEGIN_SYS || as == REQ_SYS;
  if (begins)
    hop_in_gpu(&hops, placement, at,
               !system  ? REQ_GPU
               : direct ? REQ_HOME
                        : REQ_SYS,
               EVENT_RELREQ, is_gpu_home);
  if (as == BEGIN_SYS && direct) hop_straight(&hops, placement, at);
  if (begins && !is_gpu_home(placement, at)) return hops;
  if (system) hop_to_gpus(&hops, placement, at, REQ_HOME, EVENT_RELREQ, is_system_home);
  if (how == RELEASE_COUNT || (one_hop && !begins && as != FLUSH_GPU)) return hops;
  if ((system || as == REQ_HOME) && is_system_home(placement, at))
    hop_to_gpus(&hops, placement, at, FLUSH_GPU, EVENT_RELFLUSH, gpu_has_sm);
  if (as != FLUSH) hop_in_gpu(&hops, placement, at, FLUSH, EVENT_RELFLUSH, has_sm);
  return hops;
}

/* The acknowledgements that come of it. */
static unsigned acknowledgements(const struct placement *placement, unsigned at, enum release_as as,
                                 enum release how) {
  struct hops hops = hops_of(placement, at, as, how);
  unsigned count = 0;
  for (unsigned i = 0; i < hops.count; i++)
    count +=
        1 + acknowledgements(placement, hops.items[i].to, (enum release_as)hops.items[i].as, how);
  return count;
}

static void pass_release(struct step *s, enum release_as as) {
  struct hops hops = hops_of(machine_placement(s->machine), step_own_index(s), as, release_of(s));
  for (unsigned i = 0; i < hops.count; i++) {
    struct message *message =
        step_send(s, hops.items[i].type, step_controller_at(s, KIND_GPM, hops.items[i].to));
    message->request = *s->request;
    message->flag = hops.items[i].as;
  }
}

static enum release_as release_begins_as(const struct step *s) {
  return s->request->scope == SCOPE_SYSTEM && !releases(s, RELEASE_NARROW) ? BEGIN_SYS : BEGIN_GPU;
}
static unsigned acknowledgements_due(const struct step *s) {
  if (releases(s, RELEASE_NO_ACK)) return 0;
  return acknowledgements(machine_placement(s->machine), step_own_index(s), release_begins_as(s),
                          release_of(s));
}

/* --- guards and actions --- */

/* Invalidations from here, of any line, are not acknowledged yet; without release=6 none ever is
 * counted. */
static bool some_to_count(const struct step *s) {
  for (unsigned line = 0; line < machine_lines(s->machine) && releases(s, RELEASE_COUNT); line++)
    if (s->local->line[line].dirty) return true;
  return false;
}
static bool none_to_count(const struct step *s) { return !some_to_count(s); }

/* What a release waits for is found by its line alone, but for what homes count. */
static bool lines_alone(const struct setting *setting) {
  return setting->values[PARAMETER_RELEASE] != RELEASE_COUNT;
}

static bool release_waits(const struct step *s) {
  return none_to_count(s) && acknowledgements_due(s) != 0;
}
static bool release_waits_not(const struct step *s) {
  return none_to_count(s) && acknowledgements_due(s) == 0;
}
static void begin_release(struct step *s) {
  s->local->pending[s->request->core] = (uint8_t)acknowledgements_due(s);
  pass_release(s, release_begins_as(s));
}
static void go_on_release(struct step *s) {
  pass_release(s, (enum release_as)step_incoming(s)->flag);
}

static bool last_ack(const struct step *s) { return s->local->pending[s->request->core] == 1; }
static bool not_last_ack(const struct step *s) { return !last_ack(s); }

#endif
