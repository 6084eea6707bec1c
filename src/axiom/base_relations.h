/* The sets and relations that the events fix. */
#ifndef AXIOM_BASE_RELATIONS_H
#define AXIOM_BASE_RELATIONS_H

#include "axiom/execution.h"

/* Finds the slots of the program's tags; once, before the first execution is prepared. */
void base_relations_find_tags(struct execution *x);
/* Fills all base names of LEVEL_EVENTS, and the tags. */
void base_relations_fill(struct execution *x);
/* The program's tags that the event has, as bits. */
uint64_t base_relations_event_tags(const struct execution *x, const struct execution_event *event);

#endif
