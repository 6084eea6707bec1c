/* Four of ANSI's colours, on a terminal only; text without them says the same. */
#ifndef REPORT_COLOUR_H
#define REPORT_COLOUR_H

#include <stdio.h>

enum text_colour { PLAIN, GOOD, BAD, NOTABLE, FAINT };

/* Prints the text, in colour if `out` is a terminal that has it and NO_COLOR is not set. */
void colour_put(FILE *out, enum text_colour colour, const char *text);

#endif
