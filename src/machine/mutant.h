/* Single faults in the tables of a system. */
#ifndef MACHINE_MUTANT_H
#define MACHINE_MUTANT_H

#include <stdbool.h>
#include <stdio.h>
#include "base/diagnostic.h"

struct machine;
struct row;
struct system;
struct table;

struct mutant {
  unsigned kind; /* of the controllers whose table has the fault */
  unsigned row;
  enum { MUTANT_DROP_ACTION, MUTANT_NEGATE_GUARD, MUTANT_NEXT_STATE } fault;
  unsigned detail; /* the action that is dropped; the state that is entered instead */
};

/* The mutants of a system have the numbers 0 to mutant_count - 1. */
unsigned mutant_count(const struct system *system);
struct mutant mutant_at(const struct system *system, unsigned index);
/* The table's rows with the fault; to be released by memory_free. */
struct row *mutant_rows(const struct table *table, const struct mutant *mutant);
/* Plants the fault in the machine, which then owns the table's rows.  false: no such row exists. */
bool mutant_plant(struct machine *machine, const struct mutant *mutant, struct diagnostic *error);

void mutant_print(FILE *out, const struct system *system, const struct mutant *mutant);
/* The same as text; to be released by memory_free. */
char *mutant_text(const struct system *system, const struct mutant *mutant);

#endif
