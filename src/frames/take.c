/* Taking a row, and remembering what comes of it. */
#include "frames/compositor.h"
#include "frames/take.h"

#include <string.h>
#include "base/memory.h"

static uint8_t *state_of(const struct compose_step *step) {
  return step->gpu ? &step->gpu->state : &step->entry->state;
}

/* false: it stalls. */
static bool step_take(struct compose_step *step, const struct table *table) {
  step->row = table_row(table, *state_of(step), step->event, compose_as_step(step));
  const struct row *row = step->row >= 0 ? &table->rows[step->row] : NULL;
  if (!row || row->kind == ROW_NEVER) {
    compose_breaks(compose_as_step(step), COMPOSES_NEVER);
    return true;
  }
  if (row->kind == ROW_STALL) return false;
  for (unsigned i = 0; i < ROW_ACTIONS_MAX && row->actions[i]; i++)
    row->actions[i](compose_as_step(step));
  if (row->next != SAME) *state_of(step) = (uint8_t)__builtin_ctz(row->next);
  return true;
}

/* --- remembering --- */

enum { PURPOSE_TAKE = 1, PURPOSE_PUSH, PURPOSE_POP };

static struct compose_step step_of(const struct compositor *c, unsigned controller,
                                   const struct compose_input *input) {
  return (struct compose_step){ .compositor = c,
                                .setting = &c->setting,
                                .frame = c->frame,
                                .plan = &c->dealing.plan,
                                .rules = &c->dealing.rules,
                                .dealing = &c->dealing,
                                .me = controller,
                                .has_scheduler = c->controller_count > c->frame->gpus,
                                .at = input->at,
                                .peer = input->peer,
                                .event = input->event };
}

static void *keep(const struct compositor *c, const void *bytes, size_t size) {
  void *block = memory_new(1, size);
  memcpy(block, bytes, size);
  pthread_mutex_lock(&c->kept->lock);
  vector_push(c->kept->blocks, block);
  pthread_mutex_unlock(&c->kept->lock);
  return block;
}

/* `local`, of `size` bytes, is the copy of the local state that the step changes. */
static struct result compute(const struct compositor *c, struct compose_step *step,
                             const void *local, size_t size) {
  struct result result = { .taken = step_take(step, &c->tables[kind_at(step->me)]),
                           .row = step->row };
  if (!result.taken) return result;
  result.local = intern_add(c->contents, local, size);
  result.count = step->send_count;
  for (unsigned i = 0; i < step->send_count; i++) {
    const struct packet *packet = &step->sends[i];
    result.sends[i].channel = c->channel_of[number_of(c, packet->from)][number_of(c, packet->to)];
    result.sends[i].packet = intern_add(c->contents, packet, sizeof *packet);
  }
  return result;
}

const struct result *compose_take(const struct compositor *c, unsigned slot, uint32_t local,
                                  const struct compose_input *input) {
  uint64_t first = (uint64_t)local << 32 | input->packet;
  uint64_t second = (uint64_t)PURPOSE_TAKE << 56 | (uint64_t)slot << 32;
  second |= (uint64_t)input->event << 16 | (uint64_t)input->at << 8 | input->peer;
  uint64_t known = memo_find(&c->memo, first, second);
  if (known) return (const struct result *)(uintptr_t)known;
  unsigned controller = compositor_controller_at(c, slot);
  struct compose_step step = step_of(c, controller, input);
  struct packet packet;
  if (input->packet) {
    packet = *(const struct packet *)intern_at(c->contents, input->packet - 1, NULL);
    step.in = &packet;
  }
  union {
    struct gpu gpu;
    struct scheduler scheduler;
  } copy;
  size_t size;
  const void *bytes = intern_at(c->contents, local, &size);
  memcpy(&copy, bytes, size);
  if (controller == SCHEDULER) {
    step.scheduler = &copy.scheduler;
    step.entry = &copy.scheduler.entry[input->at];
  } else {
    step.gpu = &copy.gpu;
  }
  struct result result = compute(c, &step, &copy, size);
  const struct result *kept = keep(c, &result, sizeof result);
  memo_add((struct memo *)&c->memo, first, second, (uint64_t)(uintptr_t)kept);
  return kept;
}

uint32_t compose_push(const struct compositor *c, unsigned channel, uint32_t content,
                      uint32_t packet) {
  uint64_t first = (uint64_t)content << 32 | packet, second = (uint64_t)PURPOSE_PUSH << 56;
  size_t length;
  const char *bytes = intern_at(c->contents, content, &length);
  if (length / sizeof(struct packet) >= c->channels[channel].capacity) return UINT32_MAX;
  uint64_t known = memo_find(&c->memo, first, second);
  if (known) return (uint32_t)(known - 1);
  struct packet packets[CHANNEL_PACKETS_MAX];
  memcpy(packets, bytes, length);
  packets[length / sizeof *packets] = *(const struct packet *)intern_at(c->contents, packet, NULL);
  uint32_t after = intern_add(c->contents, packets, length + sizeof *packets);
  memo_add((struct memo *)&c->memo, first, second, (uint64_t)after + 1);
  return after;
}

uint32_t compose_pop(const struct compositor *c, uint32_t content, uint32_t *head) {
  uint64_t known = memo_find(&c->memo, content, (uint64_t)PURPOSE_POP << 56);
  if (!known) {
    size_t length;
    const struct packet *packets = intern_at(c->contents, content, &length);
    uint32_t first = intern_add(c->contents, packets, sizeof *packets);
    uint32_t rest = intern_add(c->contents, packets + 1, length - sizeof *packets);
    known = (uint64_t)(rest + 1) << 32 | first;
    memo_add((struct memo *)&c->memo, content, (uint64_t)PURPOSE_POP << 56, known);
  }
  *head = (uint32_t)known;
  return (uint32_t)(known >> 32) - 1;
}

bool compose_exchange(const struct compositor *c, const slot_t *state, slot_t *to) {
  const struct gpu *all[GPUS];
  unsigned waiting = c->composition->waiting_state;
  for (unsigned i = 0; i < c->frame->gpus; i++) {
    all[i] = intern_at(c->contents, state[i], NULL);
    if (!(waiting >> all[i]->state & 1) || all[i]->group != all[0]->group) return false;
  }
  for (unsigned i = 0; i < c->frame->gpus; i++) {
    struct gpu gpu = *all[i];
    struct compose_step step = step_of(c, i, &(struct compose_input){ .event = EVENT_EXCHANGE });
    step.gpu = &gpu;
    step.all = all;
    struct result result = compute(c, &step, &gpu, sizeof gpu);
    if (!result.taken || result.count) return false;
    to[i] = result.local;
  }
  return true;
}
