/* Inside the readers of assembly dialects (X86, AArch64, RISC-V, Power): an instruction at a time,
 * in columns.
 *
 * A dialect is a table of mnemonics; each row names the function that reads the operands and lowers
 * the instruction, and a number for it.  Registers hold integers of 64 bits or addresses.  What is
 * written to the half of a register clears the rest of it where the architecture does so
 * (assembly_clear_upper), and has a sign where it says so (assembly_sign_extend). */
#ifndef LITMUS_ASSEMBLY_H
#define LITMUS_ASSEMBLY_H

#include "litmus/read/dialect.h"

struct assembly;

/* The instruction being read. */
struct assembling {
  const struct assembly *assembly;
  struct reader *reader;
  struct cursor *cursor;
  unsigned thread;
  struct span mnemonic;            /* with its dots */
  struct instruction *instruction; /* the first one that it becomes */
};

struct mnemonic {
  const char *name; /* in capitals */
  bool (*read)(struct assembling *a, int which);
  int which;
};

struct assembly {
  const char *name;
  const struct mnemonic *mnemonics; /* ends with a NULL name */
  /* The register's own name, such as X0 for w0; false where the word is none. */
  bool (*register_name)(const struct cursor *cursor, struct span word, char name[16]);
  const char *zero;     /* the register that is always 0, or NULL */
  bool counts_elements; /* accesses have no size, and one step of an address is one element */
};

/* The code, and the initial state, of the dialect in work. */
bool assembly_read(struct reader *reader);
bool assembly_initial(struct reader *reader);

/* A register: its index, -1 for none (recorded), ASSEMBLY_ZERO for the zero register. */
enum { ASSEMBLY_ZERO = -2 };
int assembly_register(struct assembling *a, enum register_use use);
bool assembly_destination(struct assembling *a);                     /* of the instruction */
bool assembly_source(struct assembling *a, struct operand *operand); /* a register */
bool assembly_value(struct assembling *a,
                    struct operand *operand); /* a register or a number, with $, # or without */
bool assembly_comma(struct assembling *a);
/* Another instruction for the same mnemonic. */
struct instruction *assembly_more(struct assembling *a, enum opcode opcode);
/* The address base + offset: where that is no register yet, it is computed into one before the
 * instruction in work. */
bool assembly_sum(struct assembling *a, struct operand base, struct operand offset,
                  struct operand *sum);
/* Their sum becomes the address of the instruction in work; and the same of an offset before "("
 * base ")". */
bool assembly_address(struct assembling *a, struct operand base, struct operand offset);
bool assembly_address_behind(struct assembling *a, int64_t offset);
/* Another instruction: destination := the lowest 32 bits of the value, with their sign. */
bool assembly_sign_extend(struct assembling *a, int destination, struct operand value);
/* Another instruction: of the register only the lowest 32 bits stay. */
bool assembly_clear_upper(struct assembling *a, int destination);
/* Puts an instruction of its own before the one in work: a hidden register := left arithmetic
 * value, which `result` is then. */
bool assembly_before(struct assembling *a, const char *hidden, enum arithmetic arithmetic,
                     struct operand left, struct operand value, struct operand *result);
/* The value's lowest bytes, by such an instruction, with a sign or without. */
bool assembly_extend_before(struct assembling *a, const char *hidden, enum arithmetic extension,
                            unsigned bytes, struct operand *value);
/* A register of the reader's own, by name. */
int assembly_hidden(struct assembling *a, const char *name, enum register_use use);
bool assembly_tag(struct assembling *a, const char *name); /* on the instruction; true */
/* A fence with a tag, of an order for the models that know no such fence by name. */
bool assembly_fence(struct assembling *a, const char *tag, enum order order);
/* x86's MFENCE, LFENCE, SFENCE: 0, 1, 2. */
bool assembly_x86_fence(struct assembling *a, int which);

/* For tables of mnemonics: a register := a value; := a register and a value (enum arithmetic); a
 * comparison of halves that sets the flags; a jump by them (enum comparison); a jump; nothing. */
bool assembly_move(struct assembling *a, int unused);
bool assembly_compute(struct assembling *a, int arithmetic);
bool assembly_compare_words(struct assembling *a, int unused);
bool assembly_branch_on_flags(struct assembling *a, int comparison);
bool assembly_goto(struct assembling *a, int unused);
bool assembly_nop(struct assembling *a, int unused);

#endif
