/* Private to src/kit: what permutations make of each other.
 *
 * What can be permuted is a content in its place: of a slot, or of a cluster.  All that
 * permutations make of one are its kin, and a kin keeps a table for all its members together: by
 * permutation, which member that one makes of the first of them.  A member is known as what some
 * permutation makes of the first; so what a second one makes of the member is what both together
 * make of the first.  Hence a member needs no table of its own, and is permuted by as few
 * permutations as generate all. */
#ifndef KIT_COMPONENT_ORBIT_H
#define KIT_COMPONENT_ORBIT_H

#include "machine/machine_private.h"
#include "reduce/symmetry.h"

/* A content in its place, the place above the content; and what it says in sums (orbit.c). */
struct orbit_member {
  uint64_t what, share;
  uint32_t mixed;
};

static inline uint64_t in_place(unsigned place, uint32_t content) {
  return (uint64_t)place << 32 | content;
}
static inline unsigned place_of(uint64_t what) { return (unsigned)(what >> 32); }
static inline uint32_t content_of(uint64_t what) { return (uint32_t)what; }

struct component_orbit {
  const struct orbit_member *members;
  const signature_t *signature; /* of the first, if signatures are asked for */
  uint16_t which[];             /* by permutation */
};

/* A member, as what a permutation, `by`, makes of the first; with the row of what that one and then
 * each other are together. */
struct related {
  const struct component_orbit *kin;
  const uint16_t *then;
  unsigned by;
};

/* How contents of one sort are permuted: what a permutation makes of one, and what a member says.
 */
struct orbit_source {
  const struct machine *machine;
  struct memo *memo;
  uint64_t purpose; /* its own in the memo */
  uint64_t (*permuted)(const struct orbit_source *kinship, unsigned permutation, uint64_t what);
  void (*say)(const struct orbit_source *kinship, struct orbit_member *member);
  const void *context;
};

/* Whose kin it is; lives as long as the machine. */
const struct related *component_orbit_compute(const struct orbit_source *kinship, uint64_t what);

static inline const struct related *component_orbit_of(const struct orbit_source *kinship,
                                                       uint64_t what) {
  uint64_t known = memo_find(kinship->memo, what, kinship->purpose);
  return known ? (const struct related *)(uintptr_t)known : component_orbit_compute(kinship, what);
}

static inline const struct orbit_member *component_orbit_image(const struct component_orbit *kin,
                                                               const uint16_t *then,
                                                               unsigned permutation) {
  return &kin->members[kin->which[then[permutation]]];
}

/* Of a slot's content (orbit.c). */
const struct related *slot_orbit(const struct machine *machine, unsigned slot, uint32_t content);

/* A member's signature. */
void component_orbit_sign(const struct symmetry *symmetry, const struct related *related,
                          signature_t *signature);

#endif
