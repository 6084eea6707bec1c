/* Finds the cells of memory that the accesses on all paths consist of.
 *
 * Memory is little-endian.  If a dialect counts bytes, cells hold bytes without a sign.  A load's
 * instruction says how its value is extended; an observed value is extended by its type.
 *
 * herd7's mixed mode cuts every access into parts of the test's smallest size.  This file cuts only
 * where some access begins or ends.  That makes fewer parts, and no access sees the difference.
 * The .cat model relates the parts of one access (same-instance, sm, si). */
#include "axiom/cells.h"

#include <stdlib.h>

bool cells_may_differ(const struct program *program) {
  for (unsigned i = 0; i < program->location_count; i++)
    if (program->locations[i].elements) return true;
  EACH_INSTRUCTION(program, t, k, i) {
    if (i->size || i->address.number) return true;
  }
  return false;
}

static bool counts_bytes(const struct program *program) {
  EACH_INSTRUCTION(program, t, k, i) {
    if (i->size) return true;
  }
  return false;
}

void cells_of_locations(struct cells *cells, const struct program *program) {
  memset(cells, 0, sizeof *cells);
  cells->count = program->location_count;
  cells->plain = true;
  for (unsigned i = 0; i < program->location_count; i++) {
    const struct location *location = &program->locations[i];
    cells->items[i] = (struct memory_cell){
      .location = i, .size = 1, .physical = location->physical, .generic = location->generic
    };
    cells->width[i] = 1;
  }
}

/* ---- where accesses begin and end ---- */

struct stretch {
  int64_t from, to;
};
struct stretches {
  struct stretch *items;
  size_t length, room;
};

static bool is_access(const struct path_event *event) {
  return is_read(event->kind) || is_write(event->kind) ||
         (event->kind == EVENT_FENCE && event->instruction->address.kind != OPERAND_NONE);
}

static int compare(const void *left, const void *right) {
  const struct stretch *a = left, *b = right;
  if (a->from != b->from) return a->from < b->from ? -1 : 1;
  return a->to < b->to ? -1 : a->to > b->to;
}

/* The distinct accessed stretches of a location, in order. */
static void gather(struct stretches *found, const struct program *program,
                   const struct paths *paths, unsigned location) {
  found->length = 0;
  for (unsigned t = 0; t < program->thread_count; t++)
    for (size_t p = 0; p < paths[t].length; p++)
      for (size_t e = 0; e < paths[t].items[p].events.length; e++) {
        const struct path_event *event = &paths[t].items[p].events.items[e];
        if (!is_access(event) || event->location != location) continue;
        struct stretch stretch = { event->offset, event->offset + (event->size ? event->size : 1) };
        bool known = false;
        for (size_t k = 0; k < found->length; k++)
          known |= compare(&found->items[k], &stretch) == 0;
        if (!known) vector_push(*found, stretch);
      }
  if (found->length) qsort(found->items, found->length, sizeof *found->items, compare);
}

static bool overlap(const struct stretches *found) {
  for (size_t i = 1; i < found->length; i++)
    if (found->items[i].from < found->items[i - 1].to) return true;
  return false;
}

/* The offset after `at` where the next stretch begins or ends; INT64_MAX: none. */
static int64_t next_end(const struct stretches *found, int64_t at) {
  int64_t end = INT64_MAX;
  for (size_t i = 0; i < found->length; i++) {
    if (found->items[i].from > at && found->items[i].from < end) end = found->items[i].from;
    if (found->items[i].to > at && found->items[i].to < end) end = found->items[i].to;
  }
  return end;
}

static bool is_accessed(const struct stretches *found, int64_t at) {
  for (size_t i = 0; i < found->length; i++)
    if (found->items[i].from <= at && at < found->items[i].to) return true;
  return false;
}

static bool add_cells(struct cells *cells, const struct stretches *found, unsigned location) {
  bool torn = overlap(found);
  cells->torn |= torn;
  for (int64_t at = found->length ? found->items[0].from : INT64_MAX, end; at != INT64_MAX;
       at = end) {
    end = next_end(found, at);
    if (end == INT64_MAX || !is_accessed(found, at)) continue;
    if (cells->count == CELLS_MAX) return false;
    cells->items[cells->count] = (struct memory_cell){ .location = location,
                                                       .offset = at,
                                                       .size = (unsigned)(end - at),
                                                       .physical = cells->count,
                                                       .generic = cells->count,
                                                       .torn = torn };
    cells->count++;
  }
  return true;
}

static int64_t initial_element(const struct location *location, unsigned element) {
  if (element >= (location->elements ? location->elements : 1)) return 0;
  return location->contents ? location->contents[element] : location->initial;
}

unsigned cell_address(const struct cells *cells, const struct program *program, unsigned cell,
                      int64_t *from) {
  const struct memory_cell *here = &cells->items[cell];
  unsigned width = cells->width[here->location];
  if (!cells->bytes || here->offset < 0) return 0;
  for (*from = here->offset / width * width; *from < here->offset + here->size; *from += width)
    if (is_address(initial_element(&program->locations[here->location], (unsigned)(*from / width))))
      return width;
  return 0;
}

static const struct instruction *accessed_at(const struct program *program,
                                             const struct paths *paths, unsigned location,
                                             int64_t offset) {
  for (unsigned t = 0; t < program->thread_count; t++)
    for (size_t p = 0; p < paths[t].length; p++)
      for (size_t e = 0; e < paths[t].items[p].events.length; e++) {
        const struct path_event *event = &paths[t].items[p].events.items[e];
        if (is_access(event) && event->location == location && event->offset <= offset &&
            offset < event->offset + event->size)
          return event->instruction;
      }
  return NULL;
}

/* Refuses cells that hold a part of an initial address.  A location of 8 bytes may be cut, since it
 * has room for all bytes of an address. */
static bool addresses_are_whole(const struct cells *cells, const struct program *program,
                                const struct paths *paths, struct diagnostic *error) {
  for (unsigned c = 0; cells->bytes && c < cells->count; c++) {
    const struct memory_cell *cell = &cells->items[c];
    int64_t width = cells->width[cell->location], from;
    bool whole =
        cell->offset % width == 0 && cell->size >= 4 && (cell->size == width || !cell->torn);
    if (whole || width == 8 || !cell_address(cells, program, c, &from)) continue;
    const struct instruction *at = accessed_at(program, paths, cell->location, cell->offset);
    return diagnostic_of_file(error, "%s:%u:%u: unsupported: an access to a part of an address",
                              program->path, at->line, at->column);
  }
  return true;
}

bool cells_find(struct cells *cells, const struct program *program, const struct paths *paths,
                struct diagnostic *error) {
  struct stretches found = { 0 };
  bool good = true;
  memset(cells, 0, sizeof *cells);
  cells->bytes = counts_bytes(program);
  for (unsigned location = 0; good && location < program->location_count; location++) {
    gather(&found, program, paths, location);
    unsigned *width = &cells->width[location];
    *width = program->locations[location].size;
    for (size_t i = 0; i < found.length && !program->locations[location].size; i++)
      if (found.items[i].to - found.items[i].from > *width)
        *width = (unsigned)(found.items[i].to - found.items[i].from);
    bool is_int = cells->bytes && found.length && !program->locations[location].size &&
                  !program->locations[location].elements;
    if (is_int && *width < 4) *width = 4;
    good = add_cells(cells, &found, location);
  }
  vector_free(found);
  if (!good)
    return diagnostic_of_file(error, "%s: unsupported: more than %d different parts of memory",
                              program->path, CELLS_MAX);
  return addresses_are_whole(cells, program, paths, error);
}

int cell_at(const struct cells *cells, unsigned location, int64_t offset) {
  for (unsigned i = 0; i < cells->count; i++)
    if (cells->items[i].location == location && cells->items[i].offset == offset) return (int)i;
  return -1;
}

bool cell_inside(const struct cells *cells, unsigned cell, unsigned location, int64_t offset,
                 unsigned size) {
  return cell < cells->count && cells->items[cell].location == location &&
         cells->items[cell].offset < offset + (size ? (int64_t)size : 1);
}

void cells_assign(const struct cells *cells, struct path *path) {
  for (size_t e = 0; e < path->events.length; e++) {
    struct path_event *event = &path->events.items[e];
    if (is_access(event)) event->cell = (unsigned)cell_at(cells, event->location, event->offset);
  }
}

/* ---- contents ---- */

static int64_t low_bytes(int64_t value, unsigned bytes) {
  return bytes < 8 ? value & (((int64_t)1 << 8 * bytes) - 1) : value;
}

/* The bytes [from, from + 8) of a value that lies at `offset`. */
static int64_t shifted(int64_t value, int64_t offset, int64_t from) {
  int64_t bytes = offset - from;
  if (bytes <= -8 || bytes >= 8) return 0;
  return (int64_t)(bytes < 0 ? (uint64_t)value >> -8 * bytes : (uint64_t)value << 8 * bytes);
}

/* The 8 initial bytes of a location from `offset` on. */
static int64_t initial_bytes(const struct location *location, unsigned width, int64_t offset) {
  int64_t bytes = 0;
  if (offset < 0 || !width) return 0;
  for (int64_t element = offset / width; element * width < offset + 8; element++)
    bytes |= shifted(low_bytes(initial_element(location, (unsigned)element), width),
                     element * width, offset);
  return bytes;
}

int64_t cell_initial(const struct cells *cells, const struct program *program, unsigned cell) {
  const struct memory_cell *here = &cells->items[cell];
  const struct location *location = &program->locations[here->location];
  unsigned width = cells->bytes ? cells->width[here->location] : 1;
  int64_t element =
      here->offset < 0 ? 0 : initial_element(location, (unsigned)(here->offset / width));
  bool begins = here->offset % width == 0, fits = here->size == width;
  if (!cells->bytes || (begins && (fits || !here->torn) && is_address(element))) return element;
  if (begins && fits) return low_bytes(element, width);
  return low_bytes(initial_bytes(location, width, here->offset), here->size);
}

int64_t cells_content(const struct cells *cells, const struct program *program,
                      const struct observable *observable, const int64_t *contents) {
  if (cells->plain) return contents[cells->items[observable->index].physical];
  const struct location *location = &program->locations[observable->index];
  unsigned width = cells->width[observable->index];
  int64_t offset = (int64_t)observable->element * location_stride(location);
  int64_t bytes = low_bytes(initial_bytes(location, width, offset), width);
  bool touched = false;
  for (unsigned i = 0; i < cells->count; i++) {
    const struct memory_cell *cell = &cells->items[i];
    if (cell->location != observable->index || cell->offset >= offset + width ||
        cell->offset + cell->size <= offset)
      continue;
    bool last = !cell_inside(cells, i + 1, observable->index, offset, width);
    bool whole = !cell->torn && cell->size == width;
    if (!touched && last && cell->offset == offset &&
        (whole || is_symbol(contents[cell->physical])))
      return contents[cell->physical];
    int64_t covered = shifted(low_bytes(-1, cell->size), cell->offset, offset);
    bytes =
        (bytes & ~covered) |
        (shifted(low_bytes(contents[cell->physical], cell->size), cell->offset, offset) & covered);
    touched = true;
  }
  return touched ? low_bytes(bytes, width) : initial_element(location, observable->element);
}

void cell_name(struct text *out, const struct cells *cells, const struct program *program,
               unsigned cell) {
  memory_name(out, program, cells->items[cell].location, cells->items[cell].offset);
}
