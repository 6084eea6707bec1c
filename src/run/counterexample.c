#include "engine/machine_search.h"
#include "run/counterexample.h"

#include "base/memory.h"
#include "machine/describe_step.h"
#include "machine/faults.h"
#include "machine/outcomes.h"

struct counterexample *counterexample_of(const struct subject *subject, struct machine *machine,
                                         struct search_result *result) {
  if (!result->trace) return NULL;
  struct counterexample *found = memory_new(1, sizeof *found);
  *found = (struct counterexample){ *subject, machine, result->trace };
  result->trace = NULL;
  return found;
}

static struct counterexample *find(const struct subject *subject,
                                   const struct search_options *options, uint64_t stop_at,
                                   const struct outcome_set *allowed, const struct condition *seek,
                                   enum search_end *end) {
  struct diagnostic error = { NULL };
  struct machine *machine = subject_machine(subject, &error);
  diagnostic_clear(&error);
  if (end) *end = SEARCH_COMPLETE;
  if (!machine) return NULL;
  if (allowed) machine_forbid(machine, allowed);
  if (seek) machine_seek(machine, seek, false);
  struct search_options stopping = *options;
  stopping.stop_at = stop_at;
  struct search_result result = machine_search(machine, &stopping);
  struct counterexample *found = counterexample_of(subject, machine, &result);
  if (end) *end = result.end;
  search_result_clear(&result);
  if (!found) machine_free(machine);
  return found;
}

/* A run without steps says only that the warm start met a fault.  So it is sought from cold, too,
 * where the program may lead to it in steps. */
struct counterexample *counterexample_find(const struct subject *subject,
                                           const struct search_options *options, uint64_t stop_at,
                                           const struct outcome_set *allowed,
                                           const struct condition *seek, enum search_end *end) {
  struct counterexample *found = find(subject, options, stop_at, allowed, seek, end);
  if (!found || found->trace->length || found->trace->property == PROPERTY_WITNESS ||
      subject->options.cold)
    return found;
  struct subject cold = *subject;
  cold.options.cold = true;
  struct counterexample *longer = find(&cold, options, stop_at, allowed, seek, NULL);
  if (!longer) return found;
  counterexample_free(found);
  return longer;
}

char *program_deadlock_find(const struct subject *subject, const struct search_options *options) {
  struct diagnostic error = { NULL };
  struct machine *machine = subject_machine(subject, &error);
  diagnostic_clear(&error);
  if (!machine) return NULL;
  machine_seek_standstill(machine);
  struct search_options stopping = *options;
  stopping.stop_at = CLAIM(PROPERTY_WITNESS);
  struct search_result result = machine_search(machine, &stopping);
  const struct trace *trace = result.trace;
  char *waits =
      trace ? machine_waits(machine, trace->states + (size_t)trace->length * trace->width) : NULL;
  search_result_clear(&result);
  machine_free(machine);
  return waits;
}

char *counterexample_fault(const struct counterexample *counterexample) {
  if (!counterexample || machine_may_be_wrong(counterexample->machine)) return NULL;
  if (!(BROKEN_BY_FAULT >> counterexample->trace->property & 1)) return NULL;
  return machine_fault(counterexample->machine, counterexample->trace);
}

const struct row *counterexample_last_row(const struct counterexample *counterexample,
                                          unsigned *step) {
  const struct trace *trace = counterexample->trace;
  for (unsigned i = trace->length; i-- > 0;) {
    struct step_parts parts = machine_step_parts(counterexample->machine, trace_state(trace, i),
                                                 trace->labels[i], trace_state(trace, i + 1));
    const struct row *row = parts.row_count ? parts.rows[parts.row_count - 1] : NULL;
    step_parts_clear(&parts);
    *step = i + 1;
    if (row) return row;
  }
  return NULL;
}

void counterexample_free(struct counterexample *counterexample) {
  if (!counterexample) return;
  trace_free(counterexample->trace);
  machine_free(counterexample->machine);
  outcome_set_free(counterexample->others);
  memory_free(counterexample);
}
