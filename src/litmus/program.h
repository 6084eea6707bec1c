/* The program IR: what a litmus test is, once its dialect no longer matters.
 *
 * Both sides of turnsole run this one structure (DESIGN.md, decision 1): the
 * axiomatic side unfolds it into events, the machine side lowers it into the
 * requests of its cores.  A dialect reader fills it in; nothing else knows the
 * dialect.  Indices (threads, registers, locations, instructions) are positions
 * in the arrays below and are valid for the life of the program. */
#ifndef LITMUS_PROGRAM_H
#define LITMUS_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"

enum {
  THREADS_MAX = 64,       /* threads of a program */
  REGISTERS_MAX = 64,     /* registers of a thread */
  LOCATIONS_MAX = 64,     /* declared names, aliases included */
  INSTRUCTIONS_MAX = 256, /* instructions of a thread */
  TAGS_MAX = 64           /* tags of a program */
};

/* Memory order of an operation, weakest first. */
enum order { ORDER_WEAK, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL, ORDER_SC };

/* Scope of an operation, narrowest first; SCOPE_NONE where the dialect gives none (weak accesses).
 */
enum scope { SCOPE_NONE, SCOPE_CTA, SCOPE_GPU, SCOPE_SYSTEM };

/* The path by which an access reaches memory (PTX 7.5); PROXY_ALIAS only on fences. */
enum proxy { PROXY_GENERIC, PROXY_TEXTURE, PROXY_SURFACE, PROXY_CONSTANT, PROXY_ALIAS };

enum opcode {
  OP_NOP,   /* nothing; the target of a label at the end of a thread */
  OP_LOAD,  /* destination := memory[address] */
  OP_STORE, /* memory[address] := value */
  OP_RMW,   /* destination := old; memory[address] := old `arithmetic` value (atomic) */
  OP_FENCE, /* order, scope; or a proxy fence, which has ORDER_WEAK, SCOPE_NONE and a proxy; a fence
             * of one location (the kernel's synchronize_srcu) has an address */
  OP_BARRIER, /* barrier_* below */
  OP_COMPUTE, /* destination := left `arithmetic` value */
  OP_BRANCH, /* if left `comparison` value then go to target; without a left operand (OPERAND_NONE):
                or not, as it likes */
  OP_GOTO,   /* go to target */
  OP_TX_BEGIN, /* a transaction runs from here to its COMMIT, again and again until it commits; what
                  an attempt that does */
  OP_TX_COMMIT, /* not commit has done, to registers too, is undone */
  OP_TX_ABORT,  /* ends the attempt: the transaction begins anew */
  OP_TX_CANCEL  /* ends the attempt, and the transaction: undone, it is left for target, behind its
                 * COMMIT.  COMMIT and CANCEL  count where a condition asks: destination := left
                 * `arithmetic` value */
};

/* What OP_RMW and OP_COMPUTE do with two operands. */
enum arithmetic {
  ARITHMETIC_MOVE, /* the second operand: a move, or an exchange */
  ARITHMETIC_ADD,
  ARITHMETIC_SUB,
  ARITHMETIC_MUL,
  ARITHMETIC_DIV, /* by zero gives zero */
  ARITHMETIC_AND,
  ARITHMETIC_OR,
  ARITHMETIC_XOR,
  ARITHMETIC_CAS, /* OP_RMW only: old == left ? value : old; writes always (PTX), unless may_fail or
                     must_succeed */
  ARITHMETIC_SHIFT_LEFT,
  ARITHMETIC_SHIFT_RIGHT, /* by 0 to 63; 0 for other distances */
  /* OP_RMW only: the larger or the smaller of two numbers in as many bytes as `left` says, with a
     sign or without */
  ARITHMETIC_MAX,
  ARITHMETIC_MIN,
  ARITHMETIC_MAX_UNSIGNED,
  ARITHMETIC_MIN_UNSIGNED,
  ARITHMETIC_EQ,
  ARITHMETIC_NE,
  ARITHMETIC_LT,
  ARITHMETIC_LE,
  ARITHMETIC_GT,
  ARITHMETIC_GE, /* 1 or 0 */
  /* The second operand in as many bytes as the first one says; an address, which has no bytes here,
     stays as it is. */
  ARITHMETIC_ZERO_EXTEND, /* those bytes, without a sign */
  ARITHMETIC_SIGN_EXTEND  /* those bytes, with a sign */
};

enum comparison { COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE, COMPARE_GT, COMPARE_GE };

enum operand_kind { OPERAND_NONE, OPERAND_CONSTANT, OPERAND_REGISTER, OPERAND_LOCATION };

struct operand {
  enum operand_kind kind;
  int64_t number; /* OPERAND_CONSTANT: the value; OPERAND_LOCATION: how far behind the location's
                     beginning */
  unsigned index; /* OPERAND_REGISTER: of this thread; OPERAND_LOCATION: the address itself */
};

static inline struct operand operand_constant(int64_t number) {
  return (struct operand){ .kind = OPERAND_CONSTANT, .number = number };
}

static inline struct operand operand_register(int index) {
  return (struct operand){ .kind = OPERAND_REGISTER, .index = (unsigned)index };
}

enum { NO_REGISTER = -1 };

struct instruction {
  enum opcode opcode;
  enum order order;
  enum scope scope;
  enum proxy proxy;
  enum arithmetic arithmetic;
  enum comparison comparison;
  unsigned size;   /* bytes of an access; 0 in the dialects whose accesses are as large as what they
                      name */
  int destination; /* a register of this thread, or NO_REGISTER */
  struct operand address; /* OPERAND_LOCATION; OPERAND_REGISTER where the dialect has pointers */
  struct operand left;    /* OP_BRANCH, OP_COMPUTE, CAS, MAX and its kin: see there */
  struct operand value;
  unsigned target; /* OP_BRANCH, OP_GOTO: an instruction; == length is the end of the thread */
  unsigned
      join;     /* OP_BRANCH: where its ways meet, beyond which nothing depends on it; 0: nowhere */
  bool selects; /* OP_BRANCH: chooses a value (CSEL): no branch for the memory model, whose ways
                   only move registers */
  unsigned unsequenced_from,
      unsequenced_until; /* C: in no order with these instructions (from 1; until: exclusive),
                          * the left operand of an operator whose right one this belongs to */
  bool sign_extends;     /* what an access has read has a sign in the register */
  bool exclusive; /* OP_LOAD: reserves; OP_STORE: only if it pairs with such a load; else 1 in
                     destination */
  bool whole;    /* OP_RMW: one memory operation (RISC-V's AMO): its read depends on what it stores,
                    too */
  bool may_fail; /* ARITHMETIC_CAS: no write where old != left, and then the read has fail_order;
                  * another operation: no write where old == left (atomic_add_unless) */
  bool
      must_succeed; /* ARITHMETIC_CAS: only executions in which old == left count (taking a lock) */
  enum order fail_order;
  bool barrier_arrives;      /* OP_BARRIER: arrive (does not wait) rather than sync */
  unsigned barrier_instance; /* the static instance: first number of `bar.cta.sync i, id, n` */
  struct operand barrier_id; /* the named resource; OPERAND_NONE where none was written */
  struct operand
      barrier_quorum; /* threads that complete it; OPERAND_NONE: every thread of the CTA */
  bool paired; /* may_fail: one compare-and-swap with the next instruction, which is of what lies
                * behind this one's: both write, or neither does (AArch64's CASP) */
  uint64_t tags,
      write_tags;     /* of the program's, a bit each; write_tags: of the write of an OP_RMW */
  uint64_t fail_tags; /* of a read after which there is no write (may_fail); 0: those in `tags` */
  unsigned line, column; /* where it stands in its file, from 1 */
};

/* What the type that a register or a location is declared with makes of the number in it: how many
 * bytes are shown, and whether they have a sign; bytes 0: all of it is.  What an assembly dialect
 * does not declare is supposed to be an int: 0xffffffff is -1, and what needs more than its 4 bytes
 * is shown as it is. */
struct type {
  unsigned char bytes;
  bool has_sign, is_supposed;
};

int64_t type_shows(struct type type, int64_t number);

/* What an access moves: its own bytes, which have no sign in memory; else what is declared for the
 * location. */
struct instruction;
struct location;
struct type type_moved(const struct instruction *access, const struct location *location);
/* The number as that type holds it. */
int64_t type_holds(struct type type, int64_t number);

struct location {
  char *name;
  int64_t initial;   /* initial value of the memory behind it */
  unsigned physical; /* the location whose memory this is: its own index, unless it is an alias */
  unsigned generic;  /* the location whose virtual address this is under the generic proxy (vloc) */
  enum proxy proxy;  /* the proxy named when it was declared; PROXY_GENERIC otherwise */
  uint64_t tags;     /* of its initial write, a bit each */
  unsigned size; /* bytes that were declared for it, or for an element; 0: none, or the dialect does
                    not count bytes */
  struct type type;  /* of it, or of an element */
  unsigned elements; /* of an array; 0: it is none */
  int64_t *contents; /* the initial values of the elements; NULL: `initial` is that of each */
};

struct reg {
  char *name;
  int64_t initial;
  struct type type;
};

/* Where a thread runs.  Ids are relative: CTA 0 of GPU 0 and CTA 0 of GPU 1 are different CTAs.
 * From the outside in: GPU (device), queue family, CTA (work-group), subgroup; the dialects that
 * lack a level leave it at 0. */
struct place {
  unsigned cta, gpu;
  unsigned family, subgroup;
};

struct thread {
  unsigned id; /* the number in its name: P3 is 3; threads stand in the order of the file */
  struct place place;
  struct reg *registers;
  unsigned register_count;
  struct instruction *instructions;
  unsigned length;
};

/* A cell whose final value is observed. */
struct observable {
  bool is_register;
  unsigned thread;  /* index of the thread, when is_register */
  unsigned index;   /* register of that thread, or location */
  unsigned element; /* of an array */
  struct type type;
  bool hidden; /* the filter alone names it: logs do not show it */
};

enum condition_kind {
  CONDITION_TRUE,
  CONDITION_FALSE,
  CONDITION_COMPARE,
  CONDITION_NOT,
  CONDITION_AND,
  CONDITION_OR,
  CONDITION_IMPLIES
};

struct term {
  bool is_constant;
  int64_t number;      /* when is_constant, */
  struct type type;    /* and of the other side */
  unsigned observable; /* index into program.observables otherwise */
};

struct condition {
  enum condition_kind kind;
  enum comparison comparison;       /* CONDITION_COMPARE */
  struct term left, right;          /* CONDITION_COMPARE */
  struct condition *first, *second; /* owned; NOT uses the first only */
};

enum quantifier { QUANTIFIER_EXISTS, QUANTIFIER_NOT_EXISTS, QUANTIFIER_FORALL };

/* Which accesses compute with what they move, in that they mask it: those of fewer than 8 bytes
 * (X86_64), and of those of 8 the plain loads, too (AArch64).  As in herd7. */
enum cutting { CUTS_NOTHING, CUTS_PARTS, CUTS_LOADS };

/* Which threads a barrier waits for, where it has a name or a quorum (litmus/barriers.h). */
enum barrier_reading { BARRIERS_BY_CTA, BARRIERS_BY_NAME };

/* A `key=value` line of the header, in the order of the file. */
struct header_field {
  char *key, *value;
  unsigned line;
};

struct program {
  char *name;
  char *dialect;  /* first word of the file: "PTX" */
  char *path;     /* where it was read from; "" for text in memory */
  char *text;     /* what was read there */
  char **remarks; /* the quoted header lines, without quotes */
  unsigned remark_count;
  struct header_field *fields;
  unsigned field_count;
  bool registers_are_events; /* dependencies pass through events of registers (AArch64's model asks
                                for them) */
  bool has_no_scopes;        /* nor has any test of its dialect */
  enum cutting cutting;
  enum barrier_reading barriers; /* which the user chooses, not the file */
  bool halves_in_order;          /* po has an edge between the halves of a read-modify-write of one
                                    instruction, too */
  const char
      *tags[TAGS_MAX]; /* names of tags.h, which its instructions and locations carry as bits */
  unsigned tag_count;
  char *own_tags[TAGS_MAX]; /* names that no other dialect has (LISA), which live as long as the
                               program */
  unsigned own_tag_count;
  struct location *locations;
  unsigned location_count;
  struct thread *threads;
  unsigned thread_count;
  uint64_t synchronises[THREADS_MAX]; /* the threads that the system makes this one synchronise with
                                         (Vulkan's ssw) */
  /* The cells that the condition, the filter and `locations [...]` name: registers first, by thread
   * and then by name, then locations by name (herd's order).  An outcome is one value for each, in
   * this order. */
  struct observable *observables;
  unsigned observable_count;
  enum quantifier quantifier;
  struct condition *condition; /* never NULL: a file without one gets CONDITION_TRUE under exists */
  struct condition *filter;    /* NULL where there is none: only executions that meet it count */
};

void program_free(struct program *program); /* NULL is fine */

/* The address of a location as a value, in the dialects that have such: larger than any number that
 * a test would write. */
static inline int64_t address_of(unsigned location) {
  return ((int64_t)0x7a11 << 44) + ((int64_t)location << 32);
}
/* The location that the value is an address in, or -1; and how far behind the location's beginning.
 */
static inline int location_at(const struct program *program, int64_t value, int64_t *offset) {
  int64_t from = (int64_t)((uint64_t)value - (uint64_t)address_of(0)),
          index = from >> 32; /* any value: it may wrap */
  *offset = from & 0xffffffff;
  return from >= 0 && index < program->location_count && *offset <= INT32_MAX ? (int)index : -1;
}
static inline bool is_address(int64_t value) {
  return value >= address_of(0) && value < address_of(LOCATIONS_MAX);
}
/* A value that threads hand on to each other in a ring, and none computes: it may be any, and is
 * equal to itself alone. */
static inline int64_t unknown_value(unsigned number) { return address_of(LOCATIONS_MAX) + number; }
static inline bool is_unknown(int64_t value) {
  return value >= address_of(LOCATIONS_MAX) && value < address_of(LOCATIONS_MAX + 1);
}
/* Has it no bytes that could be cut? */
static inline bool is_symbol(int64_t value) { return is_address(value) || is_unknown(value); }
/* What one step from element to element adds to an address: bytes where the dialect counts them. */
static inline unsigned location_stride(const struct location *location) {
  return location->size ? location->size : 1;
}

/* true when some thread runs transactions. */
bool program_has_transactions(const struct program *program);

/* true when some accesses may be to parts of locations: arrays, addresses inside a location,
 * accesses of two sizes, or of one that cuts values (1 or 2 bytes). */
bool program_has_parts(const struct program *program);

/* true when a goto or a branch goes backwards, so that unfolding needs a bound. */
bool program_has_loop(const struct program *program);
/* Has each of its loops an acquire, of a scope in which all of its threads are? */
bool program_loops_refresh(const struct program *program);

/* `left` op `right` on 64-bit values that wrap around; `expected` is used by ARITHMETIC_CAS alone.
 */
int64_t arithmetic_apply(enum arithmetic, int64_t left, int64_t right, int64_t expected);
bool comparison_apply(enum comparison, int64_t left, int64_t right);

/* The condition's truth in an outcome (observable_count values). */
bool condition_holds(const struct condition *condition, const int64_t *outcome);
/* May that be its truth, where only some of the values are decided? */
bool condition_may_be(bool truth, const struct condition *condition, const int64_t *outcome,
                      const bool *decided);

/* "x", or in an array "x[1]", or "x+4" where nothing lies at that distance. */
void memory_name(struct text *out, const struct program *program, unsigned location,
                 int64_t offset);

const char *order_name(enum order); /* "weak" "relaxed" "acquire" "release" "acq_rel" "sc" */
const char *scope_name(enum scope); /* "" "cta" "gpu" "sys" */
const char *proxy_name(enum proxy);
const char *arithmetic_name(enum arithmetic); /* "mov" "add" ... */
const char *comparison_name(enum comparison); /* "==" ... */

#endif
