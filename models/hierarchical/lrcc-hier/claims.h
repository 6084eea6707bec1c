/* What lrcc-hier claims, beyond what lrcc does of the steps of an L1 (models/lib/lrcc_claims.c).
 *
 * Of every state: an L1 owns a line only where its L2 says so, and an L2 only where the LLC does.
 * No copy of an L2 that may be read lacks a word.
 *
 * Of every step of an L2:
 *   - It takes all that it is sent.  A dirty word stays so until it is on its way, and is
 *     written back, or owed, when the L2 is asked to drain.  That is not answered while a
 *     write-back is out.
 *   - When it gives a line up it has nothing else dirty that its GPU does not own, and no
 *     write-back out.
 *   - With the answer to an acquire, or to a fence, of .sys scope it lets loads read only what
 *     is owned, and what the acquire has read.  No fill to come may be installed. */
#ifndef MODELS_LRCC_HIER_CLAIMS_H
#define MODELS_LRCC_HIER_CLAIMS_H

#include "models/hierarchical/lrcc-hier/l2.h"
#include "protocol/claims.h"
#include "models/lib/lrcc_claims.h"

/* --- states --- */

static bool l2_is_known(const struct line *at_l2, const struct line *at_llc, unsigned gpu) {
  unsigned state = 1u << at_l2->state;
  if (state & GPU_OWNS && at_llc->owner != gpu) return false;
  return (state & PASSED_ON) ? at_l2->owner != NO_ONE : at_l2->owner == NO_ONE;
}

/* All of a line that is not owned may be read. */
static bool is_whole(const struct line *copy, unsigned words) {
  return !(1u << copy->state & (V | D | VG | VO) && data_lacks(&copy->data, words));
}

static bool owners_are_known(const struct shape *shape, const struct local *const *locals,
                             unsigned line) {
  const struct placement *placement = &shape->placement;
  unsigned gpus = placement->topology.gpus;
  const struct line *at_llc =
      &locals[shape_gpm(shape, 0) + gpus + placement->bank_of_line[line]]->line[line];
  unsigned words = shape->words_of_line[line];
  for (unsigned gpu = 0; gpu < gpus; gpu++) {
    const struct line *at_l2 = &locals[shape_gpm(shape, gpu)]->line[line];
    if (!l2_is_known(at_l2, at_llc, gpu) || !is_whole(at_l2, words)) return false;
  }
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    const struct line *at_l2 = &locals[shape_gpm(shape, placement->gpm_of_sm[sm])]->line[line];
    if (is_owned(&locals[shape_l1(shape, sm)]->line[line]) && at_l2->owner != sm) return false;
  }
  return true;
}

static bool one_owner(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++)
    if (!owners_are_known(shape, locals, line)) return false;
  return true;
}

/* --- steps of an L2 --- */

static bool l2_keeps(const struct step *s, const struct local *before) {
  bool acquired = s->event == EVENT_DATA && before->line[s->at].held,
       comes = s->event == EVENT_DRAIN;
  bool drained = step_sends(s, DRAINED);
  if (!lrcc_words_are_kept(s, before) || !lrcc_takes_all(s, before, &s->line->data)) return false;
  if (lrcc_takes_words(s) && step_incoming(s)->flag & ~s->line->dirty) return false;
  if (!lrcc_is_flushed(s, comes) || (comes && !drained && !step_reaches_others(s, EVENT_FLUSH)))
    return false;
  if (drained && s->local->count) return false;
  if (lrcc_gives_up(s) && (before->count || !nothing_is_dirty(s))) return false;
  return lrcc_is_invalidated(s, acquired || drained);
}

#endif
