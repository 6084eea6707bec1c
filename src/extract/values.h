/* Values of operands during a walk, and instructions that are emitted. */
#ifndef EXTRACT_VALUES_H
#define EXTRACT_VALUES_H

#include "extract/walk.h"

/* Records a failure at the place in the file; false. */
#define walk_fail(walk, ...) \
  diagnostic_at((walk)->extraction->error, &(walk)->extraction->module->source, __VA_ARGS__)

static inline struct value value_known(uint64_t number) {
  return (struct value){ .kind = VALUE_KNOWN, .number = number };
}

/* The line of a step in the file. */
unsigned walk_line(const struct walk *walk, unsigned step);
/* The value of an operand that is no list; false with a diagnostic. */
bool walk_value(struct walk *walk, const struct ptx_operand *operand, struct value *value);
/* Fails since a value is no number and not loaded: an address, or lost. */
bool walk_refuse_value(struct walk *walk, struct span span, struct value value);

/* Begins a line for the step, with its guard. */
struct code_line *walk_line_begin(struct walk *walk);
/* The mnemonic without hints for caches. */
void walk_add_mnemonic(struct walk *walk, struct code_line *line);
/* Adds a number as its type shows it. */
void walk_add_number(struct code_line *line, struct scalar type, uint64_t number);
/* Adds an operand that is read: a number or a register; false with a diagnostic. */
bool walk_add_source(struct walk *walk, struct code_line *line, const struct ptx_operand *operand);
/* Adds operands `from` to the last, all read. */
bool walk_add_sources(struct walk *walk, struct code_line *line, unsigned from, unsigned end);

/* Emits a move of a known value into its register, which counts as loaded from then on. */
void walk_materialise(struct walk *walk, unsigned index);
/* Before a line that writes the register under a loaded guard: its old value must be there. */
void walk_before_write(struct walk *walk, unsigned index);
/* The register gets a value that needs no line; with a loaded guard a known one needs one. */
void walk_assign(struct walk *walk, unsigned index, struct value value);
/* It gets what the line for this step puts there. */
void walk_assign_loaded(struct walk *walk, unsigned index);

#endif
