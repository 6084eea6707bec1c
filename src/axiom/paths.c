/* The memory of paths, and what their events are. */
#include "axiom/paths.h"

enum shared_depth path_depth_shared(const struct place *a, const struct place *b) {
  if (a->gpu != b->gpu) return SHARE_SYSTEM;
  if (a->family != b->family) return SHARE_GPU;
  if (a->cta != b->cta) return SHARE_FAMILY;
  return a->subgroup != b->subgroup ? SHARE_CTA : SHARE_SUBGROUP;
}

bool path_event_fences_location(const struct path_event *event) {
  return event->kind == EVENT_FENCE && event->instruction->opcode == OP_FENCE &&
         event->instruction->address.kind != OPERAND_NONE;
}

void path_free(struct path *path) {
  vector_free(path->events);
  vector_free(path->nodes);
  vector_free(path->conditions);
  memory_free(path->registers);
}

void paths_free(struct paths *paths) {
  for (size_t i = 0; i < paths->length; i++) path_free(&paths->items[i]);
  vector_free(*paths);
  *paths = (struct paths){ 0 };
}
