/* Planted bugs: a copy of a system's record in which single cells of the tables differ.
 *
 *   struct planted *bug = plant_new("tc-strong");
 *   plant_row(bug, 0, "VV", "LOAD")->... what the cell does instead ...
 *   struct question question = { .model = "tc-strong", .planted = &bug->system };
 *
 * fault_drop and fault_next find the mutant with a single fault in a row: an action dropped,
 * another next state. */
#ifndef TESTS_MODELS_PLANT_H
#define TESTS_MODELS_PLANT_H

#include "machine/machine.h"
#include "machine/mutant.h"
#include "protocol/system.h"

enum { PLANTED_ROWS = 200 };
struct planted {
  struct system system;
  struct row rows[KINDS_MAX][PLANTED_ROWS];
};

struct planted *plant_new(const char *system); /* to be released with free() */

/* A row for only one cell, split off the first row of the cell that says `when` ("always", a
 * guard's name; NULL: any). */
struct row *plant_row(struct planted *planted, unsigned kind, const char *state, const char *event,
                      const char *when);

/* Makes the row act: the actions, up to a NULL; `next` a state's name, or NULL to stay. */
void plant_actions(struct planted *planted, unsigned kind, struct row *row, const char *next,
                   action *const *actions);

/* Controllers of this kind remember, in `flag`, the SM that asked last, although no renaming
 * changes that name. */
void plant_names(struct planted *planted, unsigned kind);

/* An action by its name in some row of the table. */
action *plant_find(const struct planted *planted, unsigned kind, const char *name);

/* The mutant that drops the action named `name` from the row with this source. */
struct mutant fault_drop(const char *system, unsigned kind, const char *source, const char *name);
/* The mutant that has another next state in the row with this source. */
struct mutant fault_next(const char *system, unsigned kind, const char *source, const char *state);

#endif
