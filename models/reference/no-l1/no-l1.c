/* no-l1: the L1 is switched off for shared data; every access goes to the L2.
 *
 * QuickRelease (HPCA 2014) 2.2 and 5.1 (the way of NVIDIA's Kepler).  A fence waits for outstanding
 * accesses.  Nothing else is needed: there is one copy of everything, and the L2 does one thing at
 * a time.  So writes are atomic.
 *
 * The SM keeps only a port, which passes requests on and hands answers back.  The core
 * (same_address_interlock), and not the network, keeps two accesses of a thread to one address in
 * order.  Every synchronising access (any order but weak: memmodels/README.md, row wo) waits for
 * all that its thread did before, and holds back all that comes after.
 *
 * Claims: no access is lost.  A request of a thread is on its way to the L2 or back, once.  The L2
 * performs each store and atomic that it takes.  No load returns a value that was overwritten
 * before the load was issued. */
#include "models/lib/write_through.h"
#include "models/lib/write_through_claims.h"

enum { PORT_P };
static const char *const port_states[] = { "P" };
#define P (1u << PORT_P)

/* local->pending: requests of each core without their answer. */
static void pass_on(struct step *s, unsigned type) {
  to_l2(s, type);
  s->local->pending[s->request->core]++;
}
static void gets(struct step *s) { pass_on(s, EVENT_GETS); }
static void write(struct step *s) { pass_on(s, EVENT_WRITE); }
static void atomic(struct step *s) { pass_on(s, EVENT_ATOMIC_TO_L2); }
static void loaded(struct step *s) {
  s->local->pending[s->request->core]--;
  step_reply_word(s, s->request, &step_incoming(s)->data);
}
static void done(struct step *s) {
  s->local->pending[s->request->core]--;
  step_reply(s, s->request, step_incoming(s)->request.value);
}

static const struct row port_rows[] = {
  INFERRED("QuickRelease 2.2", P, LOAD, always, SAME, gets),
  INFERRED("QuickRelease 2.2", P, STORE, always, SAME, write),
  INFERRED("QuickRelease 2.2", P, ATOMIC, always, SAME, atomic),
  INFERRED("QuickRelease 2.2", P, DATA, always, SAME, loaded),
  INFERRED("QuickRelease 2.2", P, ACK | AACK, always, SAME, done),
  NEVER("QuickRelease 2.2", P, DATA_ACQUIRE),
};

static bool all_under_way(const struct shape *shape, const struct local *const *locals,
                          const struct message *messages, unsigned count) {
  uint8_t out[CORES_MAX] = { 0 };
  for (unsigned i = 0; i < count; i++) out[messages[i].request.core]++;
  for (unsigned sm = 0; sm < shape->sms; sm++)
    for (unsigned core = 0; core < shape->core_count; core++) {
      unsigned pending = locals[shape_l1(shape, sm)]->pending[core];
      if (pending && pending != out[core]) return false;
      out[core] -= (uint8_t)pending;
    }
  for (unsigned core = 0; core < shape->core_count; core++)
    if (out[core]) return false;
  return true;
}

SYSTEM(no_l1) = {
  .name = "no-l1",
  .title = "no L1 for shared data: every access goes to the L2",
  .source = "QuickRelease (HPCA 2014) 2.2, 5.1",
  .not_modelled = "misses of the L2 and DRAM (nothing can tell), read-only data in the L1",
  .kinds = {
    { .name = "port",
      .table = TABLE(port_rows, port_states, P, events,
                     LOAD | STORE | ATOMIC | DATA | DATA_ACQUIRE | ACK | AACK),
      .instances = ONE_PER_SM, .start_state = PORT_P, .lease = NO_LEASE,
      .shows.pending = "outstanding" },
    WRITE_THROUGH_L2(.keeps = write_through_l2_keeps),
  },
  WRITE_THROUGH_RECORD(UNORDERED_REQUESTS),
  .lower = lower_waiting,
  .claims = SC_OR_WO,
  .same_address_interlock = true,
  .invariants = CLAIM(PROPERTY_LOAD_VALUE) | CLAIM(PROPERTY_OWN),
  .own_invariant.holds_in_flight = all_under_way,
  .own_invariant.of_one_sm = true,
  .own_invariant.name = "no access is lost: what a thread waits for is on its way, once, and the "
                        "L2 performs what it takes",
  .client = LOAD | STORE | ATOMIC,
  .parameters = { UNORDERED_PARAMETER },
  .variants = {
    { UNORDERED_VARIANT },
  },
};
