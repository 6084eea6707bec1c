/* Property views: the part of a state that properties see, and the views known to break nothing.
 *
 * Properties see whether threads are done, copies as coherence sees them, and controllers as the
 * system's own invariant sees them.  Many states of a level agree in these.  So each content of a
 * cluster has a number for its part of the view.  The numbers of a state's clusters make a word
 * (layout.h). Once the properties held in a state, they are not checked in others with its word.
 *
 * An invariant of messages in flight sees nearly all of a state.  A machine with one is checked in
 * every state. */
#include <string.h>
#include "base/memory.h"
#include "engine/cluster_worker.h"

/* --- a content's part of the view --- */

static uint32_t view_of_content(const struct clusters *clusters, const struct cluster *cluster,
                                bool finished, const struct coherence *coherence,
                                const slot_t *slots) {
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

void property_view_number(const struct clusters *clusters, unsigned number,
                          struct cluster_state *component, const struct coherence *coherence,
                          const slot_t *slots) {
  component->shown =
      view_of_content(clusters, &clusters->items[number], component->finished, coherence, slots);
}

/* --- views that break nothing --- */

static struct checked_views checked_new(unsigned bits) {
  return (struct checked_views){ .items = memory_new((size_t)1 << bits, sizeof(uint64_t)),
                                 .bits = bits };
}

static void checked_add(struct checked_views *checked_views, uint64_t word) {
  uint64_t *place = checked_place(checked_views, word);
  checked_views->count += !*place;
  *place = word + 1;
}

static void enlarge(struct checked_views *checked_views, uint64_t room) {
  unsigned bits = checked_views->bits + CHECKED_BITS_STEP;
  if (bits > CHECKED_BITS_LAST || sizeof *checked_views->items << bits > room) return;
  struct checked_views larger = checked_new(bits);
  for (size_t i = 0; i < (size_t)1 << checked_views->bits; i++)
    if (checked_views->items[i]) checked_add(&larger, checked_views->items[i] - 1);
  memory_free(checked_views->items);
  *checked_views = larger;
}

/* Prefetches the place where a search looks next. */
void property_view_open(struct cluster_worker *worker) {
  struct property_view *view = &worker->view;
  uint64_t word = 0;
  slot_t over = 0;
  for (unsigned i = 0, count = worker->clusters->count; i < count; i++) {
    slot_t shown = worker->components[i]->shown;
    word += shown * view->seen.place[i];
    over |= shown & view->seen.beyond[i];
  }
  worker->outgrown |= over && !view->no_word;
  view->word = over || view->no_word ? VIEW_NO_WORD : word;
  __builtin_prefetch(checked_place(&view->checked_views, view->word));
}

void property_view_add(struct cluster_worker *worker) {
  struct property_view *view = &worker->view;
  if (view->word >= VIEW_NO_WORD) return;
  if (view->checked_views.count >> (view->checked_views.bits - 2))
    enlarge(&view->checked_views, worker->room); /* a quarter full */
  checked_add(&view->checked_views, view->word);
}

void property_view_fit(struct cluster_worker *worker) {
  const struct clusters *clusters = worker->clusters;
  struct property_view *view = &worker->view;
  slot_t greatest[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count; i++)
    greatest[i] = intern_count(clusters->items[i].shown);
  view->no_word = !layout_fit(&view->seen, clusters->count, greatest) ||
                  clusters->machine->shape.system->own_invariant.holds_in_flight;
  memory_free(view->checked_views.items);
  view->checked_views = checked_new(CHECKED_BITS_FIRST);
  worker->outgrown = false;
}

void property_view_free(struct cluster_worker *worker) {
  memory_free(worker->view.checked_views.items);
}
