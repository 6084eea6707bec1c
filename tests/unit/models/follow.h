/* Following a written run through a machine, step by step.
 *
 * A script is a list of lines, ended by NULL.  A line is what the description of a step must
 * contain ("L2.0 takes UPG(x) from L1.1"; several pieces are divided by " & "); exactly one of the
 * state's steps may answer to it.  Lines of other kinds: from ...    (first line only) start from
 * the first initial state whose description contains the pieces see ...     the description of the
 * state contains the pieces not ...     ... contains none of them cannot ...  no step answers to
 * the pieces tick 5      the clock ticks five times, or until nobody can tell any more */
#ifndef TESTS_MODELS_FOLLOW_H
#define TESTS_MODELS_FOLLOW_H

#include "reach.h"

/* Fails the test, with the state and its steps, at the first line that cannot be followed.  Each
 * thread has an SM, and each location a line, of its own. */
void follow(const struct question *question, const char *program, const char *const *script);

#endif
