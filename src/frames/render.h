/* Frames on models of image composition: every way to deal out the draws, in every order of
 * events. */
#ifndef FRAMES_RENDER_H
#define FRAMES_RENDER_H

#include "base/vector.h"
#include "frames/compositor.h"
#include "frames/frame.h"
#include "run/effort.h"

/* The frames that a command was given. */
struct framed {
  char *path;
  struct frame *frame; /* NULL: it cannot be read */
  char *fault;         /* why not, or NULL */
  char *misstated;     /* where its image is not the one that it states, or NULL */
};
struct frame_suite {
  struct framed *items;
  unsigned count, unreadable;
  bool misstated;
};
/* Reads frames and folders of frames; a folder without any is no fault. */
struct frame_suite frame_suite_load(const char *const *paths, unsigned count);
void frame_suite_clear(struct frame_suite *suite);

/* The result of all searches of a frame in a setting. */
struct rendering {
  unsigned dealings, stand_for; /* those explored, and those that they represent */
  uint64_t states, transitions;
  unsigned depth;
  uint64_t broken; /* set of composition properties */
  bool complete, blocked;
  VECTOR(struct image) images; /* shown at the end of a run */
};
/* Ends early once a property of `stop_at` is broken. */
struct rendering frame_render(const struct setting *setting, const struct frame *frame,
                              const struct compositor_options *options, uint64_t stop_at,
                              const struct effort *effort);
void rendering_clear(struct rendering *rendering);

/* A shortest run, of the first dealing that has one so short.  trace NULL: there is none or, where
 * `complete` is false, a limit was hit first. */
struct frame_run {
  struct dealing dealing;
  struct compositor *compositor;
  struct trace *trace;
  bool complete;
};
/* The shortest run over all dealings that breaks one of `properties` or, where `seek` is not NULL,
 * ends with its images. */
bool frame_run_find(const struct setting *setting, const struct frame *frame, uint64_t properties,
                    const struct frame *seek, const struct effort *effort, struct frame_run *run);
void frame_run_clear(struct frame_run *run);

enum frame_verdict {
  FRAME_HOLDS,
  FRAME_VIOLATION,
  FRAME_KNOWN,       /* the variant fails it, as its record says */
  FRAME_NEWLY_HOLDS, /* it holds, though the record says that it fails */
  FRAME_ALSO,        /* a variant that is expected to fail others fails it, too */
  FRAME_MISSTATED,   /* the frame states an image that is not its own */
  FRAME_INCONCLUSIVE
};
enum frame_verdict frame_judge(const struct setting *setting, const struct framed *framed,
                               const struct rendering *rendering);
bool frame_verdict_is_bad(enum frame_verdict verdict); /* neither claimed nor known */
const char *frame_verdict_name(enum frame_verdict verdict);

/* A frame under a setting. */
struct frame_result {
  const struct setting *setting;
  const struct frame *frame;
  enum frame_verdict verdict;
  const char *misstated; /* as in struct framed */
  struct rendering made; /* without images */
};
struct frame_results {
  struct frame_result *items;
  size_t length, room;
};

#endif
