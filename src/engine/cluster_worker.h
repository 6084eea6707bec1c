/* What each thread of a search has of the clusters that it explores. */
#ifndef ENGINE_CLUSTER_WORKER_H
#define ENGINE_CLUSTER_WORKER_H

#include "engine/cluster.h"
#include "search/model.h"

/* What says which permutation leads from a state to the one that stands for its orbit. */
union orbit_key {
  signature_t signature[POINTS_MAX];
  uint64_t sums[SUMS_MAX];
};

/* What properties see of a state is a word as well, where that is enough (layout.h); else it has
 * this bit, which no such word has. */
#define VIEW_NO_WORD (UINT64_C(1) << 63)
enum {
  CHECKED_BITS_FIRST = 12,
  CHECKED_BITS_STEP = 2,
  CHECKED_BITS_LAST = 20,
  CHECKED_ROOM = 2 << 20 /* where no sink says how much */
};

/* Words of states in which properties hold, + 1, by hash; what comes later takes the place of
 * another.  0: none. */
struct checked_views {
  uint64_t *items;
  unsigned bits;
  uint32_t count; /* that came to a place where there was none */
};

/* What properties see of the state whose steps are shown, as a word of a layout that takes what was
 * seen when it was made, unless no word has room for that. */
struct property_view {
  uint64_t word;
  struct layout seen;
  bool no_word;
  struct checked_views checked_views;
};

/* What is kept for each thread of a search. */
struct cluster_worker {
  const struct clusters *clusters;
  struct worker *inner;                              /* what the machine records */
  const struct cluster_state *components[WIDTH_MAX]; /* of the state whose steps are shown */
  unsigned greatest;                                 /* timestamp of that state */
  bool blocked;
  struct property_view view;
  bool outgrown;                   /* something that was seen since does not fit in the layouts */
  bool checks_all;                 /* something is noted of each state, whatever it shows */
  uint64_t room;                   /* bytes that this may take (sink.h) */
  const struct symmetry *symmetry; /* NULL: none; else: */
  union orbit_key orbit_key;       /* of that state */
  const struct cluster_state
      *after[WIDTH_MAX]; /* the parts of what a step leads to; between steps, of that state */
  step_visitor *visit;
  void *context;
  uint32_t label;
};

static inline uint64_t *checked_place(const struct checked_views *checked_views, uint64_t word) {
  return &checked_views->items[word * 0x9E3779B97F4A7C15ull >> (64 - checked_views->bits)];
}

static inline bool checked_has(const struct checked_views *checked_views, uint64_t word) {
  return *checked_place(checked_views, word) == word + 1;
}

/* Is what the state shows known to break nothing? */
static inline bool property_view_holds(const struct cluster_worker *worker) {
  return checked_has(&worker->view.checked_views, worker->view.word);
}

/* Does nobody get any further by steps of these kinds? */
static inline bool cluster_may_be_stuck(unsigned kinds) {
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
void property_view_fit(struct cluster_worker *worker);
void property_view_free(struct cluster_worker *worker);
/* Computes what properties see of the state whose parts are there. */
void property_view_open(struct cluster_worker *worker);
/* What the state shows breaks nothing. */
void property_view_add(struct cluster_worker *worker);

#endif
