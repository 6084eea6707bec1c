/* Claims of nhcc, hmg and sw-hier about the steps of their L1s.  For nhcc and hmg also claims about
 * GPMs: their copies in every state, and their steps. */
#include "models/lib/gpm_claims.h"

#include "protocol/claims.h"
#include "models/lib/gpm_l1.h"
#include "models/lib/gpm_release.h"

/* --- steps of an L1 ---
 *
 * A store is sent on, and its SM sees it.  A release is sent on, and its answer ends a fence.  An
 * acquire, and a fence, leaves no copy.  A load that was asked for before leaves none either. */

/* The store that has been sent on; NULL: none, or several. */
const struct request *gpm_store_sent(const struct step *s, unsigned type) {
  const struct request *store = NULL;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == type) store = &s->sends[i].request;
  return step_sends(s, 1ull << type) == 1 ? store : NULL;
}
bool gpm_sends_store(const struct step *s, unsigned type, int64_t value) {
  const struct request *sent = gpm_store_sent(s, type);
  return sent && sent->word == s->request->word && sent->value == value;
}

static bool in_l1(const struct line *line, uint32_t states) { return 1u << line->state & states; }
/* A copy has the store of its SM; a fill to come, which lacks it, will not be installed. */
static bool shows_own_store(const struct step *s) {
  unsigned word = s->request->word;
  bool here = s->line->data.age[word] != AGE_NONE && s->line->data.word[word] == s->request->value;
  return (!in_l1(s->line, L1_V) || here) && (!in_l1(s->line, L1_IV) || s->line->flag);
}
static bool l1_stores(const struct step *s) {
  bool issued = s->event == EVENT_STORE && !s->stalled,
       stores = issued || s->event == EVENT_RELEASED;
  if (!stores && step_sends(s, ST) && gpm_cta_atomics(s->shape))
    return is_one_of(s->event, ATOMIC | SMDATA) && step_answers(s, ATOMIC);
  if (!stores) return !step_sends(s, ST);
  return gpm_sends_store(s, EVENT_ST, s->request->value) && shows_own_store(s);
}
static bool l1_releases(const struct step *s) {
  bool releases = (s->event == EVENT_STORE_RELEASE || s->event == EVENT_FENCE) && !s->stalled;
  return step_sends(s, REL) == releases &&
         (!step_answers(s, FENCE) || is_one_of(s->event, gpm_hooks(s)->fence_ends));
}

/* May a load of the SM hit the line?  (In V without words it does not.) */
static bool has_hits(const struct step *s, unsigned at) {
  return in_l1(&s->local->line[at], L1_V) && has_copy(s->local, at);
}
/* Has the step asked for the line?  (A load that joined an acquire for another word asks anew.) */
static bool asks_now(const struct step *s, unsigned at) { return at == s->at && step_sends(s, LD); }
/* Is there nothing in a line that a load behind an acquire may hit, or join? */
static bool is_invalidated(const struct step *s, unsigned at) {
  const struct line *line = &s->local->line[at];
  return !has_hits(s, at) &&
         (gpm_hooks(s)->fills_come_first || !in_l1(line, L1_IV) || line->flag || asks_now(s, at));
}
static bool l1_acquires(const struct step *s) {
  bool done = step_answers(s, LOAD_ACQUIRE | FENCE);
  if (done && !step_reaches_others(s, EVENT_INV_ALL)) return false;
  for (unsigned at = 0; done && at < s->shape->lines; at++)
    if (!is_invalidated(s, at)) return false;
  return s->event != EVENT_INV_ALL || is_invalidated(s, s->at);
}

bool gpm_l1_keeps(const struct step *s, const struct local *before) {
  bool old_fill = s->event == EVENT_SMDATA && before->line[s->at].flag;
  return l1_stores(s) && l1_releases(s) && l1_acquires(s) && !(old_fill && has_hits(s, s->at));
}

/* --- states of GPMs ---
 *
 * There is no single writer.  A GPM other than the system home has its copy from the next home up:
 * that within its GPU or, at that one, the system's.
 *   - Its home has overwritten a word of its copy => INV of the line is in flight to it.
 *   - A word of its copy is its own store, which its home has yet to take => that store is in
 *     flight to the home.  Or the word is dirty (write-back).
 *   - A word of its copy differs from the system home's => INV of the line is in flight to it; or
 *     INV is, from the system home to the home within its GPU; or a store from it, or from that
 *     home, has not reached the system home yet.
 *   - It has a clean word => it is a sharer at that home, or INV is in flight to it, or its own
 *     store to there is.  A home within a GPU whose directory tracks sharers is a sharer at the
 *     system home likewise, or an atomic of it is out.
 *   - A directory entry has no other sharers than those that ask it: the M - 1 other GPMs of the
 *     home's GPU and, at the system home, the N - 1 homes within other GPUs.  (V-A: "as many as
 *     M + N - 2 sharers".)
 * Ages (gpm_observed.c) tell what a home has overwritten.  So one value is enough but for the third
 * claim, where the home within a GPU may have no word with an age. */

struct hmg_whole {
  const struct shape *shape;
  const struct placement *placement;
  const struct local *const *locals;
  const struct message *messages;
  unsigned count;
};

enum { ANY_WORD = WORDS_MAX };

static const struct line *line_at(const struct hmg_whole *whole, unsigned gpm, unsigned line) {
  return &whole->locals[shape_gpm(whole->shape, gpm)]->line[line];
}

/* Is a message about the line?  What makes or ends a sharer is about the whole directory entry. */
static bool is_about(const struct hmg_whole *whole, const struct message *m, unsigned line,
                     unsigned word) {
  bool entry = word == ANY_WORD && gpm_others_of_entry(whole->shape, line) >> m->line & 1;
  return entry || m->line == line;
}
static bool has_atomic_out(const struct hmg_whole *whole, unsigned gpm, unsigned line) {
  unsigned entry = gpm_others_of_entry(whole->shape, line) | 1u << line;
  for (unsigned at = 0; at < whole->shape->lines; at++)
    if (entry >> at & 1 && line_at(whole, gpm, at)->writes) return true;
  return false;
}
static bool in_flight(const struct hmg_whole *whole, unsigned type, unsigned from, unsigned to,
                      unsigned line, unsigned word) {
  for (unsigned i = 0; i < whole->count; i++) {
    const struct message *m = &whole->messages[i];
    if (m->type == type && is_about(whole, m, line, word) &&
        (word == ANY_WORD || m->request.word == word) && m->from == shape_gpm(whole->shape, from) &&
        m->to == shape_gpm(whole->shape, to))
      return true;
  }
  return false;
}

/* Something that will end the copy's difference, or track it, is on its way between a GPM and the
 * next home. */
static bool is_pending(const struct hmg_whole *whole, unsigned gpm, unsigned home, unsigned line) {
  return gpm != home && (in_flight(whole, EVENT_INV, home, gpm, line, ANY_WORD) ||
                         in_flight(whole, EVENT_RST, gpm, home, line, ANY_WORD));
}

/* (write-back) A dirty word is tracked by nobody. */
static bool is_dirty(const struct hmg_whole *whole, unsigned gpm, unsigned line, unsigned word) {
  return gpm_write_back(whole->shape) && line_at(whole, gpm, line)->dirty >> word & 1;
}
static bool has_clean_word(const struct hmg_whole *whole, unsigned gpm, unsigned line,
                           unsigned word) {
  bool here = line_at(whole, gpm, line)->data.age[word] != AGE_NONE;
  return here && !is_dirty(whole, gpm, line, word);
}

/* Is the word as its home gave it, or about to go, or to come to the home? */
static bool word_holds(const struct hmg_whole *whole, unsigned gpm, unsigned home, unsigned line,
                       unsigned word) {
  const struct data *copy = &line_at(whole, gpm, line)->data;
  if (is_dirty(whole, gpm, line, word)) return true;
  if (copy->coming[word]) return in_flight(whole, EVENT_RST, gpm, home, line, word);
  return copy->age[word] < AGE_STALE || in_flight(whole, EVENT_INV, home, gpm, line, ANY_WORD);
}
static bool differs(const struct hmg_whole *whole, unsigned gpm, unsigned line) {
  const struct data *copy = &line_at(whole, gpm, line)->data;
  const struct data *home = &line_at(whole, whole->placement->home_of_line[line], line)->memory;
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (has_clean_word(whole, gpm, line, word) && copy->word[word] != home->word[word]) return true;
  return false;
}
/* (From a warm start, lines of one entry may differ: any of them tracks.) */
static bool is_tracked(const struct hmg_whole *whole, unsigned gpm, unsigned home, unsigned line) {
  unsigned entry = gpm_others_of_entry(whole->shape, line) | 1u << line;
  for (unsigned at = 0; at < whole->shape->lines; at++)
    if (entry >> at & 1 && sm_set_has(line_at(whole, home, at)->sharers, gpm)) return true;
  return is_pending(whole, gpm, home, line);
}

/* The GPMs that ask a GPM for the line. */
static bool has_no_stranger(const struct hmg_whole *whole, unsigned gpm, unsigned line) {
  unsigned gpms = whole->placement->topology.gpus * whole->placement->topology.gpms,
           most = whole->placement->topology.gpus + whole->placement->topology.gpms - 2, count = 0;
  SM_SET_EACH(sharer, line_at(whole, gpm, line)->sharers) {
    if (sharer >= gpms || sharer == gpm || home_above(whole->placement, sharer, line) != gpm)
      return false;
    count++;
  }
  return count <= most;
}

static bool line_holds(const struct hmg_whole *whole, unsigned gpm, unsigned line) {
  unsigned system = whole->placement->home_of_line[line];
  const struct line *here = line_at(whole, gpm, line);
  if (!has_no_stranger(whole, gpm, line)) return false;
  bool copy = has_clean_word(whole, gpm, line, 0) || has_clean_word(whole, gpm, line, 1);
  bool stores = here->data.coming[0] || here->data.coming[1];
  if (gpm == system || !(copy || stores || !sm_set_is_empty(here->sharers)))
    return true; /* mostly there is nothing */
  unsigned within = placement_gpu_home(whole->placement, gpm, line),
           next = home_above(whole->placement, gpm, line);
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (!word_holds(whole, gpm, next, line, word)) return false;
  if (differs(whole, gpm, line) && !is_pending(whole, gpm, next, line) &&
      !is_pending(whole, within, system, line))
    return false;
  bool tracks = !sm_set_is_empty(here->sharers) && !has_atomic_out(whole, gpm, line);
  return !(copy || tracks) || is_tracked(whole, gpm, next, line);
}

bool gpm_copies_hold(const struct shape *shape, const struct local *const *locals,
                     const struct message *messages, unsigned count) {
  struct hmg_whole whole = { shape, &shape->placement, locals, messages, count };
  unsigned gpms = whole.placement->topology.gpus * whole.placement->topology.gpms;
  for (unsigned gpm = 0; gpm < gpms; gpm++)
    for (unsigned line = 0; line < shape->lines; line++)
      if (!line_holds(&whole, gpm, line)) return false;
  return true;
}

/* --- steps of GPMs ---
 *
 *   - A store, and the result of an atomic, goes on towards the system home, which takes it.
 *   - A release asks every home within its scope that stores of its GPM go to, along their way.  It
 *     goes to homes within the GPU, and for .sys from there to system homes.
 *   - Each of these flushes all GPMs that can have copies through it, with homes within their
 *     GPUs between.  Or (count) it lets the release pass when each invalidation from here is
 *     acknowledged.
 *   - A GPM that is asked or flushed answers once.  The release is over with the last answer,
 *     and its thread goes on then and no sooner.  (IV-B, V-B: "to ensure that all invalidation
 *     messages have arrived at their destinations".)
 * No step tells that the channels keep their order: without it only tests refute. */

static bool stores_go_on(const struct step *s, const struct local *before) {
  bool store = is_one_of(s->event, ST | RST),
       atomic = is_one_of(s->event, ATOM | RATOM) && !s->stalled;
  bool performs = store || (atomic && step_sends(s, SMATOM | ATOMRESP));
  unsigned word = s->request->word;
  const struct line *old = &before->line[s->at];
  if (step_sends(s, RATOM) != (atomic && !performs)) return false;
  if (!performs) return gpm_write_back(s->shape) || !step_sends(s, RST);
  if (at_system(s))
    return !step_sends(s, RST) &&
           s->line->memory.word[word] == request_result(s->request, old->memory.word[word]);
  int64_t written = request_result(s->request, old->data.word[word]);
  if (gpm_write_back(s->shape)) return s->line->data.word[word] == written;
  return gpm_sends_store(s, EVENT_RST, written) && s->line->data.word[word] == written;
}

/* --- of GPMs that write back (nhcc) ---
 *
 *   - A store makes its word dirty, or goes on to the home.  A word that is dirty no more goes on.
 *   - A load or an atomic that goes on leaves no dirty word of its line behind.
 *   - A release leaves no dirty word in its GPM. */

/* The store of a word that the step sends to the home; NULL: none. */
static const struct request *word_sent(const struct step *s, unsigned line, unsigned word) {
  for (unsigned i = 0; i < s->send_count; i++) {
    const struct message *m = &s->sends[i];
    bool is_store = m->type == EVENT_RST || m->type == EVENT_RST_LAST;
    if (is_store && m->line == line && m->request.word == word) return &m->request;
  }
  return NULL;
}
static bool word_goes_on(const struct step *s, const struct local *before, unsigned line,
                         unsigned word) {
  bool was = before->line[line].dirty >> word & 1, is = s->local->line[line].dirty >> word & 1;
  bool stored = s->event == EVENT_ST && line == s->at && word == s->request->word && !at_system(s);
  const struct data *data = stored ? &s->line->data : &before->line[line].data;
  const struct request *sent = word_sent(s, line, word);
  if ((sent != NULL) != ((was || stored) && !is)) return false;
  return (!is || was || stored) && (!sent || sent->value == data->word[word]);
}
static bool dirty_words_hold(const struct step *s, const struct local *before) {
  for (unsigned line = 0; line < s->shape->lines; line++)
    for (unsigned word = 0; word < WORDS_MAX; word++)
      if (!word_goes_on(s, before, line, word)) return false;
  bool asks = step_sends(s, RLD | RATOM), begins = s->event == EVENT_REL && !s->stalled;
  return !(asks && s->line->dirty) && !(begins && s->local->count);
}

/* The other GPMs of a GPM's GPU that have SMs; and the homes, within GPUs that have SMs, of lines
 * whose system home it is. */
static unsigned caches_around(const struct placement *placement, unsigned gpm) {
  unsigned gpms = placement->topology.gpms, caches = 0;
  for (unsigned sm = 0; sm < placement->sms; sm++)
    if (placement->gpm_of_sm[sm] / gpms == gpm / gpms) caches |= 1u << placement->gpm_of_sm[sm];
  return caches & ~(1u << gpm);
}
static unsigned homes_before(const struct placement *placement, unsigned gpm) {
  unsigned homes = 0;
  for (unsigned line = 0; line < placement->lines; line++)
    for (unsigned sm = 0; sm < placement->sms && placement->home_of_line[line] == gpm; sm++)
      homes |= 1u << placement_gpu_home(placement, placement->gpm_of_sm[sm], line);
  return homes & ~(1u << gpm);
}

/* The GPMs to ask and to flush when a release's message comes to a GPM.  It comes from within the
 * GPU, its own SM included, or from another GPU. */
struct to_do {
  unsigned ask, flush;
};
static struct to_do to_do(const struct placement *placement, unsigned gpm, unsigned type,
                          bool within, bool wide) {
  bool asks = type != EVENT_RELFLUSH;
  struct to_do to_do = { 0, 0 };
  if (type == EVENT_REL) to_do.ask |= homes_around(placement, gpm);
  if (asks && within && wide) to_do.ask |= homes_behind(placement, gpm);
  if (asks && wide) to_do.flush |= homes_before(placement, gpm);
  if ((asks || !within) && gpm_is_gpu_home(placement, gpm))
    to_do.flush |= caches_around(placement, gpm);
  return to_do;
}

/* The answers that come of it. */
static unsigned answers_to(const struct placement *placement, unsigned gpm,
                           const struct to_do *what, bool wide, bool flushes) {
  unsigned gpms = placement->topology.gpms, count = 0;
  for (unsigned to = 0; to < 2 * GPMS_MAX; to++) {
    unsigned type = to < GPMS_MAX ? EVENT_RELREQ : EVENT_RELFLUSH, other = to % GPMS_MAX;
    if (!((type == EVENT_RELREQ ? what->ask : flushes ? what->flush : 0) >> other & 1)) continue;
    struct to_do next = to_do(placement, other, type, gpm / gpms == other / gpms, wide);
    count += 1 + answers_to(placement, other, &next, wide, flushes);
  }
  return count;
}

/* The GPMs that have been sent messages of a type, each once. */
static bool sent_to(const struct step *s, unsigned type, unsigned gpms) {
  unsigned sent = 0;
  for (unsigned i = 0; i < s->send_count; i++)
    if (s->sends[i].type == type) sent |= 1u << step_index_of(s, s->sends[i].to);
  return sent == gpms && step_sends(s, 1ull << type) == (unsigned)__builtin_popcount(gpms);
}

static bool release_is_passed_on(const struct step *s, const struct local *before) {
  const struct placement *placement = &s->shape->placement;
  unsigned gpms = placement->topology.gpms, here = step_own_index(s), core = s->request->core;
  bool begins = s->event == EVENT_REL, flushes = !releases(s, RELEASE_COUNT),
       wide = s->request->scope == SCOPE_SYSTEM;
  bool within = begins || step_index_of(s, step_incoming(s)->from) / gpms == here / gpms;
  struct to_do what = to_do(placement, here, s->event, within, wide);
  unsigned pending =
      begins ? answers_to(placement, here, &what, wide, flushes) : before->pending[core];
  if (some_to_count(s) || s->local->pending[core] != pending) return false;
  if (!sent_to(s, EVENT_RELREQ, what.ask) || !sent_to(s, EVENT_RELFLUSH, flushes ? what.flush : 0))
    return false;
  if (step_sends(s, RELDONE | RELEASED) != (begins && !pending)) return false;
  return sent_to(s, EVENT_RELACK, begins ? 0 : 1u << gpm_of_core(s, core));
}

static bool releases_hold(const struct step *s, const struct local *before) {
  if (!s->stalled && is_one_of(s->event, REL | RELREQ | RELFLUSH))
    return release_is_passed_on(s, before);
  bool last = false;
  if (s->event == EVENT_RELACK) {
    unsigned core = s->request->core, pending = s->local->pending[core];
    if (pending + 1 != before->pending[core]) return false;
    last = !pending;
  }
  return step_sends(s, RELDONE | RELEASED) == last && !step_sends(s, RELREQ | RELFLUSH | RELACK);
}

/* (release=6) An invalidation is counted where it came from until it has been acknowledged: here,
 * when those that it has caused have been. */
static bool counts_hold(const struct step *s, const struct local *before) {
  const struct line *old = &before->line[s->at];
  if (!releases(s, RELEASE_COUNT)) return true;
  if (s->line->dirty != old->dirty + step_sends(s, INV) - (s->event == EVENT_INV_TAKEN))
    return false;
  if (s->line->fetching + step_sends(s, INV_TAKEN) !=
      old->fetching + (unsigned)(s->event == EVENT_INV))
    return false;
  return s->line->dirty || !s->line->fetching;
}

bool gpm_keeps(const struct step *s, const struct local *before) {
  bool writes_back = gpm_write_back(s->shape);
  return stores_go_on(s, before) && releases_hold(s, before) && counts_hold(s, before) &&
         (!writes_back || dirty_words_hold(s, before));
}
