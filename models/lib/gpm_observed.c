/* Inputs of the observer of nhcc's and hmg's L2s (ghost state: no guard reads it).
 *
 * A store takes effect at each home on its way.  At the home within its GPU it takes effect for
 * that GPU's L2s.  At the system home it takes effect for the L2s of that home's GPU and for the
 * homes of the other GPUs.  The copies that these have from that home are old then, and
 * invalidations are on their way.  A home within a GPU loses the copies that it has given when it
 * takes an invalidation, or an atomic goes through it.  The GPM that stored has a newer copy than
 * its home, until the home has taken the store.
 *
 * Copies of L1s are always marked stale, so that states do not differ in their ages. */
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

/* A GPM that sends an atomic has dropped its copy, and has no newer one. */
void gpm_see_written(struct step *s, unsigned word) {
  bool remote = s->event == EVENT_RST || s->event == EVENT_RST_LAST;
  overwritten_here(s, word, remote ? step_incoming(s)->from : NO_ONE);
  if (at_system(s)) return;
  if (dirty_words(s) >> word & 1) s->line->data.coming[word] = 1; /* the home takes one store */
  else line_written_ahead(s->line, word);
}

void gpm_see_dropped(struct step *s) {
  if (s->event == EVENT_EVICT || s->event == EVENT_EVICT_TOLD || s->event == EVENT_EVICT_DIRTY)
    return; /* what others have is as good as before */
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (step_words_of_line(s, s->at) >> word & 1) overwritten_here(s, word, NO_ONE);
}

void gpm_see_given(struct data *data, bool to_gpm) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (data->age[word] != AGE_NONE) data->age[word] = to_gpm ? AGE_NEWEST : AGE_STALE;
    data->coming[word] = 0;
  }
}
