/* See view_table.h. */
#include "abstract/view_table.h"

#include <string.h>

void view_table_begin(struct view_table *table, unsigned nodes) {
  *table =
      (struct view_table){ .nodes = nodes, .others = intern_new(), .neighbours = intern_new() };
}

void view_table_end(struct view_table *table) {
  intern_free(table->others);
  intern_free(table->neighbours);
  for (size_t i = 0; i < table->nodes_of.length; i++) vector_free(table->nodes_of.items[i].items);
  vector_free(table->nodes_of);
  vector_free(table->views);
  dictionary_free(&table->numbers);
}

/* Judy's share is an estimate: a key, and a word. */
size_t view_table_held(const struct view_table *table) {
  return intern_held(table->others) + intern_held(table->neighbours) +
         table->views.room * sizeof(struct view) +
         table->views.length * (sizeof(struct view) + sizeof(uintptr_t));
}

uint32_t view_table_others(const struct view_table *table, const struct bystander_list *list) {
  return intern_add(table->others, list->items, list->count * sizeof *list->items);
}

struct bystander_list view_table_others_at(const struct view_table *table, uint32_t number) {
  struct bystander_list list;
  list.count = (unsigned)(intern_copy(table->others, number, list.items) / sizeof *list.items);
  return list;
}

uint32_t view_table_find(const struct view_table *table, const struct view *view) {
  const uintptr_t *known = dictionary_find(&table->numbers, view, sizeof *view);
  return known ? (uint32_t)(*known - 1) : NO_VIEW;
}

static void add_neighbour(struct view_table *table, uint32_t hubs, uint32_t node) {
  const uint32_t pair[] = { hubs, node };
  uint32_t before = intern_count(table->neighbours);
  if (intern_add(table->neighbours, pair, sizeof pair) < before) return;
  while (table->nodes_of.length <= hubs)
    vector_push(table->nodes_of, (struct view_numbers){ { NULL } });
  vector_push(table->nodes_of.items[hubs].items, node);
}

uint32_t view_table_add(struct view_table *table, const struct view *view) {
  uint32_t number = (uint32_t)table->views.length;
  *dictionary_at(&table->numbers, view, sizeof *view) = 1 + (uintptr_t)number;
  vector_push(table->views, *view);
  for (unsigned i = 0; i < table->nodes; i++) add_neighbour(table, view->hubs, view->node[i]);
  return number;
}

void view_sort(uint32_t *nodes, unsigned count) {
  for (unsigned i = 1; i < count; i++)
    for (unsigned j = i; j > 0 && nodes[j] < nodes[j - 1]; j--) {
      uint32_t swap = nodes[j];
      nodes[j] = nodes[j - 1];
      nodes[j - 1] = swap;
    }
}

bool view_of(const struct view_table *table, const struct sm_frame *frame, uint32_t hubs,
             const struct bystander_list *others, const uint32_t *nodes, unsigned count,
             unsigned kept, struct view *view) {
  struct bystander_list left = *others;
  unsigned length = 0;
  memset(view, 0, sizeof *view);
  for (unsigned i = 0; i < count; i++) {
    if (kept >> i & 1) view->node[length++] = nodes[i];
    else if (!bystanders_add(frame, &left, view_node(frame, nodes[i])->marks)) return false;
  }
  view_sort(view->node, length);
  view->hubs = hubs;
  view->others = view_table_others(table, &left);
  return true;
}

bool view_each(const struct view_table *table, const struct sm_frame *frame,
               const struct apart *apart, unsigned count,
               void (*visit)(void *context, const struct view *view), void *context) {
  struct bystander_list others = { 0 };
  bool fits = true;
  for (unsigned sm = count; sm < frame->sms; sm++)
    if (!bystanders_add(frame, &others, apart->marks[sm])) return false;
  for (unsigned kept = 1; kept < 1u << count; kept++) {
    struct view view;
    if ((unsigned)__builtin_popcount(kept) != table->nodes) continue;
    if (view_of(table, frame, apart->hubs, &others, apart->node, count, kept, &view))
      visit(context, &view);
    else fits = false;
  }
  return fits;
}
