/* A composition as a model (search/model.h): slots for the GPUs, the scheduler, the channels.  An
 * empty channel has number 0.
 *
 * Partial-order reduction: some steps are an ample set by themselves (message_promises.ample,
 * spontaneous.is_ample, goes_on).  All other steps stay enabled beside such a step, with the same
 * effect, and no property sees the difference:
 * - a START, or a packet into a region that only one GPU at a time sends to, changes what no other
 *   step reads;
 * - a REQUEST adds an entry to those that may be paired, and takes none away;
 * - the packets of a sub-image behind the first are sent and taken one after the other, with none
 *   of another sub-image between them.
 * A DONE is no ample set. A session is open between the last packet and the DONE, and no other may
 * begin then.  --no-reduction tries every order. */
#include "frames/compositor.h"
#include "frames/describe.h"
#include "frames/take.h"

#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "machine/mutant.h"

struct compositor_worker {
  VECTOR(struct image) images;
  const struct result *shown; /* the result of the step that is shown; NULL: it is the exchange */
};

static const struct compositor *of(const struct model *model) { return model->self; }

/* --- steps --- */

struct compositor_showing {
  const struct compositor *c;
  struct compositor_worker *worker;
  const slot_t *from;
  step_visitor *visit;
  void *context;
  bool ample_only; /* show only the first step that is an ample set */
  bool shown;
};

/* Applies a result to a copy of the state; false where a channel is full. */
static bool apply(struct compositor_showing *showing, slot_t *to, unsigned slot,
                  const struct result *result) {
  unsigned first = showing->c->controller_count;
  to[slot] = result->local;
  for (unsigned i = 0; i < result->count; i++) {
    unsigned channel = result->sends[i].channel;
    uint32_t after =
        compose_push(showing->c, channel, to[first + channel], result->sends[i].packet);
    if (after == UINT32_MAX) return false;
    to[first + channel] = after;
  }
  return true;
}

static void show(struct compositor_showing *showing, const slot_t *to, struct label label) {
  showing->shown = true;
  showing->visit(showing->context, to, compositor_label(label), STEP_PROGRESS);
}

/* The controller takes the input, if it does not stall.  Slot `emptied` gets `rest`, what the
 * packet leaves in its channel; it is the controller's own for an input without a packet. */
static void take(struct compositor_showing *showing, struct label label,
                 const struct compose_input *input, unsigned emptied, uint32_t rest) {
  const struct compositor *c = showing->c;
  const struct result *result = compose_take(c, label.slot, showing->from[label.slot], input);
  if (!result->taken) return;
  slot_t to[WIDTH_MAX];
  showing->worker->shown = result;
  memcpy(to, showing->from, c->model.width * sizeof *to);
  to[emptied] = rest;
  if (apply(showing, to, label.slot, result)) show(showing, to, label);
  else if (!showing->ample_only)
    showing->visit(showing->context, NULL, compositor_label(label), STEP_BLOCKED);
}

static bool goes_on(const struct compositor_showing *showing, unsigned slot, unsigned event,
                    unsigned peer) {
  const struct compositor *c = showing->c;
  if (!c->composition->goes_on || compositor_controller_at(c, slot) == SCHEDULER) return false;
  return c->composition->goes_on(intern_at(c->contents, showing->from[slot], NULL), event, peer);
}

static void take_packet(struct compositor_showing *showing, unsigned index) {
  const struct compositor *c = showing->c;
  const struct compose_channel *channel = &c->channels[index];
  unsigned at = c->controller_count + index, slot = number_of(c, channel->to);
  if (!showing->from[at]) return;
  uint32_t head, rest = compose_pop(c, showing->from[at], &head);
  const struct packet *packet = intern_at(c->contents, head, NULL);
  bool is_ample = c->composition->system.messages[packet->type].promises.ample ||
                  goes_on(showing, slot, packet->type, packet->from);
  if (showing->ample_only && !is_ample) return;
  struct compose_input input = { .event = packet->type,
                                 .packet = head + 1,
                                 .at = channel->to == SCHEDULER ? packet->from : 0 };
  struct label label = { slot, packet->type, 0, number_of(c, packet->from) };
  take(showing, label, &input, at, rest);
}

static void take_own(struct compositor_showing *showing, unsigned slot,
                     const struct spontaneous *own, unsigned at, unsigned peer) {
  if (showing->ample_only && !own->is_ample && !goes_on(showing, slot, own->event, at)) return;
  struct compose_input input = { .event = (uint8_t)own->event,
                                 .at = (uint8_t)at,
                                 .peer = (uint8_t)peer };
  struct label label = { slot, own->event, at, peer };
  take(showing, label, &input, slot, showing->from[slot]);
}

static void take_all_own(struct compositor_showing *showing, unsigned slot,
                         const struct spontaneous *own) {
  unsigned gpus = showing->c->frame->gpus;
  if (own->over == ONCE_EACH) {
    take_own(showing, slot, own, 0, 0);
    return;
  }
  for (unsigned at = 0; at < gpus; at++)
    for (unsigned peer = 0; peer < (own->over == FOR_EACH_PAIR ? gpus : 1); peer++)
      if (own->over != FOR_EACH_PAIR || peer != at) take_own(showing, slot, own, at, peer);
}

static void show_steps(struct compositor_showing *showing) {
  const struct compositor *c = showing->c;
  bool enough = false;
  for (unsigned i = 0; i < c->channel_count && !enough; i++) {
    take_packet(showing, i);
    enough = showing->ample_only && showing->shown;
  }
  for (unsigned slot = 0; slot < c->controller_count && !enough; slot++)
    for (unsigned i = 0; i < c->composition->spontaneous_count && !enough; i++) {
      const struct spontaneous *own = &c->composition->spontaneous[i];
      if (own->kind != kind_at(compositor_controller_at(c, slot))) continue;
      take_all_own(showing, slot, own);
      enough = showing->ample_only && showing->shown;
    }
}

static void successors(const struct model *model, void *worker, const slot_t *state,
                       step_visitor *visit, void *context) {
  const struct compositor *c = of(model);
  struct compositor_showing showing = { .c = c,
                                        .worker = worker,
                                        .from = state,
                                        .visit = visit,
                                        .context = context,
                                        .ample_only = !c->options.no_reduction };
  if (showing.ample_only) {
    show_steps(&showing);
    if (showing.shown) return;
    showing.ample_only = false;
  }
  show_steps(&showing);
  slot_t to[WIDTH_MAX];
  memcpy(to, state, model->width * sizeof *to);
  showing.worker->shown = NULL;
  if (c->composition->waiting_state && compose_exchange(c, state, to))
    show(&showing, to, (struct label){ 0, EVENT_EXCHANGE, 0, 0 });
}

static void initial(const struct model *model, void *worker, step_visitor *visit, void *context) {
  const struct compositor *c = of(model);
  slot_t state[WIDTH_MAX] = { 0 };
  struct gpu gpu = { 0 };
  struct scheduler scheduler = { 0 };
  (void)worker;
  compose_gpu_clear(&gpu, c->frame);
  gpu.state = (uint8_t)c->composition->system.kinds[KIND_GPU].start_state;
  for (unsigned i = 0; i < c->frame->gpus; i++) {
    gpu.low = gpu.high = (uint8_t)i;
    state[i] = intern_add(c->contents, &gpu, sizeof gpu);
    scheduler.entry[i].state = (uint8_t)c->composition->system.kinds[KIND_SCHEDULER].start_state;
    scheduler.entry[i].low = scheduler.entry[i].high = (uint8_t)i;
  }
  if (c->controller_count > c->frame->gpus)
    state[c->frame->gpus] = intern_add(c->contents, &scheduler, sizeof scheduler);
  visit(context, state, 0, STEP_ISSUE);
}

/* --- properties --- */

static void add_image(struct compositor_worker *worker, const struct image *image) {
  for (size_t i = 0; i < worker->images.length; i++)
    if (!memcmp(&worker->images.items[i], image, sizeof *image)) return;
  vector_push(worker->images, *image);
}

static bool all_ended(const struct compositor *c, const slot_t *state, struct image *image) {
  memset(image, 0, sizeof *image);
  for (unsigned i = 0; i < c->frame->gpus; i++) {
    const struct gpu *gpu = intern_at(c->contents, state[i], NULL);
    if (!(c->composition->end_state >> gpu->state & 1)) return false;
    for (unsigned present = 0; present < c->frame->presents; present++)
      for (unsigned pixel = i; pixel < c->frame->pixels; pixel += c->frame->gpus)
        image->shown[present][pixel] = gpu->shown[present][pixel];
  }
  return true;
}

/* Whether it shows the images that are stated. */
static bool is_sought(const struct compositor *c, const struct image *image) {
  for (unsigned present = 0; present < c->frame->presents; present++)
    for (unsigned pixel = 0; pixel < c->frame->pixels && c->options.seek; pixel++) {
      const char *stated = c->options.seek->image[present][pixel];
      struct text text = { 0 };
      if (!stated) continue;
      colour_print(&text, c->frame, &image->shown[present][pixel]);
      bool equal = text_equal(stated, text.bytes);
      text_free(&text);
      if (!equal) return false;
    }
  return true;
}

static bool is_congested(const struct compositor *c, const slot_t *state) {
  if (!(composition_invariants(&c->setting) >> COMPOSES_CONGESTION & 1)) return false;
  for (unsigned i = 0; i < c->channel_count; i++) {
    const struct compose_channel *channel = &c->channels[i];
    if (channel->from == SCHEDULER || channel->to == SCHEDULER || !state[c->controller_count + i])
      continue;
    const struct gpu *gpu = intern_at(c->contents, state[channel->to], NULL);
    if (gpu->state == c->composition->system.kinds[KIND_GPU].start_state) return true;
  }
  return false;
}

static uint64_t broken(const struct model *model, void *worker, const slot_t *state,
                       unsigned steps) {
  const struct compositor *c = of(model);
  uint64_t found = 0;
  bool ended = !(steps & ~(unsigned)STEP_BLOCKED);
  struct image image;
  for (unsigned i = 0; i < c->frame->gpus; i++)
    found |= ((const struct gpu *)intern_at(c->contents, state[i], NULL))->broken;
  if (is_congested(c, state)) found |= CLAIM(COMPOSES_CONGESTION);
  if (c->controller_count > c->frame->gpus) {
    const struct scheduler *scheduler = intern_at(c->contents, state[c->frame->gpus], NULL);
    found |= scheduler->broken;
    if (c->composition->scheduler_breaks)
      found |= c->composition->scheduler_breaks(c->frame, scheduler, ended);
  }
  if (all_ended(c, state, &image)) {
    add_image(worker, &image);
    if (!image_equal(c->frame, &image, &c->image)) found |= CLAIM(COMPOSES_IMAGE);
    if (is_sought(c, &image)) found |= CLAIM(COMPOSES_WITNESS);
  } else if (ended) {
    found |= CLAIM(COMPOSES_DEADLOCK);
  }
  return found;
}

static const char *property_of(const struct model *model, unsigned property) {
  (void)model;
  return composition_property_name(property);
}

static uint64_t fingerprint(const struct model *model, void *worker, const slot_t *state) {
  const struct compositor *c = of(model);
  uint64_t hash = 0;
  (void)worker;
  for (unsigned i = 0; i < model->width; i++)
    hash = hash_combine(hash, intern_hash(c->contents, state[i]));
  return hash;
}

/* --- workers --- */

static void *worker_new(const struct model *model) {
  (void)model;
  return memory_new(1, sizeof(struct compositor_worker));
}

static int by_content(const void *a, const void *b) { return memcmp(a, b, sizeof(struct image)); }

static void worker_free(const struct model *model, void *given) {
  struct compositor *c = model->self;
  struct compositor_worker *worker = given,
                           all = { { c->images.items, c->images.length, c->images.room } };
  for (size_t i = 0; i < worker->images.length; i++) add_image(&all, &worker->images.items[i]);
  if (all.images.length)
    qsort(all.images.items, all.images.length, sizeof *all.images.items, by_content);
  c->images.items = all.images.items;
  c->images.length = all.images.length;
  c->images.room = all.images.room;
  vector_free(worker->images);
  memory_free(worker);
}

/* --- counts of messages --- */

/* Types of the packets that the step sends, in order, as an interned content. */
static uint64_t packets_added(const struct model *model, void *given) {
  const struct compositor *c = of(model);
  const struct result *shown = ((const struct compositor_worker *)given)->shown;
  uint8_t types[COMPOSITION_SENDS_MAX];
  if (!shown || !shown->count) return 0;
  for (unsigned i = 0; i < shown->count; i++)
    types[i] = ((const struct packet *)intern_at(c->contents, shown->sends[i].packet, NULL))->type;
  return 1 + (uint64_t)intern_add(c->contents, types, shown->count);
}

static unsigned packets_of_type(const struct model *model, uint64_t name, unsigned type) {
  size_t length;
  const uint8_t *types = intern_at(of(model)->contents, (uint32_t)(name - 1), &length);
  unsigned sum = 0;
  for (size_t i = 0; i < length; i++) sum += types[i] == type;
  return sum;
}

static uint32_t has_ended(const struct model *model, void *worker, const slot_t *state) {
  const struct compositor *c = of(model);
  struct image image;
  (void)worker;
  for (unsigned i = 0; i < c->channel_count; i++)
    if (state[c->controller_count + i]) return 0;
  return all_ended(c, state, &image);
}

struct counters compositor_counters(void) {
  return (struct counters){ .count = COMPOSITION_EVENTS,
                            .ended = has_ended,
                            .added = packets_added,
                            .amount = packets_of_type };
}

/* --- making one --- */

static void add_channel(struct compositor *c, unsigned from, unsigned to) {
  bool is_link = from != SCHEDULER && to != SCHEDULER;
  if (is_link && c->composition->shares_input && c->composition->shares_input(&c->setting))
    for (unsigned i = 0; i < c->channel_count; i++)
      if (c->channels[i].to == to && c->channels[i].from != SCHEDULER) {
        c->channel_of[from][to] = (uint8_t)i;
        return;
      }
  c->channel_of[number_of(c, from)][number_of(c, to)] = (uint8_t)c->channel_count;
  c->channels[c->channel_count++] =
      (struct compose_channel){ (uint8_t)from, (uint8_t)to,
                                is_link ? c->frame->link : CHANNEL_PACKETS_MAX };
}

static void add_channels(struct compositor *c) {
  for (unsigned from = 0; from < c->controller_count; from++)
    for (unsigned to = 0; to < c->controller_count; to++)
      if (from != to)
        add_channel(c, compositor_controller_at(c, from), compositor_controller_at(c, to));
}

static void set_tables(struct compositor *c) {
  for (unsigned k = 0; k < KINDS_MAX; k++) c->tables[k] = c->composition->system.kinds[k].table;
  if (!c->options.mutant) return;
  struct table *table = &c->tables[c->options.mutant->kind];
  c->mutated = mutant_rows(table, c->options.mutant);
  table->rows = c->mutated;
}

struct compositor *compositor_new(const struct setting *setting, const struct dealing *dealing,
                                  const struct compositor_options *options) {
  struct compositor *c = memory_new(1, sizeof *c);
  c->setting = *setting;
  c->composition = composition_of(setting);
  const struct frame *frame = c->frame = dealing->frame;
  c->options = *options;
  if (c->composition->irreducible && c->composition->irreducible(setting))
    c->options.no_reduction = true;
  c->dealing = *dealing;
  c->image = image_sequential(frame);
  set_tables(c);
  c->controller_count = frame->gpus + (c->composition->system.kinds[KIND_SCHEDULER].name != NULL);
  add_channels(c);
  c->contents = intern_new();
  intern_add(c->contents, "", 0); /* the empty channel's number is 0 */
  memo_start(&c->memo);
  c->kept = memory_new(1, sizeof *c->kept);
  pthread_mutex_init(&c->kept->lock, NULL);
  c->model = (struct model){ .width = c->controller_count + c->channel_count,
                             .initial = initial,
                             .successors = successors,
                             .broken = broken,
                             .fingerprint = fingerprint,
                             .describe_state = compositor_describe_state,
                             .describe_step = compositor_describe_step,
                             .property_name = property_of,
                             .worker_new = worker_new,
                             .worker_free = worker_free,
                             .self = c };
  return c;
}

void compositor_free(struct compositor *c) {
  if (!c) return;
  for (size_t i = 0; i < c->kept->blocks.length; i++) memory_free(c->kept->blocks.items[i]);
  vector_free(c->kept->blocks);
  pthread_mutex_destroy(&c->kept->lock);
  memory_free(c->kept);
  memo_end(&c->memo);
  intern_free(c->contents);
  memory_free(c->mutated);
  vector_free(c->images);
  memory_free(c);
}
