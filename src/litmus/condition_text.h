/* Conditions and values as text. */
#ifndef LITMUS_CONDITION_TEXT_H
#define LITMUS_CONDITION_TEXT_H

#include "litmus/program.h"

/* Appends a number; for an address the location's name and the offset; "S0" for an unknown value.
 */
void value_name(struct text *out, const struct program *program, struct type type, int64_t value);

/* FORM_HERD: as herd's logs have it.  FORM_SOURCE: as this program's files have it, with `==`,
 * "P1:" and numbers for addresses. */
enum condition_form { FORM_HERD, FORM_SOURCE };
void condition_write(struct text *out, const struct program *program,
                     const struct condition *condition, enum condition_form form);

#endif
