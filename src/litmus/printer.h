/* Programs, conditions and values as text. */
#ifndef LITMUS_PRINTER_H
#define LITMUS_PRINTER_H

#include <stdio.h>
#include "litmus/program.h"

/* How a dialect prints its code; a dialect's reader gives it to the program. */
struct code_printer {
  void (*print_code)(struct text *out, const struct program *program);
  /* A location that is an alias, behind its name; NULL: the dialect has no aliases. */
  void (*print_alias)(struct text *out, const struct program *program, unsigned location);
  /* The type before the name of a location; NULL: none. */
  void (*print_type)(struct text *out, const struct location *location);
};
extern const struct code_printer ptx_printer;
/* A line for each location and each instruction, for dialects without a printer of their own.  It
 * shows everything that the program holds, so that it can be hashed and compared by eye.  No reader
 * reads it. */
extern const struct code_printer listing_printer;
void listing_print(struct text *out, const struct program *program);

void litmus_print(FILE *out, const struct program *program);
/* The program without its name, remarks and fields. */
void program_write_body(struct text *out, const struct program *program);
/* true when they differ at most in where they stand in which file. */
bool program_equal(const struct program *a, const struct program *b);

/* Appends a number, an address as the location's name and the offset, or "S0" if it is unknown. */
void value_name(struct text *out, const struct program *program, struct type type, int64_t value);

/* FORM_HERD: as herd's logs have it.  FORM_SOURCE: as this program's files have it, with `==`,
 * "P1:" and numbers for addresses. */
enum condition_form { FORM_HERD, FORM_SOURCE };
void condition_write(struct text *out, const struct program *program,
                     const struct condition *condition, enum condition_form form);

#endif
