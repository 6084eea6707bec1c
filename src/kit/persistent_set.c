/* Deferring evictions that answer to nobody yet: a reduction, off with --no-reduction.
 *
 * Let a controller, in a system whose lines share nothing, begin to evict a line that no core waits
 * for.  Until some core asks for that line, only messages about it touch it; these commute with
 * every step on other lines; and no property looks at two lines at once.  So in any run the
 * eviction, with as much of it as happened, may be put off until just before the next request for
 * its line, and dropped where there is none; except at the very end, where it must still be seen to
 * keep the line's value.
 *
 * Hence a deferred event begins only (1) on a line that some core waits for; or (2) on one for
 * which a core can ask now, and then the machine's focus is on that line: nothing but steps on it
 * until the request is issued; or (3) when all cores are done, once, with the focus on it until the
 * line is at rest.  The focus has a slot of its own.
 *
 * For the same reason the steps on one line are a persistent set (Godefroid 1996) wherever no core
 * can come to ask for the line but by a step of that set: every core that will still access it is
 * at that access now.  Then only they need be explored: steps on other lines commute with them,
 * neither can hinder the other, and a property of one line does not see the other.  Such a set must
 * not go round for ever and put the rest off: programs with a loop do without it.
 *
 * Lines do share the room of channels.  The networks' own capacities are larger than what can be in
 * flight; with a smaller one
 * (--capacity), or where the record has less room than there are lines, nothing is deferred and no
 * line explored by itself; and where a channel was full all the same, what was not explored for it
 * ends the search as too small (machine_search). */
#include "machine/channel.h"
#include "machine/machine_private.h"
#include "machine/persistent_set.h"
#include "machine/properties.h"

void persistent_set_focus(const struct machine *machine, slot_t *state, int line) {
  uint8_t byte = (uint8_t)line;
  state[focus_slot(machine)] = intern_add(machine->contents, &byte, line == NO_FOCUS ? 0 : 1);
}

/* The lines that some core waits for. */
static unsigned lines_awaited(const struct machine *machine, const slot_t *state) {
  unsigned lines = 0;
  for (unsigned i = 0; i < machine->shape.core_count; i++) {
    const struct core *core = intern_at(machine->contents, state[core_slot(machine, i)], NULL);
    for (unsigned e = 0; e < core->entries; e++) {
      const struct core_entry *entry = &core->entry[core->order[e]];
      if (entry->issued) lines |= 1u << core_micro(machine, i, entry->micro)->line;
    }
  }
  return lines;
}

/* Is anything under way on a line? */
static bool line_busy(const struct machine *machine, const slot_t *state, unsigned line) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    if (machine_summary_of(machine, i, state[controller_slot(machine, i)])->busy >> line & 1)
      return true;
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    unsigned count, slot = channel_slot(machine, i);
    if (state[slot] == EMPTY) continue;
    const struct message *messages = channel_messages(machine, state[slot], &count);
    for (unsigned m = 0; m < count; m++)
      if (messages[m].line == line) return true;
  }
  return false;
}

int persistent_focus(const struct machine *machine, const slot_t *state) {
  size_t length;
  const uint8_t *line = intern_at(machine->contents, state[focus_slot(machine)], &length);
  if (!length) return NO_FOCUS;
  /* At the end the other lines must come to rest as well. */
  return machine_finished(machine, state) && !line_busy(machine, state, *line) ? NO_FOCUS : *line;
}

/* Did the last evictions begin already? */
static bool ended(const struct machine *machine, const slot_t *state) {
  size_t length;
  intern_at(machine->contents, state[focus_slot(machine)], &length);
  return length != 0;
}

struct deferral persistent_lines_to_defer(const struct machine *machine, const slot_t *state,
                                          int focus, unsigned asked) {
  if (focus != NO_FOCUS) return (struct deferral){ .begin = 1u << focus };
  unsigned awaited = lines_awaited(machine, state);
  if (machine_finished(machine, state)) asked = ended(machine, state) ? 0 : ~0u;
  return (struct deferral){ .begin = awaited | asked, .focuses = asked & ~awaited };
}

/* Is this core, as to `line`, where only a step on the line can take it there: at an access to it,
 * or done with it? */
static bool core_closed(const struct machine *machine, const slot_t *state, unsigned core,
                        unsigned line) {
  const struct core *c = intern_at(machine->contents, state[core_slot(machine, core)], NULL);
  bool later = machine->accessed[core][c->pc] >> line & 1;
  for (unsigned e = 0; e < c->entries; e++) {
    const struct micro *micro = core_micro(machine, core, c->entry[c->order[e]].micro);
    if (micro->kind == MICRO_ACCESS && micro->line == line) return c->entries == 1;
  }
  return !later;
}

unsigned persistent_closed_lines(const struct machine *machine, const slot_t *state) {
  unsigned closed = 0;
  if (machine->has_loop || machine->shape.setting.core != CORE_IO) return 0;
  for (unsigned line = 0; line < machine->shape.lines; line++) {
    bool all = true;
    for (unsigned core = 0; core < machine->shape.core_count && all; core++)
      all = core_closed(machine, state, core, line);
    closed |= (unsigned)all << line;
  }
  return closed;
}
