/* Lines that are no wider than the reader's window. */
#ifndef BASE_WRAP_H
#define BASE_WRAP_H

#include <stdio.h>

enum { WRAP_USUAL = 80, WRAP_LEAST = 40 };

/* The columns of a line on `out`.  Of a terminal: COLUMNS, or its own width; at least WRAP_LEAST.
 * Else WRAP_USUAL. */
unsigned wrap_width(FILE *out);
/* Prints `head`, and then the lines of `text`, the second and later ones below the first.  A line
 * that is too long goes on below, two columns further in.  It breaks at its last gap of two spaces
 * or more that fits, else at its last space; a word that is too long stays whole. */
void wrap_print(FILE *out, unsigned width, const char *head, const char *text);

#endif
