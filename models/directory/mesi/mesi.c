/* mesi: a directory protocol with write-back L1s and the directory in an inclusive L2, the
 * baseline of the thesis.
 *
 * Source: the thesis (chapter 3, sections 3.1 to 3.3 and table 3.5) runs MESI on gem5's Ruby
 * memory system and prints no table.  Its stable states, five in the L1 and four in the L2, are
 * those of gem5's MESI_Two_Level (an heir of MESI_CMP_directory).  The controllers of that are
 * rebuilt here, and the rows name its states and events ("gem5 L1 IS/Inv").  Instruction fetch,
 * prefetch and invalidation from above the L2 are left out.
 *
 * A load misses to S, or to E when it is alone.  A store asks for M.  The L2 tells it how many L1s
 * have been sent an invalidation, whose acknowledgements go straight to it; the store is complete
 * when all are in.  The L2 blocks a line from the moment that it hands it over for writing, or
 * forwards a request to an owner, until the requester's unblocking word.  An L1 may evict a block
 * while another one's request is on its way.  Then it answers from the eviction's buffer (M_I,
 * SINK), and the eviction is old news (PUTX from anyone but the owner).
 *
 * Networks are unordered, as in gem5: requests, forwards, responses and unblocks.  With memory's
 * they make five, which is what the thesis says MESI needs.  README.md lists the departures from
 * gem5.
 *
 * Claims: with cores that keep one access outstanding, sequential consistency in every placement.
 * In every reachable state there is one writer or many readers, every readable copy holds the last
 * store, and the directory knows what the L1s hold.  No load is told what was overwritten before
 * it was issued. */
#include "models/directory/mesi/l1.h"
#include "models/directory/mesi/l2.h"

/* One L1's copy, by what the directory says of it. */
static bool copy_is_known(const struct line *copy, unsigned sm, const struct line *bank) {
  unsigned here = 1u << copy->state, there = 1u << bank->state;
  if (!(here & (S | E | M))) return true;
  if (there & (NP | L2_M)) return false; /* inclusion */
  if (there & SS && !(here & S && bank->sharers >> sm & 1))
    return false; /* every S copy is listed */
  if (there & MT && !(here & (E | M) && bank->owner == sm))
    return false; /* an owner's copy is the owner's */
  return true;
}

static bool directory_knows(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    if (1u << bank->state & (SS | L2_M) && data_is_stale(&bank->data))
      return false; /* the L2's copy is the block's value */
    for (unsigned sm = 0; sm < shape->sms; sm++)
      if (!copy_is_known(&locals[shape_l1(shape, sm)]->line[line], sm, bank)) return false;
  }
  return true;
}

SYSTEM(mesi) = {
  .name = "mesi",
  .title = "directory MESI with write-back L1s under an inclusive L2",
  .source = "gem5 MESI_Two_Level, as used by the thesis, ch. 3",
  .not_modelled = "instruction fetch and prefetch, invalidation from above the L2, finite virtual "
                  "channels (only their classes), capacity and associativity (evictions come at "
                  "any time instead), scopes (the source has none)",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | S | E | M, events, L1_ALPHABET),
      .internals = {
        { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, loud_evict, .promises.persistent = true, .environment = true },
      },
      .internal_count = 2, .instances = ONE_PER_SM, .permission = l1_permission, .value = l1_value,
      .lease = NO_LEASE },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, NP | SS | L2_M | MT, events, L2_ALPHABET),
      .internals = {
        { EVENT_EVICT, PER_LINE, unused_evict, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, recalling_evict, .promises.persistent = true,
          .environment = true },
        { EVENT_MEM_DATA, PER_LINE, dram_reads },
        { EVENT_MEM_ACK, PER_LINE, dram_wrote },
      },
      .internal_count = 4, .instances = ONE_PER_BANK, .value = l2_value, .lease = NO_LEASE,
      .shows.sharers = true, .shows.owner = true, .shows.memory = true },
  },
  .published = {
    { 5, 11, 81, "thesis table 3.5, MESI L1", "NP and I are one state here, and the transient "
                                              "states of prefetches are left out, four in gem5's "
                                              "table (an older one has E_I beside them, which "
                                              "makes 11); the thesis does not say what it counts "
                                              "as a transition (gem5's table without instruction "
                                              "fetch has 63)" },
    { 4, 11, 50, "thesis table 3.5, MESI L2", "the states agree; the thesis does not say what it "
                                              "counts as a transition" },
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "request", UNORDERED, 12 }, { "forward", UNORDERED, 12 },
    { "response", UNORDERED, 14 }, { "unblock", UNORDERED, 12 } },
  .network_count = NETWORK_COUNT,
  .messages = {
    [EVENT_GETS] = { "GETS", REQUEST_NETWORK, .lease = NO_LEASE },
    [EVENT_GETX] = { "GETX", REQUEST_NETWORK, .lease = NO_LEASE },
    [EVENT_UPG] = { "UPG", REQUEST_NETWORK, .lease = NO_LEASE },
    [EVENT_PUTX] = { "PUTX", REQUEST_NETWORK, .has_data = true, .flag = "dirty",
      .lease = NO_LEASE },
    [EVENT_INV] = { "INV", FORWARD_NETWORK, .has_requester = true, .lease = NO_LEASE },
    [EVENT_FGS] = { "FGS", FORWARD_NETWORK, .has_requester = true, .lease = NO_LEASE },
    [EVENT_FGX] = { "FGX", FORWARD_NETWORK, .has_requester = true, .lease = NO_LEASE },
    [EVENT_DATA] = { "DATA", RESPONSE_NETWORK, .has_data = true, .has_count = true,
      .lease = NO_LEASE },
    [EVENT_DATAE] = { "DATAE", RESPONSE_NETWORK, .has_data = true, .lease = NO_LEASE },
    [EVENT_ACK] = { "ACK", RESPONSE_NETWORK, .has_count = true, .lease = NO_LEASE },
    [EVENT_WBACK] = { "WBACK", RESPONSE_NETWORK, .lease = NO_LEASE },
    [EVENT_WBD] = { "WBD", RESPONSE_NETWORK, .has_data = true, .flag = "dirty", .lease = NO_LEASE },
    [EVENT_INVACK] = { "INVACK", RESPONSE_NETWORK, .lease = NO_LEASE },
    [EVENT_UNB] = { "UNB", UNBLOCK_NETWORK, .lease = NO_LEASE },
    [EVENT_XUNB] = { "XUNB", UNBLOCK_NETWORK, .lease = NO_LEASE },
  },
  .time = TIME_NONE,
  .promises.lines_apart = true,
  .lower = lower_plain,
  .claims = { [CORE_IO] = { true, "sc" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE) |
      CLAIM(PROPERTY_OWN),
  .own_invariant.holds = directory_knows,
  .own_invariant.name = "inclusion, every S copy listed, one owner, and the L2's data is the last "
                        "store unless an L1 owns it",
  .promises.moves_data = true,
  .client = LOAD | STORE | ATOMIC,
  .parameters = {
    [PARAMETER_MERGE] = { "merge", 0, 0, 2, "a load of a line for which a load is out: 0 waits, 1 "
                                            "joins it, 2 also when an invalidation has passed it" },
  },
  .variants = {
    { "joined", "a load may join a load that is out, until an invalidation has come",
      { { "merge", 1 } } },
    { "late-merge", "a load may join a load that is out, also when an invalidation has come",
      { { "merge", 2 } }, .fails = "MPm SBm", .invariants_lost = CLAIM(PROPERTY_LOAD_VALUE),
      .shown_by = { .threads = 3 } },
  },
};
