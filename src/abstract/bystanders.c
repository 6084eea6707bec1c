/* See bystanders.h. */
#include "abstract/bystanders.h"

#include <string.h>
#include "abstract/sm_marks.h"

static unsigned place_of(const struct bystander_list *list, uint32_t marks) {
  unsigned place = 0;
  while (place < list->count && list->items[place].marks < marks) place++;
  return place;
}

static bool has(const struct bystander_list *list, unsigned place, uint32_t marks) {
  return place < list->count && list->items[place].marks == marks;
}

bool bystanders_add(const struct sm_frame *frame, struct bystander_list *list, uint32_t marks) {
  uint32_t own = marks_of_bystander(frame, marks);
  if (own == NO_MARKS) return true;
  unsigned place = place_of(list, own);
  if (has(list, place, own)) {
    list->items[place].many = marks_wait(frame, own);
    return true;
  }
  if (list->count == BYSTANDERS_MAX) return false;
  memmove(&list->items[place + 1], &list->items[place],
          (list->count - place) * sizeof *list->items);
  list->items[place] = (struct bystander){ own, 0 };
  list->count++;
  return true;
}

unsigned bystanders_without(const struct sm_frame *frame, const struct bystander_list *list,
                            uint32_t marks, struct bystander_list *without) {
  uint32_t own = marks_of_bystander(frame, marks);
  unsigned place = place_of(list, own), count = 0;
  if (own == NO_MARKS) return without[0] = *list, 1;
  if (!has(list, place, own)) return 0;
  bool many = list->items[place].many, waits = marks_wait(frame, own);
  if (many || !waits) without[count++] = *list; /* there are more of them */
  if (many) {                                   /* there is one more */
    without[count] = *list;
    without[count++].items[place].many = 0;
  }
  if (!many) { /* there is no more */
    without[count] = *list;
    memmove(&without[count].items[place], &list->items[place + 1],
            (list->count - place - 1) * sizeof *list->items);
    without[count++].count--;
  }
  return count;
}

bool bystander_is_one(const struct sm_frame *frame, const struct bystander *bystander) {
  return marks_unique(frame, bystander->marks) ||
         (marks_wait(frame, bystander->marks) && !bystander->many);
}

bool bystanders_equal(const struct bystander_list *a, const struct bystander_list *b) {
  return a->count == b->count && !memcmp(a->items, b->items, a->count * sizeof *a->items);
}
