/* What lrcc-hier claims, beyond what lrcc does of the steps of an L1
 * (models/lib/lrcc_claims.c).
 *
 * Of every state: an L1 owns a line only where its L2 says so, and an L2 only where the LLC does.
 * No copy of an L2 that may be read lacks a word.
 *
 * Of every step of an L2: it takes all that it is sent; what is dirty stays so until it is on its
 * way, and is written back, or owed, when it is asked to drain; that is not answered while a
 * write-back is out.  When it gives a line up it has nothing else dirty that its GPU does not own,
 * and no write-back out.  With the answer to an acquire, or to a fence, of .sys scope nothing may
 * be read that is not owned, but for what the acquire has read; nor may a fill to come be
 * installed. */
#ifndef MODELS_LRCC_HIER_CLAIMS_H
#define MODELS_LRCC_HIER_CLAIMS_H

#include "models/hierarchical/lrcc-hier/l2.h"
#include "kit/claims.h"
#include "models/lib/lrcc_claims.h"

/* --- states --- */

static bool l2_is_known(const struct line *at_l2, const struct line *at_llc, unsigned gpu) {
  unsigned state = 1u << at_l2->state;
  if (state & GPU_OWNS && at_llc->owner != gpu) return false;
  return (state & PASSED_ON) ? at_l2->owner != NO_ONE : at_l2->owner == NO_ONE;
}

/* What may be read of a line that is not owned is all of it. */
static bool is_whole(const struct line *copy, unsigned words) {
  return !(1u << copy->state & (V | D | VG | VO) && data_lacks(&copy->data, words));
}

static bool owners_are_known(const struct machine *machine, const struct local *const *locals,
                             unsigned line) {
  const struct placement *placement = machine_placement(machine);
  unsigned gpus = placement->topology.gpus;
  const struct line *at_llc =
      &locals[machine_gpm(machine, 0) + gpus + placement->bank_of_line[line]]->line[line];
  unsigned words = machine_words_of_line(machine, line);
  for (unsigned gpu = 0; gpu < gpus; gpu++) {
    const struct line *at_l2 = &locals[machine_gpm(machine, gpu)]->line[line];
    if (!l2_is_known(at_l2, at_llc, gpu) || !is_whole(at_l2, words)) return false;
  }
  for (unsigned sm = 0; sm < machine_sms(machine); sm++) {
    const struct line *at_l2 = &locals[machine_gpm(machine, placement->gpm_of_sm[sm])]->line[line];
    if (is_owned(&locals[machine_l1(machine, sm)]->line[line]) && at_l2->owner != sm) return false;
  }
  return true;
}

static bool one_owner(const struct machine *machine, const struct local *const *locals) {
  for (unsigned line = 0; line < machine_lines(machine); line++)
    if (!owners_are_known(machine, locals, line)) return false;
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
