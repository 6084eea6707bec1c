/* A kind of controller, as a record has it: its table, its own events, and what claims and traces
 * see of its local states.
 *
 * system.h has the conventions; protocols include that, or protocol.h. */
#ifndef PROTOCOL_CONTROLLER_KIND_H
#define PROTOCOL_CONTROLLER_KIND_H

#include <stdbool.h>
#include <stdint.h>
#include "protocol/controller_state.h"
#include "protocol/promises.h"
#include "protocol/table.h"

struct shape;
struct step;

/* Must a step that can be taken be taken in the end (liveness/liveness.h)? */
enum fairness { FAIRNESS_USUAL, FAIRNESS_WEAK, FAIRNESS_STRONG };

enum { INTERNALS_MAX = 7 };

/* A step that a controller may take of itself. */
struct internal {
  unsigned event;
  enum { PER_LINE, PER_CORE, ONCE } over;   /* the places where it may happen */
  bool (*enabled)(const struct step *step); /* NULL: if its row is no stall and no NEVER */
  bool urgent;                              /* part of the step that enables it; sends nothing */
  bool environment;                         /* no thread asked for it, as for an eviction */
  enum fairness fairness; /* usual: none for the environment (a tick sets its own), else strong */
  struct internal_promises promises;
};

/* Permission of a core to use a copy without a message. */
enum permission { PERMISSION_NONE, PERMISSION_READ, PERMISSION_WRITE };

/* How a trace prints a local state: the names of the fields that a kind uses; NULL: not used. */
struct shown {
  const char *clock;                         /* local.clock */
  const char *second_clock;                  /* local.stall[SECOND_CLOCK] */
  const char *stall;                         /* local.stall, per core */
  const char *count;                         /* local.count */
  const char *pending;                       /* line.pending, and local.pending per core */
  const char *reads;                         /* line.reads */
  const char *writes;                        /* line.writes */
  const char *held;                          /* line.held */
  const char *flag;                          /* local.flag */
  const char *line_flag;                     /* line.flag */
  const char *mark;                          /* local.flag; printed where it is set */
  bool sharers, owner, memory, buffer, ages; /* fields of a line with names of their own */
};

enum { NO_LEASE = -1 };

/* A kind of controller: an L1, an L2 bank, a directory. */
struct controller_kind {
  const char *name; /* "L1" */
  struct table table;
  struct internal internals[INTERNALS_MAX];
  unsigned internal_count;
  enum { ONE_PER_SM, ONE_PER_BANK, ONE_PER_CORE, ONE_PER_GPM, JUST_ONE } instances;
  bool extra_line_per_core; /* lines beyond the machine's, one for each core (store buffers) */
  bool of_cores;        /* rows see the extra line of the core that asks, is answered, or acts */
  unsigned start_state; /* of each line */
  /* Sets what does not start as zero.  NULL: nothing. */
  void (*start)(const struct shape *shape, struct local *local);
  /* The state of a line in the table.  NULL: line->state. */
  unsigned (*state_of)(const struct local *local, unsigned line);

  /* Views of local states, for the checks of claims. */

  /* A core's permission on the copy of a line here, by the line's state: sets of states.  A
   * writable copy is readable, too.  Both 0, and no `permission`: no copies for cores. */
  uint32_t readable, writable;
  /* The same, where more than the state decides; the sets are then 0. */
  enum permission (*permission)(const struct local *local, unsigned line);
  /* The system's value of a line, if it is here, else NULL.  The first controller that has it
   * answers, in quiescent states. */
  const struct data *(*value)(const struct local *local, unsigned line);
  bool value_is_dirty; /* `value` has only dirty words; later controllers have the rest */
  /* Is nothing outstanding here, beyond stable states, queues, fetches and counts?  NULL: these
   * decide. */
  bool (*idle)(const struct local *local);
  /* A claim of each step, stalls included: part of PROPERTY_OWN (claims.h).  It costs no states.
   * `before` is what the step found.  NULL: no claim. */
  bool (*keeps)(const struct step *step, const struct local *before);
  int lease; /* index of the line's time that ends its copy's lease; NO_LEASE must be said in a
              * system with `time` */
  /* (TIME_LOGICAL) The time of the store that made the system's value of a line, if this controller
   * has that value; else NO_TIME.  NULL: it never has. */
  unsigned (*version)(const struct local *local, unsigned line);

  const char *times[TIMES]; /* names of a line's times */
  struct shown shows;
  struct kind_promises promises;
};

/* Do cores use copies of these controllers? */
static inline bool controller_kind_has_copies(const struct controller_kind *kind) {
  return kind->permission || kind->readable || kind->writable;
}
/* The permission of cores on a line here. */
static inline enum permission controller_kind_permission(const struct controller_kind *kind,
                                                         const struct local *local, unsigned line) {
  if (kind->permission) return kind->permission(local, line);
  unsigned state = kind->state_of ? kind->state_of(local, line) : local->line[line].state;
  if (kind->writable >> state & 1) return PERMISSION_WRITE;
  return kind->readable >> state & 1 ? PERMISSION_READ : PERMISSION_NONE;
}

/* The lease that a record means.  Without names of times, 0 means NO_LEASE. */
static inline int lease_meant(int lease, const char *const *times) {
  return lease || times[0] ? lease : NO_LEASE;
}

#endif
