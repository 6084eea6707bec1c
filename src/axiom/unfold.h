/* Unfolding a thread into its paths. */
#ifndef AXIOM_UNFOLD_H
#define AXIOM_UNFOLD_H

#include "axiom/cells.h"
#include "axiom/paths.h"

struct unfolding {
  unsigned unroll; /* takings of each backward jump, at most */
  bool counts;     /* jumps that the path itself decides are taken without that bound */
  bool updates;    /* a read-modify-write is one event, not a pair */
  uint64_t fenced; /* tags of read-modify-writes that stand between two fences of their own */
};

/* Unfolds thread `index`.  With cells, an access is one event for each of its cells.  Without
 * (NULL), each access is one event, and its cell is its location. */
bool unfold_program(const struct program *program, unsigned index, struct unfolding how,
                    const struct cells *cells, struct paths *paths, struct diagnostic *error);

#endif
