/* Private to src/kit: what each thread of a search has of the clusters that it explores. */
#ifndef KIT_CLUSTER_WORKER_H
#define KIT_CLUSTER_WORKER_H

#include "explore/layout.h"
#include "kit/cluster.h"

/* What says which permutation leads from a state to the one that stands for its orbit. */
union choice { signature_t signature[POINTS_MAX]; uint64_t sums[SUMS_MAX]; };

/* What properties see of a state is a word as well, where that is enough (layout.h); else it has this bit, which no such
 * word has. */
#define SHOWS_MORE (UINT64_C(1) << 63)
enum { HOLDING_BITS_FIRST = 12, HOLDING_BITS_STEP = 2, HOLDING_BITS_LAST = 20,
       HOLDING_ROOM = 2 << 20 /* where no sink says how much */ };

/* Words of states in which properties hold, + 1, by hash; what comes later takes the place of another.  0: none. */
struct holding { uint64_t *items; unsigned bits; uint32_t count; /* that came to a place where there was none */ };

/* What is kept for each thread of a search. */
struct cluster_worker {
  const struct clusters *clusters;
  struct worker *inner;      /* what the machine records */
  const struct part *parts[WIDTH_MAX]; /* of the state whose steps are shown */
  unsigned greatest;                   /* timestamp of that state */
  bool blocked;
  uint64_t shows;                      /* what properties see of it */
  struct layout seen;                  /* of such words; it takes what was seen when it was made: */
  bool outgrown, shows_more;           /* something since does not fit in it; there is none */
  struct holding holding;
  uint64_t room;                       /* bytes that this may take (sink.h) */
  const struct symmetry *symmetry;  /* NULL: none; else: */
  union choice choice;              /* of that state */
  const struct part *after[WIDTH_MAX]; /* the parts of what a step leads to; between steps, of that state */
  struct recall *recall;               /* NULL: nothing is remembered */
  step_visitor *visit;
  void *context;
  uint32_t label;
};

/* A cluster's part of what properties see. */
static inline uint64_t shows_of(struct cluster_worker *worker, unsigned cluster, const struct part *part) {
  if (worker->shows_more) return SHOWS_MORE;
  if (!(part->shown & worker->seen.beyond[cluster])) return part->shown * worker->seen.place[cluster];
  worker->outgrown = true;
  return SHOWS_MORE;
}

static inline uint64_t *holding_place(const struct holding *holding, uint64_t shows) {
  return &holding->items[shows * 0x9E3779B97F4A7C15ull >> (64 - holding->bits)];
}

/* Does nobody get any further by steps of these kinds? */
static inline bool may_be_stuck(unsigned kinds) { return !(kinds & (STEP_PROGRESS | STEP_ENVIRONMENT)); }

/* Is it known that a state with steps of these kinds, which shows this, breaks nothing? */
static inline bool known_to_hold(const struct holding *holding, uint64_t shows, unsigned kinds) {
  return *holding_place(holding, shows) == shows + 1 && !may_be_stuck(kinds);
}

/* --- cluster_steps.c --- */
void cluster_successors(const struct model *model, void *worker, const slot_t *state, step_visitor *visit, void *context);
struct steps_told cluster_tell(const struct model *model, void *worker, struct sink *sink);
/* The states of the orbit that the state whose steps were shown stands for. */
unsigned cluster_orbit_states(const struct cluster_worker *worker);

/* --- cluster_model.c --- */
/* Makes a layout for what properties see, of all that was seen so far; what is known of words of another is forgotten. */
void seen_fit(struct cluster_worker *worker);

#endif
