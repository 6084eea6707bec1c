/* kilotm: KILO TM; models/lib/kilotm.h has the protocol.
 *
 * Opacity is not claimed: an attempt may see half of a commit, and T-ZOMBIE-SPIN.litmus then loops
 * for ever. */
#include "models/lib/kilotm_record.h"

static const struct row lane_rows[] = { KILOTM_LANE_ROWS(UNPAUSED, KILOTM_ACCESS_ROWS) };
static const struct row commit_unit_rows[] = { KILOTM_COMMIT_UNIT_ROWS(KILOTM_ALONE) };

SYSTEM(kilotm) = {
  .name = "kilotm",
  .title = "KILO TM: lazy versioning, validation by value at commit units, in the order of commit "
           "ids",
  KILOTM_RECORD,
  .source = "Fung et al., MICRO 2011, after the thesis, 2.2.2, 4.1, 4.3, Figure 4.2",
  .not_modelled = "caches (transactions bypass the L1), the tables' capacity, the watchdog, SIMT "
                  "lock step",
  .kinds = { KILOTM_WARP(NULL, NULL, 8, 0), KILOTM_VENDOR, KILOTM_COMMIT_UNIT(NULL) },
  .networks = { KILOTM_NETWORKS },
  .network_count = 3,
  .messages = { KILOTM_MESSAGES(NULL) },
  .claims = { [CORE_IO] = { true, TX_WEAK_MODELS } },
  .invariants = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_STRICT),
  .parameters = { KILOTM_PARAMETERS(0, 0) },
  .variants = {
    { "opaque", "with a claim that KILO TM does not make, that no attempt sees an inconsistent "
                "snapshot", .invariants_lost = CLAIM(PROPERTY_OPACITY),
      .shown_by = { .lines = 2, .values = 2 } },
    { "write-queues", "the writes of several transactions are on their way to a bank together",
      { { "queue", 0 } }, .fails = "T-2+2W T-3.2W T-BLIND T-R T-S",
      .invariants_lost = CLAIM(PROPERTY_SERIALISABLE), .shown_by = { .values = 2 } },
    { "unit-ids", "each commit unit orders transactions as they come to it", { { "global", 0 } },
      .fails = "T-2+2W T-3.2W T-BLIND T-WSKEW T-WSKEW3", .shown_by = { .lines = 2, .values = 2 },
      .invariants_lost = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_DEADLOCK) },
    { "no-hazard", "a log is validated once, though an older one may yet write what it has read",
      { { "hazard", 0 } }, .fails = "T-INC2 T-WSKEW T-MP T-XFER T-XFER-RO T-ZOMBIE",
      .invariants_lost = CLAIM(PROPERTY_SERIALISABLE), .shown_by = { .values = 2 } },
    { "no-pass-pointer", "an entry is decided as soon as its own log is complete, whatever older "
                         "ones do", { { "pass", 0 } }, .fails = "T-WSKEW T-INC2",
      .invariants_lost = CLAIM(PROPERTY_SERIALISABLE), .shown_by = { .lines = 2, .values = 2 } },
    { "in-turn", "4.1 as told: a transaction waits at each unit until all older ones are over; no "
                 "second validation, no order of writes",
      { { "pass", PASS_IN_TURN }, { "hazard", 0 }, { "queue", 0 } } },
    { "warp", "with WarpTM's resolution of conflicts within a warp", { { "intra", 1 } } },
    { "no-skip", "commit units do not hear of transactions that have nothing for them",
      { { "skip", 0 } }, .invariants_lost = CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER),
      .shown_by = { .lines = 2, .values = 2 } },
  },
};
