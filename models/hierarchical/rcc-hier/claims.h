/* What rcc-hier claims of its copies, including those that the LLC has newer ones of: what rcc
 * does (models/lib/rcc_claims.c), of an L1 and of an L2.
 *
 * Of every state:
 *   - A line's write-back and its fetch, from an L1 and from an L2, are on their way, kept by
 *     the controller that is to answer, or answered; one of each at most.
 *   - A word that is dirty, or that the fill which is out must leave alone, is there, and was
 *     written on this side of the LLC.
 *   - A word that may be read in an L1, or an L2, is not one that the LLC had before it got the
 *     store of that SM, or of that GPU.
 *
 * Of every step:
 *   - A word that is no longer dirty is on its way.  A write-back that is taken is dirty or on
 *     its way.  The LLC performs all that it takes.
 *   - When a release or a fence of .sys scope comes to an L2, dirty words are written back, or
 *     owed.  Neither goes on while a write-back is out.
 *   - With the answer of a .sys acquire, or to a fence, an L2 holds only what the acquire has
 *     read, as the LLC has sent it, and dirty words.  No fill to come may be installed. */
#ifndef MODELS_RCC_HIER_CLAIMS_H
#define MODELS_RCC_HIER_CLAIMS_H

#include "protocol/claims.h"
#include "models/hierarchical/rcc-hier/l2.h"
#include "models/hierarchical/rcc-hier/rcc-hier.h"
#include "models/lib/rcc_claims.h"

/* --- states --- */

struct hier_caches {
  struct rcc_under_way l1[CORES_MAX][LINES_MAX], l2[GPMS_MAX][LINES_MAX];
};

static void count_way(const struct shape *shape, const struct message *m, struct hier_caches *all) {
  unsigned cache = rcc_cache_of(m), l2 = shape_gpm(shape, 0);
  if (is_one_of(m->type, DRAIN | DRAINED)) return;
  if (cache < l2) {
    rcc_count_message(m, &all->l1[cache - shape_l1(shape, 0)][m->line]);
    return;
  }
  rcc_count_message(m, &all->l2[cache - l2][m->line]);
  if (is_one_of(m->type, ATOMIC_UP | AACK))
    all->l1[shape->sm_of_core[m->request.core]][m->line].fetches++;
}

/* Those that an L2 keeps until it is answered. */
static void count_kept(const struct shape *shape, const struct line *line, unsigned at,
                       struct hier_caches *all) {
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    all->l1[sm][at].fetches += (line->held >> sm & 1) + (line->owner == sm);
    all->l1[sm][at].writes += line->sharers >> sm & 1;
  }
  for (unsigned i = 0; i < line->waiting; i++)
    all->l1[shape->sm_of_core[line->queue[i].core]][at].fetches++;
}

/* The words of an L2's line that are of this GPU, or served from there. */
static bool l2_line_holds(const struct line *line, const struct rcc_under_way *out) {
  unsigned state = 1u << line->state, all_words = (1u << WORDS_MAX) - 1;
  bool fetching = state & (FETCHING | A);
  unsigned own = line->dirty | (state & FETCHING ? line->flag : 0),
           readable_here = state & (V | VG) ? all_words : own;
  if (out->fetches != fetching || out->writes != line->writes || line->writes > 1) return false;
  if (line->pending && !line->writes) return false;
  if ((line->held || line->owner != NO_ONE || line->waiting) && !(state & FETCHING)) return false;
  if (line->sharers && !line->writes) return false;
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (own >> word & 1 && line->data.age[word] != AGE_STALE) return false;
  if (state & FETCHING && line->dirty & ~line->flag) return false;
  return !has_newest(&line->data, readable_here & (out->words | line->dirty));
}

static bool caches_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  struct hier_caches all = { 0 };
  for (unsigned i = 0; i < count; i++) count_way(shape, &messages[i], &all);
  unsigned gpus = shape->placement.topology.gpus;
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    for (unsigned at = 0; at < shape->lines; at++)
      count_kept(shape, &locals[shape_gpm(shape, gpu)]->line[at], at, &all);
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    if (!rcc_cache_holds(shape, locals[shape_gpm(shape, gpu)], all.l2[gpu], l2_line_holds))
      return false;
  return rcc_l1s_hold(shape, locals, all.l1);
}

/* --- steps of an L2 --- */

/* Has a .sys acquire that is answered, or a fence, dropped the line? */
static bool is_dropped_here(const struct line *line) {
  unsigned state = 1u << line->state;
  unsigned own = line->dirty | line->flag;
  for (unsigned word = 0; word < WORDS_MAX && state & IP; word++)
    if (!(own >> word & 1) && line->data.age[word] != AGE_NONE) return false;
  return !(state & (V | IV | VG));
}

/* Is a fence told that the L2 has been drained: one that comes, or one that has waited? */
static bool tells_fence(const struct step *s, const struct local *before) {
  if (s->event == EVENT_DRAIN) return s->request->event == EVENT_FENCE && step_sends(s, DRAINED);
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (before->pending[core] == OF_FENCE && !s->local->pending[core]) return true;
  return false;
}

static bool gpu_keeps(const struct step *s, const struct local *before) {
  bool acquired = s->event == EVENT_DATA && !s->stalled && before->line[s->at].owner != NO_ONE;
  bool fenced = tells_fence(s, before), comes = s->event == EVENT_DRAIN;
  for (unsigned at = 0; at < s->shape->lines; at++) {
    const struct line *line = &s->local->line[at];
    if (!rcc_line_is_kept(s, before, at)) return false;
    bool flushed = comes || (s->event == EVENT_FLUSH && at == s->at),
         dropped = s->event == EVENT_INV_ALL && at == s->at;
    if (flushed && !rcc_is_flushed(line)) return false;
    if ((dropped || (acquired && at != step_incoming(s)->line) || fenced) && !is_dropped_here(line))
      return false;
  }
  if (acquired && !rcc_is_as_sent(s, s->line)) return false;
  if ((acquired || fenced) && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  if (comes && !step_sends(s, DRAINED) && !step_reaches_others(s, EVENT_FLUSH)) return false;
  unsigned kept = s->line->dirty | rcc_written_back(s, s->at);
  if (s->event == EVENT_WB && !s->stalled && step_incoming(s)->flag & ~kept) return false;
  return !step_sends(s, DRAINED) || !s->local->count;
}

#endif
