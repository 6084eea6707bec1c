/* The control-flow paths of a thread, each with its events and their values.
 *
 * Values are symbolic, since a read's value is unknown before it has a source.  A path lists value
 * nodes, each after its operands, and the conditions under which its branches go its way. */
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
  int64_t number;   /* NODE_CONSTANT */
  struct type type; /* NODE_READ: of its cell */
  enum arithmetic
      arithmetic; /* NODE_ARITHMETIC: left `arithmetic` right, and `expected` as third operand */
  node_index left, right, expected; /* NODE_READ in an execution: `left` is the event */
};

/* Would this take bytes out of an address, which has none? */
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
  bool holds; /* on this path */
  const struct instruction
      *access; /* the access whose guessed address this is; NULL: a branch's condition */
};

/* An update is a read-modify-write that is one event, a read and a write (code_has_updates).  The
 * last two kinds exist only if the program asks for them.  They are a register that carries a read
 * value into an access, and a branch on such a value. */
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
  unsigned location;          /* of accesses, and of fences of a location */
  int64_t offset;             /* from the beginning of the location */
  unsigned size;              /* in bytes; 0: the whole location */
  unsigned cell;              /* the cell of memory */
  node_index value;           /* of accesses; of an update, the value read */
  node_index written;         /* of an update, the value written */
  node_index whole;           /* the value that a part of a store is cut from, */
  bool part;                  /* if the write is such a part */
  node_index id, quorum;      /* of barriers that name them */
  unsigned instance;          /* step of the path that it belongs to */
  bool stored;                /* EVENT_REGISTER: carries the stored value, not the address */
  bool controls;              /* EVENT_REGISTER: a compare-and-swap compares with it */
  unsigned reserved;          /* an exclusive write: the read that it pairs with, from 1; 0: none */
  bool failed;                /* the read of a compare-and-swap that wrote nothing */
  bool rmw;                   /* half of a read-modify-write, whose write follows its read */
  unsigned transaction;       /* from 1; 0 outside */
  bool cancelled;             /* by its transaction */
  event_set addr, data, ctrl; /* reads of this path that it depends on */
  event_set picked;           /* EVENT_REGISTER, EVENT_BRANCH: reads that picked its value */
  event_set compared;         /* reads that the expected value of a compare-and-swap depends on */
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
  VECTOR(struct path_event) events;
  VECTOR(struct value_node) nodes;
  VECTOR(struct branch_condition) conditions;
  node_index *registers; /* final values, by register */
  bool cut;              /* stopped at the bound on loops, with effects left to come */
};

/* A thread's paths.  `astray`: an access whose address is in no location, which ended a path; or
 * NULL.  `too_long`: the last path has more than EVENTS_MAX events, which ended the unfolding. */
struct paths {
  struct path *items;
  size_t length, room;
  bool too_long;
  const struct instruction *astray;
};

/* The smallest instance of a scope that two threads share. */
enum shared_depth {
  SHARE_SYSTEM,
  SHARE_GPU,
  SHARE_FAMILY,
  SHARE_CLUSTER,
  SHARE_CTA,
  SHARE_SUBGROUP,
  SHARE_NEVER /* deeper than any two threads share */
};
enum shared_depth path_depth_shared(const struct place *a, const struct place *b);
/* Is it a fence of one location? */
bool path_event_fences_location(const struct path_event *event);
/* Notes the cells that the path accesses. */
void path_note_accessed(const struct path *path, bool *accessed);
void path_free(struct path *path);
void paths_free(struct paths *paths);

/* ---- the places that an address may name before its value is known ---- */

/* The distinct addresses that are operands, or initial values of memory or registers. */
struct addresses {
  int64_t *items;
  size_t length, room;
};

void addresses_find(struct addresses *found, const struct program *program);

/* The first place at or after `offset` in a location at which an access through a pointer is tried,
 * or -1.  Places are element after element; accesses with sizes are also tried at every address
 * that the program names. */
int64_t addresses_next(const struct addresses *addresses, const struct program *program,
                       const struct instruction *access, unsigned location, int64_t offset);
/* Does the value lie in a location, at a place that was not tried? */
bool addresses_missed(const struct addresses *addresses, const struct program *program,
                      const struct instruction *access, int64_t value);

#endif
