/* See sm_put.h.
 *
 * The parts do not say in which order the requests of several SMs wait, and in which order the own
 * times of several SMs stand.  So all orders are put. */
#include "abstract/sm_put.h"

#include <string.h>
#include "abstract/sm_marks.h"
#include "machine/channel.h"

/* A queue of a hub's line in which requests of several SMs may wait. */
struct put_queue {
  uint8_t hub, line, length;
  uint8_t all[CORES_MAX + 1];  /* requests of each member; NO_SM: of SMs with names */
  uint8_t left[CORES_MAX + 1]; /* those that are not in order yet */
  uint8_t order[QUEUE_MAX];    /* the members, oldest request first */
};

struct putting {
  const struct sm_frame *frame;
  const struct hubs_part *hubs;
  unsigned count;
  const struct member *members;
  struct node nodes[CORES_MAX];
  struct hub_marks marks[CORES_MAX][HUBS_MAX];
  uint8_t own[CORES_MAX][GAPS_MAX]; /* own times of each member by gap */
  unsigned queue_count;
  struct put_queue queues[HUBS_MAX * LINES_MAX];
  /* While times are chosen: the rank of each time, by its code. */
  uint8_t rank[CORES_MAX][256], hub_rank[256], put[CORES_MAX];
  put_visitor *visit;
  void *context;
};

/* --- with the order of requests and times chosen --- */

static void add_marks(const struct sm_slots *sm, const struct line_marks *marks,
                      struct line *line) {
  uint8_t bit = (uint8_t)(1u << sm->number);
  if (marks->sharer) line->sharers |= bit;
  if (marks->held) line->held |= bit;
  if (marks->owner) line->owner = (uint8_t)sm->number;
  if (marks->writer) line->writer = sm->back.core[marks->writer - 1];
}

static void add_queue(const struct putting *putting, const struct put_queue *queue,
                      struct line *line) {
  unsigned taken[CORES_MAX + 1] = { 0 };
  struct request named[QUEUE_MAX];
  memcpy(named, line->queue, sizeof named);
  line->waiting = 0;
  for (unsigned i = 0; i < queue->length; i++) {
    unsigned member = queue->order[i];
    if (member == NO_SM) {
      line->queue[line->waiting++] = named[taken[member]++];
      continue;
    }
    struct request request =
        putting->marks[member][queue->hub].line[queue->line].queue[taken[member]++];
    request.core = putting->frame->sm[member].back.core[request.core];
    if (request.time != NO_TIME && sm_frame_is_timed(putting->frame))
      request.time = putting->rank[member][request.time];
    line->queue[line->waiting++] = request;
  }
}

static uint32_t hub_content(const struct putting *putting, unsigned hub, uint32_t bare) {
  const struct sm_frame *frame = putting->frame;
  const struct machine *machine = frame->machine;
  union local_copy copy;
  size_t length = intern_copy(machine->contents, bare, &copy);
  for (unsigned sm = 0; sm < putting->count; sm++) {
    const struct hub_marks *marks = &putting->marks[sm][hub];
    for (unsigned i = 0; i < frame->sm[sm].cores; i++) {
      unsigned core = frame->sm[sm].back.core[i], stall = marks->stall[i];
      copy.local.pending[core] = marks->pending[i];
      if (!sm_frame_times_of_cores(frame, frame->hub[hub])) continue;
      if (stall != NO_TIME && sm_frame_is_timed(frame)) stall = putting->rank[sm][stall];
      copy.local.stall[core] = (uint8_t)stall;
    }
    for (unsigned line = 0; line < machine->shape.lines; line++)
      add_marks(&frame->sm[sm], &marks->line[line], &copy.local.line[line]);
  }
  for (unsigned i = 0; i < putting->queue_count; i++)
    if (putting->queues[i].hub == hub)
      add_queue(putting, &putting->queues[i], &copy.local.line[putting->queues[i].line]);
  return intern_add(machine->contents, &copy, length);
}

static uint32_t own_map(const struct putting *putting, const uint8_t *rank) {
  struct part_times times = { .own = { 0 } };
  if (!sm_frame_is_timed(putting->frame)) return NO_MAP;
  memcpy(times.to, rank, sizeof times.to);
  return intern_add(putting->frame->maps, &times, sizeof times);
}

/* Puts the slots of a node; adds its messages to the bags. */
static void put_node(const struct putting *putting, unsigned number, slot_t *state,
                     uint32_t *in_bags) {
  const struct sm_frame *frame = putting->frame;
  const struct sm_slots *sm = &frame->sm[number];
  const uint32_t *parts = intern_at(frame->parts->capsules, putting->nodes[number].capsule, NULL);
  uint32_t map = own_map(putting, putting->rank[number]);
  for (unsigned i = 0; i < sm->count; i++)
    state[sm->slot[i]] = sm_frame_content(frame, number, sm->slot[i], parts[i], map);
  for (unsigned i = 0; i < frame->bag_count; i++)
    in_bags[i] = sm_frame_content(frame, number, frame->bag[i], parts[sm->count + i], map);
}

/* The messages of one more part in a bag.  false: there is no room. */
static bool join_bag(const struct machine *machine, unsigned slot, uint32_t more, slot_t *bag) {
  struct message messages[2 * CHANNEL_MESSAGES_MAX];
  if (more == EMPTY) return true;
  if (*bag == EMPTY) return *bag = more, true;
  size_t first = intern_copy(machine->contents, *bag, messages),
         second = intern_copy(machine->contents, more, (char *)messages + first);
  unsigned count = (unsigned)((first + second) / sizeof *messages);
  if (count > CHANNEL_MESSAGES_MAX) return false;
  channel_sort(machine, slot - channel_slot(machine, 0), messages, count);
  *bag = intern_add(machine->contents, messages, first + second);
  return true;
}

static bool put_state(struct putting *putting) {
  const struct sm_frame *frame = putting->frame;
  const struct machine *machine = frame->machine;
  uint32_t map = own_map(putting, putting->hub_rank), in_bags[CHANNELS_MAX];
  const uint32_t *part = putting->hubs->part;
  slot_t state[WIDTH_MAX];
  memcpy(state, frame->idle, sizeof state);
  for (unsigned i = 0; i < frame->hub_count; i++) {
    unsigned slot = controller_slot(machine, frame->hub[i]);
    state[slot] = hub_content(putting, i, sm_frame_content(frame, NO_SM, slot, *part++, map));
  }
  for (unsigned i = 0; i < frame->between_count; i++)
    state[frame->between[i]] = sm_frame_content(frame, NO_SM, frame->between[i], *part++, map);
  for (unsigned i = 0; i < frame->bag_count; i++)
    state[frame->bag[i]] = sm_frame_content(frame, NO_SM, frame->bag[i], *part++, map);
  for (unsigned sm = 0; sm < putting->count; sm++) {
    if (!putting->members[sm].is_node) continue;
    put_node(putting, sm, state, in_bags);
    for (unsigned i = 0; i < frame->bag_count; i++)
      if (!join_bag(machine, frame->bag[i], in_bags[i], &state[frame->bag[i]])) return false;
  }
  putting->visit(putting->context, state);
  return true;
}

/* --- the orders of times --- */

static bool put_times(struct putting *putting, unsigned gap, unsigned next);

static bool gap_is_done(const struct putting *putting, unsigned gap) {
  for (unsigned i = 0; i < putting->count; i++)
    if (putting->put[i] < putting->own[i][gap]) return false;
  return true;
}

/* Chooses the members whose next own time in the gap is the rank `next`: each non-empty set. */
static bool put_gap(struct putting *putting, unsigned gap, unsigned next) {
  if (gap_is_done(putting, gap)) return put_times(putting, gap + 1, next);
  for (unsigned set = 1; set < 1u << putting->count; set++) {
    bool fits = true;
    for (unsigned i = 0; i < putting->count; i++)
      fits &= !(set >> i & 1) || putting->put[i] < putting->own[i][gap];
    if (!fits) continue;
    for (unsigned i = 0; i < putting->count; i++)
      if (set >> i & 1) putting->rank[i][gap * GAP_TIMES_MAX + putting->put[i]++] = (uint8_t)next;
    fits = put_gap(putting, gap, next + 1);
    for (unsigned i = 0; i < putting->count; i++)
      if (set >> i & 1) putting->put[i]--;
    if (!fits) return false;
  }
  return true;
}

/* Ranks the times from the hubs' time before the gap on. */
static bool put_times(struct putting *putting, unsigned gap, unsigned next) {
  uint8_t put[CORES_MAX];
  if (gap > putting->hubs->times) return put_state(putting);
  if (gap > 0) {
    putting->hub_rank[gap - 1] = (uint8_t)next;
    for (unsigned i = 0; i < putting->count; i++)
      putting->rank[i][ON_TIME + gap - 1] = (uint8_t)next;
    next++;
  }
  memcpy(put, putting->put, sizeof put);
  memset(putting->put, 0, sizeof putting->put);
  bool fits = next <= TIME_MAX && put_gap(putting, gap, next);
  memcpy(putting->put, put, sizeof put);
  return fits;
}

/* --- the orders of requests --- */

/* Has an equal member before it begun?  Equal members can be exchanged, so their oldest requests
 * wait in order. */
static bool is_first_of_equals(const struct putting *putting, const struct put_queue *queue,
                               unsigned member) {
  const struct member *members = putting->members;
  if (!member || member == NO_SM || members[member].is_node != members[member - 1].is_node ||
      members[member].number != members[member - 1].number)
    return true;
  return queue->left[member] < queue->all[member] ||
         queue->left[member - 1] < queue->all[member - 1];
}

static bool put_queues(struct putting *putting, unsigned number, unsigned place) {
  if (number == putting->queue_count) return put_times(putting, 0, 0);
  struct put_queue *queue = &putting->queues[number];
  if (place == queue->length) return put_queues(putting, number + 1, 0);
  for (unsigned i = 0; i <= NO_SM; i++) {
    if (!queue->left[i] || !is_first_of_equals(putting, queue, i)) continue;
    queue->left[i]--;
    queue->order[place] = (uint8_t)i;
    bool fits = put_queues(putting, number, place + 1);
    queue->left[i]++;
    if (!fits) return false;
  }
  return true;
}

/* The requests of SMs that have names wait in their order. */
static unsigned named_requests(const struct putting *putting, unsigned hub, unsigned line) {
  const struct local *local =
      intern_at(putting->frame->parts->slots, putting->hubs->part[hub], NULL);
  return local->line[line].waiting;
}

static bool find_queues(struct putting *putting) {
  for (unsigned hub = 0; hub < putting->frame->hub_count; hub++)
    for (unsigned line = 0; line < putting->frame->machine->shape.lines; line++) {
      struct put_queue queue = { .hub = (uint8_t)hub, .line = (uint8_t)line };
      unsigned length = 0;
      for (unsigned i = 0; i < putting->count; i++) {
        queue.all[i] = queue.left[i] = putting->marks[i][hub].line[line].waiting;
        length += queue.left[i];
      }
      unsigned named = named_requests(putting, hub, line);
      queue.all[NO_SM] = queue.left[NO_SM] = (uint8_t)named;
      if (length + named > QUEUE_MAX) return false;
      queue.length = (uint8_t)(length + named);
      if (length) putting->queues[putting->queue_count++] = queue;
    }
  return true;
}

/* The own times of a bystander: those of its marks. */
static void count_times(const struct putting *putting, unsigned number, uint8_t *own) {
  for (unsigned hub = 0; hub < putting->frame->hub_count; hub++) {
    const struct hub_marks *marks = &putting->marks[number][hub];
    uint8_t times[CORES_MAX + LINES_MAX * QUEUE_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < CORES_MAX; i++) times[count++] = marks->stall[i];
    for (unsigned line = 0; line < LINES_MAX; line++)
      for (unsigned i = 0; i < marks->line[line].waiting; i++)
        times[count++] = marks->line[line].queue[i].time;
    for (unsigned i = 0; i < count; i++) {
      uint8_t *most = &own[times[i] / GAP_TIMES_MAX % GAPS_MAX];
      if (times[i] < ON_TIME && *most <= times[i] % GAP_TIMES_MAX)
        *most = (uint8_t)(times[i] % GAP_TIMES_MAX + 1);
    }
  }
}

/* Do the marks of a bystander name threads that its SM has not? */
static bool lacks_threads(const struct putting *putting, unsigned number) {
  const struct sm_frame *frame = putting->frame;
  for (unsigned hub = 0; hub < frame->hub_count; hub++)
    for (unsigned i = frame->sm[number].cores; i < CORES_MAX; i++) {
      unsigned stall = putting->marks[number][hub].stall[i];
      if (putting->marks[number][hub].pending[i]) return true;
      if (stall != (sm_frame_is_timed(frame) ? NO_TIME : 0)) return true;
    }
  return false;
}

bool sm_put(const struct sm_frame *frame, uint32_t hubs, const struct member *members,
            unsigned count, put_visitor *visit, void *context) {
  struct putting putting = { .frame = frame,
                             .hubs = intern_at(frame->parts->hubs, hubs, NULL),
                             .members = members,
                             .count = count,
                             .visit = visit,
                             .context = context };
  if (count > frame->sms) return false;
  for (unsigned i = 0; i < 256; i++) putting.hub_rank[i] = (uint8_t)i;
  for (unsigned i = 0; i < count; i++) {
    uint32_t marks = members[i].number;
    for (unsigned t = 0; t < 256; t++) putting.rank[i][t] = (uint8_t)t;
    if (members[i].is_node) {
      intern_copy(frame->parts->nodes, members[i].number, &putting.nodes[i]);
      marks = putting.nodes[i].marks;
      memcpy(putting.own[i], putting.nodes[i].own, GAPS_MAX);
    }
    intern_copy(frame->parts->marks, marks, putting.marks[i]);
    if (lacks_threads(&putting, i)) return false;
    if (!members[i].is_node && sm_frame_is_timed(frame)) count_times(&putting, i, putting.own[i]);
  }
  return find_queues(&putting) && put_queues(&putting, 0, 0);
}
