/* The timestamps of a state, and their renumbering (times.c). */
#ifndef MACHINE_TIMES_H
#define MACHINE_TIMES_H

#include "machine/machine_private.h"
#include "protocol/time_map.h"

/* By line. */
struct renewals {
  uint8_t from[LINES_MAX]; /* the first time at which the home would renew; NO_TIME: unknown */
  uint64_t by[LINES_MAX];  /* set of times by which kept copies can be renewed */
};
extern const struct renewals times_renewals_none;
/* May a slot hold timestamps? */
static inline bool slot_is_timed(const struct machine *machine, unsigned slot) {
  return slot >= machine->shape.core_count && slot < barrier_slot(machine);
}
/* The set of a content's timestamps. */
uint64_t times_used(const struct machine *machine, unsigned slot, uint32_t content);
/* The greatest timestamp of a state; 0 if it has none. */
unsigned times_greatest(const struct machine *machine, const slot_t *state);
/* With past_is_none, times before a port's clock do not matter.  Returns that clock for one slot's
 * content; TIME_MAX + 1: the slot sets no limit; 0: all times matter.  A state's is the least. */
unsigned times_past(const struct machine *machine, unsigned slot, uint32_t content);
/* The map that renumbers a state with these timestamps and this past; false: none is needed. */
bool times_renumber(const struct machine *machine, uint64_t used, unsigned past,
                    struct time_map *map);
/* Adds a slot's content to the renewals. */
void times_add_renewals(const struct machine *machine, unsigned slot, uint32_t content,
                        struct renewals *renewals);
/* The map that gives up outdated copies; false: there are none. */
bool times_outdate(const struct renewals *renewals, struct time_map *map);
/* The map that makes room for a timestamp after another one (NO_TIME: before all). */
struct time_map times_insertion(unsigned after);
/* The image of a slot's content under an interned map. */
uint32_t times_map_slot(const struct machine *machine, unsigned slot, uint32_t content,
                        uint32_t map);
/* Applies times_insertion to all slots but `except` (-1: to all). */
void times_insert(const struct machine *machine, slot_t *state, unsigned after, int except);
/* Gives up outdated copies, and renumbers the times of a state. */
void times_normalise(const struct machine *machine, slot_t *state);
/* The state after a tick of the shared clock; false: no time is left anywhere. */
bool times_tick(const struct machine *machine, const slot_t *state, slot_t *to);
/* Repeats a tick at one controller, for the rows that fire and the faults; step->local is NULL
 * afterwards. */
void times_tick_again(const struct machine *machine, unsigned controller, uint32_t local,
                      struct step *step);
/* The content of a slot after a tick. */
uint32_t times_tick_slot(const struct machine *machine, unsigned slot, uint32_t content);

/* Maps the copy of a local state that `step` holds.  Urgent events follow at once. */
void times_map_controller(struct step *step, const struct time_map *map);

#endif
