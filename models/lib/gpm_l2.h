/* The L2 of a GPM in nhcc, hmg and sw-hier.  By its guards and actions, loads, stores and atomics
 * go to the home of their scope and back. gpm_home.h has a home within a GPU, for other GPMs. */
#ifndef MODELS_LIB_GPM_L2_H
#define MODELS_LIB_GPM_L2_H

#include "models/lib/gpm.h"
#include "models/lib/gpm_write_back.h"

/* --- the L2's data --- */

static inline const struct data *copy_of(const struct step *s) {
  return at_system(s) ? &s->line->memory : &s->line->data;
}
static inline bool has_word(const struct step *s, unsigned word) {
  return copy_of(s)->age[word] != AGE_NONE;
}
static inline bool has_copy(const struct local *local, unsigned line) {
  return local->line[line].data.age[0] != AGE_NONE || local->line[line].data.age[1] != AGE_NONE;
}
/* (release=6; only hmg and nhcc) An invalidation is acknowledged when those that it has caused
 * here have been. */
static inline void acknowledge_inv(struct step *s) {
  if (s->line->dirty) s->line->fetching++;
  else step_send(s, EVENT_INV_TAKEN, step_incoming(s)->from);
}
static inline void drop_data(struct step *s) {
  drop_clean_words(s);
  gpm_hooks(s)->see_dropped(s);
}
static inline void drop_copy(struct step *s) {
  drop_data(s);
  if (s->event == EVENT_INV && step_parameter(s, PARAMETER_RELEASE) == RELEASE_COUNT)
    acknowledge_inv(s);
}

/* A word of the copy; the system home's is the newest there is. */
static inline void put_word(struct step *s, unsigned word, int64_t value) {
  struct data *data = at_system(s) ? &s->line->memory : &s->line->data;
  data_write(data, word, value);
  gpm_hooks(s)->see_written(s, word);
  if (at_system(s)) return;
  if (s->line->reads + s->line->writes && step_parameter(s, PARAMETER_OVERTAKEN))
    s->line->flag |= (uint8_t)(1u << word);
}

/* --- loads --- */

enum load_way { HITS, FETCHES, JOINS, WAITS };

/* The widest scope of loads that a home within a GPU answers (narrow-loads: all). */
static inline unsigned answered_at_home(const struct step *s) {
  return acquires_as(s, NARROW_LOADS) ? SCOPE_SYSTEM : SCOPE_GPU;
}

/* A load that must miss in all caches before the home of its scope goes up for itself.  One of .gpu
 * scope may be answered together with another GPM's: the answer becomes the value of their home.
 * One of .sys scope may not, since the system home may have given it before the load was issued. */
static inline enum load_way load_way(const struct step *s) {
  unsigned scope = s->request->scope;
  bool remote = s->event == EVENT_RLD;
  if (at_system(s)) return HITS;
  if (s->line->writes) return WAITS;
  if (has_word(s, s->request->word) &&
      scope <= (at_home(s) ? answered_at_home(s) : gpm_hooks(s)->answered_at_leaf(s)))
    return HITS;
  if (!s->line->reads) return FETCHES;
  bool within = remote ? scope <= (unsigned)s->line->pending : scope == SCOPE_NONE;
  bool alone = scope == SCOPE_SYSTEM &&
               !(gpm_hooks(s)->joins_system >> step_parameter(s, PARAMETER_ACQUIRE) & 1);
  return within && !alone && !s->line->flag ? JOINS : WAITS;
}
GUARD(hits, load_way(s) == HITS)
GUARD(fetches, load_way(s) == FETCHES && !goes_first(s))
GUARD(fetches_behind, load_way(s) == FETCHES && goes_first(s))
GUARD(joins, load_way(s) == JOINS)
GUARD(waits, load_way(s) == WAITS)
static inline void data_to_sm(struct step *s, const struct request *request,
                              const struct data *data) {
  struct message *message = step_send(s, EVENT_SMDATA, step_controller_of_core(s, request->core));
  message->data = *data;
  gpm_hooks(s)->see_given(&message->data, false);
}
static inline void answer_sm(struct step *s) { data_to_sm(s, s->request, copy_of(s)); }
static inline void data_to_gpm(struct step *s, unsigned to, const struct data *data) {
  struct message *message = step_send(s, EVENT_DATA, to);
  message->data = *data;
  gpm_hooks(s)->see_given(&message->data, true);
}
static inline void answer_gpm(struct step *s) {
  data_to_gpm(s, step_incoming(s)->from, copy_of(s));
}
static inline void ask_up(struct step *s, unsigned scope, unsigned word) {
  struct message *message = step_send(s, EVENT_RLD, step_controller_at(s, KIND_GPM, upwards(s)));
  message->flag = message->request.scope = (uint8_t)scope;
  message->request.word = (uint8_t)word;
  message->request.line = (uint8_t)s->at;
  s->line->reads = 1;
  s->line->pending = (int8_t)scope;
}
/* (overtaken=2) A line that is fetched for an atomic is kept until one has been performed. */
GUARD(answers_once, step_parameter(s, PARAMETER_OVERTAKEN) == ANSWER_ONCE)
static inline void fetch(struct step *s) {
  ask_up(s, s->request->scope, s->request->word);
  if (answers_once(s) && (s->event == EVENT_ATOM || s->event == EVENT_RATOM))
    s->line->writer = s->request->core;
}
static inline void await(struct step *s) { step_enqueue(s, s->request); }

/* Installs the words of the answer that no store has overtaken. */
static inline void install(struct step *s) {
  if (s->line->flag & POISONED) return;
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if ((s->line->flag | dirty_words(s)) >> word & 1) continue;
    s->line->data.word[word] = step_incoming(s)->data.word[word];
    s->line->data.age[word] = step_incoming(s)->data.age[word];
    s->line->data.coming[word] = 0;
  }
}
/* The loads of own SMs came before the stores that have overtaken the answer. */
static inline void serve_sms(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    data_to_sm(s, &request, &step_incoming(s)->data);
  }
}
static inline void end_fetch(struct step *s) {
  s->line->reads = s->line->flag = 0;
  s->line->pending = 0;
}

/* --- stores and atomics --- */

static inline void pass_store(struct step *s, int64_t value) {
  struct message *message = step_send(s, EVENT_RST, step_controller_at(s, KIND_GPM, upwards(s)));
  message->request = nobodys_store(s, value);
}
static inline void store(struct step *s) {
  put_word(s, s->request->word, s->request->value);
  clean_word(s, s->request->word);
  if (!at_system(s)) pass_store(s, s->request->value);
}

enum atomic_way { PERFORMS, PASSES, LACKS, BUSY };

/* At the home of its scope an atomic needs the word; on its way there, the line for itself. */
static inline enum atomic_way atomic_way(const struct step *s) {
  if (at_system(s)) return PERFORMS;
  bool here = at_home(s) && s->request->scope == SCOPE_GPU;
  bool stalls = s->line->writes && !(here && step_parameter(s, PARAMETER_ATOMIC) == ATOMIC_PASS);
  if (stalls) return BUSY;
  if (here && has_word(s, s->request->word)) return PERFORMS;
  if (s->line->reads || s->line->writes) return BUSY;
  return here ? LACKS : PASSES;
}
GUARD(performs, atomic_way(s) == PERFORMS)
GUARD(passes, atomic_way(s) == PASSES && !goes_first(s))
GUARD(passes_behind, atomic_way(s) == PASSES && goes_first(s))
GUARD(busy, atomic_way(s) == BUSY)

/* The answer to an atomic goes back the way it came; with data, as a load's does, unless a store
 * has passed since. */
static inline void answer_atomic(struct step *s, int64_t old, const struct data *data) {
  unsigned gpm = gpm_of_core(s, s->request->core), here = step_own_index(s);
  struct message *message;
  if (gpm == here) {
    message = step_send(s, EVENT_SMATOM, step_controller_of_core(s, s->request->core));
  } else {
    unsigned to = placement_gpu_home(&s->shape->placement, gpm, s->at);
    message = step_send(s, EVENT_ATOMRESP, step_controller_at(s, KIND_GPM, to == here ? gpm : to));
    if (data) message->data = *data;
    gpm_hooks(s)->see_given(&message->data, true);
  }
  message->request = *s->request;
  message->request.value = old;
}
static inline void atomic(struct step *s) {
  int64_t old = copy_of(s)->word[s->request->word], new = request_result(s->request, old);
  put_word(s, s->request->word, new);
  s->line->writer = NO_ONE;
  answer_atomic(s, old, copy_of(s));
  if (!at_system(s)) pass_store(s, new);
}
static inline void pass_atomic(struct step *s) {
  struct message *message = step_send(s, EVENT_RATOM, step_controller_at(s, KIND_GPM, upwards(s)));
  message->request = *s->request;
  message->flag = s->request->scope;
  s->line->writes = 1;
  if (!at_home(s) || step_parameter(s, PARAMETER_ATOMIC) != ATOMIC_PASS) drop_copy(s);
}
static inline void take_atomic(struct step *s) {
  bool overtaken = s->line->flag != 0;
  if (!overtaken && step_incoming(s)->data.age[s->request->word] != AGE_NONE) install(s);
  answer_atomic(s, s->request->value, overtaken ? NULL : &step_incoming(s)->data);
  s->line->writes = s->line->flag = 0;
}

/* --- releases --- */

/* The SM gets its answer: a fence is done, behind the fills sent before; a store follows. */
static inline void finish_release(struct step *s) {
  step_send(s, of_fence(s) ? EVENT_RELDONE : EVENT_RELEASED,
            step_controller_of_core(s, s->request->core))
      ->request = *s->request;
}
static inline void ack_release(struct step *s) {
  unsigned gpm = gpm_of_core(s, s->request->core);
  step_send(s, EVENT_RELACK, step_controller_at(s, KIND_GPM, gpm))->request = *s->request;
}
static inline void count_ack(struct step *s) { s->local->pending[s->request->core]--; }

/* --- the copy as others see it --- */

static inline bool is_awaited(const struct step *s) {
  return s->line->reads || s->line->writes || s->line->writer != NO_ONE;
}
static inline bool can_evict(const struct step *s) {
  return !at_system(s) && has_copy(s->local, s->at) && !is_awaited(s) && !dirty_words(s);
}
GUARD(cannot_evict, !can_evict(s))

#endif
