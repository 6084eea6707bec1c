/* Of the memory models that the tests do not refute for a machine: which say the most?  And what
 * refutes the others? */
#ifndef VERIFY_MODEL_STRENGTH_H
#define VERIFY_MODEL_STRENGTH_H

#include "verify/matrix.h"
#include "run/suite.h"

/* Does a machine of column `setting` satisfy the memory model on every test?  The matrix must hold
 * it to all. */
bool model_strength_satisfied(const struct matrix *matrix, unsigned setting, unsigned model);
/* Satisfied, and no other satisfied model implies it without being implied by it. */
bool model_strength_is_strongest(const struct matrix *matrix, unsigned setting, unsigned model);
/* The smallest test on which the machine reaches what the memory model forbids; NULL: there is
 * none. */
const struct test *model_strength_refuted_by(const struct matrix *matrix, unsigned setting,
                                             unsigned model);
/* Refuted, and it implies no other refuted model without being implied by it: a next stronger one.
 */
bool model_strength_is_weakest_refuted(const struct matrix *matrix, unsigned setting,
                                       unsigned model);

#endif
