/* What rcc-o-hier claims of its copies, beyond what rcc-o does of its L1s
 * (models/lib/rcc_o_claims.c).
 *
 * Of every state: an L1 owns a line only where its L2 says so, and an L2 only where the LLC does.
 * Who owns it, and has not passed it on, has the last store; so has the LLC where nobody owns it.
 * No copy lacks a word.
 *
 * Of every step: with the answer to a .sys acquire, or to a fence, nothing is left in an L2 that is
 * not owned, but for what the acquire has read, nor a fill to come that may be installed.  An L1
 * answers neither, of .sys scope, before its L2 has done that, but for an acquire that hits what
 * its own SM has stored. */
#ifndef MODELS_RCC_O_HIER_CLAIMS_H
#define MODELS_RCC_O_HIER_CLAIMS_H

#include "kit/claims.h"
#include "models/lib/rcc_o_claims.h"

/* --- states --- */

/* An L2's copy of a line, which the LLC says that this GPU owns, or not. */
static bool l2_copy_holds(const struct line *copy, bool is_owner, unsigned words) {
  unsigned state = 1u << copy->state;
  if (state & (O | PASSED_ON) && !is_owner) return false;
  if (state & PASSED_ON ? copy->owner == NO_ONE : copy->owner != NO_ONE) return false;
  if (state & O && data_is_stale(&copy->data)) return false;
  return !(state & HOLDS && data_lacks(&copy->data, words));
}

static bool line_holds(const struct machine *machine, const struct local *const *locals,
                       unsigned line) {
  const struct placement *placement = machine_placement(machine);
  unsigned words = machine_words_of_line(machine, line), gpus = placement->topology.gpus;
  const struct line *bank =
      &locals[machine_gpm(machine, 0) + gpus + placement->bank_of_line[line]]->line[line];
  if (1u << bank->state & HOME_V && data_is_stale(&bank->memory)) return false;
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    if (!l2_copy_holds(&locals[machine_gpm(machine, gpu)]->line[line], bank->owner == gpu, words))
      return false;
  for (unsigned sm = 0; sm < machine_sms(machine); sm++) {
    const struct line *above = &locals[machine_gpm(machine, placement->gpm_of_sm[sm])]->line[line];
    if (!rcc_o_copy_holds(&locals[machine_l1(machine, sm)]->line[line], above->owner == sm, words))
      return false;
  }
  return true;
}

static bool one_owner(const struct machine *machine, const struct local *const *locals) {
  for (unsigned line = 0; line < machine_lines(machine); line++)
    if (!line_holds(machine, locals, line)) return false;
  return true;
}

/* --- steps --- */

/* An L1 answers alone what is of GPU scope, or reads its SM's own store. */
static bool answers_alone(const struct step *s, const struct local *before) {
  bool asked = s->event == EVENT_LOAD_ACQUIRE || s->event == EVENT_FENCE;
  return asked && s->request->scope == SCOPE_SYSTEM && rcc_o_acquires(s, before);
}

static bool hier_l1_keeps(const struct step *s, const struct local *before) {
  return !answers_alone(s, before) && rcc_o_l1_keeps(s, before);
}

/* Has the step told an L1 that it may go on with what it has acquired? */
static bool lets_go_on(const struct step *s, const struct local *before) {
  bool reads_owned = s->event == EVENT_GETV && step_incoming(s)->count && step_sends(s, DATA);
  return reads_owned || step_sends(s, INVDONE) || (before->line[s->at].held && !s->line->held);
}

static bool l2_keeps(const struct step *s, const struct local *before) {
  bool invalidated = lets_go_on(s, before), filled = s->event == EVENT_DATA && !s->stalled;
  for (unsigned at = 0; at < machine_lines(s->machine); at++) {
    bool read = filled && at == step_incoming(s)->line,
         dropped = invalidated || (s->event == EVENT_INV_ALL && at == s->at);
    if (dropped && !read && !rcc_o_is_dropped(&s->local->line[at])) return false;
  }
  return !invalidated || step_reaches_others(s, EVENT_INV_ALL);
}

#endif
