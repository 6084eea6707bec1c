/* warptm-el: WarpTM as the thesis makes it eager, for comparison: validation at every access, in
 * no time.
 *
 * Source: the thesis, 4.3: "we hacked WarpTM to run validation (i)-(ii) for every transactional
 * access, with no latency"; Figures 4.3 and 4.4.  It is no design, but shows the best that eager
 * detection of conflicts could be.  So memory and logs are one controller, and a step is one
 * access.  It compares all values that the transaction has read with memory, and gives up at the
 * first difference.  The commit does the same and writes everything.  So the values are a snapshot
 * each time, and the history (machine/history.c) counts an attempt's reads anew at every access.
 * Between accesses others go on; the next access finds a plain store that changed a word read.
 * README.md lists the inferred rows.
 *
 * Parameter split: 1: the comparison and the access are two steps.  Then a load may bring a value
 * that was written in between. */
#include "models/lib/redo_log.h"
#include "protocol/states.h"

enum { EVENT_ACCESS = EVENT_TX, EVENT_COUNT };
enum { ACCESS = 1ull << EVENT_ACCESS };
static const char *const events[] = { TX_EVENT_NAMES, "ACCESS" };

#define STATES(S) S(OUT), S(RUN), S(CHECKED)
enum { STATES(NAMED_NUMBER) };
enum { STATES(NAMED_SET) };
static const char *const states[] = { STATES(NAMED_NAME) };

enum { SPLIT };

static bool valid(const struct step *s) {
  EACH_WAITING(s->line, entry)
  if (entry->event == EVENT_TX_LOAD && *memory_of(s, entry) != entry->value) return false;
  return true;
}
GUARD(invalid, !valid(s))
GUARD(known, own_entry(s, EVENT_TX_STORE) || own_entry(s, EVENT_TX_LOAD))
GUARD(valid_known, valid(s) && known(s))
GUARD(valid_at_once, valid(s) && !known(s) && !step_parameter(s, SPLIT))
GUARD(valid_split, valid(s) && !known(s) && step_parameter(s, SPLIT))

/* Memory holds all the values that were read, so the history has them read now. */
static void read_anew(struct step *s) {
  step_observe(s, HISTORY_UNVALIDATED, lane_here(s), 0);
  EACH_WAITING(s->line, entry)
  if (entry->event == EVENT_TX_LOAD) step_observe_again(s, HISTORY_READ, lane_here(s), entry);
}
static void read_log(struct step *s) {
  const struct request *written = own_entry(s, EVENT_TX_STORE);
  step_reply(s, s->request, written ? written->value : own_entry(s, EVENT_TX_LOAD)->value);
}
static void read_memory(struct step *s) {
  note(s);
  struct request *entry = own_entry(s, EVENT_TX_LOAD);
  entry->value = *memory_of(s, entry);
  step_reply(s, s->request, entry->value);
}
static void note_store(struct step *s) {
  struct request *entry = own_entry(s, EVENT_TX_STORE);
  if (entry) entry->value = s->request->value;
  else note(s);
}
static void hold(struct step *s) {
  note(s);
  s->line->flag = s->request->entry;
}
/* Split: performs the load that was held, the last of the log. */
static void access(struct step *s) {
  struct request *entry = &s->line->queue[s->line->waiting - 1];
  uint8_t core = (uint8_t)lane_here(s);
  struct request asked = { .event = EVENT_TX_LOAD, .core = core, .entry = s->line->flag };
  entry->value = *memory_of(s, entry);
  s->line->flag = 0;
  step_observe(s, HISTORY_READ, lane_here(s), history_word(entry->line, entry->word));
  step_reply(s, &asked, entry->value);
}
ACTION(forget, clear_log(s, s->line))
ACTION(give_up, begin_anew(s))

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
      .table = TABLE(rows, states, OUT, events, TX_REQUESTS | ACCESS | LOAD | STORE | ATOMIC),
      .internals = { { EVENT_ACCESS, PER_CORE } },
      .internal_count = 1, .instances = JUST_ONE, .extra_line_per_core = true, .of_cores = true,
      .start_state = STATE_OUT, .value = memory_value, .lease = NO_LEASE, .shows.memory = true },
  },
  TX_RECORD,
  .claims = { [CORE_IO] = { .offered = true,
      .memory_models = "sc tsc tsc-weak ttso ttso-weak trcsc trcsc-weak tptx tptx-weak" } },
  .invariants = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_STRICT),
  .parameters = { { "split", 0, 0, 1, "the comparison and the access are two steps" } },
  .variants = {
    { "split", "an access comes some time after the comparison", { { "split", 1 } },
      .fails = "T-CANCEL-ZOMBIE", .invariants_lost = CLAIM(PROPERTY_OPACITY),
      .shown_by = { .lines = 2, .values = 2 } },
  },
};
