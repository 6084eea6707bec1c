/* What the write-through L1s of wt and incoherent-l1 keep, whatever acquires do.
 *
 * Of every state: what an L1 counts is on its way to the L2, or back.  A copy lacks no word, and is
 * none that the L2 had before it got the SM's own store.  Of every step: a store is sent, and a
 * release's and a fence leave when nothing is on its way. */
#ifndef MODELS_LIB_WRITE_THROUGH_CLAIMS_H
#define MODELS_LIB_WRITE_THROUGH_CLAIMS_H

#include "kit/claims.h"
#include "models/lib/write_through_l1.h"

/* What is on its way, by L1 and line: loads and atomics, and the words that writes have, as a set;
 * and writes and their ACKs. */
struct wt_under_way {
  uint8_t reads[CORES_MAX][LINES_MAX], words[CORES_MAX][LINES_MAX], writes[CORES_MAX];
};

static inline struct wt_under_way under_way_of(const struct machine *machine,
                                               const struct message *messages, unsigned count) {
  struct wt_under_way all = { 0 };
  for (const struct message *m = messages; m < messages + count; m++) {
    unsigned sm = (is_one_of(m->type, GETS | WRITE | ATOMIC_TO_L2) ? m->from : m->to) -
                  machine_l1(machine, 0);
    if (is_one_of(m->type, WRITE | ACK)) all.writes[sm]++;
    else all.reads[sm][m->line]++;
    if (is_one_of(m->type, WRITE)) all.words[sm][m->line] |= (uint8_t)(1u << m->request.word);
  }
  return all;
}

/* It lacks no word; and where the L2 has nothing newer than it, of a word that the SM has stored to
 * since, it is older than that store. */
static inline bool copy_holds(const struct data *copy, unsigned all, unsigned stored) {
  return !data_lacks(copy, all) && !has_newest(copy, stored);
}

static inline bool line_holds(const struct line *line, unsigned reads) {
  return line->reads == reads && !(line->waiting && !reads);
}

static inline bool all_under_way(const struct machine *machine, const struct local *const *locals,
                                 const struct message *messages, unsigned count) {
  struct wt_under_way all = under_way_of(machine, messages, count);
  for (unsigned sm = 0; sm < machine_sms(machine); sm++) {
    const struct local *l1 = locals[machine_l1(machine, sm)];
    if (l1->count != all.writes[sm]) return false;
    for (unsigned i = 0; i < machine_lines(machine); i++) {
      const struct line *line = &l1->line[i];
      if (!line_holds(line, all.reads[sm][i])) return false;
      if (1u << line->state & V &&
          !copy_holds(&line->data, machine_words_of_line(machine, i), all.words[sm][i]))
        return false;
    }
  }
  return true;
}

static inline bool stores_are_kept(const struct step *s, const struct local *before) {
  bool stores = is_one_of(s->request->event, STORE | STORE_RELEASE) && !s->in && !s->stalled;
  bool waits = step_answers(s, FENCE) || (stores && s->request->event == EVENT_STORE_RELEASE);
  return step_sends(s, WRITE) == stores && !(waits && before->count);
}

#endif
