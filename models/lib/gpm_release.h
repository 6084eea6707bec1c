/* How a release waits for invalidations that are not acknowledged (nhcc, hmg).
 *
 * The source (IV-B): the local L2 passes a release to all remote L2s, "to ensure that all
 * invalidation messages have arrived at their destinations".  Each of these acknowledges the
 * release, and the local L2 answers its SM once.  The source leaves open how passing it on shows
 * that.  INFERRED:
 *   - RELREQ follows the stores down, to every GPM that can be home of a line, within the scope.
 *   - Each home sends RELFLUSH behind its invalidations up, to every GPM that can have a copy
 *     through it.
 *   - Each GPM acknowledges either to the GPM that releases, which knows how many
 *     acknowledgements to expect.
 * Stores that this SM has made or seen are ahead in the same queues, and every home flushes for
 * all.  So the wait covers them.  GPMs that no line of the machine can be in are left out, and
 * ways that no line's messages go: they would answer at once.
 *
 * README.md of hmg and of nhcc has the variants direct-release, count and one-hop. */
#ifndef MODELS_LIB_GPM_RELEASE_H
#define MODELS_LIB_GPM_RELEASE_H

#include "models/lib/gpm_l2.h"

static inline enum release release_of(const struct step *s) {
  return (enum release)step_parameter(s, PARAMETER_RELEASE);
}
static inline bool releases(const struct step *s, enum release how) { return release_of(s) == how; }

/* The part of a GPM in a release.  It begins one: it asks the other GPMs of the GPU that are homes,
 * and does as they do if it is one itself. */
enum release_as {
  BEGIN_GPU,
  BEGIN_SYS,
  REQ_GPU,   /* a home within the GPU: flush the GPU */
  REQ_SYS,   /* likewise: ask the system homes behind it, then do as they do */
  REQ_HOME,  /* a system home: flush the GPU, and the homes of other GPUs */
  FLUSH_GPU, /* a home within its GPU: flush the GPU */
  FLUSH      /* nothing more */
};

/* Is a GPM the home of some line within its GPU? */
bool gpm_is_gpu_home(const struct placement *placement, unsigned gpm);
enum release_as gpm_release_begins_as(const struct step *step);
/* The acknowledgements that the release of this step's request waits for. */
unsigned gpm_acknowledgements_due(const struct step *step);
/* Sends a release on, from a GPM that is to do this for it. */
void gpm_pass_release(struct step *step, enum release_as as);

/* --- guards and actions --- */

/* Invalidations from here, of any line, are not acknowledged yet (release=6). */
static inline bool some_to_count(const struct step *s) {
  for (unsigned line = 0; line < s->shape->lines && releases(s, RELEASE_COUNT); line++)
    if (s->local->line[line].dirty) return true;
  return false;
}
GUARD(none_to_count, !some_to_count(s))
/* Only a release's line says what it waits for, except for what homes count, and for the dirty
 * words that it writes back.  Lines of one entry share its sharers. */
static inline bool per_address(const struct setting *setting) {
  unsigned write_back = ((const struct gpm_hooks *)setting->system->hooks)->write_back;
  return setting->values[PARAMETER_RELEASE] != RELEASE_COUNT &&
         setting->values[PARAMETER_LINES] == 1 && !(write_back && setting->values[write_back]);
}
static inline bool waits_for_homes(const struct step *s) {
  return none_to_count(s) && gpm_acknowledgements_due(s) != 0;
}
GUARD(release_waits, waits_for_homes(s) && !has_dirty_words(s))
GUARD(release_writes_back, waits_for_homes(s) && has_dirty_words(s))
GUARD(release_waits_not, none_to_count(s) && gpm_acknowledgements_due(s) == 0)
static inline void begin_release(struct step *s) {
  s->local->pending[s->request->core] = (uint8_t)gpm_acknowledgements_due(s);
  gpm_pass_release(s, gpm_release_begins_as(s));
}
static inline void go_on_release(struct step *s) {
  gpm_pass_release(s, (enum release_as)step_incoming(s)->flag);
}
GUARD_PAIR(last_ack, not_last_ack, s->local->pending[s->request->core] == 1)

#endif
