/* Whom a release is passed on to, and how many acknowledgements come of it (nhcc, hmg). */
#include "models/lib/gpm_release.h"

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

/* Is a GPM the home of some line: within its GPU; in the system? */
bool gpm_is_gpu_home(const struct placement *placement, unsigned gpm) {
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

/* The messages that a GPM sends on. */
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
               EVENT_RELREQ, gpm_is_gpu_home);
  if (as == BEGIN_SYS && direct) hop_straight(&hops, placement, at);
  if (begins && !gpm_is_gpu_home(placement, at)) return hops;
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

void gpm_pass_release(struct step *s, enum release_as as) {
  struct hops hops = hops_of(&s->shape->placement, step_own_index(s), as, release_of(s));
  for (unsigned i = 0; i < hops.count; i++) {
    struct message *message =
        step_send(s, hops.items[i].type, step_controller_at(s, KIND_GPM, hops.items[i].to));
    message->request = *s->request;
    message->flag = hops.items[i].as;
  }
}

enum release_as gpm_release_begins_as(const struct step *s) {
  return s->request->scope == SCOPE_SYSTEM && !releases(s, RELEASE_NARROW) ? BEGIN_SYS : BEGIN_GPU;
}
unsigned gpm_acknowledgements_due(const struct step *s) {
  if (releases(s, RELEASE_NO_ACK)) return 0;
  return acknowledgements(&s->shape->placement, step_own_index(s), gpm_release_begins_as(s),
                          release_of(s));
}
