/* The cells of memory that a program's accesses are made of.
 *
 * A cell is a stretch of a location that is read and written as a whole.  Most locations are one
 * cell.  An array has a cell for each accessed element.  If accesses of several sizes overlap, the
 * cells are the stretches between their ends.  An access to several cells is one event for each, as
 * in herd7's mixed mode. */
#ifndef AXIOM_CELLS_H
#define AXIOM_CELLS_H

#include "axiom/paths.h"

enum { CELLS_MAX = LOCATIONS_MAX };

struct memory_cell {
  unsigned location;
  int64_t offset; /* from the beginning of the location */
  unsigned size;  /* in units of addresses: bytes, or 1 in dialects that do not count them */
  unsigned physical, generic; /* cells: whose memory this is, and whose address (aliases) */
  bool torn; /* some access to the location is to several cells; its values have no sign */
};

struct cells {
  struct memory_cell items[CELLS_MAX];
  unsigned count;
  unsigned
      width[LOCATIONS_MAX]; /* of a location or its elements: declared, or of the widest access */
  bool plain;               /* each location is one cell with its number */
  bool torn;                /* some access is to several cells */
  bool bytes;               /* the dialect counts bytes */
};

/* May accesses be to parts of locations? Otherwise cells_of_locations is enough. */
bool cells_may_differ(const struct program *program);
void cells_of_locations(struct cells *cells, const struct program *program);
/* Finds the cells that the paths access; false, with an error, if they are too many or cut an
 * address. */
bool cells_find(struct cells *cells, const struct program *program, const struct paths *paths,
                struct diagnostic *error);
/* Gives each access its cell, if no access is to several. */
void cells_assign(const struct cells *cells, struct path *path);

/* The first cell of an access, or -1.  The next cells are the access's, too, if they are inside. */
int cell_at(const struct cells *cells, unsigned location, int64_t offset);
bool cell_inside(const struct cells *cells, unsigned cell, unsigned location, int64_t offset,
                 unsigned size);

/* The width and the beginning of the initial address that the cell holds a part of; 0 if it holds
 * none. */
unsigned cell_address(const struct cells *cells, const struct program *program, unsigned cell,
                      int64_t *from);
int64_t cell_initial(const struct cells *cells, const struct program *program, unsigned cell);
/* The content of an observed location, made from the contents of its cells (by number). */
int64_t cells_content(const struct cells *cells, const struct program *program,
                      const struct observable *observable, const int64_t *contents);
void cell_name(struct text *out, const struct cells *cells, const struct program *program,
               unsigned cell);

#endif
