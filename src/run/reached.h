/* The result of searching one machine whole. */
#ifndef RUN_REACHED_H
#define RUN_REACHED_H

#include "machine/machine.h"
#include "run/effort.h"
#include "run/subject.h"

struct reached {
  struct outcome_set *everything; /* over all registers and locations; NULL if not searched */
  enum search_end end;
  struct cost cost; /* of the search; a journal's entry was not explored by this run */
  uint64_t broken;
  bool blocked;
  struct machine_options options; /* of the machine that was searched in the end */
  bool approximated; /* more than quick_states: a smaller machine, or a part, was searched */
  bool asked;        /* (reach_cache.c) by this run */
  uint64_t bound;    /* states of the last search, or of the one that is `due`; 0: quick_states */
  bool due;
  char *fault; /* why it could not be searched */
  char *named; /* the fault in the tables, where there is one (machine/machine.h); or NULL */
};

/* Searches the machine; gathers broken properties instead of stopping at one. */
struct reached *reached_by_search(struct machine *machine, const struct search_options *options);
void reached_free(struct reached *reached);          /* accepts NULL */
bool reached_all(const struct reached *reached);     /* nothing was left out */
bool reached_bounded(const struct reached *reached); /* states were left out */
/* Adds what the program's observables and filter let through. */
void reached_add_observed(struct outcome_set *set, const struct program *program,
                          const struct outcome_set *everything);

/* --- all of it, or a part where the machine has too many states --- */

/* Searches `machine`, which is the subject's, as far as the effort allows. */
struct reached *quick_search_reach(const struct subject *subject, struct machine *machine,
                                   const struct effort *effort);
/* Searches the last under-approximation of the subject again, within a wider bound. */
struct reached *quick_search_widen(const struct subject *subject, uint64_t bound,
                                   const struct effort *effort);

#endif
