/* What rcc-o-hier claims of its copies, beyond what rcc-o does of its L1s
 * (models/lib/rcc_o_claims.c).
 *
 * Of every state: an L1 owns a line only where its L2 says so, and an L2 only where the LLC does.
 * An owner that has not passed the line on has the last store; so has the LLC where the line has
 * no owner.  No copy lacks a word.
 *
 * Of every step: with the answer to a .sys acquire, or to a fence, an L2 holds only what is owned,
 * and what the acquire has read; no fill to come may be installed.  An L1 answers neither, of .sys
 * scope, before its L2 has done that, but for an acquire that hits what its own SM has stored. */
#ifndef MODELS_RCC_O_HIER_CLAIMS_H
#define MODELS_RCC_O_HIER_CLAIMS_H

#include "protocol/claims.h"
#include "models/hierarchical/rcc-o-hier/l2.h"
#include "models/hierarchical/rcc-o-hier/rcc-o-hier.h"
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

static bool line_holds(const struct shape *shape, const struct local *const *locals,
                       unsigned line) {
  const struct placement *placement = &shape->placement;
  unsigned words = shape->words_of_line[line], gpus = placement->topology.gpus;
  const struct line *bank =
      &locals[shape_gpm(shape, 0) + gpus + placement->bank_of_line[line]]->line[line];
  if (1u << bank->state & HOME_V && data_is_stale(&bank->memory)) return false;
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    if (!l2_copy_holds(&locals[shape_gpm(shape, gpu)]->line[line], bank->owner == gpu, words))
      return false;
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    const struct line *above = &locals[shape_gpm(shape, placement->gpm_of_sm[sm])]->line[line];
    if (!rcc_o_copy_holds(&locals[shape_l1(shape, sm)]->line[line], above->owner == sm, words))
      return false;
  }
  return true;
}

static bool one_owner(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++)
    if (!line_holds(shape, locals, line)) return false;
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
  for (unsigned at = 0; at < s->shape->lines; at++) {
    bool read = filled && at == step_incoming(s)->line,
         dropped = invalidated || (s->event == EVENT_INV_ALL && at == s->at);
    if (dropped && !read && !rcc_o_is_dropped(&s->local->line[at])) return false;
  }
  return !invalidated || step_reaches_others(s, EVENT_INV_ALL);
}

#endif
