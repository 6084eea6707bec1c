/* Toy models for tests of the search: small enough to be known, odd enough to be demanding.
 *
 * All keep plain numbers in their slots.  toy_interned wraps any of them, so that numbers are given
 * out in the order of first use, from a seeded shuffle on.  Results that depend on the numbers then
 * differ between runs. */
#ifndef TESTS_UNIT_TOYS_H
#define TESTS_UNIT_TOYS_H

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "search/model.h"

/* ---- what all toys share ---- */

static inline void *toy_worker_new(const struct model *model) {
  (void)model;
  return memory_new(1, 1);
}
static inline void toy_worker_free(const struct model *model, void *worker) {
  (void)model;
  memory_free(worker);
}

static inline uint64_t toy_fingerprint(const struct model *model, void *worker,
                                       const slot_t *state) {
  (void)worker;
  return hash_bytes(state, model->width * sizeof *state);
}

static inline void toy_describe_state(const struct model *model, FILE *out, const slot_t *state) {
  for (unsigned i = 0; i < model->width; i++) fprintf(out, "%05u ", state[i]);
}

static inline void toy_describe_step(const struct model *model, FILE *out, const slot_t *from,
                                     uint32_t label, const slot_t *to) {
  (void)model, (void)from, (void)to;
  fprintf(out, "step %u\n", label);
}

static inline const char *toy_property_name(const struct model *model, unsigned property) {
  static const char *const names[] = { "first", "second", "third", "fourth" };
  (void)model;
  return names[property % 4];
}

static inline struct model toy(unsigned width, void *self) {
  return (struct model){ .width = width,
                         .fingerprint = toy_fingerprint,
                         .describe_state = toy_describe_state,
                         .describe_step = toy_describe_step,
                         .property_name = toy_property_name,
                         .worker_new = toy_worker_new,
                         .worker_free = toy_worker_free,
                         .self = self };
}

/* ---- grid: `width` counters from 0 to side - 1, each of which may be raised ---- */

struct grid {
  slot_t side, stride;
  uint64_t bad_sum;
  unsigned copies;
};

static inline void grid_initial(const struct model *model, void *worker, step_visitor *visit,
                                void *context) {
  slot_t zero[WIDTH_MAX] = { 0 };
  (void)model, (void)worker;
  visit(context, zero, 0, STEP_ISSUE);
}

static inline void grid_successors(const struct model *model, void *worker, const slot_t *state,
                                   step_visitor *visit, void *context) {
  const struct grid *grid = model->self;
  slot_t to[WIDTH_MAX];
  (void)worker;
  memcpy(to, state, model->width * sizeof *to);
  for (unsigned i = 0; i < model->width; i++) {
    if (state[i] == (grid->side - 1) * grid->stride) continue;
    to[i] += grid->stride;
    for (unsigned copy = 0; copy <= grid->copies; copy++) visit(context, to, i, STEP_PROGRESS);
    to[i] = state[i];
  }
}

static inline uint64_t grid_broken(const struct model *model, void *worker, const slot_t *state,
                                   unsigned steps) {
  const struct grid *grid = model->self;
  uint64_t sum = 0;
  (void)worker, (void)steps;
  for (unsigned i = 0; i < model->width; i++) sum += state[i] / grid->stride;
  return sum >= grid->bad_sum;
}

static inline struct model toy_grid(struct grid *grid, unsigned width) {
  struct model model = toy(width, grid);
  if (grid->stride == 0) grid->stride = 1;
  if (grid->bad_sum == 0) grid->bad_sum = UINT64_MAX;
  model.initial = grid_initial;
  model.successors = grid_successors;
  model.broken = grid_broken;
  return model;
}

/* ---- dining philosophers: slot i is 0 (thinks), 1 (holds the left fork) or 2 (holds both) ---- */

static inline void philosophers_successors(const struct model *model, void *worker,
                                           const slot_t *state, step_visitor *visit,
                                           void *context) {
  unsigned n = model->width;
  slot_t to[WIDTH_MAX];
  (void)worker;
  memcpy(to, state, n * sizeof *to);
  for (unsigned i = 0; i < n; i++) {
    bool left_free = state[(i + n - 1) % n] != 2, right_free = state[(i + 1) % n] == 0;
    bool can = state[i] == 0 ? left_free : state[i] == 1 ? right_free : true;
    if (!can) {
      visit(context, NULL, i, STEP_BLOCKED);
      continue;
    }
    to[i] = (state[i] + 1) % 3;
    visit(context, to, i, STEP_PROGRESS);
    to[i] = state[i];
  }
}

/* Property 1: no philosopher has a step. */
static inline uint64_t philosophers_broken(const struct model *model, void *worker,
                                           const slot_t *state, unsigned steps) {
  (void)model, (void)worker, (void)state;
  return steps == 0 ? 2 : 0;
}

static inline struct model toy_philosophers(unsigned n) {
  struct model model = toy(n, NULL);
  model.initial = grid_initial;
  model.successors = philosophers_successors;
  model.broken = philosophers_broken;
  return model;
}

/* ---- Steven German's cache protocol, as Chou, Mannava and Park give it in Murphi ("A simple
 * method for parameterized verification of cache coherence protocols", FMCAD 2004) ---- */

enum german_state { INVALID, SHARED, EXCLUSIVE };
enum german_command { EMPTY, REQ_S, REQ_E, INV, INV_ACK, GNT_S, GNT_E };
enum { UNDEFINED = 0, VALUES = 2 }; /* values are 1 and 2 */

struct german {
  unsigned clients;
  bool grants_too_early;
};

/* The slots of client i, then those of the home. */
enum { CACHE, CHAN1, CHAN2, CHAN3, PER_CLIENT };
enum { INV_SET, SHR_SET, EX_GRANTED, CUR_CMD, CUR_PTR, MEM_DATA, AUX_DATA, OF_HOME };

/* A cache line or a channel: what it is, and its data. */
static inline slot_t german_pair(unsigned what, unsigned data) { return what * 4 + data; }
static inline unsigned german_what(slot_t pair) { return pair / 4; }
static inline unsigned german_data(slot_t pair) { return pair % 4; }

struct german_step {
  slot_t to[WIDTH_MAX];
  const slot_t *from;
  unsigned width;
  step_visitor *visit;
  void *context;
  uint32_t label;
};

/* The copy of the source state that the next step changes. */
static inline slot_t *german_fresh(struct german_step *step) {
  memcpy(step->to, step->from, step->width * sizeof *step->to);
  return step->to;
}

static inline void german_go(struct german_step *step, enum step_kind kind) {
  step->visit(step->context, step->to, step->label++, kind);
}

static inline void german_client(struct german_step *step, unsigned i, unsigned clients) {
  const slot_t *mine = step->from + i * PER_CLIENT;
  unsigned state = german_what(mine[CACHE]), at = i * PER_CLIENT, home = clients * PER_CLIENT;
  step->label = i * 32;
  for (unsigned value = 1; state == EXCLUSIVE && value <= VALUES; value++) {
    slot_t *to = german_fresh(step);
    to[at + CACHE] = german_pair(EXCLUSIVE, value);
    to[home + AUX_DATA] = value;
    german_go(step, STEP_ISSUE);
  }
  for (unsigned request = REQ_S; request <= REQ_E; request++) {
    bool wants = request == REQ_S ? state == INVALID : state != EXCLUSIVE;
    if (!wants) continue;
    if (german_what(mine[CHAN1]) != EMPTY) {
      step->visit(step->context, NULL, step->label, STEP_BLOCKED);
      continue;
    }
    german_fresh(step)[at + CHAN1] = german_pair(request, german_data(mine[CHAN1]));
    german_go(step, STEP_ISSUE);
  }
  if (german_what(mine[CHAN2]) == INV && german_what(mine[CHAN3]) == EMPTY) {
    slot_t *to = german_fresh(step);
    unsigned data = german_data(state == EXCLUSIVE ? mine[CACHE] : mine[CHAN3]);
    to[at + CHAN2] = german_pair(EMPTY, german_data(mine[CHAN2]));
    to[at + CHAN3] = german_pair(INV_ACK, data);
    to[at + CACHE] = german_pair(INVALID, UNDEFINED);
    german_go(step, STEP_PROGRESS);
  }
  if (german_what(mine[CHAN2]) == GNT_S || german_what(mine[CHAN2]) == GNT_E) {
    slot_t *to = german_fresh(step);
    bool shared = german_what(mine[CHAN2]) == GNT_S;
    to[at + CACHE] = german_pair(shared ? SHARED : EXCLUSIVE, german_data(mine[CHAN2]));
    to[at + CHAN2] = german_pair(EMPTY, UNDEFINED);
    german_go(step, STEP_PROGRESS);
  }
}

static inline void german_grant(struct german_step *step, unsigned i, unsigned clients,
                                unsigned command) {
  unsigned at = i * PER_CLIENT, home = clients * PER_CLIENT;
  slot_t *to = german_fresh(step);
  to[at + CHAN2] = german_pair(command, step->from[home + MEM_DATA]);
  to[home + SHR_SET] |= 1u << i;
  to[home + EX_GRANTED] = command == GNT_E;
  to[home + CUR_CMD] = EMPTY;
  to[home + CUR_PTR] = UNDEFINED;
  german_go(step, STEP_PROGRESS);
}

static inline void german_home(struct german_step *step, unsigned i, const struct german *german) {
  const slot_t *mine = step->from + i * PER_CLIENT,
               *home = step->from + german->clients * PER_CLIENT;
  unsigned at = i * PER_CLIENT, home_at = german->clients * PER_CLIENT;
  unsigned request = german_what(mine[CHAN1]), current = home[CUR_CMD];
  step->label = i * 32 + 16;
  if (current == EMPTY && request != EMPTY) {
    slot_t *to = german_fresh(step);
    to[home_at + CUR_CMD] = request;
    to[home_at + CUR_PTR] = i + 1;
    to[home_at + INV_SET] = home[SHR_SET];
    to[at + CHAN1] = german_pair(EMPTY, german_data(mine[CHAN1]));
    german_go(step, STEP_PROGRESS);
  }
  bool must_invalidate = current == REQ_E || (current == REQ_S && home[EX_GRANTED]);
  if (german_what(mine[CHAN2]) == EMPTY && (home[INV_SET] >> i & 1) && must_invalidate) {
    slot_t *to = german_fresh(step);
    to[at + CHAN2] = german_pair(INV, german_data(mine[CHAN2]));
    to[home_at + INV_SET] &= ~(1u << i);
    german_go(step, STEP_PROGRESS);
  }
  if (german_what(mine[CHAN3]) == INV_ACK && current != EMPTY) {
    slot_t *to = german_fresh(step);
    to[at + CHAN3] = german_pair(EMPTY, home[EX_GRANTED] ? UNDEFINED : german_data(mine[CHAN3]));
    to[home_at + SHR_SET] &= ~(1u << i);
    if (home[EX_GRANTED]) to[home_at + MEM_DATA] = german_data(mine[CHAN3]);
    to[home_at + EX_GRANTED] = 0;
    german_go(step, STEP_PROGRESS);
  }
  if (home[CUR_PTR] != i + 1 || german_what(mine[CHAN2]) != EMPTY || home[EX_GRANTED]) return;
  if (current == REQ_S) german_grant(step, i, german->clients, GNT_S);
  if (current == REQ_E && (home[SHR_SET] == 0 || german->grants_too_early))
    german_grant(step, i, german->clients, GNT_E);
}

static inline void german_initial(const struct model *model, void *worker, step_visitor *visit,
                                  void *context) {
  const struct german *german = model->self;
  (void)worker;
  for (unsigned value = 1; value <= VALUES; value++) {
    slot_t state[WIDTH_MAX] = { 0 };
    state[german->clients * PER_CLIENT + MEM_DATA] = value;
    state[german->clients * PER_CLIENT + AUX_DATA] = value;
    visit(context, state, value, STEP_ISSUE);
  }
}

static inline void german_successors(const struct model *model, void *worker, const slot_t *state,
                                     step_visitor *visit, void *context) {
  const struct german *german = model->self;
  struct german_step step = {
    .from = state, .width = model->width, .visit = visit, .context = context
  };
  (void)worker;
  for (unsigned i = 0; i < german->clients; i++) {
    german_client(&step, i, german->clients);
    german_home(&step, i, german);
  }
}

/* Property 0: one exclusive copy or any number of shared ones.  Property 1: a copy, and the memory
 * unless a copy is exclusive, holds the last value written.  Property 2: deadlock. */
static inline uint64_t german_broken(const struct model *model, void *worker, const slot_t *state,
                                     unsigned steps) {
  const struct german *german = model->self;
  const slot_t *home = state + german->clients * PER_CLIENT;
  unsigned shared = 0, exclusive = 0, stale = !home[EX_GRANTED] && home[MEM_DATA] != home[AUX_DATA];
  (void)worker;
  for (unsigned i = 0; i < german->clients; i++) {
    slot_t cache = state[i * PER_CLIENT + CACHE];
    shared += german_what(cache) == SHARED;
    exclusive += german_what(cache) == EXCLUSIVE;
    stale += german_what(cache) != INVALID && german_data(cache) != home[AUX_DATA];
  }
  return (uint64_t)(exclusive > 1 || (exclusive && shared)) | (uint64_t)(stale > 0) << 1 |
         (uint64_t)(steps == 0) << 2;
}

static inline struct model toy_german(struct german *german) {
  struct model model = toy(german->clients * PER_CLIENT + OF_HOME, german);
  model.initial = german_initial;
  model.successors = german_successors;
  model.broken = german_broken;
  return model;
}

/* ---- the wrapper that gives numbers out as they come ---- */

enum { INTERNED_MAX = 1 << 12 };

struct interned {
  const struct model *inner;
  slot_t spread; /* number n stands in a slot as n * spread: from 17 on, some states are wide */
  pthread_mutex_t mutex;
  slot_t count[WIDTH_MAX];
  slot_t number[WIDTH_MAX][INTERNED_MAX]; /* plus 1; 0 where none was given yet */
  slot_t content[WIDTH_MAX][INTERNED_MAX];
};

static inline slot_t intern_value(struct interned *self, unsigned slot, slot_t value) {
  pthread_mutex_lock(&self->mutex);
  slot_t *number = &self->number[slot][value];
  if (*number == 0) {
    self->content[slot][self->count[slot]] = value;
    *number = ++self->count[slot];
  }
  slot_t result = (*number - 1) * self->spread;
  pthread_mutex_unlock(&self->mutex);
  return result;
}

static inline void interned_content(struct interned *self, const slot_t *state, slot_t *content) {
  pthread_mutex_lock(&self->mutex);
  for (unsigned i = 0; i < self->inner->width; i++)
    content[i] = self->content[i][state[i] / self->spread];
  pthread_mutex_unlock(&self->mutex);
}

struct interned_visit {
  struct interned *self;
  step_visitor *visit;
  void *context;
};

static inline void interned_step(void *context, const slot_t *to, uint32_t label,
                                 enum step_kind kind) {
  struct interned_visit *outer = context;
  slot_t numbers[WIDTH_MAX];
  if (to)
    for (unsigned i = 0; i < outer->self->inner->width; i++)
      numbers[i] = intern_value(outer->self, i, to[i]);
  outer->visit(outer->context, to ? numbers : NULL, label, kind);
}

static inline void interned_initial(const struct model *model, void *worker, step_visitor *visit,
                                    void *context) {
  struct interned *self = model->self;
  self->inner->initial(self->inner, worker, interned_step,
                       &(struct interned_visit){ self, visit, context });
}

static inline void interned_successors(const struct model *model, void *worker, const slot_t *state,
                                       step_visitor *visit, void *context) {
  struct interned *self = model->self;
  slot_t content[WIDTH_MAX];
  interned_content(self, state, content);
  self->inner->successors(self->inner, worker, content, interned_step,
                          &(struct interned_visit){ self, visit, context });
}

static inline uint64_t interned_broken(const struct model *model, void *worker, const slot_t *state,
                                       unsigned steps) {
  struct interned *self = model->self;
  slot_t content[WIDTH_MAX];
  interned_content(self, state, content);
  return self->inner->broken(self->inner, worker, content, steps);
}

static inline uint64_t interned_fingerprint(const struct model *model, void *worker,
                                            const slot_t *state) {
  struct interned *self = model->self;
  slot_t content[WIDTH_MAX];
  interned_content(self, state, content);
  return self->inner->fingerprint(self->inner, worker, content);
}

static inline void interned_describe(const struct model *model, FILE *out, const slot_t *state) {
  struct interned *self = model->self;
  slot_t content[WIDTH_MAX];
  interned_content(self, state, content);
  self->inner->describe_state(self->inner, out, content);
}

/* `values`: the slots of the inner model hold less than this.  To be freed with
 * memory_free(model.self). */
static inline struct model toy_interned(const struct model *inner, slot_t values, unsigned seed,
                                        slot_t spread) {
  struct interned *self = memory_new(1, sizeof *self);
  self->inner = inner;
  self->spread = spread;
  pthread_mutex_init(&self->mutex, NULL);
  for (unsigned i = 0; i < inner->width; i++)
    for (slot_t n = 0; n < values / 2; n++)
      intern_value(self, i, (slot_t)(rand_r(&seed) % (int)values));
  struct model model = *inner;
  model.initial = interned_initial;
  model.successors = interned_successors;
  model.broken = interned_broken;
  model.fingerprint = interned_fingerprint;
  model.describe_state = interned_describe;
  model.self = self;
  return model;
}

#endif
