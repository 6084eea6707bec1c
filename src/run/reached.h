/* What one machine reaches. */
#ifndef RUN_REACHED_H
#define RUN_REACHED_H

#include "kit/machine.h"
#include "run/cost.h"

/* What one machine reached. */
struct reached {
  struct outcome_set
      *everything; /* over all registers and locations; NULL when it could not be searched */
  enum search_end end;
  uint64_t states, transitions, broken;
  uint64_t bytes; /* that the search held at its peak */
  unsigned depth;
  bool blocked;
  struct machine_options options; /* of the machine that was searched in the end */
  bool
      approximated; /* the machine asked for has more than quick_states: a smaller one, or a part */
  bool asked, told; /* (reach_cache.c) in this run; by a journal */
  uint64_t bound;   /* on states, of its last search or of the one `due`; 0: quick_states */
  bool due;
  char *fault; /* why it could not be searched */
  char *named; /* what is wrong with the tables, where something is (kit/machine.h); or NULL */
};

/* Searches the whole of it; properties are gathered, none ends the search. */
struct reached *reached_by_search(struct machine *machine, const struct search_options *options);
void reached_free(struct reached *reached);          /* NULL is fine */
bool reached_all(const struct reached *reached);     /* nothing was left out */
bool reached_bounded(const struct reached *reached); /* states were left out, for quickness */
struct cost reached_cost(const struct reached *reached);
/* Adds what a program's observables and filter let through. */
void reached_add_observed(struct outcome_set *set, const struct program *program,
                          const struct outcome_set *everything);

#endif
