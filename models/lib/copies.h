/* Actions on copies of a line, and on the requests that wait for one.  They are common to the
 * directory protocols (mesi, rfo, gpu-vi) and those with leases in physical time (lcc, tc-strong,
 * tc-weak). */
#ifndef MODELS_LIB_COPIES_H
#define MODELS_LIB_COPIES_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/events.h"
#include "protocol/guards.h"
#include "models/lib/memory.h"
#include "models/lib/record.h"

static inline bool in_state(const struct step *s, uint32_t states) {
  return states >> s->state & 1;
}

/* --- an L1 --- */

static inline unsigned home(const struct step *s) { return step_controller_of_line(s, s->at); }
/* The request of a core, as a message to the line's bank. */
static inline void pass_request(struct step *s, unsigned type) {
  step_send(s, type, home(s))->request = *s->request;
}
static inline void join(struct step *s) { step_enqueue(s, s->request); }
static inline void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }
static inline void hit_written(struct step *s) { step_reply_word(s, s->request, &s->line->buffer); }
/* The answer to a write has come (`writes`: where several may be out). */
static inline void complete(struct step *s) {
  if (s->line->writes) s->line->writes--;
  step_reply(s, s->request, s->request->value);
}

/* The loads that wait get the data that have come. */
static inline void serve_one(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply_word(s, &request, &step_incoming(s)->data);
}
static inline void serve_all(struct step *s) {
  while (s->line->waiting) serve_one(s);
}
/* The copy takes the value that was written, and its age, which only the L2 knows. */
static inline void copy_word(struct data *to, const struct data *from, unsigned word) {
  to->word[word] = from->word[word];
  to->age[word] = from->age[word];
}

/* --- an L2, or a directory --- */

static inline unsigned sender(const struct step *s) {
  return step_sm_of(s, step_incoming(s)->from);
}
GUARD(dirty, s->line->dirty)
GUARD(clean, !s->line->dirty)
static inline void note_reader(struct step *s) { sm_set_add(&s->line->sharers, sender(s)); }
/* The block is in DRAM in state 0, else here. */
static inline const struct data *value(const struct local *local, unsigned line) {
  const struct line *at = &local->line[line];
  return at->state ? &at->data : &at->memory;
}

/* Cores that wait need no fences; others are held to weak ordering. */
unsigned copies_lower_waiting(const struct shape *shape, const struct instruction *instruction,
                              struct micro *out);
/* With one access outstanding a fence has nothing to wait for.  With more it waits for the accesses
 * of its own thread, and for no cache. */
unsigned copies_lower_fenced(const struct shape *shape, const struct instruction *instruction,
                             struct micro *out);

/* For records: cores of all kinds, by the first of these. */
#define WAITING_RECORD \
  .lower = copies_lower_waiting, .claims = SC_OR_WO, .same_address_interlock = true

#endif
