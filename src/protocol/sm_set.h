/* Sets of SMs, or of GPMs: the fields `sharers` and `held` of struct line.
 *
 * A set has one bit for each member.  Tables touch these fields by the functions below alone; `= 0`
 * empties a set, == and != compare two.  scripts/sm-sets checks it.
 *
 * Proofs for any number of SMs (docs/proving.md) need hubs that treat SMs alike.  These functions
 * depend on which SMs are members.  Only sm_set_count depends on their number, and only
 * sm_set_first and the order of SM_SET_EACH on their indices. */
#ifndef PROTOCOL_SM_SET_H
#define PROTOCOL_SM_SET_H

#include <stdbool.h>
#include <stdint.h>
#include "protocol/controller_state.h"

/* Blames the row that runs, since its action asks for an SM that no set can hold. */
void sm_set_beyond(void);

/* The set of one SM; of NO_ONE: the empty set. */
static inline uint8_t sm_set_of(unsigned sm) {
  if (sm < CORES_MAX) return (uint8_t)(1u << sm);
  if (sm != NO_ONE) sm_set_beyond();
  return 0;
}

static inline bool sm_set_is_empty(uint8_t set) { return !set; }
static inline bool sm_set_has(uint8_t set, unsigned sm) { return (set & sm_set_of(sm)) != 0; }

static inline uint8_t sm_set_union(uint8_t a, uint8_t b) { return a | b; }
/* All members but `sm`. */
static inline uint8_t sm_set_without(uint8_t set, unsigned sm) {
  return set & (uint8_t)~sm_set_of(sm);
}

static inline void sm_set_add(uint8_t *set, unsigned sm) {
  *set = sm_set_union(*set, sm_set_of(sm));
}
static inline void sm_set_remove(uint8_t *set, unsigned sm) { *set = sm_set_without(*set, sm); }

/* The smallest member; of the empty set CORES_MAX.  Only for sets of at most one member, since it
 * favours an SM among more. */
static inline unsigned sm_set_first(uint8_t set) {
  return (unsigned)__builtin_ctz(set | 1u << CORES_MAX);
}
/* The number of members.  A record that counts is refused by --sms any: its
 * `promises.sms_not_alike` says so. */
static inline int sm_set_count(uint8_t set) { return __builtin_popcount(set); }

/* Runs the statement that follows for each member `sm` of the set, the smallest first.  It reads
 * the set once, before the first. */
#define SM_SET_EACH(sm, set)               \
  for (unsigned sm##_left = (set), sm = 0; \
       sm##_left && (sm = (unsigned)__builtin_ctz(sm##_left), true); sm##_left &= sm##_left - 1)

#endif
