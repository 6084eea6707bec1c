/* The owners of lines at two levels: L1s below the L2 of their GPU, L2s below the LLC. */
#include "models/lib/over_gpus.h"

static bool line_holds(const struct shape *shape, const struct local *const *locals, unsigned line,
                       const struct over_gpus_copies *copies) {
  const struct placement *placement = &shape->placement;
  unsigned words = shape->words_of_line[line], gpus = placement->topology.gpus;
  unsigned llc = shape_gpm(shape, 0) + gpus + placement->bank_of_line[line];
  const struct line *bank = &locals[llc]->line[line];
  if (copies->llc && !copies->llc(bank)) return false;
  for (unsigned gpu = 0; gpu < gpus; gpu++)
    if (!copies->l2(&locals[shape_gpm(shape, gpu)]->line[line], bank->owner == gpu, words))
      return false;
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    const struct line *above = &locals[shape_gpm(shape, placement->gpm_of_sm[sm])]->line[line];
    if (!copies->l1(&locals[shape_l1(shape, sm)]->line[line], above->owner == sm, words))
      return false;
  }
  return true;
}

bool over_gpus_copies_hold(const struct shape *shape, const struct local *const *locals,
                           const struct over_gpus_copies *copies) {
  for (unsigned line = 0; line < shape->lines; line++)
    if (!line_holds(shape, locals, line, copies)) return false;
  return true;
}
