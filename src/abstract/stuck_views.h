/* Views that are stuck, of which a deadlock would be made. */
#ifndef ABSTRACT_STUCK_VIEWS_H
#define ABSTRACT_STUCK_VIEWS_H

#include "abstract/configuration.h"

struct any_sms_stuck {
  uint32_t stuck; /* views of one SM that no step of theirs helps */
  uint32_t left;  /* of those, views that may be together where something is outstanding; 0: there
                   * is no deadlock */
  struct configuration first; /* one of them, with one node */
};

struct any_sms_stuck stuck_views(struct sm_machines *machines, const struct view_table *table);

#endif
