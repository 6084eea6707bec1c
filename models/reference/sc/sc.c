/* sc: atomic memory, the reference machine.
 *
 * Lamport 1979; Primer on memory consistency, 2nd ed., ch. 3.  Memory is an array; a step is one
 * thread executing its next access at once.  Fences, orders and scopes are nothing.  What it
 * reaches must equal what `allow -m sc` allows, test by test: the two sides of turnsole check each
 * other here. */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/memory.h"

enum { STATE_M };
#define M (1u << STATE_M)
static const char *const states[] = { "M" };
static const char *const events[] = { "LOAD",          "STORE", "ATOMIC", "LOAD_ACQUIRE",
                                      "STORE_RELEASE", "FENCE", "EVICT",  "EXPIRY" };

static void load(struct step *s) {
  step_reply(s, s->request, s->line->memory.word[s->request->word]);
}

static void store(struct step *s) {
  step_perform(s, s->request->word, NO_TIME);
  data_write(&s->line->memory, s->request->word, s->request->value);
  step_reply(s, s->request, 0);
}

static void read_modify_write(struct step *s) {
  int64_t old = s->line->memory.word[s->request->word];
  step_perform(s, s->request->word, NO_TIME);
  data_write(&s->line->memory, s->request->word, request_result(s->request, old));
  step_reply(s, s->request, old);
}

static const struct row rows[] = {
  ROW("Primer 3.4 load", M, LOAD, always, SAME, load),
  ROW("Primer 3.4 store", M, STORE, always, SAME, store),
  ROW("Primer 3.9 atomic", M, ATOMIC, always, SAME, read_modify_write),
};

SYSTEM(sc) = {
  .name = "sc",
  .title = "atomic memory, the reference for sequential consistency",
  .source = "Lamport 1979; Primer 2nd ed., ch. 3",
  .not_modelled = "anything but memory: no caches, no network, no time",
  .kinds = { { .name = "memory",
               .table = { rows, sizeof rows / sizeof *rows, states, 1, M, events, EVENT_OWN,
                          LOAD | STORE | ATOMIC },
               .instances = JUST_ONE,
               .value = memory_value,
               .lease = NO_LEASE,
               .shows.memory = true } },
  .events = events,
  .event_count = EVENT_OWN,
  .lower = lower_plain,
  .claims = { [CORE_IO] = { true, "sc" } },
  .core = CORE_IO,
  .promises.moves_data = true,
  .client = LOAD | STORE | ATOMIC,
};
