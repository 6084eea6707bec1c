/* A visited set that is spread over processes.  A state's fingerprint names the process that owns
 * it.  The owner keeps the state in a set of its own, and expands it.
 *
 * A process sends states of other owners in blocks (wire.c).  It notes states that arrive as if it
 * had found them.  Both happen in commits, outside every function of the model.  A state that was
 * sent lately is not sent again.
 *
 * The last member of a process to find no more work ends the level.  It sends the remaining states.
 * Then it tells each other process how many blocks that process was sent in all.  Only expansion
 * sends blocks, and a process that sends its numbers has expanded all its states.  So no block is
 * under way once all numbers and as many blocks have come.  Hence the levels of all processes are
 * those of one search. */
#include "search/visited_processes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/memory.h"
#include "base/vector.h"
#include "os/processes.h"
#include "search/wire.h"

enum {
  GATHERED = 64,    /* states */
  BLOCK = 1 << 14,  /* bytes */
  RECENT = 1 << 12, /* states */
  LOOK_EVERY = 64   /* commits */
};

/* A member's states for other processes, and from them. */
struct spread_member {
  VECTOR(slot_t) states; /* for others, one after the other */
  VECTOR(uint32_t) owners;
  VECTOR(slot_t) arrived;
  slot_t *recent; /* [fingerprint % RECENT]: a state sent lately; all ones: none */
  unsigned commits;
  char apart[64]; /* keeps members off each other's cache lines */
};

struct spread_peer {
  struct wire_out out;
  struct wire_in in;
  uint64_t sent, received, announced;
};

struct spread {
  struct visited visited;
  struct visited *inner;
  pthread_mutex_t lock; /* for `others` and all messages; its holder never waits */
  unsigned count, own, member_count;
  struct spread_peer *others;
  struct spread_member *senders;
};

/* ---- out ---- */

static uint32_t owner_of(const struct spread *set, uint64_t fingerprint) {
  return (uint32_t)((fingerprint >> 32) * set->count >> 32);
}

static bool sent_lately(const struct spread *set, struct spread_member *sender,
                        uint64_t fingerprint, const slot_t *state) {
  size_t bytes = set->visited.width * sizeof *state;
  slot_t *place = sender->recent + (fingerprint % RECENT) * set->visited.width;
  if (memcmp(place, state, bytes) == 0) return true;
  memcpy(place, state, bytes);
  return false;
}

static void note(struct visited *visited, unsigned member, const slot_t *state) {
  struct spread *set = (struct spread *)visited;
  struct spread_member *sender = &set->senders[member];
  uint64_t fingerprint = visited->fingerprint(visited->fingerprint_context, member, state);
  uint32_t owner = owner_of(set, fingerprint);
  if (owner == set->own) {
    visited_note(set->inner, member, state);
  } else if (!sent_lately(set, sender, fingerprint, state)) {
    for (unsigned i = 0; i < visited->width; i++) vector_push(sender->states, state[i]);
    vector_push(sender->owners, owner);
  }
}

static void send_block(struct spread *set, unsigned to) {
  struct spread_peer *other = &set->others[to];
  size_t length;
  void *bytes = wire_take(&other->out, &length);
  if (!length) return;
  other->sent++;
  processes_send(to, bytes, length);
}

static void hand_out(struct spread *set, struct spread_member *sender) {
  for (size_t i = 0; i < sender->owners.length; i++) {
    uint32_t owner = sender->owners.items[i];
    wire_put(&set->others[owner].out, sender->states.items + i * set->visited.width);
    if (set->others[owner].out.bytes.length >= BLOCK) send_block(set, owner);
  }
  sender->states.length = sender->owners.length = 0;
}

/* ---- in ---- */

struct spread_arrival {
  const struct spread *set;
  struct spread_member *sender;
};

static void arrive(void *context, const slot_t *state) {
  const struct spread_arrival *arrival = context;
  for (unsigned i = 0; i < arrival->set->visited.width; i++)
    vector_push(arrival->sender->arrived, state[i]);
}

static _Noreturn void garbled(void) {
  fprintf(stderr, "turnsole: internal error: what another process sent cannot be read\n");
  abort();
}

static void take_in(struct spread *set, struct spread_member *sender) {
  struct spread_arrival arrival = { set, sender };
  unsigned from;
  size_t length;
  for (void *bytes; (bytes = processes_receive(&from, &length)); memory_free(bytes)) {
    if (!wire_get(&set->others[from].in, bytes, length, arrive, &arrival)) garbled();
    set->others[from].received++;
  }
}

static enum shortage keep_arrived(struct spread *set, unsigned member) {
  struct spread_member *sender = &set->senders[member];
  enum shortage shortage = NO_SHORTAGE;
  for (size_t at = 0; at < sender->arrived.length && !shortage; at += set->visited.width) {
    visited_note(set->inner, member, sender->arrived.items + at);
    shortage = visited_commit(set->inner, member, GATHERED);
  }
  sender->arrived.length = 0;
  return shortage;
}

static enum shortage commit(struct visited *visited, unsigned member, unsigned at_least) {
  struct spread *set = (struct spread *)visited;
  struct spread_member *sender = &set->senders[member];
  bool hands_out = sender->owners.length >= (at_least > 1 ? GATHERED : 1);
  if (hands_out || ++sender->commits % LOOK_EVERY == 0) {
    pthread_mutex_lock(&set->lock);
    hand_out(set, sender);
    take_in(set, sender);
    pthread_mutex_unlock(&set->lock);
  }
  enum shortage shortage = keep_arrived(set, member);
  return shortage ? shortage : visited_commit(set->inner, member, at_least);
}

/* ---- the end of a level ---- */

static bool all_came(const struct spread *set) {
  for (unsigned i = 0; i < set->count; i++)
    if (set->others[i].received < set->others[i].announced) return false;
  return true;
}

struct spread_waiting {
  struct spread *set;
  unsigned member;
  enum shortage shortage;
};

/* Runs in the one member that still works. */
static void receive(void *context) {
  struct spread_waiting *waiting = context;
  take_in(waiting->set, &waiting->set->senders[waiting->member]);
  enum shortage shortage = keep_arrived(waiting->set, waiting->member);
  if (shortage) waiting->shortage = shortage;
}

static enum shortage join(struct visited *visited, unsigned member) {
  struct spread *set = (struct spread *)visited;
  struct spread_waiting waiting = { set, member, NO_SHORTAGE };
  const struct timespec moment = { 0, 20000 };
  uint64_t *sent = memory_new(set->count, sizeof *sent),
           *announced = memory_new(set->count, sizeof *announced);
  for (unsigned i = 0; i < set->count; i++) {
    send_block(set, i);
    sent[i] = set->others[i].sent;
  }
  processes_announce(sent, announced, receive, &waiting);
  for (unsigned i = 0; i < set->count; i++) set->others[i].announced = announced[i];
  for (receive(&waiting); !all_came(set); receive(&waiting)) nanosleep(&moment, NULL);
  memory_free(sent);
  memory_free(announced);
  enum shortage shortage = visited_commit(set->inner, member, 1);
  return waiting.shortage ? waiting.shortage : shortage;
}

/* ---- the set ---- */

static struct visited *inner_of(const struct visited *visited) {
  return ((const struct spread *)visited)->inner;
}

static void load(const struct visited *visited, state_index index, slot_t *state) {
  visited_load(inner_of(visited), index, state);
}

static void open_state(struct visited *visited, unsigned member, state_index index, slot_t *state) {
  visited_open(inner_of(visited), member, index, state);
}

static void collect(struct visited *visited, void (*take)(void *context, struct range range),
                    void *context) {
  visited_collect(inner_of(visited), take, context);
  visited->spilled = inner_of(visited)->spilled;
}

static enum shortage shortage_of(const struct visited *visited) {
  return visited_shortage(inner_of(visited));
}

static uint64_t count(const struct visited *visited) { return visited_count(inner_of(visited)); }

static void free_set(struct visited *visited) {
  struct spread *set = (struct spread *)visited;
  for (unsigned i = 0; i < set->count; i++) {
    wire_out_free(&set->others[i].out);
    wire_in_free(&set->others[i].in);
  }
  for (unsigned i = 0; i < set->member_count; i++) {
    vector_free(set->senders[i].states);
    vector_free(set->senders[i].owners);
    vector_free(set->senders[i].arrived);
    memory_free(set->senders[i].recent);
  }
  visited_free(set->inner);
  pthread_mutex_destroy(&set->lock);
  memory_free(set->others);
  memory_free(set->senders);
  memory_free(set);
}

struct visited *visited_processes_new(const struct model *model, struct visited *inner,
                                      unsigned members) {
  struct spread *set = memory_new(1, sizeof *set);
  set->visited = (struct visited){ .width = model->width,
                                   .load = load,
                                   .open = open_state,
                                   .note = note,
                                   .commit = commit,
                                   .join = join,
                                   .collect = collect,
                                   .shortage = shortage_of,
                                   .count = count,
                                   .free = free_set };
  set->inner = inner;
  set->count = processes_count();
  set->own = processes_own();
  set->member_count = members;
  pthread_mutex_init(&set->lock, NULL);
  set->others = memory_new(set->count, sizeof *set->others);
  for (unsigned i = 0; i < set->count; i++) {
    wire_out_init(&set->others[i].out, model);
    wire_in_init(&set->others[i].in, model);
  }
  set->senders = memory_new(members, sizeof *set->senders);
  size_t bytes = (size_t)RECENT * model->width * sizeof(slot_t);
  for (unsigned i = 0; i < members; i++)
    set->senders[i].recent = memset(memory_new(bytes, 1), 0xff, bytes);
  return &set->visited;
}
