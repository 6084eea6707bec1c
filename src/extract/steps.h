/* A kernel with the functions that it calls inlined, as a sequence of steps.
 *
 * Registers of all calls, and the parameters that calls pass, share one numbering.  A call is a
 * step that jumps behind the inlined body where its predicate is false, and a `ret` in that body
 * jumps there too. */
#ifndef EXTRACT_STEPS_H
#define EXTRACT_STEPS_H

#include "extract/mnemonic.h"
#include "extract/module.h"

/* A function that is run, and for whom. */
struct inlined {
  const struct function *function;
  const struct inlined *caller;       /* NULL: the kernel */
  const struct ptx_instruction *call; /* in the caller */
  unsigned first_register;
};

struct ptx_step {
  const struct ptx_instruction *instruction;
  const struct inlined *in;
  struct ptx_mnemonic mnemonic;
  unsigned target;          /* of a branch or a call; of a ret: the end of what it ends */
  bool is_target;           /* a jump leads here */
  unsigned ways;            /* jumps that lead here, and the step before */
  bool has_no_body;         /* a call of what the file does not define */
  unsigned first_use, uses; /* registers read, in the pool */
  unsigned first_def, defs; /* registers written */
};

/* A register, or a part of a parameter that a call passes. */
struct step_register {
  const char *name;
  unsigned bits;
  /* of a parameter: */
  const struct inlined *in;
  unsigned variable;
  uint64_t offset;
};

struct ptx_steps {
  const struct module *module;
  VECTOR(struct ptx_step) items;
  VECTOR(struct inlined *) inlined;
  VECTOR(struct step_register) registers;
  VECTOR(unsigned) pool;
};

/* false with a diagnostic: a function that calls itself, or too much code. */
bool steps_make(struct ptx_steps *steps, const struct module *module, const struct function *kernel,
                struct diagnostic *error);
void steps_clear(struct ptx_steps *steps);
/* Operand number k of a step; elements of lists count. */
const struct ptx_operand *steps_operand(const struct ptx_step *step, unsigned k);
/* The function that a call names; NULL: none. */
const struct ptx_operand *steps_callee(const struct ptx_step *step);
/* The register of an operand. */
unsigned steps_register(const struct ptx_step *step, const struct ptx_operand *operand);
/* The register that holds a part of a parameter which a call passes; -1: it is a parameter of the
 * kernel, or nothing passes that part. */
int steps_parameter(const struct ptx_steps *steps, const struct ptx_step *step, unsigned variable,
                    uint64_t offset);
/* Whether an instruction's first operand is written. */
bool steps_writes_first(const struct ptx_mnemonic *mnemonic);

#endif
