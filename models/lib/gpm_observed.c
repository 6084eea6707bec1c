/* What the observer is told of the L2s of nhcc and hmg (ghost state: nothing is steered by it).
 *
 * A store takes effect at each home on its way.  At the home within its GPU it does so for that
 * GPU's L2s; at the system home, for its own GPU's and for the homes of the others.  Then what
 * these have from that home is old, and its invalidations are on their way.  A home within a GPU
 * that takes an invalidation, or through which an atomic goes, has lost what it had given.  The
 * GPM that stored has a copy that is newer than its home's, until the home has taken it.
 *
 * Of L1s nothing is asked: their copies are always marked stale, so states do not differ in it. */
#include "models/lib/gpm_observed.h"

#include "models/lib/gpm_l2.h"

/* The controllers that have the line from here. */
static uint32_t below_here(const struct step *s) {
  const struct placement *placement = &s->shape->placement;
  unsigned here = step_own_index(s);
  uint32_t below = 0;
  for (unsigned gpm = 0; gpm < placement->topology.gpus * placement->topology.gpms; gpm++)
    if (gpm != here && home_above(placement, gpm, s->at) == here)
      below |= 1u << step_controller_at(s, KIND_GPM, gpm);
  return below;
}

static void overwritten_here(struct step *s, unsigned word, unsigned by) {
  uint32_t below = below_here(s);
  if (below) step_perform_below(s, word, below, by);
}

/* Who sends an atomic has dropped its copy, and has no newer one. */
void gpm_see_written(struct step *s, unsigned word) {
  overwritten_here(s, word, s->event == EVENT_RST ? step_incoming(s)->from : NO_ONE);
  if (!at_system(s)) line_written_ahead(s->line, word);
}

void gpm_see_dropped(struct step *s) {
  if (s->event == EVENT_EVICT) return; /* what others have is as good as before */
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (step_words_of_line(s, s->at) >> word & 1) overwritten_here(s, word, NO_ONE);
}

void gpm_see_given(struct data *data, bool to_gpm) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (data->age[word] != AGE_NONE) data->age[word] = to_gpm ? AGE_NEWEST : AGE_STALE;
    data->coming[word] = 0;
  }
}
