/* Cores, controllers and lines of a state by their names; and conditions on one line: "L1.0 x V".
 */
#ifndef MACHINE_STATE_CONDITION_H
#define MACHINE_STATE_CONDITION_H

#include <stdbool.h>
#include "base/diagnostic.h"
#include "base/text.h"
#include "search/model.h"

struct machine;

/* A controller has this line in this state of its table. */
struct state_condition {
  unsigned controller, at, state;
};

/* Reads "CONTROLLER LOCATION STATE".  false: `error` says what was expected. */
bool state_condition_read(const struct machine *machine, const char *text,
                          struct state_condition *condition, struct diagnostic *error);
bool state_condition_holds(const struct machine *machine, const struct state_condition *condition,
                           const slot_t *state);

/* Appends one core ("P0") or controller ("L1.0") of a state, empty fields too, on a line.  false:
 * `error` lists the names. */
bool state_describe_part(const struct machine *machine, const slot_t *state, const char *name,
                         struct text *text, struct diagnostic *error);

/* Have all threads of the program ended, and is nothing outstanding?  The client never ends. */
bool state_is_final(const struct machine *machine, const slot_t *state);
/* Is it the start with empty caches? */
bool state_is_cold(const struct machine *machine, const slot_t *state);

#endif
