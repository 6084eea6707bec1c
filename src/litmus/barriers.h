/* The two readings of barriers, and what each thread's code tells of the barriers that it comes to.
 *
 * by-cta, which follows PTX: a round without a quorum needs every thread of the CTA whose code
 * holds the instance, whatever it names.  Who comes to a round that is complete begins the next
 * one.
 *
 * by-name, which follows Dartagnan: a round without a quorum needs every thread of the CTA whose
 * code holds the instance under the same name.  Each thread's k-th arrival at a name belongs to the
 * name's k-th round.  Who comes to a round that is complete passes at once. */
#ifndef LITMUS_BARRIERS_H
#define LITMUS_BARRIERS_H

#include <stdio.h>
#include "litmus/program.h"

const char *barrier_reading_name(enum barrier_reading reading); /* "by-cta" "by-name" */
bool barrier_reading_named(const char *name, enum barrier_reading *reading);
/* "barriers with a name or a quorum are read by-cta; --barriers by-name reads them otherwise" */
void barrier_reading_print(FILE *out, enum barrier_reading reading);

/* Has some barrier of the program a name or a quorum, so that the readings differ? */
bool program_names_barriers(const struct program *program);

/* A barrier of a scope beyond its CTA, at which a thread is alone, though threads of other CTAs
 * hold the same instance: they never meet.  false: there is none. */
struct lonely_barrier {
  unsigned thread, other;
  const struct instruction *instruction;
};
bool program_barrier_is_lonely(const struct program *program, struct lonely_barrier *found);

/* A barrier of one CTA, whatever the round; `id` counts where it is `named`. */
struct barrier_name {
  unsigned instance;
  bool named;
  int64_t id;
};

/* Does the thread's code hold a barrier of this name?  MAY_HOLD: it computes a name that may be it.
 */
enum barrier_holding { HOLDS_NOT, MAY_HOLD, HOLDS };
enum barrier_holding thread_holds_barrier(const struct thread *thread,
                                          const struct barrier_name *name);

#endif
