/* Relativistic Cache Coherence: what its two forms, rcc-sc and rcc-wo, have in common.
 *
 * Source: thesis, ch. 3: rules 3.4.1, states 3.4.3, evictions 3.4.4, renewal and prediction 3.4.5, the tables of Figure 3.5
 * row by row.  (X. Ren and M. Lis, HPCA 2017, is the same protocol.)  Read leases are granted in logical time; a store never
 * waits: it takes a time beyond every lease, and its core's clock jumps there.  Three rules (3.4.1): a reader's now becomes at
 * least the version that it reads; a writer's version is at least its now and the last version; and lies beyond the last
 * lease.  `exp` is inclusive: a copy may be read while now <= exp.
 *
 * Every SM has one clock, `now`, for all of its warps (rcc-wo: two views of it, below); a bank has `mnow`, the greatest time of
 * anything that it ever evicted.  The DRAM is part of its bank here: MDATA is an internal event, WBACK happens at once (nothing
 * can see it in flight, since a FETCH does not overtake the WBACK of its block).  The network is unordered: the thesis asks for
 * no order, and none is needed (in rcc-wo some is: see there).  What decides a lease is the L2's predictor: here any lease may
 * be granted (time_lease), which covers every predictor.
 *
 * Expiry is taken the moment that now passes exp (an urgent event), so a V or VI line is always live; hardware finds it out at
 * the next access.  No guard could tell the difference.
 *
 * Where Figure 3.5 says nothing, or what it says breaks (rows marked INFERRED):
 *  - mnow: the rows IV and IAV give a write the time max(lastwr, mnow).  mnow may be the end of a lease that is still out,
 *    which is inclusive, so the store lands inside the lease: SB, MP and R fail.  Repaired to max(lastwr, mnow + 1), as rule 3
 *    demands.  `mnow=0` is the figure.
 *  - merged loads: IV/load merges on a GETS that carries an older now.  When other warps of the SM have moved its clock on in
 *    the meantime, the lease that comes back may be too short for the merged load.  Repaired: the load that sent the GETS is
 *    finished by the answer, the merged ones are replayed (hit, or a new GETS).  `merge=0` is the figure.
 *  - I/evict: the figure shows none.  The data of an expired line is kept for a renewal, and must be droppable, with its exp:
 *    a GETS without exp is never answered by a RENEW.
 *  - II/load while a GETS is out merges on it (one GETS a block, as the text has it for IV).
 *  - II/RENEW with nothing else outstanding becomes V (reachable only when responses overtake each other).  The figure leads to
 *    VI alone, and the line stays in a transient state that nothing ends.  `renew=0` is the figure.
 *  - II/ACK prints only "MSHR empty -> I"; otherwise II, as the row of VI has it.
 *  - an atomic's DATA is a message of its own (DATA*): it carries no lease and is never installed.
 *  - the text has a write that reaches IV with an older now not replace the data; the table has them in order of arrival.
 *    The table is followed; both are SC.
 *
 * Time is kept as small numbers shifted to the least in use for programs without loops (leases of 1 to `lease`, by default 1:
 * unequal ends come from unequal clocks), and as ranks for the most general client, for loops and with rank=1 (leases of any
 * length); src/kit/times.c argues for both.
 *
 * Two views (3.4.6).  In the weakly ordered variant loads consult and raise a read view of now, stores and atomics a write
 * view, and a full fence sets both to the greater.  The file that includes this one says which it is: TWO_VIEWS, 0 or 1. */
#ifndef MODELS_RCC_H
#define MODELS_RCC_H

#include "kit/lower.h"
#include "kit/step.h"
#include "kit/system.h"

/* now, as loads and as stores see it. */
static inline uint8_t *read_view(struct local *local) { return &local->clock; }
static inline uint8_t *write_view(struct local *local) { return TWO_VIEWS ? &local->stall[SECOND_CLOCK] : &local->clock; }

enum { LEASE_PARAMETER, MNOW_PARAMETER, MERGE_PARAMETER, RANK_PARAMETER, TICK_PARAMETER, RENEW_PARAMETER,
       ORDER_PARAMETER };

enum { EVENT_GETS = EVENT_OWN, EVENT_WRITE, EVENT_ATOMIC_TO_L2, EVENT_DATA, EVENT_DATA_ATOMIC, EVENT_RENEW, EVENT_ACK,
       EVENT_MDATA, EVENT_TICK, EVENT_COUNT };
#define GETS (1ull << EVENT_GETS)
#define WRITE (1ull << EVENT_WRITE)
#define ATOMIC_TO_L2 (1ull << EVENT_ATOMIC_TO_L2)
#define DATA (1ull << EVENT_DATA)
#define DATA_ATOMIC (1ull << EVENT_DATA_ATOMIC)
#define RENEW (1ull << EVENT_RENEW)
#define ACK (1ull << EVENT_ACK)
#define MDATA (1ull << EVENT_MDATA)
#define TICK (1ull << EVENT_TICK)

static const char *const events[] = { "LOAD", "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT", "EXPIRY",
                                      "GETS", "WRITE", "ATOMIC", "DATA", "DATA*", "RENEW", "ACK", "MDATA", "TICK" };

/* Timestamps of a message, and of a line. */
enum { M_NOW, M_EXP, M_VER };
enum { D_EXP, D_VER, LASTRD, LASTWR };

/* ---------------------------------------------------------------- L1 (Figure 3.5a) */

enum { L1_I, L1_V, L1_IV, L1_II, L1_VI };
static const char *const l1_states[] = { "I", "V", "IV", "II", "VI" };
#define I (1u << L1_I)
#define V (1u << L1_V)
#define IV (1u << L1_IV)
#define II (1u << L1_II)
#define VI (1u << L1_VI)

static bool holds_data(const struct step *s) { return s->line->time[D_EXP] != NO_TIME; }
static bool holds_none(const struct step *s) { return s->line->time[D_EXP] == NO_TIME; }
static bool no_gets(const struct step *s) { return s->line->reads == 0; }
static bool gets_out(const struct step *s) { return s->line->reads != 0; }
static bool no_writes(const struct step *s) { return s->line->writes == 0; }
static bool writes_out(const struct step *s) { return s->line->writes != 0; }
static bool no_writes_repaired(const struct step *s) { return no_writes(s) && parameter(s, RENEW_PARAMETER); }
static bool no_writes_printed(const struct step *s) { return no_writes(s) && !parameter(s, RENEW_PARAMETER); }
/* This answer was the last thing outstanding on the block. */
static bool last(const struct step *s) { return s->line->writes == 1 && s->line->reads == 0; }
static bool not_last(const struct step *s) { return s->line->writes != 1 || s->line->reads != 0; }

static void hit(struct step *s) {
  read_at(s, &s->line->data, s->request->word, s->local->clock, s->line->time[D_EXP]);
  reply(s, s->request, s->line->data.word[s->request->word]);
}

static void gets(struct step *s) {
  struct message *m = send(s, EVENT_GETS, controller_of_line(s, s->at));
  m->request = *s->request;
  m->time[M_NOW] = *read_view(s->local);
  m->time[M_EXP] = s->line->time[D_EXP];
  s->line->reads++;
  enqueue(s, s->request);
}

static void merge(struct step *s) {
  enqueue(s, s->request);
  if (!parameter(s, MERGE_PARAMETER)) s->line->queue[s->line->waiting - 1].time = s->local->clock;
}

static void request_write(struct step *s, unsigned type) {
  struct message *m = send(s, type, controller_of_line(s, s->at));
  m->request = *s->request;
  m->time[M_NOW] = *write_view(s->local);
  s->line->writes++;
}
static void write(struct step *s) { request_write(s, EVENT_WRITE); }
static void atomic(struct step *s) { request_write(s, EVENT_ATOMIC_TO_L2); }

static void forget(struct step *s) {
  data_clear(&s->line->data);
  s->line->time[D_EXP] = NO_TIME;
}

/* L1.now := max(L1.now, M.ver), in the view of what is answered. */
static void advance(struct step *s) {
  bool wrote = s->event == EVENT_ACK || s->event == EVENT_DATA_ATOMIC;
  uint8_t *now = wrote ? write_view(s->local) : read_view(s->local);
  *now = (uint8_t)later(*now, s->in->time[M_VER]);
}

static void fill(struct step *s) {
  s->line->data = s->in->data;
  s->line->time[D_EXP] = s->in->time[M_EXP];
}
static void extend(struct step *s) { s->line->time[D_EXP] = s->in->time[M_EXP]; }

/* The load that sent the GETS takes the value, come what may: its warp has done nothing since, and exp >= the now it sent. */
static void finish_load(struct step *s) {
  struct request primary = dequeue(s, 0);
  s->line->reads--;
  must_reach(s, *read_view(s->local), s->in->time[M_VER]);
  reply(s, &primary, s->line->data.word[primary.word]);
}

static void take_up_merged(struct step *s) {
  while (s->line->waiting) {
    struct request merged = dequeue(s, 0);
    if (parameter(s, MERGE_PARAMETER)) {
      replay(s, &merged);
    } else { /* the figure: all loads of the MSHR are done */
      read_at(s, &s->line->data, merged.word, merged.time, s->line->time[D_EXP]);
      reply(s, &merged, s->line->data.word[merged.word]);
    }
  }
}

static void finish_atomic(struct step *s) {
  s->line->writes--;
  must_reach(s, *write_view(s->local), s->in->time[M_VER]);
  reply(s, s->request, s->in->request.value);
}
static void finish_store(struct step *s) {
  s->line->writes--;
  must_reach(s, *write_view(s->local), s->in->time[M_VER]);
  reply(s, s->request, 0);
}
/* The new version lies beyond the lease of the copy, and now at or beyond the version: the copy is no good any more. */
static void keep_for_renewal(struct step *s) { (void)s; }

/* A full fence; its warp has nothing outstanding. */
static inline void join_views(struct step *s) {
  uint8_t both = (uint8_t)later(*read_view(s->local), *write_view(s->local));
  *read_view(s->local) = *write_view(s->local) = both;
  reply(s, s->request, 0);
}

static void advance_clock(struct step *s) { s->local->clock = (uint8_t)time_after(s, s->local->clock); }

#if TWO_VIEWS
#define RCC_FENCE_ROW UNCOUNTED("3.4.6 full fence", I | V | IV | II | VI, FENCE, always, SAME, join_views),
#else
#define RCC_FENCE_ROW
#endif

static const struct row l1_rows[] = {
  ROW("3.5a I/load", I, LOAD, always, IV, gets),
  ROW("3.5a I/store", I, STORE, always, II, write),
  ROW("3.5a I/atomic", I, ATOMIC, always, II, atomic),
  INFERRED("3.5a I/evict: none", I, EVICT, holds_data, I, forget),
  STALL("3.5a I/evict: none", I, EVICT, holds_none),
  NEVER("3.5a I", I, EXPIRY | DATA | DATA_ATOMIC | RENEW | ACK),

  ROW("3.5a V/load", V, LOAD, always, V, hit),
  ROW("3.5a V/store", V, STORE, always, VI, write),
  ROW("3.5a V/atomic", V, ATOMIC, always, VI, atomic),
  ROW("3.5a V/evict", V, EVICT, always, I, forget),
  ROW("3.5a V/expiry", V, EXPIRY, always, I, keep_for_renewal),
  NEVER("3.5a V", V, DATA | DATA_ATOMIC | RENEW | ACK),

  ROW("3.5a IV/load", IV, LOAD, always, IV, merge),
  ROW("3.5a IV/store", IV, STORE, always, II, write),
  ROW("3.5a IV/atomic", IV, ATOMIC, always, II, atomic),
  STALL("3.5a IV/evict", IV, EVICT, always),
  NEVER("3.5a IV", IV, EXPIRY | DATA_ATOMIC | ACK),
  ROW("3.5a IV/DATA", IV, DATA, always, V, advance, fill, finish_load, take_up_merged),
  ROW("3.5a IV/RENEW", IV, RENEW, always, V, extend, finish_load, take_up_merged),

  ROW("3.5a II/load", II, LOAD, no_gets, II, gets),
  INFERRED("3.4.3 one GETS a block", II, LOAD, gets_out, II, merge),
  ROW("3.5a II/store", II, STORE, always, II, write),
  ROW("3.5a II/atomic", II, ATOMIC, always, II, atomic),
  STALL("3.5a II/evict", II, EVICT, always),
  NEVER("3.5a II", II, EXPIRY),
  ROW("3.5a II/DATA", II, DATA, no_writes, V, advance, fill, finish_load, take_up_merged),
  ROW("3.5a II/DATA", II, DATA, writes_out, VI, advance, fill, finish_load, take_up_merged),
  ROW("3.5a II/DATA atomic resp", II, DATA_ATOMIC, last, I, advance, finish_atomic),
  ROW("3.5a II/DATA atomic resp", II, DATA_ATOMIC, not_last, II, advance, finish_atomic),
  ROW("3.5a II/RENEW", II, RENEW, writes_out, VI, extend, finish_load, take_up_merged),
  INFERRED("3.5a II/RENEW: VI only", II, RENEW, no_writes_repaired, V, extend, finish_load, take_up_merged),
  UNCOUNTED("3.5a II/RENEW, literally", II, RENEW, no_writes_printed, VI, extend, finish_load, take_up_merged),
  ROW("3.5a II/ACK", II, ACK, last, I, advance, finish_store),
  ROW("3.5a II/ACK, else", II, ACK, not_last, II, advance, finish_store),

  ROW("3.5a VI/load", VI, LOAD, always, VI, hit),
  ROW("3.5a VI/store", VI, STORE, always, VI, write),
  ROW("3.5a VI/atomic", VI, ATOMIC, always, VI, atomic),
  STALL("3.5a VI/evict", VI, EVICT, always),
  ROW("3.5a VI/expiry", VI, EXPIRY, always, II, keep_for_renewal),
  ROW("3.5a VI/DATA", VI, DATA, no_writes, V, advance, fill, finish_load, take_up_merged),
  ROW("3.5a VI/DATA", VI, DATA, writes_out, VI, advance, fill, finish_load, take_up_merged),
  ROW("3.5a VI/DATA atomic resp", VI, DATA_ATOMIC, last, I, advance, finish_atomic),
  ROW("3.5a VI/DATA atomic resp", VI, DATA_ATOMIC, not_last, II, advance, finish_atomic),
  NEVER("3.5a VI/RENEW", VI, RENEW),
  ROW("3.5a VI/ACK", VI, ACK, last, I, advance, finish_store),
  ROW("3.5a VI/ACK, else", VI, ACK, not_last, II, advance, finish_store),

  UNCOUNTED("3.4.5 livelock", I | V | IV | II | VI, TICK, always, SAME, advance_clock),
  RCC_FENCE_ROW
};

static bool expired(const struct step *s) {
  return (s->state == L1_V || s->state == L1_VI) && !time_reaches(s->line->time[D_EXP], s->local->clock);
}
static bool ticks(const struct step *s) { return parameter(s, TICK_PARAMETER) != 0; }
static enum permission l1_permission(const struct local *local, unsigned line) {
  return local->line[line].state == L1_V || local->line[line].state == L1_VI ? PERMISSION_READ : PERMISSION_NONE;
}
static void l1_start(const struct machine *machine, struct local *local) {
  (void)machine;
  *read_view(local) = *write_view(local) = 0;
}

#undef I
#undef V
#undef IV

/* ---------------------------------------------------------------- L2 (Figure 3.5b) */

enum { L2_I, L2_V, L2_IV, L2_IAV };
static const char *const l2_states[] = { "I", "V", "IV", "IAV" };
#define I (1u << L2_I)
#define V (1u << L2_V)
#define IV (1u << L2_IV)
#define IAV (1u << L2_IAV)

/* The bank's clock is mnow. */
static bool clean(const struct step *s) { return !s->line->dirty; }
static bool dirty(const struct step *s) { return s->line->dirty; }
/* M.exp > D.ver: the sender's copy is the current version, for every later write takes a version beyond its lease. */
static bool is_current(const struct step *s) {
  return s->in->time[M_EXP] != NO_TIME && s->in->time[M_EXP] > s->line->time[D_VER];
}
static bool is_not_current(const struct step *s) { return !is_current(s); }
static bool has_reads(const struct step *s) { return s->line->waiting && !s->line->flag; }
static bool has_writes(const struct step *s) { return !s->line->waiting && s->line->flag; }
static bool has_both(const struct step *s) { return s->line->waiting && s->line->flag; }

static void fetch(struct step *s) { s->line->fetching = 1; }

static void note_read(struct step *s) {
  s->line->time[LASTRD] = (uint8_t)later(s->line->time[LASTRD], s->in->time[M_NOW]);
  enqueue(s, s->request);
}

/* The greater of `time` and "beyond `floor`". */
static unsigned beyond(struct step *s, unsigned time, unsigned floor) {
  return time != NO_TIME && time > floor ? time : time_after(s, floor);
}
/* max(lastwr, mnow + 1), or the figure's max(lastwr, mnow). */
static unsigned write_time(struct step *s) {
  if (!parameter(s, MNOW_PARAMETER)) return later(s->line->time[LASTWR], s->local->clock);
  return beyond(s, s->line->time[LASTWR], s->local->clock);
}

static void acknowledge(struct step *s, unsigned ver) {
  struct message *m = send(s, EVENT_ACK, s->in->from);
  m->request = *s->request;
  m->time[M_VER] = (uint8_t)ver;
}

/* A write in IV: into the MSHR, acknowledged at once.  `flag` is the set of words written. */
static void note_write(struct step *s) {
  s->line->time[LASTWR] = (uint8_t)later(s->line->time[LASTWR], s->in->time[M_NOW]);
  unsigned ver = write_time(s);
  perform(s, s->request->word, ver);
  data_write(&s->line->buffer, s->request->word, s->request->value);
  s->line->flag |= (uint8_t)(1u << s->request->word);
  acknowledge(s, ver);
}

static void note_atomic(struct step *s) {
  s->line->time[LASTWR] = s->in->time[M_NOW];
  enqueue(s, s->request);
}

/* D.exp := max(D.exp, D.ver + lease, now + lease) */
static void grant(struct step *s, unsigned now) {
  unsigned end = time_lease(s, later(s->line->time[D_VER], now));
  s->line->time[D_EXP] = (uint8_t)later(s->line->time[D_EXP], end);
}

static void answer_read(struct step *s, const struct request *request) {
  struct message *m = send(s, EVENT_DATA, controller_of_core(s, request->core));
  m->request = *request;
  m->time[M_EXP] = s->line->time[D_EXP];
  m->time[M_VER] = s->line->time[D_VER];
  m->data = s->line->data;
}

static void lease(struct step *s) { grant(s, s->in->time[M_NOW]); }
static void data(struct step *s) {
  must_reach(s, s->line->time[D_EXP], s->in->time[M_NOW]);
  answer_read(s, s->request);
}
static void renew(struct step *s) {
  must_reach(s, s->line->time[D_EXP], s->in->time[M_NOW]);
  struct message *m = send(s, EVENT_RENEW, s->in->from);
  m->request = *s->request;
  m->time[M_EXP] = s->line->time[D_EXP];
}

/* D.ver := max(M.now, D.ver, D.exp + 1) */
static void new_version(struct step *s) {
  unsigned at_least = later(s->in->time[M_NOW], s->line->time[D_VER]);
  if (at_least > s->line->time[D_EXP]) s->line->time[D_VER] = (uint8_t)at_least;
  else s->line->time[D_VER] = (uint8_t)time_after(s, s->line->time[D_EXP]);
}

static void store(struct step *s) {
  perform(s, s->request->word, s->line->time[D_VER]);
  data_write(&s->line->data, s->request->word, s->request->value);
  s->line->dirty = 1;
}
static void ack(struct step *s) { acknowledge(s, s->line->time[D_VER]); }

static void perform_atomic(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  perform(s, request->word, s->line->time[D_VER]);
  data_write(&s->line->data, request->word, request_result(request, old));
  s->line->dirty = 1;
  struct message *m = send(s, EVENT_DATA_ATOMIC, controller_of_core(s, request->core));
  m->request = *request;
  m->request.value = old;
  m->request.expected = 0;
  m->time[M_VER] = s->line->time[D_VER];
}
static void execute(struct step *s) { perform_atomic(s, s->request); }

static void raise_mnow(struct step *s) {
  s->local->clock = (uint8_t)later(s->local->clock, later(s->line->time[D_EXP], s->line->time[D_VER]));
}
static void write_back(struct step *s) { s->line->memory = s->line->data; }
static void drop(struct step *s) {
  data_clear(&s->line->data);
  s->line->dirty = 0;
  s->line->time[D_EXP] = s->line->time[D_VER] = NO_TIME;
}

/* D.exp = D.ver = mnow, with the DRAM's data. */
static void load_block(struct step *s) {
  s->line->fetching = 0;
  s->line->data = s->line->memory;
  s->line->time[D_EXP] = s->line->time[D_VER] = s->local->clock;
}
/* D.ver = max(lastwr, mnow + 1), with the MSHR's data; D.exp stays mnow. */
static void version_of_writes(struct step *s) { s->line->time[D_VER] = (uint8_t)write_time(s); }
static void merge_writes(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (s->line->flag >> word & 1) {
      s->line->data.word[word] = s->line->buffer.word[word];
      s->line->data.age[word] = s->line->buffer.age[word];
    }
  s->line->dirty = 1;
}
static void lease_readers(struct step *s) { grant(s, s->line->time[LASTRD]); }
static void data_to_readers(struct step *s) {
  must_reach(s, s->line->time[D_EXP], s->line->time[LASTRD]);
  while (s->line->waiting) {
    struct request reader = dequeue(s, 0);
    answer_read(s, &reader);
  }
}
static void execute_waiting(struct step *s) {
  struct request waiting = dequeue(s, 0);
  perform_atomic(s, &waiting);
}
static void free_mshr(struct step *s) {
  data_clear(&s->line->buffer);
  s->line->flag = 0;
  s->line->time[LASTRD] = s->line->time[LASTWR] = NO_TIME;
}

static const struct row l2_rows[] = {
  ROW("3.5b I/GETS", I, GETS, always, IV, fetch, note_read),
  ROW("3.5b I/WRITE", I, WRITE, always, IV, fetch, note_write),
  ROW("3.5b I/ATOMIC", I, ATOMIC_TO_L2, always, IAV, fetch, note_atomic),
  STALL("3.5b I/evict: none", I, EVICT, always),
  NEVER("3.5b I", I, MDATA),

  ROW("3.5b V/GETS", V, GETS, is_not_current, V, lease, data),
  UNCOUNTED("3.5b V/GETS, renewal", V, GETS, is_current, V, lease, renew),
  ROW("3.5b V/WRITE", V, WRITE, always, V, new_version, store, ack),
  ROW("3.5b V/ATOMIC", V, ATOMIC_TO_L2, always, V, new_version, execute),
  ROW("3.5b V/evict", V, EVICT, clean, I, raise_mnow, drop),
  ROW("3.5b V/evict dirty", V, EVICT, dirty, I, raise_mnow, write_back, drop),
  NEVER("3.5b V", V, MDATA),

  ROW("3.5b IV/GETS", IV, GETS, always, IV, note_read),
  ROW("3.5b IV/WRITE", IV, WRITE, always, IV, note_write),
  STALL("3.5b IV", IV, ATOMIC_TO_L2 | EVICT, always),
  ROW("3.5b IV/DATA hasread", IV, MDATA, has_reads, V, load_block, lease_readers, data_to_readers, free_mshr),
  ROW("3.5b IV/DATA haswrite", IV, MDATA, has_writes, V, load_block, version_of_writes, merge_writes, free_mshr),
  ROW("3.5b IV/DATA both", IV, MDATA, has_both, V, load_block, version_of_writes, merge_writes, lease_readers, data_to_readers,
      free_mshr),

  STALL("3.5b IAV", IAV, GETS | WRITE | ATOMIC_TO_L2 | EVICT, always),
  ROW("3.5b IAV/DATA", IAV, MDATA, always, V, load_block, version_of_writes, execute_waiting, free_mshr),
};

static bool fetched(const struct step *s) { return s->line->fetching; }
static const struct data *l2_value(const struct local *local, unsigned line) {
  return local->line[line].state == L2_V ? &local->line[line].data : &local->line[line].memory;
}
static void l2_start(const struct machine *machine, struct local *local) {
  (void)machine;
  local->clock = 0; /* mnow */
}

/* 3.4.5: a loop that reads a copy moves no clock, so that without the periodic tick its lease never ends. */
static struct progress_claim progress(const struct setting *setting) {
  if (!setting->values[TICK_PARAMETER]) return progress_with_stale_copies(setting);
  return (struct progress_claim){ PROGRESS_GUARANTEED, PROGRESS_GUARANTEED };
}

static bool always_rank(const struct setting *setting) { return setting->values[RANK_PARAMETER] != 0; }

/* --- what the records have in common --- */

#define RCC_L1(more_events, ...)                                                                                          \
  { .name = "L1",                                                                                                         \
    .table = { l1_rows, sizeof l1_rows / sizeof *l1_rows, l1_states, 5, 1u << L1_I | 1u << L1_V, events, EVENT_COUNT,     \
               LOAD | STORE | ATOMIC | EVICT | EXPIRY | DATA | DATA_ATOMIC | RENEW | ACK | TICK | (more_events) },        \
    .internals = { { .event = EVENT_EXPIRY, .over = PER_LINE, .enabled = expired, .urgent = true },                       \
                   { .event = EVENT_EVICT, .over = PER_LINE, .lazy = true, .only_loads_tell = true, .environment = true }, \
                   { .event = EVENT_TICK, .over = ONCE, .enabled = ticks, .environment = true,                            \
                     .fairness = FAIRNESS_WEAK } },                                                                       \
    .internal_count = 3, .instances = ONE_PER_SM, .start_state = L1_I, .start = l1_start, .permission = l1_permission,    \
    .lease = D_EXP, .times = { "exp" }, __VA_ARGS__, .reads_name = "gets", .writes_name = "writes" }
#define RCC_L2                                                                                                            \
  { .name = "L2",                                                                                                         \
    .table = { l2_rows, sizeof l2_rows / sizeof *l2_rows, l2_states, 4, 1u << L2_I | 1u << L2_V, events, EVENT_COUNT,     \
               GETS | WRITE | ATOMIC_TO_L2 | EVICT | MDATA },                                                             \
    .internals = { { .event = EVENT_MDATA, .over = PER_LINE, .enabled = fetched },                                        \
                   { .event = EVENT_EVICT, .over = PER_LINE, .lazy = true, .lazy_if_alone = true, .environment = true } }, \
    .internal_count = 2, .instances = ONE_PER_BANK, .start_state = L2_I, .start = l2_start, .value = l2_value,            \
    .lease = NO_LEASE, .times = { "exp", "ver", "lastrd", "lastwr" }, .clock_name = "mnow",                               \
    .line_flag_name = "words-written", .shows_memory = true, .shows_buffer = true }

#define RCC_MESSAGES                                                                                                      \
  {                                                                                                                       \
    [EVENT_GETS] = { "GETS", 0, { "now", "exp" }, .has_core = true, .lease = NO_LEASE },                                  \
    [EVENT_WRITE] = { "WRITE", 0, { "now" }, .has_core = true, .has_value = true, .lease = NO_LEASE },                    \
    [EVENT_ATOMIC_TO_L2] = { "ATOMIC", 0, { "now" }, .has_core = true, .has_value = true, .lease = NO_LEASE },            \
    [EVENT_DATA] = { "DATA", 1, { NULL, "exp", "ver" }, .has_data = true, .has_core = true, .lease = M_EXP },             \
    [EVENT_DATA_ATOMIC] = { "DATA*", 1, { NULL, NULL, "ver" }, .has_value = true, .has_core = true, .lease = NO_LEASE },  \
    [EVENT_RENEW] = { "RENEW", 1, { NULL, "exp" }, .has_core = true, .lease = M_EXP },                                    \
    [EVENT_ACK] = { "ACK", 1, { NULL, NULL, "ver" }, .has_core = true, .lease = NO_LEASE },                               \
  }

#define RCC_PARAMETERS                                                                                                    \
  {                                                                                                                       \
    [LEASE_PARAMETER] = { "lease", 1, 1, 12, "longest lease granted, in logical time; every length from 1 on is tried" }, \
    [MNOW_PARAMETER] = { "mnow", 1, 0, 1, "1: a write miss lands beyond mnow; 0: at mnow, as Figure 3.5b prints it" },    \
    [MERGE_PARAMETER] = { "merge", 1, 0, 1,                                                                               \
                          "1: merged loads are replayed; 0: they end with the GETS they merged on, as Figure 3.5a" },     \
    [RANK_PARAMETER] = { "rank", 0, 0, 1, "1: keep only the order of timestamps, so that leases may have any length" },   \
    [TICK_PARAMETER] = { "tick", 0, 0, 1, "1: now may advance of itself (3.4.5, against livelock)" },                     \
    [RENEW_PARAMETER] = { "renew", 1, 0, 1, "1: a RENEW that comes last leads from II to V; 0: to VI, as Figure 3.5a" },  \
    RCC_ORDER                                                                                                             \
  }
#if TWO_VIEWS
#define RCC_ORDER [ORDER_PARAMETER] = { "unordered", 0, 0, 1, "1: answers to one block may overtake each other" },
#else
#define RCC_ORDER [ORDER_PARAMETER] = { "ordered", 0, 0, 1, "1: answers to one block keep their order" },
#endif

#endif
