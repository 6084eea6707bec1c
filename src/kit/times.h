/* Private to src/kit.  Timestamps: which a state uses, and how a state is renumbered. */
#ifndef KIT_TIMES_H
#define KIT_TIMES_H

#include "machine/machine_private.h"

/* `over`: of each line, copies that can only be renewed go if it is by a time no later than this
 * (NO_TIME: none goes). */
struct time_map {
  uint8_t to[64], over[LINES_MAX];
};
/* Of each line, from which time on copies are renewed (NO_TIME: nothing is said), and by which, as
 * a set, those would be that are kept for it. */
struct renewals {
  uint8_t from[LINES_MAX];
  uint64_t by[LINES_MAX];
};
extern const struct renewals times_renewals_none;
/* May a slot hold timestamps? */
static inline bool slot_is_timed(const struct machine *machine, unsigned slot) {
  return slot >= machine->shape.core_count && slot < barrier_slot(machine);
}
uint64_t times_used(const struct machine *machine, unsigned slot,
                    uint32_t content); /* set of timestamps */
unsigned times_greatest(const struct machine *machine, const slot_t *state);
/* The time before which no time matters, as far as one slot's content goes (TIME_MAX + 1: all); a
 * state's is the least. */
unsigned times_past(const struct machine *machine, unsigned slot, uint32_t content);
/* How a state with these timestamps, and that past, is renumbered; false: it need not be. */
bool times_renumber(const struct machine *machine, uint64_t used, unsigned past,
                    struct time_map *map);
/* Adds what a slot's content says of renewals to what others do. */
void times_add_renewals(const struct machine *machine, unsigned slot, uint32_t content,
                        struct renewals *renewals);
/* The map by which outdated copies go; false: there are none. */
bool times_outdate(const struct renewals *renewals, struct time_map *map);
/* Makes room for a timestamp after another one (NO_TIME: before all). */
struct time_map times_insertion(unsigned after);
/* What becomes of a slot's content under a map, which is interned. */
uint32_t times_map_slot(const struct machine *machine, unsigned slot, uint32_t content,
                        uint32_t map);
void times_insert(const struct machine *machine, slot_t *state, unsigned after, int except);
void times_normalise(const struct machine *machine, slot_t *state);
bool times_tick(const struct machine *machine, const slot_t *state, slot_t *to);
/* What fires at a controller, and what is wrong there, as the clock ticks; of the local state
 * nothing. */
void times_tick_again(const struct machine *machine, unsigned controller, uint32_t local,
                      struct step *step);
uint32_t times_tick_slot(const struct machine *machine, unsigned slot, uint32_t content);
void times_map_local(const struct machine *machine, unsigned kind, struct local *local,
                     const struct time_map *map);
void times_map_message(struct message *message, const struct time_map *map);

#endif
