/* The memory of paths, the kinds of their events, and the places at which an access through a
 * pointer is tried.
 *
 * An address that is not known while a thread is unfolded is guessed: each place gives a path.  A
 * place that was not guessed must not lose executions.  So values.c asks here, once it knows the
 * address, whether the place was tried. */
#include "axiom/paths.h"

enum shared_depth path_depth_shared(const struct place *a, const struct place *b) {
  if (a->gpu != b->gpu) return SHARE_SYSTEM;
  if (a->family != b->family) return SHARE_GPU;
  if (a->cluster != b->cluster) return SHARE_FAMILY;
  if (a->cta != b->cta) return SHARE_CLUSTER;
  return a->subgroup != b->subgroup ? SHARE_CTA : SHARE_SUBGROUP;
}

bool path_event_fences_location(const struct path_event *event) {
  return event->kind == EVENT_FENCE && event->instruction->opcode == OP_FENCE &&
         event->instruction->address.kind != OPERAND_NONE;
}

void path_note_accessed(const struct path *path, bool *accessed) {
  for (size_t i = 0; i < path->events.length; i++) {
    const struct path_event *event = &path->events.items[i];
    if (is_read(event->kind) || is_write(event->kind)) accessed[event->cell] = true;
  }
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

/* ---- addresses ---- */

static void note(struct addresses *found, const struct program *program, int64_t value) {
  int64_t offset;
  if (location_at(program, value, &offset) < 0) return;
  for (size_t i = 0; i < found->length; i++)
    if (found->items[i] == value) return;
  vector_push(*found, value);
}

static void note_operand(struct addresses *found, const struct program *program,
                         const struct operand *operand) {
  if (operand->kind == OPERAND_LOCATION)
    note(found, program, address_of(operand->index) + operand->number);
}

void addresses_find(struct addresses *found, const struct program *program) {
  for (unsigned i = 0; i < program->location_count; i++) {
    const struct location *holder = &program->locations[i];
    for (unsigned e = 0; holder->contents && e < holder->elements; e++)
      note(found, program, holder->contents[e]);
    note(found, program, holder->initial);
  }
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct thread *thread = &program->threads[t];
    for (unsigned r = 0; r < thread->register_count; r++)
      note(found, program, thread->registers[r].initial);
    for (unsigned k = 0; k < thread->length; k++) {
      note_operand(found, program, &thread->instructions[k].left);
      note_operand(found, program, &thread->instructions[k].value);
    }
  }
}

/* Bytes (or elements) of a location that an unknown address may name. */
static int64_t extent(const struct location *location, const struct instruction *access) {
  int64_t declared =
      (int64_t)location_stride(location) * (location->elements ? location->elements : 1);
  return location->elements || declared > (int64_t)access->size ? declared
         : access->size                                         ? access->size
                                                                : 1;
}

int64_t addresses_next(const struct addresses *addresses, const struct program *program,
                       const struct instruction *access, unsigned location, int64_t offset) {
  int64_t step = access->size ? access->size : 1, next = (offset + step - 1) / step * step;
  bool pointed = false;
  if (next + step > extent(&program->locations[location], access)) next = -1;
  for (size_t i = 0; i < addresses->length; i++) {
    int64_t at;
    if (location_at(program, addresses->items[i], &at) != (int)location) continue;
    pointed = true;
    if (access->size && at >= offset && (next < 0 || at < next)) next = at;
  }
  return pointed ? next : -1;
}

bool addresses_missed(const struct addresses *addresses, const struct program *program,
                      const struct instruction *access, int64_t value) {
  int64_t offset;
  int location = location_at(program, value, &offset);
  return location >= 0 &&
         addresses_next(addresses, program, access, (unsigned)location, offset) != offset;
}
