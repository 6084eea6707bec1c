/* The reads that remain of a cancelled transaction.
 *
 * A transaction is cancelled because of the reads that it made of other threads' writes, so these
 * stay.  Its writes are gone and its fences order nothing.  A read of its own write has the value
 * that was written. */
#include "axiom/unfold.h"
#include "axiom/cancelled.h"
#include "axiom/unfold_step.h"

#include <string.h>

void cancelled_save(const struct walker *w, struct cancelled *saved) {
  const struct path *path = &w->path;
  *saved = (struct cancelled){ memory_new(path->events.length + 1, sizeof *saved->events),
                               memory_new(path->nodes.length + 1, sizeof *saved->nodes),
                               path->events.length, path->nodes.length };
  if (saved->event_count)
    memcpy(saved->events, path->events.items, saved->event_count * sizeof *saved->events);
  memcpy(saved->nodes, path->nodes.items, saved->node_count * sizeof *saved->nodes);
}

void cancelled_restore(struct walker *w, struct cancelled *saved) {
  struct path *path = &w->path;
  if (saved->event_count)
    memcpy(path->events.items, saved->events, saved->event_count * sizeof *saved->events);
  memcpy(path->nodes.items, saved->nodes, saved->node_count * sizeof *saved->nodes);
  path->events.length = saved->event_count;
  path->nodes.length = saved->node_count;
  memory_free(saved->events);
  memory_free(saved->nodes);
}

/* By event, the events that took its place as a source: itself at its new place, the sources of its
 * value, or none. */
struct images {
  event_set *of;
};

static event_set image_of(const struct images *images, event_set set) {
  event_set image = NO_EVENTS;
  EACH_EVENT(e, set) image |= images->of[e];
  return image;
}

/* The last write of the attempt to the read's cell before the read; NULL if there is none. */
static const struct path_event *own_write(const struct path_event *events, size_t begin,
                                          size_t read) {
  for (size_t e = read; e-- > begin;)
    if (events[e].kind == EVENT_WRITE && events[e].cell == events[read].cell) return &events[e];
  return NULL;
}

static void keep(struct path_event *event, const struct images *images) {
  event->cancelled = true;
  event->addr = image_of(images, event->addr);
  event->data = image_of(images, event->data);
  event->ctrl = image_of(images, event->ctrl);
}

static void undo(struct position *p) {
  const struct position *begun = p->begun;
  memcpy(p->registers, begun->registers, sizeof p->registers);
  memcpy(p->sources, begun->sources, sizeof p->sources);
  memcpy(p->picks, begun->picks, sizeof p->picks);
  p->transaction = 0;
}

/* Keeps the reads of the attempt, which began with event `begin`. */
static bool keep_reads(struct walker *w, const struct cancelled *saved, size_t begin,
                       struct images *images) {
  struct path *path = &w->path;
  size_t kept = begin;
  for (size_t e = begin; e < saved->event_count; e++) {
    const struct path_event *was = &saved->events[e];
    if (was->rmw || was->kind == EVENT_BARRIER)
      return unfold_fail(w, was->instruction,
                         "unsupported: an atomic or a barrier in a transaction that is cancelled");
    if (was->kind != EVENT_READ) continue;
    const struct path_event *own = own_write(saved->events, begin, e);
    if (own) {
      struct value_node *node = &path->nodes.items[was->value];
      node->kind = NODE_ARITHMETIC;
      node->arithmetic = ARITHMETIC_MOVE;
      node->left = node->right = node->expected = own->value;
      images->of[e] = image_of(images, own->data);
      continue;
    }
    images->of[e] = unfold_bit(kept);
    path->events.items[kept] = *was;
    keep(&path->events.items[kept++], images);
  }
  path->events.length = kept;
  return true;
}

bool cancelled_find(struct walker *w, const struct cancelled *saved, struct position *p,
                    const struct instruction *i) {
  struct images images = { memory_new(saved->event_count + 1, sizeof *images.of) };
  size_t begin = p->begun->events;
  for (size_t e = 0; e < begin; e++) images.of[e] = unfold_bit(e);
  bool good = keep_reads(w, saved, begin, &images);
  p->ctrl = image_of(&images, p->ctrl);
  memory_free(images.of);
  if (!good) return false;
  undo(p);
  unfold_count(w, p, i);
  return true;
}
