#include "mutation/trial.h"

#include "base/memory.h"
#include "run/subject.h"

/* A fault may open a state space that has no end within reason; so much more than what the probe
 * has without it. */
enum {
  MUTANT_MEMORY_MAX = 128 << 20,
  MUTANT_BYTES_A_STATE = 1024,
  MUTANT_STATES_MAX = 20000,
  MUTANT_STATES_A_STATE = 16
};

/* Where a fault that was seen is asked again without reductions, with room. */
enum { ROOMY_STATES = 2000000, ROOMY_MEMORY = 1 << 30 };

struct trial_outcome {
  enum { TRIAL_SAME, TRIAL_DIFFERS, TRIAL_BREAKS, TRIAL_NO_START, TRIAL_OPEN } what;
  bool endless;
  enum property property;
  unsigned steps;
  char *fault;
};

static struct search_options limits_on(const struct probe *probe, const struct effort *effort,
                                       bool roomy) {
  struct search_options limits = effort_search(effort, 1, effort->threads);
  uint64_t most =
      roomy ? ROOMY_MEMORY : MUTANT_MEMORY_MAX + probe->baseline.states * MUTANT_BYTES_A_STATE;
  if (limits.memory_max > most) limits.memory_max = most;
  limits.states_max =
      roomy ? ROOMY_STATES : MUTANT_STATES_MAX + probe->baseline.states * MUTANT_STATES_A_STATE;
  limits.model_memory = false; /* a bound of states, whatever else runs */
  limits.stop_at = probe->stop_at;
  return limits;
}

static struct trial_outcome judge_search(const struct probe *probe, const struct machine *machine,
                                         const struct search_result *result, bool same_reductions) {
  if (result->trace)
    return (struct trial_outcome){ TRIAL_BREAKS, .property = (enum property)result->trace->property,
                                   .steps = result->trace->length };
  if (result->end != SEARCH_COMPLETE) return (struct trial_outcome){ TRIAL_OPEN };
  struct probe_observation baseline = probe_observe(probe, machine, result);
  if (probe->ends && !baseline.outcomes)
    return (struct trial_outcome){ TRIAL_BREAKS, .endless = true };
  bool same = !same_reductions || probe_observation_equal(baseline, probe->baseline);
  return (struct trial_outcome){ same ? TRIAL_SAME : TRIAL_DIFFERS };
}

static struct trial_outcome look(const struct probe *probe, const struct mutant *mutant,
                                 const struct effort *effort, bool reduced, bool roomy) {
  struct subject subject = probe->subject;
  struct diagnostic error = { NULL };
  subject.options.mutant = mutant;
  subject.options.reduce_mutant = reduced;
  struct machine *machine = subject_machine(&subject, &error);
  if (!machine)
    return (struct trial_outcome){ TRIAL_NO_START,
                                   .fault = error.message ? error.message
                                                          : memory_format("it cannot be built") };
  if (probe->allowed) machine_forbid(machine, probe->allowed);
  struct search_options limits = limits_on(probe, effort, roomy);
  struct search_result result = machine_search(machine, &limits);
  struct trial_outcome trial_outcome =
      judge_search(probe, machine, &result, reduced == !probe->subject.options.no_reduction);
  search_result_clear(&result);
  machine_free(machine);
  return trial_outcome;
}

static bool is_doubtful(const struct probe *probe, const struct trial_outcome *trial_outcome) {
  return trial_outcome->what == TRIAL_BREAKS &&
         (trial_outcome->endless || trial_outcome->property == PROPERTY_DEADLOCK ||
          system_forgets(probe->subject.setting.system));
}

/* Tries the mutant on one probe; true when that settles its fate. */
bool trial_run(struct mutant_result *result, const struct probe *probe, const struct effort *effort,
               bool roomy) {
  bool reduced = !probe->subject.options.no_reduction;
  struct trial_outcome trial_outcome = look(probe, &result->mutant, effort, reduced, false);
  if (reduced && is_doubtful(probe, &trial_outcome)) {
    trial_outcome = look(probe, &result->mutant, effort, false, roomy);
    if (trial_outcome.what == TRIAL_SAME) trial_outcome.what = TRIAL_DIFFERS;
  }
  if (result->survival == SURVIVES_UNREACHED) result->survival = SURVIVES_UNCHANGED;
  if (trial_outcome.what == TRIAL_DIFFERS || trial_outcome.what == TRIAL_OPEN) {
    result->survival = SURVIVES_CHANGED;
    result->differs |= 1ull << probe->near;
  }
  result->open |= trial_outcome.what == TRIAL_OPEN;
  if (trial_outcome.what != TRIAL_BREAKS && trial_outcome.what != TRIAL_NO_START) return false;
  result->killer = trial_outcome.what == TRIAL_NO_START ? KILLED_AT_START
                   : probe->test                        ? KILLED_BY_TEST
                                                        : KILLED_BY_PROOF;
  result->setting = probe->subject.setting;
  result->test = probe->test;
  result->property = trial_outcome.property;
  result->steps = trial_outcome.steps;
  result->endless = trial_outcome.endless;
  result->fault = trial_outcome.fault;
  result->open = false;
  return true;
}
