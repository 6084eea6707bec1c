/* Pieces of memory, each with the accesses to it. */
#include "extract/objects.h"

#include "base/text.h"
#include "extract/demangle.h"

static int object_named(const struct objects *objects, const char *name) {
  for (size_t i = 0; i < objects->items.length; i++)
    if (text_equal(objects->items.items[i].name, name)) return (int)i;
  return -1;
}

/* A name that no other object has; takes `name`. */
static char *free_name(const struct objects *objects, char *name) {
  for (unsigned number = 2; object_named(objects, name) >= 0; number++) {
    char *next = memory_format("%s_%u", name, number);
    if (object_named(objects, next) < 0) {
      memory_free(name);
      return next;
    }
    memory_free(next);
  }
  return name;
}

static char *name_of(const struct variable *variable, unsigned cta, unsigned gpu) {
  char *last = demangled_last(variable->name), *name = last;
  if (variable->space != SPACE_SHARED) return last;
  name =
      gpu ? memory_format("%s_gpu%u_cta%u", last, gpu, cta) : memory_format("%s_cta%u", last, cta);
  memory_free(last);
  return name;
}

unsigned objects_of_variable(struct objects *objects, const struct variable *variable, unsigned cta,
                             unsigned gpu) {
  bool shared = variable->space == SPACE_SHARED;
  for (size_t i = 0; i < objects->items.length; i++) {
    const struct object *each = &objects->items.items[i];
    if (each->variable == variable && (!shared || (each->cta == cta && each->gpu == gpu)))
      return (unsigned)i;
  }
  char *name = name_of(variable, cta, gpu);
  int same = object_named(objects, name);
  bool is_location =
      variable->space == SPACE_GLOBAL && same >= 0 && !objects->items.items[same].variable;
  if (is_location) {
    memory_free(name);
    return (unsigned)same;
  }
  struct object object = { .name = free_name(objects, name),
                           .space = variable->space,
                           .variable = variable,
                           .bytes = variable->bytes };
  if (shared) object.cta = cta, object.gpu = gpu;
  vector_push(objects->items, object);
  return (unsigned)objects->items.length - 1;
}

static const struct variable *global_named(const struct module *module, const char *name) {
  for (size_t i = 0; i < module->variables.length; i++) {
    const struct variable *variable = &module->variables.items[i];
    if (variable->space != SPACE_GLOBAL) continue;
    char *last = demangled_last(variable->name);
    bool same = text_equal(variable->name, name) || text_equal(last, name);
    memory_free(last);
    if (same) return variable;
  }
  return NULL;
}

unsigned objects_of_location(struct objects *objects, const struct module *module,
                             const char *name) {
  const struct variable *variable = global_named(module, name);
  if (variable) return objects_of_variable(objects, variable, 0, 0);
  int known = object_named(objects, name);
  if (known >= 0) return (unsigned)known;
  struct object object = { .name = memory_format("%s", name), .space = SPACE_GLOBAL };
  vector_push(objects->items, object);
  return (unsigned)objects->items.length - 1;
}

void objects_add_access(struct object *object, struct ptx_access access) {
  for (size_t i = 0; i < object->accesses.length; i++) {
    struct ptx_access *each = &object->accesses.items[i];
    if (each->offset != access.offset || each->bytes != access.bytes ||
        each->elements != access.elements)
      continue;
    each->writes |= access.writes;
    return;
  }
  vector_push(object->accesses, access);
}

void objects_clear(struct objects *objects) {
  for (size_t i = 0; i < objects->items.length; i++) {
    memory_free(objects->items.items[i].name);
    vector_free(objects->items.items[i].accesses);
  }
  vector_free(objects->items);
}
