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
/* Some members will never come. */
void crew_shrink(struct crew *crew, unsigned missing);

/* The end of a level: waits until every member rests.  Returns true to one member, the leader, at
 * once, and false to the others, after crew_dismiss. */
bool crew_rest(struct crew *crew);
/* Within a level: waits until every member meets or rests.  Returns true to one of those that meet,
 * and false to the others, after crew_dismiss.  Members that rest sleep on. */
bool crew_meet(struct crew *crew);
/* By the leader: the others see everything that it wrote. */
void crew_dismiss(struct crew *crew);
/* By the leader of a rest: it goes on with the next level, and the others sleep through that. */
void crew_go_on_alone(struct crew *crew);

/* Without a crew: calls `work` with the numbers below `count` at the same time, and returns when
 * all calls have.  Where the machine has not enough threads, calls with the last numbers are left
 * out, but never the first. */
void crew_together(unsigned count, void (*work)(void *context, unsigned number), void *context);

#endif
