/* The set gives indices out in ascending blocks, so a level is a list of ranges.  All levels are
 * kept (8 bytes for up to 256 states), since the way back from a violation walks them again. */
#include "search/frontier.h"

/* Small levels are cut into small slices, so that every thread gets some. */
static uint32_t slice_size(uint64_t states, unsigned members) {
  uint64_t size = members == 1 ? SLICE_MAX : states / (8 * (uint64_t)members);
  return size < 1 ? 1 : size > SLICE_MAX ? SLICE_MAX : (uint32_t)size;
}

struct advance {
  uint64_t states;
  VECTOR(struct range) ranges;
};

static void take(void *context, struct range range) {
  struct advance *advance = context;
  advance->states += range.count;
  vector_push(advance->ranges, range);
}

static void cut(struct frontier *frontier, struct range range, uint32_t size) {
  for (uint32_t count; range.count; range.first += count, range.count -= count) {
    count = range.count < size ? range.count : size;
    vector_push(frontier->slices, (struct range){ range.first, count });
  }
}

uint64_t frontier_advance(struct frontier *frontier, struct visited *visited, unsigned members) {
  struct advance advance = { 0 };
  visited_collect(visited, take, &advance);
  if (advance.states)
    vector_push(frontier->levels, (struct level){ frontier->slices.length, advance.states });
  for (size_t i = 0; i < advance.ranges.length; i++)
    cut(frontier, advance.ranges.items[i], slice_size(advance.states, members));
  vector_free(advance.ranges);
  return advance.states;
}

void frontier_advance_empty(struct frontier *frontier) {
  vector_push(frontier->levels, (struct level){ frontier->slices.length, 0 });
}

size_t frontier_level_end(const struct frontier *frontier, unsigned level) {
  bool last = level + 1 == frontier->levels.length;
  return last ? frontier->slices.length : frontier->levels.items[level + 1].first_slice;
}

uint64_t frontier_states(const struct frontier *frontier, unsigned level) {
  uint64_t states = 0;
  for (unsigned i = 0; i <= level && i < frontier->levels.length; i++)
    states += frontier->levels.items[i].states;
  return states;
}

uint64_t frontier_bytes(const struct frontier *frontier) {
  return frontier->slices.room * sizeof *frontier->slices.items +
         frontier->levels.room * sizeof *frontier->levels.items;
}

void frontier_free(struct frontier *frontier) {
  vector_free(frontier->slices);
  vector_free(frontier->levels);
}
