#include "verify/counting.h"

#include "engine/machine_search.h"
#include "machine/message_counts.h"
#include "run/subject.h"

/* Adds the counts of a placement; `first`: of the first one in which a run ends. */
static void add_counts(struct counting_result *counting, const struct shape *shape,
                       const struct counts *counts, bool first) {
  const struct system *system = shape->system;
  counting->count = message_counter_count(system);
  for (unsigned i = 0; i < counting->count; i++) {
    struct counted_message *message = &counting->messages[i];
    message->counted = message_counter_at(system, i);
    message->network = shape_network_of(shape, message->counted.event);
    count_range_add(&message->range, counts->ranges[i], first);
  }
}

/* Does some run send one, or is this the only entry of a message that no run sends? */
static bool is_kept(const struct counting_result *counting, unsigned i) {
  const struct counted_message *own = &counting->messages[i];
  if (own->range.greatest) return true;
  if (own->counted.data || own->counted.crosses) return false;
  for (unsigned j = i + 1; j < counting->count; j++)
    if (counting->messages[j].counted.event == own->counted.event &&
        counting->messages[j].range.greatest)
      return false;
  return true;
}

static void keep_entries(struct counting_result *counting, const struct system *system) {
  unsigned kept = 0;
  for (unsigned i = 0; i < counting->count; i++) {
    struct counted_message message = counting->messages[i];
    if (!system->messages[message.counted.event].name || !is_kept(counting, i)) continue;
    counting->messages[kept++] = message;
  }
  counting->count = kept;
}

static void note_search(struct counting_result *counting, const struct counts *counts) {
  struct cost cost = cost_of_search(&counts->search, counts->search.states);
  cost_add(&counting->cost, &cost);
  counting->blocked |= counts->search.blocked;
  counting->broken |= counts->search.broken;
  if (counts->end == SEARCH_COMPLETE) return;
  counting->complete = false;
  counting->limits |= UINT64_C(1) << counts->end;
}

static bool count_placement(const struct exploration *exploration, const struct program *program,
                            const struct placement *placement, struct counting_result *counting,
                            struct diagnostic *error) {
  struct subject subject = exploration_subject(exploration, program, placement);
  subject.options.no_reduction = true;
  struct machine *machine = subject_machine(&subject, error);
  if (!machine) return false;
  struct search_options limits = exploration_limits(exploration);
  struct counts counts = machine_counts(machine, &limits);
  note_search(counting, &counts);
  if (counts.end == SEARCH_COMPLETE && counts.ends) {
    add_counts(counting, machine_shape(machine), &counts, !counting->ends);
    counting->ends = true;
  }
  counts_clear(&counts);
  machine_free(machine);
  return true;
}

bool counting_run(const struct exploration *exploration, const struct program *program,
                  const struct placements *placements, struct counting_result *counting,
                  struct diagnostic *error) {
  *counting = (struct counting_result){ .complete = true };
  for (unsigned p = 0; p < placements->count; p++)
    if (exploration_asks(exploration, p) &&
        !count_placement(exploration, program, &placements->items[p], counting, error))
      return false;
  keep_entries(counting, exploration->setting.system);
  return true;
}
