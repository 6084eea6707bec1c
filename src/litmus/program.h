/* The program IR: a litmus test in a form that does not depend on its dialect.
 *
 * The axiomatic side unfolds a program into events; the machine side lowers it into the requests of
 * its cores (DESIGN.md, decision 1).  A dialect's reader fills it in.  Indices of threads,
 * registers, locations and instructions are positions in the arrays below, and hold for the life of
 * the program. */
#ifndef LITMUS_PROGRAM_H
#define LITMUS_PROGRAM_H

#include "base/text.h"
#include "litmus/value.h"

enum {
  THREADS_MAX = 64,       /* threads of a program */
  REGISTERS_MAX = 64,     /* registers of a thread */
  INSTRUCTIONS_MAX = 256, /* instructions of a thread */
  TAGS_MAX = 64           /* tags of a program */
};

/* ---- conditions over observed cells: trees of comparisons ---- */

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
  int64_t number;      /* of a constant */
  struct type type;    /* of the other side, when is_constant */
  unsigned observable; /* index into the program's observables, of a cell */
};

struct condition {
  enum condition_kind kind;
  enum comparison comparison; /* of CONDITION_COMPARE, with the two terms */
  struct term left, right;
  struct condition *first, *second; /* owned; NOT uses the first only */
};

/* ---- code ---- */

/* Memory order of an operation, weakest first. */
enum order { ORDER_WEAK, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_ACQ_REL, ORDER_SC };

/* Scope of an operation; weak accesses mostly have none.  The states of machines hold the numbers
 * up to SCOPE_SYSTEM, narrowest first.  Machines widen SCOPE_CLUSTER, which is between CTA and GPU.
 */
enum scope { SCOPE_NONE, SCOPE_CTA, SCOPE_GPU, SCOPE_SYSTEM, SCOPE_CLUSTER };

/* The path by which an access reaches memory (PTX 7.5); PROXY_ALIAS only on fences. */
enum proxy { PROXY_GENERIC, PROXY_TEXTURE, PROXY_SURFACE, PROXY_CONSTANT, PROXY_ALIAS };

enum opcode {
  OP_NOP,     /* nothing; the target of a label at the end of a thread */
  OP_LOAD,    /* destination := memory[address] */
  OP_STORE,   /* memory[address] := value */
  OP_RMW,     /* destination := old; memory[address] := old `arithmetic` value (atomic) */
  OP_FENCE,   /* a proxy fence has ORDER_WEAK, SCOPE_NONE and a proxy; a fence of one location (the
               * kernel's synchronize_srcu) has an address */
  OP_BARRIER, /* barrier_* below */
  OP_COMPUTE, /* destination := left `arithmetic` value */
  OP_BRANCH,  /* to target if left `comparison` value; without a left operand it may do either */
  OP_GOTO,    /* to target */
  /* A transaction runs from BEGIN to COMMIT, again and again until it commits.  An attempt that
   * does not commit is undone, registers included.  COMMIT and CANCEL count where a condition asks
   * for it: destination := left `arithmetic` value. */
  OP_TX_BEGIN,
  OP_TX_COMMIT,
  OP_TX_ABORT, /* ends the attempt: the transaction begins anew */
  OP_TX_CANCEL /* ends the transaction, undone: the thread goes on at target, behind its COMMIT */
};

enum operand_kind { OPERAND_NONE, OPERAND_CONSTANT, OPERAND_REGISTER, OPERAND_LOCATION };

struct operand {
  enum operand_kind kind;
  int64_t number; /* of a constant; of a location: the distance from its beginning */
  unsigned index; /* of the register in its thread, or of the location (its address) */
};

static inline struct operand operand_none(void) { return (struct operand){ .kind = OPERAND_NONE }; }

static inline struct operand operand_constant(int64_t number) {
  return (struct operand){ .kind = OPERAND_CONSTANT, .number = number };
}

static inline struct operand operand_register(int index) {
  return (struct operand){ .kind = OPERAND_REGISTER, .index = (unsigned)index };
}

static inline struct operand operand_location(int index) {
  return (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)index };
}

enum { NO_REGISTER = -1 };

struct instruction {
  enum opcode opcode;
  enum order order;
  enum scope scope;
  enum proxy proxy;
  enum arithmetic arithmetic;
  enum comparison comparison;
  unsigned size;          /* bytes of an access; 0 in dialects that do not count bytes */
  int destination;        /* a register of this thread, or NO_REGISTER */
  struct operand address; /* a location, or a register in dialects with pointers */
  struct operand left;    /* OP_BRANCH, OP_COMPUTE; of CAS, MAX and the like: `expected` */
  struct operand value;
  unsigned target; /* OP_BRANCH, OP_GOTO: an instruction, or length: the end of the thread */
  unsigned join;   /* OP_BRANCH: where its two ways meet and dependencies end; 0: nowhere */
  bool selects;    /* OP_BRANCH: chooses a value (CSEL), which is no branch to memory models */
  unsigned unsequenced_from;  /* C: first instruction, counted from 1, of the left operand that */
  unsigned unsequenced_until; /* this one is unordered with; and the one behind its last */
  bool sign_extends;          /* the value that was read has a sign in the register */
  bool exclusive;             /* a load reserves; a store needs such a load, and else writes 1 to
                               * destination */
  bool reduces;               /* OP_RMW: a reduction (PTX red), which returns nothing */
  bool whole;        /* OP_RMW: one memory operation (RISC-V's AMO), whose read depends on its data
                      * too */
  bool may_fail;     /* CAS: no write where old != left; other RMW: none where old == left */
  bool must_succeed; /* CAS: only executions with old == left count (taking a lock) */
  enum order fail_order;         /* of the read, after which there is no write */
  bool barrier_arrives;          /* OP_BARRIER: arrives without waiting */
  bool barrier_waits;            /* OP_BARRIER: waits for the round of the thread's last arrival */
  bool barrier_of_cluster;       /* OP_BARRIER: of the cluster's threads (PTX barrier.cluster) */
  bool barrier_combines;         /* OP_BARRIER: of bar.red, whose threads count before it */
  unsigned barrier_instance;     /* the first number of `bar.cta.sync i, id, n` */
  struct operand barrier_id;     /* the named resource; OPERAND_NONE: none */
  struct operand barrier_quorum; /* threads that complete it; OPERAND_NONE: all of the CTA */
  bool paired;           /* may_fail: writes if and only if the next instruction, a CAS of the
                          * neighbouring address, does (AArch64's CASP) */
  uint64_t tags;         /* bits of program.tags; of an OP_RMW: of its read */
  uint64_t write_tags;   /* of the write of an OP_RMW */
  uint64_t fail_tags;    /* of a read without a write (may_fail); 0: those in `tags` */
  unsigned line, column; /* in the file, from 1 */
};

struct location {
  char *name;
  int64_t initial;   /* initial value of the memory behind it */
  unsigned physical; /* the location that owns this memory: its own index, unless it is an alias */
  unsigned generic;  /* the location with this virtual address under the generic proxy (vloc) */
  enum proxy proxy;  /* the proxy named when it was declared; PROXY_GENERIC otherwise */
  uint64_t tags;     /* of its initial write, a bit each */
  unsigned size;     /* declared bytes of it, or of an element; 0: not declared */
  struct type type;  /* of it, or of an element */
  unsigned elements; /* of an array; 0: no array */
  int64_t *contents; /* initial values of the elements; NULL: `initial` for each */
};

struct reg {
  char *name;
  int64_t initial;
  struct type type;
};

/* Where a thread runs, from the outside in: GPU (device), queue family, cluster, CTA (work-group),
 * subgroup.  Numbers are relative: CTA 0 of GPU 0 is not CTA 0 of GPU 1.  Levels that a dialect
 * lacks are 0. */
struct place {
  unsigned cta, cluster, gpu;
  unsigned family, subgroup;
};

static inline bool place_same_cluster(const struct place *a, const struct place *b) {
  return a->cluster == b->cluster && a->gpu == b->gpu;
}

static inline bool place_same_cta(const struct place *a, const struct place *b) {
  return a->cta == b->cta && place_same_cluster(a, b);
}

/* EACH_INSTRUCTION(program, t, k, i) statement: for each instruction i, which is number k of thread
 * t. `continue` works in the statement; `break` does not. */
#define EACH_INSTRUCTION(program, t, k, i)                      \
  for (unsigned t = 0; t < (program)->thread_count; t++)        \
    for (unsigned k = 0; k < (program)->threads[t].length; k++) \
      for (const struct instruction *i = &(program)->threads[t].instructions[k]; i; i = NULL)

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
  unsigned thread;  /* index of the thread, of a register */
  unsigned index;   /* register of that thread, or location */
  unsigned element; /* of an array */
  struct type type;
  bool hidden;    /* from logs: only the filter names it */
  unsigned whole; /* elements of the array that is observed, and shown, as a whole: v={3,2}; or 0 */
  unsigned part;  /* the number of this one in that array */
};

enum quantifier { QUANTIFIER_EXISTS, QUANTIFIER_NOT_EXISTS, QUANTIFIER_FORALL };

/* Accesses that mask the value they move, as in herd7.  X86_64 masks those of fewer than 8 bytes,
 * AArch64 also plain loads of 8 bytes. */
enum cutting { CUTS_NOTHING, CUTS_PARTS, CUTS_LOADS };

/* Which threads a barrier with a name or a quorum waits for (litmus/barriers.h). */
enum barrier_reading { BARRIERS_BY_CTA, BARRIERS_BY_NAME };

/* A `key=value` line of the header, in the order of the file. */
struct header_field {
  char *key, *value;
  unsigned line;
};

struct program {
  char *name;
  char *dialect;        /* first word of the file: "PTX" */
  char *path;           /* of the file; "" for text in memory */
  char *text;           /* the file as read */
  struct text warnings; /* of its reader, a line each */
  char **remarks;       /* the quoted header lines, without quotes */
  unsigned remark_count;
  struct header_field *fields;
  unsigned field_count;
  char **notes; /* what its user should know: sentences without a period */
  unsigned note_count;
  char
      *beyond; /* PTX: the first form that ptxas would refuse, with its line; NULL: there is none */
  const struct code_printer *printer; /* prints its code (litmus/printer.h) */
  bool registers_are_events;          /* dependencies pass through events of registers (AArch64) */
  bool has_no_scopes;                 /* neither has any test of its dialect */
  enum cutting cutting;
  enum barrier_reading barriers; /* the user's choice, not the file's */
  bool halves_in_order;          /* po leads from the read to the write of an OP_RMW */
  const char *tags[TAGS_MAX]; /* names of tags.h; instructions and locations carry them as bits */
  unsigned tag_count;
  char *own_tags[TAGS_MAX]; /* names of tags that only this program has (LISA); owned */
  unsigned own_tag_count;
  struct location *locations;
  unsigned location_count;
  struct thread *threads;
  unsigned thread_count;
  uint64_t synchronises[THREADS_MAX]; /* threads that each one synchronises with (Vulkan's ssw) */
  /* The cells that the condition, the filter and `locations [...]` name, in herd's order: registers
   * by thread and name, then locations by name.  An outcome has one value for each. */
  struct observable *observables;
  unsigned observable_count;
  enum quantifier quantifier;
  struct condition *condition; /* never NULL: CONDITION_TRUE under exists where the file has none */
  struct condition *filter;    /* NULL, or only executions that meet it count */
};

void program_free(struct program *program);                    /* NULL is fine */
int program_thread(const struct program *program, int64_t id); /* index of thread P`id`, or -1 */

/* The location that contains the address `value`, and the offset in it; -1 for other values. */
static inline int location_at(const struct program *program, int64_t value, int64_t *offset) {
  int64_t from = (int64_t)((uint64_t)value - (uint64_t)address_of(0)),
          index = from >> 32; /* any value: it may wrap */
  *offset = from & 0xffffffff;
  return from >= 0 && index < program->location_count && *offset <= INT32_MAX ? (int)index : -1;
}

/* The distance of two elements as addresses count it: in bytes, or 1 in dialects that do not. */
static inline unsigned location_stride(const struct location *location) {
  return location->size ? location->size : 1;
}

/* The type of the value that an access moves: its own bytes, unsigned, or the location's type. */
struct type type_moved(const struct instruction *access, const struct location *location);

bool program_has_transactions(const struct program *program);
/* true when some operation names the scope of a cluster, or a barrier is one of a cluster. */
bool program_has_cluster_scope(const struct program *program);
bool program_has_cluster_barrier(const struct program *program);
/* true when accesses may be to parts of locations: arrays, addresses inside a location, accesses of
 * two sizes, or of 1 or 2 bytes. */
bool program_has_parts(const struct program *program);
/* true when a jump goes backwards, so that unfolding needs a bound. */
bool program_has_loop(const struct program *program);
/* true when each of its loops has an acquire of a scope that contains all threads. */
bool program_loops_refresh(const struct program *program);

const char *order_name(enum order); /* "weak" "relaxed" "acquire" "release" "acq_rel" "sc" */
const char *scope_name(enum scope); /* "" "cta" "cluster" "gpu" "sys" */
const char *proxy_name(enum proxy);
/* "x", or in an array "x[1]", or "x+4" where no element begins at that distance. */
void memory_name(struct text *out, const struct program *program, unsigned location,
                 int64_t offset);
/* How many cells from observable `first` on are one array, observed as a whole; 0: it is no such.
 */
unsigned observable_array(const struct program *program, unsigned first);
void observable_array_name(struct text *out, const struct program *program,
                           const struct observable *cell); /* "v" */
/* "P1:r0" or "1:r0" for a register (`thread_mark`: "P" or ""); "[x]" or "x[1]" for a location. */
void observable_name(struct text *out, const struct program *program, const struct observable *cell,
                     const char *thread_mark);

#endif
