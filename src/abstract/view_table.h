/* A table of views: what the hubs keep, a few nodes, and the bystanders.
 *
 * A view is numbered when it is added, in order.  The table also lists the nodes that occur with
 * each content of the hubs. */
#ifndef ABSTRACT_VIEW_TABLE_H
#define ABSTRACT_VIEW_TABLE_H

#include "abstract/bystanders.h"
#include "abstract/sm_apart.h"
#include "base/sparse.h"
#include "base/vector.h"

enum { NODES_MAX = 3, NO_VIEW = UINT32_MAX };

/* Compared by bytes.  `node`: sorted; those beyond the view's size are 0. */
struct view {
  uint32_t hubs, others, node[NODES_MAX];
};

struct view_numbers {
  VECTOR(uint32_t) items;
};

struct view_table {
  unsigned nodes;                       /* of a view */
  struct intern *others, *neighbours;   /* neighbours: pairs of hubs and node */
  VECTOR(struct view_numbers) nodes_of; /* by hubs */
  struct dictionary numbers;            /* of views, + 1 */
  VECTOR(struct view) views;
};

void view_table_begin(struct view_table *table, unsigned nodes);
void view_table_end(struct view_table *table);
size_t view_table_held(const struct view_table *table); /* bytes */

/* Lists of bystanders, interned. */
uint32_t view_table_others(const struct view_table *table, const struct bystander_list *list);
struct bystander_list view_table_others_at(const struct view_table *table, uint32_t number);

/* The number of a view; NO_VIEW: it is not there. */
uint32_t view_table_find(const struct view_table *table, const struct view *view);
/* Adds a view that is not there. */
uint32_t view_table_add(struct view_table *table, const struct view *view);

/* The view of some of `count` nodes (a set).  The others become bystanders.  false: there are too
 * many. */
bool view_of(const struct view_table *table, const struct sm_frame *frame, uint32_t hubs,
             const struct bystander_list *others, const uint32_t *nodes, unsigned count,
             unsigned kept, struct view *view);

/* Visits the views of a state: one for each choice of as many nodes as the table's views have.  The
 * first `count` parts are nodes, the others bystanders.  false: some view was left out, which has
 * too many bystanders. */
bool view_each(const struct view_table *table, const struct sm_frame *frame,
               const struct apart *apart, unsigned count,
               void (*visit)(void *context, const struct view *view), void *context);

void view_sort(uint32_t *nodes, unsigned count);
static inline const struct node *view_node(const struct sm_frame *frame, uint32_t number) {
  return intern_at(frame->parts->nodes, number, NULL);
}

#endif
