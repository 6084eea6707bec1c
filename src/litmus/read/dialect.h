/* Inside the readers: what a dialect is, and what the shared parts offer to it.
 *
 * A dialect is one const record in one file (dialect_ptx.c), listed in dialect.c.  The header, the
 * initial state and the condition are read in the same way for all; the record says how to read and
 * print the code between them.  A dialect whose code stands in columns, one a thread, hands a
 * `struct columns` to columns_read and columns_print and sees one cell at a time, with the cursor's
 * limit at the end of the cell. */
#ifndef LITMUS_DIALECT_H
#define LITMUS_DIALECT_H

#include "base/sparse.h"
#include "base/text.h"
#include "base/vector.h"
#include "litmus/cursor.h"
#include "litmus/program.h"

struct reader;
struct assembly;

struct dialect {
  const char *name; /* the first word of its files */
  /* Reads what follows the name of a location just declared, where that is not "=": "@ generic
   * aliases x". */
  bool (*read_alias)(struct reader *reader, unsigned location);
  bool (*read_initial)(struct reader *reader); /* NULL: initial_read */
  bool (*read_code)(struct reader *reader);
  const struct code_printer *printer; /* NULL: the listing */
  const struct assembly *assembly;    /* for assembly.c, or NULL */
  bool addresses;     /* has addresses as values: a bare name on the right of a condition is one */
  bool has_no_scopes; /* its operations name none, and its threads no place */
  enum cutting cutting;
  bool halves_in_order; /* po leads from the read to the write of an atomic instruction: in Dat3M,
                           not in herd */
};

extern const struct dialect dialect_ptx, dialect_c, dialect_opencl, dialect_x86, dialect_x86_64,
    dialect_aarch64, dialect_riscv, dialect_ppc, dialect_vulkan, dialect_lisa;

/* The dialect of that name, or NULL. */
const struct dialect *dialect_find(const char *name);
/* A dialect that exists in the world and has no reader here yet? */
bool dialect_is_known(const char *name);
void dialect_names(struct text *out); /* "PTX" */

/* A register of the initial state, whose thread is not known yet. */
struct initial_register {
  int64_t thread;
  struct span thread_span, name;
  int64_t value;
  struct type type;
};
/* A jump whose label is not known yet. */
struct jump {
  unsigned thread, instruction;
  struct span label;
};

struct reader {
  struct cursor cursor;
  struct program *program;
  const struct dialect *dialect;
  VECTOR(struct initial_register) initial_registers;
  VECTOR(struct jump) jumps;
  struct dictionary labels;                              /* "thread label" -> instruction + 1 */
  bool location_known[LOCATIONS_MAX];                    /* declared, written or named twice */
  struct span location_read[LOCATIONS_MAX];              /* where it was read first */
  bool register_known[THREADS_MAX][REGISTERS_MAX];       /* declared or written */
  struct span register_read[THREADS_MAX][REGISTERS_MAX]; /* where it was read first */
  struct sparse
      instruction_start; /* thread * INSTRUCTIONS_MAX + instruction -> offset in the text */
  struct sparse observable_index; /* cell -> observable + 1 */
  bool in_filter;                 /* what is read now is the filter */
  unsigned term_count;            /* comparisons read so far */
  size_t position_at;             /* line and column are those of this offset */
  unsigned line, column;
};

/* Line and column of an offset; linear over all calls as long as offsets ascend. */
void reader_position(struct reader *reader, size_t offset, unsigned *line, unsigned *column);

/* names.c: -1 and a message where the name is wrong. */
int reader_declare_location(struct reader *reader, struct span name);
int reader_location(struct reader *reader, struct span name);
/* In the code, where a location that is not declared yet starts at 0; locations_check: more than
 * one load names it. */
int reader_address(struct reader *reader, struct span name, bool writes);
bool locations_check(struct reader *reader);
int location_find(const struct reader *reader, struct span name); /* -1 and no message */
enum register_use { REGISTER_READ, REGISTER_WRITTEN, REGISTER_DECLARED };
int reader_register(struct reader *reader, unsigned thread, struct span name,
                    enum register_use use);
int register_find(const struct reader *reader, unsigned thread, struct span name);
/* Reads a thread and its colon, "P1:" or "1:", where one comes next. */
bool thread_accept(struct cursor *cursor, int64_t *id, struct span *span);
/* Every register that was read was also written or declared. */
bool registers_check(struct reader *reader);

/* initial.c: the initial state in braces; registers_declare gives its registers to the threads,
 * once these exist. */
bool initial_read(struct reader *reader);
/* The braces, and what stands between semicolons in them, by `read`. */
bool initial_entries(struct reader *reader, bool (*read)(struct reader *reader));
bool registers_declare(struct reader *reader);

/* columns.c */
struct columns {
  bool (*read_place)(struct reader *reader, struct thread *thread); /* a cell of the first row */
  bool (*read_instruction)(struct reader *reader,
                           unsigned thread); /* a cell that is not empty, without its labels */
};
bool columns_read(struct reader *reader, const struct columns *columns);
/* Appends an instruction to a thread; NULL where it has too many. */
struct instruction *instruction_new(struct reader *reader, unsigned thread, struct span span);
/* The label that the last instruction of the thread jumps to; its target is filled in when the code
 * was read. */
bool jump_read(struct reader *reader, unsigned thread);
/* The register that an instruction writes; the location that it accesses; a constant, or a register
 * that a thread reads. */
bool destination_read(struct reader *reader, unsigned thread, struct instruction *instruction);
bool address_read(struct reader *reader, struct instruction *instruction);
bool operand_read(struct reader *reader, unsigned thread, struct operand *operand);

/* The bit of a tag, which the program gets if it has not got it (c_instructions.c). */
uint64_t reader_tag(struct reader *reader, const char *name);

/* transactions.c: needs the targets of all jumps. */
bool transactions_check(struct reader *reader);
/* Where a condition names it: makes the register in which the thread's markers count, and has them
 * do so.  False: a mistake. */
bool transactions_count(struct reader *reader, unsigned thread, struct span name);

/* arrays.c */
struct type type_named(const struct cursor *cursor,
                       struct span word);                    /* bytes 0: the word names none */
bool array_accept(struct reader *reader, unsigned location); /* [2], where it comes next */
bool array_contents(struct reader *reader, unsigned location,
                    bool (*read)(struct reader *reader, int64_t *value));
bool array_element(struct reader *reader, unsigned elements, int64_t *element); /* [1] */
bool address_value(struct reader *reader, unsigned location,
                   int64_t *address); /* after the location's name */

/* observables.c */
unsigned observable_of(struct reader *reader,
                       struct observable cell); /* its number, made where it is new */
void observables_index(
    struct reader *reader); /* lets observable_of find those that the program has already */
void observables_sort(struct program *program);
/* condition.c */
struct condition *condition_read(struct reader *reader);
/* A cell ("P1:r0", "1:r0", "x", "[x]"): its observable. */
bool observable_read(struct reader *reader, unsigned *observable);

#endif
