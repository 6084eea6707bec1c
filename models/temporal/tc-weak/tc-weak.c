/* tc-weak: temporal coherence in which a write never waits for readers, and a fence waits instead.
 *
 * models/lib/tc.h has the sources.  Tables 10.8 (L1) and 10.9 (L2) are the Primer's (2nd ed.).  The
 * L2 performs a write at once.  If leases of the block still run, the acknowledgement carries their
 * end, the global write completion time (GWCT).  Until then some L1 may hit the old value.  Each
 * thread keeps the latest GWCT of its own writes, its stall time.  A fence waits for the thread's
 * own accesses and then until the stall time is over.
 *
 * A fence does not wait for other threads' writes.  A lease may still hide from a third thread a
 * write that this one has read.  So fences are not cumulative.  With a fence between any two
 * accesses WRC, RWC and IRIW remain reachable; MP, SB, LB, S, R, 2+2W, WWC and ISA2 do not.  That
 * is weak ordering without write atomicity (memmodels/tc-weak.cat).  README.md has the claims. */
#include "protocol/claims.h"
#include "models/lib/tc.h"

enum { PARAMETER_MISMATCH = PARAMETER_TC };

/* --- L1: Primer table 10.8.  As tc-strong's, with the stall time --- */

static void extend_stall(struct step *s) {
  uint8_t *stall = &s->local->stall[s->request->core];
  *stall = (uint8_t)time_later(*stall, step_incoming(s)->time[GWCT]);
}

/* The stall time is over when now > GWCT (variant early-fence: at now = GWCT). */
static bool settled(const struct step *s) {
  unsigned ends = step_parameter(s, PARAMETER_EARLY) == EARLY_FENCE;
  return s->local->stall[s->request->core] <= ended_in_l1(s) + ends;
}
GUARD(unsettled, !settled(s))
static void pass(struct step *s) { step_reply(s, s->request, 0); }

static const struct row l1_rows[] = {
  TC_L1_ROWS("10.8"),

  ROW("10.8 I/Store, Write-Ack + GWCT", II, WRITE_ACK, always, I, extend_stall, complete),
  INFERRED("II: Atomic-Ack + GWCT", II, ATOMIC_ACK, always, I, extend_stall, complete),
  NEVER("II", II, EVICT | EXPIRY | DATA),

  STALL("VV: waits", VV, STORE | ATOMIC, always),
  STALL("VV: waits", VV, LOAD, load_waits),
  VARIANT("VV: it hits (pending-old)", VV, LOAD, reads_old, SAME, hit),
  VARIANT("VV: it hits (pending-new)", VV, LOAD, reads_new, SAME, hit_written),
  INFERRED("VV: evicted", VV, EVICT, always, II, drop),
  INFERRED("VV: expired", VV, EXPIRY, always, II, drop),
  ROW("10.8 V/Store, Write-Ack + GWCT", VV, WRITE_ACK, always, V, take_written, extend_stall,
      complete),
  NEVER("VV", VV, DATA | ATOMIC_ACK),

  /* A fence is of the thread, not of a line; its core has waited for its own accesses before. */
  ROW("10.1.3 FENCE", I | V | IV | II | VV, FENCE, settled, SAME, pass),
  STALL("10.1.3 FENCE", I | V | IV | II | VV, FENCE, unsettled),

  SKEW_ROW(I | V | IV | II | VV, move_l1_ahead),
};

/* --- L2: Primer table 10.9 --- */

GUARD(mismatch_waits, not_sole(s) && !step_parameter(s, PARAMETER_MISMATCH))
GUARD(mismatch_writes, not_sole(s) && step_parameter(s, PARAMETER_MISMATCH))

static const struct row l2_rows[] = {
  TC_L2_INVALID_ROWS("10.9"),

  ROW("10.9 P/GetV(t)", P, GETV, always, S, grant),
  ROW("10.9 P/Write", P, WRITE, always, SAME, write, ack),
  ROW("10.9 P/WriteV(t), t = TS", P, WRITEV, sole, SAME, write, ack_sole),
  STALL("10.9 P/WriteV(t), t != TS", P, WRITEV, mismatch_waits),
  VARIANT("P/WriteV(t), t != TS, as a Write", P, WRITEV, mismatch_writes, SAME, write, ack_holder),
  INFERRED("P/Atomic", P, ATOMIC_WRITE, always, SAME, read_modify_write),
  ROW("10.9 P/Expiry", P, EXPIRY, always, E),
  STALL("10.9 P/Eviction", P, EVICT, always),
  NEVER("10.9 P", P, MEM_DATA | MEM_ACK),

  ROW("10.9 S/GetV(t)", S, GETV, always, SAME, grant),
  ROW("10.9 S/Write", S, WRITE, always, SAME, write, ack),
  ROW("10.9 S/WriteV(t)", S, WRITEV, always, SAME, write, ack_holder),
  INFERRED("S/Atomic", S, ATOMIC_WRITE, always, SAME, read_modify_write),
  ROW("10.9 S/Expiry", S, EXPIRY, always, E),
  STALL("10.9 S/Eviction", S, EVICT, always),
  NEVER("10.9 S", S, MEM_DATA | MEM_ACK),

  ROW("10.9 E/GetV(t)", E, GETV, always, P, grant),
  ROW("10.9 E/Write, E/WriteV(t)", E, WRITE | WRITEV, always, SAME, write, ack),
  INFERRED("E/Atomic", E, ATOMIC_WRITE, always, SAME, read_modify_write),
  ROW("10.9 E/Eviction", E, EVICT, dirty, EI, write_back),
  INFERRED("E/Eviction, clean", E, EVICT, clean, I, forget),
  NEVER("10.9 E", E, EXPIRY | MEM_DATA | MEM_ACK),

  TC_L2_TRANSIENT_ROWS("10.9"),

  SKEW_ROW(I | P | S | E | IP | IS | IE | EI, move_l2_ahead),
};

/* --- what each step keeps --- */

#define ACKS (WRITE_ACK | ATOMIC_ACK)

/* When a store is acknowledged, its thread's fences will wait for it.  A copy that stays has it. */
static bool ack_is_kept(const struct step *s) {
  if (s->local->stall[s->request->core] < step_incoming(s)->time[GWCT]) return false;
  return s->line->state != STATE_V ||
         same_words_and_ages(&s->line->data, &step_incoming(s)->data, 1u << s->request->word);
}

/* A load returns a value that the L2 has performed: that of the copy, or of the data that come. */
static bool loads_are_told_performed(const struct step *s, const struct line *before) {
  bool comes = s->event == EVENT_DATA;
  const struct data *performed = comes ? &step_incoming(s)->data : &before->data;
  for (unsigned i = 0; i < s->reply_count; i++) {
    unsigned word = comes && i < before->waiting ? before->queue[i].word : s->request->word;
    if (s->replies[i].event == EVENT_LOAD && s->replies[i].value != performed->word[word])
      return false;
  }
  return true;
}

static bool l1_keeps(const struct step *s, const struct local *before) {
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (s->local->stall[core] < before->stall[core]) return false;
  if (!loads_are_told_performed(s, &before->line[s->at])) return false;
  if (is_one_of(s->event, ACKS) && !ack_is_kept(s)) return false;
  return !step_answers(s, FENCE) || s->local->stall[s->request->core] <= margin(s);
}

/* The time left to copies that a store makes old.  The sender's is none of them: in P it is the
 * only copy if its lease is the block's. */
static unsigned leases_left(const struct step *s, const struct line *before) {
  bool holds_all = 1u << before->state & P && s->event == EVENT_WRITEV &&
                   step_incoming(s)->time[TS] == before->time[TS];
  return holds_all ? 0 : before->time[TS];
}
static bool l2_keeps(const struct step *s, const struct local *before) {
  unsigned left = leases_left(s, &before->line[s->at]);
  for (unsigned i = 0; i < s->send_count; i++)
    if (is_one_of(s->sends[i].type, ACKS) && s->sends[i].time[GWCT] < left) return false;
  return s->performed_count == step_sends(s, ACKS);
}

SYSTEM(tc_weak) = {
  .name = "tc-weak",
  .title = "temporal coherence, weak: writes are performed at once, fences wait for the leases "
           "they left behind",
  TC_RECORD,
  .source = "Singh et al., HPCA 2013; Primer 2nd ed., tables 10.8 and 10.9",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V, events, L1_ALPHABET | FENCE),
      .internals = { LEASE_INTERNALS(l1_expired), L1_SKEW_INTERNAL },
      .internal_count = 3, .instances = ONE_PER_SM, .permission = permission, .keeps = l1_keeps,
      .lease = NO_LEASE, .times = { "TS" }, .shows.stall = "stall", .shows.mark = "ahead" },
    { .name = "L2",
      .table = TABLE(l2_rows, l2_states, I | P | S | E, events, L2_ALPHABET),
      .internals = TC_INTERNALS,
      .internal_count = 5, .instances = ONE_PER_BANK, .value = value, .keeps = l2_keeps,
      .lease = NO_LEASE, .times = { "TS" }, .shows.sharers = true, .shows.memory = true,
      .shows.line_flag = "ahead" },
  },
  .published = {
    { 2, 3, 42, "thesis table 3.5, TCW L1", TC_L1_DIFFERS },
    { 4, 4, 34, "thesis table 3.5, TCW L2", TC_L2_DIFFERS },
  },
  RECORD_EVENTS(WEAK_MESSAGES),
  .lower = lower_fenced,
  /* INFERRED: a CTA barrier is a fence of each thread at it; the source has fences only */
  .claims = ON_ALL_CORES("tc-weak"),
  .core = CORE_GPU,
  .invariants = CLAIM(PROPERTY_OWN),
  .own_invariant.name = "every readable copy is covered by the L2's lease, a block in P has one, a "
                    "load is told what the L2 has performed, the L2 performs what it acknowledges, "
                    "a GWCT is not before the end of another copy's lease, the SM's own copy has "
                    "its store, and a fence is done when the latest GWCT of its thread is past",
  .promises.moves_data = true,
  .client = LOAD | STORE | ATOMIC | FENCE,
  .parameters = {
    TC_PARAMETERS(READS_NEW, "", 2, "; 2: to a fence at now = GWCT"),
    [PARAMETER_MISMATCH] = { "mismatch", 0, 0, 1, "1: a WriteV in P whose lease is not the latest "
                                                  "is performed like a Write" },
  },
  .variants = {
    { "mismatch-writes", "a WriteV in P whose lease is not the latest does not wait",
      { { "mismatch", 1 } } },
    { "pending-old", "other threads may read the old value while a WriteV of their SM is out",
      { { "pending", READS_OLD } } },
    { "pending-new", "a load may read the new value while a WriteV of its SM is out",
      { { "pending", READS_NEW } }, .fails = "WWC+F.sc.sys WWC+acqrel.sys", LOSES_OWN(1, 2, 1, 1) },
    { "early-fence", "a fence lets go at now = GWCT, when L1s still read the copy",
      { { "early", EARLY_FENCE } }, .fails = "MP+F.sc.sys", LOSES_OWN(1, 1, 1, 1) },
    { "printed", "no row for a WriteV of a block that the L2 has not (table 10.9)",
      { { "printed", 1 } }, .invariants_lost = CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK) },
    L1S_AHEAD(.fails = "MP+F.sc.sys SB+F.sc.sys", LOSES_OWN(2, 2, 1, 1)),
    BANKS_AHEAD(.fails = "MP+F.sc.sys SB+F.sc.sys", LOSES_OWN(2, 2, 1, 1)),
    SKEW_MARGIN,
  },
};
