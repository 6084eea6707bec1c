/* What is remembered of a lane lies where the hash of its bits says; what comes later takes its
 * place.  So its memory is bounded, and what is found is exact: all bits are compared.  Of
 * contents, which are kept anyway, each has an item.
 *
 * The loop over the items of a state stands here twice.  note_remembered only reads: of nearly all
 * states all is remembered, and a loop that calls nothing keeps what it needs in registers, from
 * one state to the next.  tell_met makes the items that are missing, which may change all that the
 * other relies on: where items lie, which lanes there are, the layout of what properties see. */
#include "kit/successor_cache.h"

#include <string.h>
#include "base/memory.h"
#include "kit/cluster_steps.h"

enum {
  CONTENTS_FIRST = 64,
  NOTED_MAX = (WIDTH_MAX + LANES_MAX) * CACHED_SUCCESSORS_MAX /* of one state */
};

typedef uint64_t cluster_set;

static cluster_set only(unsigned cluster) { return UINT64_C(1) << cluster; }

bool successor_cache_applies(const struct clusters *clusters) {
  const struct machine *machine = clusters->machine;
  return !machine->symmetry && !clusters->timed && !machine->prompt && clusters->sights == 1 &&
         clusters->count < LANE_OTHERS;
}

static void free_items(struct successor_cache *recall) {
  if (recall->items) memory_free_line(recall->items, sizeof *recall->items << recall->item_bits);
}

static void make_items(struct successor_cache *recall, unsigned bits) {
  free_items(recall);
  recall->items = memory_new_line(sizeof *recall->items << bits);
  recall->item_bits = bits;
  recall->item_shift = 64 - bits;
  recall->item_count = 0;
}

/* Half full, it begins anew, larger. */
static void enlarge(struct successor_cache *recall, uint64_t room) {
  unsigned bits = recall->item_bits + SUCCESSOR_CACHE_BITS_STEP;
  if (bits <= SUCCESSOR_CACHE_BITS_LAST && sizeof *recall->items << bits <= room)
    make_items(recall, bits);
}

struct successor_cache *successor_cache_new(void) {
  struct successor_cache *recall = memory_new(1, sizeof *recall);
  make_items(recall, SUCCESSOR_CACHE_BITS_FIRST);
  return recall;
}

void successor_cache_free(struct successor_cache *recall) {
  if (!recall) return;
  for (unsigned i = 0; i < WIDTH_MAX; i++) memory_free(recall->spots[i].contents);
  free_items(recall);
  memory_free(recall);
}

/* --- places --- */

static struct cached_successors *content_item(struct successor_cache *recall, unsigned cluster,
                                              slot_t content) {
  struct spot *spot = &recall->spots[cluster];
  if (content >= spot->count) {
    uint32_t count = 2 * content > CONTENTS_FIRST ? 2 * content : CONTENTS_FIRST;
    spot->contents = memory_resize(spot->contents, count, sizeof *spot->contents);
    memset(spot->contents + spot->count, 0, (count - spot->count) * sizeof *spot->contents);
    spot->count = count;
  }
  return &spot->contents[content];
}

static inline struct cached_successors *lane_item(const struct successor_cache *recall,
                                                  const struct lane *lane, uint64_t key) {
  return &recall->items[key * lane->factor >> recall->item_shift];
}

static uint64_t bits_of(const struct successor_cache *recall, cluster_set clusters) {
  uint64_t bits = 0;
  for (; clusters; clusters &= clusters - 1) {
    const struct spot *spot = &recall->spots[__builtin_ctzll(clusters)];
    bits |= (uint64_t)spot->number << spot->shift;
  }
  return bits;
}

/* The lane of moves that touch these clusters, or of the `part`-th few of them. */
static unsigned lane_of(struct successor_cache *recall, cluster_set clusters, unsigned part) {
  const struct lane *lanes = recall->lanes;
  unsigned number = 0;
  while (number < recall->lane_count &&
         (lanes[number].clusters != clusters || lanes[number].part != part))
    number++;
  if (number < recall->lane_count || number == LANE_OTHERS) return number;
  recall->lanes[number] = (struct lane){ clusters, bits_of(recall, clusters),
                                         (2 * number + 1) * 0xD6E8FEB86659FD93ull, part };
  recall->lane_count++;
  return number;
}

/* Forgets everything, which was of other layouts. */
static void begin(struct cluster_worker *worker, const struct layout *layout) {
  struct successor_cache *recall = worker->recall;
  if (worker->outgrown) property_views_fit(worker);
  for (unsigned i = 0; i < layout->width; i++) {
    struct spot *spot = &recall->spots[i];
    memory_free(spot->contents);
    *spot = (struct spot){ .number = ~layout->beyond[i], .shift = layout->shift[i] };
  }
  recall->lane_count = 0;
  for (unsigned i = 0; i < layout->width; i++) lane_of(recall, only(i), 0);
  make_items(recall, recall->item_bits);
  recall->version = layout->version;
}

/* --- what is not remembered yet --- */

static struct emitter open_state(struct cluster_worker *worker, struct sink *sink) {
  struct successor_cache *recall = worker->recall;
  if (!recall->opened) {
    recall->opened = true;
    recall->telling = (struct emission){ .sink = sink };
    layout_unfold(sink->layout, sink->word, recall->state);
    cluster_open(worker, recall->state, &recall->telling);
  }
  return (struct emitter){ worker, recall->state, worker->parts, sink->layout, sink, sink->word };
}

/* Moves of one content or view, and the clusters that all of them touch. */
struct origin {
  unsigned mover;
  cluster_set clusters;
  const struct moves_list *moves;
};
enum { ORIGINS_MAX = 2 * WIDTH_MAX /* clusters, and feeds */ };

/* Those that touch no other clusters than these, at first sight. */
static unsigned find_origins(const struct emitter *teller, cluster_set clusters,
                             struct origin *origins) {
  unsigned count = 0, when = when_asked(0, false);
  for (cluster_set rest = clusters; rest; rest &= rest - 1) {
    unsigned cluster = (unsigned)__builtin_ctzll(rest);
    const struct cluster_state *part = teller->parts[cluster];
    origins[count++] = (struct origin){ cluster, only(cluster),
                                        own_moves(teller->worker, teller->state, cluster, when) };
    for (const struct inbound_queue *held = part->held; held < part->held_end; held++) {
      cluster_set both = only(cluster) | only(held->to);
      if (both & ~clusters) continue;
      origins[count++] =
          (struct origin){ held->to, both, held_moves(teller->worker, teller->state, held, when) };
    }
  }
  return count;
}

static cluster_set touched(const struct origin *origin, const uint32_t *at) {
  cluster_set clusters = origin->clusters;
  for (const uint32_t *effect = at + MOVE_OTHERS; effect < move_next(at); effect++)
    clusters |= only(effect_cluster(*effect));
  return clusters;
}

/* Finds out what the moves add that touch just these clusters: the `part`-th few, and where there
 * are more.  False: that cannot be remembered. */
static bool learn(const struct emitter *teller, cluster_set clusters, unsigned part,
                  struct cached_successors *item) {
  struct successor_cache *recall = teller->worker->recall;
  struct origin origins[ORIGINS_MAX];
  unsigned before = part * CACHED_SUCCESSORS_MAX, fitting = 0;
  bool good = true;
  for (unsigned i = 0, count = find_origins(teller, clusters, origins); i < count; i++) {
    const struct origin *origin = &origins[i];
    if (origin->moves->blocked) item->kinds |= STEP_BLOCKED;
    for (const uint32_t *at = origin->moves->begin; at < origin->moves->end; at = move_next(at)) {
      cluster_set all = touched(origin, at);
      uint64_t word;
      if (all != clusters && origin->clusters == clusters)
        item->lanes |= UINT64_C(1) << lane_of(recall, all, 0);
      if (all != clusters) continue;
      enum fit fit = word_after(teller, origin->mover, at, &word);
      good &= fit != FITS_AT_LENGTH;
      item->kinds |=
          fit == BLOCKED ? STEP_BLOCKED : kind_told(move_kind(at[MOVE_KIND]), word == teller->word);
      if (fit == FITS && fitting++ >= before && item->count < CACHED_SUCCESSORS_MAX)
        item->adds[item->count++] = word - teller->word;
    }
  }
  if (!good || fitting <= before + item->count) return good;
  unsigned more = lane_of(recall, clusters, part + 1);
  if (more == LANE_OTHERS) return false;
  item->lanes |= UINT64_C(1) << more;
  return true;
}

static __attribute__((noinline)) const struct cached_successors *meet_content(
    struct cluster_worker *worker, struct sink *sink, unsigned cluster) {
  struct successor_cache *recall = worker->recall;
  const struct emitter teller = open_state(worker, sink);
  const struct cluster_state *part = teller.parts[cluster];
  struct cached_successors *item = content_item(recall, cluster, teller.state[cluster]);
  if (!learn(&teller, only(cluster), 0, item)) {
    item->lanes |= UINT64_C(1) << cluster;
    item->count = 0;
  }
  for (const struct inbound_queue *held = part->held; held < part->held_end; held++)
    item->lanes |= UINT64_C(1) << lane_of(recall, only(cluster) | only(held->to), 0);
  item->kinds |= SUCCESSOR_CACHE_MET | (part->ticks ? SUCCESSOR_CACHE_TICKS : 0);
  item->key = property_view_of_cluster_state(worker, cluster, part);
  if (worker->outgrown) recall->version = 0; /* before the next state */
  return item;
}

/* Is a move one of the first few, of which lanes before this one told? */
static bool was_told(const struct emitter *teller, unsigned mover, const uint32_t *at,
                     unsigned *before) {
  uint64_t word;
  if (!*before || word_after(teller, mover, at, &word) != FITS) return false;
  --*before;
  return true;
}

/* Tells what cannot be remembered.  Whoever looks for moves of no lane sees those of others, too:
 * these are returned. */
static uint64_t tell_lane(const struct emitter *teller, unsigned lane) {
  struct successor_cache *recall = teller->worker->recall;
  struct origin origins[ORIGINS_MAX];
  unsigned width = teller->layout->width, first = lane, before = 0;
  uint64_t others = 0;
  cluster_set clusters = only(width) - 1;
  if (lane != LANE_OTHERS) {
    clusters = recall->lanes[lane].clusters;
    first = lane_of(recall, clusters, 0);
    before = recall->lanes[lane].part * CACHED_SUCCESSORS_MAX;
  }
  for (unsigned i = 0, count = find_origins(teller, clusters, origins); i < count; i++) {
    const struct moves_list *moves = origins[i].moves;
    recall->telling.told.blocked |= moves->blocked;
    for (const uint32_t *at = moves->begin; at < moves->end; at = move_next(at)) {
      unsigned number = lane_of(recall, touched(&origins[i], at), 0), mover = origins[i].mover;
      sink_reserve(teller->sink, 1);
      if (number == first && !was_told(teller, mover, at, &before))
        tell_move(teller, mover, at, &recall->telling.told);
      else if (lane == LANE_OTHERS && number >= width) others |= UINT64_C(1) << number;
    }
  }
  return others;
}

static __attribute__((noinline)) const struct cached_successors *meet_lane(
    struct cluster_worker *worker, struct sink *sink, unsigned number) {
  struct successor_cache *recall = worker->recall;
  const struct lane *lane = &recall->lanes[number];
  const struct emitter teller = open_state(worker, sink);
  if (recall->item_count >> (recall->item_bits - 1)) enlarge(recall, sink->room);
  struct cached_successors *item = lane_item(recall, lane, sink->word & lane->bits);
  bool was_free = !item->lane;
  *item = (struct cached_successors){ .key = sink->word & lane->bits, .lane = number + 1 };
  if (number != LANE_OTHERS && learn(&teller, lane->clusters, lane->part, item))
    recall->item_count += was_free;
  else *item = (struct cached_successors){ .lanes = item->lanes | tell_lane(&teller, number) };
  return item;
}

/* --- what is --- */

typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));

/* Notes what some moves make of a word, which stands in `words` twice; returns where to note more.
 * All of an item's words are written, of which those behind its count are written over, or lie
 * within the room that NOTED_MAX leaves. */
INLINE uint64_t *note_all(const struct cached_successors *item, pair words, uint64_t *noted) {
  unsigned count = item->count;
  *(pair *)noted = *(const pair *)item->adds + words;
  if (count > 2) {
    *(pair *)(noted + 2) = *(const pair *)(item->adds + 2) + words;
    noted[4] = item->adds[4] + words[0];
  }
  return noted + count;
}

/* Where to note the words of a state, and of others as long as there are few (sink_asks). */
static inline uint64_t *noted_end(struct sink *sink) {
  sink_reserve(sink, SINK_ENOUGH + NOTED_MAX);
  return sink->noted.items + sink->noted.length;
}

static inline void noted_until(struct sink *sink, const uint64_t *noted) {
  sink->noted.length = (size_t)(noted - sink->noted.items);
}

/* What was found of a word's steps.  Once all its contents were met, and their steps are noted,
 * there are lanes to be looked at, of those seen in any item.  It is fine if all its steps are
 * noted, and it is known to break nothing. */
struct cache_found {
  bool contents, fine;
  unsigned kinds;
  uint64_t shows, lanes, seen;
};

/* Is it known that a state with steps of these kinds, which shows this, breaks nothing? */
static inline bool known_to_hold(const struct holding *holding, uint64_t shows, unsigned kinds) {
  return is_held(holding, shows) && !may_be_stuck(kinds);
}

/* What is remembered of a lane of a word, or NULL. */
INLINE const struct cached_successors *lane_remembered(const struct successor_cache *recall,
                                                       unsigned number, uint64_t word) {
  const struct lane *lane = &recall->lanes[number];
  const uint64_t key = word & lane->bits;
  const struct cached_successors *item = lane_item(recall, lane, key);
  return item->key == key && item->lane == number + 1 ? item : NULL;
}

INLINE void find_lanes(struct cache_found *found, uint64_t lanes) {
  found->lanes |= lanes & ~found->seen;
  found->seen |= lanes;
}

/* Notes the steps of a word as far as they are remembered; returns where to note more. */
INLINE uint64_t *note_remembered(const struct successor_cache *recall,
                                 const struct holding *holding, unsigned width, const uint64_t word,
                                 uint64_t *const noted, struct cache_found *all) {
  const pair words = { word, word };
  struct cache_found found = { .kinds = 0 };
  uint64_t *end = noted;
  unsigned met = SUCCESSOR_CACHE_MET;
  *all = found;
  for (const struct spot *spot = recall->spots, *last = spot + width; spot < last; spot++) {
    slot_t content = (slot_t)(word >> spot->shift) & spot->number;
    if (content >= spot->count) return noted;
    const struct cached_successors *item = &spot->contents[content];
    met &= item->kinds;
    found.kinds |= item->kinds;
    found.shows |= item->key;
    found.lanes |= item->lanes;
    end = note_all(item, words, end);
  }
  if (!met) return noted;
  found.contents = true;
  found.seen = found.lanes;
  while (found.lanes) {
    const struct cached_successors *item =
        lane_remembered(recall, (unsigned)__builtin_ctzll(found.lanes), word);
    if (!item) break;
    found.lanes &= found.lanes - 1;
    if (item->lanes) find_lanes(&found, item->lanes);
    found.kinds |= item->kinds;
    end = note_all(item, words, end);
  }
  found.fine = !found.lanes && !(found.kinds & SUCCESSOR_CACHE_TICKS) &&
               known_to_hold(holding, found.shows, found.kinds);
  *all = found;
  return end;
}

/* Tells the steps of states, up to one of which not all is known. */
static struct cache_found tell_remembered(struct cluster_worker *worker, struct sink *sink,
                                          struct steps_emitted *told) {
  const struct successor_cache *recall = worker->recall;
  const struct holding holding = worker->sights[0].holding;
  const unsigned width = sink->layout->width;
  struct cache_found found = { .contents = false };
  if (recall->version != sink->layout->version) return found;
  uint64_t *noted = noted_end(sink), *const first = noted,
           *const few = sink->noted.items + SINK_ENOUGH;
  const uint64_t *word = sink->next, *const end = sink->end;
  bool blocked = false;
  for (; word < end && noted < few && layout_is_word(*word); word++) {
    noted = note_remembered(recall, &holding, width, *word, noted, &found);
    if (!found.fine) break;
    blocked |= found.kinds & STEP_BLOCKED;
  }
  sink->next = word;
  noted_until(sink, noted);
  told->count += (uint64_t)(noted - first);
  told->blocked |= blocked;
  return found.fine ? (struct cache_found){ .contents = false } : found;
}

static const struct cached_successors *find_content(struct cluster_worker *worker,
                                                    struct sink *sink, unsigned cluster) {
  const struct spot *spot = &worker->recall->spots[cluster];
  slot_t content = (slot_t)(sink->word >> spot->shift) & spot->number;
  if (content < spot->count && spot->contents[content].kinds) return &spot->contents[content];
  return meet_content(worker, sink, cluster);
}

static const struct cached_successors *find_lane(struct cluster_worker *worker, struct sink *sink,
                                                 unsigned number) {
  const struct cached_successors *item = lane_remembered(worker->recall, number, sink->word);
  return item ? item : meet_lane(worker, sink, number);
}

static void take_item(struct sink *sink, const struct cached_successors *item,
                      struct cache_found *found, struct steps_emitted *told) {
  const pair words = { sink->word, sink->word };
  noted_until(sink, note_all(item, words, noted_end(sink)));
  find_lanes(found, item->lanes);
  found->kinds |= item->kinds;
  told->count += item->count;
}

/* Tells those of the next state of which no more is known yet than was found, and remembers what
 * was not met before. */
static void tell_met(struct cluster_worker *worker, struct sink *sink, struct cache_found *found,
                     struct steps_emitted *told) {
  struct successor_cache *recall = worker->recall;
  sink->word = *sink->next++;
  if (recall->version != sink->layout->version) begin(worker, sink->layout);
  recall->opened = false;
  for (unsigned i = 0, count = found->contents ? 0 : sink->layout->width; i < count; i++) {
    const struct cached_successors *item = find_content(worker, sink, i);
    found->shows |= item->key;
    take_item(sink, item, found, told);
  }
  while (found->lanes) {
    unsigned number = (unsigned)__builtin_ctzll(found->lanes);
    found->lanes &= found->lanes - 1;
    take_item(sink, find_lane(worker, sink, number), found, told);
  }
  worker->sights[0].shows = found->shows;
  told->kinds =
      found->kinds & ~(unsigned)(SUCCESSOR_CACHE_MET | SUCCESSOR_CACHE_TICKS | STEP_BLOCKED);
  told->blocked |= found->kinds & STEP_BLOCKED;
  told->fine = known_to_hold(&worker->sights[0].holding, found->shows, found->kinds);
  if (!told->fine || found->kinds & SUCCESSOR_CACHE_TICKS) open_state(worker, sink);
  if (found->kinds & SUCCESSOR_CACHE_TICKS) cluster_tick(worker, recall->state);
  if (!recall->opened) return;
  told->kinds |= recall->telling.told.kinds;
  told->count += recall->telling.told.count;
  told->blocked |= recall->telling.told.blocked;
}

struct steps_emitted successor_cache_emit(const struct model *model, void *data,
                                          struct sink *sink) {
  struct cluster_worker *worker = data;
  const uint64_t *first = sink->next;
  struct steps_emitted told = { .fine = true };
  (void)model;
  worker->room = sink->room;
  do {
    struct cache_found found = tell_remembered(worker, sink, &told);
    if (found.contents || sink->next == first || sink_asks(sink))
      tell_met(worker, sink, &found, &told);
  } while (told.fine && sink_asks(sink));
  return told;
}
