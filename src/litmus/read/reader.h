/* Reading litmus tests.
 *
 * The first word of a file names its dialect; a dialect is a const record in a file of its own
 * (dialect_ptx.c), found by that word.  What all dialects share (the header, the initial state in
 * braces, the columns of code, the condition) is read here; a dialect reads the first row (its
 * threads' places) and one instruction at a time. */
#ifndef LITMUS_READER_H
#define LITMUS_READER_H

#include <stddef.h>
#include <stdio.h>
#include "base/diagnostic.h"
#include "litmus/program.h"

/* The dialect, read here or not, that a memory model means by its first word; NULL: none. */
const char *litmus_architecture(const char *word);

/* Reads one test.  NULL on error, with `error` filled: file, line, column, the line, a caret, what
 * was expected. */
struct program *litmus_read_file(const char *path, struct diagnostic *error);
struct program *litmus_read_text(const char *path, const char *text, size_t length,
                                 struct diagnostic *error);

/* Reads a condition alone, such as the argument of --witness: "P1:r0=1 /\ P1:r1=0".  It may name
 * cells that the program's own condition does not: these are added to the observables at the end.
 * NULL on error. */
struct condition *litmus_read_condition(struct program *program, const char *text,
                                        struct diagnostic *error);
/* Reads every .litmus file at or below `path` (a file or a folder), in the order of their paths. */
char **litmus_find(const char *path, unsigned *count, struct diagnostic *error);
/* The same for files whose names end otherwise, as ".frame". */
char **files_find(const char *path, const char *suffix, unsigned *count, struct diagnostic *error);

#endif
