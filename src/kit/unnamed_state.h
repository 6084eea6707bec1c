/* Private to src/kit: prints state that a record gives no name to (unnamed_state.c). */
#ifndef KIT_UNNAMED_STATE_H
#define KIT_UNNAMED_STATE_H

#include "base/text.h"
#include "protocol/shape.h"
#include "protocol/controller_state.h"

/* Each appends " FIELD=VALUE" for each such field of a line, of the whole controller, of a message.
 */
void unnamed_add_line(struct text *text, const struct controller_kind *kind,
                      const struct line *line);
void unnamed_add_own(struct text *text, const struct shape *shape,
                     const struct controller_kind *kind, const struct local *local);
void unnamed_add_message(struct text *text, const struct message_kind *kind,
                         const struct message *message);

#endif
