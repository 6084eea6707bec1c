/* Reading litmus tests in the dialects of dialect.h. */
#ifndef LITMUS_READ_READER_H
#define LITMUS_READ_READER_H

#include "base/diagnostic.h"
#include "litmus/program.h"

struct dialect;
struct text;

/* Reads one test.  NULL on error, with `error` filled: file, line and column, the line with a
 * caret, and what was expected. */
struct program *litmus_read_file(const char *path, struct diagnostic *error);
struct program *litmus_read_text(const char *path, const char *text, size_t length,
                                 struct diagnostic *error);

/* Reads only a condition, such as the argument of --witness: "P1:r0=1 /\ P1:r1=0".  Cells that the
 * program does not observe yet are added to its observables at the end.  NULL on error. */
struct condition *litmus_read_condition(struct program *program, const char *text,
                                        struct diagnostic *error);

const struct dialect *dialect_find(const char *name); /* NULL: none is called so */
/* true for a dialect of other tools that has no reader here. */
bool dialect_is_known(const char *name);
void dialect_names(struct text *out); /* "PTX, C, ..." */
/* The dialect, with a reader or not, that the first word of a memory model names; NULL: none. */
const char *litmus_architecture(const char *word);

#endif
