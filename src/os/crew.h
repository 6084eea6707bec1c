/* The threads of one search, and the two gates at which they wait for each other. */
#ifndef OS_CREW_H
#define OS_CREW_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct gate {
  unsigned waiting;
  uint64_t openings;
};

struct crew {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  unsigned size;
  struct gate rest, meeting;
  struct gate *led; /* the gate whose leader has not dismissed the others yet, or NULL */
};

void crew_init(struct crew *crew, unsigned size);
void crew_destroy(struct crew *crew);
void crew_shrink(struct crew *crew, unsigned missing); /* members that will never come */

/* The end of a level: waits until every member rests.  True for exactly one, the leader, at once;
 * false for the others, after the leader's crew_dismiss. */
bool crew_rest(struct crew *crew);
/* Within a level: waits until every member meets or rests.  True for exactly one of those who meet;
 * false for the other ones who meet, after its crew_dismiss.  Whoever rests sleeps on. */
bool crew_meet(struct crew *crew);
/* By the leader: what it wrote is seen by all whom it dismisses. */
void crew_dismiss(struct crew *crew);
/* By the leader of a rest, instead: it goes on with the next level, and the others sleep through
 * it. */
void crew_go_on_alone(struct crew *crew);

/* Without a crew: calls `work` with the numbers below `count` at the same time, and returns once
 * all have returned.  There may be too many threads for the machine; the calls with the last
 * numbers are left out then, but never the first. */
void crew_together(unsigned count, void (*work)(void *context, unsigned number), void *context);

#endif
