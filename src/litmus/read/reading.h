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
  struct span location_read[LOCATIONS_MAX];              /* its first read */
  bool register_known[THREADS_MAX][REGISTERS_MAX];       /* declared or written */
  struct span register_read[THREADS_MAX][REGISTERS_MAX]; /* its first read */
  struct sparse
      instruction_start; /* thread * INSTRUCTIONS_MAX + instruction -> offset in the text */
  struct sparse observable_index; /* cell -> observable + 1 */
  bool in_filter;                 /* the filter is being read */
  unsigned term_count;            /* comparisons read so far */
  size_t position_at;             /* the offset that line and column are of */
  unsigned line, column;
};

/* The array, with room for one more item; it grows by doubling. */
void *reader_grown(void *items, unsigned count, size_t size);

/* Each returns an index, or -1 with a message; the reader_find_ functions without one. */
int reader_find_location(const struct reader *reader, struct span name);
int reader_location(struct reader *reader, struct span name);
int reader_declare_location(struct reader *reader, struct span name);
/* Declares it unless it is declared. */
int reader_known_location(struct reader *reader, struct span name);
/* A location in the code, which starts at 0 where nothing declares it. */
int reader_address(struct reader *reader, struct span name, bool writes);
/* Every location is declared, written, or named by two loads. */
bool reader_check_locations(struct reader *reader);

enum register_use { REGISTER_READ, REGISTER_WRITTEN, REGISTER_DECLARED };
int reader_find_register(const struct reader *reader, unsigned thread, struct span name);
int reader_register(struct reader *reader, unsigned thread, struct span name,
                    enum register_use use);
/* A register of the reader's own. */
int reader_own_register(struct reader *reader, unsigned thread, const char *name,
                        enum register_use use);
/* Every register that is read is also written or declared. */
bool reader_check_registers(struct reader *reader);

/* Reads a thread and its colon, "P1:" or "1:", where one comes next. */
bool reader_accept_thread(struct cursor *cursor, int64_t *id, struct span *span);

/* The bit of a tag in the program, which gets the tag if it lacks it.  A name that litmus/tags.h
 * does not know must outlive the program.  reader_tags: names of litmus/tags.h, and base names of
 * memory models ("A", "F", "ACQ", "REL"), between blanks. */
uint64_t reader_tag(struct reader *reader, const char *name);
uint64_t reader_tags(struct reader *reader, const char *names);

/* The type that the word names, of those that assembly dialects declare locations with, or of C's;
 * NULL: none.  A type with 0 bytes says nothing of the size (void, const, struct). */
const struct type *type_in_assembly(const struct cursor *cursor, struct span word);
const struct type *type_in_c(const struct cursor *cursor, struct span word);

/* ---- code: instructions, labels, jumps, transactions ---- */

/* Line and column of an offset; linear over all calls as long as offsets ascend. */
void reader_position(struct reader *reader, size_t offset, unsigned *line, unsigned *column);

/* Appends thread P`id`, a CTA of its own on one GPU; false if there is such a one, or too many. */
bool reader_thread(struct reader *reader, int64_t id, struct span span);
/* Appends an instruction to a thread; NULL where it has too many. */
struct instruction *reader_instruction(struct reader *reader, unsigned thread, struct span span);

/* Reads a level of a thread's place, "cta 0": its word, or fails with `missing`; and a number up to
 * `most`, called `what` in messages. */
bool reader_level(struct cursor *cursor, const char *word, const char *missing, int64_t most,
                  const char *what, unsigned *number);

/* Labels before the next instruction of the thread. */
bool reader_labels(struct reader *reader, unsigned thread);
/* The label that the last instruction of the thread jumps to; reader_resolve_jumps fills in its
 * target. */
bool reader_jump(struct reader *reader, unsigned thread);
bool reader_resolve_jumps(struct reader *reader);

/* Checks the places of the markers of transactions, once the targets of all jumps are known. */
bool transactions_check(struct reader *reader);
/* Makes the register "commits" or "cancels" that a condition names, and lets the thread's markers
 * count in it.  true for other names; false: the code writes that register. */
bool transactions_count(struct reader *reader, unsigned thread, struct span name);

#endif
