/* States, each listed once. */
#ifndef MACHINE_STATE_LIST_H
#define MACHINE_STATE_LIST_H

#include "base/sparse.h"
#include "base/vector.h"
#include "search/model.h"

struct state_list {
  struct dictionary seen;
  VECTOR(slot_t) all; /* end to end */
  unsigned width;     /* of a state; the caller sets it first */
};

void state_list_add(struct state_list *list, const slot_t *state);
/* A step_visitor whose context is a list: adds the states that are shown. */
void state_list_reach(void *list, const slot_t *to, uint32_t label, enum step_kind kind);
/* Takes out the states that a dictionary has. */
void state_list_drop(struct state_list *list, struct dictionary *dropped);
void state_list_free(struct state_list *list);

static inline size_t state_list_count(const struct state_list *list) {
  return list->all.length / list->width;
}
/* Valid until the next addition. */
static inline const slot_t *state_list_at(const struct state_list *list, size_t i) {
  return list->all.items + i * list->width;
}

#endif
