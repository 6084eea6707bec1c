/* Private to src/kit: what moves came to in earlier states, by all that they depend on.
 *
 * What a move does depends on the contents of the clusters that it touches and on nothing else.  In
 * a state that is one word (explore/layout.h) these contents are some of the word's bits, and the
 * move adds to the word what those bits alone decide.  So each worker remembers what moves add: of
 * those that touch one cluster, by its content; of those that touch several (a lane), by the bits
 * of these.  What is remembered of a content tells in which lanes there may be moves.  Then a
 * state's steps are one look-up for each cluster and each such lane, and one addition for each
 * step; neither the state's vector nor its parts are asked for.
 *
 * Not under symmetry, nor where steps renumber time, nor where some must not wait: what a step
 * leads to is then for all clusters together to say. */
#ifndef KIT_SUCCESSOR_CACHE_H
#define KIT_SUCCESSOR_CACHE_H

#include "kit/cluster_steps.h"

enum {
  SUCCESSOR_CACHE_BITS_FIRST = 10,
  SUCCESSOR_CACHE_BITS_LAST = 19,
  SUCCESSOR_CACHE_BITS_STEP = 3, /* 32 MiB */
  CACHED_SUCCESSORS_MAX = 5,     /* fills a line of the cache */
  LANES_MAX = 64,
  LANE_OTHERS = LANES_MAX -
                1 /* of moves for which there are lanes too many: nothing is remembered of these */
};

/* Beside the kinds of steps, of which STEP_BLOCKED is one here: the content was met; time has to go
 * on. */
enum { SUCCESSOR_CACHE_MET = 1 << 14, SUCCESSOR_CACHE_TICKS = 1 << 15 };

/* What some moves add; of which kinds they are, and how many. */
struct cached_successors {
  uint64_t key;   /* a lane's: its bits of the word; a content's: what it shows (cluster_state.h) */
  uint64_t lanes; /* in which there are more moves, as a set */
  uint16_t kinds, count;
  uint32_t lane; /* + 1; 0: nothing is remembered here */
  uint64_t adds[CACHED_SUCCESSORS_MAX];
};

/* Clusters that some moves touch, as a set, and as the word's bits; where these are more moves than
 * an item takes, which few of them (`part`).  The first lanes are of one cluster each, for contents
 * of which something cannot be remembered. */
struct lane {
  uint64_t clusters, bits, factor;
  unsigned part;
};

/* Of a cluster: where its number is in a word, and what is remembered by that. */
struct spot {
  struct cached_successors *contents;
  uint32_t count;
  slot_t number;
  unsigned shift;
};

struct successor_cache {
  unsigned version; /* of the layout */
  unsigned lane_count;
  bool opened; /* the present state's vector and parts were made */
  slot_t state[WIDTH_MAX];
  struct emission telling; /* of that state's steps those that were told by these */
  struct spot spots[WIDTH_MAX];
  struct lane lanes[LANES_MAX];
  struct cached_successors *items; /* of lanes: 1 << item_bits of them */
  unsigned item_bits, item_shift;
  uint32_t item_count; /* that came to a place where there was none */
};

bool successor_cache_applies(const struct clusters *clusters);
struct successor_cache *successor_cache_new(void);
void successor_cache_free(struct successor_cache *recall);
/* As model.h says of `tell`. */
struct steps_emitted successor_cache_emit(const struct model *model, void *worker,
                                          struct sink *sink);

#endif
