/* The L1 of rcc-o and rcc-o-hier: its guards, actions and table.  Fences, and acquires of a word
 * that came with an owned line, are in no table here.  To the LLC of several GPUs the L2 of a GPU
 * is as an L1: it has these actions, too. */
#ifndef MODELS_LIB_RCC_O_L1_H
#define MODELS_LIB_RCC_O_L1_H

#include "models/lib/rcc_o.h"

enum { I = 1 << 0, V = 1 << 1, O = 1 << 2, IV = 1 << 3, VG = 1 << 4, IP = 1 << 5 };
enum { IO = 1 << 6, VO = 1 << 7, OI = 1 << 8, ANY = (1 << 9) - 1, HOLDS = V | O | VG | VO };
static const char *const l1_states[] = { "I", "V", "O", "IV", "VG", "IP", "IO", "VO", "OI" };
#define WRITES (STORE | STORE_RELEASE | ATOMIC)

ACTION(getv, step_send(s, EVENT_GETV, home(s))->count = fetch_mark(s))
ACTION(geto, step_send(s, EVENT_GETO, home(s)))
static inline void write_for(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->data, request->word, request_result(request, old));
  if (request->event != EVENT_ATOMIC && step_parameter(s, PARAMETER_PRINTED) != ACQUIRES_ANEW)
    s->line->flag |= (uint8_t)(1u << request->word);
  step_reply(s, request, request->event == EVENT_ATOMIC ? old : 0);
}
ACTION(write_hit, write_for(s, s->request))
static inline void write_kept(struct step *s) {
  struct request request = step_dequeue(s, 0);
  write_for(s, &request);
}
ACTION(drop, data_clear(&s->line->data))
ACTION(disown, s->line->flag = 0)
ACTION(install, s->line->data = step_incoming(s)->data)
ACTION(serve, answer_waiting(s))
ACTION(put, step_send(s, EVENT_PUTO, home(s))->data = s->line->data)
ACTION(own_write_back, step_send(s, EVENT_OWNWB, home(s))->data = s->line->data)
ACTION(no_data, step_send(s, EVENT_NODATA, home(s)))

/* Acquires enter where nothing is out, so one that waits is the first. */
GUARD(for_acquire, s->line->waiting && s->line->queue[0].event == EVENT_LOAD_ACQUIRE)
GUARD(for_loads, !for_acquire(s))
ACTION(invalidate_all, step_signal_all(s, EVENT_INV_ALL))
GUARD(just_read, s->in && s->in->type == EVENT_DATA && s->in->line == s->at)
GUARD(not_just_read, !just_read(s))
GUARD(own_word,
      s->line->flag >> s->request->word & 1 || step_parameter(s, PARAMETER_PRINTED) == NEVER_ANEW)
GUARD(not_own_word, !own_word(s))

/* (A line by itself) Acquires on other lines invalidate it at any time. */
GUARD(others_acquire, step_is_alone(s) && 1u << s->state & (V | IV | VG | VO))

/* For the record: what evictions there are, and where the newest values may be. */
GUARD(silent_evict, 1u << s->state & V)
GUARD(loud_evict, 1u << s->state & O)
static inline const struct data *cache_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state & O ? &local->line[line].data : NULL;
}

/* Accesses, but for one kind of acquire; then all else. */
#define RCC_O_L1_ACCESSES                                                             \
  ROW("10.15 I/Load", I, LOAD | LOAD_ACQUIRE, always, IV, keep, getv),                \
      ROW("10.15 I/Store", I, WRITES, always, IO, keep, geto),                        \
      NEVER("10.15 I", I, DATA | GRANT | REQWB | PUTACK),                             \
      ROW("10.15 V/Load", V, LOAD, always, SAME, hit),                                \
      ROW("10.15 V/Acquire", V, LOAD_ACQUIRE, always, VG, keep, getv),                \
      ROW("10.15 V/Store", V, WRITES, always, VO, keep, geto),                        \
      ROW("10.15 V/Evict", V, EVICT, always, I, drop),                                \
      ROW("10.15 V/Invalidate", V, INV_ALL, not_just_read, I, drop),                  \
      INFERRED("V/Invalidate: the acquire has read it", V, INV_ALL, just_read, SAME), \
      NEVER("10.15 V", V, DATA | GRANT | REQWB | PUTACK),                             \
      ROW("10.15 O/Load", O, LOAD, always, SAME, hit),                                \
      ROW("10.15 O/Acquire", O, LOAD_ACQUIRE, own_word, SAME, hit)
#define RCC_O_L1_ANSWERS                                                                    \
  ROW("10.15 O/Store", O, WRITES, always, SAME, write_hit),                                 \
      ROW("10.15 O/Evict", O, EVICT, always, OI, put, drop, disown),                        \
      ROW("10.15 O/Request write-back", O, REQWB, always, V, own_write_back, disown),       \
      ROW("10.15 O/Invalidate", O, INV_ALL, always, SAME),                                  \
      NEVER("10.15 O", O, DATA | GRANT | PUTACK),                                           \
      INFERRED("IV/Load: it joins", IV, LOAD, always, SAME, keep),                          \
      INFERRED("VG/Load", VG, LOAD, always, SAME, hit),                                     \
      STALL("IP/Load: the fetch is too old", IP, LOAD, always),                             \
      STALL("fetching: one thing at a time", IV | VG | IP, LOAD_ACQUIRE | WRITES, always),  \
      INFERRED("IV/Data", IV, DATA, for_loads, V, install, serve),                          \
      INFERRED("IV/Data, for an acquire", IV, DATA, for_acquire, V, install, serve,         \
               invalidate_all),                                                             \
      INFERRED("VG/Data", VG, DATA, always, V, install, serve, invalidate_all),             \
      INFERRED("IP/Data", IP, DATA, for_loads, I, serve),                                   \
      INFERRED("IP/Data, for an acquire", IP, DATA, for_acquire, I, serve, invalidate_all), \
      INFERRED("fetching/Invalidate", IV | VG | IP, INV_ALL, always, IP, drop),             \
      NEVER("fetching", IV | VG | IP, GRANT | REQWB | PUTACK),                              \
      INFERRED("VO/Load", VO, LOAD, always, SAME, hit), STALL("IO/Load", IO, LOAD, always), \
      STALL("a GetO is out", IO | VO, LOAD_ACQUIRE | WRITES, always),                       \
      INFERRED("IO/Grant", IO | VO, GRANT, always, O, install, write_kept),                 \
      STALL("IO/Request write-back: the Grant is on its way", IO | VO, REQWB, always),      \
      INFERRED("IO/Invalidate", IO, INV_ALL, always, SAME),                                 \
      INFERRED("VO/Invalidate", VO, INV_ALL, always, IO, drop),                             \
      NEVER("a GetO is out", IO | VO, DATA | PUTACK),                                       \
      STALL("an eviction is out", OI, LOAD | LOAD_ACQUIRE | WRITES, always),                \
      INFERRED("OI/Request write-back", OI, REQWB, always, SAME, no_data),                  \
      INFERRED("OI/PutAck", OI, PUTACK, always, I),                                         \
      INFERRED("I, OI/Invalidate", I | OI, INV_ALL, always, SAME),                          \
      NEVER("an eviction is out", OI, DATA | GRANT),                                        \
      STALL("Evict", I | IV | VG | IP | IO | VO | OI, EVICT, always)

#define RCC_O_RECORD                                                                   \
  .source = "Primer, 2nd ed., 10.1.4, tables 10.15 and 10.16", .events = events,       \
  .event_count = EVENT_COUNT, .networks = { OWNED_NETWORKS() }, .network_count = 4,    \
  .core = CORE_GPU, .same_address_interlock = true, .invariants = CLAIM(PROPERTY_OWN), \
  .own_invariant.holds = one_owner, .progress = progress_with_stale_copies,            \
  .promises.moves_data = true, .client = REQUESTS,                                     \
  .promises.per_address = record_always_per_address

#define RCC_O_L1(more_events_, keeps_)                                                           \
  {                                                                                              \
    .name = "L1",                                                                                \
    .table = TABLE(l1_rows, l1_states, I | V | O, events,                                        \
                   REQUESTS | EVICT | DATA | GRANT | REQWB | PUTACK | INV_ALL | (more_events_)), \
    .internals = { { EVENT_EVICT, PER_LINE, silent_evict, .promises.deferred = true,             \
                     .environment = true },                                                      \
                   { EVENT_EVICT, PER_LINE, loud_evict, .environment = true },                   \
                   { EVENT_INV_ALL, PER_LINE, others_acquire, .environment = true } },           \
    .internal_count = 3, .instances = ONE_PER_SM, .value = cache_value, .keeps = keeps_,         \
    .lease = NO_LEASE, .shows.line_flag = "own"                                                  \
  }

#endif
