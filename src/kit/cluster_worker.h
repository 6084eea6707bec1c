/* Private to src/kit: what each thread of a search has of the clusters that it explores. */
#ifndef KIT_CLUSTER_WORKER_H
#define KIT_CLUSTER_WORKER_H

#include "engine/cluster.h"
#include "search/model.h"

/* What says which permutation leads from a state to the one that stands for its orbit. */
union choice {
  signature_t signature[POINTS_MAX];
  uint64_t sums[SUMS_MAX];
};

/* What properties see of a state is a word as well, where that is enough (layout.h); else it has
 * this bit, which no such word has. */
#define SHOWS_MORE (UINT64_C(1) << 63)
enum {
  HOLDING_BITS_FIRST = 12,
  HOLDING_BITS_STEP = 2,
  HOLDING_BITS_LAST = 20,
  HOLDING_ROOM = 2 << 20 /* where no sink says how much */
};

/* Words of states in which properties hold, + 1, by hash; what comes later takes the place of
 * another.  0: none. */
struct holding {
  uint64_t *items;
  unsigned bits;
  uint32_t count; /* that came to a place where there was none */
};

/* What properties see of the state whose steps are shown, as a word of a layout that takes what was
 * seen when it was made, unless no word has room for that. */
struct property_view {
  uint64_t shows;
  struct layout seen;
  bool shows_more;
  struct holding holding;
};

/* What is kept for each thread of a search. */
struct cluster_worker {
  const struct clusters *clusters;
  struct worker *inner;                         /* what the machine records */
  const struct cluster_state *parts[WIDTH_MAX]; /* of the state whose steps are shown */
  unsigned greatest;                            /* timestamp of that state */
  bool blocked;
  struct property_view view;
  bool outgrown;                   /* something that was seen since does not fit in the layouts */
  bool asks_all;                   /* something is noted of each state, whatever it shows */
  uint64_t room;                   /* bytes that this may take (sink.h) */
  const struct symmetry *symmetry; /* NULL: none; else: */
  union choice choice;             /* of that state */
  const struct cluster_state
      *after[WIDTH_MAX]; /* the parts of what a step leads to; between steps, of that state */
  step_visitor *visit;
  void *context;
  uint32_t label;
};

static inline uint64_t *holding_place(const struct holding *holding, uint64_t shows) {
  return &holding->items[shows * 0x9E3779B97F4A7C15ull >> (64 - holding->bits)];
}

static inline bool is_held(const struct holding *holding, uint64_t shows) {
  return *holding_place(holding, shows) == shows + 1;
}

/* Is what the state shows known to break nothing? */
static inline bool view_holds(const struct cluster_worker *worker) {
  return is_held(&worker->view.holding, worker->view.shows);
}

/* Does nobody get any further by steps of these kinds? */
static inline bool may_be_stuck(unsigned kinds) {
  return !(kinds & (STEP_PROGRESS | STEP_ENVIRONMENT));
}

/* --- cluster_steps.c --- */
void cluster_successors(const struct model *model, void *worker, const slot_t *state,
                        step_visitor *visit, void *context);

/* --- cluster_emit.c --- */
struct steps_emitted cluster_emit(const struct model *model, void *worker, struct sink *sink);

/* --- property_views.c --- */
/* Makes layouts for what properties see, of all that was seen so far; what is known of words of
 * others is forgotten. */
void property_views_fit(struct cluster_worker *worker);
void property_views_free(struct cluster_worker *worker);
/* Computes what properties see of the state whose parts are there. */
void property_views_see(struct cluster_worker *worker);
/* What the state shows breaks nothing. */
void property_views_note(struct cluster_worker *worker);

#endif
