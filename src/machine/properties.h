/* What properties ask of a state, whole or by parts. */
#ifndef MACHINE_PROPERTIES_H
#define MACHINE_PROPERTIES_H

#include "machine/channel.h"
#include "machine/machine_private.h"

unsigned machine_messages_in_flight(const struct machine *machine, const slot_t *state,
                                    struct message *all); /* in flight */
uint64_t machine_broken(const struct model *model, void *worker, const slot_t *state,
                        unsigned steps);
/* Parts of it: what a slot adds to coherence, what two parts of a state break together, the
 * system's own invariant, deadlock. */
void coherence_add_slot(const struct machine *machine, struct coherence *coherence, unsigned slot,
                        uint32_t content);
uint64_t machine_own_invariant(const struct machine *machine, const struct local *const *locals,
                               const struct flight *flights, unsigned flight_count);
bool machine_deadlocked(const struct machine *machine, const slot_t *state, unsigned steps);
/* (a program) What its end breaks, in a state where all is done; the worker notes the outcome. */
uint64_t machine_ending(const struct machine *machine, struct worker *worker, const slot_t *state);
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
/* What is broken, once all parts are joined.  A copy that was overwritten has a lease that ended
 * before the store which did it, and so before the last one; were it renewed nevertheless, its
 * lease would reach the version that was renewed. */
static inline uint32_t coherence_broken(const struct coherence *all) {
  uint32_t broken = all->broken;
  for (unsigned line = 0; line < LINES_MAX && all->timed; line++)
    if (all->times[line].version && all->times[line].overwritten >= all->times[line].version)
      broken |= CLAIM(PROPERTY_SWMR_LOGICAL);
  return broken;
}
bool coherence_line_is_broken(const struct machine *machine,
                              const struct line *line); /* a copy's lease reaches a later version */
bool machine_idle(const struct machine *machine, const slot_t *state);
bool machine_quiet(const struct machine *machine, const slot_t *state);
bool machine_finished(const struct machine *machine, const slot_t *state);
const struct summary *machine_summary_of(const struct machine *machine, unsigned controller,
                                         uint32_t number);

#endif
