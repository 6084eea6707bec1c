/* Checks a record, continued from record.c: kinds of controllers, claims, and promises.
 *
 * It refuses a claim that nothing could break, and a function that nothing would call. */
#include <string.h>
#include "protocol/record.h"
#include "protocol/record_claims.h"

/* --- kinds of controllers --- */

static void check_internal(struct record_check *check, const struct controller_kind *kind,
                           const struct internal *internal) {
  const struct system *system = check->system;
  bool of_line = internal->over == PER_LINE,
       ticks = system->promises.tick && internal->event == system->promises.tick;
  if (internal->event < EVENT_EVICT || internal->event >= system->event_count) {
    record_finding(check, "%s: event %u is none that a controller has of itself (.internals)",
                   kind->name, internal->event);
    return;
  }
  const char *event = system->events[internal->event];
  if (!(kind->table.alphabet >> internal->event & 1))
    record_finding(check, "%s: %s happens of itself, and its table cannot see it", kind->name,
                   event);
  if (internal->promises.persistent && !system->promises.lines_apart)
    record_finding(check, "%s: an event is persistent, though lines share something", kind->name);
  if ((internal->promises.deferred || internal->promises.persistent) && !of_line)
    record_finding(
        check, "%s: an event is deferred or persistent, and over no line: give it .over = PER_LINE",
        kind->name);
  if (ticks && (of_line || (internal->over == PER_CORE && kind->extra_line_per_core)))
    record_finding(check, "%s: a tick is over a line: give it .over = ONCE or PER_CORE",
                   kind->name);
  if (!internal->promises.deferred &&
      (internal->promises.only_loads_observe || internal->promises.observed_by ||
       internal->promises.deferred_if_alone))
    record_finding(check, "%s: %s says who can tell when it happens, and not that it is deferred",
                   kind->name, event);
  if (internal->urgent && internal->promises.deferred)
    record_finding(check, "%s: %s is both urgent and deferred", kind->name, event);
}

static void check_internals(struct record_check *check, const struct controller_kind *kind) {
  if (kind->internal_count > INTERNALS_MAX) {
    record_finding(check, "%s: internal_count is %u, and there is room for %u", kind->name,
                   kind->internal_count, INTERNALS_MAX);
    return;
  }
  for (unsigned i = 0; i < kind->internal_count; i++) {
    check_internal(check, kind, &kind->internals[i]);
    for (unsigned k = 0; k < i; k++)
      if (!memcmp(&kind->internals[k], &kind->internals[i], sizeof *kind->internals))
        record_finding(check, "%s: .internals has event %u twice", kind->name,
                       kind->internals[i].event);
  }
  for (unsigned i = kind->internal_count; i < INTERNALS_MAX; i++)
    if (record_is_filled(&kind->internals[i], sizeof *kind->internals))
      record_omission(check, "%s: event %u of .internals is filled in, and internal_count is %u",
                      kind->name, i, kind->internal_count);
}

/* Every controller names events as the system does. */
static void check_event_names(struct record_check *check, const struct controller_kind *kind) {
  const struct system *system = check->system;
  if (kind->table.event_count != system->event_count) {
    record_finding(check, "%s: its table names %u events, and the system %u", kind->name,
                   kind->table.event_count, system->event_count);
    return;
  }
  for (unsigned e = 0; e < system->event_count && kind->table.events != system->events; e++)
    if (kind->table.events[e] && system->events[e] &&
        strcmp(kind->table.events[e], system->events[e]))
      record_finding(check, "%s: its table calls event %u %s, and the system %s", kind->name, e,
                     kind->table.events[e], system->events[e]);
}

static void check_states(struct record_check *check, const struct controller_kind *kind) {
  if (kind->start_state >= kind->table.state_count)
    record_finding(check, "%s: it starts in state %u, and has %u", kind->name, kind->start_state,
                   kind->table.state_count);
  else if (!kind->state_of && !(kind->table.stable >> kind->start_state & 1))
    record_finding(check, "%s: it starts in %s, which is not stable (.start_state)", kind->name,
                   kind->table.states[kind->start_state]);
  if ((uint64_t)(kind->readable | kind->writable) >> kind->table.state_count)
    record_finding(check, "%s: .readable or .writable names a state that it does not have",
                   kind->name);
  if (kind->permission && (kind->readable | kind->writable))
    record_finding(check, "%s: it has .permission, which decides alone, and .readable or .writable",
                   kind->name);
  if (kind->instances > JUST_ONE)
    record_finding(
        check,
        "%s: .instances is none of ONE_PER_SM, ONE_PER_BANK, ONE_PER_CORE, ONE_PER_GPM, JUST_ONE",
        kind->name);
  if (kind->instances == ONE_PER_GPM && !check->system->topology.gpms)
    record_finding(check, "%s: it is one to a GPM, and the record has no .topology", kind->name);
}

static void check_lease(struct record_check *check, const char *name, int lease,
                        const char *const *times) {
  if (check->system->time == TIME_NONE) lease = lease_meant(lease, times);
  if (lease == NO_LEASE) return;
  if (lease < NO_LEASE || lease >= TIMES)
    record_finding(check, "%s: lease %d is no time", name, lease);
  else if (!times[lease])
    record_finding(check,
                   "%s: .lease is %d, left out perhaps, and that time has no name in .times; say "
                   "NO_LEASE, or name it",
                   name, lease);
}

/* A lease that names no time breaks claims, since leases break ages.  A time without a scheme never
 * passes. */
static void check_times(struct record_check *check) {
  const struct system *system = check->system;
  const char *timed = NULL;
  for (unsigned k = 0; k < check->kinds; k++) {
    const struct controller_kind *kind = &system->kinds[k];
    check_lease(check, kind->name, kind->lease, kind->times);
    for (unsigned t = 0; t < TIMES; t++)
      if (kind->times[t]) timed = kind->name;
  }
  for (unsigned e = 0; e < EVENTS_MAX; e++) {
    const struct message_kind *message = &system->messages[e];
    if (!message->name) continue;
    check_lease(check, message->name, message->lease, message->times);
    for (unsigned t = 0; t < TIMES; t++)
      if (message->times[t]) timed = message->name;
  }
  if (timed && system->time == TIME_NONE)
    record_finding(check,
                   "%s has .times, and the record no scheme of time (.time): they would never pass",
                   timed);
}

void record_check_kinds(struct record_check *check) {
  const struct system *system = check->system;
  for (unsigned k = check->kinds; k < KINDS_MAX; k++)
    if (record_is_filled(&system->kinds[k], sizeof *system->kinds))
      record_omission(
          check, "kind %u is filled in, and has no name, or stands behind one that has none", k);
  for (unsigned k = 0; k < check->kinds; k++) {
    const struct controller_kind *kind = &system->kinds[k];
    if (!*kind->name) record_finding(check, "kind %u has no name", k);
    for (unsigned other = 0; other < k; other++)
      if (!strcmp(system->kinds[other].name, kind->name))
        record_finding(check, "kinds %u and %u are both called %s", other, k, kind->name);
    check_event_names(check, kind);
    check_states(check, kind);
    check_internals(check, kind);
  }
  check_times(check);
}

/* --- claims --- */

/* The properties that the system or a variant claims, or that a variant loses. */
static unsigned properties_named(const struct system *system) {
  unsigned named = system->invariants;
  for (unsigned i = 0; i < VARIANTS_MAX && system->variants[i].name; i++)
    named |= system->variants[i].invariants_lost | system->variants[i].invariants_claimed;
  return named;
}

static bool has_models(const char *models) { return models && *models; }

static bool claims_some_model(const struct system *system) {
  for (unsigned core = 0; core < CORE_KINDS; core++)
    if (has_models(system->claims[core].memory_models)) return true;
  for (unsigned i = 0; i < VARIANTS_MAX && system->variants[i].name; i++)
    if (has_models(system->variants[i].memory_models)) return true;
  return false;
}

/* The fields that claims need, and that some kind of the system has. */
struct claim_check {
  bool permission, writable, lease, value, keeps;
};

static struct claim_check fields_present(const struct record_check *check) {
  struct claim_check has = { false };
  for (unsigned k = 0; k < check->kinds; k++) {
    const struct controller_kind *kind = &check->system->kinds[k];
    has.permission |= controller_kind_has_copies(kind);
    has.writable |= kind->permission || kind->writable;
    has.lease |=
        controller_kind_has_copies(kind) && lease_meant(kind->lease, kind->times) != NO_LEASE;
    has.value |= kind->value != NULL;
    has.keeps |= kind->keeps != NULL;
  }
  return has;
}

/* Finds claims that nothing could break. */
static void check_vacuous(struct record_check *check) {
  const struct system *system = check->system;
  unsigned named = properties_named(system),
           copies = CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE);
  unsigned logical = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL);
  unsigned of_order = CLAIM(PROPERTY_SERIALISABLE) | CLAIM(PROPERTY_OPACITY) |
                      CLAIM(PROPERTY_STRICT) | CLAIM(PROPERTY_SNAPSHOT);
  struct claim_check has = fields_present(check);
  for (unsigned p = 0; p < PROPERTIES; p++)
    if (named >> p & (copies | logical) >> p & 1 && !has.permission)
      record_omission(check,
                      "claims %s, but no controller kind has .permission, .readable or .writable",
                      property_name((enum property)p));
  if (named & CLAIM(PROPERTY_SWMR) && has.permission && !has.writable)
    record_omission(check,
                    "claims swmr, but no copy is ever writable: name .writable, or give CLAIM(...) "
                    "of the property that is meant (a PROPERTY_ without it is another set)");
  if (named & CLAIM(PROPERTY_DATA_VALUE) && !has.value)
    record_omission(check, "claims data-value, but no controller kind has .value");
  if (named & logical && system->time != TIME_LOGICAL)
    record_omission(check,
                    "claims swmr-logical or value-logical, but its time is not logical (.time)");
  if (named & CLAIM(PROPERTY_SWMR_LOGICAL) && !has.lease)
    record_omission(check,
                    "claims swmr-logical, but no controller kind that has .permission has .lease");
  if (named & of_order && !system->transactions.begin)
    record_omission(check, "claims an order of transactions, but runs none (.transactions)");
  bool own = system->own_invariant.holds || system->own_invariant.holds_in_flight || has.keeps;
  if (named & CLAIM(PROPERTY_OWN) && !own)
    record_omission(check, "claims own-invariant, but has no .own_invariant.holds, no "
                           ".own_invariant.holds_in_flight and no .keeps");
  if (!(named & CLAIM(PROPERTY_OWN)) && own)
    record_omission(check, "has .own_invariant.holds, .own_invariant.holds_in_flight or .keeps, "
                           "but does not claim own-invariant");
  if (named >> PROPERTIES)
    record_omission(check,
                    ".invariants claims a property that there is not: use CLAIM(PROPERTY_...)");
  if (claims_some_model(system) && !has.value)
    record_omission(
        check,
        "claims a memory model, but no controller kind has .value: final memory would read 0");
}

/* The client's requests must be ones that the port takes.  system_not_asked has the port's others,
 * which are printed with the verdict. */
static void check_client(struct record_check *check) {
  const struct system *system = check->system;
  uint64_t taken = system->kinds[0].table.alphabet;
  if (system->client & ~REQUESTS && !system->transactions.begin)
    record_omission(check, "its .client asks what is no request");
  for (unsigned e = 0; e < system->event_count; e++)
    if (system->client >> e & ~taken >> e & 1)
      record_omission(check, "its .client asks %s, which %s cannot see", system->events[e],
                      system->kinds[0].name);
  if (claims_some_model(system) && !system->client)
    record_omission(check,
                    "its .client asks nothing: write a set of requests, such as LOAD | STORE");
}

void record_check_claims(struct record_check *check) {
  const struct system *system = check->system;
  if (system->core >= CORE_KINDS || !system->claims[system->core].offered)
    record_finding(check, "its default core (.core) is not offered: set .claims[...].offered");
  for (unsigned core = 0; core < CORE_KINDS; core++)
    if (!system->claims[core].offered && has_models(system->claims[core].memory_models))
      record_finding(check, "it claims %s with %s cores, which it does not offer",
                     system->claims[core].memory_models, core_kind_name((enum core_kind)core));
  check_vacuous(check);
  check_client(check);
}

/* --- promises --- */

/* Lines in one bank share its queue: no variant may promise that they share nothing. */
static void check_one_bank(struct record_check *check) {
  const struct system *system = check->system;
  bool has_banks = false;
  if (!system->one_bank) return;
  for (unsigned k = 0; k < check->kinds; k++)
    has_banks |= system->kinds[k].instances == ONE_PER_BANK;
  if (!has_banks || !system->banks_matter)
    record_finding(check, "lines are in one bank, and banks do not matter");
  bool share = system->promises.lines_apart;
  for (unsigned v = 0; v <= VARIANTS_MAX; v++) {
    const struct variant *variant = v ? &system->variants[v - 1] : NULL;
    struct setting setting;
    if (variant && !variant->name) break;
    setting_of_variant(&setting, system, variant);
    share |= system->one_bank(&setting) && setting_lines_share_clock(&setting);
  }
  if (share)
    record_finding(check, "lines are in one bank, though they share nothing, or a clock alone");
}

static void check_clocks(struct record_check *check) {
  const struct system *system = check->system;
  bool ticks = system->promises.tick != 0,
       moves = system->time == TIME_REMAINING || (system->time == TIME_LOGICAL && ticks);
  if (system->promises.lines_share_clock && !moves)
    record_finding(check, "lines share a clock that nothing moves on");
  if (system->promises.lines_share_clock && system->promises.lines_apart)
    record_finding(
        check,
        "lines share nothing (.promises.lines_apart), and a clock (.promises.lines_share_clock)");
  if (ticks && system->promises.tick >= system->event_count)
    record_finding(check, ".promises.tick is no event of .events");
  if (ticks && (system->promises.tick_parameter >= PARAMETERS_MAX ||
                !system->parameters[system->promises.tick_parameter].name))
    record_finding(check, "its .tick goes by no parameter (.promises.tick_parameter)");
  if (system->rollover.event >= system->event_count)
    record_finding(check, ".rollover.event is no event of .events");
  bool of_logical = system->promises.past_is_none || system->promises.clocks_are_now ||
                    system->promises.outdates || system->rollover.event || system->always_rank;
  if (of_logical && system->time != TIME_LOGICAL)
    record_finding(check, "it says something of logical time, and its time is not logical (.time)");
}

static void check_apart(struct record_check *check) {
  const struct system *system = check->system;
  uint64_t others = LOAD_ACQUIRE | STORE_RELEASE | FENCE;
  if (!system->promises.lines_apart) return;
  if (system->time == TIME_REMAINING)
    record_finding(
        check,
        "lines share nothing (.promises.lines_apart), and their leases run down by one clock");
  if (system->banks_matter)
    record_omission(
        check, "lines share nothing (.promises.lines_apart), and banks matter (.banks_matter)");
  if (system->client & others)
    record_omission(check, "lines share nothing (.promises.lines_apart), and its .client asks "
                           "acquires, releases or fences");
}

static void check_per_address(struct record_check *check) {
  const struct system *system = check->system;
  for (unsigned k = 0; k < check->kinds; k++) {
    const struct controller_kind *kind = &system->kinds[k];
    if (kind->promises.context && !system->promises.per_address)
      record_finding(check,
                     "%s: it has a context (.promises.context), and no line is explored by itself",
                     kind->name);
    if (!kind->promises.context != !kind->promises.context_of)
      record_finding(check, "%s: .promises.context without .promises.context_of, or the reverse",
                     kind->name);
  }
  if (system->promises.per_address && (system->time != TIME_NONE || system->transactions.begin))
    record_finding(check, "lines share times or transactions (.promises.per_address)");
}

void record_check_promises(struct record_check *check) {
  const struct system *system = check->system;
  check_one_bank(check);
  check_clocks(check);
  check_apart(check);
  check_per_address(check);
  for (unsigned core = 0; core < CORE_KINDS && system->transactions.begin; core++)
    if (core != CORE_IO && system->claims[core].offered)
      record_finding(check, "only io cores run transactions");
}
