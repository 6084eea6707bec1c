/* What properties see of a state, as numbers, and where they are known to hold.
 *
 * Many states of a level are alike in what properties see: whether threads are done, what coherence
 * asks of copies, and what an invariant of the system's own looks at.  So each content of a cluster
 * is numbered by what it shows of these, and the numbers of a state's clusters make a word
 * (layout.h).  Once the properties held in a state, they are not asked in others with its word.
 *
 * An invariant of what is in flight sees nearly all of a state, so that no two states look alike to
 * it.  But one that asks something of each line by itself (system.h, seen_with_all_lines) can be
 * asked line by line.  Of two lines a state is then looked at three times: for what coherence asks,
 * and for what the invariant sees of either line, which is all but the other line. Where each of
 * the three looks as it did in some state in which all properties held, all hold: whatever is asked
 * of a line was asked there. */
#include <string.h>
#include "base/memory.h"
#include "kit/cluster_worker.h"

/* --- what a content shows --- */

/* Of two lines that are explored together: one by itself looks different in nearly each state, and
 * so do three in all. */
unsigned property_views_of(const struct machine *machine) {
  bool by_line =
      machine->system->seen_with_all_lines && machine->lines == 2 && !machine->options.alone;
  return by_line ? PROPERTY_VIEWS_MAX : 1;
}

/* Controllers alike in what is seen of them differ in the other line alone. */
static uint32_t controller_shown(const struct clusters *clusters, unsigned controller,
                                 uint32_t content, unsigned line) {
  const struct machine *machine = clusters->machine;
  union local_copy copy;
  size_t size = machine->local_size[machine->controllers[controller].kind];
  memcpy(&copy, local_at(machine, content), size);
  memset(&copy.local.line[!line], 0, sizeof *copy.local.line);
  return intern_add(clusters->of_slots, &copy, size);
}

static uint32_t channel_shown(const struct clusters *clusters, uint32_t content, unsigned line) {
  struct message seen[CHANNEL_MESSAGES_MAX];
  unsigned total, count = 0;
  const struct message *messages = channel_messages(clusters->machine, content, &total);
  for (unsigned i = 0; i < total; i++)
    if (messages[i].line == line || clusters->machine->system->seen_with_all_lines(&messages[i]))
      seen[count++] = messages[i];
  return intern_add(clusters->of_slots, seen, count * sizeof *seen);
}

/* What the invariant sees at the sight of a line: of line 0 at sight 1, of line 1 at sight 2. */
static uint32_t line_shown(const struct clusters *clusters, const struct cluster *cluster,
                           unsigned sight, const slot_t *slots) {
  const struct machine *machine = clusters->machine;
  uint32_t seen[WIDTH_MAX];
  for (unsigned i = 0; i < cluster->count; i++) {
    unsigned slot = cluster->slots[i];
    seen[i] = 0;
    if (slot < machine->core_count || slots[slot] == EMPTY ||
        slot >= channel_slot(machine, machine->channel_count))
      continue;
    if (slot >= channel_slot(machine, 0)) seen[i] = channel_shown(clusters, slots[slot], sight - 1);
    else seen[i] = controller_shown(clusters, slot - machine->core_count, slots[slot], sight - 1);
  }
  return intern_add(cluster->shown[sight], seen, cluster->count * sizeof *seen);
}

/* What coherence asks, whether threads are done, and controllers' states, where an invariant looks
 * at these alone. */
static uint32_t all_shown(const struct clusters *clusters, const struct cluster *cluster,
                          bool finished, const struct coherence *coherence, const slot_t *slots) {
  const struct machine *machine = clusters->machine;
  struct {
    struct coherence coherence;
    uint32_t controllers[CONTROLLERS_MAX];
    bool finished;
  } seen;
  memset(&seen, 0, sizeof seen); /* padding, too */
  memcpy(&seen.coherence, coherence, sizeof *coherence);
  seen.finished = finished;
  for (unsigned i = 0; i < cluster->controller_count && machine->system->invariant; i++)
    seen.controllers[i] = slots[controller_slot(machine, cluster->controllers[i])];
  return intern_add(cluster->shown[0], &seen, sizeof seen);
}

void property_views_number(const struct clusters *clusters, unsigned number,
                           struct cluster_state *part, const struct coherence *coherence,
                           const slot_t *slots) {
  const struct cluster *cluster = &clusters->items[number];
  part->shown[0] = all_shown(clusters, cluster, part->finished, coherence, slots);
  for (unsigned sight = 1; sight < clusters->sights; sight++)
    part->shown[sight] = line_shown(clusters, cluster, sight, slots);
}

/* --- what is known to hold --- */

static struct holding holding_new(unsigned bits) {
  return (struct holding){ .items = memory_new((size_t)1 << bits, sizeof(uint64_t)), .bits = bits };
}

static void hold(struct holding *holding, uint64_t shows) {
  uint64_t *place = holding_place(holding, shows);
  holding->count += !*place;
  *place = shows + 1;
}

static void enlarge(struct holding *holding, uint64_t room) {
  unsigned bits = holding->bits + HOLDING_BITS_STEP;
  if (bits > HOLDING_BITS_LAST || sizeof *holding->items << bits > room) return;
  struct holding larger = holding_new(bits);
  for (size_t i = 0; i < (size_t)1 << holding->bits; i++)
    if (holding->items[i]) hold(&larger, holding->items[i] - 1);
  memory_free(holding->items);
  *holding = larger;
}

/* At once where it is known whether they hold is fetched. */
void property_views_see(struct cluster_worker *worker) {
  for (unsigned s = 0, count = worker->clusters->count; s < worker->clusters->sights; s++) {
    struct property_view *sight = &worker->sights[s];
    uint64_t shows = 0;
    slot_t over = 0;
    for (unsigned i = 0; i < count; i++) {
      slot_t shown = worker->parts[i]->shown[s];
      shows += shown * sight->seen.place[i];
      over |= shown & sight->seen.beyond[i];
    }
    worker->outgrown |= over && !sight->shows_more;
    sight->shows = over || sight->shows_more ? SHOWS_MORE : shows;
    __builtin_prefetch(holding_place(&sight->holding, sight->shows));
  }
}

uint64_t property_view_of_cluster_state(struct cluster_worker *worker, unsigned cluster,
                                        const struct cluster_state *part) {
  const struct property_view *sight = &worker->sights[0];
  slot_t over = part->shown[0] & sight->seen.beyond[cluster];
  worker->outgrown |= over && !sight->shows_more;
  return over || sight->shows_more ? SHOWS_MORE : part->shown[0] * sight->seen.place[cluster];
}

void property_views_note(struct cluster_worker *worker) {
  for (unsigned i = 0; i < worker->clusters->sights; i++) {
    struct property_view *sight = &worker->sights[i];
    if (sight->shows >= SHOWS_MORE) continue;
    if (sight->holding.count >> (sight->holding.bits - 2))
      enlarge(&sight->holding, worker->room); /* a quarter full */
    hold(&sight->holding, sight->shows);
  }
}

/* An invariant of what is in flight sees all of a state, unless it asks line by line. */
void property_views_fit(struct cluster_worker *worker) {
  const struct clusters *clusters = worker->clusters;
  bool sees_all = clusters->machine->system->invariant_in_flight && clusters->sights == 1;
  slot_t greatest[WIDTH_MAX];
  for (unsigned i = 0; i < clusters->sights; i++) {
    struct property_view *sight = &worker->sights[i];
    for (unsigned c = 0; c < clusters->count; c++)
      greatest[c] = intern_count(clusters->items[c].shown[i]);
    sight->shows_more = !layout_fit(&sight->seen, clusters->count, greatest) || sees_all;
    memory_free(sight->holding.items);
    sight->holding = holding_new(HOLDING_BITS_FIRST);
  }
  worker->outgrown = false;
}

void property_views_free(struct cluster_worker *worker) {
  for (unsigned i = 0; i < worker->clusters->sights; i++)
    memory_free(worker->sights[i].holding.items);
}
