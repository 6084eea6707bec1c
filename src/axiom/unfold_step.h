/* Inside the unfolding of threads: where a path stands, and the steps that do not divide it
 * (unfold_step.c). */
#ifndef AXIOM_UNFOLD_STEP_H
#define AXIOM_UNFOLD_STEP_H

#include "axiom/addresses.h"
#include "axiom/cells.h"

/* Where a thread stood when it last took a given backward jump. */
struct arrival {
  unsigned taken, effects, decided;
  node_index registers[REGISTERS_MAX];
};

enum { JOINS_MAX = 32 };

/* What branches must copy. */
struct position {
  const struct position *begun; /* where the last transaction began */
  struct arrival *ending;       /* the loop whose test comes next; or NULL */
  unsigned location;            /* of the access in work, when its address is computed; */
  int64_t offset;               /* and how far behind its beginning */
  struct {
    unsigned at;
    event_set ctrl, picking;
  } joins[JOINS_MAX]; /* open branches that have one: where, and what was before */
  unsigned join_count;
  unsigned reserved; /* the last exclusive read, from 1, until an exclusive write, */
  struct {
    unsigned location, size;
    int64_t offset;
  } reserved_at; /* and what it read */
  unsigned at, steps, effects, decided, transaction,
      transactions; /* decided: branches on registers of known values */
  node_index registers[REGISTERS_MAX];
  event_set sources[REGISTERS_MAX]; /* reads that a register's value comes from */
  event_set picks[REGISTERS_MAX];   /* reads by which it was picked */
  event_set picking;                /* reads that the value that is being selected depends on */
  event_set ctrl;                   /* reads that branches so far depended on */
  size_t events, nodes, conditions; /* how much of the walker's lists belongs to this path */
};

struct walker {
  const struct program *program;
  const struct thread *thread;
  unsigned unroll;
  bool counts, updates;
  uint64_t fenced;
  struct paths *paths;
  struct diagnostic *error;
  uint64_t *live;
  struct addresses addresses; /* that are values somewhere in the program */
  struct arrival *arrivals;   /* one for each instruction; only those of backward jumps are used */
  const struct cells *cells;  /* NULL: not known yet */
  struct path path;           /* the one being walked */
};

bool unfold_fail(const struct walker *walker, const struct instruction *at,
                 const char *message); /* false */
node_index unfold_constant(struct walker *walker, int64_t number);
node_index unfold_operand(struct walker *walker, const struct position *position,
                          const struct operand *operand);
/* left `arithmetic` right; `expected` is used by ARITHMETIC_CAS alone. */
node_index unfold_compute(struct walker *walker, enum arithmetic arithmetic, node_index left,
                          node_index right, node_index expected);
/* The reads that an operand's value comes from. */
event_set unfold_sources(const struct position *position, const struct operand *operand);
/* The reads by which it was picked. */
event_set unfold_picks(const struct position *position, const struct operand *operand);
void unfold_set(struct position *position, int reg, node_index value, event_set sources,
                event_set picks);

struct path_event unfold_event(const struct position *position, const struct instruction *i,
                               enum event_kind kind);
bool unfold_add(struct walker *walker, struct position *position, const struct path_event *event);
/* A fence before or after a read-modify-write, if it has such a tag. */
bool unfold_fenced(struct walker *walker, struct position *position, const struct instruction *i);
/* The events of the registers that an access depends on through earlier reads: of its address, and
 * of what it stores. */
bool unfold_registers(struct walker *walker, struct position *position, const struct instruction *i,
                      bool stores);
/* And of what a compare-and-swap compares with. */
bool unfold_compared(struct walker *walker, struct position *position, const struct instruction *i);
/* The read's value node and its bit, or false when the event does not fit. */
bool unfold_rmw_read(struct walker *walker, struct position *position, const struct instruction *i,
                     node_index *value, event_set *self);
/* What memory makes of a value that the access stores, or compares with; and the register of what
 * it has read. */
node_index unfold_moved(struct walker *walker, const struct position *position,
                        const struct instruction *i, node_index value);
node_index unfold_extended(struct walker *walker, const struct instruction *i, node_index value);
/* Adds its write, the read being the last event. */
bool unfold_rmw_write(struct walker *walker, struct position *position, struct path_event *write);
bool unfold_store(struct walker *walker, struct position *position, const struct instruction *i);
/* A marker of transactions counts, where it is asked to. */
void unfold_count(struct walker *walker, struct position *position, const struct instruction *i);
/* Executes an instruction that does not divide the path. */
bool unfold_step(struct walker *walker, struct position *position, const struct instruction *i);

#endif
