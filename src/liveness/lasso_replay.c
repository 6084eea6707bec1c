/* See lasso_replay.h. */
#include "liveness/lasso_replay.h"

#include <string.h>
#include "base/vector.h"

/* A class of steps in the loop. */
struct lasso_offer {
  uint64_t class;
  size_t states, last; /* how many states offer it, and the last of these, + 1 */
  bool taken;
};

struct replay {
  const struct model *model;
  const struct obligations *obligations;
  const struct trace *trace;
  void *worker;
  const slot_t *wanted; /* the state that the next step leads to, by `label`; NULL: none */
  uint32_t label;
  bool found;
  size_t visited;     /* states of the loop so far */
  struct pairs pairs; /* of its steps */
  VECTOR(struct lasso_offer) offers;
};

static struct lasso_offer *offer_of(struct replay *replay, uint64_t class) {
  for (size_t i = 0; i < replay->offers.length; i++)
    if (replay->offers.items[i].class == class) return &replay->offers.items[i];
  vector_push(replay->offers, (struct lasso_offer){ .class = class });
  return &replay->offers.items[replay->offers.length - 1];
}

static void look_at_step(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct replay *replay = context;
  if (kind == STEP_BLOCKED) return;
  bool here = replay->wanted && label == replay->label &&
              !memcmp(to, replay->wanted, replay->trace->width * sizeof *to);
  uint64_t class = replay->obligations->owed(replay->model, replay->worker);
  replay->found |= here;
  if (here)
    pairs_add(&replay->pairs,
              obligations_pairs(replay->obligations, replay->model, replay->worker, to));
  if (class == NOT_OWED) return;
  struct lasso_offer *offer = offer_of(replay, class);
  offer->states += offer->last != replay->visited;
  offer->last = replay->visited;
  offer->taken |= here;
}

/* Is there the trace's step from its i-th state?  Looks at all others, too. */
static bool step(struct replay *replay, unsigned i, bool ends) {
  const slot_t *from = trace_state(replay->trace, i);
  replay->wanted = ends ? NULL : from + replay->trace->width;
  replay->label = ends ? 0 : replay->trace->labels[i];
  replay->found = ends;
  replay->model->successors(replay->model, replay->worker, from, look_at_step, replay);
  return replay->found;
}

static bool is_fair(const struct replay *replay, bool with_pairs) {
  for (size_t i = 0; i < replay->offers.length; i++) {
    const struct lasso_offer *offer = &replay->offers.items[i];
    bool strong = replay->obligations->is_strong(replay->model, offer->class);
    if (!offer->taken && (strong || offer->states == replay->visited)) return false;
  }
  return !with_pairs || !pairs_broken(replay->pairs);
}

static bool goes_round(struct replay *replay, const struct lasso *lasso) {
  const struct trace *trace = &lasso->trace;
  bool ends = lasso->loop == trace->length, good = true;
  for (unsigned i = lasso->loop; good && (i < trace->length || (ends && i == trace->length)); i++) {
    const slot_t *state = trace_state(trace, i);
    replay->visited++;
    good = step(replay, i, ends) &&
           !(replay->obligations->met(replay->model, replay->worker, state) >> lasso->goal & 1);
  }
  return good && !memcmp(trace_state(trace, trace->length), trace_state(trace, lasso->loop),
                         trace->width * sizeof *trace->states);
}

bool lasso_replays(const struct model *model, const struct obligations *obligations,
                   const struct lasso *lasso) {
  if (lasso->loop > lasso->trace.length || lasso->goal >= obligations->goals) return false;
  struct replay replay = { .model = model,
                           .obligations = obligations,
                           .trace = &lasso->trace,
                           .worker = model->worker_new(model) };
  bool good = trace_exists(model, replay.worker, &lasso->trace, lasso->loop) &&
              goes_round(&replay, lasso) && is_fair(&replay, lasso->refutes == LIVENESS_GUARANTEED);
  vector_free(replay.offers);
  model->worker_free(model, replay.worker);
  return good;
}
