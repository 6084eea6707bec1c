/* Drawing: fragments, depth tests, targets; and sequential rendering, which every system claims. */
#include "frames/image.h"

void compose_gpu_clear(struct gpu *gpu, const struct frame *frame) {
  for (unsigned pixel = 0; pixel < frame->pixels; pixel++)
    for (unsigned target = 0; target < FRAME_TARGETS_MAX; target++) {
      gpu->target[target][pixel] = colour_background;
      gpu->depth[target][pixel] = (uint8_t)frame->clear;
      gpu->drawer[target][pixel] = 0;
    }
}

unsigned compose_region(const struct frame *frame, unsigned gpu) {
  unsigned region = 0;
  for (unsigned pixel = gpu; pixel < frame->pixels; pixel += frame->gpus) region |= 1u << pixel;
  return region;
}

static void draw_fragment(struct gpu *gpu, const struct frame *frame, unsigned command,
                          bool ordered, unsigned pixel) {
  const struct frame_command *draw = &frame->commands[command];
  uint8_t *stored = &gpu->depth[draw->buffer][pixel], *drawer = &gpu->drawer[draw->buffer][pixel];
  unsigned depth = draw->depth[pixel];
  if (!depth || !depth_test_passes(draw->test, depth, *stored)) return;
  const struct colour *read = draw->reads == FRAME_NONE ? NULL : &gpu->target[draw->reads][pixel];
  colour_draw(ordered ? &gpu->sub[pixel].colour : &gpu->target[draw->target][pixel], draw->blend,
              command, read);
  gpu->drawn[pixel] = 1;
  if (!draw->writes) return;
  *stored = (uint8_t)depth;
  *drawer = (uint8_t)(command + 1);
  if (ordered) {
    gpu->sub[pixel].depth = *stored;
    gpu->sub[pixel].drawer = *drawer;
  }
}

/* Shows target 0, then clears everything. */
static void show(struct gpu *gpu, const struct frame *frame, unsigned command, unsigned region) {
  unsigned present = 0;
  for (unsigned i = 0; i < command; i++) present += frame->commands[i].kind == COMMAND_PRESENT;
  for (unsigned pixel = 0; pixel < frame->pixels; pixel++)
    if (region >> pixel & 1) gpu->shown[present][pixel] = gpu->target[0][pixel];
  compose_gpu_clear(gpu, frame);
}

void compose_gpu_execute(struct gpu *gpu, const struct frame *frame, unsigned command, bool ordered,
                         unsigned region) {
  if (frame->commands[command].kind == COMMAND_PRESENT) show(gpu, frame, command, region);
  if (frame->commands[command].kind != COMMAND_DRAW) return;
  for (unsigned pixel = 0; pixel < frame->pixels; pixel++)
    if (region >> pixel & 1) draw_fragment(gpu, frame, command, ordered, pixel);
}

struct image image_sequential(const struct frame *frame) {
  struct gpu alone = { 0 };
  struct image image;
  compose_gpu_clear(&alone, frame);
  for (unsigned i = 0; i < frame->command_count; i++)
    compose_gpu_execute(&alone, frame, i, false, (1u << frame->pixels) - 1);
  for (unsigned present = 0; present < FRAME_PRESENTS_MAX; present++)
    for (unsigned pixel = 0; pixel < FRAME_PIXELS_MAX; pixel++)
      image.shown[present][pixel] = alone.shown[present][pixel];
  return image;
}

bool image_equal(const struct frame *frame, const struct image *a, const struct image *b) {
  for (unsigned present = 0; present < frame->presents; present++)
    for (unsigned pixel = 0; pixel < frame->pixels; pixel++)
      if (!colour_equal(&a->shown[present][pixel], &b->shown[present][pixel])) return false;
  return true;
}

void image_print(struct text *text, const struct frame *frame, const struct image *image) {
  for (unsigned present = 0; present < frame->presents; present++)
    for (unsigned pixel = 0; pixel < frame->pixels; pixel++) {
      text_add(text, present || pixel ? "; " : "");
      if (frame->presents > 1) text_add(text, "%u.", present);
      text_add(text, "%u = ", pixel);
      colour_print(text, frame, &image->shown[present][pixel]);
    }
}
