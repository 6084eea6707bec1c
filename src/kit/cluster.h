/* Private to src/kit: a machine's slots in clusters, which are explored in its place (cluster.c tells why). */
#ifndef KIT_CLUSTER_H
#define KIT_CLUSTER_H

#include "explore/layout.h"
#include "kit/inside.h"
#include "kit/kin.h"
#include "kit/notes.h"
#include "kit/symmetry.h"

struct clusters;
struct cluster;

/* What a cluster can do in one content, in words: for each move where it leads its own cluster; its kind, and how many others
 * it touches; and those, each with what it does to them (`deed`). */
enum { MOVE_OWN, MOVE_KIND, MOVE_OTHERS, DEED_BITS = 24 };
static inline uint32_t move_head(enum step_kind kind, unsigned others) { return (uint32_t)kind << 8 | others; }
static inline enum step_kind move_kind(uint32_t head) { return (enum step_kind)(head >> 8); }
static inline unsigned move_others(uint32_t head) { return head & 255; }
static inline const uint32_t *move_next(const uint32_t *move) { return move + MOVE_OTHERS + move_others(move[MOVE_KIND]); }

/* What a move does to another cluster. */
static inline uint32_t deed_word(unsigned cluster, uint32_t deed) { return (uint32_t)cluster << DEED_BITS | deed; }
static inline unsigned deed_cluster(uint32_t word) { return word >> DEED_BITS; }
static inline uint32_t deed_number(uint32_t word) { return word & ((1u << DEED_BITS) - 1); }

/* Moves of one group (inside.h, struct recorded), and those of the next. */
struct moves_list {
  const uint32_t *begin, *end;
  bool blocked; /* one more does not fit in a channel of its own */
  unsigned group;
  const struct moves_list *next;
};

/* Of what can do nothing; no other list is empty. */
extern const struct moves_list moves_none;

/* Moves are asked for by the state's greatest timestamp, if times are ranks; and all, or those that must not wait. */
static inline unsigned when_asked(unsigned greatest, bool prompt) { return greatest << 1 | prompt; }

/* What waits in a cluster's channels for the controller of another, of whose feeds it is the one at `at`. */
struct held { uint8_t to, at; uint32_t view; };

/* A content of a cluster, and all that is remembered of it.  What is asked of what a step leads to comes first, and begins a line
 * of the cache.  Where time is logical there are many, of which most are renumbered at once and never part of a state: what only
 * some need is kept elsewhere, when they need it. */
struct part {
  uint64_t times;                 /* its timestamps, as a set */
  uint32_t number;
  uint32_t past;                  /* the time before which those do not matter (times_past) */
  struct notes *notes;            /* what maps, and deeds beyond `after`, make of it; replaced under the lock; atomic */
  const struct kin *kin;          /* under symmetry: what it is a member of; atomic; NULL: not known yet */
  uint32_t *after;                /* by deed: what becomes of it, + 1; atomic; 0: not known */
  uint32_t after_count;
  bool ticks;                     /* a clock that it holds has to go on */
  bool finished;                  /* its cores are done with a program */
  uint32_t shown;                 /* what properties see of it, by number */
  const struct held *held, *held_end; /* for other clusters' controllers */
  const struct moves_list **moves; /* those that look at nothing else, by `when`, shifted; atomic, and so its items, which
                                    * are NULL where they are not known */
  const struct moves_list **fed;  /* by feed, and view: what it can do with what others hold for it; likewise */
  const struct seen *seen;        /* NULL: not known yet; atomic */
  const struct renewals *renewals; /* where copies outdate (times.c); NULL: it says nothing of them */
};

/* What properties look at. */
struct seen {
  struct coherence coherence;
  const struct flight *flights; /* where an invariant asks for what is in flight: of the channels that hold something */
  unsigned flight_count;
  const struct local *locals[]; /* of the cluster's controllers */
};

/* What it says under symmetry lies behind it, once its kin is known.  If points have signatures: as which member of its kin it is
 * known, its part in the signatures, and by exchange how that changes its part in the sum. */
static inline const uint16_t **part_then(const struct part *part) { return (const uint16_t **)(part + 1); }
static inline signature_t *part_signature(const struct part *part) { return (signature_t *)(part_then(part) + 1); }
static inline uint64_t *part_changes(const struct symmetry *symmetry, const struct part *part) {
  return (uint64_t *)(part_signature(part) + symmetry->point_count);
}
/* Else, by permutation, its part in the sums, and its images. */
static inline uint64_t *part_sums(const struct part *part) { return (uint64_t *)(part + 1); }
static inline uint64_t *part_images(const struct symmetry *symmetry, const struct part *part) {
  return part_sums(part) + sum_count(symmetry);
}

static inline size_t part_said(const struct symmetry *symmetry) {
  if (!symmetry->by_signature) return (sum_count(symmetry) + symmetry->count) * sizeof(uint64_t);
  return sizeof(uint16_t *) + symmetry->point_count * sizeof(signature_t) + symmetry->exchange_count * sizeof(uint64_t);
}

/* NULL where the machine is not one that clusters explain: then its slots are explored themselves. */
struct clusters *clusters_new(struct machine *machine);
void clusters_free(struct clusters *clusters);
unsigned clusters_count(const struct clusters *clusters);
const struct machine *clusters_machine(const struct clusters *clusters);

/* --- cluster_parts.c: contents --- */
/* The number of what a cluster's slots hold, of all slots given; and from the number back. */
uint32_t cluster_number(const struct cluster *cluster, const slot_t *slots);
void cluster_fill(const struct cluster *cluster, uint32_t number, slot_t *slots);
void parts_begin(struct clusters *clusters, unsigned cluster);
const struct part *part_compute(const struct clusters *clusters, unsigned cluster, uint32_t number);
const struct seen *seen_compute(const struct clusters *clusters, unsigned cluster, const struct part *part);
/* Finds out whose kin a part is. */
void part_relate(const struct clusters *clusters, unsigned cluster, const struct part *part);

/* --- cluster.c: what is done to contents --- */
/* Makes place for contents and for deeds. */
enum { TICK /* the first deed */ };
void cluster_begin(struct clusters *clusters, unsigned cluster);
/* A cluster's content after a deed, or DEED_FULL: a channel is full. */
enum { DEED_FULL = 1u << 31, DEED_UNKNOWN = UINT32_MAX }; /* neither is a content's number */
uint32_t deed_compute(const struct clusters *clusters, unsigned cluster, uint32_t number, uint32_t deed);
/* What a cluster can do of itself, and with what another one holds for it. */
const struct moves_list *moves_compute(const struct clusters *clusters, unsigned cluster, uint32_t number, unsigned when);
const struct moves_list *fed_compute(const struct clusters *clusters, unsigned cluster, uint32_t number, unsigned at,
                                     uint32_t view, unsigned when);
/* A cluster's content under a map of times. */
uint32_t mapped_compute(const struct clusters *clusters, unsigned cluster, const struct part *part, uint32_t map);
/* How a state with these timestamps is renumbered: 1 + the number of a map; 0: it need not be. */
uint64_t renumbering_compute(const struct clusters *clusters, uint64_t times, unsigned past);
/* Between a state of the machine and one of clusters. */
void clusters_join(const struct clusters *clusters, const slot_t *slots, slot_t *state);
void clusters_spread(const struct clusters *clusters, const slot_t *state, slot_t *slots);

/* --- what is looked up for every step --- */

enum { PARTS_FIRST = 64 };

/* Channels that lie in one cluster and are read by the controller of another, of whose feeds it is the one at `at`. */
struct feed { uint8_t from, to, at, count, slots[WIDTH_MAX]; };

/* A cluster's parts by number; NULL: not made yet. */
struct parts { uint32_t count; _Atomic(const struct part *) items[]; };

struct cluster {
  unsigned count;                 /* of slots */
  uint8_t slots[WIDTH_MAX];
  unsigned controller_count;
  uint8_t controllers[CONTROLLERS_MAX];
  unsigned taken_count, held_count;
  uint8_t taken[WIDTH_MAX], held[WIDTH_MAX]; /* feeds: those that it takes from; those that take from it */
  struct intern *contents;        /* the numbers of its slots */
  struct intern *deeds;           /* that may be done to it; the first is a tick */
  struct intern *shown;           /* what properties may see of it */
  uint64_t after_total;           /* the parts' after_count together */
};

/* Where a controller is: in which cluster, as which of its controllers. */
struct seat { uint8_t cluster, place; };

struct clusters {
  struct machine *machine;
  unsigned count;
  struct cluster *items;
  struct parts *_Atomic parts[WIDTH_MAX]; /* by cluster; replaced by larger ones, and kept until the end */
  uint8_t of_slot[WIDTH_MAX];
  unsigned controller_count;
  struct seat seats[CONTROLLERS_MAX];
  unsigned feed_count;
  struct feed feeds[WIDTH_MAX];
  struct intern *views[WIDTH_MAX]; /* by feed: what may be held for it */
  bool timed;                     /* in logical time: steps renumber it */
  unsigned whens, when_shift;     /* moves at hand: WHENS_AT_HAND, or fewer where fewer can be asked for; their place is what
                                   * `when` leaves after a shift, since where nothing is prompt every other is never asked for */
  struct memo moves;              /* (content, view), by cluster or feed and by `when`, to moves */
  struct memo renumberings;       /* (times, past) to map + 1 */
  struct memo kin;                /* kin.h: of contents in their clusters */
  struct intern *maps;            /* by number: what the machine interned */
  const struct moves_list **no_moves; /* of parts that never were part of a state: none is known */
  pthread_mutex_t lock;           /* for what follows, and to make parts */
  struct arena kept, lines;       /* all that lives as long as the clusters; parts alone, which begin lines of the cache */
  struct deeds *deeds;            /* of the move that is being made */
  char *written;                  /* what a checkpoint asked for last */
};

static inline const struct part *part_at(const struct clusters *clusters, unsigned cluster, uint32_t number) {
  struct parts *parts = atomic_load_explicit(&((struct clusters *)clusters)->parts[cluster], memory_order_acquire);
  const struct part *part = NULL;
  if (number < parts->count) part = atomic_load_explicit(&parts->items[number], memory_order_acquire);
  return part ? part : part_compute(clusters, cluster, number);
}

static inline const struct seen *part_seen(const struct clusters *clusters, unsigned cluster, const struct part *part) {
  const struct seen *known = __atomic_load_n(&part->seen, __ATOMIC_ACQUIRE);
  return known ? known : seen_compute(clusters, cluster, part);
}

/* Under which key a part's notes have what a deed, or a map, makes of it. */
static inline uint32_t note_of_deed(uint32_t deed) { return deed << 1; }
static inline uint32_t note_of_map(uint32_t map) { return map << 1 | 1; }

_Static_assert((uint32_t)NOTE_NONE == (uint32_t)DEED_UNKNOWN, "a deed of which there is no note is not known");

static inline uint32_t part_note(const struct part *part, uint32_t key) {
  return notes_find(__atomic_load_n(&part->notes, __ATOMIC_ACQUIRE), key);
}

static inline uint32_t deed_known(const struct part *part, uint32_t deed) {
  if (deed < part->after_count) return __atomic_load_n(&part->after[deed], __ATOMIC_ACQUIRE) - 1;
  return part_note(part, note_of_deed(deed));
}

static inline uint32_t deed_done(const struct clusters *clusters, unsigned cluster, uint32_t number, const struct part *part,
                                 uint32_t deed) {
  uint32_t known = deed_known(part, deed);
  return known != DEED_UNKNOWN ? known : deed_compute(clusters, cluster, number, deed);
}

/* The part, of which its kin is known. */
static inline const struct part *related(const struct clusters *clusters, unsigned cluster, const struct part *part) {
  if (!__atomic_load_n(&part->kin, __ATOMIC_ACQUIRE)) part_relate(clusters, cluster, part);
  return part;
}

/* What a permutation makes of a part whose kin is known: a member of that; a content in its cluster. */
static inline const struct member *part_member(const struct part *part, unsigned permutation) {
  return kin_image(part->kin, *part_then(part), permutation);
}
static inline uint64_t part_image(const struct symmetry *symmetry, const struct part *part, unsigned permutation) {
  return symmetry->by_signature ? part_member(part, permutation)->what : part_images(symmetry, part)[permutation];
}

enum { VIEWS_AT_HAND = 32, WHENS_AT_HAND = 16 };

static inline const struct moves_list *own_moves_of(const struct clusters *clusters, unsigned cluster, uint32_t number,
                                                    const struct part *part, unsigned when) {
  const struct moves_list *known = NULL;
  unsigned place = when >> clusters->when_shift;
  if (place < clusters->whens) known = __atomic_load_n(&__atomic_load_n(&part->moves, __ATOMIC_ACQUIRE)[place], __ATOMIC_ACQUIRE);
  return known ? known : moves_compute(clusters, cluster, number, when);
}

/* What a cluster can do with what its feed `at` holds. */
static inline const struct moves_list *fed_moves(const struct clusters *clusters, unsigned cluster, uint32_t number,
                                                 const struct part *part, unsigned at, uint32_t view, unsigned when) {
  const struct moves_list *known = NULL;
  if (view < VIEWS_AT_HAND && clusters->whens == 1)
    known = __atomic_load_n(&part->fed[at * VIEWS_AT_HAND + view], __ATOMIC_ACQUIRE);
  return known ? known : fed_compute(clusters, cluster, number, at, view, when);
}

static inline uint64_t renumbering_of(const struct clusters *clusters, uint64_t times, unsigned past) {
  bool kept = clusters->machine->rank ? !past && !(times & (times + 1)) /* 0, 1, ..., k without a gap */ : !times || times & 1;
  if (kept) return 0;
  uint64_t known = memo_find(&clusters->renumberings, times, past);
  return known ? known : renumbering_compute(clusters, times, past);
}

/* The map that gives up outdated copies: 1 + its number; 0: there are none. */
uint64_t outdating_compute(const struct clusters *clusters, const struct renewals *renewals);

static inline const struct part *mapped_to(const struct clusters *clusters, unsigned cluster, const struct part *part,
                                           uint32_t map) {
  uint32_t known = part_note(part, note_of_map(map));
  return part_at(clusters, cluster, known != NOTE_NONE ? known : mapped_compute(clusters, cluster, part, map));
}

/* What says which permutation leads from a state to the one that stands for its orbit. */
union choice { signature_t signature[POINTS_MAX]; uint64_t sums[SUMS_MAX]; };

/* What properties see of a state is a word as well, where that is enough (layout.h); else it has this bit, which no such
 * word has. */
#define SHOWS_MORE (UINT64_C(1) << 63)
enum { HOLDING_BITS_FIRST = 12, HOLDING_BITS_STEP = 2, HOLDING_BITS_LAST = 20,
       HOLDING_ROOM = 2 << 20 /* where no sink says how much */ };

/* Words of states in which properties hold, + 1, by hash; what comes later takes the place of another.  0: none. */
struct holding { uint64_t *items; unsigned bits; uint32_t count; /* that came to a place where there was none */ };

/* What is kept for each thread of a search. */
struct cluster_worker {
  const struct clusters *clusters;
  struct worker *inner;      /* what the machine records */
  const struct part *parts[WIDTH_MAX]; /* of the state whose steps are shown */
  unsigned greatest;                   /* timestamp of that state */
  bool blocked;
  uint64_t shows;                      /* what properties see of it */
  struct layout seen;                  /* of such words; it takes what was seen when it was made: */
  bool outgrown, shows_more;           /* something since does not fit in it; there is none */
  struct holding holding;
  uint64_t room;                       /* bytes that this may take (sink.h) */
  const struct symmetry *symmetry;  /* NULL: none; else: */
  union choice choice;              /* of that state */
  const struct part *after[WIDTH_MAX]; /* the parts of what a step leads to; between steps, of that state */
  struct recall *recall;               /* NULL: nothing is remembered */
  step_visitor *visit;
  void *context;
  uint32_t label;
};

/* A cluster's part of what properties see. */
static inline uint64_t shows_of(struct cluster_worker *worker, unsigned cluster, const struct part *part) {
  if (worker->shows_more) return SHOWS_MORE;
  if (!(part->shown & worker->seen.beyond[cluster])) return part->shown * worker->seen.place[cluster];
  worker->outgrown = true;
  return SHOWS_MORE;
}

static inline uint64_t *holding_place(const struct holding *holding, uint64_t shows) {
  return &holding->items[shows * 0x9E3779B97F4A7C15ull >> (64 - holding->bits)];
}

/* Does nobody get any further by steps of these kinds? */
static inline bool may_be_stuck(unsigned kinds) { return !(kinds & (STEP_PROGRESS | STEP_ENVIRONMENT)); }

/* Is it known that a state with steps of these kinds, which shows this, breaks nothing? */
static inline bool known_to_hold(const struct holding *holding, uint64_t shows, unsigned kinds) {
  return *holding_place(holding, shows) == shows + 1 && !may_be_stuck(kinds);
}

/* --- cluster_steps.c --- */
void cluster_successors(const struct model *model, void *worker, const slot_t *state, step_visitor *visit, void *context);
struct steps_told cluster_tell(const struct model *model, void *worker, struct sink *sink);
/* The states of the orbit that the state whose steps were shown stands for. */
unsigned cluster_orbit_states(const struct cluster_worker *worker);

/* --- cluster_model.c --- */
/* Makes a layout for what properties see, of all that was seen so far; what is known of words of another is forgotten. */
void seen_fit(struct cluster_worker *worker);
struct model clusters_model(struct clusters *clusters);
/* Makes a trace of clusters one of the machine's slots. */
void clusters_unfold(const struct clusters *clusters, struct trace *trace);

#endif
