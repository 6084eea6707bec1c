/* The L1 of lrcc: what it has beyond rcc's (models/rcc/l1.h), and its table.
 *
 * Of an owned line: `dirty`, the words that this SM has written since it owns the line, which are the newest; the L2's copy of the
 * others is.  `flag` ("own"): those of them that its threads have stored, rather than changed by an atomic.  `count` counts
 * the write-backs that are out, OwnWB among them. */
#ifndef MODELS_LRCC_L1_H
#define MODELS_LRCC_L1_H

#include "models/lrcc/lrcc.h"
#include "models/rcc/l1.h"

enum { ANY = (1 << 11) - 1 };
static const char *const l1_states[] = { "I", "V", "D", "IV", "IP", "VG", "IO", "VO", "O", "OG", "OI" };
#define OWNED (O | OG)

static bool is_owned(const struct line *line) { return 1u << line->state & OWNED; }
static void geto(struct step *s) { send(s, EVENT_GETO, home(s)); }

/* --- what is dirty and not owned --- */

static bool unowned_dirt(const struct step *s, unsigned at) {
  return s->local->line[at].dirty && !is_owned(&s->local->line[at]);
}

/* Nothing of this SM is dirty but what it owns, and no write-back is out. */
static bool flushed(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (unowned_dirt(s, at)) return false;
  return !s->local->count;
}
static bool not_flushed(const struct step *s) { return !flushed(s); }

static void flush(struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (unowned_dirt(s, at)) flush_line(s, at);
}

/* Lines that an invalidation could not drop yet. */
static bool droppable(const struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (at != s->at && unowned_dirt(s, at) && s->local->line[at].writes) return false;
  return true;
}

/* --- ownership --- */

/* A line may be taken over, and given up, when no older write-back of it is out (variant overwrite: at any time). */
static bool may_own(const struct step *s) { return acknowledged(s) || parameter(s, PARAMETER_OVERWRITE); }
static bool may_not_own(const struct step *s) { return !may_own(s); }

static bool may_give(const struct step *s) {
  if (parameter(s, PARAMETER_NO_PULL)) return true;
  if (!parameter(s, PARAMETER_OVERWRITE)) return flushed(s);
  for (unsigned at = 0; at < lines(s); at++)
    if (at != s->at && (unowned_dirt(s, at) || s->local->line[at].writes)) return false;
  return true;
}
static bool may_not_give(const struct step *s) { return !may_give(s); }
static bool whole(const struct step *s) { return s->line->dirty == words_of_line(s, s->at) || parameter(s, PARAMETER_FALSE_SHARING); }
static bool give_whole(const struct step *s) { return may_give(s) && whole(s); }
static bool give_part(const struct step *s) { return may_give(s) && !whole(s); }

/* Does the owned line itself have what is asked for?  (variant false-sharing: it has all that came with the Grant) */
static bool has_word(const struct step *s) {
  return s->line->dirty & bit_of(s->request->word) || parameter(s, PARAMETER_FALSE_SHARING);
}
static bool lacks_word(const struct step *s) { return !has_word(s); }
static bool acquire_own(const struct step *s) { return has_word(s) && (own_word(s) || parameter(s, PARAMETER_PRINTED)); }
static bool acquire_other(const struct step *s) { return has_word(s) && !acquire_own(s) && droppable(s); }
static bool acquire_other_later(const struct step *s) { return has_word(s) && !acquire_own(s) && !droppable(s); }

static void write_for(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  s->line->data.word[request->word] = request_result(request, old);
  s->line->data.age[request->word] = AGE_STALE;
  s->line->dirty |= (uint8_t)bit_of(request->word);
  if (request->event != EVENT_ATOMIC) s->line->flag |= (uint8_t)bit_of(request->word);
  reply(s, request, request->event == EVENT_ATOMIC ? old : 0);
}
static void write_owned(struct step *s) { write_for(s, s->request); }
static void write_kept(struct step *s) {
  struct request request = dequeue(s, 0);
  write_for(s, &request);
}
static void grant(struct step *s) { s->line->data = s->in->data; }

/* An atomic of a word that is not here: the L2 has it. */
static void fetch_for_atomic(struct step *s) {
  keep(s);
  getv(s);
}
static void data_to_atomic(struct step *s) {
  unsigned word = s->line->queue[0].word;
  s->line->data.word[word] = s->in->data.word[word];
  write_kept(s);
}
static bool for_atomic(const struct step *s) { return s->line->waiting && s->line->queue[0].event == EVENT_ATOMIC; }
static bool for_load(const struct step *s) { return !for_atomic(s) && !serves_acquire(s); }
static bool for_acquire(const struct step *s) { return serves_acquire(s) && droppable(s); }
static bool for_acquire_later(const struct step *s) { return serves_acquire(s) && !droppable(s); }

static void give(struct step *s, unsigned type) {
  struct message *message = send(s, type, home(s));
  message->flag = s->line->dirty;
  message->data = s->line->data;
  s->line->dirty = s->line->flag = 0;
}
static void put(struct step *s) { give(s, EVENT_PUTO); }
static void own_write_back(struct step *s) {
  give(s, EVENT_OWNWB);
  if (parameter(s, PARAMETER_UNACKNOWLEDGED)) return;
  if (!s->line->writes) s->local->count++;
  s->line->writes = 1;
}
static void no_data(struct step *s) { send(s, EVENT_NODATA, home(s)); }

/* A fill of a line that is not owned: as rcc's, but that what is owned need not be dropped. */
static bool fill_plain(const struct step *s) { return !serves_acquire(s); }
static bool poisoned_unsettled(const struct step *s) { return for_acquire_later(s) || (s->line->dirty && s->line->writes); }
static bool poisoned_clean(const struct step *s) { return !poisoned_unsettled(s) && fill_plain(s) && !s->line->dirty; }
static bool poisoned_dirty(const struct step *s) { return !poisoned_unsettled(s) && fill_plain(s) && s->line->dirty; }
static bool poisoned_acquire(const struct step *s) { return !poisoned_unsettled(s) && serves_acquire(s) && !s->line->dirty; }
static bool poisoned_acquire_dirty(const struct step *s) { return !poisoned_unsettled(s) && serves_acquire(s) && s->line->dirty; }
static bool fence_now(const struct step *s) { return flushed(s); }

static const struct row l1_rows[] = {
  ROW("10.19 I/Load", I, LOAD, acknowledged, IV, keep, getv),
  ROW("10.19 I/Store", I, STORE, acknowledged, IV, getv, write, own, done),
  ROW("10.19 I/Acquire", I, LOAD_ACQUIRE, acknowledged, IV, keep, getv),
  STALL("I: a write-back is out", I, LOAD | STORE | LOAD_ACQUIRE, unacknowledged),
  ROW("10.19 I/Release", I, STORE_RELEASE | ATOMIC, may_own, IO, keep, geto),
  STALL("I/Release: a write-back is out", I, STORE_RELEASE | ATOMIC, may_not_own),

  ROW("10.19 V/Load", V | D, LOAD, always, SAME, hit),
  ROW("10.19 V/Store", V | D, STORE, always, SAME, write, done),
  ROW("10.19 V/Acquire", V, LOAD_ACQUIRE, acknowledged, VG, keep, getv),
  STALL("V/Acquire: a write-back is out", V, LOAD_ACQUIRE, unacknowledged),
  ROW("10.19 V/Release", V, STORE_RELEASE | ATOMIC, may_own, VO, keep, geto),
  STALL("V/Release: a write-back is out", V, STORE_RELEASE | ATOMIC, may_not_own),
  STALL("D: the L2 must have the SM's words first", D, LOAD_ACQUIRE | STORE_RELEASE | ATOMIC, acknowledged, write_back),
  STALL("D: a write-back is out", D, LOAD_ACQUIRE | STORE_RELEASE | ATOMIC, unacknowledged),

  INFERRED("fetching/Load, of a word that the SM has written", IV | IP, LOAD, own_word, SAME, hit),
  INFERRED("IV/Load: it joins", IV, LOAD, not_own_word, SAME, keep),
  STALL("IP/Load: the fetch is too old", IP, LOAD, not_own_word),
  INFERRED("VG/Load", VG, LOAD, always, SAME, hit),
  INFERRED("fetching/Store", IV | VG, STORE, always, SAME, write, own, done),
  STALL("IP/Store", IP, STORE, always),
  STALL("fetching: one thing at a time", IV | IP | VG, LOAD_ACQUIRE | STORE_RELEASE | ATOMIC, always),
  INFERRED("IV/Data", IV, DATA, fill_plain, V, install, serve),
  INFERRED("fetching/Data, for an acquire", IV | VG, DATA, for_acquire, V, install, serve, invalidate_all),
  STALL("fetching/Data, for an acquire: a line cannot be dropped yet", IV | VG, DATA, for_acquire_later),
  INFERRED("IP/Data", IP, DATA, poisoned_clean, I, serve, drop),
  INFERRED("IP/Data, dirty", IP, DATA, poisoned_dirty, I, serve, write_back, drop),
  INFERRED("IP/Data, for an acquire", IP, DATA, poisoned_acquire, I, serve, drop, invalidate_all),
  INFERRED("IP/Data, for an acquire, dirty", IP, DATA, poisoned_acquire_dirty, I, serve, write_back, drop, invalidate_all),
  STALL("IP/Data: a line cannot be dropped yet", IP, DATA, poisoned_unsettled),
  NEVER("Data", I | V | D | IO | VO | O | OI, DATA),

  INFERRED("VO/Load", VO, LOAD, always, SAME, hit),
  STALL("IO/Load", IO, LOAD, always),
  STALL("a GetO is out", IO | VO, STORE | LOAD_ACQUIRE | STORE_RELEASE | ATOMIC, always),
  ROW("10.19 Grant: the release is done", IO | VO, GRANT, always, O, grant, write_kept),
  STALL("Request write-back: the Grant is on its way", IO | VO, REQWB, always),

  ROW("10.19 O/Load", O, LOAD, has_word, SAME, hit),
  INFERRED("O/Load, of a word that others may have written: the L2 has it", O, LOAD, lacks_word, OG, keep, getv),
  ROW("10.19 O/Store, Release", O, STORE | STORE_RELEASE, always, SAME, write_owned),
  INFERRED("O/Atomic", O, ATOMIC, has_word, SAME, write_owned),
  INFERRED("O/Atomic, of a word that others may have written", O, ATOMIC, lacks_word, OG, fetch_for_atomic),
  ROW("10.19 O/Acquire", O, LOAD_ACQUIRE, acquire_own, SAME, hit),
  INFERRED("O/Acquire, of another SM's release, taken over", O, LOAD_ACQUIRE, acquire_other, SAME, hit, own, invalidate_all),
  STALL("O/Acquire: a line cannot be dropped yet", O, LOAD_ACQUIRE, acquire_other_later),
  INFERRED("O/Acquire, of a word that others may have written", O, LOAD_ACQUIRE, lacks_word, OG, keep, getv),
  ROW("10.19 O/Request write-back", O, REQWB, give_whole, V, own_write_back),
  INFERRED("O/Request write-back: the rest may be old", O, REQWB, give_part, I, own_write_back, drop),
  STALL("10.19 O/Request write-back: what is dirty first", O | OG, REQWB, may_not_give, flush),
  ROW("10.19 O/Evict", O, EVICT, may_give, OI, put, drop),
  STALL("O/Evict: what is dirty first", O, EVICT, may_not_give),

  INFERRED("OG/Load", OG, LOAD, has_word, SAME, hit),
  STALL("OG/Load: the fetch may be too old", OG, LOAD, lacks_word),
  INFERRED("OG/Store, Release", OG, STORE | STORE_RELEASE, always, SAME, write_owned),
  STALL("OG: one thing at a time", OG, LOAD_ACQUIRE | ATOMIC, always),
  INFERRED("OG/Data", OG, DATA, for_load, O, serve),
  INFERRED("OG/Data, for an atomic", OG, DATA, for_atomic, O, data_to_atomic),
  INFERRED("OG/Data, for an acquire", OG, DATA, for_acquire, O, serve, invalidate_all),
  STALL("OG/Data, for an acquire: a line cannot be dropped yet", OG, DATA, for_acquire_later),
  INFERRED("OG/Request write-back", OG, REQWB, may_give, IP, own_write_back, drop),
  NEVER("Grant", I | V | D | IV | IP | VG | O | OG | OI, GRANT),

  STALL("OI: an eviction is out", OI, LOAD | STORE | LOAD_ACQUIRE | STORE_RELEASE | ATOMIC, always),
  INFERRED("OI/Request write-back", OI, REQWB, always, SAME, no_data),
  NEVER("Request write-back", I | V | D | IV | IP | VG, REQWB),
  INFERRED("OI/PutAck", OI, PUTACK, always, I),
  NEVER("PutAck", I | V | D | IV | IP | VG | IO | VO | O | OG, PUTACK),

  INFERRED("Fence: nothing is dirty", ANY, FENCE, fence_now, SAME, invalidate_all, done),
  INFERRED("Fence", ANY, FENCE, not_flushed, SAME, flush, keep_fence),
  INFERRED("WBAck, another is owed", ANY, WBACK, owed, SAME, pay),
  INFERRED("WBAck", ANY, WBACK, not_owed_nor_last, SAME, acknowledge),
  INFERRED("WBAck, the last", ANY, WBACK, last, SAME, acknowledge, finish_fences),

  INFERRED("Invalidate", I | IO | OI, INV_ALL, always, SAME),
  ROW("10.19 O/Invalidate", O | OG, INV_ALL, always, SAME),
  INFERRED("V/Invalidate: the acquire has read it", V | D, INV_ALL, just_read, SAME),
  ROW("10.19 V/Invalidate", V, INV_ALL, not_just_read, I, drop),
  ROW("10.19 V/Invalidate, dirty", D, INV_ALL, not_just_read, I, write_back, drop),
  INFERRED("VO/Invalidate", VO, INV_ALL, always, IO, drop),
  INFERRED("fetching/Invalidate", IV | IP | VG, INV_ALL, always, IP, drop_clean),

  ROW("10.19 V/Evict", V, EVICT, always, I, drop),
  STALL("Evict", I | D | IV | IP | VG | IO | VO | OG | OI, EVICT, always),
  ROW("10.19 V/Evict, dirty", D, WRITE_BACK, acknowledged, SAME, write_back),
  STALL("D/Evict: a write-back is out", D, WRITE_BACK, unacknowledged),
  STALL("Write-back", I | V | IV | IP | VG | IO | VO | O | OG | OI, WRITE_BACK, always),
};

#endif
