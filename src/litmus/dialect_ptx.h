/* The PTX dialect: what its printing half offers to its record. */
#ifndef LITMUS_DIALECT_PTX_H
#define LITMUS_DIALECT_PTX_H

#include "litmus/dialect.h"

void ptx_print_place(struct text *out, const struct thread *thread);
void ptx_print_instruction(struct text *out, const struct program *program,
                           const struct thread *thread, const struct instruction *instruction);
void ptx_print_alias(struct text *out, const struct program *program, unsigned location);

#endif
