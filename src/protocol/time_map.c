/* See time_map.h. */
#include "protocol/time_map.h"

static void map_time(uint8_t *time, const uint8_t *to, unsigned count) {
  if (*time < count) *time = to[*time];
}

void time_table_local(const struct shape *shape, unsigned kind, struct local *local,
                      const uint8_t *to, unsigned count) {
  map_time(&local->clock, to, count);
  for (unsigned i = 0; i < CORES_MAX; i++) map_time(&local->stall[i], to, count);
  for (unsigned i = 0; i < shape_local_lines(shape, kind); i++) {
    struct line *line = &local->line[i];
    for (unsigned t = 0; t < TIMES; t++) map_time(&line->time[t], to, count);
    for (unsigned q = 0; q < line->waiting; q++) map_time(&line->queue[q].time, to, count);
  }
}

void time_table_message(struct message *message, const uint8_t *to, unsigned count) {
  for (unsigned t = 0; t < TIMES; t++) map_time(&message->time[t], to, count);
  map_time(&message->request.time, to, count);
}

void time_map_local(const struct shape *shape, unsigned kind, struct local *local,
                    const struct time_map *map) {
  time_table_local(shape, kind, local, map->to, TIMES_MAPPED);
}

void time_map_message(struct message *message, const struct time_map *map) {
  time_table_message(message, map->to, TIMES_MAPPED);
}
