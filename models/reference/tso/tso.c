/* tso: store buffers before atomic memory, the reference machine for total store order.
 *
 * SPARC V8; x86-TSO (Owens, Sarkar, Sewell 2009); Primer 2nd ed., ch. 4.  Each thread has a
 * first-in first-out buffer of its own stores.  A load takes the youngest buffered store to its
 * word, else memory.  A fence and an atomic wait until the buffer is empty.  The oldest store may
 * drain at any time.  Buffers and memory are one controller: a drain is one step for both (a
 * synchronous port, DESIGN.md decision 2).
 *
 * A buffer has room for four stores.  A store that finds it full waits until one has drained, which
 * could have come first anyway: no outcome is lost.  Orders, scopes and fence.acq_rel are nothing;
 * fence.sc and the atomics drain (memmodels/README.md).  A CTA barrier drains as well (INFERRED:
 * stores before it must be seen behind it). */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "protocol/guards.h"
#include "models/lib/memory.h"

enum { STATE_M };
enum { STORES_MAX = 4 };
_Static_assert(STORES_MAX <= (int)QUEUE_MAX, "a buffer is a queue");
#define M (1u << STATE_M)
static const char *const states[] = { "M" };
enum { EVENT_DRAIN = EVENT_OWN, EVENT_COUNT };
#define DRAIN (1ull << EVENT_DRAIN)
static const char *const events[] = { "LOAD",  "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE",
                                      "FENCE", "EVICT", "EXPIRY", "DRAIN" };

/* The buffer of the thread that asks, or that drains. */
static struct line *buffer(const struct step *s) {
  return step_line_of_core(s, s->event == EVENT_DRAIN ? s->at : s->request->core);
}

/* The youngest store of the buffer to the word that is asked for; NULL: none. */
static const struct request *youngest(const struct step *s) {
  const struct line *own = buffer(s);
  for (unsigned i = own->waiting; i-- > 0;)
    if (own->queue[i].line == s->request->line && own->queue[i].word == s->request->word)
      return &own->queue[i];
  return NULL;
}
GUARD(buffered, youngest(s) != NULL)
GUARD(not_buffered, youngest(s) == NULL)
GUARD(empty, buffer(s)->waiting == 0)
GUARD(some, buffer(s)->waiting != 0)
GUARD(room, buffer(s)->waiting < STORES_MAX)
GUARD(full, buffer(s)->waiting == STORES_MAX)
static void load(struct step *s) {
  step_reply(s, s->request, s->line->memory.word[s->request->word]);
}
static void forward(struct step *s) { step_reply(s, s->request, youngest(s)->value); }
static void append(struct step *s) {
  struct line *memory = s->line;
  s->line = buffer(s);
  step_enqueue(s, s->request);
  s->line->queue[s->line->waiting - 1].entry = 0; /* answered already: no operation's */
  s->line = memory;
  step_reply(s, s->request, 0);
}
static void drain(struct step *s) {
  s->line = buffer(s);
  struct request oldest = step_dequeue(s, 0);
  step_turn_to(s, oldest.line);
  perform_on(s, &s->line->memory, &oldest);
}
static void read_modify_write(struct step *s) {
  step_reply(s, s->request, perform_on(s, &s->line->memory, s->request));
}
static void pass(struct step *s) { step_reply(s, s->request, 0); }

static const struct row rows[] = {
  ROW("Primer 4.3 load, bypass", M, LOAD, buffered, SAME, forward),
  ROW("Primer 4.3 load", M, LOAD, not_buffered, SAME, load),
  ROW("Primer 4.3 store", M, STORE, room, SAME, append),
  STALL("x86-TSO", M, STORE, full),
  ROW("Primer 4.3 FIFO", M, DRAIN, some, SAME, drain),
  STALL("x86-TSO", M, DRAIN, empty),
  ROW("Primer 4.4 RMW", M, ATOMIC, empty, SAME, read_modify_write),
  STALL("Primer 4.4 RMW", M, ATOMIC, some),
  ROW("Primer 4.3 FENCE", M, FENCE, empty, SAME, pass),
  STALL("Primer 4.3 FENCE", M, FENCE, some),
};

static unsigned state_of(const struct local *local, unsigned line) {
  (void)local;
  (void)line;
  return STATE_M;
}
static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  bool drains = (instruction->opcode == OP_FENCE && instruction->order == ORDER_SC) ||
                instruction->opcode == OP_BARRIER;
  if (!drains) return lower_plain(shape, instruction, out);
  out[0] = lower_micro_fence(true);
  return 1;
}

SYSTEM(tso) = {
  .name = "tso",
  .title = "store buffers before atomic memory, the reference for total store order",
  .source = "SPARC V8; x86-TSO 2009; Primer 2nd ed., ch. 4",
  .not_modelled =
      "buffers of unlimited depth (four stores; an exact bound, see tso.c), caches, networks, time",
  .kinds = { { .name = "memory",
               .table = TABLE(rows, states, M, events, LOAD | STORE | ATOMIC | FENCE | DRAIN),
               .internals = { { EVENT_DRAIN, PER_CORE } },
               .internal_count = 1,
               .instances = JUST_ONE,
               .extra_line_per_core = true,
               .state_of = state_of,
               .value = memory_value,
               .lease = NO_LEASE,
               .shows.memory = true } },
  .events = events,
  .event_count = EVENT_COUNT,
  .lower = lower,
  .claims = { [CORE_IO] = { true, "tso" } },
  .core = CORE_IO,
  .promises.moves_data = true,
  .client = LOAD | STORE | ATOMIC | FENCE,
};
