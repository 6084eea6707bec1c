/* A subject: all that says what one machine is, so that it can be built again (for a trace, say).
 */
#ifndef RUN_SUBJECT_H
#define RUN_SUBJECT_H

#include <stdio.h>
#include "kit/machine.h"
#include "run/effort.h"
#include "run/cost.h"

struct subject {
  struct setting setting;
  const struct program *program; /* NULL: the most general client */
  struct placement placement;    /* of the program */
  struct client client;
  struct machine_options options;
};

struct machine *subject_machine(const struct subject *subject, struct diagnostic *error);

/* The names of reductions that were told to be off, each by itself; how many there are. */
enum { REDUCTIONS = 4 };
unsigned subject_reductions_off(const struct machine_options *options,
                                const char *names[REDUCTIONS]);
/* "reductions without symmetry or deferred evictions, all addresses together"; of a client with so
 * many lines. */
void subject_reductions_print(FILE *out, const struct machine_options *options, unsigned lines);

struct placements {
  struct placement *items;
  unsigned count;
  bool curtailed; /* some were left out, for quickness */
};
/* Every placement of a program that makes a difference to the setting's system, or those of them
 * that the effort allows. false when there is none.  The items are the caller's to free. */
bool placements_list(const struct setting *setting, const struct program *program,
                     const struct effort *effort, struct placements *placements,
                     struct diagnostic *error);

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
  bool curtailed;   /* the machine asked for has more than quick_states: a smaller one, or a part */
  bool asked, told; /* (reach_cache.c) in this run; by a journal */
  uint64_t bound;   /* on states, of its last search or of the one `due`; 0: quick_states */
  bool due;
  char *fault; /* why it could not be searched */
  char *named; /* what is wrong with the tables, where something is (kit/machine.h); or NULL */
};

/* Searches the whole of it; properties are gathered, none ends the search. */
struct reached *subject_reach(struct machine *machine, const struct search_options *options);
void reached_free(struct reached *reached);          /* NULL is fine */
bool reached_all(const struct reached *reached);     /* nothing was left out */
bool reached_bounded(const struct reached *reached); /* states were left out, for quickness */
struct took reached_took(const struct reached *reached);

/* Does the program (NULL: there is none) run transactions, which the system does not? */
bool subject_lacks_transactions(const struct setting *setting, const struct program *program);

/* Adds what a program's observables and filter let through. */
void subject_add_observed(struct outcome_set *set, const struct program *program,
                          const struct outcome_set *everything);

/* A run that breaks a property, with the machine that it is a run of. */
struct counterexample {
  struct subject subject;
  struct machine *machine;
  struct trace *trace;
  struct outcome_set *others; /* the outcomes that the machine was not to be found at, if they are
                                 its own; or NULL */
};

/* The shortest run of the subject that breaks one of `stop_at`: with `allowed`, PROPERTY_OUTCOME is
 * an outcome outside of it; with `seek`, PROPERTY_WITNESS is one that meets it.  NULL when there is
 * none within the limits; `*end` (may be NULL) says how the search ended. */
struct counterexample *counterexample_find(const struct subject *subject,
                                           const struct search_options *options, uint64_t stop_at,
                                           const struct outcome_set *allowed,
                                           const struct condition *seek, enum search_end *end);
/* Who waits where in the nearest state in which no thread goes on because of the program alone;
 * NULL: there is none within the limits. */
char *standstill_find(const struct subject *subject, const struct search_options *options);
/* What is wrong with the tables in its last step, in words, where that is why it breaks something;
 * NULL: nothing, or a variant's record says that its tables are wrong.  To be released by the
 * caller. */
char *counterexample_fault(const struct counterexample *counterexample);
/* What is a consequence of such a fault, and not said beside it. */
enum {
  BROKEN_BY_FAULT = CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_OVERFLOW)
};
void counterexample_free(struct counterexample *counterexample); /* NULL is fine */

#endif
