#include "litmus/read/split_arrays.h"

#include "base/memory.h"

static bool points_to(const struct operand *operand, unsigned array) {
  return operand->kind == OPERAND_LOCATION && operand->index == array;
}

static bool value_points_to(const struct program *program, int64_t value, unsigned array) {
  int64_t offset;
  return location_at(program, value, &offset) == (int)array;
}

/* Does memory or a register hold an address in the array at first? */
static bool is_pointed_at_first(const struct program *program, unsigned array) {
  for (unsigned i = 0; i < program->location_count; i++) {
    const struct location *holder = &program->locations[i];
    if (value_points_to(program, holder->initial, array)) return true;
    if (i != array && holder->physical == array) return true; /* an alias */
    for (unsigned e = 0; holder->contents && e < holder->elements; e++)
      if (value_points_to(program, holder->contents[e], array)) return true;
  }
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned r = 0; r < program->threads[t].register_count; r++)
      if (value_points_to(program, program->threads[t].registers[r].initial, array)) return true;
  return false;
}

static bool is_of_one_element(const struct instruction *access, const struct location *array) {
  unsigned stride = location_stride(array);
  int64_t offset = access->address.number;
  return (!access->size || access->size == stride) && offset >= 0 && offset % stride == 0 &&
         offset / stride < array->elements;
}

static bool may_split(const struct program *program, unsigned array) {
  const struct location *location = &program->locations[array];
  bool pointed = is_pointed_at_first(program, array);
  if (pointed || location->physical != array || location->proxy != PROXY_GENERIC) return false;
  if (program->location_count + location->elements - 1 > LOCATIONS_MAX) return false;
  EACH_INSTRUCTION(program, t, k, i) {
    if (points_to(&i->left, array) || points_to(&i->value, array)) return false;
    if (points_to(&i->address, array) && !is_of_one_element(i, location)) return false;
  }
  return true;
}

/* The index of the location of an element; elements behind the first begin at `first`. */
static unsigned place_of(unsigned array, unsigned first, int64_t element) {
  return element ? first + (unsigned)element - 1 : array;
}

static void move_accesses(const struct program *program, unsigned array, unsigned first) {
  unsigned stride = location_stride(&program->locations[array]);
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned k = 0; k < program->threads[t].length; k++) {
      struct operand *address = &program->threads[t].instructions[k].address;
      if (points_to(address, array))
        *address = operand_location((int)place_of(array, first, address->number / stride));
    }
  for (unsigned i = 0; i < program->observable_count; i++) {
    struct observable *cell = &program->observables[i];
    if (cell->is_register || cell->index != array) continue;
    cell->index = place_of(array, first, cell->element);
    cell->element = 0;
  }
}

static void split(struct program *program, unsigned array) {
  unsigned first = program->location_count, elements = program->locations[array].elements;
  move_accesses(program, array, first);
  program->locations =
      memory_resize(program->locations, first + elements, sizeof *program->locations);
  const struct location whole = program->locations[array];
  for (unsigned k = 0; k < elements; k++) {
    unsigned at = place_of(array, first, k);
    struct location *element = &program->locations[at];
    *element = whole;
    element->name = memory_format("%s[%u]", whole.name, k);
    element->physical = element->generic = at;
    element->initial = whole.contents ? whole.contents[k] : whole.initial;
    element->contents = NULL;
    element->elements = 0;
  }
  program->location_count = first + elements - 1;
  memory_free(whole.name);
  memory_free(whole.contents);
}

void split_arrays(struct program *program) {
  for (unsigned i = 0; i < program->location_count; i++)
    if (program->locations[i].elements && may_split(program, i)) split(program, i);
}
