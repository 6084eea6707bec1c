/* The widths of sets of events: the search for candidates is compiled once for each (Makefile,
 * WIDTHS). */
#ifndef AXIOM_WIDTHS_H
#define AXIOM_WIDTHS_H

#include "base/diagnostic.h"
#include "litmus/program.h"

enum { WIDTHS = 4 }; /* 64, 128, 256 and 512 events */

/* Finds the narrowest width with room for so many events; false, with an error, if there is none.
 */
bool width_for(size_t events, const struct program *program, unsigned *width,
               struct diagnostic *error);

#endif
