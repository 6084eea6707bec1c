/* Shared by the tests of the litmus layer. */
#ifndef TESTS_LITMUS_SUPPORT_H
#define TESTS_LITMUS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/memory.h"
#include "litmus/read/reader.h"

struct program *must_read(const char *text);
/* Reads a test of two threads with locations x and y, these rows of code, and this condition. */
struct program *must_read_code(const char *rows, const char *condition);
/* The text must be refused with a message that contains `part`. */
void must_refuse(const char *text, const char *part);
void must_refuse_bytes(const char *text, size_t length, const char *part);
/* The same for code, and for a condition on P0:r0, P1:r0, P1:r1, x and y. */
void must_refuse_code(const char *rows, const char *part);
void must_refuse_condition(const char *condition, const char *part);

/* Printing and reading again gives an equal program. */
void must_round_trip(const struct program *program);
char *printed(const struct program *program); /* the caller frees it with free */

void nothing_is_left(void **state); /* the last test of each file */

#endif
