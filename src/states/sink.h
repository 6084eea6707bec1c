/* The batch half of the interface between a model and a search; search/model.h describes both
 * halves.
 *
 * A visited set that keeps states as words (layout.h) lends the model a sink.  The sink holds the
 * words of some states that lie side by side, and takes the words of their successors.  A step
 * that changes few slots leads to the old word plus the differences in those slots:
 *
 *   after = sink->word + (new - old) * sink->layout->place[slot]
 *
 * So the model makes no vector, and calls nothing for a step.  This holds as long as no new number
 * has a bit of layout->beyond[slot]; any other successor goes to sink_note_state. */
#ifndef STATES_SINK_H
#define STATES_SINK_H

#include "base/vector.h"
#include "states/layout.h"

enum { SINK_ENOUGH = 64 /* noted words, from which on no further state is asked for */ };

struct sink {
  const struct layout *layout;
  uint64_t room;              /* bytes that each cache of the model may take */
  const uint64_t *next, *end; /* open states; the model moves `next` on */
  uint64_t word;              /* the state whose steps the model emits now; set by the model */
  VECTOR(uint64_t) noted;     /* successors, as words */
  void (*note_state)(struct sink *sink, const slot_t *state);
};

/* Makes room for so many more words. */
static inline void sink_reserve(struct sink *sink, size_t more) {
  vector_reserve(sink->noted, sink->noted.length + more);
}

/* True while the model should go on with the state at `next`. */
static inline bool sink_asks(const struct sink *sink) {
  return sink->next < sink->end && sink->noted.length < SINK_ENOUGH && layout_is_word(*sink->next);
}

/* Notes a successor, for which sink_reserve made room. */
static inline void sink_note(struct sink *sink, uint64_t word) {
  sink->noted.items[sink->noted.length++] = word;
}

/* Notes a successor that is a vector. */
static inline void sink_note_state(struct sink *sink, const slot_t *state) {
  sink->note_state(sink, state);
}

#endif
