/* A line by itself: the client asks for this one line, and for fences, and what is found to hold
 * holds of the line among any number of lines, if their homes are those of the machine's lines.  Of
 * deadlock see below.
 *
 * Why.  Take any run of all lines, and out of each of its states everything that is about other
 * lines: of cores the operations on them, of channels the messages about them, of controllers what
 * they keep of them, and what they count for a thread whose release or acquire is on them.  What is
 * left is a run of the line by itself, in which some steps do nothing:
 *   - A core.  Operations are held back by earlier ones of their thread, and by a window that is
 * full; with fewer of both they may issue.  Which place of the window an operation has is a name
 * only.
 *   - A channel.  What is first of all messages, or of its line's, is so without others; where
 * there was room for all that a step sends there is room.
 *   - A controller.  A step on the line sees of its local state that line, what is counted for the
 * thread that asks, and nothing else: no capacity and no MSHR is shared (evictions come at any
 * time).  A thread has one release or fence out, and one acquire, which are counted apart.  That is
 * the promise of per_address (system.h).  Of two things that all lines share a step may ask more.
 * One is a count of what is out, of which each line has its part: whether it is none, where the
 * step waits until it is; without others it waits no longer.  (Where it goes on in another way
 * instead, as a fence of rcc's does that is kept, a line by itself may go either way, and the wait
 * end at any time.)  The other is a FIFO of lines and of the markers of releases and fences:
 * whether a marker is first, where it waits until it is.  What stands before what is so without
 * others, and what is first of all is first.
 *   - A fence is of no line.  It is issued under the first, at which no row looks, whichever line
 * is explored; where a network keeps the order of each line that is not so, and no line is explored
 * by itself.  The homes that a fence goes to are those of all of the machine's lines.
 *   - An acquire or a release on another line, or an owner that is to give it up and waits, may do
 * to this one what an eviction does, and what an event of its own does that the model lets happen
 * whenever a line is by itself (step_is_alone), as often as it likes.
 *   - What is observed (ages, what a step broke) is observed of one line; so are the invariants.
 * The first step of the run that breaks something is a step of some line, which breaks the same by
 * itself; or a step that sends of several, as rcc's fences do, which sends more than a channel
 * holds though it sends no more of any line than that.
 *   - A claim of steps (claims.h) may be of what a step on one line does to the others, or waits
 * for on them.  What it does is an event raised on them (step_signal_all), which sees nothing there
 * but the line, and who asked in which scope.  So the claim asks of the step that it raises the
 * event, and of the event, where it is one of the line's own, what it leaves of it.  What it waits
 * for another line may hold in the few ways that its record names (kind_promises.context).  Each
 * step is taken in each such company, too, as of lines together, to ask what it keeps, and that
 * nobody is left waiting for others if there are none (internal.promises.while_context); beside a
 * line that holds nothing it is a step besides, as rows may be for that alone.
 * tests/unit/models/per_address_test.c holds systems to each of these, step by step, and
 * per_address_verdicts_test.c to the same verdicts as of lines together.
 *
 * Of deadlock nothing is said but that the line by itself has none, if a wait that others may end
 * is ended: among others its messages may stand behind theirs, or lack the room that theirs take,
 * so that a step of it alone need not be one among them. What such states wait for says more
 * (waits.c). And what a line by itself breaks it may break by such an event of its own at a moment
 * when no acquire of another line can come: without --per-address all are asked together. */
#include <string.h>
#include "machine/cold_start.h"
#include "abstract/contexts.h"
#include "machine/reduction.h"

/* Sets of companies are of 8 (waits.c). */
static bool has_few_companies(const struct machine *machine, unsigned kind) {
  enum { COMPANIES_MAX = 8 };
  union local_copy copy;
  unsigned count = 0;
  while (count <= COMPANIES_MAX &&
         context_at(machine, kind,
                    local_at(machine, cold_local(machine, machine->shape.first_of_kind[kind])),
                    count, &copy.local))
    count++;
  return count <= COMPANIES_MAX;
}

static bool admit(struct machine *machine, struct diagnostic *error) {
  const struct machine_options *options = &machine->options;
  if (!setting_per_address(&machine->shape.setting))
    return diagnostic_plain(
        error,
        "%s does not promise that an address by itself shows what happens to it among others",
        machine->shape.system->name);
  if (options->no_evictions)
    return diagnostic_plain(error,
                            "an address by itself needs evictions: acquires of others do the same");
  for (unsigned kind = 0; kind < KINDS_MAX; kind++)
    if (contexts_matter(machine, kind) && machine->shape.lines < 2)
      return diagnostic_plain(error, "%s: an address by itself needs another beside it (--addrs 2)",
                              machine->shape.system->name);
  for (unsigned kind = 0; kind < KINDS_MAX; kind++)
    if (contexts_matter(machine, kind) && !has_few_companies(machine, kind))
      return diagnostic_plain(error, "%s/%s: more than 8 ways for another line to be beside one",
                              machine->shape.system->name, machine->shape.system->kinds[kind].name);
  for (unsigned i = 0; i < machine->shape.system->network_count; i++)
    if (machine->shape.order[i] == FIFO_PER_LINE)
      return diagnostic_plain(error,
                              "%s: fences, which are of no address, would keep the order of one",
                              machine->shape.system->name);
  memset(machine->requests.wanted, 1 << (options->alone - 1), sizeof machine->requests.wanted);
  return true;
}

static bool begin(struct machine *machine) {
  return machine->shape.is_client && machine->options.alone;
}

REDUCTION(per_address) = {
  .name = "per address",
  .order = 70,
  .begin = begin,
  .admit = admit,
  .have_contexts = contexts_matter,
  .add_alternatives = contexts_add_alternatives,
  .may_enable = contexts_may_enable,
};
