/* no-remote: GPMs whose L2s cache only the lines that they are home of.  A GPM passes every other
 * access on to the line's home, and keeps nothing of the answer.
 *
 * Source: HMG (HPCA 2020) and the thesis, chapter 5, where it is the baseline of every figure of
 * speedups: "all normalized to a baseline which has no such caching" (Figure 5.2, "caching remote
 * GPU data"), "normalized to a scheme that does not perform inter-GPM caching" (Figure 5.8), and
 * "normalized to a 4-GPU system that disallows caching of remote GPU data" (Figure 5.9).  The way
 * of an access is IV-A's: L1, L2 of the SM's GPM, L2 of the home.  No more is told: every row is
 * INFERRED, and none is counted (README.md).
 *
 * A line has one copy in the L2s, so only L1s can be stale.  Messages of an L1 are ample for the
 * reason that nhcc's README.md gives: nothing but its own answers changes an L1. */
#include "models/lib/gpm_flat.h"

static const char *const events[] = { HMG_EVENT_NAMES, "SMDATA_ONCE" };
enum { PARAMETER_L1S = PARAMETER_OVERTAKEN };

/* --- the L1 --- */

GUARD(for_no_acquire, !for_acquire(s))

static const struct row l1_rows[] = {
  FLAT_L1_ROWS,
  VARIANT("not kept in the L1 either (bare-l1s)", L1_IV, ONCE, for_no_acquire, L1_I, answer_loads),
  VARIANT("IV-B Acquire (bare-l1s)", L1_IV, ONCE, for_acquire, L1_I, answer_loads, invalidate_l1),
  NEVER("bare-l1s alone", L1_I | L1_V | L1_IA, ONCE),
};

/* --- a GPM --- */

static const char *const gpm_states[] = { "-" };
enum { HERE = 1 << 0 };
GUARD(away, !at_system(s))
static void pass(struct step *s, unsigned type, unsigned to) {
  struct message *message = step_send(s, type, to);
  message->request = *s->request;
  message->flag = s->request->scope;
}
static unsigned home(const struct step *s) { return step_controller_at(s, KIND_GPM, upwards(s)); }
static unsigned asking_gpm(const struct step *s) {
  return step_controller_at(s, KIND_GPM, gpm_of_core(s, s->request->core));
}
static void give(struct step *s, unsigned type, unsigned to, const struct data *data) {
  struct message *message = step_send(s, type, to);
  message->request = *s->request;
  message->data = *data;
}
static void give_l1(struct step *s, const struct data *data) {
  bool keeps = at_system(s) || step_parameter(s, PARAMETER_L1S);
  give(s, keeps ? EVENT_SMDATA : EVENT_ONCE, step_controller_of_core(s, s->request->core), data);
}

ACTION(read_home, give_l1(s, &s->line->memory))
ACTION(pass_load, pass(s, EVENT_RLD, home(s)))
ACTION(read_for_gpm, give(s, EVENT_DATA, asking_gpm(s), &s->line->memory))
ACTION(pass_data, give_l1(s, &step_incoming(s)->data))
ACTION(write_home, perform_on(s, &s->line->memory, s->request))
ACTION(write_on, pass_store(s, s->request->value))

static void answer_atom(struct step *s, unsigned type, unsigned to, int64_t old) {
  struct message *message = step_send(s, type, to);
  message->request = *s->request;
  message->request.value = old;
}
static void atomic_home(struct step *s) {
  bool own = s->event == EVENT_ATOM;
  int64_t old = perform_on(s, &s->line->memory, s->request);
  answer_atom(s, own ? EVENT_SMATOM : EVENT_ATOMRESP,
              own ? step_controller_of_core(s, s->request->core) : asking_gpm(s), old);
}
ACTION(atomic_on, pass(s, EVENT_RATOM, home(s)))
ACTION(pass_result, answer_atom(s, EVENT_SMATOM, step_controller_of_core(s, s->request->core),
                                s->request->value))

#define TEXT "5.7: no caching of remote data"
static const struct row gpm_rows[] = {
  INFERRED("IV-A: the home's L2", HERE, LD, at_system, SAME, read_home),
  INFERRED(TEXT, HERE, LD, away, SAME, pass_load),
  INFERRED("IV-A: the home's L2", HERE, RLD, always, SAME, read_for_gpm),
  INFERRED(TEXT ": the answer is passed on", HERE, DATA, always, SAME, pass_data),

  INFERRED("IV-A: the home's L2", HERE, ST, at_system, SAME, write_home),
  INFERRED(TEXT, HERE, ST, away, SAME, write_on),
  INFERRED("IV-A: the home's L2", HERE, RST, always, SAME, write_home),
  INFERRED("IV-B Atomics: at the home", HERE, ATOM, at_system, SAME, atomic_home),
  INFERRED(TEXT, HERE, ATOM, away, SAME, atomic_on),
  INFERRED("IV-B Atomics: at the home", HERE, RATOM, always, SAME, atomic_home),
  INFERRED(TEXT ": the answer is passed on", HERE, ATOMRESP, always, SAME, pass_result),

  FLAT_RELEASE_ROWS(HERE),
};

/* --- the record --- */

static bool copies_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  unsigned gpms = shape->placement.topology.gpus * shape->placement.topology.gpms;
  for (unsigned gpm = 0; gpm < gpms; gpm++)
    for (unsigned at = 0; at < shape->lines; at++)
      if (has_copy(locals[shape_gpm(shape, gpm)], at)) return false;
  return gpm_flat_loses_nothing(shape, locals, messages, count, false);
}

static const struct gpm_hooks hooks = { FLAT_HOOKS };

SYSTEM(no_remote) = {
  .name = "no-remote",
  .title = "GPMs that cache no remote data: an L2 has the lines that it is home of",
  .source = "HMG (HPCA 2020) IV-A, VI; thesis 5.4, 5.7",
  .not_modelled = "GPUs apart from GPMs (.gpu and .sys are one scope), misses of the home and DRAM "
                  "(nothing can tell), capacity and associativity (evictions come at any time), "
                  LOWER_NOT_MODELLED,
  .kinds = {
    FLAT_L1(ONCE),
    { .name = "GPM",
      .table = TABLE(gpm_rows, gpm_states, HERE, events,
                     LD | ST | ATOM | REL | RLD | RST | RATOM | RELREQ | DATA | ATOMRESP | RELACK),
      .instances = ONE_PER_GPM, .value = memory_value, .keeps = gpm_flat_keeps, .lease = NO_LEASE,
      .shows.memory = true, .shows.pending = "awaited" },
  },
  FLAT_RECORD,
  .claims = ON_ALL_CORES("ptx-6.0"),
  .promises.per_address = record_always_per_address,
  .event_count = EVENT_FLAT,
  .messages = {
    MESSAGE(LD, "LD", NETWORK_IN, .has_core = true, .flag = "scope", .promises.ample = true),
    MESSAGE(ST, "ST", NETWORK_IN, .has_value = true, .promises.ample = true),
    MESSAGE(ATOM, "ATOM", NETWORK_IN, .has_core = true, .has_value = true, .flag = "scope",
            .promises.ample = true),
    MESSAGE(REL, "REL", NETWORK_IN, .has_core = true, .flag = "scope", .promises.ample = true),
    MESSAGE(RLD, "RLD", NETWORK_DOWN, .has_core = true, .flag = "scope"),
    MESSAGE(RST, "RST", NETWORK_DOWN, .has_value = true),
    MESSAGE(RATOM, "RATOM", NETWORK_DOWN, .has_core = true, .has_value = true, .flag = "scope"),
    MESSAGE(RELREQ, "RELREQ", NETWORK_DOWN, .has_core = true, .promises.ample = true),
    MESSAGE(DATA, "DATA", NETWORK_UP, .has_data = true, .has_core = true),
    MESSAGE(ATOMRESP, "ATOMRESP", NETWORK_UP, .has_core = true, .has_value = true),
    MESSAGE(RELACK, "RELACK", NETWORK_ACK, .has_core = true, .promises.ample = true),
    MESSAGE(SMDATA, "SMDATA", NETWORK_OUT, .has_data = true, .has_core = true),
    MESSAGE(ONCE, "SMDATA_ONCE", NETWORK_OUT, .has_data = true, .has_core = true),
    MESSAGE(SMATOM, "SMATOM", NETWORK_OUT, .has_core = true, .has_value = true),
    MESSAGE(RELDONE, "RELDONE", NETWORK_OUT, .has_core = true),
    MESSAGE(RELEASED, "RELEASED", NETWORK_ACK, .has_core = true),
  },
  .own_invariant.holds_in_flight = copies_hold,
  .own_invariant.name = "no GPM but the home has a copy, no access is lost, a store goes to its "
                        "home, a release asks every home, and an acquire leaves no copy in its L1",
  .progress = progress_with_stale_copies,
  .topology = { 1, 2 },
  .parameters = {
    FLAT_PARAMETERS,
    [PARAMETER_L1S] = { "l1s", 1, 0, 1, "0: an L1 keeps no line of another GPM" },
  },
  .variants = {
    ONE_VARIANT("bare-l1s", "an L1 keeps no line of another GPM either", "l1s", 0, NULL),
    ONE_VARIANT("no-release-ack", "a release does not wait for the homes", "release", FLAT_NO_WAIT,
                "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 1, 1)),
    FLAT_L1_VARIANTS,
    ONE_VARIANT("unordered-down", "requests from a GPM to another keep no order", "down", 1,
                "CoWR MPd+acqrel.sys+diff-gpu"),
    ONE_VARIANT("down-by-line", "requests from a GPM to another keep the order of each line",
                "down", 2, "MPd+acqrel.sys+diff-gpu"),
    ONE_VARIANT("unordered-up", "answers between GPMs keep no order", "up", 1, NULL),
    ONE_VARIANT("unordered-out", "what an L2 sends to its L1s keeps no order", "out", 1, NULL),
  },
};
