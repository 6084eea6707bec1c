/* gpu-vi-gpms: GPU-VI over the L2s of GPMs, flat.  The home of a line tracks the GPMs that have
 * copies.  A store is performed when every other copy has been invalidated, and each invalidation
 * acknowledged.  So the L2s together are multi-copy-atomic.
 *
 * Source: HMG (HPCA 2020) I, III, IV-A and the thesis 5, 5.4: "we simply apply the existing
 * software and hardware coherence protocols GPU-VI on a 4-GPU system [...] we simply extend them as
 * if the system were a flat platform of 16 GPMs" (Figure 5.2).  NHCC is this system without the
 * acknowledgements and the transient states: "unlike GPU-VI, NHCC does not have transient states,
 * and it requires acknowledgments only for release operations".  No table is printed: every row is
 * INFERRED from these sentences and IV-B, and none is counted (README.md).
 *
 * States of a line in a GPM that is not its home: I; V; IV a load is out; IVI the same, and the
 * line has been invalidated meanwhile; WP a store or an atomic is out (`flag`: its copy is kept).
 * In the home: I; VA a store or an atomic waits in `queue` for acknowledgements (`owner`: the GPM
 * that it came from).
 *
 * L1s are those of no-remote, software-managed: only they can be stale. */
#include "models/lib/gpm_flat.h"
#include "protocol/claims.h"

enum { EVENT_INVACK = EVENT_FLAT, EVENT_ACK, EVENT_END };
#define INVACK (1ull << EVENT_INVACK)
#define ACK (1ull << EVENT_ACK)
static const char *const events[] = { HMG_EVENT_NAMES, "SMDATA_ONCE", "INVACK", "ACK" };
enum {
  PARAMETER_EARLY = PARAMETER_OVERTAKEN,
  PARAMETER_MERGE = PARAMETER_OUT + 1,
  PARAMETER_FILTER
};

static const struct row l1_rows[] = { FLAT_L1_ROWS };

/* --- a GPM that is not the home --- */

enum { I = 1 << 0, V = 1 << 1, IV = 1 << 2, IVI = 1 << 3, WP = 1 << 4, VA = 1 << 5 };
enum { ANY = (1 << 6) - 1 };
static const char *const gpm_states[] = { "I", "V", "IV", "IVI", "WP", "VA" };

/* An L1 knows nothing of the age of its copies. */
static void see_given(struct data *data, bool to_gpm) {
  for (unsigned word = 0; word < WORDS_MAX && !to_gpm; word++)
    if (data->age[word] != AGE_NONE) data->age[word] = AGE_STALE;
}
static unsigned home(const struct step *s) { return step_controller_at(s, KIND_GPM, upwards(s)); }
GUARD(away, !at_system(s))
GUARD_PAIR(kept, given_up, s->line->flag)
GUARD_PAIR(merges_late, waits_late, step_parameter(s, PARAMETER_MERGE))
ACTION(read_copy, data_to_sm(s, s->request, &s->line->data))
ACTION(ask_home, step_send(s, EVENT_RLD, home(s)))
ACTION(keep_copy, s->line->flag = 1)
ACTION(invack, step_send(s, EVENT_INVACK, step_incoming(s)->from))
ACTION(fill_copy, s->line->data = step_incoming(s)->data)
static void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->flag = 0;
}
static void take_written(struct step *s) {
  unsigned word = s->request->word;
  s->line->data.word[word] = step_incoming(s)->data.word[word];
  s->line->data.age[word] = step_incoming(s)->data.age[word];
  s->line->flag = 0;
}
static void pass_write(struct step *s) {
  step_send(s, EVENT_RST, home(s))->request = nobodys_store(s, s->request->value);
}
ACTION(pass_rmw, step_send(s, EVENT_RATOM, home(s))->request = *s->request)
ACTION(pass_result, step_send(s, EVENT_SMATOM, step_controller_of_core(s, s->request->core))
                        ->request = *s->request)

/* A release waits for the stores that its GPM has out, and those that wait here for others. */
static bool some_write_is_out(const struct step *s) {
  for (unsigned at = 0; at < s->shape->lines; at++)
    if (1u << s->local->line[at].state & (WP | VA)) return true;
  return false;
}
GUARD_PAIR(may_finish, must_wait,
           step_parameter(s, PARAMETER_RELEASE) == FLAT_NO_WAIT || !some_write_is_out(s))

/* --- the home --- */

/* The GPM whose access this is, by index. */
static unsigned writer(const struct step *s) {
  return s->event == EVENT_RST || s->event == EVENT_RATOM || s->event == EVENT_RLD
             ? step_index_of(s, step_incoming(s)->from)
             : step_own_index(s);
}
/* The GPMs that are not the home, and can have copies. */
static uint8_t all_caches(const struct step *s) {
  const struct placement *placement = &s->shape->placement;
  uint8_t gpms = 0;
  for (unsigned gpm = 0; gpm < placement->topology.gpms; gpm++)
    if (gpm != step_own_index(s) && placement_gpm_is_used(placement, gpm)) sm_set_add(&gpms, gpm);
  return gpms;
}
/* (carve) The home knows the only GPM that has used the line, or none.  An access of a second one
 * makes it shared: then any GPM may have a copy.  (carve-blind: only a store is noticed.) */
enum { NO_FILTER, FILTERS, FILTERS_BLINDLY };
GUARD(filters, step_parameter(s, PARAMETER_FILTER))
static uint8_t users(const struct step *s, unsigned gpm) {
  bool own = gpm == step_own_index(s),
       blind = s->event == EVENT_RLD && step_parameter(s, PARAMETER_FILTER) == FILTERS_BLINDLY;
  uint8_t known = s->line->sharers, before = sm_set_without(known, gpm);
  if (!filters(s) || (own && sm_set_is_empty(known))) return known;
  if (sm_set_is_empty(before)) return (uint8_t)(1u << gpm);
  return blind ? known : all_caches(s);
}
static uint8_t others(const struct step *s, unsigned gpm) {
  return sm_set_without(users(s, gpm), gpm);
}
static void note_access(struct step *s) { s->line->sharers = users(s, writer(s)); }
GUARD(early, step_parameter(s, PARAMETER_EARLY))
GUARD(unshared, sm_set_is_empty(others(s, writer(s))))
GUARD(unshared_here, at_system(s) && unshared(s))
GUARD(shared, !unshared(s) && !early(s))
GUARD(shared_here, at_system(s) && shared(s))
GUARD(shared_early, !unshared(s) && early(s))
GUARD(shared_here_early, at_system(s) && shared_early(s))
static uint8_t without_sender(const struct step *s) {
  return sm_set_without(s->line->sharers, step_index_of(s, step_incoming(s)->from));
}
GUARD_PAIR(last, not_last, sm_set_is_empty(sm_set_without(without_sender(s), s->line->owner)))

ACTION(read_home, data_to_sm(s, s->request, &s->line->memory))
static void read_for_gpm(struct step *s) {
  if (filters(s)) note_access(s);
  else sm_set_add(&s->line->sharers, writer(s));
  step_send(s, EVENT_DATA, step_incoming(s)->from)->data = s->line->memory;
}
static void hold_write(struct step *s) {
  note_access(s);
  step_enqueue(s, s->request);
  s->line->owner = (uint8_t)writer(s);
}
static void invalidate_others(struct step *s) {
  SM_SET_EACH(gpm, others(s, writer(s)))
    step_send(s, EVENT_INV, step_controller_at(s, KIND_GPM, gpm));
}
ACTION(strike, s->line->sharers = without_sender(s))
static void strike_others(struct step *s) {
  SM_SET_EACH(gpm, others(s, writer(s))) sm_set_remove(&s->line->sharers, gpm);
}

/* The result goes to the SM of this GPM, or to the GPM that asked; a plain store of this GPM needs
 * no answer.  A GPM has given up its copy for an atomic. */
static void perform_for(struct step *s, const struct request *request, unsigned gpm) {
  bool is_atomic = request->event == EVENT_ATOMIC, own = gpm == step_own_index(s);
  int64_t old = perform_on(s, &s->line->memory, request);
  if (is_atomic && !filters(s)) sm_set_remove(&s->line->sharers, gpm);
  if (own && !is_atomic) return;
  unsigned to =
      own ? step_controller_of_core(s, request->core) : step_controller_at(s, KIND_GPM, gpm);
  struct message *message = step_send(s,
                                      !is_atomic ? EVENT_ACK
                                      : own      ? EVENT_SMATOM
                                                 : EVENT_ATOMRESP,
                                      to);
  message->request = *request;
  message->request.value = is_atomic ? old : 0;
  if (is_atomic) return;
  message->data.word[request->word] = s->line->memory.word[request->word];
  message->data.age[request->word] = s->line->memory.age[request->word];
}
static void write_now(struct step *s) {
  note_access(s);
  perform_for(s, s->request, writer(s));
}
/* (carve) Shared data stay shared. */
static void write_held(struct step *s) {
  if (filters(s)) s->line->sharers = all_caches(s);
  struct request request = step_dequeue(s, 0);
  perform_for(s, &request, s->line->owner);
  s->line->owner = NO_ONE;
}

#define TEXT "5.4: GPU-VI over GPMs"
static const struct row gpm_rows[] = {
  INFERRED(TEXT, I, LD, at_system, SAME, read_home),
  INFERRED(TEXT, I, LD, away, IV, await, ask_home),
  INFERRED(TEXT, V, LD, always, SAME, read_copy),
  INFERRED("IV: a load joins", IV, LD, always, SAME, await),
  STALL("IVI: a later load waits", IVI, LD, waits_late),
  VARIANT("IVI: it joins (late-merge)", IVI, LD, merges_late, SAME, await),
  STALL("WP, VA: a write is out", WP | VA, LD, always),

  INFERRED(TEXT, I, ST, away, WP, pass_write),
  INFERRED(TEXT, V, ST, always, WP, keep_copy, pass_write),
  INFERRED(TEXT, I, ATOM, away, WP, pass_rmw),
  INFERRED(TEXT, V, ATOM, always, WP, forget, pass_rmw),
  STALL("a load or a write is out", IV | IVI | WP | VA, ST | ATOM, always),
  INFERRED(TEXT, I, ST | ATOM, unshared_here, SAME, write_now),
  INFERRED(TEXT, I, ST | ATOM, shared_here, VA, hold_write, invalidate_others),
  VARIANT("performed at once (early-acks)", I, ST | ATOM, shared_here_early, SAME,
          invalidate_others, strike_others, write_now),

  INFERRED(TEXT, I, RLD, always, SAME, read_for_gpm),
  INFERRED(TEXT, I, RST | RATOM, unshared, SAME, write_now),
  INFERRED(TEXT, I, RST | RATOM, shared, VA, hold_write, invalidate_others),
  VARIANT("performed at once (early-acks)", I, RST | RATOM, shared_early, SAME, invalidate_others,
          strike_others, write_now),
  STALL("VA: acknowledgements are missing", VA, RLD | RST | RATOM, always),
  NEVER("only at the home", V | IV | IVI | WP, RLD | RST | RATOM),
  INFERRED(TEXT, VA, INVACK, not_last, SAME, strike),
  INFERRED(TEXT ": the last", VA, INVACK, last, I, strike, write_held),
  VARIANT("late (early-acks)", I, INVACK, always, SAME),
  NEVER("only at the home", V | IV | IVI | WP, INVACK),

  INFERRED("evicted in silence", I, INV, always, SAME, invack),
  INFERRED(TEXT, V, INV, always, I, forget, invack),
  INFERRED(TEXT, IV | IVI, INV, always, IVI, invack),
  INFERRED(TEXT, WP, INV, always, SAME, forget, invack),
  INFERRED(TEXT, IV, DATA, always, V, fill_copy, serve_sms),
  INFERRED("IVI/DATA: once", IVI, DATA, always, I, serve_sms),
  INFERRED("WP/ACK: the copy takes the value", WP, ACK, kept, V, take_written),
  INFERRED("WP/ACK: no copy", WP, ACK, given_up, I),
  INFERRED(TEXT, WP, ATOMRESP, always, I, pass_result),
  NEVER("only away from the home", VA, INV),
  NEVER("nothing is out", I | V | WP | VA, DATA),
  NEVER("nothing is out", I | V | IV | IVI | VA, ACK | ATOMRESP),

  INFERRED("IV-B Release: its stores are performed", ANY, REL, may_finish, SAME, finish_release),
  STALL("REL: a store is out", ANY, REL, must_wait),
  INFERRED("evictions are silent", V, EVICT, always, I, forget),
  STALL("EVICT: no copy, or it is awaited", I | IV | IVI | WP | VA, EVICT, always),
};

/* --- claims --- */

/* What is out of a GPM for a line that it is not home of: its fetches, and its writes. */
struct out {
  uint8_t fetches, writes;
};
static void count_out(const struct shape *shape, const struct message *m,
                      struct out out[GPMS_MAX][LINES_MAX]) {
  bool asks = is_one_of(m->type, RLD | RST | RATOM),
       answers = is_one_of(m->type, DATA | ACK | ATOMRESP);
  if (!asks && !answers) return;
  struct out *of = &out[(asks ? m->from : m->to) - shape_gpm(shape, 0)][m->line];
  if (is_one_of(m->type, RLD | DATA)) of->fetches++;
  else of->writes++;
}

/* Every copy that can be read is the last store, and its home tracks it.  What a state says to be
 * out is out once. */
static bool line_holds(const struct line *line, const struct line *home, unsigned gpm,
                       const struct out *out) {
  unsigned state = 1u << line->state;
  bool copy = state == V || (state == WP && line->flag);
  bool waits = home->waiting && home->owner == gpm;
  if (state == V && data_is_stale(&line->data)) return false;
  if (copy && !sm_set_has(home->sharers, gpm)) return false;
  return out->fetches == (state & (IV | IVI) ? 1 : 0) && out->writes + waits == (state == WP);
}
static bool copies_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  struct out out[GPMS_MAX][LINES_MAX] = { 0 };
  const struct placement *placement = &shape->placement;
  for (unsigned i = 0; i < count; i++) count_out(shape, &messages[i], out);
  for (unsigned at = 0; at < shape->lines; at++) {
    unsigned home = placement->home_of_line[at];
    const struct line *there = &locals[shape_gpm(shape, home)]->line[at];
    if (there->waiting != (1u << there->state == VA)) return false;
    for (unsigned gpm = 0; gpm < placement->topology.gpms; gpm++) {
      const struct line *here = &locals[shape_gpm(shape, gpm)]->line[at];
      if (gpm != home && !line_holds(here, there, gpm, &out[gpm][at])) return false;
    }
  }
  return true;
}

/* A store goes on to its home, which performs it or holds it.  A release ends when no write is out
 * here. */
static bool keeps(const struct step *s, const struct local *before) {
  bool asks = is_one_of(s->event, ST | ATOM) && !s->stalled;
  (void)before;
  if (s->event == EVENT_ST && !at_system(s) && !s->stalled &&
      !gpm_sends_store(s, EVENT_RST, s->request->value))
    return false;
  if (step_sends(s, RST | RATOM) != (asks && !at_system(s))) return false;
  return !step_sends(s, RELDONE | RELEASED) || !some_write_is_out(s);
}

/* --- the record --- */

static const struct gpm_hooks hooks = { FLAT_HOOKS, .see_given = see_given };

SYSTEM(gpu_vi_gpms) = {
  .name = "gpu-vi-gpms",
  .title = "GPU-VI over the L2s of GPMs: a store is performed when all invalidations are "
           "acknowledged",
  .source = "HMG (HPCA 2020) I, III, IV; thesis 5, 5.4",
  .not_modelled = "GPUs apart from GPMs (.gpu and .sys are one scope), misses of the home and DRAM "
                  "(nothing can tell), recalls of the home's lines and of directory entries, "
                  "capacity and associativity (evictions come at any time), " LOWER_NOT_MODELLED,
  .kinds = {
    FLAT_L1(0),
    { .name = "GPM",
      .table = TABLE(gpm_rows, gpm_states, I | V, events,
                     LD | ST | ATOM | REL | RLD | RST | RATOM | DATA | ACK | ATOMRESP | INV |
                         INVACK | EVICT),
      .internals = {
        { EVENT_EVICT, PER_LINE, .promises.deferred = true, .environment = true },
      },
      .internal_count = 1, .instances = ONE_PER_GPM, .value = memory_value, .keeps = keeps,
      .lease = NO_LEASE, .shows.memory = true, .shows.sharers = true, .shows.owner = true,
      .shows.ages = true, .shows.line_flag = "keep" },
  },
  FLAT_RECORD,
  .claims = ON_ALL_CORES("ptx-6.0"),
  .event_count = EVENT_END,
  .messages = {
    HMG_ACCESS_MESSAGES(NULL),
    MESSAGE(INV, "INV", NETWORK_UP),
    MESSAGE(ACK, "ACK", NETWORK_UP, .has_data = true),
    MESSAGE(INVACK, "INVACK", NETWORK_ACK),
  },
  .own_invariant.holds_in_flight = copies_hold,
  .own_invariant.name = "every copy in an L2 is the last store and is tracked, no access is lost, "
                        "a release waits for the stores of its GPM, and an acquire leaves no copy "
                        "in its L1",
  .progress = progress_with_stale_copies,
  .topology = { 1, 3 },
  .parameters = {
    FLAT_PARAMETERS,
    [PARAMETER_EARLY] = { "early", 0, 0, 1, "1: a store is performed and acknowledged before its "
                                            "invalidations are" },
    [PARAMETER_MERGE] = { "merge", 0, 0, 1, "1: a load may join a miss that has been invalidated" },
    [PARAMETER_FILTER] = { "filter", NO_FILTER, 0, FILTERS_BLINDLY,
                           "1: a home tracks only whether one GPM uses a line, or several; 2: and "
                           "it does not notice that a second one reads it" },
  },
  .variants = {
    ONE_VARIANT("carve", "a home knows lines to be private or shared, and a store to shared ones "
                "invalidates them in all GPMs", "filter", FILTERS, NULL),
    ONE_VARIANT("carve-blind", "as carve, and a second GPM that reads a line leaves it private",
                "filter", FILTERS_BLINDLY, "MPd+acqrel.sys+diff-gpu", LOSES_OWN(2, 2, 1, 1)),
    ONE_VARIANT("early-acks", "a store is performed and acknowledged before its invalidations are, "
                "as in NHCC", "early", 1, "MPd+acqrel.sys", LOSES_OWN(2, 2, 1, 1)),
    { "late-merge", "a load may join a miss that has been invalidated, where the home's messages "
                    "keep no order",
      { { "merge", 1 }, { "up", 1 } }, .fails = "MP3+acqrel.gpu" },
    ONE_VARIANT("no-release-ack", "a release does not wait for its stores", "release", FLAT_NO_WAIT,
                "MPd+acqrel.sys+diff-gpu", LOSES_OWN(1, 1, 1, 1)),
    FLAT_L1_VARIANTS,
    ONE_VARIANT("unordered-down", "requests from a GPM to another keep no order", "down", 1, NULL),
    ONE_VARIANT("unordered-up", "what a home sends to a GPM keeps no order", "up", 1, NULL),
    ONE_VARIANT("unordered-out", "what an L2 sends to its L1s keeps no order", "out", 1, NULL),
  },
};
