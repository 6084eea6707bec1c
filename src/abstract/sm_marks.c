/* See sm_marks.h. */
#include "abstract/sm_marks.h"

#include <string.h>

size_t marks_size(const struct sm_frame *frame) {
  return frame->hub_count * sizeof(struct hub_marks);
}

static const struct hub_marks *marks_at(const struct sm_frame *frame, uint32_t marks) {
  return intern_at(frame->parts->marks, marks, NULL);
}

uint32_t marks_of_bystander(const struct sm_frame *frame, uint32_t marks) {
  uint64_t second = sm_frame_key(VIEW_MARKS, 0, 0), known = memo_find(&frame->memo, marks, second);
  if (known) return (uint32_t)(known - 1);
  struct hub_marks all[HUBS_MAX];
  bool used[ON_TIME] = { false };
  uint8_t to[256];
  intern_copy(frame->parts->marks, marks, all);
  for (unsigned h = 0; h < frame->hub_count; h++) {
    for (unsigned i = 0; i < CORES_MAX; i++)
      if (all[h].stall[i] < ON_TIME) used[all[h].stall[i]] = true;
    for (unsigned l = 0; l < frame->machine->shape.lines; l++) {
      struct line_marks *line = &all[h].line[l];
      if (line->writer) line->writer = 1;
      for (unsigned i = 0; i < line->waiting; i++) {
        line->queue[i].core = line->queue[i].entry = 0;
        if (line->queue[i].time < ON_TIME) used[line->queue[i].time] = true;
      }
    }
  }
  for (unsigned i = 0, next = 0; i < 256; i++) {
    if (i % GAP_TIMES_MAX == 0) next = 0;
    to[i] = (uint8_t)(i < ON_TIME && used[i] ? i / GAP_TIMES_MAX * GAP_TIMES_MAX + next++ : i);
  }
  for (unsigned h = 0; h < frame->hub_count && sm_frame_is_timed(frame); h++)
    sm_frame_map_marks(&all[h], to);
  uint32_t result = intern_add(frame->parts->marks, all, marks_size(frame));
  memo_add((struct memo *)&frame->memo, marks, second, 1 + (uint64_t)result);
  return result;
}

unsigned marks_of_threads(const struct sm_frame *frame, uint32_t marks, uint32_t *of_threads) {
  struct hub_marks all[HUBS_MAX];
  unsigned threads = 0;
  intern_copy(frame->parts->marks, marks, all);
  for (unsigned h = 0; h < frame->hub_count; h++)
    for (unsigned l = 0; l < frame->machine->shape.lines; l++) {
      struct line_marks *line = &all[h].line[l];
      if (line->writer) line->writer = (uint8_t)(1 + threads++);
      for (unsigned i = 0; i < line->waiting; i++) line->queue[i].core = (uint8_t)threads++;
    }
  *of_threads = intern_add(frame->parts->marks, all, marks_size(frame));
  return threads;
}

bool marks_wait(const struct sm_frame *frame, uint32_t marks) {
  const struct hub_marks *all = marks_at(frame, marks);
  for (unsigned h = 0; h < frame->hub_count; h++)
    for (unsigned l = 0; l < frame->machine->shape.lines; l++)
      if (all[h].line[l].waiting) return true;
  return false;
}

uint64_t marks_unique(const struct sm_frame *frame, uint32_t marks) {
  const struct hub_marks *all = marks_at(frame, marks);
  uint64_t set = 0;
  for (unsigned h = 0; h < frame->hub_count; h++)
    for (unsigned l = 0; l < frame->machine->shape.lines; l++) {
      unsigned bit = 2 * (h * frame->machine->shape.lines + l);
      if (all[h].line[l].owner) set |= 1ull << bit;
      if (all[h].line[l].writer) set |= 1ull << (bit + 1);
    }
  return set;
}

bool marks_own(const struct sm_frame *frame, uint32_t marks) {
  const struct hub_marks *all = marks_at(frame, marks);
  for (unsigned h = 0; h < frame->hub_count; h++)
    for (unsigned l = 0; l < frame->machine->shape.lines; l++)
      if (all[h].line[l].owner) return true;
  return false;
}
