/* A model's part in questions of liveness: its goals, and the classes of steps that are owed. */
#ifndef LIVENESS_OBLIGATIONS_H
#define LIVENESS_OBLIGATIONS_H

#include "search/model.h"

enum { GOALS_MAX = 32 };
enum { NOT_OWED = 0 /* the class of steps that are never owed */ };

/* Sets of Streett pairs: those of which a step is a `when`, and those of which it is a `then`. */
struct pairs {
  uint64_t when, then;
};

static inline void pairs_add(struct pairs *all, struct pairs more) {
  all->when |= more.when;
  all->then |= more.then;
}

static inline uint64_t pairs_broken(struct pairs all) { return all.when & ~all.then; }

struct obligations {
  unsigned goals;
  uint32_t possible, guaranteed; /* the goals of which each is asked: sets */
  /* The goals that hold in a state. */
  uint32_t (*met)(const struct model *model, void *worker, const slot_t *state);
  /* During a visit: the class of the step that is shown, by content. */
  uint64_t (*owed)(const struct model *model, void *worker);
  bool (*is_strong)(const struct model *model, uint64_t class); /* NULL: none is */
  /* During a visit: the pairs of the step, which leads to `to`.  NULL: there are none. */
  struct pairs (*pairs)(const struct model *model, void *worker, const slot_t *to);
};

static inline struct pairs obligations_pairs(const struct obligations *obligations,
                                             const struct model *model, void *worker,
                                             const slot_t *to) {
  return obligations->pairs ? obligations->pairs(model, worker, to) : (struct pairs){ 0, 0 };
}

#endif
