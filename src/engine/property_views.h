/* Property views: the part of a state that its properties depend on. */
#ifndef ENGINE_PROPERTY_VIEWS_H
#define ENGINE_PROPERTY_VIEWS_H

#include "engine/cluster.h"
#include "search/model.h"

struct cluster_worker;
struct coherence;

/* The word of a view that no layout has room for; no other word has this bit. */
#define VIEW_NO_WORD (UINT64_C(1) << 63)
enum {
  CHECKED_BITS_FIRST = 12,
  CHECKED_BITS_STEP = 2,
  CHECKED_BITS_LAST = 20,
  CHECKED_ROOM = 2 << 20 /* bytes, without a sink */
};

/* Views in which properties hold: a hash table of words, in which a later word replaces another. */
struct checked_views {
  uint64_t *items; /* word + 1; 0: free */
  unsigned bits;
  uint32_t count; /* of places that are not free */
};

struct property_view {
  uint64_t word; /* of the open state */
  struct layout layout;
  bool no_word; /* each view is VIEW_NO_WORD */
  struct checked_views checked;
};

/* Numbers the part of the view that a component state with these slots has. */
void property_view_number(const struct clusters *clusters, unsigned cluster,
                          struct cluster_state *component, const struct coherence *coherence,
                          const slot_t *slots);
/* Computes the view of the open state. */
void property_view_open(struct cluster_worker *worker);
/* Records that properties hold in the view of the open state. */
void property_view_add(struct cluster_worker *worker);
/* Makes a layout with room for the numbers so far, and forgets the checked views. */
void property_view_fit(struct cluster_worker *worker);
void property_view_free(struct cluster_worker *worker);

static inline uint64_t *property_view_place(const struct checked_views *checked, uint64_t word) {
  return &checked->items[word * 0x9E3779B97F4A7C15ull >> (64 - checked->bits)];
}

/* Are properties known to hold in the view? */
static inline bool property_view_holds(const struct property_view *view) {
  return *property_view_place(&view->checked, view->word) == view->word + 1;
}

#endif
