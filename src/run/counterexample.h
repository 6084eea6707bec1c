/* Runs that break a property. */
#ifndef RUN_COUNTEREXAMPLE_H
#define RUN_COUNTEREXAMPLE_H

#include "run/subject.h"

/* A run that breaks a property, with the machine that it is a run of. */
struct counterexample {
  struct subject subject;
  struct machine *machine;
  struct trace *trace;
  struct outcome_set *others; /* the outcomes that the machine was not to be found at, if they are
                                 its own; or NULL */
};

/* The run that a search of the machine found, which takes the machine and the trace of `result`;
 * NULL: it found none. */
struct counterexample *counterexample_of(const struct subject *subject, struct machine *machine,
                                         struct search_result *result);
/* The shortest run of the subject that breaks one of `stop_at`: with `allowed`, PROPERTY_OUTCOME is
 * an outcome outside of it; with `seek`, PROPERTY_WITNESS is one that meets it.  NULL when there is
 * none within the limits; `*end` (may be NULL) says how the search ended. */
struct counterexample *counterexample_find(const struct subject *subject,
                                           const struct search_options *options, uint64_t stop_at,
                                           const struct outcome_set *allowed,
                                           const struct condition *seek, enum search_end *end);
/* Who waits where in the nearest state in which no thread goes on because of the program alone;
 * NULL: there is none within the limits. */
char *program_deadlock_find(const struct subject *subject, const struct search_options *options);
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
