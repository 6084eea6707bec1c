/* The permutations of a machine as a group: products, inverses, generators. */
#ifndef REDUCE_SYMMETRY_GROUP_H
#define REDUCE_SYMMETRY_GROUP_H

#include "reduce/symmetry.h"

/* Completes a symmetry that has its permutations.  `counts`: the number of arrangements of threads,
 * of lines and of values. */
void symmetry_make_group(struct machine *machine, struct symmetry *symmetry,
                         const unsigned *counts);
void symmetry_free_group(struct symmetry *symmetry);
/* The product: `p`, then `q`. */
unsigned symmetry_product(const struct symmetry *symmetry, unsigned p, unsigned q);
unsigned symmetry_inverse(const struct symmetry *symmetry, unsigned p);
/* The products of `p` and then each permutation, by number.  They live as long as the machine. */
const uint16_t *symmetry_product_row(const struct machine *machine, unsigned p);

/* A subgroup by its generators.  At first it has only the identity. */
struct subgroup {
  const struct symmetry *symmetry;
  bool *reached;            /* [permutation] */
  struct follower *members; /* in the order of discovery */
  unsigned count, generator_count;
  uint16_t generators[GENERATORS_MAX];
};
void symmetry_subgroup_begin(struct subgroup *subgroup, const struct symmetry *symmetry);
/* Adds a generator.  false: it was a member already. */
bool symmetry_subgroup_add(struct subgroup *subgroup, unsigned permutation);
void symmetry_subgroup_end(struct subgroup *subgroup);

#endif
