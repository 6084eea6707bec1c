/* Views that are stuck, of which a deadlock would be made. */
#ifndef ABSTRACT_STUCK_VIEWS_H
#define ABSTRACT_STUCK_VIEWS_H

#include "abstract/configuration.h"

struct any_sms_stuck stuck_views(struct sm_machines *machines, const struct view_table *table);

#endif
