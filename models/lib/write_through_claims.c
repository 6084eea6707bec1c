/* Claims of the write-through systems.
 *
 * The L2 performs each store and atomic that it takes, and answers each request once.  This holds
 * in every state of the L1s of wt and incoherent-l1.  An access that an L1 counts is on its way to
 * the L2 or back.  A copy lacks no word, and is none that the L2 had before it got the SM's own
 * store.  In every step a store is sent; a release and a fence leave when nothing is on its way. */
#include "models/lib/write_through_claims.h"

#include "protocol/claims.h"
#include "models/lib/write_through_l1.h"

bool write_through_l2_keeps(const struct step *s, const struct local *before) {
  bool writes = is_one_of(step_incoming(s)->type, WRITE | ATOMIC_TO_L2);
  bool performs = writes ? step_obeys(s, before) : step_performs(s, 0);
  return performs && s->send_count == 1 && s->sends[0].to == step_incoming(s)->from &&
         s->sends[0].request.entry == s->request->entry;
}

/* On their way, by L1 and line: loads and atomics; words of writes, as a set; writes and ACKs. */
struct wt_under_way {
  uint8_t reads[CORES_MAX][LINES_MAX], words[CORES_MAX][LINES_MAX], writes[CORES_MAX];
};

static struct wt_under_way under_way_of(const struct shape *shape, const struct message *messages,
                                        unsigned count) {
  struct wt_under_way all = { 0 };
  for (const struct message *m = messages; m < messages + count; m++) {
    unsigned sm =
        (is_one_of(m->type, GETS | WRITE | ATOMIC_TO_L2) ? m->from : m->to) - shape_l1(shape, 0);
    if (is_one_of(m->type, WRITE | ACK)) all.writes[sm]++;
    else all.reads[sm][m->line]++;
    if (is_one_of(m->type, WRITE)) all.words[sm][m->line] |= (uint8_t)(1u << m->request.word);
  }
  return all;
}

/* It lacks no word.  While a store of its SM is on its way, it has that, not the L2's newest. */
static bool copy_holds(const struct data *copy, unsigned all, unsigned stored) {
  return !data_lacks(copy, all) && !has_newest(copy, stored);
}
static bool line_holds(const struct line *line, unsigned reads) {
  return line->reads == reads && !(line->waiting && !reads);
}

bool write_through_all_under_way(const struct shape *shape, const struct local *const *locals,
                                 const struct message *messages, unsigned count) {
  struct wt_under_way all = under_way_of(shape, messages, count);
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    const struct local *l1 = locals[shape_l1(shape, sm)];
    if (l1->count != all.writes[sm]) return false;
    for (unsigned i = 0; i < shape->lines; i++) {
      const struct line *line = &l1->line[i];
      if (!line_holds(line, all.reads[sm][i])) return false;
      if (1u << line->state & V &&
          !copy_holds(&line->data, shape->words_of_line[i], all.words[sm][i]))
        return false;
    }
  }
  return true;
}

bool write_through_keeps_stores(const struct step *s, const struct local *before) {
  bool stores = is_one_of(s->request->event, STORE | STORE_RELEASE) && !s->in && !s->stalled;
  bool waits = step_answers(s, FENCE) || (stores && s->request->event == EVENT_STORE_RELEASE);
  return step_sends(s, WRITE) == stores && !(waits && before->count);
}
