/* warptm-el: WarpTM as the thesis makes it eager, for comparison: validation at every access, in
 * no time.
 *
 * Source: the thesis, 4.3: "we hacked WarpTM to run validation (i)-(ii) for every transactional
 * access, with no latency"; Figures 4.3 and 4.4.  It is no design, but shows what eager detection
 * of conflicts could be at its best.  So memory and logs are one controller, and a step is one
 * access.  It compares all that the transaction has read with memory, and gives up at the first
 * difference.  The commit does the same and writes everything.  What is read is thus a snapshot
 * each time.  The history (machine/history.c) has the reads of an attempt made anew at every
 * access, which is what validation by value means.  Between accesses others go on.  A plain store
 * that changes what was read is found at the next access.  README.md lists what was inferred.
 *
 * Parameter split: 1: the comparison is one step and the access another.  Then a load may bring
 * what was written in between. */
#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "models/lib/events.h"
#include "models/lib/memory.h"

#define EVENTS(E)                                                          \
  E(TX_BEGIN, "TX_BEGIN"), E(TX_LOAD, "TX_LOAD"), E(TX_STORE, "TX_STORE"), \
      E(TX_COMMIT, "TX_COMMIT"), E(TX_ABORT, "TX_ABORT"), E(ACCESS, "ACCESS")
enum { EVENTS_BEGIN = EVENT_OWN - 1, EVENTS(EVENT_NUMBER), EVENT_COUNT };
enum { EVENTS(EVENT_SET) };
static const char *const events[] = { SYSTEM_EVENT_NAMES, EVENTS(EVENT_NAME) };

enum { LANE_OUT, LANE_RUN, LANE_CHECKED };
static const char *const states[] = { "OUT", "RUN", "CHECKED" };
#define OUT (1u << LANE_OUT)
#define RUN (1u << LANE_RUN)
#define CHECKED (1u << LANE_CHECKED)

enum { SPLIT };

/* --- the log: line->queue of the lane's own line --- */

static unsigned lane(const struct step *s) { return s->at - s->shape->lines; }
static int64_t *memory_of(const struct step *s, const struct request *request) {
  return &s->local->line[request->line].memory.word[request->word];
}
static struct request *logged(const struct step *s, unsigned event) {
  for (unsigned i = 0; i < s->line->waiting; i++) {
    struct request *entry = &s->line->queue[i];
    if (entry->event == event && entry->line == s->request->line && entry->word == s->request->word)
      return entry;
  }
  return NULL;
}
static uint16_t words_of(const struct step *s, unsigned event) {
  uint16_t words = 0;
  for (unsigned i = 0; i < s->line->waiting; i++)
    if (s->line->queue[i].event == event)
      words |= history_word(s->line->queue[i].line, s->line->queue[i].word);
  return words;
}

/* --- guards --- */

static bool valid(const struct step *s) {
  for (unsigned i = 0; i < s->line->waiting; i++) {
    const struct request *entry = &s->line->queue[i];
    if (entry->event == EVENT_TX_LOAD && *memory_of(s, entry) != entry->value) return false;
  }
  return true;
}
static bool invalid(const struct step *s) { return !valid(s); }
static bool known(const struct step *s) {
  return logged(s, EVENT_TX_STORE) || logged(s, EVENT_TX_LOAD);
}
static bool valid_known(const struct step *s) { return valid(s) && known(s); }
static bool valid_at_once(const struct step *s) {
  return valid(s) && !known(s) && !step_parameter(s, SPLIT);
}
static bool valid_split(const struct step *s) {
  return valid(s) && !known(s) && step_parameter(s, SPLIT);
}

/* --- actions --- */

static void go_on(struct step *s) { step_reply(s, s->request, 0); }
/* Memory holds all that was read: it is read now. */
static void read_anew(struct step *s) {
  step_observe(s, HISTORY_UNVALIDATED, lane(s), 0);
  for (unsigned i = 0; i < s->line->waiting; i++)
    if (s->line->queue[i].event == EVENT_TX_LOAD)
      step_observe_again(s, HISTORY_READ, lane(s), &s->line->queue[i]);
}
static void note(struct step *s) {
  struct request entry = *s->request;
  entry.entry = 0;
  step_enqueue(s, &entry);
}
static void read_log(struct step *s) {
  const struct request *written = logged(s, EVENT_TX_STORE);
  step_reply(s, s->request, written ? written->value : logged(s, EVENT_TX_LOAD)->value);
}
static void read_memory(struct step *s) {
  note(s);
  struct request *entry = logged(s, EVENT_TX_LOAD);
  entry->value = *memory_of(s, entry);
  step_reply(s, s->request, entry->value);
}
static void note_store(struct step *s) {
  struct request *entry = logged(s, EVENT_TX_STORE);
  if (entry) entry->value = s->request->value;
  else note(s);
}
static void hold(struct step *s) {
  note(s);
  s->line->flag = s->request->entry;
}
/* Split: the load that was held, the last of the log. */
static void access(struct step *s) {
  struct request *entry = &s->line->queue[s->line->waiting - 1];
  struct request asked = { .event = EVENT_TX_LOAD,
                           .core = (uint8_t)lane(s),
                           .entry = s->line->flag };
  entry->value = *memory_of(s, entry);
  s->line->flag = 0;
  step_observe(s, HISTORY_READ, lane(s), history_word(entry->line, entry->word));
  step_reply(s, &asked, entry->value);
}
static void forget(struct step *s) {
  while (s->line->waiting) step_dequeue(s, 0);
}
static void write_all(struct step *s) {
  uint16_t words = words_of(s, EVENT_TX_STORE);
  step_observe(s, HISTORY_COMMITTED, lane(s), words);
  for (unsigned i = 0; i < s->line->waiting; i++) {
    const struct request *entry = &s->line->queue[i];
    if (entry->event == EVENT_TX_STORE)
      data_write(&s->local->line[entry->line].memory, entry->word, entry->value);
  }
  if (words) step_observe(s, HISTORY_WROTE, lane(s), words);
}
static void give_up(struct step *s) {
  step_observe(s, HISTORY_ABORTED, lane(s), 0);
  step_restart(s, s->request);
}
static void plain_load(struct step *s) { step_reply(s, s->request, *memory_of(s, s->request)); }
static void plain_write(struct step *s) {
  int64_t old = *memory_of(s, s->request);
  data_write(&s->local->line[s->request->line].memory, s->request->word,
             request_result(s->request, old));
  step_observe(s, HISTORY_PLAIN, lane(s), history_word(s->request->line, s->request->word));
  step_reply(s, s->request, old);
}

/* --- the table --- */

static const struct row rows[] = {
  ROW("4.3", OUT, TX_BEGIN, always, RUN, go_on),
  INFERRED("4.1 redo log", RUN, TX_LOAD, valid_known, RUN, read_anew, read_log),
  ROW("4.3 validation for every access", RUN, TX_LOAD, valid_at_once, RUN, read_memory, read_anew),
  VARIANT("variant split", RUN, TX_LOAD, valid_split, CHECKED, read_anew, hold),
  ROW("4.3 validation for every access", RUN, TX_LOAD, invalid, OUT, give_up, forget),
  ROW("4.3 validation for every access", RUN, TX_STORE, valid, RUN, read_anew, note_store, go_on),
  ROW("4.3 validation for every access", RUN, TX_STORE, invalid, OUT, give_up, forget),
  ROW("4.3 commit", RUN, TX_COMMIT, valid, OUT, read_anew, write_all, go_on, forget),
  ROW("4.3 commit", RUN, TX_COMMIT, invalid, OUT, give_up, forget),
  INFERRED("4.1", RUN, TX_ABORT, always, OUT, give_up, forget),
  NEVER("4.1", RUN | CHECKED, TX_BEGIN),
  NEVER("4.1", OUT | CHECKED, TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT),

  VARIANT("variant split", CHECKED, ACCESS, always, RUN, access),
  STALL("variant split", OUT | RUN, ACCESS, always),

  INFERRED("4.1", OUT, LOAD, always, OUT, plain_load),
  INFERRED("4.1", OUT, STORE | ATOMIC, always, OUT, plain_write),
  NEVER("4.1", RUN | CHECKED, LOAD | STORE | ATOMIC),
};

SYSTEM(warptm_el) = {
  .name = "warptm-el",
  .title = "WarpTM made eager, idealised: every access validates the whole transaction, in no time",
  .source = "thesis, 4.3, Figures 4.3 and 4.4",
  .not_modelled = "anything that takes time: messages, commit units, warps that wait for their "
                  "lanes",
  .kinds = {
    { .name = "memory",
      .table = TABLE(rows, states, OUT, events,
                     TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT | ACCESS | LOAD | STORE |
                         ATOMIC),
      .internals = { { EVENT_ACCESS, PER_CORE } },
      .internal_count = 1, .instances = JUST_ONE, .extra_line_per_core = true, .of_cores = true,
      .start_state = LANE_OUT, .value = memory_value, .lease = NO_LEASE, .shows.memory = true },
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT,
    EVENT_TX_ABORT },
  .lower = lower_plain,
  .claims = { [CORE_IO] = { .offered = true,
      .memory_models = "sc tsc tsc-weak ttso ttso-weak trcsc trcsc-weak tptx tptx-weak" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_STRICT),
  .client = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT,
  .parameters = { { "split", 0, 0, 1, "the comparison and the access are two steps" } },
  .variants = {
    { "split", "an access comes some time after the comparison", { { "split", 1 } },
      .fails = "T-CANCEL-ZOMBIE", .invariants_lost = CLAIM(PROPERTY_OPACITY),
      .shown_by = { .lines = 2, .values = 2 } },
  },
};
