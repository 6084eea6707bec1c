#include "engine/machine_search.h"
#include "mutation/trial.h"

#include "base/memory.h"
#include "run/retry.h"

/* Bounds of a search with a fault, which may make the state space endless: so much, and so much
 * more for each state of the baseline. */
enum {
  MUTANT_MEMORY_MAX = 128 << 20,
  MUTANT_BYTES_A_STATE = 1024,
  MUTANT_STATES_MAX = 20000,
  MUTANT_STATES_A_STATE = 16
};

/* Bounds of the last round, for searches without reductions. */
enum { ROOMY_STATES = 2000000, ROOMY_MEMORY = 1 << 30 };

struct trial {
  const struct probe *probe;
  const struct effort *effort;
  bool roomy;
  enum { TRIAL_SAME, TRIAL_DIFFERS, TRIAL_BREAKS, TRIAL_OPEN } what;
  bool endless;
  enum property property;
  unsigned steps;
};

static struct search_options limits_on(const struct trial *trial, bool roomy) {
  uint64_t own = trial->probe->baseline.states;
  struct search_options limits = effort_search(trial->effort, 1, trial->effort->threads);
  uint64_t most = roomy ? ROOMY_MEMORY : MUTANT_MEMORY_MAX + own * MUTANT_BYTES_A_STATE;
  if (limits.memory_max > most) limits.memory_max = most;
  limits.states_max = roomy ? ROOMY_STATES : MUTANT_STATES_MAX + own * MUTANT_STATES_A_STATE;
  limits.model_memory = false; /* a bound on states, whatever else runs */
  limits.stop_at = trial->probe->stop_at;
  return limits;
}

static void judge(struct trial *trial, const struct machine *machine,
                  const struct search_result *result, bool reduced) {
  const struct probe *probe = trial->probe;
  trial->endless = false;
  trial->property = 0;
  trial->steps = 0;
  if (result->trace) {
    trial->what = TRIAL_BREAKS;
    trial->property = (enum property)result->trace->property;
    trial->steps = result->trace->length;
  } else if (result->end != SEARCH_COMPLETE) {
    trial->what = TRIAL_OPEN;
  } else {
    struct probe_observation seen = probe_observe(probe, machine, result);
    bool comparable = reduced != probe->subject.options.no_reduction;
    bool same = comparable && probe_observation_equal(seen, probe->baseline);
    trial->endless = probe->ends && !seen.outcomes;
    trial->what = trial->endless ? TRIAL_BREAKS : same ? TRIAL_SAME : TRIAL_DIFFERS;
  }
}

/* May the verdict be due to a reduction? */
static bool is_doubtful(const struct trial *trial) {
  return trial->what == TRIAL_BREAKS && (trial->endless || trial->property == PROPERTY_DEADLOCK ||
                                         system_forgets(trial->probe->subject.setting.system));
}

static bool search_mutant(void *context, struct machine *machine, struct machine_options *options) {
  struct trial *trial = context;
  bool reduced = options->reduce_mutant,
       first = reduced != trial->probe->subject.options.no_reduction;
  if (trial->probe->allowed) machine_forbid(machine, trial->probe->allowed);
  struct search_options limits = limits_on(trial, trial->roomy && !first);
  struct search_result result = machine_search(machine, &limits);
  judge(trial, machine, &result, reduced);
  search_result_clear(&result);
  if (!reduced || !is_doubtful(trial)) return true;
  options->reduce_mutant = false;
  return false;
}

bool trial_run(struct mutant_result *result, const struct probe *probe, const struct effort *effort,
               bool roomy) {
  struct trial trial = { .probe = probe, .effort = effort, .roomy = roomy };
  struct subject subject = probe->subject;
  struct diagnostic error = { NULL };
  subject.options.mutant = &result->mutant;
  subject.options.reduce_mutant = !subject.options.no_reduction;
  struct machine *machine = retry_until(&subject, search_mutant, &trial, &error);
  machine_free(machine);
  if (result->survival == SURVIVES_UNREACHED) result->survival = SURVIVES_UNCHANGED;
  if (machine && (trial.what == TRIAL_DIFFERS || trial.what == TRIAL_OPEN)) {
    result->survival = SURVIVES_CHANGED;
    result->differs |= 1ull << probe->near;
  }
  result->open |= machine && trial.what == TRIAL_OPEN;
  if (machine && trial.what != TRIAL_BREAKS) return false;
  result->killer = !machine ? KILLED_AT_START : probe->test ? KILLED_BY_TEST : KILLED_BY_PROOF;
  if (!machine) result->fault = error.message ? error.message : memory_format("it cannot be built");
  result->setting = probe->subject.setting;
  result->test = probe->test;
  result->property = trial.property;
  result->steps = trial.steps;
  result->endless = trial.endless;
  result->open = false;
  return true;
}
