/* Clusters: what makes a step cost a look-up.
 *
 * A controller with the channels that it alone reads and the cores that it alone serves is a cluster.  All that a cluster can do
 * is a function of what its slots hold together, since a controller shares nothing but channels; what it does to other clusters
 * is to put messages into their channels, to answer cores, and to let copies grow old.  So the contents of a cluster's slots are
 * interned once more, all together, and for each such content the moves are remembered: where they lead the cluster itself, and
 * the deeds that they do to others.  What a deed makes of another cluster's content is remembered too.  A state is then one
 * number for each cluster; a step is one look-up for each cluster that it changes; and a state's properties are put together
 * from what is remembered of a few contents.
 *
 * Clusters are found, not written: a core goes to its port, and a channel to its reader.  But a controller that the transactions
 * of many cores meet at (a hub: a directory) would have too many contents together with all that may wait for it, so
 * its channels go to who writes them, or stay alone.  Then it takes from them by way of a feed: what it can do is
 * remembered for its own content and for what another cluster holds for it (a view).  A cluster has more contents than
 * each of its slots, but far fewer than there are states.
 *
 * Not for programs (whose reductions look at all cores at once), nor for logical time (which renumbers all slots at once), nor
 * where a history of transactions is kept or some messages are taken before all else, or an invariant looks at what is in flight:
 * such machines are explored slot by slot.  Both ways the same states are found, by the same steps, and the same traces shown;
 * tests/unit/models/cluster_test.c holds every system to that. */
#include "kit/cluster.h"

#include <string.h>
#include "base/memory.h"
#include "kit/symmetry.h"

/* What happens to a slot of another cluster. */
struct atom {
  enum { ATOM_SET = 1, ATOM_SWEEP, ATOM_PUSH, ATOM_REPLY, ATOM_TICK } what;
  uint32_t where, content; /* a slot and what it holds then; a channel and a message; a core and the answer's number */
  struct performed performed;
  struct reply reply;
};

enum { DEEDS_ROUND = 16, AFTER_AT_HAND = 1 << 24, ATOMS_MAX = 1 + PERFORMED_MAX + SENDS_MAX + REPLIES_MAX };

static void keep(struct clusters *clusters, void *block) { vector_push(clusters->blocks, block); }

/* --- slots and clusters --- */

static const slot_t *slots_of(const struct cluster *cluster, uint32_t number) {
  return intern_at(cluster->contents, number, NULL);
}

static uint32_t number_of(const struct cluster *cluster, const slot_t *slots) {
  slot_t own[WIDTH_MAX];
  for (unsigned i = 0; i < cluster->count; i++) own[i] = slots[cluster->slots[i]];
  return intern_add(cluster->contents, own, cluster->count * sizeof *own);
}

static void fill_in(const struct cluster *cluster, uint32_t number, slot_t *slots) {
  const slot_t *own = slots_of(cluster, number);
  for (unsigned i = 0; i < cluster->count; i++) slots[cluster->slots[i]] = own[i];
}

void clusters_join(const struct clusters *clusters, const slot_t *slots, slot_t *state) {
  for (unsigned i = 0; i < clusters->count; i++) state[i] = number_of(&clusters->items[i], slots);
}

void clusters_spread(const struct clusters *clusters, const slot_t *state, slot_t *slots) {
  for (unsigned i = 0; i < clusters->count; i++) fill_in(&clusters->items[i], state[i], slots);
}

/* --- deeds --- */

static bool act(const struct clusters *clusters, unsigned number, const struct atom *atom, slot_t *slots, unsigned except) {
  const struct machine *machine = clusters->machine;
  const struct cluster *cluster = &clusters->items[number];
  for (unsigned i = 0; i < cluster->count && (atom->what == ATOM_SWEEP || atom->what == ATOM_TICK); i++) {
    unsigned slot = cluster->slots[i];
    if (slot == except || slot < machine->core_count) continue;
    slots[slot] = atom->what == ATOM_SWEEP ? sweep_slot(machine, slot, slots[slot], atom->performed)
                                           : times_tick_slot(machine, slot, slots[slot]);
  }
  if (atom->what == ATOM_SET) slots[atom->where] = atom->content;
  if (atom->what == ATOM_PUSH) {
    slot_t *slot = &slots[channel_slot(machine, atom->where)];
    *slot = channel_push(machine, atom->where, *slot, atom->content);
    return *slot != UINT32_MAX;
  }
  if (atom->what == ATOM_REPLY) {
    slot_t *slot = &slots[core_slot(machine, atom->where)];
    *slot = core_after(machine, atom->where, *slot, &atom->reply, atom->content);
  }
  return true;
}

uint32_t deed_compute(const struct clusters *clusters, unsigned number, uint32_t content, uint32_t deed) {
  const struct cluster *cluster = &clusters->items[number];
  const struct part *part = part_at(clusters, number, content);
  uint64_t known = memo_find(&clusters->after, (uint64_t)content << 32 | deed, number);
  if (known) return (uint32_t)(known - 1);
  slot_t slots[WIDTH_MAX];
  size_t length;
  const struct atom *atoms = intern_at(cluster->deeds, deed, &length);
  bool fits = true;
  fill_in(cluster, content, slots);
  for (size_t i = 0; i < length / sizeof *atoms && fits; i++) fits = act(clusters, number, &atoms[i], slots, WIDTH_MAX);
  uint32_t after = fits ? number_of(cluster, slots) : DEED_FULL;
  if (deed < part->after_count) __atomic_store_n(&part->after[deed], after + 1, __ATOMIC_RELEASE);
  else memo_add((struct memo *)&clusters->after, (uint64_t)content << 32 | deed, number, 1 + (uint64_t)after);
  return after;
}

static void add_tick(struct cluster *cluster) {
  struct atom atom;
  memset(&atom, 0, sizeof atom);
  atom.what = ATOM_TICK;
  intern_add(cluster->deeds, &atom, sizeof atom);
}

/* --- moves --- */

/* The deeds of one move, by cluster. */
struct deeds { unsigned count[WIDTH_MAX]; struct atom atoms[WIDTH_MAX][ATOMS_MAX]; };

static struct deeds *deeds_new(void) {
  struct deeds *deeds = memory_resize(NULL, 1, sizeof *deeds); /* not zeroed: it is large, and mostly not used */
  memset(deeds->count, 0, sizeof deeds->count);
  return deeds;
}

static struct atom *add_atom(struct deeds *deeds, unsigned cluster, int what, uint32_t where, uint32_t content) {
  struct atom *atom = &deeds->atoms[cluster][deeds->count[cluster]++];
  memset(atom, 0, sizeof *atom);
  atom->what = what;
  atom->where = where;
  atom->content = content;
  return atom;
}

/* In the order of `apply` (successors.c): the input is taken, copies grow old, messages leave, cores are answered. */
static void gather_deeds(const struct clusters *clusters, const struct alternative *way, struct deeds *deeds) {
  const struct machine *machine = clusters->machine;
  for (unsigned i = 0; i < way->performs; i++)
    for (unsigned cluster = 0; cluster < clusters->count; cluster++)
      add_atom(deeds, cluster, ATOM_SWEEP, 0, 0)->performed = way->perform[i];
  for (unsigned i = 0; i < way->sends; i++) {
    unsigned cluster = clusters->of_slot[channel_slot(machine, way->send[i].channel)];
    add_atom(deeds, cluster, ATOM_PUSH, way->send[i].channel, way->send[i].message);
  }
  for (unsigned i = 0; i < way->replies; i++) {
    unsigned core = way->reply[i].core, cluster = clusters->of_slot[core_slot(machine, core)];
    add_atom(deeds, cluster, ATOM_REPLY, core, way->answer[i])->reply = way->reply[i];
  }
}

struct moves_made { uint32_t *items; size_t length, room; bool blocked; };

static void add_move(const struct clusters *clusters, unsigned number, slot_t *slots, const struct recorded *step,
                     struct deeds *deeds, struct moves_made *made) {
  const struct alternative *way = step->way;
  unsigned own = way ? controller_slot(clusters->machine, step->controller) : WIDTH_MAX, others = 0;
  bool fits = true;
  memset(deeds->count, 0, sizeof deeds->count);
  if (step->takes) add_atom(deeds, clusters->of_slot[step->slot], ATOM_SET, step->slot, step->content);
  if (way) gather_deeds(clusters, way, deeds);
  size_t at = made->length;
  for (unsigned i = 0; i < MOVE_OTHERS; i++) vector_push(*made, 0);
  for (unsigned i = 0; i < deeds->count[number] && fits; i++) {
    const struct atom *atom = &deeds->atoms[number][i];
    fits = act(clusters, number, atom, slots, own);
  }
  if (way) slots[own] = way->local;
  for (unsigned cluster = 0; cluster < clusters->count && fits; cluster++) {
    if (cluster == number || deeds->count[cluster] == 0) continue;
    size_t size = deeds->count[cluster] * sizeof(struct atom);
    uint32_t deed = intern_add(clusters->items[cluster].deeds, deeds->atoms[cluster], size);
    vector_push(*made, deed_word(cluster, deed));
    others++;
  }
  made->items[at + MOVE_OWN] = fits ? number_of(&clusters->items[number], slots) : 0;
  made->items[at + MOVE_KIND] = move_head(step->kind, others);
  if (!fits) made->length = at;
  made->blocked |= !fits;
}

/* What the given slots of a state can do, of which those of the cluster and of what feeds it are known. */
static struct moves_list make_moves(const struct clusters *clusters, unsigned number, const slot_t *slots,
                                    const uint8_t *active, unsigned count) {
  struct recorder recorder = { 0 };
  struct moves_made made = { 0 };
  struct deeds *deeds = deeds_new();
  machine_steps_within(clusters->machine, slots, active, count, &recorder);
  for (size_t i = 0; i < recorder.steps.length; i++) {
    slot_t after[WIDTH_MAX];
    memcpy(after, slots, sizeof after);
    add_move(clusters, number, after, &recorder.steps.items[i], deeds, &made);
  }
  keep((struct clusters *)clusters, made.items);
  vector_free(recorder.steps);
  memory_free(deeds);
  return (struct moves_list){ made.items, made.items + made.length, made.blocked };
}

/* Those of a cluster's slots that need nothing of another cluster to do something: not the channels that it keeps for others. */
static unsigned active_slots(const struct clusters *clusters, const struct cluster *cluster, uint8_t *active) {
  const struct machine *machine = clusters->machine;
  unsigned count = 0;
  for (unsigned i = 0; i < cluster->count; i++) {
    unsigned slot = cluster->slots[i], channel = slot - channel_slot(machine, 0);
    bool reads = slot < channel_slot(machine, 0) ||
                 clusters->of_slot[controller_slot(machine, machine->channels[channel].to)] == clusters->of_slot[slot];
    if (reads) active[count++] = (uint8_t)slot;
  }
  return count;
}

const struct moves_list *fed_compute(const struct clusters *clusters, unsigned number, uint32_t content, unsigned at,
                                     uint32_t view) {
  struct clusters *self = (struct clusters *)clusters;
  unsigned feed = clusters->items[number].taken[at];
  const struct part *part = part_at(clusters, number, content);
  uint64_t known = memo_find(&clusters->fed, (uint64_t)content << 32 | view, feed);
  if (known) return (const struct moves_list *)(uintptr_t)known;
  const struct feed *channels = &clusters->feeds[feed];
  const slot_t *held = intern_at(clusters->views[feed], view, NULL);
  slot_t slots[WIDTH_MAX] = { 0 };
  fill_in(&clusters->items[number], content, slots);
  for (unsigned i = 0; i < channels->count; i++) slots[channels->slots[i]] = held[i];
  struct moves_list *moves = memory_new(1, sizeof *moves);
  pthread_mutex_lock(&self->lock);
  *moves = make_moves(clusters, number, slots, channels->slots, channels->count);
  keep(self, moves);
  pthread_mutex_unlock(&self->lock);
  if (view < VIEWS_AT_HAND) __atomic_store_n(&part->fed[at * VIEWS_AT_HAND + view], moves, __ATOMIC_RELEASE);
  else memo_add(&self->fed, (uint64_t)content << 32 | view, feed, (uint64_t)(uintptr_t)moves);
  return moves;
}

/* --- parts --- */

static void make_symmetry(const struct clusters *clusters, const struct cluster *cluster, struct part *part) {
  const struct machine *machine = clusters->machine;
  struct said *said = memory_new(1, said_size(machine->symmetry));
  for (unsigned i = 0; i < cluster->count; i++) symmetry_add(machine, said, cluster->slots[i], part->slots[i]);
  part->said = said;
  part->images = memory_new(machine->symmetry->count, sizeof *part->images);
  keep((struct clusters *)clusters, said);
  keep((struct clusters *)clusters, part->images);
}

static void make_held(const struct clusters *clusters, const struct cluster *cluster, struct part *part, const slot_t *slots) {
  struct held *held = memory_new(cluster->held_count, sizeof *held), *end = held;
  for (unsigned i = 0; i < cluster->held_count; i++) {
    const struct feed *feed = &clusters->feeds[cluster->held[i]];
    slot_t channels[WIDTH_MAX];
    unsigned messages = 0;
    for (unsigned c = 0; c < feed->count; c++) {
      unsigned count;
      channels[c] = slots[feed->slots[c]];
      channel_messages(clusters->machine, channels[c], &count);
      messages += count;
    }
    if (messages == 0) continue;
    uint32_t view = intern_add(clusters->views[cluster->held[i]], channels, feed->count * sizeof *channels);
    *end++ = (struct held){ feed->to, feed->at, view };
  }
  part->held = held;
  part->held_end = end;
  keep((struct clusters *)clusters, held);
}

/* A cluster of many contents to which many things may be done has too many pairs of them for a table: those of its later contents
 * are looked for in the memo, but for the first deeds, which are the most frequent. */
static void make_room(struct clusters *clusters, struct cluster *cluster, struct part *part) {
  part->after_count = (intern_count(cluster->deeds) + DEEDS_ROUND) / DEEDS_ROUND * DEEDS_ROUND;
  if (cluster->after_total > AFTER_AT_HAND) part->after_count = DEEDS_ROUND;
  cluster->after_total += part->after_count;
  part->after = memory_new(part->after_count, sizeof *part->after);
  part->fed = memory_new(cluster->taken_count * VIEWS_AT_HAND, sizeof *part->fed);
  keep(clusters, part->after);
  keep(clusters, part->fed);
}

static void make_summary(const struct clusters *clusters, const struct cluster *cluster, struct part *part, const slot_t *slots) {
  const struct machine *machine = clusters->machine;
  const struct local **locals = memory_new(cluster->controller_count, sizeof *locals);
  for (unsigned i = 0; i < cluster->controller_count; i++)
    locals[i] = local_at(machine, slots[controller_slot(machine, cluster->controllers[i])]);
  part->locals = locals;
  keep((struct clusters *)clusters, locals);
  for (unsigned i = 0; i < cluster->count; i++) {
    coherence_add_slot(machine, &part->coherence, cluster->slots[i], part->slots[i]);
    if (cluster->slots[i] >= machine->core_count)
      part->ticks |= machine->system->time == TIME_REMAINING && times_used(machine, cluster->slots[i], part->slots[i]) & ~1ull;
  }
}

/* Room for more of a cluster's parts than there was. */
static void make_place(struct clusters *clusters, unsigned number, uint32_t count) {
  const struct parts *old = atomic_load(&clusters->parts[number]);
  struct parts *parts = memory_new(1, sizeof *parts + count * sizeof *parts->items);
  parts->count = count;
  for (uint32_t i = 0; old && i < old->count; i++) atomic_init(&parts->items[i], atomic_load(&old->items[i]));
  atomic_store_explicit(&clusters->parts[number], parts, memory_order_release);
  keep(clusters, parts);
}

static _Atomic(const struct part *) *place_of(struct clusters *clusters, unsigned number, uint32_t content) {
  uint32_t count = atomic_load(&clusters->parts[number])->count;
  while (count <= content) count *= 2;
  if (count > atomic_load(&clusters->parts[number])->count) make_place(clusters, number, count);
  return &atomic_load(&clusters->parts[number])->items[content];
}

const struct part *part_compute(const struct clusters *clusters, unsigned number, uint32_t content) {
  struct clusters *self = (struct clusters *)clusters;
  struct cluster *cluster = &self->items[number];
  pthread_mutex_lock(&self->lock);
  _Atomic(const struct part *) *place = place_of(self, number, content);
  const struct part *known = atomic_load(place);
  if (!known) {
    struct part *part = memory_new(1, sizeof *part);
    slot_t slots[WIDTH_MAX] = { 0 };
    fill_in(cluster, content, slots);
    part->slots = slots_of(cluster, content);
    keep(self, part);
    uint8_t active[WIDTH_MAX];
    unsigned count = active_slots(clusters, cluster, active);
    part->moves = make_moves(clusters, number, slots, active, count);
    make_room(self, cluster, part);
    make_held(clusters, cluster, part, slots);
    make_summary(clusters, cluster, part, slots);
    if (clusters->machine->symmetry) make_symmetry(clusters, cluster, part);
    atomic_store_explicit(place, part, memory_order_release);
    known = part;
  }
  pthread_mutex_unlock(&self->lock);
  return known;
}

uint32_t image_compute(const struct clusters *clusters, unsigned number, const struct part *part, unsigned permutation) {
  const struct machine *machine = clusters->machine;
  const struct cluster *cluster = &clusters->items[number];
  const uint8_t *place = machine->symmetry->items[permutation].slot;
  slot_t slots[WIDTH_MAX];
  for (unsigned i = 0; i < cluster->count; i++)
    slots[place[cluster->slots[i]]] = images_of(machine, cluster->slots[i], part->slots[i])[permutation].number;
  uint32_t image = number_of(&clusters->items[image_place(clusters, number, permutation)], slots);
  __atomic_store_n(&part->images[permutation], image + 1, __ATOMIC_RELEASE);
  return image;
}

/* --- finding clusters --- */

static unsigned root_of(const uint8_t *parent, unsigned slot) {
  while (parent[slot] != slot) slot = parent[slot];
  return slot;
}

static void unite(uint8_t *parent, unsigned a, unsigned b) { parent[root_of(parent, a)] = (uint8_t)root_of(parent, b); }

/* A controller that many cores' transactions meet at, and that is no core's port: with all that may wait for it, it would have
 * too many contents. */
static bool is_hub(const struct machine *machine, unsigned controller) {
  for (unsigned core = 0; core < machine->core_count; core++)
    for (unsigned line = 0; line < machine->lines; line++)
      if (machine_port(machine, core, line) == controller) return false;
  return machine->core_count > 2;
}

/* A core belongs to its port; a channel to who reads it, or if that is a hub to who writes it, if that is one only. */
static void unite_slots(const struct machine *machine, uint8_t *parent) {
  for (unsigned slot = 0; slot < WIDTH_MAX; slot++) parent[slot] = (uint8_t)slot;
  for (unsigned core = 0; core < machine->core_count; core++)
    for (unsigned line = 0; line < machine->lines; line++)
      unite(parent, core_slot(machine, core), controller_slot(machine, machine_port(machine, core, line)));
  for (unsigned i = 0; i < machine->channel_count; i++) {
    const struct channel *channel = &machine->channels[i];
    if (!is_hub(machine, channel->to)) unite(parent, channel_slot(machine, i), controller_slot(machine, channel->to));
    else if (channel->from >= 0) unite(parent, channel_slot(machine, i), controller_slot(machine, (unsigned)channel->from));
  }
}

static void find_clusters(struct clusters *clusters) {
  const struct machine *machine = clusters->machine;
  uint8_t parent[WIDTH_MAX];
  unite_slots(machine, parent);
  for (unsigned slot = 0; slot < machine->model.width; slot++)
    if (parent[slot] == slot) clusters->of_slot[slot] = (uint8_t)clusters->count++;
  clusters->items = memory_new(clusters->count, sizeof *clusters->items);
  for (unsigned slot = 0; slot < machine->model.width; slot++) {
    clusters->of_slot[slot] = clusters->of_slot[root_of(parent, slot)];
    struct cluster *cluster = &clusters->items[clusters->of_slot[slot]];
    cluster->slots[cluster->count++] = (uint8_t)slot;
    if (slot < machine->core_count || slot >= machine->core_count + machine->controller_count) continue;
    clusters->seats[clusters->controller_count++] = (struct seat){ clusters->of_slot[slot], (uint8_t)cluster->controller_count };
    cluster->controllers[cluster->controller_count++] = (uint8_t)(slot - machine->core_count);
  }
  for (unsigned i = 0; i < clusters->count; i++) {
    clusters->items[i].contents = intern_new();
    clusters->items[i].deeds = intern_new();
    add_tick(&clusters->items[i]);
    make_place(clusters, i, PARTS_FIRST);
  }
}

static struct feed *feed_between(struct clusters *clusters, unsigned from, unsigned to) {
  for (unsigned i = 0; i < clusters->feed_count; i++)
    if (clusters->feeds[i].from == from && clusters->feeds[i].to == to) return &clusters->feeds[i];
  struct cluster *source = &clusters->items[from], *target = &clusters->items[to];
  unsigned feed = clusters->feed_count++;
  clusters->views[feed] = intern_new();
  clusters->feeds[feed] = (struct feed){ .from = (uint8_t)from, .to = (uint8_t)to, .at = (uint8_t)target->taken_count };
  target->taken[target->taken_count++] = (uint8_t)feed;
  source->held[source->held_count++] = (uint8_t)feed;
  return &clusters->feeds[feed];
}

static void find_feeds(struct clusters *clusters) {
  const struct machine *machine = clusters->machine;
  for (unsigned i = 0; i < machine->channel_count; i++) {
    unsigned from = clusters->of_slot[channel_slot(machine, i)];
    unsigned to = clusters->of_slot[controller_slot(machine, machine->channels[i].to)];
    if (from == to) continue;
    struct feed *feed = feed_between(clusters, from, to);
    feed->slots[feed->count++] = (uint8_t)channel_slot(machine, i);
  }
}

static void find_images(struct clusters *clusters) {
  const struct symmetry *symmetry = clusters->machine->symmetry;
  uint8_t *images = memory_new(machine_symmetries(clusters->machine) * clusters->count, sizeof *images);
  for (unsigned p = 0; symmetry && p < symmetry->count; p++)
    for (unsigned i = 0; i < clusters->count; i++)
      images[p * clusters->count + i] = clusters->of_slot[symmetry->items[p].slot[clusters->items[i].slots[0]]];
  clusters->images = images;
  keep(clusters, images);
}

static bool fits(const struct machine *machine) {
  return machine->is_client && !machine->has_barriers && !machine->has_focus && !machine->has_history &&
         machine->system->time != TIME_LOGICAL && !machine->prompt && !machine->system->invariant_in_flight &&
         !machine->options.no_clusters;
}

struct clusters *clusters_new(struct machine *machine) {
  if (!fits(machine)) return NULL;
  struct clusters *clusters = memory_new(1, sizeof *clusters);
  clusters->machine = machine;
  memo_start(&clusters->after);
  memo_start(&clusters->fed);
  pthread_mutex_init(&clusters->lock, NULL);
  find_clusters(clusters);
  find_feeds(clusters);
  find_images(clusters);
  if (clusters->count > 1) return clusters;
  clusters_free(clusters);
  return NULL;
}

void clusters_free(struct clusters *clusters) {
  if (!clusters) return;
  for (unsigned i = 0; i < clusters->count; i++) {
    intern_free(clusters->items[i].contents);
    intern_free(clusters->items[i].deeds);
  }
  for (size_t i = 0; i < clusters->blocks.length; i++) memory_free(clusters->blocks.items[i]);
  vector_free(clusters->blocks);
  for (unsigned i = 0; i < clusters->feed_count; i++) intern_free(clusters->views[i]);
  memo_end(&clusters->after);
  memo_end(&clusters->fed);
  pthread_mutex_destroy(&clusters->lock);
  memory_free(clusters->written);
  memory_free(clusters->items);
  memory_free(clusters);
}
