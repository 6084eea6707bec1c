/* A session that takes the steps of a machine one at a time: to and fro along one run, at random
 * up to a breakpoint, or the shortest way to a state.
 *
 * The machine has no reductions, so all its steps can be chosen (stepper_saved.h: but for saved
 * runs that do not exist without them). */
#ifndef RUN_STEPPER_H
#define RUN_STEPPER_H

#include "base/vector.h"
#include "machine/describe_step.h"
#include "machine/state_condition.h"
#include "run/counterexample.h"

/* The options of a machine without reductions; the other options stay. */
void stepper_options(struct machine_options *options);

struct stepper;

/* Starts in a state with empty caches.  NULL, with an error, if the machine cannot be built. */
struct stepper *stepper_new(const struct subject *subject, struct diagnostic *error);
/* Starts at the end of a run, whose machine it takes over; the run keeps its trace. */
struct stepper *stepper_of_run(struct counterexample *run);
void stepper_free(struct stepper *stepper); /* NULL is fine */

const struct subject *stepper_subject(const struct stepper *stepper);
struct machine *stepper_machine(const struct stepper *stepper);

/* --- the run --- */

/* The run up to here, valid until the next move.  `property`: one that its last step broke, or
 * PROPERTIES. */
struct trace stepper_trace(const struct stepper *stepper);
const slot_t *stepper_state(const struct stepper *stepper);
unsigned stepper_position(const struct stepper *stepper); /* the number of steps up to here */
unsigned stepper_length(const struct stepper *stepper);   /* with the steps that were undone */
/* Claimed properties, and those that a variant loses, that the last step broke, as a set.  At the
 * start: those that it breaks. */
uint64_t stepper_broken(const struct stepper *stepper);

/* Both return the number of steps that were taken back, or again. */
unsigned stepper_undo(struct stepper *stepper, unsigned steps);
unsigned stepper_redo(struct stepper *stepper, unsigned steps);

/* --- start states ---
 *
 * At first those with empty caches are known.  The search for the others may be long. */

/* Returns SEARCH_COMPLETE, or the limit that was hit before all were known. */
enum search_end stepper_find_starts(struct stepper *stepper, const struct search_options *limits);
unsigned stepper_starts(const struct stepper *stepper); /* the number of known ones */
const slot_t *stepper_start_state(const struct stepper *stepper, unsigned start);
/* Has the run this start? */
bool stepper_starts_in(const struct stepper *stepper, unsigned start);
/* Drops the run, and begins another one. */
void stepper_begin(struct stepper *stepper, unsigned start);

/* --- steps that can be taken --- */

unsigned stepper_choices(const struct stepper *stepper);
bool stepper_is_blocked(const struct stepper *stepper); /* a full channel disables a step */
/* The step's words and rows; to be cleared by step_parts_clear. */
struct step_parts stepper_parts(const struct stepper *stepper, unsigned choice);
/* Drops the steps that were undone. */
/* The same of a step of the run, those that were undone included; the first one is 0. */
struct step_parts stepper_parts_taken(const struct stepper *stepper, unsigned step);
/* The state that the step leads to, valid until the next move. */
const slot_t *stepper_target(const struct stepper *stepper, unsigned choice);
void stepper_take(struct stepper *stepper, unsigned choice);
/* Takes a step at random.  false: there is none. */
bool stepper_take_any(struct stepper *stepper);
void stepper_seed(struct stepper *stepper, uint64_t seed);
/* Has the program ended, or can no step be taken? */
bool stepper_has_ended(const struct stepper *stepper);

/* --- breakpoints --- */

struct breakpoint {
  char *text;     /* as it was given */
  unsigned count; /* of rows */
};

/* Breaks on each row with this citation, place (FILE:LINE) or source.  Returns their number; with
 * 0 no breakpoint is made. */
unsigned stepper_break(struct stepper *stepper, const char *text);
unsigned stepper_breakpoints(const struct stepper *stepper);
struct breakpoint stepper_breakpoint(const struct stepper *stepper, unsigned index);
void stepper_delete(struct stepper *stepper, unsigned index);
/* The first breakpoint of which the last step fired a row; -1: none. */
int stepper_hit(const struct stepper *stepper);

/* --- the shortest way to a state --- */

struct stepper_goal {
  enum { GOAL_OUTCOME, GOAL_STATE, GOAL_BROKEN } kind;
  const struct condition *outcome; /* of a state in which all threads have ended */
  struct state_condition state;
  enum property property;
};

struct stepper_way {
  enum search_end end; /* SEARCH_VIOLATION: it was found; SEARCH_COMPLETE: there is none */
  unsigned steps;      /* the way's, which were taken */
  uint64_t states;     /* searched */
};
struct stepper_way stepper_seek(struct stepper *stepper, const struct stepper_goal *goal,
                                const struct search_options *limits);

#endif
