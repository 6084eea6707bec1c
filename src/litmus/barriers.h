/* The two readings of barriers, and the barriers that a thread's code shows.
 *
 * by-cta, which follows PTX: a round without a quorum needs every thread of the CTA whose code
 * holds the instance, under any name.  A thread that comes to a complete round begins the next one.
 *
 * by-name, which follows Dartagnan: a round without a quorum needs every thread of the CTA whose
 * code holds the instance under the same name.  A thread's k-th arrival at a name belongs to the
 * name's k-th round.  A thread that comes to a complete round passes at once. */
#ifndef LITMUS_BARRIERS_H
#define LITMUS_BARRIERS_H

#include <stdio.h>
#include "litmus/program.h"

const char *barrier_reading_name(enum barrier_reading reading); /* "by-cta" "by-name" */
bool barrier_reading_named(const char *name, enum barrier_reading *reading);
/* "barriers with a name or a quorum are read by-cta; --barriers by-name reads them otherwise" */
void barrier_reading_print(FILE *out, enum barrier_reading reading);

/* true when some barrier has a name or a quorum, so that the readings differ. */
bool program_names_barriers(const struct program *program);

/* A barrier of a scope beyond its CTA at which the thread is alone.  Threads of other CTAs hold the
 * same instance, and never meet it. false: there is none. */
struct lonely_barrier {
  unsigned thread, other;
  const struct instruction *instruction;
};
bool program_barrier_is_lonely(const struct program *program, struct lonely_barrier *found);

/* Does the thread's code hold a barrier of its CTA with this instance, under any name? */
bool thread_holds_instance(const struct thread *thread, unsigned instance);

/* A barrier of one CTA in all its rounds; `id` counts if it is `named`. */
struct barrier_name {
  unsigned instance;
  bool named;
  int64_t id;
};

/* Whether the thread's code holds a barrier of this name; MAY_HOLD: it computes a name. */
enum barrier_holding { HOLDS_NOT, MAY_HOLD, HOLDS };
enum barrier_holding thread_holds_barrier(const struct thread *thread,
                                          const struct barrier_name *name);

#endif
