/* rfo: "read for ownership", the CPU's way: write-back L1s and a full-map directory,
 * QuickRelease's baseline.
 *
 * Source: Hechtman et al., QuickRelease (HPCA 2014), 2.4.2, table 1 and figure 2.  A fully mapped
 * directory with full sharer state is inclusive of the caches above it.  It allows a single writer
 * or multiple readers of a block at any time, and may recall data from the caches to free
 * directory space.  It resembles the protocol of recent AMD CPUs (which is MOESI).  A release or
 * an acquire neither flushes nor invalidates anything.  The source says no more: every row is
 * INFERRED, and none is counted (README.md).
 *
 * No order is needed: requests, forwards and responses travel on unordered networks.
 *
 * Claims: with `io` cores (one access outstanding) sequential consistency.  With `gpu` and `weak`
 * cores weak ordering, which is stronger than the release consistency that the paper asks of it.
 * In every reachable state there is one writer or many readers, every readable copy holds the last
 * store, and the directory knows who has the line.  No load is told what was overwritten before it
 * was issued. */
#include "models/directory/rfo/directory.h"
#include "models/directory/rfo/l1.h"

/* One L1's copy, by what the directory says of it. */
static bool copy_is_known(const struct line *copy, unsigned sm, const struct line *entry) {
  unsigned here = 1u << copy->state, there = 1u << entry->state;
  if (here & (S | SM) && there & (D_I | D_S | D_EM | D_O) && !(entry->sharers >> sm & 1))
    return false;
  if (here & (E | O | M | OM))
    return !(there & (D_I | D_S)) && (!(there & (D_EM | D_O)) || entry->owner == sm);
  return true;
}

/* Can the owner that the directory knows answer for the line? */
static bool owner_answers(const struct shape *shape, const struct local *const *locals,
                          unsigned line, unsigned owner) {
  return owner < shape->sms &&
         1u << locals[shape_l1(shape, owner)]->line[line].state & (E | O | M | OM | MI);
}

static bool directory_knows(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *entry = &locals[shape_bank(shape, line)]->line[line];
    if (1u << entry->state & (D_I | D_S) && data_is_stale(&entry->memory)) return false;
    unsigned owners = 0;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      owners += (1u << copy->state & (E | O | M | OM)) != 0;
      if (!copy_is_known(copy, sm, entry)) return false;
    }
    if (owners > 1 ||
        (1u << entry->state & (D_EM | D_O) && !owner_answers(shape, locals, line, entry->owner)))
      return false;
  }
  return true;
}

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  return shape->setting.core == CORE_IO ? lower_plain(shape, instruction, out)
                                        : lower_waiting(shape, instruction, out);
}

SYSTEM(rfo) = {
  .name = "rfo",
  .title = "read for ownership: directory MOESI with write-back L1s",
  .source = "QuickRelease (HPCA 2014) 2.4.2, table 1, figure 2",
  .not_modelled = "the L2 and L3 apart from memory (nothing can tell), the CPU's caches apart from "
                  "the others, finite virtual channels (only their classes), capacity and "
                  "associativity (evictions and recalls come at any time instead), scopes (they "
                  "have nothing to do)",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | S | E | O | M, events, L1_ALPHABET),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, loud_evict, .promises.persistent = true, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .permission = l1_permission, .value = l1_value,
      .lease = NO_LEASE },
    { .name = "directory",
      .table = TABLE(directory_rows, directory_states, D_I | D_S | D_EM | D_O, events,
                     DIRECTORY_ALPHABET),
      .internals = { { EVENT_EVICT, PER_LINE, .promises.persistent = true, .environment = true } },
      .internal_count = 1, .instances = ONE_PER_BANK, .value = directory_value, .lease = NO_LEASE,
      .shows.sharers = true, .shows.owner = true, .shows.memory = true },
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "request", UNORDERED, 12 }, { "forward", UNORDERED, 12 },
    { "response", UNORDERED, 12 } },
  .network_count = NETWORK_COUNT,
  .messages = {
    [EVENT_GETS] = { "GETS", REQUEST_NETWORK, .lease = NO_LEASE },
    [EVENT_GETM] = { "GETM", REQUEST_NETWORK, .lease = NO_LEASE },
    [EVENT_PUT] = { "PUT", REQUEST_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_FWDS] = { "FwdS", FORWARD_NETWORK, .has_requester = true, .lease = NO_LEASE },
    [EVENT_FWDM] = { "FwdM", FORWARD_NETWORK, .has_requester = true, .has_count = true,
      .lease = NO_LEASE },
    [EVENT_RECALL] = { "Recall", FORWARD_NETWORK, .lease = NO_LEASE },
    [EVENT_INV] = { "Inv", FORWARD_NETWORK, .has_requester = true, .lease = NO_LEASE },
    [EVENT_DATA] = { "Data", RESPONSE_NETWORK, .has_data = true, .has_count = true,
      .lease = NO_LEASE },
    [EVENT_DATAE] = { "DataE", RESPONSE_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_ACNT] = { "AckCount", RESPONSE_NETWORK, .has_count = true, .lease = NO_LEASE },
    [EVENT_ACK] = { "Ack", RESPONSE_NETWORK, .lease = NO_LEASE },
    [EVENT_PUTACK] = { "PutAck", RESPONSE_NETWORK, .lease = NO_LEASE },
    [EVENT_RDATA] = { "RData", RESPONSE_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_RACK] = { "RAck", RESPONSE_NETWORK, .lease = NO_LEASE },
    [EVENT_UNB] = { "Unblock", RESPONSE_NETWORK, .lease = NO_LEASE },
  },
  .time = TIME_NONE,
  .promises.lines_apart = true,
  .lower = lower,
  .claims = { [CORE_IO] = { true, "sc" }, [CORE_GPU] = { true, "wo" },
    [CORE_WEAK] = { true, "wo" } },
  .core = CORE_IO,
  .same_address_interlock = true,
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE) |
      CLAIM(PROPERTY_OWN),
  .own_invariant.holds = directory_knows,
  .own_invariant.name = "every copy is listed, the owner is the only one, and memory is the last "
                        "store unless an L1 owns it",
  .promises.moves_data = true,
  .client = LOAD | STORE | ATOMIC,
};
