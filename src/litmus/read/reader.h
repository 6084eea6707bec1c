/* Reading litmus tests in the dialects of dialect.h. */
#ifndef LITMUS_READ_READER_H
#define LITMUS_READ_READER_H

#include "base/diagnostic.h"
#include "litmus/program.h"

/* Reads one test.  NULL on error, with `error` filled: file, line and column, the line with a
 * caret, and what was expected. */
struct program *litmus_read_file(const char *path, struct diagnostic *error);
struct program *litmus_read_text(const char *path, const char *text, size_t length,
                                 struct diagnostic *error);

/* Reads only a condition, such as the argument of --witness: "P1:r0=1 /\ P1:r1=0".  Cells that the
 * program does not observe yet are added to its observables at the end.  NULL on error. */
struct condition *litmus_read_condition(struct program *program, const char *text,
                                        struct diagnostic *error);

#endif
