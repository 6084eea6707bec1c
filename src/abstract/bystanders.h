/* Bystanders: what the hubs keep of SMs that are not in a view.
 *
 * A set of marks, with one entry for all SMs of equal marks, however many they are.  Only of marks
 * with a request that waits at a hub it is known whether one SM has them, or two or more. */
#ifndef ABSTRACT_BYSTANDERS_H
#define ABSTRACT_BYSTANDERS_H

#include "abstract/sm_frame.h"

enum { BYSTANDERS_MAX = 32, TOO_MANY_BYSTANDERS = UINT32_MAX };

/* `many`: two or more SMs; only where marks wait. */
struct bystander {
  uint32_t marks, many;
};
struct bystander_list {
  unsigned count;
  struct bystander items[BYSTANDERS_MAX]; /* by number of the marks */
};

/* Adds an SM with these marks (of a node or of a bystander).  false: there are too many. */
bool bystanders_add(const struct sm_frame *frame, struct bystander_list *list, uint32_t marks);

/* The lists that become `list` when an SM with these marks is added: at most three.  Returns how
 * many. */
enum { WITHOUT_MAX = 3 };
unsigned bystanders_without(const struct sm_frame *frame, const struct bystander_list *list,
                            uint32_t marks, struct bystander_list *without);

/* Can no other SM have these marks?  An owner is one, and the only request that waits is one. */
bool bystander_is_one(const struct sm_frame *frame, const struct bystander *bystander);

bool bystanders_equal(const struct bystander_list *a, const struct bystander_list *b);

#endif
