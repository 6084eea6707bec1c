/* Leases in logical time, shared by the tables of RCC, G-TSC and Tardis. */
#ifndef MODELS_LIB_LOGICAL_LEASE_H
#define MODELS_LIB_LOGICAL_LEASE_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "protocol/events.h"
#include "protocol/guards.h"

GUARD(clean, !s->line->dirty)
GUARD(dirty, s->line->dirty)
GUARD(fetched, s->line->fetching)
ACTION(write_back, s->line->memory = s->line->data)
static inline void raise_time(uint8_t *time, unsigned other) {
  *time = (uint8_t)time_later(*time, other);
}
/* Raises a lease's end to a lease from its version, or from `now`. */
static inline void extend_lease(struct step *s, unsigned end, unsigned version, unsigned now) {
  raise_time(&s->line->time[end], step_time_lease(s, time_later(s->line->time[version], now)));
}
/* Performs the request on the block at that time; returns the old value. */
static inline int64_t perform_at(struct step *s, const struct request *request, unsigned time) {
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, time);
  data_write(&s->line->data, request->word, request_result(request, old));
  s->line->dirty = 1;
  return old;
}
/* The second state of each table below the L1s is the one in which the block is there. */
static inline const struct data *block_value(const struct local *local, unsigned line) {
  return local->line[line].state == 1 ? &local->line[line].data : &local->line[line].memory;
}
static inline void clock_start(const struct shape *shape, struct local *local) {
  (void)shape;
  local->clock = 0;
}
/* A loop that reads a copy moves no clock: its lease may never end. */
static inline struct progress_claim progress_of_leases(const struct setting *setting, bool moves) {
  if (!moves) return progress_with_endless_leases(setting);
  return (struct progress_claim){ .threads = PROGRESS_GUARANTEED, .requests = PROGRESS_GUARANTEED };
}

#endif
