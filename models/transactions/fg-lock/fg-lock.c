/* fg-lock: transactions by hand, with a lock for each location.
 *
 * Source: the thesis, Figure 4.1 (left), the locks of the ATM benchmark; chapter 4's baseline.  A
 * thread takes a lock for each location, in the order of their numbers ("acquire in-order to avoid
 * deadlock").  It reads and writes, and releases them all.  The figure's program sorts its two
 * accounts beforehand.  A test's transaction does not know them: each access takes its lock when it
 * comes (INFERRED).  An access waits if it comes in order, after all locks that the thread holds.
 * Any other only tries.  If the lock is taken, the thread releases all and begins anew, as the
 * figure's does when it misses the inner lock.  Writes go to memory at the end, before the locks
 * are released, so a new beginning has no write to undo.
 *
 * The figure's "loop on flag to avoid SIMT deadlock" is about lanes in lock step.  With the flag
 * all lanes go round together, and a lane that has its locks goes on in each round.  So lanes run
 * as freely as here.  Without it (`spin=1`) a lane waits in a loop of its own, `while
 * (atomicCAS(...));`.  The lanes of its warp (SM) that have their locks wait where they meet again.
 * README.md lists the other parameters and the inferred rows. */
#include "models/lib/redo_log.h"
#include "protocol/states.h"

enum { EVENT_COUNT = EVENT_TX };
static const char *const events[] = { TX_EVENT_NAMES };

#define STATES(S) S(OUT), S(IN), S(WAITS)
enum { STATES(NAMED_NUMBER) };
enum { STATES(NAMED_SET) };
static const char *const states[] = { STATES(NAMED_NAME) };

enum { ORDER, WAIT, SPIN, OWN };

/* `writer` of a location's line is the thread that holds its lock; `queue` has the requests that
 * wait for it.  The queue of a thread's own line has its writes, and a load for each line that it
 * has read. */
static struct line *asked(const struct step *s) { return &s->local->line[s->request->line]; }
static bool holds(const struct step *s, unsigned line) {
  return s->local->line[line].writer == lane_here(s);
}
static bool in_order(const struct step *s) {
  for (unsigned line = s->request->line; line < s->shape->lines; line++)
    if (holds(s, line)) return false;
  return true;
}
/* Is a lane of the same warp in its loop? */
static bool must_meet(const struct step *s) {
  unsigned warp = step_controller_of_core(s, lane_here(s));
  for (unsigned core = 0; core < s->shape->core_count && step_parameter(s, SPIN); core++)
    if (step_controller_of_core(s, core) == warp &&
        step_line_of_core(s, core)->state == STATE_WAITS)
      return true;
  return false;
}
GUARD(free_to_go, !must_meet(s))
/* An account is a word.  It is read, and then written, so the load takes the lock. */
static bool locked_before(const struct step *s) {
  EACH_WAITING(s->line, entry)
  if (entry->line == s->request->line && entry->word == s->request->word) return true;
  return false;
}
GUARD(knows, step_parameter(s, OWN) || s->request->event == EVENT_TX_STORE || !locked_before(s))
GUARD(is_free, asked(s)->writer == NO_ONE || (holds(s, s->request->line) && knows(s)))
GUARD(gets, free_to_go(s) && is_free(s))
static bool may_wait(const struct step *s) {
  if (!s->line->waiting) return true;
  return step_parameter(s, WAIT) && (!step_parameter(s, ORDER) || in_order(s));
}
GUARD(waits, free_to_go(s) && !is_free(s) && may_wait(s))
GUARD(misses, free_to_go(s) && !is_free(s) && !may_wait(s))
static void lock(struct step *s) {
  bool reads = s->request->event == EVENT_TX_LOAD;
  if (reads && (!holds(s, s->request->line) || (!step_parameter(s, OWN) && !locked_before(s))))
    note(s);
  asked(s)->writer = (uint8_t)lane_here(s);
}
static void load(struct step *s) {
  const struct request *own = own_entry(s, EVENT_TX_STORE);
  if (!own) step_observe(s, HISTORY_READ, lane_here(s), word_asked(s));
  step_reply(s, s->request, own ? own->value : *memory_of(s, s->request));
}
static void store(struct step *s) {
  struct request *own = own_entry(s, EVENT_TX_STORE);
  if (own) own->value = s->request->value;
  else note(s);
  go_on(s);
}
static void wait(struct step *s) {
  struct line *own = s->line;
  s->line = asked(s);
  step_enqueue(s, s->request);
  s->line = own;
}
/* The request that has waited longest for a lock gets it. */
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
  STALL("4.1 without the flag", IN, TX_REQUESTS & ~TX_BEGIN, must_meet),
  NEVER("4.1", IN | WAITS, TX_BEGIN),
  NEVER("4.1", OUT, TX_LOAD | TX_STORE),
  NEVER("4.1", OUT | WAITS, TX_COMMIT | TX_ABORT),
  INFERRED("plain accesses", OUT, LOAD, always, OUT, plain_load),
  INFERRED("plain accesses", OUT, STORE | ATOMIC, always, OUT, plain_write),
  NEVER("plain accesses", IN | WAITS, LOAD | STORE | ATOMIC),
};

/* A request that waits for a lock waits for its holder's commit, to which a client need not come.
 * (In the figure a thread that finds its own lock taken gives up, and that is an answer.) */
static struct progress_claim progress(const struct setting *setting) {
  enum progress_level threads = PROGRESS_GUARANTEED;
  bool stuck = setting->values[SPIN] || !setting->values[ORDER] || !setting->values[OWN];
  if (!setting->values[WAIT]) threads = PROGRESS_POSSIBLE;
  else if (stuck) threads = PROGRESS_NONE;
  bool circles = setting->values[WAIT] && (setting->values[SPIN] || !setting->values[ORDER]);
  enum progress_level requests = circles ? PROGRESS_NONE : PROGRESS_POSSIBLE;
  return (struct progress_claim){ .threads = threads, .requests = requests };
}
/* Locks are ordered as lines are.  (Only `spin` tells lanes of one warp from others.) */
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
      .table = TABLE(rows, states, OUT | IN, events, TX_REQUESTS | LOAD | STORE | ATOMIC),
      .instances = JUST_ONE, .extra_line_per_core = true, .of_cores = true,
      .start_state = STATE_OUT, .value = memory_value, .lease = NO_LEASE, .shows.memory = true },
  },
  TX_RECORD,
  .promises.reads_last = true,
  .claims = { [CORE_IO] = { true, TX_WEAK_MODELS } },
  .invariants = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_STRICT),
  .progress = progress,
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
