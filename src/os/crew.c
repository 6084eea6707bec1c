/* A level ends when all members rest.  A meeting starts when no member works any longer: each meets
 * or rests.  A member that rests has no more work in the level, so a meeting need not wake it. No
 * level ends during a meeting, so it sleeps on until the meeting is over.
 *
 * Both are rare, so one mutex and one condition are enough.  A level of few states would still cost
 * more in waking than in work: the leader does such levels by itself. */
#include "os/crew.h"

#include <stddef.h>
#include "base/memory.h"
#include "os/signal_stack.h"

void crew_init(struct crew *crew, unsigned size) {
  *crew = (struct crew){ .size = size };
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->changed, NULL);
}

void crew_destroy(struct crew *crew) {
  pthread_cond_destroy(&crew->changed);
  pthread_mutex_destroy(&crew->mutex);
}

/* Have all members come, and is it this gate's turn? */
static bool may_lead(const struct crew *crew, const struct gate *gate) {
  bool all = crew->rest.waiting + crew->meeting.waiting == crew->size;
  return all && !crew->led && (gate == &crew->meeting || crew->meeting.waiting == 0);
}

static bool wait_at(struct crew *crew, struct gate *gate) {
  pthread_mutex_lock(&crew->mutex);
  uint64_t openings = gate->openings;
  gate->waiting++;
  if (!may_lead(crew, gate)) pthread_cond_broadcast(&crew->changed); /* another member may, now */
  while (gate->openings == openings && !may_lead(crew, gate))
    pthread_cond_wait(&crew->changed, &crew->mutex);
  bool leads = gate->openings == openings;
  if (leads) crew->led = gate;
  pthread_mutex_unlock(&crew->mutex);
  return leads;
}

void crew_shrink(struct crew *crew, unsigned missing) {
  pthread_mutex_lock(&crew->mutex);
  crew->size -= missing;
  pthread_cond_broadcast(&crew->changed);
  pthread_mutex_unlock(&crew->mutex);
}

bool crew_rest(struct crew *crew) { return wait_at(crew, &crew->rest); }

bool crew_meet(struct crew *crew) { return wait_at(crew, &crew->meeting); }

void crew_dismiss(struct crew *crew) {
  pthread_mutex_lock(&crew->mutex);
  crew->led->waiting = 0;
  crew->led->openings++;
  crew->led = NULL;
  pthread_cond_broadcast(&crew->changed);
  pthread_mutex_unlock(&crew->mutex);
}

void crew_go_on_alone(struct crew *crew) {
  pthread_mutex_lock(&crew->mutex);
  crew->led->waiting--;
  crew->led = NULL;
  pthread_mutex_unlock(&crew->mutex);
}

struct hand {
  void (*work)(void *context, unsigned number);
  void *context;
  unsigned number;
  pthread_t thread;
};

static void *hand_main(void *data) {
  const struct hand *hand = data;
  signal_stack_use();
  hand->work(hand->context, hand->number);
  return NULL;
}

void crew_together(unsigned count, void (*work)(void *context, unsigned number), void *context) {
  struct hand *hands = memory_new(count, sizeof *hands);
  unsigned started = 1;
  for (; started < count; started++) {
    hands[started] = (struct hand){ .work = work, .context = context, .number = started };
    if (pthread_create(&hands[started].thread, NULL, hand_main, &hands[started])) break;
  }
  work(context, 0);
  for (unsigned i = 1; i < started; i++) pthread_join(hands[i].thread, NULL);
  memory_free(hands);
}
