/* See state_list.h. */
#include "machine/state_list.h"

void state_list_add(struct state_list *list, const slot_t *state) {
  uintptr_t *known = dictionary_at(&list->seen, state, list->width * sizeof *state);
  if ((*known)++) return;
  for (unsigned i = 0; i < list->width; i++) vector_push(list->all, state[i]);
}

void state_list_reach(void *list, const slot_t *to, uint32_t label, enum step_kind kind) {
  (void)label;
  (void)kind;
  if (to) state_list_add(list, to);
}

void state_list_drop(struct state_list *list, struct dictionary *dropped) {
  struct state_list left = { .width = list->width };
  for (size_t i = 0; i < state_list_count(list); i++)
    if (!dictionary_find(dropped, state_list_at(list, i), list->width * sizeof(slot_t)))
      state_list_add(&left, state_list_at(list, i));
  state_list_free(list);
  *list = left;
}

void state_list_free(struct state_list *list) {
  dictionary_free(&list->seen);
  vector_free(list->all);
}
