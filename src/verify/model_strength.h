/* The strongest memory models that a machine satisfies on the tests, and the weakest that it
 * refutes. */
#ifndef VERIFY_MODEL_STRENGTH_H
#define VERIFY_MODEL_STRENGTH_H

#include "run/suite.h"
#include "verify/matrix.h"

/* Does the machine of column `setting` satisfy the model on every test? The matrix must ask all
 * models. */
bool model_strength_satisfied(const struct matrix *matrix, unsigned setting, unsigned model);
/* Satisfied, and no strictly stronger model is. */
bool model_strength_is_strongest(const struct matrix *matrix, unsigned setting, unsigned model);
/* The smallest test on which the machine reaches an outcome that the model forbids; NULL: there
 * is none. */
const struct test *model_strength_refuted_by(const struct matrix *matrix, unsigned setting,
                                             unsigned model);
/* Refuted, and no strictly weaker model is. */
bool model_strength_is_weakest_refuted(const struct matrix *matrix, unsigned setting,
                                       unsigned model);

#endif
