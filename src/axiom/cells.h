/* The cells of memory that a program's accesses are made of.
 *
 * A cell is a stretch of a location that is read and written as a whole: most locations are one
 * cell, an array is one for each element that is accessed, and where accesses of several sizes
 * overlap, the cells are the stretches between their ends.  An access to several cells is one event
 * for each, as in herd7's mixed mode. */
#ifndef AXIOM_CELLS_H
#define AXIOM_CELLS_H

#include "axiom/paths.h"

enum { CELLS_MAX = LOCATIONS_MAX };

struct memory_cell {
  unsigned location;
  int64_t offset; /* from the location's beginning */
  unsigned size;  /* in steps of an address: bytes, or 1 where the dialect does not count them */
  unsigned physical, generic; /* cells: whose memory, and whose address this is (aliases) */
  bool torn; /* some access to its location is to several cells; values here have no sign */
};

struct cells {
  struct memory_cell items[CELLS_MAX];
  unsigned count;
  unsigned width[LOCATIONS_MAX]; /* of each location, or of its elements: as declared, or its widest
                                    access */
  bool plain;                    /* each location is one cell, of the same number */
  bool torn;                     /* some access is to several cells */
  bool bytes;                    /* the dialect counts them */
};

/* May accesses be to parts of locations?  Otherwise each location is a cell of the same number. */
bool cells_may_differ(const struct program *program);
void cells_of_locations(struct cells *cells, const struct program *program);
/* The cells that the paths access, by thread. */
bool cells_find(struct cells *cells, const struct program *program, const struct paths *paths,
                struct diagnostic *error);
/* Gives each access its cell, where none is to several. */
void cells_assign(const struct cells *cells, struct path *path);

/* The first cell of an access, or -1; those that follow it are the next ones, as long as they are
 * inside. */
int cell_at(const struct cells *cells, unsigned location, int64_t offset);
bool cell_inside(const struct cells *cells, unsigned cell, unsigned location, int64_t offset,
                 unsigned size);

/* The width of the initial address that the cell holds, or a part of, and where it begins; 0: it
 * holds none. */
unsigned cell_address(const struct cells *cells, const struct program *program, unsigned cell,
                      int64_t *from);
int64_t cell_initial(const struct cells *cells, const struct program *program, unsigned cell);
/* The content of an observed location from that of its cells (by number). */
int64_t cells_content(const struct cells *cells, const struct program *program,
                      const struct observable *observable, const int64_t *contents);
void cell_name(struct text *out, const struct cells *cells, const struct program *program,
               unsigned cell);

#endif
