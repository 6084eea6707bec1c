/* Outcomes of a program: the values of its registers and locations when it has ended.
 *
 * An outcome over everything has the registers of each thread, then the locations. */
#ifndef MACHINE_OUTCOMES_H
#define MACHINE_OUTCOMES_H

#include <stdbool.h>
#include <stdint.h>
#include "litmus/outcome.h"
#include "litmus/program.h"
#include "search/model.h"

struct machine;

/* Room for an outcome of any program. */
enum { OUTCOME_WIDTH_MAX = THREADS_MAX * REGISTERS_MAX + LOCATIONS_MAX };

/* The number of values in an outcome over everything. */
unsigned machine_outcome_width(const struct program *program);
/* The place of a thread's first register in it.  For the number of threads: of the locations. */
unsigned machine_outcome_registers(const struct program *program, unsigned thread);
/* The location of the program whose memory is this word; -1: there is none. */
int machine_location_in_word(const struct machine *machine, unsigned line, unsigned word);

/* The outcomes over everything that a search reached; to be released by the caller.  The value of
 * an alias is that of its memory. */
struct outcome_set *machine_outcomes(const struct machine *machine);
/* The same, reduced to the program's observables; to be released by the caller. */
struct outcome_set *machine_outcomes_observed(const struct program *program,
                                              const struct outcome_set *everything);

/* Fills in the outcome over everything of a final state. */
void machine_gather_outcome(const struct machine *machine, const slot_t *state, int64_t *outcome);
/* The properties that this outcome over everything breaks: PROPERTY_WITNESS, PROPERTY_OUTCOME. */
uint64_t machine_judge_outcome(const struct machine *machine, const int64_t *everything);

/* A final state whose observables meet the condition breaks PROPERTY_WITNESS.  So a search that
 * stops at it finds the shortest run to one. */
void machine_seek(struct machine *machine, const struct condition *condition, bool negated);
/* A final state breaks PROPERTY_OUTCOME if `allowed` lacks its observables. */
void machine_forbid(struct machine *machine, const struct outcome_set *allowed);

#endif
