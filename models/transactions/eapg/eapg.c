/* eapg: early abort and pause-n-go, on WarpTM.  models/lib/kilotm.h tells the
 * protocol below it, and holds the tables.
 *
 * Sources: Chen and Peng, Efficient GPU Hardware Transactional Memory through Early Conflict
 * Resolution (HPCA 2016), after the thesis: 7.3 ("global broadcast updates about currently
 * committing transactions ... to pause or abort doomed transactions"), chapter 4's
 * introduction, 4.6 footnote 3, 4.7.1; details after the released simulator.
 *
 * When a log comes under validation, its commit unit tells every core which words it reads and
 * writes (INSERT), and when it has been decided, that it no longer does (REMOVE); a word that
 * another log there has, too, is told once (the reference counts).  A load of a word that is
 * announced as written waits, so does a store to one announced at all (pause, and go).  A
 * transaction whose log meets such a word when it comes to its commit gives up before it has sent
 * anything (early abort).
 *
 * These are hints: they delay and abort, and no value ever comes of them, so that what is committed
 * here could be without them. What they might break is progress.  Who is paused waits for a log
 * that is in its commit unit, complete, and that waits for older ones alone; a lane takes its
 * commit id only past pause and early abort, so that none of the older waits for it.  A removal
 * must not overtake the announcement, or the word stays announced for ever (disorder: 1).
 *
 * How a broadcast is modelled.  With messages on their way to each warp (delay: 1) their states
 * multiply those of everything else. But a warp uses what it has been told only where a lane
 * accesses a word, or comes to its commit.  So a word is announced to all at once, and has been
 * heard by whom it concerns, or not yet, when it concerns him (has_heard in
 * models/lib/kilotm_warp.h). Nothing is lost but pauses and aborts: a removal that has not
 * been heard yet pauses a lane for longer, as if it had been slower; and aborts a transaction that
 * could have begun later; an announcement that is heard between two accesses of a lane, once it is
 * void, pauses or aborts likewise.  tests/unit/models/transactions_test.c has both ways reach the
 * same outcomes.
 *
 * INFERRED: transactions that only read are validated (tcd: 0), so that what is shown is the hints'
 * own; a load served from the lane's own log does not pause; the tables of words have room for all
 * (where they have not a hint is lost: not heard). */
#include "models/lib/kilotm.h"

static const struct row lane_rows[] = { KILOTM_LANE_ROWS(ANY, EAPG_ACCESS_ROWS) };
static const struct row commit_unit_rows[] = { KILOTM_COMMIT_UNIT_ROWS(KILOTM_AND_TELL) };

SYSTEM(eapg) = {
  .name = "eapg",
  .title = "early abort and pause-n-go: commit units tell all cores what is being validated",
  KILOTM_RECORD,
  .source = "Chen and Peng, HPCA 2016, after the thesis, 4.7.1, 7.3",
  .not_modelled = "caches, the tables' capacity, the watchdog, SIMT lock step, packets, silent "
                  "commits (see warptm)",
  .kinds = {
    KILOTM_WARP(NULL, NULL, 9, INSERTS | REMOVES),
    KILOTM_VENDOR,
    KILOTM_COMMIT_UNIT(NULL),
  },
  .networks = { KILOTM_NETWORKS,
    { "broadcast", FIFO, 16, .instead_where = DISORDER + 1, .instead = { UNORDERED } } },
  .network_count = 4,
  .messages = {
    KILOTM_MESSAGES(NULL),
    [EVENT_INSERT] = { "INSERT", 3, .has_core = true, .flag = "write", .promises.ample = true,
      .lease = NO_LEASE },
    [EVENT_REMOVE] = { "REMOVE", 3, .has_core = true, .flag = "write", .promises.ample = true,
      .lease = NO_LEASE },
    [EVENT_LATE_INSERT] = { "INSERT", 3, .has_core = true, .flag = "write", .lease = NO_LEASE },
    [EVENT_LATE_REMOVE] = { "REMOVE", 3, .has_core = true, .flag = "write", .lease = NO_LEASE },
  },
  .threads_in_order = true, /* broadcasts */
  .banks_matter = true,
  .claims = { [CORE_IO] = { true, "sc tsc-weak ttso-weak trcsc-weak tptx-weak" } },
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
