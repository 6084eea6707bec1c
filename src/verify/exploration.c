#include "verify/exploration.h"

#include "axiom/judge.h"
#include "axiom/no_outcome.h"
#include "base/memory.h"
#include "litmus/program.h"
#include "run/reached.h"
#include "run/subject.h"

bool exploration_asks(const struct exploration *exploration, unsigned p) {
  return !exploration->placement || exploration->placement == p + 1;
}

struct subject exploration_subject(const struct exploration *exploration,
                                   const struct program *program,
                                   const struct placement *placement) {
  return (struct subject){ .setting = exploration->setting,
                           .program = program,
                           .placement = *placement,
                           .options = exploration->effort.machine };
}

struct search_options exploration_limits(const struct exploration *exploration) {
  return effort_search(&exploration->effort, exploration->effort.threads, 1);
}

static bool explore_placement(const struct exploration *exploration, const struct subject *subject,
                              struct exploration_result *explored, struct diagnostic *error) {
  struct machine *machine = subject_machine(subject, error);
  if (!machine) return false;
  struct search_options options = exploration_limits(exploration);
  struct reached *reached = reached_by_search(machine, &options);
  reached_add_observed(explored->outcomes, subject->program, reached->everything);
  explored->ends |= outcome_set_size(reached->everything) > 0;
  cost_add(&explored->cost, &reached->cost);
  explored->broken |= reached->broken;
  explored->blocked |= reached->blocked;
  explored->complete &= reached_all(reached);
  if (!reached_all(reached)) explored->limits |= UINT64_C(1) << reached->end;
  reached_free(reached);
  machine_free(machine);
  return true;
}

bool exploration_run(const struct exploration *exploration, const struct program *program,
                     const struct placements *placements, struct exploration_result *explored,
                     struct diagnostic *error) {
  bool good = true;
  *explored = (struct exploration_result){ .outcomes = outcome_set_new(program->observable_count),
                                           .complete = true };
  for (unsigned p = 0; p < placements->count && good; p++) {
    if (!exploration_asks(exploration, p)) continue;
    struct subject subject = exploration_subject(exploration, program, &placements->items[p]);
    good = explore_placement(exploration, &subject, explored, error);
  }
  return good;
}

char *exploration_nothing(const struct exploration *exploration, const struct program *program,
                          const struct placements *placements,
                          const struct exploration_result *explored) {
  if (!explored->complete || outcome_set_size(explored->outcomes)) return NULL;
  if (explored->ends) return memory_format("the test's filter leaves out every run");
  char *waits = NULL;
  for (unsigned p = 0; p < placements->count && !waits; p++) {
    if (!exploration_asks(exploration, p)) continue;
    struct subject subject = exploration_subject(exploration, program, &placements->items[p]);
    struct search_options options = exploration_limits(exploration);
    waits = program_deadlock_find(&subject, &options);
  }
  if (!waits) return no_outcome_never_ends(program);
  char *why = memory_format("no run ends: %s", waits);
  memory_free(waits);
  return why;
}

struct counterexample *exploration_shortest(const struct exploration *exploration,
                                            const struct program *program,
                                            const struct placements *placements, uint64_t stop_at,
                                            const struct condition *seek, bool *complete) {
  struct counterexample *best = NULL;
  *complete = true;
  for (unsigned p = 0; p < placements->count; p++) {
    if (!exploration_asks(exploration, p)) continue;
    struct subject subject = exploration_subject(exploration, program, &placements->items[p]);
    struct search_options options = exploration_limits(exploration);
    enum search_end end;
    if (best && (!options.depth_max || options.depth_max >= best->trace->length))
      options.depth_max = best->trace->length;
    struct counterexample *found =
        counterexample_find(&subject, &options, stop_at, NULL, seek, &end);
    if (!found && end != SEARCH_COMPLETE && !best) *complete = false;
    if (found && best && found->trace->length >= best->trace->length) {
      counterexample_free(found);
    } else if (found) {
      counterexample_free(best);
      best = found;
    }
  }
  return best;
}
