/* The reads that are left of a cancelled transaction. */
#ifndef AXIOM_CANCELLED_H
#define AXIOM_CANCELLED_H

#include "axiom/unfold_step.h"

/* The path before the transaction was cancelled, for the branches that have yet to be followed. */
struct cancelled {
  struct path_event *events;
  struct value_node *nodes;
  size_t event_count, node_count;
};

void cancelled_save(const struct walker *w, struct cancelled *saved);
/* Restores the path, and frees the copy. */
void cancelled_restore(struct walker *w, struct cancelled *saved);
/* Ends the transaction without a commit; false on error. */
bool cancelled_find(struct walker *w, const struct cancelled *saved, struct position *p,
                    const struct instruction *i);

#endif
