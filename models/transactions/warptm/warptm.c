/* warptm: KILO TM (models/lib/kilotm.h) with WarpTM's additions.
 * Sources: Fung and Aamodt, Energy Efficient GPU Transactional Memory via Space-Time Optimizations
 * (MICRO 2013), after the thesis, 4.1.
 *
 * Conflicts within a warp (parameter intra): before logs go out, a lane that conflicts with
 * another of its warp gives up.  The source scans lanes in order, and the lower one wins.  Here the
 * first to send wins (INFERRED: any order, which contains that one).  Writes to one word are no
 * conflict: each lane keeps its own commit id, whose order decides.
 *
 * Temporal conflict detection (parameter tcd).  A table at the LLC has the time of each address's
 * last write, by a physical clock that all partitions share.  Each load brings that time.  A
 * transaction that only reads commits without a message if no word that it read was written since
 * its first load.  One tick holds one event (INFERRED: with two in a tick "since" must mean "not
 * before"; so it does here).
 *   - 1: taken literally, a write's time is when it reaches the bank; a commit is not one instant.
 *   - 2 (INFERRED, the cure): a word that an entry of the commit unit is to write counts as
 *     written later.  Every unit has its part of the log before the core tells any of them to
 *     write, so no half of a commit is seen.  For three transactions that is not enough.  Memory
 *     may hold a younger one's write and lack an older one's, if a partition does not know that yet
 *     (T-ISA2; README.md has the run).
 *   - 0: transactions that only read are validated like all others, which is right.
 *
 * In the source a warp's messages to a commit unit go in one packet.  Here each lane's go by
 * themselves, which allows more.  The shared clock is in ranks (machine/times.c): a time before
 * every running lane's first load counts as none. */
#include "models/lib/kilotm_record.h"

static const struct row lane_rows[] = { KILOTM_LANE_ROWS(UNPAUSED, KILOTM_ACCESS_ROWS) };
static const struct row commit_unit_rows[] = { KILOTM_COMMIT_UNIT_ROWS(KILOTM_ALONE) };

SYSTEM(warptm) = {
  .name = "warptm",
  .title = "WarpTM: KILO TM with conflicts resolved in the warp, and silent commits of "
           "transactions that only read",
  KILOTM_RECORD,
  .source = "Fung and Aamodt, MICRO 2013, after the thesis, 4.1, 4.3, Figure 4.2",
  .not_modelled = "caches (transactions bypass the L1), the tables' capacity, the watchdog, SIMT "
                  "lock step, packets",
  .kinds = { KILOTM_WARP("earliest", "first", 8, 0), KILOTM_VENDOR, KILOTM_COMMIT_UNIT("written") },
  .networks = { KILOTM_NETWORKS },
  .network_count = 3,
  .messages = { KILOTM_MESSAGES("written") },
  .time = TIME_LOGICAL,
  .always_rank = tx_always_rank,
  .promises.past_is_none = true,
  .promises.clocks_are_now = true,
  .claims = { [CORE_IO] = { true, TX_WEAK_MODELS, .fails = "T-ISA2" } },
  .parameters = { KILOTM_PARAMETERS(1, TCD_GUARDED) },
  .variants = {
    { "literal-tcd", "a silent commit takes a write for done when its bank has it, though the "
                     "commit is not over", { { "tcd", TCD_LITERAL } },
      .fails = "T-MP T-MP-rev T-XFER-RO T-ISA2", .invariants_lost = CLAIM(PROPERTY_SERIALISABLE),
      .shown_by = { .lines = 2, .values = 2 } },
    { "validated", "transactions that only read are validated, too", { { "tcd", TCD_NONE } },
      .fails = "", .invariants_claimed = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_STRICT) },
    { "in-turn", "4.1 as told: a transaction waits at each unit until all older ones are over; no "
                 "second validation, no order of writes",
      { { "pass", PASS_IN_TURN }, { "hazard", 0 }, { "queue", 0 } }, .fails = "",
      .invariants_claimed = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_STRICT) },
    { "in-turn-literal", "(in-turn) and a silent commit takes a write for done when its bank has "
                         "it",
      { { "pass", PASS_IN_TURN }, { "hazard", 0 }, { "queue", 0 }, { "tcd", TCD_LITERAL } },
      .fails = "T-MP T-MP-rev T-XFER-RO T-ISA2", .invariants_lost = CLAIM(PROPERTY_SERIALISABLE),
      .shown_by = { .lines = 2, .values = 2 } },
    { "no-hazard", "(validated) a log is validated once, though an older one may yet write what it "
                   "has read", { { "tcd", TCD_NONE }, { "hazard", 0 } },
      .fails = "T-INC2 T-WSKEW T-MP T-XFER T-XFER-RO T-ZOMBIE",
      .invariants_lost = CLAIM(PROPERTY_SERIALISABLE), .shown_by = { .values = 2 } },
    { "opaque", "with a claim that WarpTM does not make, that no attempt sees an inconsistent "
                "snapshot", .invariants_lost = CLAIM(PROPERTY_OPACITY),
      .shown_by = { .lines = 2, .values = 2 } },
  },
};
