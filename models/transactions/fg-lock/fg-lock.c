/* fg-lock: transactions by hand, with a lock for each location.
 *
 * Source: the thesis, Figure 4.1 (left), the locks of the ATM benchmark; chapter 4's baseline.  A
 * thread takes the locks of all that it accesses, in the order of their numbers ("acquire in-order
 * to avoid deadlock"), reads and writes, and releases them all.  The figure's program knows its
 * two accounts beforehand, and sorts them.  A transaction of a test does not know: here each
 * access takes its lock when it comes (INFERRED).  One that comes in order, after all that the
 * thread holds, is waited for.  One that does not is only tried.  If it is taken, the thread
 * releases all and begins anew, as the figure's does when it misses the inner lock.  Writes go to
 * memory at the end, before the locks are released, so a new beginning undoes nothing.
 *
 * The figure's "loop on flag to avoid SIMT deadlock" is about lanes in lock step, where a lane
 * that loops keeps those waiting that are out of the loop.  With the flag all lanes go round
 * together, and one that has its locks goes on in each round: lanes run as freely as they do here.
 * Without it (`spin=1`) they do not: a lane waits for a lock in a loop of its own, `while
 * (atomicCAS(...));`, and the lanes of its warp (SM) that have theirs wait for it where they meet
 * again.  README.md lists the other parameters, and what was inferred. */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"
#include "models/lib/memory.h"

#define EVENTS(E)                                                          \
  E(TX_BEGIN, "TX_BEGIN"), E(TX_LOAD, "TX_LOAD"), E(TX_STORE, "TX_STORE"), \
      E(TX_COMMIT, "TX_COMMIT"), E(TX_ABORT, "TX_ABORT")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum { THREAD_OUT, THREAD_IN, THREAD_WAITS };
static const char *const states[] = { "OUT", "IN", "WAITS" };
#define OUT (1u << THREAD_OUT)
#define IN (1u << THREAD_IN)
#define WAITS (1u << THREAD_WAITS)

enum { ORDER, WAIT, SPIN, OWN };

/* line->writer of a location's line is the thread that holds its lock, line->queue the requests
 * that wait for it.  A thread's own line->queue has what it will write, and a load for each line
 * that it has read. */
static unsigned thread(const struct step *s) { return s->at - s->shape->lines; }
static struct line *asked(const struct step *s) { return &s->local->line[s->request->line]; }
static int64_t *memory_of(const struct step *s, const struct request *request) {
  return &s->local->line[request->line].memory.word[request->word];
}
static struct request *write_of(const struct step *s) {
  for (unsigned i = 0; i < s->line->waiting; i++) {
    struct request *entry = &s->line->queue[i];
    if (entry->event == EVENT_TX_STORE && entry->line == s->request->line &&
        entry->word == s->request->word)
      return entry;
  }
  return NULL;
}
static bool holds(const struct step *s, unsigned line) {
  return s->local->line[line].writer == thread(s);
}
static bool in_order(const struct step *s) {
  for (unsigned line = s->request->line; line < s->shape->lines; line++)
    if (holds(s, line)) return false;
  return true;
}
static bool holds_any(const struct step *s) { return s->line->waiting > 0; }

/* --- guards --- */

/* Is a lane of the same warp in its loop? */
static bool must_meet(const struct step *s) {
  unsigned warp = step_controller_of_core(s, thread(s));
  for (unsigned core = 0; core < s->shape->core_count && step_parameter(s, SPIN); core++)
    if (step_controller_of_core(s, core) == warp &&
        step_line_of_core(s, core)->state == THREAD_WAITS)
      return true;
  return false;
}
static bool free_to_go(const struct step *s) { return !must_meet(s); }
/* An account, which is a word, is read, and then written: it is the load that takes the lock. */
static bool locked_before(const struct step *s) {
  for (unsigned i = 0; i < s->line->waiting; i++)
    if (s->line->queue[i].line == s->request->line && s->line->queue[i].word == s->request->word)
      return true;
  return false;
}
static bool knows(const struct step *s) {
  return step_parameter(s, OWN) || s->request->event == EVENT_TX_STORE || !locked_before(s);
}
static bool is_free(const struct step *s) {
  return asked(s)->writer == NO_ONE || (holds(s, s->request->line) && knows(s));
}
static bool gets(const struct step *s) { return free_to_go(s) && is_free(s); }
static bool may_wait(const struct step *s) {
  if (!holds_any(s)) return true;
  return step_parameter(s, WAIT) && (!step_parameter(s, ORDER) || in_order(s));
}
static bool waits(const struct step *s) { return free_to_go(s) && !is_free(s) && may_wait(s); }
static bool misses(const struct step *s) { return free_to_go(s) && !is_free(s) && !may_wait(s); }

/* --- actions --- */

static void go_on(struct step *s) { step_reply(s, s->request, 0); }
static void note(struct step *s) {
  struct request entry = *s->request;
  entry.entry = 0;
  step_enqueue(s, &entry);
}
static void lock(struct step *s) {
  bool reads = s->request->event == EVENT_TX_LOAD;
  if (reads && (!holds(s, s->request->line) || (!step_parameter(s, OWN) && !locked_before(s))))
    note(s);
  asked(s)->writer = (uint8_t)thread(s);
}
static void load(struct step *s) {
  const struct request *own = write_of(s);
  if (!own)
    step_observe(s, HISTORY_READ, thread(s), history_word(s->request->line, s->request->word));
  step_reply(s, s->request, own ? own->value : *memory_of(s, s->request));
}
static void store(struct step *s) {
  struct request *own = write_of(s);
  if (own) own->value = s->request->value;
  else note(s);
  step_reply(s, s->request, 0);
}
static void write_all(struct step *s) {
  uint16_t words = 0;
  for (unsigned i = 0; i < s->line->waiting; i++) {
    const struct request *entry = &s->line->queue[i];
    if (entry->event != EVENT_TX_STORE) continue;
    data_write(&s->local->line[entry->line].memory, entry->word, entry->value);
    words |= history_word(entry->line, entry->word);
  }
  step_observe(s, HISTORY_COMMITTED, thread(s), words);
  if (words) step_observe(s, HISTORY_WROTE, thread(s), words);
}
static void wait(struct step *s) {
  struct line *own = s->line;
  s->line = asked(s);
  step_enqueue(s, s->request);
  s->line = own;
}
/* Who has waited longest for a lock gets it. */
static void unlock_all(struct step *s) {
  struct line *own = s->line;
  while (own->waiting) step_dequeue(s, 0);
  for (unsigned line = 0; line < s->shape->lines; line++) {
    if (!holds(s, line)) continue;
    s->line = &s->local->line[line];
    s->line->writer = NO_ONE;
    if (!s->line->waiting) continue;
    struct request next = step_dequeue(s, 0);
    step_replay(s, &next);
  }
  s->line = own;
}
static void begin_anew(struct step *s) {
  step_observe(s, HISTORY_ABORTED, thread(s), 0);
  step_restart(s, s->request);
}
static void plain_load(struct step *s) { step_reply(s, s->request, *memory_of(s, s->request)); }
static void plain_write(struct step *s) {
  int64_t old = *memory_of(s, s->request);
  data_write(&asked(s)->memory, s->request->word, request_result(s->request, old));
  step_observe(s, HISTORY_PLAIN, thread(s), history_word(s->request->line, s->request->word));
  step_reply(s, s->request, old);
}

/* --- the table --- */

static const struct row rows[] = {
  ROW("4.1 while (!done)", OUT, TX_BEGIN, always, IN, go_on),
  ROW("4.1 atomicCAS == 0", IN, TX_LOAD, gets, IN, lock, load),
  ROW("4.1 atomicCAS == 0", IN, TX_STORE, gets, IN, lock, store),
  ROW("4.1 atomicCAS == 0", WAITS, TX_LOAD, always, IN, lock, load),
  ROW("4.1 atomicCAS == 0", WAITS, TX_STORE, always, IN, lock, store),
  ROW("4.1 in order", IN, TX_LOAD | TX_STORE, waits, WAITS, wait),
  ROW("4.1 else release outer lock", IN, TX_LOAD | TX_STORE, misses, OUT, begin_anew, unlock_all),
  ROW("4.1 release both locks; done", IN, TX_COMMIT, free_to_go, OUT, write_all, unlock_all, go_on),
  INFERRED("4.1 else", IN, TX_ABORT, free_to_go, OUT, begin_anew, unlock_all),
  STALL("4.1 without the flag", IN, TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT, must_meet),
  NEVER("4.1", IN | WAITS, TX_BEGIN),
  NEVER("4.1", OUT, TX_LOAD | TX_STORE),
  NEVER("4.1", OUT | WAITS, TX_COMMIT | TX_ABORT),
  INFERRED("plain accesses", OUT, LOAD, always, OUT, plain_load),
  INFERRED("plain accesses", OUT, STORE | ATOMIC, always, OUT, plain_write),
  NEVER("plain accesses", IN | WAITS, LOAD | STORE | ATOMIC),
};

/* A request that waits for a lock waits for its holder's commit, to which a client need not come.
 * (Who finds a lock of its own taken, in the figure, waits for none: it gives up, and that is an
 * answer.) */
static struct progress_claim progress(const struct setting *setting) {
  enum progress_level threads = PROGRESS_GUARANTEED;
  bool stuck = setting->values[SPIN] || !setting->values[ORDER] || !setting->values[OWN];
  if (!setting->values[WAIT]) threads = PROGRESS_POSSIBLE;
  else if (stuck) threads = PROGRESS_NONE;
  bool circles = setting->values[WAIT] && (setting->values[SPIN] || !setting->values[ORDER]);
  return (struct progress_claim){ .threads = threads,
                                  .requests = circles ? PROGRESS_NONE : PROGRESS_POSSIBLE };
}
/* The order of locks is one of lines. */
/* (Lanes of one warp are told from others by `spin` alone.) */
static bool orders_lines(const struct setting *setting) {
  return setting->values[ORDER] && setting->values[WAIT];
}

SYSTEM(fg_lock) = {
  .name = "fg-lock",
  .title = "a lock for each location, taken in order: the thesis's locks, on atomic memory",
  .source = "thesis, Figure 4.1 (left)",
  .not_modelled = "the memory system under the locks (litmus/locks), spinning as accesses",
  .kinds = {
    { .name = "memory",
      .table = TABLE(rows, states, OUT | IN, events,
                     TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT | LOAD | STORE | ATOMIC),
      .instances = JUST_ONE, .extra_line_per_core = true, .of_cores = true,
      .start_state = THREAD_OUT, .value = memory_value, .lease = NO_LEASE, .shows.memory = true },
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT,
    EVENT_TX_ABORT },
  .promises.reads_last = true,
  .lower = lower_plain,
  .claims = { [CORE_IO] = { true, "sc tsc-weak ttso-weak trcsc-weak tptx-weak" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_STRICT),
  .progress = progress,
  .client = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT,
  .asymmetric = orders_lines,
  .parameters = {
    { "order", 1, 0, 1, "with locks held, one is waited for only if it is behind them in order" },
    { "wait", 1, 0, 1, "with locks held, one is waited for" },
    { "spin", 0, 0, 1, "lanes in lock step, each waiting for a lock in a loop of its own" },
    { "own", 1, 0, 1, "a thread knows its own locks: what it reads a second time it need not lock "
                      "again" },
  },
  .variants = {
    { "any-order", "a taken lock is waited for, whatever locks are held", { { "order", 0 } },
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK), .shown_by = { .lines = 2, .values = 1 } },
    { "spin", "a lane spins on a taken lock, and its warp is in lock step", { { "spin", 1 } },
      .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .sms = 1, .threads = 2, .lines = 1, .values = 1 } },
    { "printed", "as the figure has it, a thread takes a lock that it has for somebody else's",
      { { "own", 0 } }, .fails = "T-SELF T-CoRR T-RYW T-CANCEL-own MX-RR MX-SB-own" },
    { "give-up", "no lock is waited for with another one held", { { "wait", 0 } } },
  },
};
