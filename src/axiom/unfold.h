/* Unfolding a thread into its paths. */
#ifndef AXIOM_UNFOLD_H
#define AXIOM_UNFOLD_H

#include "axiom/cells.h"

/* How a program is unfolded. */
struct unfolding {
  unsigned unroll; /* takings of each backward jump, at most */
  bool counts;     /* jumps that the path itself decides are taken without that bound */
  bool updates;    /* a read-modify-write is one event, not a pair */
  uint64_t fenced; /* tags of read-modify-writes that stand between two fences of their own */
};

/* The state of a thread when it last took a backward jump. */
struct arrival {
  unsigned taken, effects, decided;
  bool idled; /* in some round since the first */
  node_index registers[REGISTERS_MAX];
};

enum { JOINS_MAX = 32 };

/* The part of a path's state that branches must copy. */
struct position {
  const struct position *begun; /* at the beginning of the last transaction */
  struct arrival *ending;       /* the loop whose test comes next; or NULL */
  unsigned location;            /* of the access in work, if its address is computed, */
  int64_t offset;               /* and the place in the location */
  struct {
    unsigned at;
    event_set ctrl, picking;
  } joins[JOINS_MAX]; /* open branches that join, with the state before them */
  unsigned join_count;
  unsigned reserved; /* the last exclusive read, from 1, until an exclusive write */
  struct {
    unsigned location, size;
    int64_t offset;
  } reserved_at; /* the place of that read */
  unsigned at, steps, effects, decided, transaction,
      transactions; /* decided: branches that known registers decided */
  node_index registers[REGISTERS_MAX];
  event_set sources[REGISTERS_MAX]; /* reads that a register's value comes from */
  event_set picks[REGISTERS_MAX];   /* reads that picked a register's value */
  event_set picking;                /* reads that the value being selected depends on */
  event_set ctrl;                   /* reads that earlier branches depend on */
  size_t events, nodes, conditions; /* lengths of the walker's lists that belong to this path */
};

/* Copies of positions, in use up to `used`.  A position is too large for the stack of a deep
 * recursion. */
struct positions {
  struct position **items;
  size_t length, room, used;
};

struct walker {
  const struct program *program;
  const struct thread *thread;
  struct unfolding how;
  struct paths *paths;
  struct diagnostic *error;
  uint64_t *live;
  struct addresses addresses; /* of the program's pointers */
  struct arrival *arrivals;   /* by instruction, for backward jumps */
  const struct cells *cells;  /* NULL: not known yet */
  struct path path;           /* in work */
  struct positions copies;
};

/* ---- cancelled transactions ---- */

/* The path before the transaction was cancelled, for the branches that have yet to be followed. */
struct cancelled {
  struct path_event *events;
  struct value_node *nodes;
  size_t event_count, node_count;
};

/* ---- the entry ---- */

/* Unfolds thread `index`.  With cells, an access is one event for each of its cells.  Without
 * (NULL), each access is one event, and its cell is its location. false on error, and without one
 * if the last of the paths is too long. */
bool unfold_program(const struct program *program, unsigned index, struct unfolding how,
                    const struct cells *cells, struct paths *paths, struct diagnostic *error);

#endif
