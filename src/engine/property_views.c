/* Property views: the part of a state that properties depend on, and the views known to be right.
 *
 * Properties depend on three things: whether threads are done, copies as coherence compares them,
 * and controllers, if the system has an invariant of its own.  Many states of a level agree in
 * these.  So each component state has a number for its part of the view.  These numbers of a
 * state make a word (layout.h).  Once properties held in a state, other states with its word are
 * not checked.
 *
 * An invariant of messages in flight depends on nearly all of a state.  A machine with one is
 * checked in every state. */
#include "engine/property_views.h"

#include <string.h>
#include "base/memory.h"
#include "engine/cluster_worker.h"

/* --- a component's part of the view --- */

void property_view_number(const struct clusters *clusters, unsigned index,
                          struct cluster_state *component, const struct coherence *coherence,
                          const slot_t *slots) {
  const struct machine *machine = clusters->machine;
  const struct cluster *cluster = &clusters->items[index];
  struct {
    struct coherence coherence;
    uint32_t controllers[CONTROLLERS_MAX];
    bool finished;
  } view;
  memset(&view, 0, sizeof view); /* padding, too */
  memcpy(&view.coherence, coherence, sizeof *coherence);
  view.finished = component->finished;
  for (unsigned i = 0; i < cluster->controller_count && machine->shape.system->own_invariant.holds;
       i++)
    view.controllers[i] = slots[controller_slot(machine, cluster->controllers[i])];
  component->view = intern_add(cluster->views, &view, sizeof view);
}

/* --- views in which properties hold --- */

static struct checked_views checked_new(unsigned bits) {
  return (struct checked_views){ .items = memory_new((size_t)1 << bits, sizeof(uint64_t)),
                                 .bits = bits };
}

static void checked_add(struct checked_views *checked, uint64_t word) {
  uint64_t *place = property_view_place(checked, word);
  checked->count += !*place;
  *place = word + 1;
}

static void enlarge(struct checked_views *checked, uint64_t room) {
  unsigned bits = checked->bits + CHECKED_BITS_STEP;
  if (bits > CHECKED_BITS_LAST || sizeof *checked->items << bits > room) return;
  struct checked_views larger = checked_new(bits);
  for (size_t i = 0; i < (size_t)1 << checked->bits; i++)
    if (checked->items[i]) checked_add(&larger, checked->items[i] - 1);
  memory_free(checked->items);
  *checked = larger;
}

/* Prefetches the place that a search asks for next. */
void property_view_open(struct cluster_worker *worker) {
  struct property_view *view = &worker->view;
  uint64_t word = 0;
  slot_t over = 0;
  for (unsigned i = 0, count = worker->clusters->count; i < count; i++) {
    slot_t number = worker->components[i]->view;
    word += number * view->layout.place[i];
    over |= number & view->layout.beyond[i];
  }
  worker->outgrown |= over && !view->no_word;
  view->word = over || view->no_word ? VIEW_NO_WORD : word;
  __builtin_prefetch(property_view_place(&view->checked, view->word));
}

void property_view_add(struct cluster_worker *worker) {
  struct property_view *view = &worker->view;
  if (view->word >= VIEW_NO_WORD) return;
  if (view->checked.count >> (view->checked.bits - 2)) /* a quarter full */
    enlarge(&view->checked, worker->room);
  checked_add(&view->checked, view->word);
}

void property_view_fit(struct cluster_worker *worker) {
  const struct clusters *clusters = worker->clusters;
  struct property_view *view = &worker->view;
  slot_t greatest[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->count; i++)
    greatest[i] = intern_count(clusters->items[i].views);
  view->no_word = !layout_fit(&view->layout, clusters->count, greatest) ||
                  clusters->machine->shape.system->own_invariant.holds_in_flight;
  memory_free(view->checked.items);
  view->checked = checked_new(CHECKED_BITS_FIRST);
  worker->outgrown = false;
}

void property_view_free(struct cluster_worker *worker) { memory_free(worker->view.checked.items); }
