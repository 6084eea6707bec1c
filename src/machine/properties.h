/* The properties of a state, whole or by slots. */
#ifndef MACHINE_PROPERTIES_H
#define MACHINE_PROPERTIES_H

#include "machine/channel.h"
#include "machine/machine_private.h"

/* `broken` of struct model. */
uint64_t machine_broken(const struct model *model, void *worker, const slot_t *state,
                        unsigned steps);

/* Parts of it, as sets of broken properties. */
uint64_t machine_own_invariant(const struct machine *machine, const struct local *const *locals,
                               const struct flight *flights, unsigned flight_count);
/* Does the state deadlock?  No step but a new request is possible, and a request is outstanding or
 * no thread can ask.  `steps`: the kinds of its steps, as a set. */
bool machine_deadlocked(const struct machine *machine, const slot_t *state, unsigned steps);
/* (programs) The properties that a final state breaks.  A worker (or NULL) notes the outcome. */
uint64_t machine_ending(const struct machine *machine, struct worker *worker, const slot_t *state);

/* Adds the view of one slot to that of others. */
void coherence_add_slot(const struct machine *machine, struct coherence *coherence, unsigned slot,
                        uint32_t content);
static inline void coherence_join(struct coherence *all, const struct coherence *part) {
  unsigned conflict =
      (part->writers & (all->writers | all->readers)) | (part->readers & all->writers);
  all->broken |= part->broken | (conflict ? CLAIM(PROPERTY_SWMR) : 0);
  all->writers |= part->writers;
  all->readers |= part->readers;
  if (!part->timed) return;
  all->timed = true;
  for (unsigned line = 0; line < LINES_MAX; line++) {
    const struct times_of_line *times = &part->times[line];
    if (times->overwritten > all->times[line].overwritten)
      all->times[line].overwritten = times->overwritten;
    if (times->version > all->times[line].version) all->times[line].version = times->version;
  }
}
/* The properties that all slots together break.  The lease of an overwritten copy must end before
 * the store that overwrote it, and so before the version of the line. */
static inline uint32_t coherence_broken(const struct coherence *all) {
  uint32_t broken = all->broken;
  for (unsigned line = 0; line < LINES_MAX && all->timed; line++)
    if (all->times[line].version && all->times[line].overwritten >= all->times[line].version)
      broken |= CLAIM(PROPERTY_SWMR_LOGICAL);
  return broken;
}
/* Does the lease of a copy in this line reach a later version? */
bool coherence_line_is_broken(const struct machine *machine, const struct line *line);

/* Is nothing outstanding in caches and channels? */
bool machine_quiet(const struct machine *machine, const slot_t *state);
/* Quiet, and no core has an access outstanding. */
bool machine_idle(const struct machine *machine, const slot_t *state);
/* (programs) Has every thread ended? */
bool machine_finished(const struct machine *machine, const slot_t *state);

/* Copies the messages in flight to `all`; returns their number. */
unsigned machine_messages_in_flight(const struct machine *machine, const slot_t *state,
                                    struct message *all);
const struct summary *machine_summary_of(const struct machine *machine, unsigned controller,
                                         uint32_t number);

#endif
