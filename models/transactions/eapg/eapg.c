/* eapg: early abort and pause-n-go, on WarpTM; models/lib/kilotm.h has the protocol below it.
 *
 * Sources: Chen and Peng, Efficient GPU Hardware Transactional Memory through Early Conflict
 * Resolution (HPCA 2016), after the thesis: 7.3 ("global broadcast updates about currently
 * committing transactions ... to pause or abort doomed transactions"), chapter 4's introduction,
 * 4.6 footnote 3, 4.7.1; details after the released simulator.
 *
 * A commit unit tells every core which words a log reads and writes.  It does so when the log comes
 * under validation (INSERT), and when it is decided (REMOVE).  A word that is in two logs there is
 * announced once.  A load of a word announced as written pauses; so does a store to any announced
 * word.  A transaction whose log meets such a word at its commit gives up before it has sent any
 * message (early abort).
 *
 * These hints delay and abort, and carry no values.  So a transaction that commits here could
 * commit without them.  They might break progress.  A paused lane waits for a complete log in a
 * commit unit, which waits only for older ones.  A lane takes its commit id only past pause and
 * early abort.  A removal must not overtake its announcement (disorder: 1).
 *
 * Messages on their way to each warp (delay: 1) multiply all states.  But a warp uses the news only
 * at an access or a commit.  So a word is announced to all at once.  A lane that it concerns has
 * heard it or not (has_heard in models/lib/kilotm_warp.h).  README.md argues that this loses only
 * pauses and aborts; tests/unit/models/transactions_test.c has both ways reach the same outcomes.
 */
#include "models/lib/kilotm_record.h"

static const struct row lane_rows[] = { KILOTM_LANE_ROWS(ANY, EAPG_ACCESS_ROWS) };
static const struct row commit_unit_rows[] = { KILOTM_COMMIT_UNIT_ROWS(KILOTM_AND_TELL) };

SYSTEM(eapg) = {
  .name = "eapg",
  .title = "early abort and pause-n-go: commit units tell all cores what is being validated",
  KILOTM_RECORD,
  .source = "Chen and Peng, HPCA 2016, after the thesis, 4.7.1, 7.3",
  .not_modelled = "caches, the tables' capacity, the watchdog, SIMT lock step, packets, silent "
                  "commits (see warptm)",
  .kinds = { KILOTM_WARP(NULL, NULL, 9, INSERTS | REMOVES), KILOTM_VENDOR,
    KILOTM_COMMIT_UNIT(NULL) },
  .networks = { KILOTM_NETWORKS,
    { "broadcast", FIFO, 16, .instead_where = DISORDER + 1, .instead = { UNORDERED } } },
  .network_count = 4,
  .messages = {
    KILOTM_MESSAGES(NULL),
    [EVENT_INSERT] = KILOTM_MESSAGE("INSERT", 3, .flag = "write", .promises.ample = true),
    [EVENT_REMOVE] = KILOTM_MESSAGE("REMOVE", 3, .flag = "write", .promises.ample = true),
    [EVENT_LATE_INSERT] = KILOTM_MESSAGE("INSERT", 3, .flag = "write"),
    [EVENT_LATE_REMOVE] = KILOTM_MESSAGE("REMOVE", 3, .flag = "write"),
  },
  .threads_in_order = true, /* broadcasts */
  .claims = { [CORE_IO] = { true, TX_WEAK_MODELS } },
  .invariants = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_STRICT),
  .parameters = {
    KILOTM_PARAMETERS(1, TCD_NONE),
    { "delay", 0, 0, 1, "what commit units tell takes its time: 0 it is heard, or not yet, as it "
                        "happens" },
    { "disorder", 0, 0, 1, "(delay) what they tell a core may come in another order" },
  },
  .variants = {
    { "delay", "what commit units tell travels, and is heeded when it has come",
      { { "delay", 1 } } },
    { "disorder", "a removal may overtake the announcement that it takes back",
      { { "delay", 1 }, { "disorder", 1 } }, .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .values = 2 } },
    { "opaque", "with a claim that is not made, that no attempt sees an inconsistent snapshot",
      .invariants_lost = CLAIM(PROPERTY_OPACITY), .shown_by = { .lines = 2, .values = 2 } },
  },
};
