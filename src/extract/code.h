/* The code of a thread of the test while it is made: lines, whose names are chosen at the end. */
#ifndef EXTRACT_CODE_H
#define EXTRACT_CODE_H

#include <stdint.h>
#include "base/diagnostic.h"
#include "base/vector.h"

enum piece_kind {
  PIECE_TEXT,
  PIECE_READ,   /* of a register: its number in the steps */
  PIECE_WRITE,  /* the same */
  PIECE_ADDRESS /* an object and an offset */
};

struct piece {
  enum piece_kind kind;
  char *text;
  unsigned index;
  int64_t offset;
};

enum code_kind {
  CODE_PLAIN,
  CODE_LABEL, /* where the block begins */
  CODE_JUMP,  /* to the block */
  CODE_BRANCH /* the same, with pieces for the predicate */
};

struct code_line {
  enum code_kind kind;
  VECTOR(struct piece) pieces;
  unsigned block; /* END_BLOCK: the end of the thread */
  bool computes;  /* it only writes registers */
  bool copies;    /* and that is one, from another */
  bool is_guarded;
  bool loads, joins; /* it reads memory; it reads and writes memory */
};
enum { END_BLOCK = UINT32_MAX };

struct code {
  VECTOR(struct code_line) lines;
};

/* Adds a line, to which the functions below add pieces. */
struct code_line *code_add(struct code *code, enum code_kind kind);
void code_text(struct code_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void code_register(struct code_line *line, enum piece_kind kind, unsigned index);
void code_address(struct code_line *line, unsigned object, int64_t offset);

/* Whether a line of the code reads the register. */
bool code_reads(const struct code *code, unsigned index);
/* Leaves out computations that no line reads, labels that nothing names, and jumps to the next
 * line or to a jump. */
void code_tidy(struct code *code);
unsigned code_instructions(const struct code *code);
void code_clear(struct code *code);

#endif
