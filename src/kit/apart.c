/* The promise that lines share nothing (system.h, lines_apart), held to step by step.
 *
 * A step on a line is run again where the controller's other lines are as they were in the beginning: it must go the same ways,
 * send and answer the same, and leave the line the same; and in its own run it must leave the rest of the controller alone.
 * What depends on nothing but its line, and changes nothing else, commutes with every step on other lines; focus.c and the
 * client's one line (machine.c) rest on that.  The check is asked for by tests (machine_options.check_apart). */
#include <string.h>
#include "kit/inside.h"

static unsigned line_count(const struct machine *machine, unsigned controller) {
  return (unsigned)((machine->local_size[machine->controllers[controller].kind] - sizeof(struct local)) / sizeof(struct line));
}

/* The local state with all lines but one as they were in the beginning. */
static uint32_t alone(const struct machine *machine, unsigned controller, uint32_t number, unsigned at) {
  union { struct local local; char bytes[sizeof(struct local) + (LINES_MAX + CORES_MAX) * sizeof(struct line)]; } copy;
  size_t size = machine->local_size[machine->controllers[controller].kind];
  memcpy(&copy, local_at(machine, cold_local(machine, controller)), size);
  copy.local.line[at] = local_at(machine, number)->line[at];
  return intern_add(machine->contents, &copy, size);
}

static bool rest_is_untouched(const struct machine *machine, unsigned controller, uint32_t before, uint32_t after, unsigned at) {
  struct local a = *local_at(machine, before), b = *local_at(machine, after);
  a.broken = b.broken = 0;
  if (memcmp(&a, &b, sizeof a)) return false;
  for (unsigned line = 0; line < line_count(machine, controller); line++)
    if (line != at && memcmp(&local_at(machine, before)->line[line], &local_at(machine, after)->line[line], sizeof(struct line)))
      return false;
  return true;
}

static bool same_but_for_rest(const struct machine *machine, const struct alternative *a, const struct alternative *b,
                              unsigned at) {
  if (a->stalled != b->stalled || a->sends != b->sends || a->replies != b->replies || a->performs != b->performs) return false;
  for (unsigned i = 0; i < a->sends; i++)
    if (a->send[i].channel != b->send[i].channel || a->send[i].message != b->send[i].message ||
        message_at(machine, a->send[i].message)->line != at) return false;
  for (unsigned i = 0; i < a->replies; i++)
    if (a->answer[i] != b->answer[i]) return false;
  for (unsigned i = 0; i < a->performs; i++)
    if (a->perform[i].line != at || a->perform[i].word != b->perform[i].word) return false;
  return !memcmp(&local_at(machine, a->local)->line[at], &local_at(machine, b->local)->line[at], sizeof(struct line));
}

bool step_is_apart(const struct machine *machine, unsigned controller, uint32_t local, enum input_kind kind, unsigned event,
                   unsigned at, uint32_t message, unsigned lazily, const struct alternatives *ways) {
  uint32_t other = alone(machine, controller, local, at);
  if (other == local) return true;
  const struct alternatives *alone_ways = controller_steps(machine, controller, other, kind, event, at, message, lazily, 0);
  if (alone_ways->count != ways->count) return false;
  for (unsigned i = 0; i < ways->count; i++)
    if (!rest_is_untouched(machine, controller, local, ways->items[i].local, at) ||
        !same_but_for_rest(machine, &ways->items[i], &alone_ways->items[i], at)) return false;
  return true;
}
