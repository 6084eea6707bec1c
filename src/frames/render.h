/* Frames on models of image composition: every way to deal out the draws, every order of what
 * happens then. */
#ifndef FRAMES_RENDER_H
#define FRAMES_RENDER_H

#include "base/vector.h"
#include "frames/compositor.h"
#include "frames/suite.h"
#include "verify/effort.h"

/* What a setting makes of a frame. */
struct rendering {
  unsigned dealings, stand_for; /* those that were tried, and how many they stand for */
  uint64_t states, transitions;
  unsigned depth;
  uint64_t broken; /* set of composition properties */
  bool complete, blocked;
  VECTOR(struct image) images; /* shown at the end of some run */
};
/* Ends early once a property of `stop_at` is seen to be broken. */
struct rendering frame_render(const struct setting *setting, const struct frame *frame,
                              const struct compositor_options *options, uint64_t stop_at,
                              const struct effort *effort);
void rendering_clear(struct rendering *rendering);

/* A run, and the first way to deal out the draws that has one so short.  trace NULL: there is none
 * (or, where it is not complete, a limit was hit first). */
struct frame_run {
  struct dealing dealing;
  struct compositor *compositor;
  struct trace *trace;
  bool complete;
};
/* The shortest run that breaks one of `properties`, over all dealings; without them, that ends with
 * the images of `seek`. */
bool frame_run_find(const struct setting *setting, const struct frame *frame, uint64_t properties,
                    const struct frame *seek, const struct effort *effort, struct frame_run *run);
void frame_run_clear(struct frame_run *run);

enum frame_verdict {
  FRAME_HOLDS,
  FRAME_VIOLATION,
  FRAME_KNOWN,       /* the record says that the variant fails it, and it does */
  FRAME_NEWLY_HOLDS, /* and it does not */
  FRAME_ALSO,        /* a variant that is broken on purpose fails it, too */
  FRAME_MISSTATED,   /* the frame states an image that is not its own */
  FRAME_INCONCLUSIVE
};
enum frame_verdict frame_judge(const struct setting *setting, const struct framed *framed,
                               const struct rendering *rendering);
bool frame_verdict_is_bad(
    enum frame_verdict verdict); /* neither what is claimed nor what is known */
const char *frame_verdict_name(enum frame_verdict verdict);

/* What came of a frame under a setting, without its images. */
struct frame_result {
  const struct setting *setting;
  const struct frame *frame;
  enum frame_verdict verdict;
  const char *misstated; /* the frame's */
  struct rendering made;
};
struct frame_results {
  struct frame_result *items;
  size_t length, room;
};

#endif
