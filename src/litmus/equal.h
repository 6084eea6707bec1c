/* Equality of programs. */
#ifndef LITMUS_EQUAL_H
#define LITMUS_EQUAL_H

#include "litmus/program.h"

/* true when they differ at most in where they stand in which file. */
bool program_equal(const struct program *a, const struct program *b);
/* true for the same instructions on registers of the same initial values, whatever the names of the
 * threads and registers. */
bool thread_does_the_same(const struct thread *a, const struct thread *b);

#endif
