/* tardis: the timestamp coherence that RCC and G-TSC start from.
 *
 * Source: Yu and Devadas, "Tardis: time traveling coherence algorithm for distributed shared memory", PACT 2015, as the thesis
 * (3.1, 7) and the G-TSC paper (I, III, VII) tell it: three stable states in L1 and LLC, readers with leases in logical time,
 * writers with exclusive ownership, renewal by version, no list of sharers.  The PACT paper was not at hand, so every row is
 * rebuilt from those accounts and is to be held beside them rather than beside a printed table.
 *
 * A block is a value with [wts, rts]: the time of its store, and the last time at which it may be read.  A core's clock is pts,
 * the time of its last operation.  A shared copy (S) may be read while pts <= rts.  A writer asks for the block exclusively; it
 * need not wait for readers, since its store takes a time beyond the last lease, max(pts, rts + 1).  The owner (E) reads and
 * writes alone, and extends the lease itself.  The LLC knows the owner, and nothing of readers; it asks the owner to write back
 * (WB_REQ, who keeps a shared copy) for a reader, to flush (FLUSH_REQ) for a writer.  `mts` is the greatest rts that ever left
 * it.
 *
 * An SM is a core of Tardis': its threads share an L1 and pts, as threads of an SMT core would.
 *
 * INFERRED:
 *  - Transient states, one for each kind of request that is out: IS, SS (a renewal), IE, SE (an upgrade) in the L1; ID (DRAM), EW
 *    (WB_REQ is out), EF (FLUSH_REQ is out) in the LLC.  A second thread of the SM waits while its block is in one of the L1's.
 *  - An owner may evict while the LLC asks it to write back or flush: it sends FLUSH_REP of its own accord, the LLC takes that
 *    for the answer, and the request finds no owner and is dropped.  Hence the network's order: what an LLC sends to an L1
 *    about one block arrives in order, or the request would meet the L1's next copy; and a request of an L1 from which the LLC
 *    still expects a FLUSH_REP waits.  Requests and owners' answers need no order, but networks of their own: an answer must
 *    not stand behind a request that waits for it.
 *  - No copy is said by "no wts" rather than by 0, which is a time.
 *  - The lease is granted from the later of wts and pts: max(wts + lease, pts + lease).
 *  - An atomic is a store that returns the old value, by the owner.
 *  - DRAM is part of the LLC's bank; a write-back to it happens at once.
 *
 * The most general client's states forget what nobody asks for any more, or only an older time could ask for: an expired copy that
 * the LLC would not renew; a version while it is owned; mts while every block is here; the times of a copy and of a request whose
 * answer will bring a store's.  Only where what an LLC sends about a block keeps its order, and owners' answers have a network.
 *
 * Time is kept as shifted numbers for programs without loops (leases of 1 to `lease`), as ranks for the most general client, for
 * loops and with rank=1 (leases of any length); src/kit/times.c argues for both. */
#include "kit/lower.h"
#include "kit/step.h"
#include "kit/system.h"

enum { LEASE_PARAMETER, RANK_PARAMETER, TICK_PARAMETER, ANSWERS_PARAMETER, QUEUE_PARAMETER };

enum {
  EVENT_SH_REQ = EVENT_OWN, EVENT_EX_REQ,                            /* L1 to LLC */
  EVENT_FLUSH_REP, EVENT_WB_REP,                                     /* owner to LLC */
  EVENT_SH_REP, EVENT_EX_REP, EVENT_RENEW_REP, EVENT_UPGRADE_REP, EVENT_FLUSH_REQ, EVENT_WB_REQ, /* LLC to L1 */
  EVENT_DRAM, EVENT_TICK, EVENT_COUNT
};
#define SH_REQ (1ull << EVENT_SH_REQ)
#define EX_REQ (1ull << EVENT_EX_REQ)
#define FLUSH_REP (1ull << EVENT_FLUSH_REP)
#define WB_REP (1ull << EVENT_WB_REP)
#define SH_REP (1ull << EVENT_SH_REP)
#define EX_REP (1ull << EVENT_EX_REP)
#define RENEW_REP (1ull << EVENT_RENEW_REP)
#define UPGRADE_REP (1ull << EVENT_UPGRADE_REP)
#define FLUSH_REQ (1ull << EVENT_FLUSH_REQ)
#define WB_REQ (1ull << EVENT_WB_REQ)
#define DRAM (1ull << EVENT_DRAM)
#define TICK (1ull << EVENT_TICK)
static const char *const events[] = {
  "LOAD", "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT", "EXPIRY", "SH_REQ", "EX_REQ",
  "FLUSH_REP", "WB_REP", "SH_REP", "EX_REP", "RENEW_REP", "UPGRADE_REP", "FLUSH_REQ", "WB_REQ", "DRAM", "TICK" };

/* Timestamps of a line and of a message; the last two of an LLC's line are those of the request that waits there. */
enum { WTS, RTS, PTS, ASKED_WTS = 2, ASKED_PTS = 3 };
enum { REQUEST_NETWORK, OWNER_NETWORK, ANSWER_NETWORK };

/* ---------------------------------------------------------------- L1 */

enum { L1_I, L1_S, L1_E, L1_IS, L1_SS, L1_IE, L1_SE };
static const char *const l1_states[] = { "I", "S", "E", "IS", "SS", "IE", "SE" };
#define I (1u << L1_I)
#define S (1u << L1_S)
#define E (1u << L1_E)
#define IS (1u << L1_IS)
#define SS (1u << L1_SS)
#define IE (1u << L1_IE)
#define SE (1u << L1_SE)

static bool live(const struct step *s) { return time_reaches(s->line->time[RTS], s->local->clock); }
static bool expired(const struct step *s) { return !live(s); }

/* The core's clock is pts. */
static void move_to_version(struct step *s) { s->local->clock = (uint8_t)later(s->local->clock, s->line->time[WTS]); }

static void hit(struct step *s) {
  move_to_version(s);
  must_reach(s, s->line->time[RTS], s->local->clock);
  read_at(s, &s->line->data, s->request->word, s->local->clock, s->line->time[RTS]);
  reply(s, s->request, s->line->data.word[s->request->word]);
}
/* The owner's own lease: rts := max(rts, pts). */
static void hold(struct step *s) {
  unsigned read = later(s->local->clock, s->line->time[WTS]);
  s->line->time[RTS] = (uint8_t)later(s->line->time[RTS], read);
}

/* The request waits here for its answer, with the time at which it asked. */
static struct message *request(struct step *s, unsigned type) {
  struct message *m = send(s, type, controller_of_line(s, s->at));
  m->request.core = s->request->core;
  m->request.line = (uint8_t)s->at;
  m->time[WTS] = s->line->time[WTS];
  m->time[PTS] = s->local->clock;
  enqueue(s, s->request);
  s->line->queue[0].time = s->local->clock;
  return m;
}
static void sh_req(struct step *s) { request(s, EVENT_SH_REQ); }
/* (Forgotten: a store takes a time when its answer comes, and the lease that the answer brings ends no earlier than the copy's.) */
static void ex_req(struct step *s) {
  struct message *m = request(s, EVENT_EX_REQ);
  if (!machine_outdates(s->machine)) return;
  m->time[PTS] = s->line->queue[0].time = s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}

static void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}

static void take_block(struct step *s) {
  s->line->data = incoming(s)->data;
  s->line->time[WTS] = incoming(s)->time[WTS];
  s->line->time[RTS] = incoming(s)->time[RTS];
}
static void take_lease(struct step *s) { s->line->time[RTS] = (uint8_t)later(s->line->time[RTS], incoming(s)->time[RTS]); }

/* The load that asked is at the time at which it did, or at the version's: another thread may have moved pts on. */
static void finish_load(struct step *s) {
  struct request asked = dequeue(s, 0);
  move_to_version(s);
  read_at(s, &s->line->data, asked.word, later(asked.time, s->line->time[WTS]), s->line->time[RTS]);
  reply(s, &asked, s->line->data.word[asked.word]);
}

/* pts := max(pts, rts + 1); wts := rts := pts */
static void store_as(struct step *s, const struct request *store) {
  if (live(s)) {
    unsigned next = time_after(s, s->line->time[RTS]);
    s->local->clock = (uint8_t)next;
  }
  int64_t old = s->line->data.word[store->word];
  read_at(s, &s->line->data, store->word, s->local->clock, s->line->time[RTS]); /* an owner's block is the newest */
  perform(s, store->word, s->local->clock);
  data_write(&s->line->data, store->word, request_result(store, old));
  s->line->time[WTS] = s->line->time[RTS] = s->local->clock;
  s->line->dirty = 1;
  reply(s, store, store->event == EVENT_ATOMIC ? old : 0);
}
static void store(struct step *s) { store_as(s, s->request); }
static void finish_store(struct step *s) {
  struct request asked = dequeue(s, 0);
  store_as(s, &asked);
}

static void give_block(struct step *s, unsigned type) {
  struct message *m = send(s, type, controller_of_line(s, s->at));
  m->time[WTS] = s->line->time[WTS];
  m->time[RTS] = s->line->time[RTS];
  m->data = s->line->data;
  m->flag = s->line->dirty;
  s->line->dirty = 0;
}
static void flush_rep(struct step *s) { give_block(s, EVENT_FLUSH_REP); }
/* rts := max(rts, wts + lease, the reader's pts + lease) */
static void extend_for_reader(struct step *s) {
  unsigned end = time_lease(s, later(s->line->time[WTS], incoming(s)->time[PTS]));
  s->line->time[RTS] = (uint8_t)later(s->line->time[RTS], end);
}
static void wb_rep(struct step *s) { give_block(s, EVENT_WB_REP); }

static void advance_clock(struct step *s) { s->local->clock = (uint8_t)time_after(s, s->local->clock); }
static void not_here(struct step *s) { (void)s; /* its FLUSH_REP is on the way already */ }

static const struct row l1_rows[] = {
  INFERRED("I/load", I, LOAD, always, IS, sh_req),
  INFERRED("I/store", I, STORE | ATOMIC, always, IE, ex_req),
  STALL("I/evict", I, EVICT, always),

  INFERRED("S/load, pts <= rts", S, LOAD, live, S, hit),
  INFERRED("S/load, expired: renewal", S, LOAD, expired, SS, sh_req),
  INFERRED("S/store: upgrade", S, STORE | ATOMIC, always, SE, ex_req),
  INFERRED("S/evict", S, EVICT, always, I, forget),

  INFERRED("E/load", E, LOAD, always, E, hold, hit),
  INFERRED("E/store", E, STORE | ATOMIC, always, E, store),
  INFERRED("E/evict", E, EVICT, always, I, flush_rep, forget),
  INFERRED("E/FLUSH_REQ", E, FLUSH_REQ, always, I, flush_rep, forget),
  INFERRED("E/WB_REQ", E, WB_REQ, always, S, extend_for_reader, wb_rep),

  STALL("one request a block", IS | SS | IE | SE, LOAD | STORE | ATOMIC | EVICT, always),
  INFERRED("IS, SS/SH_REP", IS | SS, SH_REP, always, S, take_block, finish_load),
  INFERRED("SS/RENEW_REP", SS, RENEW_REP, always, S, take_lease, finish_load),
  INFERRED("IE, SE/EX_REP", IE | SE, EX_REP, always, E, take_block, finish_store),
  INFERRED("SE/UPGRADE_REP", SE, UPGRADE_REP, always, E, take_lease, finish_store),
  INFERRED("I, IS, IE: no owner any more", I | IS | IE, FLUSH_REQ | WB_REQ, always, SAME, not_here),

  NEVER("in order, only the owner is asked", S | SS | SE, FLUSH_REQ | WB_REQ),
  NEVER("nothing was asked", I | S | E, SH_REP | EX_REP | RENEW_REP | UPGRADE_REP),
  NEVER("another answer was asked", IS, EX_REP | RENEW_REP | UPGRADE_REP),
  NEVER("another answer was asked", SS, EX_REP | UPGRADE_REP),
  NEVER("another answer was asked", IE, SH_REP | RENEW_REP | UPGRADE_REP),
  NEVER("another answer was asked", SE, SH_REP | RENEW_REP),

  INFERRED("livelock: pts goes on by itself", I | S | E | IS | SS | IE | SE, TICK, always, SAME, advance_clock),
};

/* An eviction is silent where the copy is shared, and sends where it is owned. */
static bool is_shared(const struct step *s) { return s->state == L1_S; }
static bool is_owner(const struct step *s) { return s->state == L1_E; }
static bool ticks(const struct step *s) { return parameter(s, TICK_PARAMETER) != 0; }
static enum permission l1_permission(const struct local *local, unsigned line) {
  switch (local->line[line].state) {
  case L1_E: return PERMISSION_WRITE;
  case L1_S: case L1_SS: case L1_SE: return PERMISSION_READ;
  default: return PERMISSION_NONE;
  }
}
static const struct data *l1_value(const struct local *local, unsigned line) {
  return local->line[line].state == L1_E ? &local->line[line].data : NULL;
}
static unsigned owned_version(const struct local *local, unsigned line) {
  return local->line[line].state == L1_E ? local->line[line].time[WTS] : NO_TIME;
}
static void start_clock(const struct machine *machine, struct local *local) {
  (void)machine;
  local->clock = 0;
}

/* An expired copy is kept for its renewal, or its upgrade. */
static unsigned l1_renewable(const struct step *s) {
  return s->line->state == L1_S && expired(s) ? s->line->time[WTS] : NO_TIME;
}
static void l1_give_up(struct step *s) {
  forget(s);
  s->line->state = L1_I;
}
/* A second load waits until the block is no longer in a transient state; the first is at the time at which it asked; and to a store
 * it is as if the clock had moved on before it asked, for the LLC does not ask when that was. */
static bool awaits_clock(const struct step *s) {
  (void)s;
  return false;
}

#undef I
#undef S
#undef E

/* ---------------------------------------------------------------- LLC (its clock is mts) */

enum { LLC_I, LLC_S, LLC_E, LLC_ID, LLC_EW, LLC_EF };
static const char *const llc_states[] = { "I", "S", "E", "ID", "EW", "EF" };
#define I (1u << LLC_I)
#define S (1u << LLC_S)
#define E (1u << LLC_E)
#define ID (1u << LLC_ID)
#define EW (1u << LLC_EW)
#define EF (1u << LLC_EF)

static bool clean(const struct step *s) { return !s->line->dirty; }
static bool dirty(const struct step *s) { return s->line->dirty; }
static bool from_owner(const struct step *s) { return sm_of(s, incoming(s)->from) == s->line->owner; }
static bool from_other(const struct step *s) { return !from_owner(s); }
static bool for_reader(const struct step *s) { return s->line->waiting && s->line->queue[0].event == EVENT_LOAD; }
static bool for_writer(const struct step *s) { return s->line->waiting && s->line->queue[0].event == EVENT_STORE; }
static bool for_nobody(const struct step *s) { return !s->line->waiting; }

/* The request waits in the line: who asked, what for, and with which times. */
static void keep_request(struct step *s) {
  struct request kept = { .event = s->event == EVENT_SH_REQ ? EVENT_LOAD : EVENT_STORE, .core = s->request->core,
                          .line = (uint8_t)s->at, .time = NO_TIME };
  enqueue(s, &kept);
  s->line->time[ASKED_WTS] = incoming(s)->time[WTS];
  s->line->time[ASKED_PTS] = incoming(s)->time[PTS];
}
static void dram_read(struct step *s) { s->line->fetching = 1; }

/* Answers the request that waits. */
static void serve(struct step *s, unsigned with_block, unsigned with_lease) {
  struct request kept = dequeue(s, 0);
  bool has_it = s->line->time[ASKED_WTS] == s->line->time[WTS];
  struct message *m = send(s, has_it ? with_lease : with_block, controller_of_core(s, kept.core));
  m->time[RTS] = s->line->time[RTS];
  s->line->time[ASKED_WTS] = s->line->time[ASKED_PTS] = NO_TIME;
  if (with_block == EVENT_EX_REP) s->line->owner = (uint8_t)sm_of(s, m->to);
  if (has_it) return;
  m->time[WTS] = s->line->time[WTS];
  m->data = s->line->data;
  if (with_block == EVENT_EX_REP && machine_outdates(s->machine)) m->time[WTS] = NO_TIME; /* the store will have another */
}
/* rts := max(rts, wts + lease, pts + lease) */
static void lease(struct step *s) {
  unsigned end = time_lease(s, later(s->line->time[WTS], s->line->time[ASKED_PTS]));
  s->line->time[RTS] = (uint8_t)later(s->line->time[RTS], end);
}
static void serve_reader(struct step *s) {
  lease(s);
  serve(s, EVENT_SH_REP, EVENT_RENEW_REP);
}
static void serve_writer(struct step *s) { serve(s, EVENT_EX_REP, EVENT_UPGRADE_REP); }

static void wb_req(struct step *s) {
  send(s, EVENT_WB_REQ, controller_of_sm(s, s->line->owner))->time[PTS] = s->line->time[ASKED_PTS];
}
static void flush_req(struct step *s) { send(s, EVENT_FLUSH_REQ, controller_of_sm(s, s->line->owner)); }

static void load_block(struct step *s) {
  s->line->fetching = 0;
  s->line->data = s->line->memory;
  s->line->time[WTS] = s->line->time[RTS] = s->local->clock;
}
static void take_back(struct step *s) {
  s->line->data = incoming(s)->data;
  s->line->time[WTS] = incoming(s)->time[WTS];
  s->line->time[RTS] = incoming(s)->time[RTS];
  s->line->dirty |= incoming(s)->flag;
  s->line->owner = NO_ONE;
}
static void raise_mts(struct step *s) { s->local->clock = (uint8_t)later(s->local->clock, s->line->time[RTS]); }
static void write_back(struct step *s) { s->line->memory = s->line->data; }
static void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
  s->line->time[WTS] = s->line->time[RTS] = NO_TIME;
}

static const struct row llc_rows[] = {
  INFERRED("I/SH_REQ, EX_REQ", I, SH_REQ | EX_REQ, always, ID, dram_read, keep_request),
  STALL("I/evict", I, EVICT, always),

  INFERRED("ID/DRAM for a reader", ID, DRAM, for_reader, S, load_block, serve_reader),
  INFERRED("ID/DRAM for a writer", ID, DRAM, for_writer, E, load_block, serve_writer),

  INFERRED("S/SH_REQ", S, SH_REQ, always, S, keep_request, serve_reader),
  INFERRED("S/EX_REQ", S, EX_REQ, always, E, keep_request, serve_writer),
  INFERRED("S/evict", S, EVICT, clean, I, raise_mts, drop),
  INFERRED("S/evict dirty", S, EVICT, dirty, I, raise_mts, write_back, drop),

  INFERRED("E/SH_REQ", E, SH_REQ, from_other, EW, keep_request, wb_req),
  INFERRED("E/EX_REQ", E, EX_REQ, from_other, EF, keep_request, flush_req),
  STALL("its FLUSH_REP is on the way", E, SH_REQ | EX_REQ, from_owner),
  INFERRED("E/evict: recall", E, EVICT, always, EF, flush_req),
  INFERRED("E/FLUSH_REP", E, FLUSH_REP, always, S, take_back),

  INFERRED("EW/WB_REP, FLUSH_REP", EW, WB_REP | FLUSH_REP, always, S, take_back, serve_reader),
  INFERRED("EF/FLUSH_REP for a writer", EF, FLUSH_REP, for_writer, E, take_back, serve_writer),
  INFERRED("EF/FLUSH_REP, recalled", EF, FLUSH_REP, for_nobody, S, take_back),
  STALL("one request a block", ID | EW | EF, SH_REQ | EX_REQ | EVICT, always),

  NEVER("nobody owns it", I | S | ID, FLUSH_REP | WB_REP),
  NEVER("no write-back was asked", E | EF, WB_REP),
  NEVER("nothing was asked", I | S | E | EW | EF, DRAM),
};

static bool llc_shares(const struct step *s) { return s->state == LLC_S; }
static bool llc_recalls(const struct step *s) { return s->state == LLC_E; }
static bool fetched(const struct step *s) { return s->line->fetching; }
static const struct data *llc_value(const struct local *local, unsigned line) {
  return local->line[line].state == LLC_S ? &local->line[line].data : &local->line[line].memory;
}

static unsigned shared_version(const struct local *local, unsigned line) {
  return local->line[line].state == LLC_S ? local->line[line].time[WTS] : NO_TIME;
}

static bool is_owned(const struct line *block) { return 1u << block->state & (E | EW | EF); }

/* The present version; one no earlier than mts, where the block is yet to come; and one beyond every lease, where it is owned, since
 * owners store as they become it. */
static unsigned llc_renews_from(const struct local *local, unsigned line) {
  const struct line *block = &local->line[line];
  if (is_owned(block)) return 1u + block->time[RTS];
  return block->state == LLC_S ? block->time[WTS] : local->clock;
}

/* Times that a later one will stand for: the version that is owned, and that of who asks meanwhile; of a request that waits for
 * DRAM, those before mts, at which its block will be; that of a writer, who stores when the answer comes; and mts itself, which
 * each block that is here will raise to its own times before anybody asks for it. */
static void llc_forget(struct step *s) {
  bool all_here = true;
  if (!machine_outdates(s->machine)) return;
  for (unsigned at = 0; at < machine_lines(s->machine); at++) {
    struct line *line = &s->local->line[at];
    if (controller_of_line(s, at) != own_number(s)) continue;
    bool fetches = line->state == LLC_ID, owned = is_owned(line);
    all_here = all_here && (owned || line->state == LLC_S);
    if (owned) line->time[WTS] = NO_TIME;
    if (owned || (fetches && s->local->clock > line->time[ASKED_WTS])) line->time[ASKED_WTS] = NO_TIME;
    bool writes = line->waiting && line->queue[0].event == EVENT_STORE;
    if (writes || (fetches && s->local->clock >= line->time[ASKED_PTS])) line->time[ASKED_PTS] = NO_TIME;
  }
  if (all_here) s->local->clock = NO_TIME;
}

/* --- the system's own invariant --- */

/* An owner is the one that the LLC knows; a shared copy's lease ends no later than the LLC remembers, here or in mts (an owner
 * that was asked to write back has told it already), and its wts names the version that it is. */
static bool copy_is_right(const struct local *bank, const struct line *block, const struct line *copy, unsigned sm) {
  if (copy->state == L1_E) return is_owned(block) && block->owner == sm;
  if (copy->time[RTS] == NO_TIME || (block->state == LLC_EW && block->owner == sm)) return true;
  unsigned remembered = block->time[RTS] == NO_TIME ? bank->clock : block->time[RTS];
  if (copy->time[RTS] > remembered) return false;
  return block->state != LLC_S || copy->time[WTS] != block->time[WTS] || !data_is_stale(&copy->data);
}

static bool copies_are_right(const struct machine *machine, const struct local *const *locals) {
  for (unsigned line = 0; line < machine_lines(machine); line++) {
    const struct local *bank = locals[machine_bank(machine, line)];
    for (unsigned sm = 0; sm < machine_sms(machine); sm++)
      if (!copy_is_right(bank, &bank->line[line], &locals[machine_l1(machine, sm)]->line[line], sm)) return false;
  }
  return true;
}

static bool always_rank(const struct setting *setting) { return setting->values[RANK_PARAMETER] != 0; }

/* A loop that reads a copy moves no clock, so that without the tick its lease never ends. */
static struct progress_claim progress(const struct setting *setting) {
  if (!setting->values[TICK_PARAMETER]) return progress_with_stale_copies(setting);
  return (struct progress_claim){ PROGRESS_GUARANTEED, PROGRESS_GUARANTEED };
}

static bool shares_queue(const struct setting *setting) { return setting->values[QUEUE_PARAMETER] != 0; }
static bool lines_share_clock(const struct setting *setting) { return !shares_queue(setting); }
/* Where an owner has its block, and has stored, before it is asked for it: what is forgotten relies on that. */
static bool is_plain(const struct machine *machine) {
  return !machine_parameter(machine, ANSWERS_PARAMETER) && !machine_parameter(machine, QUEUE_PARAMETER);
}

#define WITH_REQUESTS .instead_where = 1 + QUEUE_PARAMETER, .instead = REQUEST_NETWORK

SYSTEM(tardis) = {
  .name = "tardis",
  .title = "Tardis: exclusive writers, readers with leases in logical time, no invalidations",
  .source = "Yu and Devadas, PACT 2015, as thesis ch. 3 and 7 and the G-TSC paper tell it",
  .not_modelled = "private-write optimisation, speculative renewal and TSO (Tardis 2.0), timestamp compression and rollover, "
                  "several requests of a core at once, DRAM latency as messages",
  .kinds = {
    { .name = "L1",
      .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_states, 7, 1u << L1_I | 1u << L1_S | 1u << L1_E, events,
                 EVENT_COUNT, LOAD | STORE | ATOMIC | EVICT | SH_REP | EX_REP | RENEW_REP | UPGRADE_REP | FLUSH_REQ |
                     WB_REQ | TICK },
      .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .enabled = is_shared, .lazy = true, .environment = true },
                     { .event = EVENT_EVICT, .over = PER_LINE, .enabled = is_owner, .environment = true },
                     { .event = EVENT_TICK, .over = ONCE, .enabled = ticks, .environment = true,
                       .fairness = FAIRNESS_WEAK } },
      .internal_count = 3, .instances = ONE_PER_SM, .start_state = L1_I, .start = start_clock, .permission = l1_permission,
      .value = l1_value, .version = owned_version, .renewable = l1_renewable, .give_up = l1_give_up, .lease = RTS, .times = { "wts", "rts" }, .clock_name = "pts" },
    { .name = "LLC",
      .table = { llc_rows, sizeof llc_rows / sizeof *llc_rows, llc_states, 6, 1u << LLC_I | 1u << LLC_S | 1u << LLC_E, events,
                 EVENT_COUNT, SH_REQ | EX_REQ | FLUSH_REP | WB_REP | EVICT | DRAM },
      .internals = { { .event = EVENT_DRAM, .over = PER_LINE, .enabled = fetched },
                     { .event = EVENT_EVICT, .over = PER_LINE, .enabled = llc_shares, .lazy = true, .lazy_if_alone = true,
                       .environment = true },
                     { .event = EVENT_EVICT, .over = PER_LINE, .enabled = llc_recalls, .environment = true } },
      .internal_count = 3, .instances = ONE_PER_BANK, .start_state = LLC_I, .start = start_clock, .value = llc_value,
      .version = shared_version, .renews_from = llc_renews_from, .forget = llc_forget, .lease = NO_LEASE, .times = { "wts", "rts" }, .clock_name = "mts",
      .shows_owner = true, .shows_memory = true },
  },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { [REQUEST_NETWORK] = { "request", UNORDERED, 12, .instead_where = 1 + QUEUE_PARAMETER, .instead = { FIFO } },
                [OWNER_NETWORK] = { "owner", UNORDERED, 12 },
                [ANSWER_NETWORK] = { "answer", FIFO_PER_LINE, 12, .instead_where = 1 + ANSWERS_PARAMETER,
                                     .instead = { UNORDERED } } },
  .network_count = 3,
  .messages = {
    [EVENT_SH_REQ] = { "SH_REQ", REQUEST_NETWORK, { "wts", NULL, "pts" }, .has_core = true, .lease = NO_LEASE },
    [EVENT_EX_REQ] = { "EX_REQ", REQUEST_NETWORK, { "wts", NULL, "pts" }, .has_core = true, .lease = NO_LEASE },
    [EVENT_FLUSH_REP] = { "FLUSH_REP", OWNER_NETWORK, { "wts", "rts" }, .has_data = true, .flag = "dirty",
                          .lease = NO_LEASE, WITH_REQUESTS },
    [EVENT_WB_REP] = { "WB_REP", OWNER_NETWORK, { "wts", "rts" }, .has_data = true, .flag = "dirty",
                       .lease = NO_LEASE, WITH_REQUESTS },
    [EVENT_SH_REP] = { "SH_REP", ANSWER_NETWORK, { "wts", "rts" }, .has_data = true, .lease = RTS },
    [EVENT_EX_REP] = { "EX_REP", ANSWER_NETWORK, { "wts", "rts" }, .has_data = true, .lease = NO_LEASE },
    [EVENT_RENEW_REP] = { "RENEW_REP", ANSWER_NETWORK, { NULL, "rts" }, .lease = RTS },
    [EVENT_UPGRADE_REP] = { "UPGRADE_REP", ANSWER_NETWORK, { NULL, "rts" }, .lease = NO_LEASE },
    [EVENT_FLUSH_REQ] = { "FLUSH_REQ", ANSWER_NETWORK, .lease = NO_LEASE },
    [EVENT_WB_REQ] = { "WB_REQ", ANSWER_NETWORK, { NULL, NULL, "pts" }, .lease = NO_LEASE },
  },
  .time = TIME_LOGICAL,
  .always_rank = always_rank,
  .lines_share_clock = lines_share_clock,
  .tick = EVENT_TICK,
  .tick_parameter = TICK_PARAMETER,
  .outdates = is_plain,
  .awaits_clock = awaits_clock,
  .banks_matter = true,
  .one_bank = shares_queue,
  .asymmetric = shares_queue,
  .lower = lower_plain,
  .claims = { [CORE_IO] = { .offered = true, .memory_models = "sc" } },
  .core = CORE_IO,
  .invariants = CLAIM(PROPERTY_SWMR_LOGICAL) | CLAIM(PROPERTY_VALUE_LOGICAL) | CLAIM(PROPERTY_OWN),
  .invariant = copies_are_right,
  .invariant_name = "one owner, whom the LLC knows; it remembers the end of every lease; a copy of its block's wts is the newest",
  .progress = progress,
  .client = LOAD | STORE | ATOMIC,
  .parameters = {
    [LEASE_PARAMETER] = { "lease", 1, 1, 12, "longest lease granted, in logical time; every length from 1 on is tried" },
    [RANK_PARAMETER] = { "rank", 0, 0, 1, "1: keep only the order of timestamps, so that leases may have any length" },
    [TICK_PARAMETER] = { "tick", 0, 0, 1, "1: pts may advance of itself, against livelock" },
    [ANSWERS_PARAMETER] = { "unordered", 0, 0, 1, "1: what the LLC sends to an L1 about one block keeps no order" },
    [QUEUE_PARAMETER] = { "shared-queue", 0, 0, 1, "1: owners' answers stand in the queue of their requests" },
  },
  .variants = {
    { .name = "unordered", .help = "what the LLC sends to an L1 about one block keeps no order",
      .settings = { { "unordered", 1 } }, .invariants_lost = CLAIM(PROPERTY_NEVER) },
    { .name = "shared-queue", .help = "owners' answers stand in the queue of their L1's requests",
      .settings = { { "shared-queue", 1 } }, .invariants_lost = CLAIM(PROPERTY_DEADLOCK),
      .shown_by = { .lines = 2, .values = 1 } },
  },
};
