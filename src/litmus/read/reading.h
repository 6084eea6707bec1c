/* The state of a read in progress, which all parts of the readers share: the names of a test, and
 * the code of its threads. */
#ifndef LITMUS_READ_READING_H
#define LITMUS_READ_READING_H

#include "base/sparse.h"
#include "base/vector.h"
#include "litmus/read/dialect.h"

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
  bool location_pointed[LOCATIONS_MAX];                  /* the initial state names its address */
  struct span location_read[LOCATIONS_MAX];              /* its first read */
  bool register_known[THREADS_MAX][REGISTERS_MAX];       /* declared or written */
  struct span register_read[THREADS_MAX][REGISTERS_MAX]; /* its first read */
  struct sparse
      instruction_start; /* thread * INSTRUCTIONS_MAX + instruction -> offset in the text */
  struct sparse observable_index; /* cell -> observable + 1 */
  bool in_filter;                 /* the filter is being read */
  bool has_types;                 /* PTX: the code or the initial state names types */
  bool is_asked;                  /* a condition of the command line is being read */
  unsigned term_count;            /* comparisons read so far */
  size_t position_at;             /* the offset that line and column are of */
  unsigned line, column;
};

enum register_use { REGISTER_READ, REGISTER_WRITTEN, REGISTER_DECLARED };

#endif
