/* broadcast: write-through L1s below banks that keep one bit for all of their lines.
 *
 * A bank does not know who has which line.  Its bit says that some L1 may have a line of the
 * bank.  While the bit is clear, a write is performed at once.  Otherwise the bank closes, tells
 * every L1 to drop all copies, counts the acknowledgements, performs the write, clears the bit, and
 * opens again.  A closed bank serves no request, so the bit misses no copy.
 *
 * L1: I (nothing), V (a copy), FILL (a read is out), PUT (a write is out).  ONCE is FILL with data
 * that may only be used once.  Bank: OPEN, and OUST (this line's write ousts copies). */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"

enum {
  EVENT_READ = EVENT_OWN,
  EVENT_PUT,
  EVENT_OUST,
  EVENT_GONE,
  EVENT_DATA,
  EVENT_DONE,
  EVENT_DROP,
  EVENT_COUNT
};
#define E(name) (1ull << EVENT_##name)
static const char *const event_names[EVENT_COUNT] = {
  "LOAD", "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT", "EXPIRY",
  "READ", "PUT",   "OUST",   "GONE",         "DATA",          "DONE",  "DROP",
};

/* --- the L1 --- */

enum { L1_I, L1_V, L1_FILL, L1_ONCE, L1_PUT, L1_STATES };
#define L1(name) (1u << L1_##name)
static const char *const l1_names[L1_STATES] = { "I", "V", "FILL", "ONCE", "PUT" };
#define L1_ALL ((1u << L1_STATES) - 1)

static void to_bank(struct step *s, unsigned type) {
  step_send(s, type, step_controller_of_line(s, s->at))->request = *s->request;
}
static void hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }
static void remember(struct step *s) { step_enqueue(s, s->request); }
static void read(struct step *s) { to_bank(s, EVENT_READ); }
static void put(struct step *s) { to_bank(s, EVENT_PUT); }
static void drop(struct step *s) { data_clear(&s->line->data); }
static void keep(struct step *s) { s->line->data = step_incoming(s)->data; }
static void use(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply_word(s, &request, &step_incoming(s)->data);
}
static void done(struct step *s) { step_reply(s, s->request, s->request->value); }
static void drop_all(struct step *s) { step_signal_all(s, EVENT_DROP); }
static void gone(struct step *s) { step_send(s, EVENT_GONE, step_incoming(s)->from); }

static const struct row l1_rows[] = {
  ROW("a miss", L1(I), LOAD, always, L1(FILL), remember, read),
  ROW("a hit", L1(V), LOAD, always, SAME, hit),
  ROW("a write from nothing", L1(I), STORE | ATOMIC, always, L1(PUT), put),
  ROW("a write of a copy", L1(V), STORE | ATOMIC, always, L1(PUT), drop, put),
  STALL("a read is out", L1(FILL) | L1(ONCE), LOAD | STORE | ATOMIC, always),
  STALL("a write is out", L1(PUT), LOAD | STORE | ATOMIC, always),
  ROW("oust", L1_ALL, E(OUST), always, SAME, drop_all, gone),
  ROW("nothing to drop", L1(I) | L1(ONCE) | L1(PUT), E(DROP), always, SAME),
  ROW("a copy is dropped", L1(V), E(DROP), always, L1(I), drop),
  ROW("a fill is not kept", L1(FILL), E(DROP), always, L1(ONCE)),
  ROW("data to keep", L1(FILL), E(DATA), always, L1(V), keep, use),
  ROW("data to use", L1(ONCE), E(DATA), always, L1(I), use),
  ROW("written", L1(PUT), E(DONE), always, L1(I), done),
  ROW("evict", L1(V), EVICT, always, L1(I), drop),
  NEVER("no copy", L1(I) | L1(FILL) | L1(ONCE) | L1(PUT), EVICT),
  NEVER("no read is out", L1(I) | L1(V) | L1(PUT), E(DATA)),
  NEVER("no write is out", L1(I) | L1(V) | L1(FILL) | L1(ONCE), E(DONE)),
};

static bool may_evict(const struct step *s) { return s->state == L1_V; }
static enum permission readable(const struct local *local, unsigned line) {
  return local->line[line].state == L1_V ? PERMISSION_READ : PERMISSION_NONE;
}

/* --- the bank --- */

enum { BANK_OPEN, BANK_OUST, BANK_STATES };
#define BANK(name) (1u << BANK_##name)
static const char *const bank_names[BANK_STATES] = { "OPEN", "OUST" };

/* local->flag: somebody may have something of the bank.  local->count: missing acknowledgements. */
static bool closed(const struct step *s) { return s->local->count > 0; }
static bool open(const struct step *s) { return s->local->count == 0; }
static bool open_alone(const struct step *s) { return open(s) && !s->local->flag; }
static bool open_shared(const struct step *s) { return open(s) && s->local->flag; }
static bool last(const struct step *s) { return s->local->count == 1; }
static bool not_last(const struct step *s) { return s->local->count > 1; }

static void lend(struct step *s) {
  struct message *message = step_send(s, EVENT_DATA, step_incoming(s)->from);
  message->data = s->line->memory;
  s->local->flag = 1;
}
static void write(struct step *s, const struct request *request) {
  int64_t old = s->line->memory.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->memory, request->word, request_result(request, old));
  struct message *message = step_send(s, EVENT_DONE, step_controller_of_core(s, request->core));
  message->request = *request;
  message->request.value = old;
}
static void write_now(struct step *s) { write(s, s->request); }
static void hold(struct step *s) { step_enqueue(s, s->request); }
static void oust(struct step *s) {
  unsigned sms = s->shape->sms;
  for (unsigned sm = 0; sm < sms; sm++) step_send(s, EVENT_OUST, step_controller_of_sm(s, sm));
  s->local->count = (uint8_t)sms;
}
static void count(struct step *s) { s->local->count--; }
static void nobody(struct step *s) { s->local->flag = 0; }
static void write_held(struct step *s) {
  struct request request = step_dequeue(s, 0);
  write(s, &request);
}

static const struct row bank_rows[] = {
  ROW("lend", BANK(OPEN), E(READ), open, SAME, lend),
  ROW("nobody has anything", BANK(OPEN), E(PUT), open_alone, SAME, write_now),
  ROW("somebody may", BANK(OPEN), E(PUT), open_shared, BANK(OUST), hold, oust),
  STALL("the bank is closed", BANK(OPEN) | BANK(OUST), E(READ) | E(PUT), closed),
  NEVER_WHEN("a line that ousts closes its bank", BANK(OUST), E(READ) | E(PUT), open),
  ROW("some are gone", BANK(OUST), E(GONE), not_last, SAME, count),
  ROW("all are gone", BANK(OUST), E(GONE), last, BANK(OPEN), count, nobody, write_held),
  NEVER_WHEN("none is missing", BANK(OUST), E(GONE), open),
  NEVER("nobody was asked", BANK(OPEN), E(GONE)),
};

static const struct data *in_memory(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}
static bool always_one_bank(const struct setting *setting) { return setting != NULL; }

SYSTEM(broadcast) = {
  .name = "broadcast",
  .title = "write-through L1s, and banks with one bit that ousts all copies",
  .source = "tests/strangers",
  .not_modelled = "misses of the bank",
  .kinds = {
    { .name = "L1",
      .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_names, L1_STATES, L1(I) | L1(V),
                 event_names, EVENT_COUNT,
                 LOAD | STORE | ATOMIC | EVICT | E(OUST) | E(DATA) | E(DONE) | E(DROP) },
      .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .enabled = may_evict,
                       .promises.deferred = true,
                       .environment = true } },
      .internal_count = 1,
      .instances = ONE_PER_SM,
      .start_state = L1_I,
      .permission = readable,
      .lease = NO_LEASE },
    { .name = "bank",
      .table = { bank_rows, sizeof bank_rows / sizeof *bank_rows, bank_names, BANK_STATES,
                 BANK(OPEN), event_names, EVENT_COUNT, E(READ) | E(PUT) | E(GONE) },
      .instances = ONE_PER_BANK,
      .start_state = BANK_OPEN,
      .value = in_memory,
      .lease = NO_LEASE,
      .shows.flag = "somebody",
      .shows.count = "missing",
      .shows.memory = true },
  },
  .events = event_names,
  .event_count = EVENT_COUNT,
  .networks = { { "ask", UNORDERED, 12 }, { "oust", UNORDERED, 12 }, { "gone", UNORDERED, 12 },
                { "answer", UNORDERED, 12 } },
  .network_count = 4,
  .messages = {
    [EVENT_READ] = { "READ", 0, .has_core = true, .lease = NO_LEASE },
    [EVENT_PUT] = { "PUT", 0, .has_core = true, .has_value = true, .lease = NO_LEASE },
    [EVENT_OUST] = { "OUST", 1, .lease = NO_LEASE },
    [EVENT_GONE] = { "GONE", 2, .lease = NO_LEASE },
    [EVENT_DATA] = { "DATA", 3, .has_data = true, .lease = NO_LEASE },
    [EVENT_DONE] = { "DONE", 3, .has_core = true, .has_value = true, .lease = NO_LEASE },
  },
  .banks_matter = true,
  .one_bank = always_one_bank,
  .promises.moves_data = true,
  .lower = lower_plain,
  .core = CORE_IO,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "sc" } },
  .invariants = CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE),
  .client = LOAD | STORE | ATOMIC,
};
