/* Ages of data: ghost state that a performed store changes (machine/observer.c). */
#ifndef PROTOCOL_AGES_H
#define PROTOCOL_AGES_H

#include "protocol/step.h"

/* Makes a word stale, if it is the newest.  `reaches`: its lease reaches the store's time, so it is
 * broken instead. */
void ages_stale(struct data *data, unsigned word, bool reaches);
/* The same for a copy from a home; `wrote`: this controller wrote the store. */
void ages_stale_below(struct line *line, unsigned word, bool wrote);
/* Makes the copies stale that a local state, or a message, has of a word that is performed. */
void ages_sweep_local(const struct controller_kind *kind, struct local *local,
                      struct performed performed);
void ages_sweep_message(const struct message_kind *kind, struct message *message,
                        struct performed performed);
/* Does the message bring a copy from the home that performed the store? */
bool ages_is_from_home(const struct message *message, struct performed performed);

/* A store, or the write of an atomic, takes effect at a logical time or NO_TIME: all other copies
 * of the word become stale.  Call it, then write. */
void step_perform(struct step *step, unsigned word, unsigned time);

/* For lines with homes: `below` is the set of controllers that have copies from this home and send
 * it their stores.  A store of `by` (one of them, or NO_ONE) takes effect here.  The home also
 * calls this if it hears of a store and has lost its copy.
 *
 * Copies that the home gave to those below become stale, in caches and on the way.  A copy that is
 * one of a controller's own stores, which the home has yet to take, was not given by the home.  It
 * counts as given once the home has taken the last of them. */
void step_perform_below(struct step *step, unsigned word, uint32_t below, unsigned by);

/* Checks of VALUE_LOGICAL.  A load reads `data` at logical time `at`; its lease ends at `lease`. */
void step_read_at(struct step *step, const struct data *data, unsigned word, unsigned at,
                  unsigned lease);
/* `time` must be at least `least`: a clock the version of a finished access, a lease the load's
 * time. */
void step_must_reach(struct step *step, unsigned time, unsigned least);

#endif
