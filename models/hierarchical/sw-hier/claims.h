/* sw-hier: its events, and its claims about copies.
 *
 * In every state, a load, an atomic, a clearing and an invalidation are each on their way or
 * answered, exactly once.  Take a store that the system home has performed.  No copy in the L1 that
 * sent it, or in a GPM that it has passed, is older.
 *
 * In every step, besides the claims about an L1 (models/lib/gpm_claims.c):
 *   - A store, and the result of an atomic, goes on towards the system home, which performs every
 *     one that it takes.
 *   - A release asks every home of its GPU; for .sys these ask the homes that they pass stores to.
 *   - When a message says that an acquire, or a fence, is done here, no copy is left below the home
 *     of its scope.  No fill to come may be installed.  For .sys the other GPMs of the GPU come
 *     first, then that of the SM, then the L1. */
#ifndef MODELS_SW_HIER_CLAIMS_H
#define MODELS_SW_HIER_CLAIMS_H

#include "protocol/claims.h"
#include "models/lib/gpm_l1.h"
#include "models/lib/gpm_claims.h"
#include "models/lib/gpm_l2.h"

enum { EVENT_INVREQ = EVENT_HMG, EVENT_INVACK, EVENT_INVDONE, EVENT_ONCE, EVENT_COUNT };
#define INVREQ (1ull << EVENT_INVREQ)
#define INVACK (1ull << EVENT_INVACK)
#define INVDONE (1ull << EVENT_INVDONE)
#define ONCE (1ull << EVENT_ONCE)
static const char *const events[] = { HMG_EVENT_NAMES, "INVREQ", "INVACK", "INVDONE", "DATA_ONCE" };

static inline unsigned count_of(unsigned gpms) { return (unsigned)__builtin_popcount(gpms); }

/* The other L2s of the GPU, as a set. */
static inline unsigned other_caches(const struct step *s) {
  const struct placement *placement = &s->shape->placement;
  unsigned gpms = placement->topology.gpms, here = step_own_index(s), first = here / gpms * gpms,
           caches = 0;
  for (unsigned gpm = first; gpm < first + gpms; gpm++)
    if (gpm != here && placement_gpm_is_used(placement, gpm)) caches |= 1u << gpm;
  return caches;
}

/* A thread's release and its next acquire may both be out: in local->pending each has half of the
 * bits. */
enum { ONE_CACHE = 1 << 4 };

/* --- states --- */

/* The messages on their way for a line of an L1, or of a GPM.  They are loads, atomics, and words
 * of stores that its next home lacks. */
struct hier_under_way {
  uint8_t loads, atomics, words;
};
struct hier_whole {
  const struct shape *shape;
  const struct placement *placement;
  struct hier_under_way l1[CORES_MAX][LINES_MAX], gpm[GPMS_MAX][LINES_MAX];
  uint8_t clearings[CORES_MAX], caches[CORES_MAX]; /* awaited by a core's release; its acquire */
};

static unsigned gpm_of(const struct hier_whole *whole, unsigned core) {
  return whole->placement->gpm_of_sm[whole->shape->sm_of_core[core]];
}
static struct hier_under_way *at_l1(struct hier_whole *whole, unsigned controller, unsigned line) {
  return &whole->l1[controller - shape_l1(whole->shape, 0)][line];
}
static struct hier_under_way *at_gpm(struct hier_whole *whole, unsigned controller, unsigned line) {
  return &whole->gpm[controller - shape_gpm(whole->shape, 0)][line];
}

/* Counts an atomic for its SM all the way, and for each GPM that has sent it on. */
static void count_atomic(struct hier_whole *whole, const struct message *m) {
  unsigned own = gpm_of(whole, m->request.core), passes = m->type == EVENT_RATOM ? m->from : m->to;
  whole->l1[whole->shape->sm_of_core[m->request.core]][m->line].atomics++;
  if (!is_one_of(m->type, RATOM | ATOMRESP)) return;
  whole->gpm[own][m->line].atomics++;
  if (passes != shape_gpm(whole->shape, own)) at_gpm(whole, passes, m->line)->atomics++;
}
static void count_clearings(struct hier_whole *whole, const struct message *m) {
  unsigned home = m->to - shape_gpm(whole->shape, 0);
  unsigned behind =
      m->type == EVENT_RELREQ && m->flag ? count_of(homes_behind(whole->placement, home)) : 0;
  whole->clearings[m->request.core] += (uint8_t)(1 + behind);
}

static void count_message(struct hier_whole *whole, const struct message *m) {
  switch (m->type) {
  case EVENT_LD: at_l1(whole, m->from, m->line)->loads++; break;
  case EVENT_SMDATA: at_l1(whole, m->to, m->line)->loads++; break;
  case EVENT_RLD: at_gpm(whole, m->from, m->line)->loads++; break;
  case EVENT_DATA:
  case EVENT_ONCE: at_gpm(whole, m->to, m->line)->loads++; break;
  case EVENT_ATOM:
  case EVENT_RATOM:
  case EVENT_ATOMRESP:
  case EVENT_SMATOM: count_atomic(whole, m); break;
  case EVENT_ST: at_l1(whole, m->from, m->line)->words |= (uint8_t)(1u << m->request.word); break;
  case EVENT_RST: at_gpm(whole, m->from, m->line)->words |= (uint8_t)(1u << m->request.word); break;
  case EVENT_RELREQ:
  case EVENT_RELACK: count_clearings(whole, m); break;
  case EVENT_INV:
  case EVENT_INVACK: whole->caches[m->request.core]++; break;
  default: break;
  }
}

/* The loads that wait at a GPM, its SMs' and other GPMs'; and one that is to be asked for again. */
static void count_waiting(struct hier_whole *whole, const struct line *line, unsigned gpm,
                          unsigned at) {
  for (unsigned i = 0; i < line->waiting; i++)
    whole->l1[whole->shape->sm_of_core[line->queue[i].core]][at].loads++;
  SM_SET_EACH(other, line->held) whole->gpm[other][at].loads++;
  if (line->flag & AGAIN) whole->gpm[gpm][at].loads++;
}
static bool l1_holds(const struct line *line, const struct hier_under_way *out) {
  unsigned state = 1u << line->state;
  if (out->loads != (state == L1_IV) || out->atomics != (state == L1_IA)) return false;
  return !(state == L1_V && has_newest(&line->data, out->words));
}
static bool gpm_holds(const struct line *line, const struct hier_under_way *out) {
  return line->reads == out->loads && line->writes == out->atomics &&
         !has_newest(&line->data, out->words);
}
static bool waits_hold(const struct hier_whole *whole, const struct local *const *locals) {
  for (unsigned core = 0; core < whole->shape->core_count; core++) {
    unsigned pending = locals[shape_gpm(whole->shape, gpm_of(whole, core))]->pending[core];
    if (pending % ONE_CACHE != whole->clearings[core] || pending / ONE_CACHE != whole->caches[core])
      return false;
  }
  return true;
}

static bool copies_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  struct hier_whole whole = { .shape = shape, .placement = &shape->placement };
  unsigned gpms = whole.placement->topology.gpus * whole.placement->topology.gpms,
           lines = shape->lines;
  for (unsigned i = 0; i < count; i++) count_message(&whole, &messages[i]);
  for (unsigned gpm = 0; gpm < gpms; gpm++)
    for (unsigned at = 0; at < lines; at++)
      count_waiting(&whole, &locals[shape_gpm(shape, gpm)]->line[at], gpm, at);
  for (unsigned at = 0; at < lines; at++) {
    for (unsigned sm = 0; sm < shape->sms; sm++)
      if (!l1_holds(&locals[shape_l1(shape, sm)]->line[at], &whole.l1[sm][at])) return false;
    for (unsigned gpm = 0; gpm < gpms; gpm++)
      if (!gpm_holds(&locals[shape_gpm(shape, gpm)]->line[at], &whole.gpm[gpm][at])) return false;
  }
  return waits_hold(&whole, locals);
}

/* --- steps of a GPM --- */

/* The GPMs to which the step sends messages of a type, as a set; or only those that must go on. */
static unsigned asked(const struct step *s, unsigned type, bool goes_on) {
  unsigned gpms = 0;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == type && (!goes_on || s->sends[i].flag))
      gpms |= 1u << step_index_of(s, s->sends[i].to);
  return gpms;
}

static bool stores_go_on(const struct step *s, const struct local *before) {
  bool stores = s->event == EVENT_ST || s->event == EVENT_RST,
       atomic = s->event == EVENT_ATOM || s->event == EVENT_RATOM;
  bool performs = stores || (atomic && step_sends(s, SMATOM | ATOMRESP));
  const struct request *passed = gpm_store_sent(s, EVENT_RST);
  if (!performs) return step_performs(s, 0) && !step_sends(s, RST);
  if (at_system(s)) return step_obeys(s, before) && !step_sends(s, RST);
  if (!passed || passed->word != s->request->word || !step_performs(s, 0)) return false;
  return passed->value == (stores ? s->request->value : s->line->data.word[s->request->word]);
}

static bool releases_hold(const struct step *s) {
  const struct placement *placement = &s->shape->placement;
  bool wide = s->request->scope == SCOPE_SYSTEM, asks = s->event == EVENT_REL;
  unsigned behind = homes_behind(placement, step_own_index(s)),
           around = asks ? homes_around(placement, step_own_index(s)) : 0;
  bool goes_on = asks ? wide : s->event == EVENT_RELREQ && step_incoming(s)->flag;
  if (asked(s, EVENT_RELREQ, false) != (around | (goes_on ? behind : 0))) return false;
  if (asks && asked(s, EVENT_RELREQ, true) != (wide ? around : 0)) return false;
  return !step_sends(s, RELDONE | RELEASED) || s->local->pending[s->request->core] % ONE_CACHE == 0;
}

/* Has an acquire of this scope dropped the line here, if it is to? */
static bool is_dropped(const struct step *s, unsigned at, unsigned scope) {
  const struct placement *placement = &s->shape->placement;
  const struct line *line = &s->local->line[at];
  unsigned home = scope == SCOPE_SYSTEM ? placement->home_of_line[at]
                                        : placement_gpu_home(placement, step_own_index(s), at);
  if (step_own_index(s) == home) return true;
  return !has_copy(s->local, at) && (!(line->reads || line->writes) || line->flag & POISONED);
}

static bool acquires_hold(const struct step *s) {
  bool done = step_sends(s, INVDONE), here = done || step_sends(s, INVACK);
  unsigned others =
      s->event == EVENT_INVREQ && s->request->scope == SCOPE_SYSTEM ? other_caches(s) : 0;
  if (asked(s, EVENT_INV, false) != others || (done && others)) return false;
  if (done && s->local->pending[s->request->core] / ONE_CACHE) return false;
  if (here && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  for (unsigned at = 0; at < s->shape->lines; at++)
    if (here && !is_dropped(s, at, s->request->scope)) return false;
  return s->event != EVENT_INV_ALL || is_dropped(s, s->at, SCOPE_SYSTEM);
}

static bool l2_keeps(const struct step *s, const struct local *before) {
  return stores_go_on(s, before) && releases_hold(s) && acquires_hold(s);
}

#endif
