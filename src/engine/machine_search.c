/* Searches of a machine.
 *
 * The initial states are found first (warm_start.c).  A machine with clusters is searched by them.
 * Some reductions, such as symmetry, may yield a trace that is no run.  unfold_trace looks for a
 * run, and takes these reductions out, whether it finds one or not.  If it finds none, the machine
 * is searched again without them. */
#include "engine/machine_search.h"
#include "engine/cluster_find.h"
#include "engine/cluster_model.h"
#include "machine/fairness.h"
#include "machine/message_counts.h"
#include "machine/properties.h"
#include "machine/reduction.h"
#include "machine/unfold.h"
#include "abstract/waits.h"
#include "machine/warm_start.h"

/* Names a fault where it left a deadlock behind: the NEVER says why nothing goes on. */
static void report_fault_first(const struct machine *machine, struct trace *trace) {
  if (!trace || trace->property != PROPERTY_DEADLOCK) return;
  uint64_t broken = machine_broken(&machine->model, NULL, trace_state(trace, trace->length), 1);
  if (broken & CLAIM(PROPERTY_NEVER)) trace->property = PROPERTY_NEVER;
}

/* If a step overflowed, makes the overflow all that is reported, and returns true.  The step lost
 * something, and a later fault may be a consequence. */
static bool report_only_overflow(struct search_result *result) {
  if (!(result->broken & CLAIM(PROPERTY_OVERFLOW))) return false;
  result->broken = CLAIM(PROPERTY_OVERFLOW);
  result->end = SEARCH_TOO_SMALL;
  if (result->trace) result->trace->property = PROPERTY_OVERFLOW;
  return true;
}

struct search_result machine_search(struct machine *machine, const struct search_options *options) {
  struct search_result warmed = warm_start_once(machine, options);
  if (warmed.end != SEARCH_COMPLETE) return warmed;
  struct search_options left = search_options_after(options, warmed.seconds);
  left.remembered = waits_held(machine->options.waits);
  struct clusters *clusters = clusters_new(machine);
  struct model model = clusters ? clusters_model(clusters) : machine->model;
  struct search_result result = search_run(&model, &left);
  if (clusters && result.trace) clusters_unfold(clusters, result.trace);
  clusters_free(clusters);
  if (machine->reductions.symmetries == 1) machine->reductions.represented = result.states;
  if (reductions_unfold(machine) && result.trace && !unfold_trace(machine, result.trace)) {
    struct search_options again = search_options_after(&left, result.seconds);
    again.checkpoint = NULL; /* it belongs to the reduced search */
    search_result_clear(&result);
    return machine_search(machine, &again);
  }
  result.seconds += warmed.seconds;
  reductions_check_result(machine, &result);
  report_fault_first(machine, result.trace);
  (void)report_only_overflow(&result);
  return result;
}

struct liveness machine_liveness(struct machine *machine, const struct search_options *options,
                                 enum progress_level level, enum fairness fairness) {
  struct search_result warmed = warm_start_once(machine, options);
  if (warmed.end != SEARCH_COMPLETE)
    return (struct liveness){ .search = warmed, .end = warmed.end, .seconds = warmed.seconds };
  struct search_options left = search_options_after(options, warmed.seconds);
  struct obligations obligations = machine_obligations(machine, level, fairness);
  struct liveness progress = liveness_check(&machine->model, &obligations, &left);
  progress.seconds += warmed.seconds;
  if (!report_only_overflow(&progress.search)) return progress;
  struct liveness open = { .search = progress.search,
                           .end = SEARCH_TOO_SMALL,
                           .seconds = progress.seconds };
  progress.search = (struct search_result){ 0 };
  liveness_clear(&progress);
  return open;
}

struct counts machine_counts(struct machine *machine, const struct search_options *options) {
  struct search_result warmed = warm_start_once(machine, options);
  if (warmed.end != SEARCH_COMPLETE) return (struct counts){ .search = warmed, .end = warmed.end };
  struct search_options left = search_options_after(options, warmed.seconds);
  struct counters counters = message_counters(machine);
  struct counts counts = counts_find(&machine->model, &counters, &left);
  counts.search.seconds += warmed.seconds;
  if (report_only_overflow(&counts.search)) counts.end = SEARCH_TOO_SMALL;
  return counts;
}
