/* See time_map.h. */
#include "protocol/time_map.h"

static void map_time(uint8_t *time, const struct time_map *map) {
  if (*time < TIMES_MAPPED) *time = map->to[*time];
}

void time_map_local(const struct shape *shape, unsigned kind, struct local *local,
                    const struct time_map *map) {
  map_time(&local->clock, map);
  for (unsigned i = 0; i < CORES_MAX; i++) map_time(&local->stall[i], map);
  for (unsigned i = 0; i < shape_local_lines(shape, kind); i++) {
    struct line *line = &local->line[i];
    for (unsigned t = 0; t < TIMES; t++) map_time(&line->time[t], map);
    for (unsigned q = 0; q < line->waiting; q++) map_time(&line->queue[q].time, map);
  }
}

void time_map_message(struct message *message, const struct time_map *map) {
  for (unsigned t = 0; t < TIMES; t++) map_time(&message->time[t], map);
  map_time(&message->request.time, map);
}
