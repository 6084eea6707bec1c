/* State that a record gives no name to, in words: see unnamed_state.c. */
#ifndef KIT_UNNAMED_STATE_H
#define KIT_UNNAMED_STATE_H

#include "base/text.h"
#include "machine/machine.h"
#include "protocol/controller_state.h"

void unnamed_add_line(struct text *text, const struct controller_kind *kind,
                      const struct line *line);
void unnamed_add_own(struct text *text, const struct machine *machine,
                     const struct controller_kind *kind, const struct local *local);
void unnamed_add_message(struct text *text, const struct message_kind *kind,
                         const struct message *message);

#endif
