/* Steps tried again on other data. */
#ifndef ABSTRACT_DATA_INDEPENDENCE_H
#define ABSTRACT_DATA_INDEPENDENCE_H

#include "machine/machine_private.h"

/* Other data: put in place of those that are in a local state, or a message. */
enum data_assignment { ALL_DIFFERENT, OF_A_FEW, DATA_ASSIGNMENTS, ALL_THE_SAME = DATA_ASSIGNMENTS };
void data_assign_local(const struct machine *machine, unsigned kind, const struct local *from,
                       enum data_assignment assignment, union local_copy *to);
void data_assign_message(struct message *message, enum data_assignment assignment);
/* Did two steps do the same, except for the data? Claims of steps are not compared. */
bool data_same_otherwise(const struct step *a, const struct step *b);

#endif
