/* The modifiers of a PTX mnemonic.
 *
 * A mnemonic is a word and a set of modifiers.  ptxas takes modifiers in any order, and so does
 * this reader.  Sections are those of "Parallel Thread Execution ISA" 9.1. */
#ifndef LITMUS_READ_PTX_PARTS_H
#define LITMUS_READ_PTX_PARTS_H

#include "litmus/read/assembly.h"

struct ptx_type {
  unsigned bytes; /* 0: none was written */
  bool has_sign, is_float, is_predicate, is_bits;
};

/* true when the mnemonic has this modifier, which then counts as understood. */
bool ptx_has(struct assembling *a, const char *word);
/* true when it has this modifier, understood or not. */
bool ptx_names(const struct assembling *a, const char *word);
bool ptx_names_space(const struct assembling *a);
/* The modifier of that name, or the whole mnemonic. */
struct span ptx_part(const struct assembling *a, const char *word);
/* Fails at the whole mnemonic. */
bool ptx_fail(const struct assembling *a, const char *text);
/* The type of that name, NULL: none. */
const struct ptx_type *ptx_type_named(const struct cursor *cursor, struct span word);
/* The first type that is not understood yet; bytes 0 where there is none.  false: it is refused. */
bool ptx_take_type(struct assembling *a, struct ptx_type *type);
/* Takes the state space; false for one that no test can have. */

bool ptx_take_space(struct assembling *a);
/* Takes the scope; SCOPE_NONE where none is written. */
bool ptx_take_scope(struct assembling *a, enum scope *scope);
/* Fails, since the order needs a scope. */
bool ptx_miss_scope(const struct assembling *a);
/* true when it has a type, a state space or an address in brackets, as all that ptxas takes. */
bool ptx_is_typed(const struct assembling *a);
/* Fails at a modifier that was not understood. */
bool ptx_all_understood(struct assembling *a);
/* Fails where a modifier belongs to a feature that this reader lacks. */
bool ptx_refuse_features(struct assembling *a);
/* Notes that ptxas would refuse this; `instead` says what PTX has.  true. */
bool ptx_beyond(struct assembling *a, const char *instead);

#endif
