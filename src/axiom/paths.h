/* The control-flow paths of a thread, each with the events on it and the values that they carry.
 *
 * Values are symbolic: a read's value is not known before it has a source, so a path carries a list
 * of value nodes (constants, reads, arithmetic) in an order in which each one comes after those it
 * is made of, and the conditions under which its branches go the way they went. */
#ifndef AXIOM_PATHS_H
#define AXIOM_PATHS_H

#include "cat/relation.h"
#include "base/diagnostic.h"
#include "base/vector.h"
#include "litmus/program.h"

typedef uint16_t node_index;

enum node_kind { NODE_CONSTANT, NODE_READ, NODE_ARITHMETIC };

struct value_node {
  enum node_kind kind;
  int64_t number;             /* NODE_CONSTANT */
  struct type type;           /* NODE_READ: what its cell holds */
  enum arithmetic arithmetic; /* NODE_ARITHMETIC: left `arithmetic` right, with `expected` for those
                                 that have three */
  node_index left, right, expected; /* NODE_READ in an execution: `left` is the event */
};

/* Would this take bytes out of an address, which has none?  Values refuse it when they come to it.
 */
static inline bool cuts_address(enum arithmetic arithmetic, int64_t left, int64_t right) {
  switch (arithmetic) {
  case ARITHMETIC_ZERO_EXTEND:
  case ARITHMETIC_SIGN_EXTEND: return left < 4 && is_address(right);
  default: return false;
  }
}

struct branch_condition {
  enum comparison comparison;
  node_index left, right;
  bool holds; /* is it taken to be true on this path? */
  const struct instruction
      *access; /* the left value is its address, guessed to be the right one; NULL: a branch's */
};

/* An update is a read-modify-write that is one event, a read and a write (see judge.c for when that
 * is). The last two only where the program asks for events of registers: a register that carries a
 * value that was read into an access, as its address or as what it stores, and a branch on such a
 * value. */
enum event_kind {
  EVENT_READ,
  EVENT_WRITE,
  EVENT_UPDATE,
  EVENT_FENCE,
  EVENT_BARRIER,
  EVENT_REGISTER,
  EVENT_BRANCH
};

struct path_event {
  enum event_kind kind;
  const struct instruction *instruction;
  unsigned location;     /* reads and writes, and fences of a location: which, */
  int64_t offset;        /* how far behind its beginning, */
  unsigned size;         /* how many bytes of it (0: all there is), */
  unsigned cell;         /* and which cell of memory that is (cells.h) */
  node_index value;      /* reads and writes; of an update what it reads, */
  node_index written;    /* and what it writes */
  node_index whole;      /* a write to one of several cells: what it is a part of; */
  bool part;             /* and that it is one */
  node_index id, quorum; /* barriers that name them */
  unsigned instance;     /* which step of the path it is part of */
  bool stored;           /* EVENT_REGISTER: carries what is stored, not the address; */
  bool controls;         /* or only whether it is (a compare-and-swap compares with it) */
  unsigned reserved;     /* an exclusive write: the read that it pairs with, from 1; 0 otherwise */
  bool failed;           /* the read of a compare-and-swap that wrote nothing */
  bool rmw;              /* half of a read-modify-write; the write stands right after the read */
  unsigned transaction;  /* from 1; 0 outside */
  bool cancelled;        /* and it was cancelled */
  event_set addr, data, ctrl; /* reads of this path that it depends on */
  event_set picked;   /* EVENT_REGISTER, EVENT_BRANCH: reads by which its value was picked */
  event_set compared; /* the read of a compare-and-swap: those that the value to compare with
                         depends on */
};

static inline bool is_read(enum event_kind kind) {
  return kind == EVENT_READ || kind == EVENT_UPDATE;
}
static inline bool is_write(enum event_kind kind) {
  return kind == EVENT_WRITE || kind == EVENT_UPDATE;
}
static inline node_index value_written(const struct path_event *event) {
  return event->kind == EVENT_UPDATE ? event->written : event->value;
}

struct path {
  struct {
    struct path_event *items;
    size_t length, room;
  } events;
  struct {
    struct value_node *items;
    size_t length, room;
  } nodes;
  struct {
    struct branch_condition *items;
    size_t length, room;
  } conditions;
  node_index *registers; /* final values, one for each register */
  bool cut; /* stopped at the bound on loops, with something left to do that could matter */
};

/* `astray`: an access that ended a path, since its address is in no location; NULL: none. */
struct paths {
  struct path *items;
  size_t length, room;
  const struct instruction *astray;
};

/* Is it a fence of one location? */
bool path_event_fences_location(const struct path_event *event);
void path_free(struct path *path);
void paths_free(struct paths *paths);

#endif
