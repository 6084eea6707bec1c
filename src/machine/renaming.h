/* Renames SMs, threads, controllers, lines and values in requests, messages and lines.
 *
 * This is the one list of the fields that name any of these.  Symmetry and views of SMs rest on
 * it. */
#ifndef MACHINE_RENAMING_H
#define MACHINE_RENAMING_H

#include "machine/machine_private.h"

/* An image that does not exist: the name stays unknown.  A set loses such a member. */
enum { NO_IMAGE = 254 };

/* The images, by name. */
struct renaming {
  const uint8_t *sm, *core, *controller; /* an image may be NO_IMAGE */
  const uint8_t *line;
  const uint8_t *value; /* of 1, 2, ...; other values stay */
  unsigned values;
};

void rename_request(const struct renaming *names, struct request *request);
void rename_message(const struct shape *shape, const struct renaming *names,
                    struct message *message);
void rename_line(const struct renaming *names, struct line *line);

#endif
