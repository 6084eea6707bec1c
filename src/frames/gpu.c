/* The GPUs of all compositions: they draw, send sub-images and compose them (section 6.4.2: "both
 * of these functions are carried out by the ROP").
 *
 * A GPU runs its draws of a group in one step.  No other controller sees its targets before its
 * sub-image is ready.  The time until then may be any, so the steps in between need not be shown.
 */
#include "frames/gpu.h"

#include <string.h>
#include "frames/image.h"

const struct draw_group *compose_group(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  return &step->plan->groups[step->gpu->group];
}

/* --- guards --- */

bool is_duplicated(const struct step *s) {
  return compose_group(s)->workflow == WORKFLOW_DUPLICATE;
}
bool is_composed(const struct step *s) { return !is_duplicated(s); }
bool is_ordered(const struct step *s) { return compose_group(s)->workflow == WORKFLOW_ADJACENT; }
bool is_sending(const struct step *s) { return COMPOSE_STEP(s)->gpu->sending; }
bool is_not_sending(const struct step *s) { return !is_sending(s); }
bool is_last_packet(const struct step *s) { return COMPOSE_STEP(s)->in->last; }
bool is_not_last_packet(const struct step *s) { return !COMPOSE_STEP(s)->in->last; }

/* The last group needs no exchange behind it. */
bool must_exchange(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  unsigned next = step->gpu->group + 1u;
  if (next >= step->plan->count || step->rules->exchange == EXCHANGE_NEVER) return false;
  return step->rules->exchange == EXCHANGE_ALWAYS || step->plan->groups[next].event == 2;
}
bool has_next_group(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  return step->gpu->group + 1u < step->plan->count && !must_exchange(s);
}
bool has_no_next_group(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  return step->gpu->group + 1u >= step->plan->count;
}

/* --- drawing --- */

/* The first draw, whose state says where the group's sub-images are drawn. */
static const struct frame_command *first_draw(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  const struct draw_group *group = compose_group(s);
  for (unsigned i = group->begin; i < group->end; i++)
    if (step->frame->commands[i].kind == COMMAND_DRAW) return &step->frame->commands[i];
  return &step->frame->commands[group->begin]; /* only a mutant composes a group without draws */
}

/* Without an extra target, sub-images of an ordered group contain the background. */
static void take_targets(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  const struct frame_command *draw = first_draw(s);
  for (unsigned pixel = 0; pixel < step->frame->pixels; pixel++)
    step->gpu->sub[pixel].colour = step->gpu->target[draw->target][pixel];
}

/* All GPUs run a duplicated draw, "and eventually drops the primitives that fall outside of its
 * assigned screen region" (section 6.2). One GPU runs any other draw, on the whole screen. */
void run_draws(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  const struct draw_group *group = compose_group(s);
  bool ordered = is_ordered(s) && step->rules->extra_target;
  unsigned own = compose_region(step->frame, step->me), all = (1u << step->frame->pixels) - 1;
  for (unsigned i = group->begin; i < group->end; i++) {
    unsigned gpu = step->dealing->gpu[i];
    if (gpu == FRAME_NONE) compose_gpu_execute(step->gpu, step->frame, i, ordered, own);
    else if (gpu == step->me) compose_gpu_execute(step->gpu, step->frame, i, ordered, all);
  }
  if (is_ordered(s) && !step->rules->extra_target) take_targets(s);
}

/* --- sub-images --- */

void start_sending(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  step->gpu->sending = (uint8_t)(step->in->peer + 1);
  step->gpu->sent = 0;
}

static struct pixel_sample sample_of(const struct step *s, unsigned pixel) {
  const struct gpu *gpu = COMPOSE_STEP(s)->gpu;
  struct pixel_sample sample = gpu->sub[pixel];
  if (!is_ordered(s)) {
    const struct frame_command *draw = first_draw(s);
    sample.colour = gpu->target[draw->target][pixel];
    sample.depth = gpu->depth[draw->buffer][pixel];
    sample.drawer = gpu->drawer[draw->buffer][pixel];
  }
  sample.drawn = gpu->drawn[pixel];
  return sample;
}

void send_part(struct step *s, unsigned sharers) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct gpu *gpu = step->gpu;
  unsigned to = gpu->sending - 1u, pixel = to % sharers + gpu->sent * sharers;
  struct packet *packet = compose_post(s, EVENT_PIXELS, to);
  packet->group = gpu->group;
  packet->pixel = (uint8_t)pixel;
  packet->last = pixel + sharers >= step->frame->pixels;
  if (pixel < step->frame->pixels) packet->sample = sample_of(s, pixel);
  gpu->sent++;
  if (!packet->last) return;
  gpu->sent_to |= (uint8_t)(1u << to);
  gpu->sending = gpu->sent = 0;
}

/* "CHOPIN only exchanges screen regions assigned to the GPUs that are communicating at any given
 * moment" (section 6.6.2). */
void send_packet(struct step *s) { send_part(s, COMPOSE_STEP(s)->frame->gpus); }

static void compose_any_order(struct step *s, unsigned pixel, const struct pixel_sample *in) {
  struct compose_step *step = COMPOSE_STEP(s);
  const struct frame_command *draw = first_draw(s);
  struct gpu *gpu = step->gpu;
  struct pixel_sample own = { .depth = gpu->depth[draw->buffer][pixel],
                              .drawer = gpu->drawer[draw->buffer][pixel] };
  if (step->rules->mask && !in->drawn) return;
  if (!sample_wins(compose_group(s)->test, step->rules->by_index, in, &own)) return;
  gpu->target[draw->target][pixel] = in->colour;
  gpu->depth[draw->buffer][pixel] = in->depth;
  gpu->drawer[draw->buffer][pixel] = in->drawer;
}

static void compose_ordered(struct step *s, unsigned pixel, const struct pixel_sample *in) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct pixel_sample *own = &step->gpu->sub[pixel], below = step->in->from < step->me ? *in : *own;
  const struct pixel_sample above = step->in->from < step->me ? *own : *in;
  own->colour = colour_merge(&below.colour, compose_group(s)->blend, &above.colour);
  own->depth = above.depth ? above.depth : below.depth;
  own->drawer = above.depth ? above.drawer : below.drawer;
}

/* A packet of another group, which a system without a scheduler may admit, is composed as well. */
void compose(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  unsigned pixel = step->in->pixel;
  if (pixel >= step->frame->pixels || is_duplicated(s)) return;
  if (is_ordered(s)) compose_ordered(s, pixel, &step->in->sample);
  else compose_any_order(s, pixel, &step->in->sample);
}

void note_composed(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct gpu *gpu = step->gpu;
  unsigned from = step->in->from;
  gpu->received |= (uint8_t)(1u << from);
  if (gpu->merged[from]) compose_breaks(s, COMPOSES_ONCE);
  gpu->merged[from] = 1;
}

void lay_on_background(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  const struct frame_command *draw = first_draw(s);
  struct gpu *gpu = step->gpu;
  for (unsigned pixel = step->me; pixel < step->frame->pixels; pixel += step->frame->gpus) {
    struct colour *target = &gpu->target[draw->target][pixel];
    *target = step->rules->extra_target
                  ? colour_merge(target, compose_group(s)->blend, &gpu->sub[pixel].colour)
                  : gpu->sub[pixel].colour;
    if (colour_backgrounds(target) > 1) compose_breaks(s, COMPOSES_BACKGROUND);
    if (!gpu->sub[pixel].depth) continue;
    gpu->depth[draw->buffer][pixel] = gpu->sub[pixel].depth;
    gpu->drawer[draw->buffer][pixel] = gpu->sub[pixel].drawer;
  }
  if (gpu->backgrounds) compose_breaks(s, COMPOSES_BACKGROUND);
  gpu->backgrounds = 1;
}

/* --- from group to group --- */

void end_group(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct gpu *gpu = step->gpu;
  for (unsigned i = 0; i < step->frame->gpus; i++)
    if (i != step->me && !gpu->merged[i]) compose_breaks(s, COMPOSES_ONCE);
  if (is_ordered(s) && !gpu->backgrounds) compose_breaks(s, COMPOSES_BACKGROUND);
}

void adopt_regions(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
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
void adopt_composed(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct gpu *gpu = step->gpu;
  const struct frame_command *draw = first_draw(s);
  adopt_regions(s);
  for (unsigned pixel = 0; pixel < step->frame->pixels; pixel++)
    for (unsigned i = 0; i < step->frame->gpus; i++) {
      const struct gpu *other = step->all[i];
      struct pixel_sample own = { .depth = gpu->depth[draw->buffer][pixel],
                                  .drawer = gpu->drawer[draw->buffer][pixel] };
      struct pixel_sample in = { .depth = other->depth[draw->buffer][pixel],
                                 .drawer = other->drawer[draw->buffer][pixel] };
      if (!other->drawn[pixel] ||
          !sample_wins(compose_group(s)->test, step->rules->by_index, &in, &own))
        continue;
      gpu->target[draw->target][pixel] = other->target[draw->target][pixel];
      gpu->depth[draw->buffer][pixel] = in.depth;
      gpu->drawer[draw->buffer][pixel] = in.drawer;
    }
}

void next_group(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct gpu *gpu = step->gpu;
  if (gpu->group + 1u < step->plan->count) gpu->group++;
  else compose_breaks(s, COMPOSES_NEVER);
  gpu->sent_to = gpu->received = gpu->backgrounds = gpu->queue_length = 0;
  gpu->low = gpu->high = (uint8_t)step->me;
  memset(gpu->merged, 0, sizeof gpu->merged);
  memset(gpu->drawn, 0, sizeof gpu->drawn);
  memset(gpu->sub, 0, sizeof gpu->sub);
  memset(gpu->queue, 0, sizeof gpu->queue);
}
