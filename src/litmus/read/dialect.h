/* Dialects: a const record each, in a file of its own, found by the first word of a test.
 *
 * The header, the initial state and the condition are read in the same way for all dialects.  The
 * record says how to read the code between them.  A new dialect is one file and one entry of
 * DIALECTS. */
#ifndef LITMUS_READ_DIALECT_H
#define LITMUS_READ_DIALECT_H

#include "litmus/cursor.h"
#include "litmus/printer.h"

struct assembling;
struct reader;

struct dialect {
  const char *name; /* the first word of its files */
  bool (*read_code)(struct reader *reader);
  const struct code_printer *printer; /* NULL: the listing */
  /* Reads "@ generic aliases x" behind the name of a location; NULL: the dialect has no aliases. */
  bool (*read_alias)(struct reader *reader, unsigned location);
  /* Reads the type before a name in the initial state; `size`: bytes of an element in memory, 0 in
   * dialects that do not count bytes.  NULL: no types. */
  struct type (*read_type)(struct cursor *cursor, unsigned *size);
  bool addresses;     /* addresses are values: a bare name on the right of a condition is one */
  bool pointers;      /* the initial state may name the address of a location as a value */
  bool is_c;          /* C, or a language like it */
  bool has_no_scopes; /* its operations name none, and its threads no place */
  enum cutting cutting;
  bool halves_in_order; /* po leads from the read to the write of an OP_RMW: Dat3M, not herd */
  /* In columns (assembly.h). */
  const struct mnemonic *mnemonics;                               /* up to a NULL name */
  bool (*read_place)(struct cursor *cursor, struct place *place); /* behind "P0"; or NULL */
  unsigned parts_max; /* PTX, Vulkan: of a mnemonic, between dots; 0: it is one word with dots */
  bool (*begin)(struct assembling *a);   /* before the mnemonic; or NULL */
  bool (*parts)(struct assembling *a);   /* behind the mnemonic, before it is looked up; or NULL */
  bool (*check)(struct assembling *a);   /* an instruction that was read; or NULL */
  bool (*finish)(struct reader *reader); /* the whole code, behind its jumps; or NULL */
  bool is_ptx; /* `%` before a word is skipped, and a cell may end with `;` of its own */
  /* Assembly dialects: the register's own name, such as X0 for w0; false for other words. */
  bool (*register_name)(const struct cursor *cursor, struct span word, char name[16]);
  const char *zero_register; /* the register that is always 0, or NULL */
};

#define DIALECTS(X) \
  X(ptx) X(c) X(opencl) X(x86) X(x86_64) X(aarch64) X(riscv) X(ppc) X(vulkan) X(lisa)
#define DECLARE_DIALECT(name) extern const struct dialect dialect_##name;
DIALECTS(DECLARE_DIALECT)
extern const struct dialect dialect_gpu_ptx; /* an older form of PTX, whose name it has */

#endif
