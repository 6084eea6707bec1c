/* Placements are numbered by first use: a GPM's index occurs only after all lower ones. */
#include "run/placements.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

struct placement_list {
  struct placement *items;
  size_t length, room;
  unsigned index; /* index of a GPM in its GPU that must be in use; 0 always is */
};

/* Does some GPU use the GPM of this index? */
static bool uses(const struct placement *placement, unsigned index) {
  unsigned gpms = placement->topology.gpms;
  for (unsigned sm = 0; sm < placement->sms; sm++)
    if (placement->gpm_of_sm[sm] % gpms == index) return true;
  for (unsigned line = 0; line < placement->lines; line++)
    if (placement->home_of_line[line] % gpms == index) return true;
  return false;
}

static bool add_placement(void *context, const struct placement *placement) {
  struct placement_list *list = context;
  if (!list->index || uses(placement, list->index)) vector_push(*list, *placement);
  return true;
}

/* Keeps `most` placements at equal distances, the first among them: neighbours are much alike. */
static void thin_out(struct placements *placements, unsigned most) {
  if (!most || placements->count <= most) return;
  for (unsigned i = 0; i < most; i++)
    placements->items[i] = placements->items[(size_t)i * placements->count / most];
  placements->count = most;
  placements->approximated = true;
}

bool placements_list(const struct setting *setting, const struct program *program,
                     const struct effort *effort, struct placements *placements,
                     struct diagnostic *error) {
  struct placement_list list = { 0 };
  struct placement_options options = { .banks = effort->layouts && setting->system->banks_matter,
                                       .warps = setting->system->sm_is_warp,
                                       .shared_lines = effort->layouts,
                                       .topology = setting->system->topology };
  if (effort->wider) list.index = options.topology.gpms++;
  bool placed = placements_each(program, &options, add_placement, &list) && list.length;
  *placements = (struct placements){ list.items, (unsigned)list.length, false };
  thin_out(placements, effort->quick_placements);
  if (placed) return true;
  memory_free(list.items);
  *placements = (struct placements){ 0 };
  return diagnostic_plain(
      error,
      "%s cannot be placed on a machine: of %u %s and %u %s; a machine takes at most %u threads "
      "and %u "
      "locations (`allow` takes more)",
      program->name, program->thread_count,
      text_numbered(program->thread_count, "thread", "threads"), program->location_count,
      text_numbered(program->location_count, "location", "locations"), CORES_MAX, LINES_MAX);
}
