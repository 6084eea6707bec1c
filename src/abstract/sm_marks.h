/* Marks: what the hubs keep of one SM. */
#ifndef ABSTRACT_SM_MARKS_H
#define ABSTRACT_SM_MARKS_H

#include "abstract/sm_frame.h"

/* The bytes of marks: a struct hub_marks for each hub. */
size_t marks_size(const struct sm_frame *frame);

/* The marks of a node as those of a bystander: its threads and its window are forgotten, its times
 * numbered anew. */
uint32_t marks_of_bystander(const struct sm_frame *frame, uint32_t marks);
/* The same marks, with another thread for each of their places.  Returns how many threads these
 * are; with fewer than two, the marks are those that were given. */
unsigned marks_of_threads(const struct sm_frame *frame, uint32_t marks, uint32_t *of_threads);
/* Does a request of this SM wait at a hub? */
bool marks_wait(const struct sm_frame *frame, uint32_t marks);
/* The marks that one SM has at most, as a set: owner and writer of each line. */
uint64_t marks_unique(const struct sm_frame *frame, uint32_t marks);
/* Is the SM the owner of a line? */
bool marks_own(const struct sm_frame *frame, uint32_t marks);

#endif
