/* Each address by itself: an abstraction of the most general client.
 *
 * The client asks for one line, and for fences.  It leaves out requests for all other lines.  A
 * property of the line then holds among any number of lines, if their homes are those of the
 * machine's lines.
 *
 * Method: ours.  Take a run of all lines, and remove everything that is about other lines.  The
 * rest is a run of the line by itself, in which some steps do nothing.  Steps on other lines act on
 * the line by evictions and by events of the environment, at any time.  A claim of steps that is
 * about other lines is asked in each context that another line may give (contexts.c).
 * docs/internals/per-address.md has the argument.
 *
 * It says only that the line by itself has no deadlock.  Among others its messages may stand behind
 * theirs, or lack room (waits.c says more).
 *
 * It relies on the promises `per_address`, `context` and `while_context` (promises.h).  contexts.c
 * checks each step for `while_context`; no step is checked for the others.
 * tests/unit/models/per_address_test.c checks each shipped record, step by step.
 * per_address_verdicts_test.c compares verdicts with those of all lines together. */
#include <string.h>
#include "machine/cold_start.h"
#include "abstract/contexts.h"
#include "machine/reduction.h"

/* Has the kind few enough contexts for a set of 8 (struct going)? */
static bool has_few_contexts(const struct machine *machine, unsigned kind) {
  enum { CONTEXTS_MAX = 8 };
  union local_copy copy;
  unsigned count = 0;
  while (count <= CONTEXTS_MAX &&
         context_at(machine, kind,
                    local_at(machine, cold_local(machine, machine->shape.first_of_kind[kind])),
                    count, &copy.local))
    count++;
  return count <= CONTEXTS_MAX;
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
    if (contexts_matter(machine, kind) && !has_few_contexts(machine, kind))
      return diagnostic_plain(error, "%s/%s: more than 8 ways for another line to be beside one",
                              machine->shape.system->name, machine->shape.system->kinds[kind].name);
  for (unsigned i = 0; i < machine->shape.system->network_count; i++)
    if (machine->shape.order[i] == FIFO_PER_LINE)
      return diagnostic_plain(error,
                              "%s: fences, which are of no address, would keep the order of one",
                              machine->shape.system->name);
  memset(machine->requests.wanted, 1 << (options->only_line - 1), sizeof machine->requests.wanted);
  return true;
}

static bool begin(struct machine *machine) {
  return machine->shape.is_client && machine->options.only_line;
}

REDUCTION(per_address) = {
  .name = "per address",
  .order = 70,
  .begin = begin,
  .abstract.admit = admit,
  .abstract.have_contexts = contexts_matter,
  .abstract.add_alternatives = contexts_add_alternatives,
  .abstract.may_enable = contexts_may_enable,
};
