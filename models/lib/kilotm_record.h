/* Shared by the records of kilotm, warptm and eapg. */
#ifndef MODELS_LIB_KILOTM_RECORD_H
#define MODELS_LIB_KILOTM_RECORD_H

#include "models/lib/kilotm_commit_unit.h"
#include "models/lib/kilotm_warp.h"

static inline void tell_all(struct step *s) {
  for (unsigned bank = 0; bank < banks(s); bank++)
    send_about(s, EVENT_ORDER, step_controller_at(s, KIND_CU, bank), s->request->core);
}
static const char *const vendor_states[] = { "-" };
static const struct row vendor_rows[] = { ROW("released simulator, commit ids", 1u, ACQUIRE_ID,
                                              always, SAME, tell_all) };
#define KILOTM_VENDOR                                                                   \
  {                                                                                     \
    .name = "vendor",                                                                   \
    .table = { vendor_rows, 1, vendor_states, 1, 1u, events, EVENT_COUNT, ACQUIRE_ID }, \
    .instances = JUST_ONE, .lease = NO_LEASE                                            \
  }

#define KILOTM_NETWORKS \
  { "request", FIFO, 12 }, { "id", FIFO, 8 }, { "answer", UNORDERED, 12 }

/* These messages are ample sets. Parts of a log are: with a pass pointer no entry is decided before
 * its log is complete. Ids only order later transactions. SKIP and the core's verdict allow more
 * and forbid nothing. After an answer its core goes on in a step of its own. To take any of them
 * later is to take the step that follows from it later. */
GUARD(keeps_order, step_parameter(s, PASS))
#define KILOTM_MESSAGE(name_, network_, ...) \
  { name_, network_, .has_core = true, .lease = NO_LEASE, __VA_ARGS__ }
#define AMPLE_ABOUT_CORE .no_line = true, .promises.ample = true
#define PART_OF_LOG .has_value = true, .promises.ample = true, .promises.ample_where = keeps_order
#define KILOTM_MESSAGES(written_)                                                          \
  [EVENT_LD] = KILOTM_MESSAGE("LD", 0, .flag = "again"),                                   \
  [EVENT_PLAIN] = KILOTM_MESSAGE("PLAIN", 0, .has_value = true),                           \
  [EVENT_READ_SET] = KILOTM_MESSAGE("READ_SET", 0, PART_OF_LOG),                           \
  [EVENT_WRITE_SET] = KILOTM_MESSAGE("WRITE_SET", 0, PART_OF_LOG),                         \
  [EVENT_DONE_FILL] = KILOTM_MESSAGE("DONE_FILL", 0, .no_line = true),                     \
  [EVENT_SKIP] = KILOTM_MESSAGE("SKIP", 0, AMPLE_ABOUT_CORE),                              \
  [EVENT_TX_PASS] = KILOTM_MESSAGE("TX_PASS", 0, AMPLE_ABOUT_CORE),                        \
  [EVENT_TX_FAIL] = KILOTM_MESSAGE("TX_FAIL", 0, AMPLE_ABOUT_CORE),                        \
  [EVENT_ACQUIRE_ID] = KILOTM_MESSAGE("ACQUIRE_ID", 1, AMPLE_ABOUT_CORE),                  \
  [EVENT_ORDER] = KILOTM_MESSAGE("ORDER", 1, AMPLE_ABOUT_CORE),                            \
  [EVENT_OWN_ORDER] = KILOTM_MESSAGE("ORDER", 1, .no_line = true),                         \
  [EVENT_VALUE] = KILOTM_MESSAGE("VALUE", 2, .times = { written_ }, .has_value = true,     \
                                 .flag = "commits", .promises.ample = true),               \
  [EVENT_ANSWER] = KILOTM_MESSAGE("ANSWER", 2, .has_value = true, .promises.ample = true), \
  [EVENT_CU_PASS] = KILOTM_MESSAGE("CU_PASS", 2, AMPLE_ABOUT_CORE),                        \
  [EVENT_CU_FAIL] = KILOTM_MESSAGE("CU_FAIL", 2, AMPLE_ABOUT_CORE),                        \
  [EVENT_DONE_COMMIT] = KILOTM_MESSAGE("DONE_COMMIT", 2, AMPLE_ABOUT_CORE)
#define KILOTM_PARAMETERS(intra_, tcd_)                                                            \
  { "queue", 1, 0, 1,                                                                              \
    "a commit unit writes what one transaction wrote before what a younger one did" },             \
      { "global", 1, 0, 1, "one vendor gives commit ids to all commit units" },                    \
      { "hazard", 1, 0, 1,                                                                         \
        "what an older live log writes is validated again when that has left" },                   \
      { "skip", 1, 0, 1, "a commit unit hears of transactions that have nothing for it" },         \
      { "intra", intra_, 0, 1, "conflicts within a warp are resolved before the logs go out" },    \
      { "tcd", tcd_, 0, 2,                                                                         \
        "silent commit of read-only transactions: 0 none, 1 as told, 2 guarded" },                 \
  {                                                                                                \
    "pass", PASS_POINTER, 0, PASS_IN_TURN,                                                         \
        "an entry is decided 0 when its log is there, 1 after all older ones (the pass pointer), " \
        "2 when they have left"                                                                    \
  }

/* A lane's round ends with those of its warp, which a client need not reach. */
static inline struct progress_claim waits_for_lanes(const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ .threads = PROGRESS_GUARANTEED,
                                  .requests = PROGRESS_POSSIBLE,
                                  .all_apart = true };
}

#define KILOTM_RECORD \
  TX_RECORD, .sm_is_warp = true, .banks_matter = true, .progress = waits_for_lanes

#endif
