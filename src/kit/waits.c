/* Can lines wait for each other?  Asked where each line is explored by itself though they share channels and threads
 * (system.h: lines_share_threads): what happens to a line among others happens to it alone, but that the others' messages may be
 * before its own in a channel, and fill it.
 *
 * Noted in every state: of each channel with a message, what would let something go on, as sets of other channels: of each
 * step that can be taken now, the channel that it takes from and those that it sends to (but for messages that stand
 * for counters, and find room always).  A channel is free if, in every such state of every line, some of these sets holds free
 * channels alone.  Where all channels are free, no state of several lines is stuck for want of room, or behind a message of
 * another line.  For let X be, of the channels with a message, the one that was found to be free first.  The message that
 * is next to be taken is of some line; in the state of that line alone X has it, too, and there was a step whose other channels
 * were found to be free before X.  All of these are empty among several lines as well; so it is a step there, too.  And where
 * there is no message, nothing stands in the way of what can be done on a line alone.
 * (After Dally and Seitz, Deadlock-free message routing in multiprocessor interconnection networks, IEEE ToC 1987: channels that
 * wait for each other in no circle.  Here a channel may wait for any of several.) */
#include <string.h>
#include "kit/inside.h"

enum { WORDS = (CHANNELS_MAX + 63) / 64, SETS_MAX = 64, WAYS_MAX = 256 };
struct channel_set { uint64_t word[WORDS]; };

/* Sets of which one is to be free; none holds another. */
struct choice { unsigned count; struct channel_set sets[SETS_MAX]; };

static void include(struct channel_set *set, unsigned channel) { set->word[channel / 64] |= 1ull << channel % 64; }
static bool holds(const struct channel_set *set, unsigned channel) { return set->word[channel / 64] >> channel % 64 & 1; }
static bool within(const struct channel_set *small, const struct channel_set *large) {
  for (unsigned i = 0; i < WORDS; i++)
    if (small->word[i] & ~large->word[i]) return false;
  return true;
}

/* Without room for it a set (or a way) is left out: then fewer channels are found to be free. */
static void add_set(struct choice *choice, const struct channel_set *set) {
  unsigned kept = 0;
  for (unsigned i = 0; i < choice->count; i++)
    if (within(&choice->sets[i], set)) return;
  for (unsigned i = 0; i < choice->count; i++)
    if (!within(set, &choice->sets[i])) choice->sets[kept++] = choice->sets[i];
  choice->count = kept;
  if (kept < SETS_MAX) choice->sets[choice->count++] = *set;
}

/* A step that can be taken now: the channels that it sends to, and the one that it takes from, or NO_CHANNEL. */
struct way { struct channel_set sends; unsigned takes; };
struct ways { unsigned count; struct way items[WAYS_MAX]; };

static bool fits(const struct machine *machine, const slot_t *state, unsigned takes, uint32_t left, const struct alternative *a) {
  slot_t to[WIDTH_MAX];
  memcpy(to, state, machine->model.width * sizeof *to);
  if (takes != NO_CHANNEL) to[channel_slot(machine, takes)] = left;
  for (unsigned i = 0; i < a->sends; i++) {
    slot_t *slot = &to[channel_slot(machine, a->send[i].channel)];
    *slot = channel_push(machine, a->send[i].channel, *slot, a->send[i].message);
    if (*slot == UINT32_MAX) return false;
  }
  return true;
}

/* A stall that changes nothing is no step; one that does leaves its message where it is. */
static bool is_step(const struct alternative *a, uint32_t local) { return !a->stalled || a->sends || a->local != local; }

static void add_ways(const struct machine *machine, const slot_t *state, unsigned controller, unsigned takes, uint32_t left,
                     const struct alternatives *alternatives, struct ways *ways) {
  uint32_t local = state[controller_slot(machine, controller)];
  for (unsigned i = 0; i < alternatives->count && ways->count < WAYS_MAX; i++) {
    const struct alternative *a = &alternatives->items[i];
    if (!is_step(a, local) || !fits(machine, state, a->stalled ? NO_CHANNEL : takes, left, a)) continue;
    struct way *way = &ways->items[ways->count++];
    *way = (struct way){ .takes = takes };
    for (unsigned s = 0; s < a->sends; s++)
      if (!machine->system->networks[machine->channels[a->send[s].channel].network].counted)
        include(&way->sends, a->send[s].channel);
  }
}

static void ways_of_channel(const struct machine *machine, const slot_t *state, unsigned channel, struct ways *ways) {
  unsigned count, slot = channel_slot(machine, channel), controller = machine->channels[channel].to;
  const struct message *messages = channel_messages(machine, state[slot], &count);
  for (unsigned i = 0; i < count; i++) {
    if (!channel_takeable(machine, channel, messages, i)) continue;
    const struct alternatives *alternatives =
        controller_steps(machine, controller, state[controller_slot(machine, controller)], INPUT_MESSAGE, messages[i].type,
                         messages[i].line, channel_message(machine, state[slot], i), 0, 0);
    add_ways(machine, state, controller, channel, channel_pop(machine, channel, state[slot], i), alternatives, ways);
  }
}

/* What the environment does nobody can wait for; what a controller does for all of its lines may have to wait for others. */
static void ways_of_controller(const struct machine *machine, const slot_t *state, unsigned controller, struct ways *ways) {
  uint32_t local = state[controller_slot(machine, controller)];
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++) {
    const struct internal *internal = &kind_of(machine, controller)->internals[moves->items[i].internal];
    if (internal->environment || internal->over != PER_LINE) continue;
    add_ways(machine, state, controller, NO_CHANNEL, 0,
             controller_steps(machine, controller, local, INPUT_INTERNAL, internal->event, moves->items[i].at, UINT32_MAX, 0, 0),
             ways);
  }
}

static void note(const struct machine *machine, unsigned channel, const struct ways *ways) {
  struct choice choice;
  choice.count = 0;
  for (unsigned i = 0; i < ways->count; i++) {
    struct channel_set others = ways->items[i].sends;
    unsigned takes = ways->items[i].takes;
    if (takes != channel && takes != NO_CHANNEL) include(&others, takes);
    add_set(&choice, &others);
  }
  uint32_t number = intern_add(machine->contents, choice.sets, choice.count * sizeof *choice.sets);
  if (memo_find(machine->memo, number, PURPOSE(MEMO_WAITS, channel))) return;
  pthread_mutex_lock(&machine->kept->lock);
  vector_push(machine->kept->waits, ((struct wait){ channel, number }));
  pthread_mutex_unlock(&machine->kept->lock);
  memo_add(machine->memo, number, PURPOSE(MEMO_WAITS, channel), 1);
}

void waits_note(const struct machine *machine, const slot_t *state) {
  struct ways ways;
  ways.count = 0;
  for (unsigned i = 0; i < machine->channel_count; i++)
    if (state[channel_slot(machine, i)] != EMPTY) ways_of_channel(machine, state, i, &ways);
  for (unsigned i = 0; i < machine->controller_count; i++) ways_of_controller(machine, state, i, &ways);
  for (unsigned i = 0; i < machine->channel_count; i++)
    if (state[channel_slot(machine, i)] != EMPTY) note(machine, i, &ways);
}

static bool is_met(const struct machine *machine, uint32_t number, const struct channel_set *free) {
  size_t length;
  const struct channel_set *sets = intern_at(machine->contents, number, &length);
  for (size_t i = 0; i < length / sizeof *sets; i++)
    if (within(&sets[i], free)) return true;
  return false;
}

bool machine_lines_may_wait(const struct machine *machine) {
  struct channel_set free = { 0 };
  unsigned found = 0, before;
  do {
    before = found;
    for (unsigned channel = 0; channel < machine->channel_count; channel++) {
      bool met = !holds(&free, channel);
      for (size_t i = 0; i < machine->kept->waits.length && met; i++) {
        const struct wait *wait = &machine->kept->waits.items[i];
        met = wait->channel != channel || is_met(machine, wait->choice, &free);
      }
      if (!met) continue;
      include(&free, channel);
      found++;
    }
  } while (found > before);
  return found < machine->channel_count;
}
