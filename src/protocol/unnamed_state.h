/* Prints state that a record gives no name to (unnamed_state.c). */
#ifndef PROTOCOL_UNNAMED_STATE_H
#define PROTOCOL_UNNAMED_STATE_H

#include "base/text.h"
#include "protocol/shape.h"
#include "protocol/controller_state.h"

/* Each appends " FIELD=VALUE" for each such field of a line (`at`: its number), the whole
 * controller or a message: " pending=2". */
void unnamed_add_line(struct text *text, const struct shape *shape,
                      const struct controller_kind *kind, const struct line *line, unsigned at);
void unnamed_add_own(struct text *text, const struct shape *shape,
                     const struct controller_kind *kind, const struct local *local);
void unnamed_add_message(struct text *text, const struct message_kind *kind,
                         const struct message *message);

#endif
