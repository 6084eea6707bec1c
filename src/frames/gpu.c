/* The GPUs of all compositions: they draw, send sub-images and compose them (section 6.4.2: "both
 * of these functions are carried out by the ROP").
 *
 * A GPU runs its draws of a group in one step.  No other controller sees its targets before its
 * sub-image is ready.  The time until then may be any, so the steps in between need not be shown.
 */
#include "frames/gpu.h"

#include <string.h>
#include "frames/image.h"

const struct draw_group *compose_group(const struct step *step) {
  return &step->plan->groups[step->gpu->group];
}

/* --- guards --- */

bool is_duplicated(const struct step *step) {
  return compose_group(step)->workflow == WORKFLOW_DUPLICATE;
}
bool is_composed(const struct step *step) { return !is_duplicated(step); }
bool is_ordered(const struct step *step) {
  return compose_group(step)->workflow == WORKFLOW_ADJACENT;
}
bool is_sending(const struct step *step) { return step->gpu->sending; }
bool is_not_sending(const struct step *step) { return !is_sending(step); }
bool is_last_packet(const struct step *step) { return step->in->last; }
bool is_not_last_packet(const struct step *step) { return !step->in->last; }

/* The last group needs no exchange behind it. */
bool must_exchange(const struct step *step) {
  unsigned next = step->gpu->group + 1u;
  if (next >= step->plan->count || step->rules->exchange == EXCHANGE_NEVER) return false;
  return step->rules->exchange == EXCHANGE_ALWAYS || step->plan->groups[next].event == 2;
}
bool has_next_group(const struct step *step) {
  return step->gpu->group + 1u < step->plan->count && !must_exchange(step);
}
bool has_no_next_group(const struct step *step) {
  return step->gpu->group + 1u >= step->plan->count;
}

/* --- drawing --- */

/* The first draw, whose state says where the group's sub-images are drawn. */
static const struct frame_command *first_draw(const struct step *step) {
  const struct draw_group *group = compose_group(step);
  for (unsigned i = group->begin; i < group->end; i++)
    if (step->frame->commands[i].kind == COMMAND_DRAW) return &step->frame->commands[i];
  return &step->frame->commands[group->begin]; /* only a mutant composes a group without draws */
}

/* Without an extra target, sub-images of an ordered group contain the background. */
static void take_targets(struct step *step) {
  const struct frame_command *draw = first_draw(step);
  for (unsigned pixel = 0; pixel < step->frame->pixels; pixel++)
    step->gpu->sub[pixel].colour = step->gpu->target[draw->target][pixel];
}

/* All GPUs run a duplicated draw, "and eventually drops the primitives that fall outside of its
 * assigned screen region" (section 6.2). One GPU runs any other draw, on the whole screen. */
void run_draws(struct step *step) {
  const struct draw_group *group = compose_group(step);
  bool ordered = is_ordered(step) && step->rules->extra_target;
  unsigned own = compose_region(step->frame, step->me), all = (1u << step->frame->pixels) - 1;
  for (unsigned i = group->begin; i < group->end; i++) {
    unsigned gpu = step->dealing->gpu[i];
    if (gpu == FRAME_NONE) compose_gpu_execute(step->gpu, step->frame, i, ordered, own);
    else if (gpu == step->me) compose_gpu_execute(step->gpu, step->frame, i, ordered, all);
  }
  if (is_ordered(step) && !step->rules->extra_target) take_targets(step);
}

/* --- sub-images --- */

void start_sending(struct step *step) {
  step->gpu->sending = (uint8_t)(step->in->peer + 1);
  step->gpu->sent = 0;
}

static struct pixel_sample sample_of(const struct step *step, unsigned pixel) {
  const struct gpu *gpu = step->gpu;
  struct pixel_sample sample = gpu->sub[pixel];
  if (!is_ordered(step)) {
    const struct frame_command *draw = first_draw(step);
    sample.colour = gpu->target[draw->target][pixel];
    sample.depth = gpu->depth[draw->buffer][pixel];
    sample.drawer = gpu->drawer[draw->buffer][pixel];
  }
  sample.drawn = gpu->drawn[pixel];
  return sample;
}

/* "CHOPIN only exchanges screen regions assigned to the GPUs that are communicating at any given
 * moment" (section 6.6.2).  A region without pixels is one empty packet. */
void send_packet(struct step *step) {
  struct gpu *gpu = step->gpu;
  unsigned to = gpu->sending - 1u, pixel = to + gpu->sent * step->frame->gpus;
  struct packet *packet = compose_post(step, EVENT_PIXELS, to);
  packet->group = gpu->group;
  packet->pixel = (uint8_t)pixel;
  packet->last = pixel + step->frame->gpus >= step->frame->pixels;
  if (pixel < step->frame->pixels) packet->sample = sample_of(step, pixel);
  gpu->sent++;
  if (!packet->last) return;
  gpu->sent_to |= (uint8_t)(1u << to);
  gpu->sending = gpu->sent = 0;
}

static void compose_any_order(struct step *step, unsigned pixel, const struct pixel_sample *in) {
  const struct frame_command *draw = first_draw(step);
  struct gpu *gpu = step->gpu;
  struct pixel_sample own = { .depth = gpu->depth[draw->buffer][pixel],
                              .drawer = gpu->drawer[draw->buffer][pixel] };
  if (step->rules->mask && !in->drawn) return;
  if (!sample_wins(compose_group(step)->test, step->rules->by_index, in, &own)) return;
  gpu->target[draw->target][pixel] = in->colour;
  gpu->depth[draw->buffer][pixel] = in->depth;
  gpu->drawer[draw->buffer][pixel] = in->drawer;
}

static void compose_ordered(struct step *step, unsigned pixel, const struct pixel_sample *in) {
  struct pixel_sample *own = &step->gpu->sub[pixel], below = step->in->from < step->me ? *in : *own;
  const struct pixel_sample above = step->in->from < step->me ? *own : *in;
  own->colour = colour_merge(&below.colour, compose_group(step)->blend, &above.colour);
  own->depth = above.depth ? above.depth : below.depth;
  own->drawer = above.depth ? above.drawer : below.drawer;
}

/* A packet of another group, which a system without a scheduler may admit, is composed as well. */
void compose(struct step *step) {
  unsigned pixel = step->in->pixel;
  if (pixel >= step->frame->pixels || is_duplicated(step)) return;
  if (is_ordered(step)) compose_ordered(step, pixel, &step->in->sample);
  else compose_any_order(step, pixel, &step->in->sample);
}

void note_composed(struct step *step) {
  struct gpu *gpu = step->gpu;
  unsigned from = step->in->from;
  gpu->received |= (uint8_t)(1u << from);
  if (gpu->merged[from]) compose_breaks(step, COMPOSES_ONCE);
  gpu->merged[from] = 1;
}

void lay_on_background(struct step *step) {
  const struct frame_command *draw = first_draw(step);
  struct gpu *gpu = step->gpu;
  for (unsigned pixel = step->me; pixel < step->frame->pixels; pixel += step->frame->gpus) {
    struct colour *target = &gpu->target[draw->target][pixel];
    *target = step->rules->extra_target
                  ? colour_merge(target, compose_group(step)->blend, &gpu->sub[pixel].colour)
                  : gpu->sub[pixel].colour;
    if (colour_backgrounds(target) > 1) compose_breaks(step, COMPOSES_BACKGROUND);
    if (!gpu->sub[pixel].depth) continue;
    gpu->depth[draw->buffer][pixel] = gpu->sub[pixel].depth;
    gpu->drawer[draw->buffer][pixel] = gpu->sub[pixel].drawer;
  }
  if (gpu->backgrounds) compose_breaks(step, COMPOSES_BACKGROUND);
  gpu->backgrounds = 1;
}

/* --- from group to group --- */

void end_group(struct step *step) {
  struct gpu *gpu = step->gpu;
  for (unsigned i = 0; i < step->frame->gpus; i++)
    if (i != step->me && !gpu->merged[i]) compose_breaks(step, COMPOSES_ONCE);
  if (is_ordered(step) && !gpu->backgrounds) compose_breaks(step, COMPOSES_BACKGROUND);
}

void adopt_regions(struct step *step) {
  for (unsigned pixel = 0; pixel < step->frame->pixels; pixel++) {
    const struct gpu *owner = step->all[pixel % step->frame->gpus];
    for (unsigned target = 0; target < FRAME_TARGETS_MAX; target++) {
      step->gpu->target[target][pixel] = owner->target[target][pixel];
      step->gpu->depth[target][pixel] = owner->depth[target][pixel];
      step->gpu->drawer[target][pixel] = owner->drawer[target][pixel];
    }
  }
}

/* In one step, with the result of any order of pairwise compositions (chopin-compose shows it). */
void adopt_composed(struct step *step) {
  struct gpu *gpu = step->gpu;
  const struct frame_command *draw = first_draw(step);
  adopt_regions(step);
  for (unsigned pixel = 0; pixel < step->frame->pixels; pixel++)
    for (unsigned i = 0; i < step->frame->gpus; i++) {
      const struct gpu *other = step->all[i];
      struct pixel_sample own = { .depth = gpu->depth[draw->buffer][pixel],
                                  .drawer = gpu->drawer[draw->buffer][pixel] };
      struct pixel_sample in = { .depth = other->depth[draw->buffer][pixel],
                                 .drawer = other->drawer[draw->buffer][pixel] };
      if (!other->drawn[pixel] ||
          !sample_wins(compose_group(step)->test, step->rules->by_index, &in, &own))
        continue;
      gpu->target[draw->target][pixel] = other->target[draw->target][pixel];
      gpu->depth[draw->buffer][pixel] = in.depth;
      gpu->drawer[draw->buffer][pixel] = in.drawer;
    }
}

void next_group(struct step *step) {
  struct gpu *gpu = step->gpu;
  if (gpu->group + 1u < step->plan->count) gpu->group++;
  else compose_breaks(step, COMPOSES_NEVER);
  gpu->sent_to = gpu->received = gpu->backgrounds = gpu->queue_length = 0;
  gpu->low = gpu->high = (uint8_t)step->me;
  memset(gpu->merged, 0, sizeof gpu->merged);
  memset(gpu->drawn, 0, sizeof gpu->drawn);
  memset(gpu->sub, 0, sizeof gpu->sub);
  memset(gpu->queue, 0, sizeof gpu->queue);
}
