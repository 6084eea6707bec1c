/* Printing a program in its dialect. */
#ifndef LITMUS_PRINTER_H
#define LITMUS_PRINTER_H

#include <stdio.h>
#include "litmus/program.h"

/* How a dialect prints its code; a dialect's reader gives it to the program. */
struct code_printer {
  void (*print_code)(struct text *out, const struct program *program);
  /* A location that is an alias, behind its name; NULL: the dialect has no aliases. */
  void (*print_alias)(struct text *out, const struct program *program, unsigned location);
};

void litmus_print(FILE *out, const struct program *program);
/* The program without its name, remarks and fields. */
void program_write_body(struct text *out, const struct program *program);

#endif
