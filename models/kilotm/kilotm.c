/* kilotm: KILO TM.  kilotm.h tells the protocol and what is inferred; warp.h and commit_unit.h hold the tables. */
#include "models/kilotm/kilotm.h"

SYSTEM(kilotm) = {
  .name = "kilotm",
  .title = "KILO TM: lazy versioning, validation by value at commit units, in the order of commit ids",
  .source = "Fung et al., MICRO 2011, after the thesis, 2.2.2, 4.1, 4.3, Figure 4.2",
  .not_modelled = "caches (transactions bypass the L1), the tables' capacity and their overestimates, the watchdog, SIMT lock step",
  .kinds = { KILOTM_WARP, KILOTM_VENDOR, KILOTM_COMMIT_UNIT },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = KILOTM_NETWORKS,
  .network_count = 4,
  .messages = KILOTM_MESSAGES,
  .transactions = { EVENT_TX_BEGIN, EVENT_TX_LOAD, EVENT_TX_STORE, EVENT_TX_COMMIT, EVENT_TX_ABORT },
  .sm_is_warp = true,
  .banks_matter = true,
  .lower = lower_plain,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "sc tsc-weak" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SERIALISABLE),
  .client = TX_BEGIN | TX_LOAD | TX_STORE | TX_COMMIT,
  .parameters = KILOTM_PARAMETERS(0, 0, 0),
  .variants = {
    { "opaque", "with a claim that KILO TM does not make, that no attempt sees an inconsistent snapshot",
      .invariants_lost = CLAIM(PROPERTY_OPACITY), .shown_by = { .lines = 2, .values = 2 } },
    { "write-queues", "the writes of several transactions are on their way to a bank together", { { "queue", 0 } } },
    { "unit-ids", "each commit unit orders transactions as they come to it", { { "global", 0 } } },
    { "no-hazard", "a log is validated once, though an older one may yet write what it has read", { { "hazard", 0 } } },
    { "no-skip", "commit units do not hear of transactions that have nothing for them", { { "skip", 0 } } },
  },
};
