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

#endif
