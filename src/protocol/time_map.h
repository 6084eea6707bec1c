/* A renumbering of timestamps: a map from small numbers to small numbers. */
#ifndef PROTOCOL_TIME_MAP_H
#define PROTOCOL_TIME_MAP_H

#include "protocol/shape.h"

enum { TIMES_MAPPED = 64 }; /* NO_TIME lies beyond, and stays */

/* `over`: by line, copies that must be renewed by this time or earlier are dropped (NO_TIME: none
 * is). */
struct time_map {
  uint8_t to[TIMES_MAPPED], over[LINES_MAX];
};

/* Renumber all timestamps below `count` of a local state, or of a message. */
void time_table_local(const struct shape *shape, unsigned kind, struct local *local,
                      const uint8_t *to, unsigned count);
void time_table_message(struct message *message, const uint8_t *to, unsigned count);

/* Renumber all timestamps of a local state, or of a message; `over` is not applied. */
void time_map_local(const struct shape *shape, unsigned kind, struct local *local,
                    const struct time_map *map);
void time_map_message(struct message *message, const struct time_map *map);

#endif
