/* What properties see of a state, as numbers, and where they are known to hold.
 *
 * Many states of a level are alike in what properties see: whether threads are done, what coherence
 * asks of copies, and what an invariant of the system's own looks at.  So each content of a cluster
 * is numbered by what it shows of these, and the numbers of a state's clusters make a word
 * (layout.h).  Once the properties held in a state, they are not asked in others with its word.
 *
 * An invariant of what is in flight sees nearly all of a state.  No two states look alike to it, so
 * that machines with one are asked of each state. */
#include <string.h>
#include "base/memory.h"
#include "engine/cluster_worker.h"

/* --- what a content shows --- */

/* What coherence asks, whether threads are done, and controllers' states, where an invariant looks
 * at these alone. */
static uint32_t all_shown(const struct clusters *clusters, const struct cluster *cluster,
                          bool finished, const struct coherence *coherence, const slot_t *slots) {
  const struct machine *machine = clusters->machine;
  struct {
    struct coherence coherence;
    uint32_t controllers[CONTROLLERS_MAX];
    bool finished;
  } seen;
  memset(&seen, 0, sizeof seen); /* padding, too */
  memcpy(&seen.coherence, coherence, sizeof *coherence);
  seen.finished = finished;
  for (unsigned i = 0; i < cluster->controller_count && machine->shape.system->own_invariant.holds;
       i++)
    seen.controllers[i] = slots[controller_slot(machine, cluster->controllers[i])];
  return intern_add(cluster->shown, &seen, sizeof seen);
}

void property_views_number(const struct clusters *clusters, unsigned number,
                           struct cluster_state *part, const struct coherence *coherence,
                           const slot_t *slots) {
  part->shown = all_shown(clusters, &clusters->items[number], part->finished, coherence, slots);
}

/* --- what is known to hold --- */

static struct holding holding_new(unsigned bits) {
  return (struct holding){ .items = memory_new((size_t)1 << bits, sizeof(uint64_t)), .bits = bits };
}

static void hold(struct holding *holding, uint64_t shows) {
  uint64_t *place = holding_place(holding, shows);
  holding->count += !*place;
  *place = shows + 1;
}

static void enlarge(struct holding *holding, uint64_t room) {
  unsigned bits = holding->bits + HOLDING_BITS_STEP;
  if (bits > HOLDING_BITS_LAST || sizeof *holding->items << bits > room) return;
  struct holding larger = holding_new(bits);
  for (size_t i = 0; i < (size_t)1 << holding->bits; i++)
    if (holding->items[i]) hold(&larger, holding->items[i] - 1);
  memory_free(holding->items);
  *holding = larger;
}

/* Prefetches the place where a search looks next. */
void property_views_see(struct cluster_worker *worker) {
  struct property_view *view = &worker->view;
  uint64_t shows = 0;
  slot_t over = 0;
  for (unsigned i = 0, count = worker->clusters->count; i < count; i++) {
    slot_t shown = worker->parts[i]->shown;
    shows += shown * view->seen.place[i];
    over |= shown & view->seen.beyond[i];
  }
  worker->outgrown |= over && !view->shows_more;
  view->shows = over || view->shows_more ? SHOWS_MORE : shows;
  __builtin_prefetch(holding_place(&view->holding, view->shows));
}

void property_views_note(struct cluster_worker *worker) {
  struct property_view *view = &worker->view;
  if (view->shows >= SHOWS_MORE) return;
  if (view->holding.count >> (view->holding.bits - 2))
    enlarge(&view->holding, worker->room); /* a quarter full */
  hold(&view->holding, view->shows);
}

void property_views_fit(struct cluster_worker *worker) {
  const struct clusters *clusters = worker->clusters;
  struct property_view *view = &worker->view;
  slot_t greatest[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count; i++)
    greatest[i] = intern_count(clusters->items[i].shown);
  view->shows_more = !layout_fit(&view->seen, clusters->count, greatest) ||
                     clusters->machine->shape.system->own_invariant.holds_in_flight;
  memory_free(view->holding.items);
  view->holding = holding_new(HOLDING_BITS_FIRST);
  worker->outgrown = false;
}

void property_views_free(struct cluster_worker *worker) { memory_free(worker->view.holding.items); }
