/* What lrcc-hier claims.
 *
 * Of every state: an L1 owns a line only where its L2 says so, and an L2 only where the LLC does.
 *
 * Of every step: a cache that gives a line up has nothing else dirty that it does not own, and no write-back out.  With the
 * answer to an acquire, or to a fence, nothing is left in an L1, and with that to one of .sys scope nothing in the L2 of its
 * GPU, that is not owned or dirty, but for what the acquire has read; nor may a fill to come be installed. */
#ifndef MODELS_LRCC_HIER_CLAIMS_H
#define MODELS_LRCC_HIER_CLAIMS_H

#include "kit/claims.h"
#include "models/lrcc-hier/l2.h"

/* --- states --- */

static bool l2_is_known(const struct line *at_l2, const struct line *at_llc, unsigned gpu) {
  unsigned state = 1u << at_l2->state;
  if (state & GPU_OWNS && at_llc->owner != gpu) return false;
  return (state & PASSED_ON) ? at_l2->owner != NO_ONE : at_l2->owner == NO_ONE;
}

static bool owners_are_known(const struct machine *machine, const struct local *const *locals, unsigned line) {
  const struct placement *placement = machine_placement(machine);
  unsigned gpus = placement->topology.gpus;
  const struct line *at_llc = &locals[machine_gpm(machine, 0) + gpus + placement->bank_of_line[line]]->line[line];
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    if (!l2_is_known(&locals[machine_gpm(machine, gpu)]->line[line], at_llc, gpu)) return false;
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

/* --- steps --- */

static bool gives_up(const struct step *s) { return step_sends(s, OWNWB | PUTO); }

/* Is a fence of a thread here over? */
static bool fence_is_over(const struct step *s, const struct local *before) {
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (before->pending[core] && !s->local->pending[core]) return true;
  return s->event == EVENT_FENCE && step_answers(s, FENCE);
}

/* Nothing may be read here but what is owned, and the line that has just come. */
static bool is_invalidated(const struct step *s, uint32_t readable) {
  for (unsigned at = 0; at < lines(s); at++) {
    bool read = s->event == EVENT_DATA && at == incoming(s)->line;
    if (!read && 1u << s->local->line[at].state & readable) return false;
  }
  return true;
}

static bool hier_l1_keeps(const struct step *s, const struct local *before) {
  bool acquired = s->event == EVENT_DATA && step_answers(s, LOAD_ACQUIRE);
  if (gives_up(s) && (before->count || !clean_but_owned(s))) return false;
  return !(acquired || fence_is_over(s, before)) || is_invalidated(s, V | IV | VG | VO);
}

static bool l2_keeps(const struct step *s, const struct local *before) {
  bool acquired = s->event == EVENT_DATA && before->line[s->at].held;
  if (gives_up(s) && (before->count || !gpu_clean_but_owned(s))) return false;
  return !(acquired || step_sends(s, DRAINED)) || is_invalidated(s, V | IV | VG | VO);
}

#endif
