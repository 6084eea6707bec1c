/* Following a written run through a machine, step by step.
 *
 * A script is a list of lines, ended by NULL.  A line is a text that the description of a step must
 * contain, such as "L2.0 takes UPG(x) from L1.1".  " & " divides several pieces.  Exactly one of
 * the state's steps may contain them all.  Lines of other kinds:
 *
 *   from ...    (first line only) the first initial state whose description has the pieces
 *   see ...     the description of the state has the pieces
 *   not ...     ... has none of them
 *   cannot ...  no step has the pieces
 *   tick 5      the clock ticks five times, or until a tick changes nothing */
#ifndef TESTS_MODELS_FOLLOW_H
#define TESTS_MODELS_FOLLOW_H

#include "reach.h"

/* Fails the test, with the state and its steps, at the first line that cannot be followed.  Each
 * thread has an SM, and each location a line, of its own. */
void follow(const struct question *question, const char *program, const char *const *script);

#endif
