/* Claims of quickrelease on its copies, messages, write caches and S-FIFOs.
 *
 * Every state:
 *   - Words of a write cache are in its S-FIFO.
 *   - A word that is readable in a read cache, or will be with its fill, may be old.  Then the
 * newest is in wL2, or the CU's invalidation is in flight.
 *   - While a CU's own words of a line are in flight to the L2, the CU has no such copy at all.
 *   - The L2 counts the invalidations in flight and their acknowledgements.  (Where responses keep
 *     their order there is nothing to count.)
 *
 * Every step:
 *   - A finished store is in wL1.  A load that is answered at once gets wL1's word.
 *   - A word that leaves wL1, and no other, goes in flight to the L2, which performs all that it
 *     takes.  An atomic leaves none of its line's words behind.
 *   - An entry of an S-FIFO keeps its place, and a new one is the last.
 *   - A marker leaves when nothing is before it.  It leaves the last level when no invalidation is
 *     unacknowledged either.  It goes to the next level, or to its thread.  Only then is its fence
 *     over, or its release's store done. */
#ifndef MODELS_QUICKRELEASE_CLAIMS_H
#define MODELS_QUICKRELEASE_CLAIMS_H

#include "protocol/claims.h"
#include "models/release/quickrelease/cu.h"
#include "models/release/quickrelease/l2.h"

/* --- states --- */

/* Messages of a line between a CU and the L2; `old`: the old words of a fill, as a set. */
struct quickrelease_under_way {
  bool writes, fill, invalidation;
  unsigned old, counted;
};

static unsigned old_words(const struct data *data) {
  unsigned words = 0;
  for (unsigned word = 0; word < WORDS_MAX; word++)
    words |= (unsigned)(data->age[word] >= AGE_STALE) << word;
  return words;
}
static void add_message(const struct message *m, struct quickrelease_under_way *line) {
  line->writes |= is_one_of(m->type, WR);
  line->invalidation |= is_one_of(m->type, INV);
  line->counted += is_one_of(m->type, INV | INVACK);
  if (!is_one_of(m->type, DATA)) return;
  line->fill = true;
  line->old = old_words(&m->data);
}
static bool is_queued(const struct line *line) { return !line->dirty == !line->writes; }
static bool copy_holds(const struct local *cu, unsigned at, const struct line *home,
                       const struct quickrelease_under_way *out) {
  unsigned state = 1u << cu_state(cu, at);
  bool copy = state & (V | W), coming = state & IV && out->fill;
  unsigned old = copy ? old_words(&cu->line[at].data) : coming ? out->old : 0;
  if ((copy || coming) && out->writes) return false;
  return is_queued(&cu->line[at]) && (out->invalidation || !(old & ~home->dirty));
}
/* A copy in rL2, or one that is to be, has no old words but those whose newest is in wL2. */
static bool rl2_holds(const struct local *home, unsigned at) {
  const struct line *line = &home->line[at];
  return 1u << line->state == L2_IP || !(old_words(&line->data) & ~line->dirty);
}
static bool copies_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  struct quickrelease_under_way all[CORES_MAX][LINES_MAX] = { 0 };
  unsigned first = shape_l1(shape, 0), sms = shape->sms;
  const struct local *home = locals[first + sms];
  for (const struct message *m = messages; m < messages + count; m++)
    add_message(m, &all[(is_one_of(m->type, WR | RD | ATOM | MARK | INVACK) ? m->from : m->to) -
                        first][m->line]);
  for (unsigned line = 0; line < shape->lines; line++) {
    unsigned counted = 0;
    for (unsigned sm = 0; sm < sms; sm++) {
      if (!copy_holds(locals[first + sm], line, &home->line[line], &all[sm][line])) return false;
      counted += all[sm][line].counted;
    }
    if (!is_queued(&home->line[line]) || !rl2_holds(home, line)) return false;
    if (home->line[line].pending != (int)counted && !shape_parameter(shape, PARAMETER_ORDERED))
      return false;
  }
  return true;
}

/* --- steps of both: the S-FIFO --- */

/* Another line may be before a marker, and its invalidations in flight. */
static bool beside(struct local *local, unsigned other, unsigned i) {
  local->line[other].writes = i == 1;
  local->line[other].pending = i == 2;
  local->line[other].reads = i == 2;
  return i <= 2;
}
static unsigned beside_others(const struct local *local, unsigned line) {
  return (local->line[line].writes == 1) << 1 | (local->line[line].pending != 0) << 2;
}

/* The entries that a marker at this place waits for: words, and invalidations of lines. */
static unsigned waited_for(const struct step *s, const struct local *local, unsigned place) {
  unsigned count = 0, waits = (unsigned)step_parameter(s, PARAMETER_WAITS);
  for (unsigned at = 0; at < s->shape->lines; at++) {
    const struct line *line = &local->line[at];
    count += line->writes && line->writes <= place;
    count += waits == WAITS_FOR_ITS_OWN ? line->reads && line->reads <= place : line->pending != 0;
  }
  return count;
}
/* 3.1.2: "This delay is bounded based on the number of entries in the synchronization FIFO when a
 * synchronization operation arrives."  From then on they only become fewer. */
static bool delay_is_bounded(const struct step *s, const struct local *before) {
  if (step_parameter(s, PARAMETER_WAITS) < WAITS_FOR_ITS_OWN) return true;
  for (unsigned core = 0; core < cores(s); core++) {
    unsigned old = before->line[s->shape->lines + core].writes;
    unsigned new = step_line_of_core(s, core)->writes;
    if (old && new &&waited_for(s, s->local, new) > waited_for(s, before, old)) return false;
  }
  return true;
}

/* A marker that has left is in flight, as a message of a type that nothing else sends. */
static bool is_passed_on(const struct step *s, unsigned core, unsigned type) {
  if (step_sends(s, 1ull << type) != (core != NO_ONE)) return false;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == type && s->sends[i].request.core != core) return false;
  return true;
}
static bool fifo_keeps(const struct step *s, const struct local *before, unsigned type) {
  unsigned lines = s->shape->lines, in = 0, left = NO_ONE;
  for (unsigned core = 0; core < cores(s); core++) {
    unsigned place = before->line[lines + core].writes;
    if (place) in++;
    if (place == 1 && !step_line_of_core(s, core)->writes) left = core;
  }
  for (unsigned at = 0; at < lines + cores(s); at++) {
    unsigned old = before->line[at].writes, new = s->local->line[at].writes;
    if (at < lines ? left != NO_ONE && old == 1 : old > 1 && !new) return false;
    if (new &&new != (old ? old - (left != NO_ONE) : in + 1)) return false;
  }
  return is_passed_on(s, left, type) && delay_is_bounded(s, before);
}

/* --- steps of a CU --- */

/* A word that has left wL1 is in a message, and no other word is. */
static bool words_leave(const struct step *s, const struct local *before, unsigned at) {
  const struct line *old = &before->line[at];
  unsigned gone = old->dirty & ~s->local->line[at].dirty, sent = 0;
  for (const struct message *m = s->sends; m < s->sends + s->send_count; m++) {
    if (m->type != EVENT_WR || m->line != at) continue;
    sent |= m->flag;
    if (!same_words(&m->data, &old->buffer, gone)) return false;
  }
  return sent == gone;
}

/* Is the store, or the store of a release, in wL1? */
static bool store_is_there(const struct step *s, const struct local *before) {
  if (!step_answers(s, STORE)) return true;
  if (s->event != EVENT_STORE && s->event != EVENT_RELACK) return false;
  const struct request *release = before->line[s->shape->lines + s->request->core].queue;
  const struct request *store = s->event == EVENT_STORE ? s->request : release;
  const struct line *line = &s->local->line[store->line];
  return line->dirty >> store->word & 1 && line->buffer.word[store->word] == store->value;
}
static bool load_reads_own(const struct step *s, const struct local *before) {
  const struct line *line = &before->line[s->at];
  if (s->event != EVENT_LOAD || !s->reply_count || !(line->dirty >> s->request->word & 1))
    return true;
  return s->replies[0].value == line->buffer.word[s->request->word];
}
static bool cu_keeps(const struct step *s, const struct local *before) {
  for (unsigned at = 0; at < s->shape->lines; at++)
    if (!words_leave(s, before, at)) return false;
  if (step_sends(s, ATOM) && s->line->dirty) return false;
  if (step_answers(s, STORE_RELEASE) || (step_answers(s, FENCE) && s->event != EVENT_RELACK))
    return false;
  return store_is_there(s, before) && load_reads_own(s, before) &&
         fifo_keeps(s, before, EVENT_MARK);
}

/* --- steps of the L2 --- */

static bool all_are_told(const struct step *s, const struct local *before) {
  for (unsigned line = 0; line < s->shape->lines; line++)
    if (keeps_place(s) ? before->line[line].reads == 1 : before->line[line].pending) return false;
  return true;
}
static bool l2_keeps(const struct step *s, const struct local *before) {
  if (!fifo_keeps(s, before, EVENT_RELACK)) return false;
  if (step_sends(s, RELACK) && !all_are_told(s, before)) return false;
  if (s->stalled || !s->in || !is_one_of(s->in->type, WR | ATOM)) return step_performs(s, 0);
  if (s->in->type == EVENT_ATOM) return step_obeys(s, before);
  return same_words(&s->line->memory, &step_incoming(s)->data, step_incoming(s)->flag) &&
         step_performs(s, step_incoming(s)->flag);
}

#endif
