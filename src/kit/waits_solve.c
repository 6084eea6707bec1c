/* Which kinds of states can be part of a deadlock (waits.c tells why): those that are left when all
 * have been taken away that have a step which none that is left holds up. */
#include "abstract/waits.h"
#include "machine/alternatives.h"
#include "abstract/waiting.h"

#include <string.h>
#include "base/memory.h"

static bool meet(const struct channel_set *a, const struct channel_set *b) {
  for (unsigned i = 0; i < CHANNEL_WORDS; i++)
    if (a->words[i] & b->words[i]) return true;
  return false;
}

/* What those that are left can hold others up by. */
struct holds {
  const struct waits *waits;
  enum waits_room room;
  struct channel_set occupied, heads; /* heads: channels whose first message may be held up */
  uint8_t beside[CONTROLLERS_MAX];
};

static bool lacks_room(const struct holds *holds, const struct wait_step *step, bool full) {
  if (holds->room == WAITS_ROOM_ENOUGH) return false;
  if (holds->room == WAITS_ROOM_SHARED && meet(&step->sends, &holds->occupied)) return true;
  bool of_others =
      step->raises && meet(&holds->waits->others_send[step->controller], &holds->occupied);
  return full || of_others || meet(&step->sends_for_all, &holds->occupied);
}

/* Once its message is the first. */
static bool may_not_go(const struct holds *holds, const struct wait_step *step, bool full) {
  return step->unless & holds->beside[step->controller] || lacks_room(holds, step, full);
}

static bool may_be_held_up(const struct holds *holds, const struct wait_step *step, bool full) {
  return (step->channel != NO_CHANNEL && has_channel(&holds->heads, step->channel)) ||
         may_not_go(holds, step, full);
}

static const struct wait_step *step_at(const struct waits *waits, const struct wait *wait,
                                       unsigned i, bool *full) {
  *full = wait->steps[i] & IS_FULL;
  return intern_at(waits->steps, wait->steps[i] & ~IS_FULL, NULL);
}

static void add_heads(const struct waits *waits, const struct wait *wait, struct holds *holds) {
  bool full;
  join(&holds->heads, &wait->stalled);
  for (unsigned i = 0; i < wait->count; i++) {
    const struct wait_step *step = step_at(waits, wait, i, &full);
    if (step->channel != NO_CHANNEL && may_not_go(holds, step, full))
      put_channel(&holds->heads, step->channel);
  }
}

/* What is idle may stay so, and its line what it is beside others. */
static bool may_stand(const struct wait *wait, bool left) { return left || wait->idle != BUSY; }

static struct holds holds_of(const struct waits *waits, const bool *left, enum waits_room room) {
  struct holds holds = { .waits = waits, .room = room };
  for (uint32_t kind = 0; kind < waits->solved; kind++) {
    const struct wait *wait = intern_at(waits->kinds, kind, NULL);
    if (!may_stand(wait, left[kind])) continue;
    join(&holds.occupied, &wait->occupied);
    for (unsigned i = 0; i < CONTROLLERS_MAX; i++) holds.beside[i] |= wait->others[i];
  }
  for (uint32_t kind = 0; kind < waits->solved; kind++)
    if (left[kind]) add_heads(waits, intern_at(waits->kinds, kind, NULL), &holds);
  return holds;
}

static bool moves_on(const struct waits *waits, const struct wait *wait,
                     const struct holds *holds) {
  bool full;
  for (unsigned i = 0; i < wait->count; i++) {
    const struct wait_step *step = step_at(waits, wait, i, &full);
    if (!may_be_held_up(holds, step, full)) return true;
  }
  return false;
}

/* Takes away all that move on, until none does; how many are left. */
static uint32_t take_away(const struct waits *waits, bool *left, enum waits_room room) {
  uint32_t count = 0, before;
  for (uint32_t kind = 0; kind < waits->solved; kind++) {
    const struct wait *wait = intern_at(waits->kinds, kind, NULL);
    left[kind] = wait->idle != IDLE;
    count += left[kind];
  }
  do {
    struct holds holds = holds_of(waits, left, room);
    before = count;
    for (uint32_t kind = 0; kind < waits->solved; kind++) {
      if (!left[kind] || !moves_on(waits, intern_at(waits->kinds, kind, NULL), &holds)) continue;
      left[kind] = false;
      count--;
    }
  } while (count < before);
  return count;
}

struct waits_found waits_solve(struct waits *waits, bool full) {
  uint32_t kinds = waits->solved = intern_count(waits->kinds);
  struct waits_found best = { kinds, kinds, WAITS_ROOM_SHARED };
  waits->left = memory_new(kinds + 1, sizeof *waits->left);
  memset(waits->left, true, kinds);
  if (waits->too_many) return best;
  enum waits_room last = full ? WAITS_ROOM_OF_EACH : WAITS_ROOM_ENOUGH;
  bool *left = memory_new(kinds + 1, sizeof *left);
  for (enum waits_room room = WAITS_ROOM_SHARED; room <= last && best.left; room++) {
    uint32_t count = take_away(waits, left, room);
    if (count >= best.left) continue;
    best = (struct waits_found){ kinds, count, room };
    memcpy(waits->left, left, kinds * sizeof *left);
  }
  memory_free(left);
  return best;
}
