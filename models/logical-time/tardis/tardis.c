/* tardis: the timestamp coherence that RCC and G-TSC start from.
 *
 * Source: Yu and Devadas, "Tardis: time traveling coherence algorithm for distributed shared
 * memory", PACT 2015, as the thesis (3.3, 3.4.3, 7.2) and G-TSC (I, III, VII) tell it: three
 * stable states in L1 and LLC, readers with leases in logical time, writers with exclusive
 * ownership, renewal by version, no list of sharers.  The PACT paper was not at hand.  Every row
 * is rebuilt from those accounts, and is to be held beside them (README.md).
 *
 * A block is a value with [wts, rts]: the time of its store, and the last time at which it may be
 * read.  A core's clock is pts, the time of its last operation.  A shared copy (S) may be read
 * while pts <= rts.  A writer asks for the block exclusively.  It need not wait for readers: its
 * store takes a time beyond the last lease, max(pts, rts + 1).  The owner (E) reads and writes
 * without asking, and extends the lease itself.  The LLC knows the owner, and nothing of readers.
 * For a reader it asks the owner to write back and keep a shared copy (WB_REQ), for a writer to
 * flush (FLUSH_REQ).  `mts` is the greatest rts that ever left it. */
#include "models/logical-time/tardis/l1.h"
#include "models/logical-time/tardis/llc.h"

/* The LLC knows the owner.  A shared copy's lease ends no later than the LLC remembers, here or in
 * mts.  (An owner that was asked to write back has sent it.)  Its wts names its version. */
static bool copy_is_right(const struct local *bank, const struct line *block,
                          const struct line *copy, unsigned sm) {
  if (1u << copy->state & E) return is_owned(block) && block->owner == sm;
  if (copy->time[RTS] == NO_TIME || (1u << block->state & EW && block->owner == sm)) return true;
  unsigned remembered = block->time[RTS] == NO_TIME ? bank->clock : block->time[RTS];
  if (copy->time[RTS] > remembered) return false;
  bool newest = 1u << block->state & S && copy->time[WTS] == block->time[WTS];
  return !newest || !data_is_stale(&copy->data);
}
static bool copies_are_right(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct local *bank = locals[shape_bank(shape, line)];
    for (unsigned sm = 0; sm < shape->sms; sm++)
      if (!copy_is_right(bank, &bank->line[line], &locals[shape_l1(shape, sm)]->line[line], sm))
        return false;
  }
  return true;
}
static bool always_rank(const struct setting *setting) {
  return setting->values[RANK_PARAMETER] != 0;
}
static struct progress_claim progress(const struct setting *setting) {
  return progress_of_leases(setting, setting->values[TICK_PARAMETER]);
}
static bool shares_queue(const struct setting *setting) {
  return setting->values[QUEUE_PARAMETER] != 0;
}
static bool lines_share_clock(const struct setting *setting) { return !shares_queue(setting); }
/* Does an owner have its block, and store, before it is asked?  Dead times rest on that. */
static bool is_plain(const struct shape *shape) {
  return !shape_parameter(shape, ANSWERS_PARAMETER) && !shape_parameter(shape, QUEUE_PARAMETER) &&
         !shape_parameter(shape, NONE_PARAMETER);
}

#define OWNED_BLOCK                                                        \
  .has_data = true, .flag = "dirty", .instead_where = 1 + QUEUE_PARAMETER, \
  .instead = REQUEST_NETWORK

SYSTEM(tardis) = {
  .name = "tardis",
  .title = "Tardis: exclusive writers, readers with leases in logical time, no invalidations",
  .source = "Yu and Devadas, PACT 2015, as thesis ch. 3 and 7 and the G-TSC paper tell it",
  .not_modelled = "private-write optimisation, speculative renewal and TSO (Tardis 2.0), timestamp "
                  "compression and rollover, several requests of a core at once, DRAM latency as "
                  "messages",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | S | E, events,
                     LOAD | STORE | ATOMIC | EVICT | SH_REP | EX_REP | RENEW_REP | UPGRADE_REP |
                         FLUSH_REQ | WB_REQ | TICK),
      .internals = {
        { EVENT_EVICT, PER_LINE, is_shared, .promises.deferred = true, .environment = true },
        { EVENT_EVICT, PER_LINE, is_owner, .environment = true },
        { EVENT_TICK, ONCE, ticks, .environment = true, .fairness = FAIRNESS_WEAK },
      },
      .internal_count = 3, .instances = ONE_PER_SM, .start = clock_start,
      .permission = l1_permission, .value = l1_value, .version = owned_version,
      .promises.renewable = l1_renewable, .promises.give_up = copy_give_up, .lease = RTS,
      .times = { "wts", "rts" }, .shows.clock = "pts" },
    { .name = "LLC",
      .table = TABLE(llc_rows, llc_states, I | S | E, events,
                     SH_REQ | EX_REQ | FLUSH_REP | WB_REP | EVICT | DRAM),
      .internals = {
        { EVENT_DRAM, PER_LINE, fetched },
        { EVENT_EVICT, PER_LINE, llc_shares, .promises.deferred = true,
          .promises.deferred_if_alone = true, .environment = true },
        { EVENT_EVICT, PER_LINE, llc_recalls, .environment = true },
      },
      .internal_count = 3, .instances = ONE_PER_BANK, .start = clock_start,
      .value = block_value, .version = block_version, .promises.renews_from = llc_renews_from,
      .promises.drop_dead_values = llc_forget, .lease = NO_LEASE, .times = { "wts", "rts" },
      .shows.clock = "mts", .shows.owner = true, .shows.memory = true },
  },
  .events = events, .event_count = EVENT_COUNT,
  .networks = { [REQUEST_NETWORK] = { "request", UNORDERED, 12,
      .instead_where = 1 + QUEUE_PARAMETER, .instead = { FIFO } },
    [OWNER_NETWORK] = { "owner", UNORDERED, 12 },
    [ANSWER_NETWORK] = { "answer", FIFO_PER_LINE, 12, .instead_where = 1 + ANSWERS_PARAMETER,
      .instead = { UNORDERED } } },
  .network_count = 3,
  .messages = {
    MESSAGE(SH_REQ, "SH_REQ", REQUEST_NETWORK, .times = { "wts", NULL, "pts" },
      .has_core = true),
    MESSAGE(EX_REQ, "EX_REQ", REQUEST_NETWORK, .times = { "wts", NULL, "pts" },
      .has_core = true),
    MESSAGE(FLUSH_REP, "FLUSH_REP", OWNER_NETWORK, .times = { "wts", "rts" }, OWNED_BLOCK),
    MESSAGE(WB_REP, "WB_REP", OWNER_NETWORK, .times = { "wts", "rts" }, OWNED_BLOCK),
    [EVENT_SH_REP] = { "SH_REP", ANSWER_NETWORK, { "wts", "rts" }, .has_data = true, .lease = RTS },
    MESSAGE(EX_REP, "EX_REP", ANSWER_NETWORK, .times = { "wts", "rts" }, .has_data = true),
    [EVENT_RENEW_REP] = { "RENEW_REP", ANSWER_NETWORK, { NULL, "rts" }, .lease = RTS },
    MESSAGE(UPGRADE_REP, "UPGRADE_REP", ANSWER_NETWORK, .times = { NULL, "rts" }),
    MESSAGE(FLUSH_REQ, "FLUSH_REQ", ANSWER_NETWORK),
    MESSAGE(WB_REQ, "WB_REQ", ANSWER_NETWORK, .times = { NULL, NULL, "pts" }),
  },
  .time = TIME_LOGICAL,
  .always_rank = always_rank,
  .promises.lines_share_clock = lines_share_clock,
  .promises.tick = EVENT_TICK,
  .promises.tick_parameter = TICK_PARAMETER,
  .promises.outdates = is_plain,
  .promises.awaits_clock = awaits_clock,
  .banks_matter = true,
  .one_bank = shares_queue,
  .asymmetric = shares_queue,
  .lower = lower_plain,
  .barriers_within_sm = true,
  .claims = { [CORE_IO] = { true, "sc" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_OWN),
  .own_invariant.holds = copies_are_right,
  .own_invariant.name = "one owner, whom the LLC knows; it remembers the end of every lease; a "
                        "copy of its block's wts is the newest",
  .progress = progress,
  .promises.moves_data = true,
  .client = LOAD | STORE | ATOMIC,
  .parameters = {
    [LEASE_PARAMETER] = { "lease", 1, 1, 12, "longest lease granted, in logical time; every length "
                                             "from 1 on is tried" },
    [RANK_PARAMETER] = { "rank", 0, 0, 1, "1: keep only the order of timestamps, so that leases "
                                          "may have any length" },
    [TICK_PARAMETER] = { "tick", 0, 0, 1, "1: pts may advance of itself, against livelock" },
    [ANSWERS_PARAMETER] = { "unordered", 0, 0, 1, "1: what the LLC sends to an L1 about one block "
                                                  "keeps no order" },
    [QUEUE_PARAMETER] = { "shared-queue", 0, 0, 1, "1: owners' answers stand in the queue of their "
                                                   "requests" },
    [NONE_PARAMETER] = { "zero-is-none", 0, 0, 1, "1: a request without a copy says wts = 0, which "
                                                  "is the first block's time" },
  },
  .variants = {
    { "unordered", "what the LLC sends to an L1 about one block keeps no order",
      { { "unordered", 1 } }, .invariants_lost = CLAIM(PROPERTY_NEVER) },
    { "shared-queue", "owners' answers stand in the queue of their L1's requests",
      { { "shared-queue", 1 } }, .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .lines = 2, .values = 1 } },
    { "zero-is-none", "an L1 without a copy says so by wts = 0, and blocks begin at time 0",
      { { "zero-is-none", 1 } },
      .invariants_lost = CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .values = 1 } },
  },
};
