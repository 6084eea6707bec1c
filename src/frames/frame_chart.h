/* Runs of image composition as message sequence charts. */
#ifndef FRAMES_FRAME_CHART_H
#define FRAMES_FRAME_CHART_H

#include "frames/render.h"
#include "report/draw/chart.h"

/* The run; to be cleared by chart_clear. */
struct chart chart_of_frame_run(const struct setting *setting, const struct frame *frame,
                                const struct frame_run *run);

#endif
