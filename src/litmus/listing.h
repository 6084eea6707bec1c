/* A program as a listing of its instructions, for dialects without a printer of their own. */
#ifndef LITMUS_LISTING_H
#define LITMUS_LISTING_H

#include "litmus/printer.h"

/* Prints everything that the program holds, so that it can be hashed and compared by eye.  No
 * reader reads it. */
void listing_print(struct text *out, const struct program *program);
extern const struct code_printer listing_printer;

#endif
