/* Each way to deal out a frame's draws is a search of its own; their results are put together. */
#include "frames/render.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/read/reader.h"
#include "run/suite.h"

static void add_images(struct rendering *rendering, const struct frame *frame,
                       const struct compositor *compositor) {
  for (unsigned i = 0; i < compositor_images(compositor); i++) {
    const struct image *image = compositor_image(compositor, i);
    bool known = false;
    for (size_t j = 0; j < rendering->images.length && !known; j++)
      known = image_equal(frame, image, &rendering->images.items[j]);
    if (!known) vector_push(rendering->images, *image);
  }
}

struct rendering frame_render(const struct setting *setting, const struct frame *frame,
                              const struct compositor_options *options, uint64_t stop_at,
                              const struct effort *effort) {
  struct rendering rendering = { .complete = true };
  struct rules rules = composition_rules(setting);
  struct dealing dealing = dealing_first(frame, &rules);
  bool renames = options->renames_gpus && !options->no_reduction;
  do {
    rendering.stand_for++;
    if (renames && !dealing_is_representative(&dealing)) continue;
    struct compositor *compositor = compositor_new(setting, &dealing, options);
    struct search_options limits = effort_search(effort, effort->threads, 1);
    limits.stop_at = stop_at;
    struct search_result result = search_run(compositor_model(compositor), &limits);
    rendering.dealings++;
    rendering.states += result.states;
    rendering.transitions += result.transitions;
    rendering.broken |= result.broken & ~CLAIM(COMPOSES_WITNESS);
    rendering.blocked |= result.blocked;
    rendering.complete &= result.end == SEARCH_COMPLETE || result.end == SEARCH_VIOLATION;
    if (result.depth > rendering.depth) rendering.depth = result.depth;
    add_images(&rendering, frame, compositor);
    search_result_clear(&result);
    compositor_free(compositor);
  } while (rendering.complete && !(rendering.broken & stop_at) && dealing_next(&dealing));
  return rendering;
}

void rendering_clear(struct rendering *rendering) { vector_free(rendering->images); }

bool frame_run_find(const struct setting *setting, const struct frame *frame, uint64_t properties,
                    const struct frame *seek, const struct effort *effort, struct frame_run *run) {
  struct rules rules = composition_rules(setting);
  struct dealing dealing = dealing_first(frame, &rules);
  struct compositor_options options = { .no_reduction = true, .seek = seek };
  *run = (struct frame_run){ .complete = true };
  do {
    struct compositor *compositor = compositor_new(setting, &dealing, &options);
    struct search_options limits = effort_search(effort, effort->threads, 1);
    limits.stop_at = seek ? CLAIM(COMPOSES_WITNESS) : properties;
    if (run->trace && (!limits.depth_max || limits.depth_max > run->trace->length))
      limits.depth_max = run->trace->length;
    struct search_result result = search_run(compositor_model(compositor), &limits);
    if (result.trace && (!run->trace || result.trace->length < run->trace->length)) {
      frame_run_clear(run);
      *run = (struct frame_run){ dealing, compositor, result.trace, true };
      result.trace = NULL;
      compositor = NULL;
    } else if (!run->trace && result.end != SEARCH_COMPLETE) {
      run->complete = false;
    }
    search_result_clear(&result);
    compositor_free(compositor);
  } while (dealing_next(&dealing));
  return run->trace;
}

void frame_run_clear(struct frame_run *run) {
  trace_free(run->trace);
  compositor_free(run->compositor);
  *run = (struct frame_run){ .trace = NULL };
}

bool frame_verdict_is_bad(enum frame_verdict verdict) {
  return verdict == FRAME_VIOLATION || verdict == FRAME_NEWLY_HOLDS || verdict == FRAME_MISSTATED;
}

const char *frame_verdict_name(enum frame_verdict verdict) {
  static const char *const names[] = { "holds",           "violation",
                                       "known-violation", "missing-violation",
                                       "known-violation", "violation",
                                       "inconclusive" };
  return names[verdict];
}

enum frame_verdict frame_judge(const struct setting *setting, const struct framed *framed,
                               const struct rendering *rendering) {
  bool listed = suite_name_is_listed(setting_fails(setting), framed->frame->name);
  unsigned claims = composition_invariants(setting);
  if (framed->misstated) return FRAME_MISSTATED;
  if (rendering->broken & composition_claims(setting))
    return FRAME_VIOLATION; /* not among what its record says that it loses */
  if (rendering->broken & claims)
    return listed ? FRAME_KNOWN : setting_is_broken(setting) ? FRAME_ALSO : FRAME_VIOLATION;
  if (!rendering->complete) return FRAME_INCONCLUSIVE;
  return listed ? FRAME_NEWLY_HOLDS : FRAME_HOLDS;
}
