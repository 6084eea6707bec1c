/* What the records of kilotm, warptm and eapg have in common. */
#ifndef MODELS_LIB_KILOTM_RECORD_H
#define MODELS_LIB_KILOTM_RECORD_H

#include "models/lib/kilotm_commit_unit.h"
#include "models/lib/kilotm_warp.h"

/* --- the vendor of ids --- */

static inline void tell_all(struct step *s) {
  for (unsigned bank = 0; bank < banks(s); bank++)
    send_about(s, EVENT_ORDER, step_controller_at(s, KIND_CU, bank), s->request->core);
}
static const char *const vendor_states[] = { "-" };
static const struct row vendor_rows[] = { ROW("4.1, one commit id after the other", 1u, ACQUIRE_ID,
                                              always, SAME, tell_all) };
#define KILOTM_VENDOR                                                                   \
  {                                                                                     \
    .name = "vendor",                                                                   \
    .table = { vendor_rows, 1, vendor_states, 1, 1u, events, EVENT_COUNT, ACQUIRE_ID }, \
    .instances = JUST_ONE, .lease = NO_LEASE                                            \
  }

#define KILOTM_NETWORKS \
  { "request", FIFO, 12 }, { "id", FIFO, 8 }, { "answer", UNORDERED, 12 }

/* Prompt are parts of a log, by which no entry is decided before it is complete, as long as
 * there is a pass pointer; ids, which only order what comes later; SKIP and the core's verdict,
 * which allow more and forbid nothing; and answers, whose core goes on in a step of its own.  To
 * take any of them later is to take the step that follows from it later. */
static inline bool keeps_order(const struct step *s) { return step_parameter(s, PASS); }
#define PROMPT_ABOUT_CORE(name_, network_)                                                         \
  {                                                                                                \
    .name = name_, .network = network_, .has_core = true, .promises.ample = true, .no_line = true, \
    .lease = NO_LEASE                                                                              \
  }
#define KILOTM_MESSAGES(written_)                                                                 \
  [EVENT_LD] = { "LD", 0, .has_core = true, .flag = "again", .lease = NO_LEASE },                 \
  [EVENT_PLAIN] = { "PLAIN", 0, .has_core = true, .has_value = true, .lease = NO_LEASE },         \
  [EVENT_READ_SET] = { "READ_SET",                                                                \
                       0,                                                                         \
                       .has_core = true,                                                          \
                       .has_value = true,                                                         \
                       .promises.ample = true,                                                    \
                       .promises.ample_where = keeps_order,                                       \
                       .lease = NO_LEASE },                                                       \
  [EVENT_WRITE_SET] = { "WRITE_SET",                                                              \
                        0,                                                                        \
                        .has_core = true,                                                         \
                        .has_value = true,                                                        \
                        .promises.ample = true,                                                   \
                        .promises.ample_where = keeps_order,                                      \
                        .lease = NO_LEASE },                                                      \
  [EVENT_DONE_FILL] = { "DONE_FILL", 0, .has_core = true, .no_line = true, .lease = NO_LEASE },   \
  [EVENT_SKIP] = PROMPT_ABOUT_CORE("SKIP", 0), [EVENT_TX_PASS] = PROMPT_ABOUT_CORE("TX_PASS", 0), \
  [EVENT_TX_FAIL] = PROMPT_ABOUT_CORE("TX_FAIL", 0),                                              \
  [EVENT_ACQUIRE_ID] = PROMPT_ABOUT_CORE("ACQUIRE_ID", 1),                                        \
  [EVENT_ORDER] = PROMPT_ABOUT_CORE("ORDER", 1),                                                  \
  [EVENT_OWN_ORDER] = { "ORDER", 1, .has_core = true, .no_line = true, .lease = NO_LEASE },       \
  [EVENT_VALUE] = { "VALUE",                                                                      \
                    2,                                                                            \
                    .times = { written_ },                                                        \
                    .has_core = true,                                                             \
                    .has_value = true,                                                            \
                    .flag = "commits",                                                            \
                    .promises.ample = true,                                                       \
                    .lease = NO_LEASE },                                                          \
  [EVENT_ANSWER] = { "ANSWER",                                                                    \
                     2,                                                                           \
                     .has_core = true,                                                            \
                     .has_value = true,                                                           \
                     .promises.ample = true,                                                      \
                     .lease = NO_LEASE },                                                         \
  [EVENT_CU_PASS] = PROMPT_ABOUT_CORE("CU_PASS", 2),                                              \
  [EVENT_CU_FAIL] = PROMPT_ABOUT_CORE("CU_FAIL", 2),                                              \
  [EVENT_DONE_COMMIT] = PROMPT_ABOUT_CORE("DONE_COMMIT", 2)
#define KILOTM_PARAMETERS(intra_, tcd_)                                                         \
  { "queue", 1, 0, 1,                                                                           \
    "a commit unit writes what one transaction wrote before what a younger one did" },          \
      { "global", 1, 0, 1, "one vendor gives commit ids to all commit units" },                 \
      { "hazard", 1, 0, 1,                                                                      \
        "what an older live log writes is validated again when that has left" },                \
      { "skip", 1, 0, 1, "a commit unit hears of transactions that have nothing for it" },      \
      { "intra", intra_, 0, 1, "conflicts within a warp are resolved before the logs go out" }, \
      { "tcd", tcd_, 0, 2,                                                                      \
        "silent commit of read-only transactions: 0 none, 1 as told, 2 guarded" },              \
  {                                                                                             \
    "pass", 1, 0, 1, "an entry is decided after all older ones: the pass pointer"               \
  }

/* What the records have in common. */
#define KILOTM_RECORD                                                               \
  .events = events, .event_count = EVENT_COUNT,                                     \
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT, \
                    EVENT_TX_ABORT },                                               \
  .sm_is_warp = true, .lower = lower_plain, .core = CORE_IO,                        \
  .client = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT | TX_ABORT

#endif
