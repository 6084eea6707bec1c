/* The messages of a frame on a model of image composition: how many of each type a run sends, at
 * least and at most, over all ways to deal out the draws (liveness/counts.h). */
#ifndef FRAMES_FRAME_COUNTS_H
#define FRAMES_FRAME_COUNTS_H

#include "frames/render.h"
#include "liveness/counts.h"
#include "report/json.h"

struct frame_counts {
  struct count_range ranges[COMPOSITION_EVENTS];
  unsigned dealings;
  uint64_t states;
  bool complete; /* no limit was hit */
  bool ends;     /* some run ends; else there are no ranges */
};
/* Searches without reductions. */
struct frame_counts frame_count(const struct setting *setting, const struct frame *frame,
                                const struct effort *effort);
void frame_counts_print(FILE *out, const struct setting *setting, const struct frame *frame,
                        const struct frame_counts *counts);
void frame_counts_json(struct json *json, const struct setting *setting,
                       const struct framed *framed, const struct frame_counts *counts);

#endif
