/* The shape of a machine: a system's setting, built for a placement.
 *
 * It is fixed before the first step.  Guards, actions, lowerings and invariants may read all of it;
 * nothing else of a machine is known to them. */
#ifndef PROTOCOL_SHAPE_H
#define PROTOCOL_SHAPE_H

#include "protocol/system.h"

enum { CONTROLLERS_MAX = 20, CHANNELS_MAX = 120, CHANNEL_MESSAGES_MAX = 16, NO_CHANNEL = 255 };

struct controller {
  unsigned number; /* position among the controllers */
  unsigned kind;   /* position in system.kinds */
  unsigned index;  /* among those of its kind */
};

struct channel {
  unsigned network, to;
  int from;      /* a controller; -1 where all senders share: in a bag, or a virtual network */
  unsigned room; /* messages that it holds at most */
};

struct shape {
  struct setting setting;
  const struct system *system;
  struct placement placement;
  unsigned lines, words;            /* addresses; words of each: 1 or 2 */
  uint8_t words_of_line[LINES_MAX]; /* the words that some location is in, as a set */
  unsigned core_count, sms;
  uint8_t sm_of_core[CORES_MAX];
  uint8_t cta_of_core[CORES_MAX]; /* equal: the threads meet at CTA barriers */
  unsigned controller_count, first_of_kind[KINDS_MAX + 1];
  struct controller controllers[CONTROLLERS_MAX];
  struct table tables[KINDS_MAX]; /* a mutant's differ from the system's */
  size_t local_size[KINDS_MAX];   /* bytes of a local state */
  enum channel_order order[NETWORKS_MAX];
  unsigned channel_count;
  struct channel channels[CHANNELS_MAX];
  uint8_t channel_of[NETWORKS_MAX][CONTROLLERS_MAX][CONTROLLERS_MAX]; /* from, to */
  unsigned start;        /* which of the system's initial states is made */
  unsigned plain_stores; /* lines that are also stored to outside of transactions, a set */
  bool is_client;        /* the most general client runs, and no program */
  bool is_mutant;        /* a table has a fault planted by `mutate` */
  bool one_address;      /* one address is explored by itself (per_address.c) */
  bool has_barriers;     /* the program has CTA barriers */
  bool rank;             /* TIME_LOGICAL by rank rather than by shift */
  bool outdates;         /* copies that cannot be renewed are dropped (times.c) */
  bool watches_loads;    /* (the client) PROPERTY_LOAD_VALUE is checked */
};

/* Controllers: the first kind's of an SM; the second kind's of a line; the first kind's of which
 * one stands on each GPM. */
static inline unsigned shape_l1(const struct shape *shape, unsigned sm) {
  return shape->first_of_kind[0] + sm;
}
/* The first thread of an SM. */
static inline unsigned shape_first_core(const struct shape *shape, unsigned sm) {
  unsigned core = 0;
  while (core + 1 < shape->core_count && shape->sm_of_core[core] != sm) core++;
  return core;
}
static inline unsigned shape_bank(const struct shape *shape, unsigned line) {
  return shape->first_of_kind[1] + shape->placement.bank_of_line[line];
}
unsigned shape_gpm(const struct shape *shape, unsigned gpm);

static inline int shape_parameter(const struct shape *shape, unsigned index) {
  return shape->setting.values[index];
}

/* Lines of a local state: the shape's, and for some kinds one more for each core. */
static inline unsigned shape_local_lines(const struct shape *shape, unsigned kind) {
  return (unsigned)((shape->local_size[kind] - sizeof(struct local)) / sizeof(struct line));
}

/* Do two threads meet at CTA barriers?  Under the most general client: do they share an SM? */
static inline bool shape_same_cta(const struct shape *shape, unsigned core, unsigned other) {
  return shape->cta_of_core[core] == shape->cta_of_core[other];
}

/* The network that carries a type of message, with these parameters. */
unsigned shape_network_of(const struct shape *shape, unsigned type);

/* Can the controller hold the system's value of a line? */
bool shape_is_home(const struct shape *shape, const struct controller *controller, unsigned line);

#endif
