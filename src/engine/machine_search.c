/* See machine_search.h.  A machine with clusters is searched by these.  If a trace of
 * representatives turns out to be no run, the search is repeated without symmetry. */
#include "engine/machine_search.h"
#include "engine/cluster.h"
#include "machine/fairness.h"
#include "machine/reduction.h"
#include "machine/unfold.h"
#include "abstract/waits.h"
#include "machine/warm_start.h"

/* A step beyond the kit's limits loses an effect; later violations may follow from the loss. */
static bool was_too_small(struct search_result *result) {
  if (!(result->broken & CLAIM(PROPERTY_OVERFLOW))) return false;
  result->broken = CLAIM(PROPERTY_OVERFLOW);
  result->end = SEARCH_TOO_SMALL;
  if (result->trace) result->trace->property = PROPERTY_OVERFLOW;
  return true;
}

struct search_result machine_search(struct machine *machine, const struct search_options *options) {
  struct search_result warmed = warm_once(machine, options);
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
    again.checkpoint = NULL; /* a checkpoint holds a search under symmetry */
    search_result_clear(&result);
    return machine_search(machine, &again);
  }
  result.seconds += warmed.seconds;
  reductions_check_result(machine, &result);
  was_too_small(&result);
  return result;
}

struct liveness machine_liveness(struct machine *machine, const struct search_options *options,
                                 enum progress_level level, enum fairness fairness) {
  struct search_result warmed = warm_once(machine, options);
  if (warmed.end != SEARCH_COMPLETE)
    return (struct liveness){ .search = warmed, .end = warmed.end, .seconds = warmed.seconds };
  struct search_options left = search_options_after(options, warmed.seconds);
  struct obligations obligations = machine_obligations(machine, level, fairness);
  struct liveness progress = liveness_check(&machine->model, &obligations, &left);
  progress.seconds += warmed.seconds;
  if (!was_too_small(&progress.search)) return progress;
  struct liveness open = { .search = progress.search,
                           .end = SEARCH_TOO_SMALL,
                           .seconds = progress.seconds };
  progress.search = (struct search_result){ 0 };
  liveness_clear(&progress);
  return open;
}
