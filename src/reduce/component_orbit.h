/* Orbits of component states.
 *
 * A component state is a content in its place: of a slot, or of a cluster.  An orbit keeps one
 * table for all its members: the image of the first member under each permutation.
 *
 * Each member m is stored as a permutation h with m = h(first).  Then g(m) = g(h(first)), the image
 * of the first member under a product.  So one table per orbit suffices, and only the generators
 * are applied to members. */
#ifndef REDUCE_COMPONENT_ORBIT_H
#define REDUCE_COMPONENT_ORBIT_H

#include "machine/machine_private.h"
#include "reduce/symmetry.h"

/* A content in its place, and its terms in the sums of orbit.c. */
struct orbit_member {
  uint64_t what;  /* place << 32 | content */
  uint64_t share; /* term of a state's sum */
  uint32_t mixed; /* term of signatures: a hash of the share */
};

static inline uint64_t in_place(unsigned place, uint32_t content) {
  return (uint64_t)place << 32 | content;
}
static inline unsigned place_of(uint64_t what) { return (unsigned)(what >> 32); }
static inline uint32_t content_of(uint64_t what) { return (uint32_t)what; }

struct component_orbit {
  const struct orbit_member *members;
  const signature_t *signature; /* of the first member; NULL without signatures */
  uint16_t which[];             /* [permutation]: the image of the first member */
};

/* A member of an orbit. */
struct related {
  const struct component_orbit *orbit;
  const uint16_t *then; /* symmetry_product_row of `by` */
  unsigned by;          /* the permutation that leads from the first member to this one */
};

/* How component states of one sort are permuted. */
struct orbit_source {
  const struct machine *machine;
  struct memo *memo;
  uint64_t purpose; /* key of this sort in the memo */
  /* The image of a content in its place. */
  uint64_t (*permuted)(const struct orbit_source *source, unsigned permutation, uint64_t what);
  /* Fills a member's `share` and `mixed`. */
  void (*fill)(const struct orbit_source *source, struct orbit_member *member);
  const void *context;
};

/* The orbit of a content in its place; it lives as long as the machine. */
const struct related *component_orbit_compute(const struct orbit_source *source, uint64_t what);

static inline const struct related *component_orbit_of(const struct orbit_source *source,
                                                       uint64_t what) {
  uint64_t known = memo_find(source->memo, what, source->purpose);
  return known ? (const struct related *)(uintptr_t)known : component_orbit_compute(source, what);
}

/* The image under a permutation of the member with row `then`. */
static inline const struct orbit_member *component_orbit_image(const struct component_orbit *orbit,
                                                               const uint16_t *then,
                                                               unsigned permutation) {
  return &orbit->members[orbit->which[then[permutation]]];
}

/* The orbit of a slot's content; it lives as long as the machine. */
const struct related *slot_orbit(const struct machine *machine, unsigned slot, uint32_t content);

/* Writes a member's signature, a term of a state's. */
void component_orbit_sign(const struct symmetry *symmetry, const struct related *related,
                          signature_t *signature);

#endif
