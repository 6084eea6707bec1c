#include "engine/machine_search.h"
#include "mutation/trial.h"

#include "base/memory.h"
#include "run/effort.h"
#include "run/subject.h"
#include "verify/liveness.h"
#include "machine/mutant.h"
#include "machine/outcomes.h"

/* Bounds of a search with a fault, which may make the state space endless. They are a constant, and
 * an addend for each state of the baseline. */
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

/* A thread that waits for ever while others run on breaks no invariant, and is no deadlock.
 * Liveness (verify/liveness.h) shows it, but takes a graph of all states without reductions, at
 * many times the cost of a search. So only mutants that survived everything else are asked, on
 * small machines. They must have the liveness that the machine has without the fault, as far as
 * its record claims it. */

/* Probes that a survivor is asked on; states of a machine without a fault, and with one, which may
 * add some. */
enum { PROBES_FOR_LIVENESS = 24, STATES_MAX_OWN = 12000, STATES_MAX_MUTANT = 60000 };

static bool ask(const struct probe *probe, const struct mutant *mutant,
                const struct liveness_question *question, uint64_t states_max,
                const struct effort *effort, enum progress_level *found) {
  struct subject subject = probe->subject;
  struct diagnostic error = { NULL };
  struct liveness_answer answer;
  subject.options.mutant = mutant;
  subject.options.sum = false;
  struct search_options limits = effort_search(effort, 1, effort->threads);
  limits.states_max = states_max;
  limits.model_memory = false;
  bool asked = liveness_ask(&subject, question, &limits, &answer, &error);
  diagnostic_clear(&error);
  if (!asked) return false;
  bool complete = answer.progress.end == SEARCH_COMPLETE;
  *found = liveness_found(&answer.progress, question);
  liveness_answer_clear(&answer);
  return complete;
}

/* Threads without loops end when all their requests are answered. */
static enum progress_level claimed(const struct probe *probe) {
  struct progress_claim claim = setting_progress(&probe->subject.setting);
  if (!probe->test) return claim.requests;
  if (program_has_loop(probe->subject.program)) return claim.threads;
  return claim.all_without_loops ? PROGRESS_GUARANTEED : claim.requests;
}

static enum progress_level due_on(const struct probe *probe, const struct effort *effort) {
  struct liveness_question question = { .level = claimed(probe), .fairness = FAIRNESS_USUAL };
  enum progress_level found;
  if (question.level == PROGRESS_NONE || probe->baseline.states > STATES_MAX_OWN)
    return PROGRESS_NONE;
  return ask(probe, NULL, &question, STATES_MAX_OWN, effort, &found) ? found : PROGRESS_NONE;
}

static bool loses_liveness(const struct probe *probe, enum progress_level due,
                           const struct mutant *mutant, const struct effort *effort,
                           enum progress_level *found) {
  struct liveness_question question = { .level = due, .fairness = FAIRNESS_USUAL };
  return due != PROGRESS_NONE && ask(probe, mutant, &question, STATES_MAX_MUTANT, effort, found) &&
         *found < due;
}

struct mutation_asking {
  struct mutation *mutation;
  const struct probes *probes;
  enum progress_level *due; /* by probe */
  bool *wanted;             /* by probe: some survivor may be noticed there */
  const struct effort *effort;
};

/* Calls visit for the first few probes that may notice the mutant, until it returns true. */
static void each_asked(struct mutation_asking *asking, struct mutant_result *result,
                       bool (*visit)(struct mutation_asking *asking, unsigned probe,
                                     struct mutant_result *result)) {
  unsigned asked = 0;
  for (unsigned i = 0; i < asking->probes->count && asked < PROBES_FOR_LIVENESS; i++) {
    const struct probe *probe = &asking->probes->items[i];
    if (probe->subject.options.no_reduction || !probe_may_notice(probe, &result->mutant)) continue;
    asked++;
    if (visit(asking, i, result)) return;
  }
}

static bool want(struct mutation_asking *asking, unsigned probe, struct mutant_result *result) {
  (void)result;
  asking->wanted[probe] = true;
  return false;
}

static void find_due(void *context, uint64_t probe) {
  struct mutation_asking *asking = context;
  if (asking->wanted[probe])
    asking->due[probe] = due_on(&asking->probes->items[probe], asking->effort);
}

static bool is_stuck(struct mutation_asking *asking, unsigned i, struct mutant_result *result) {
  const struct probe *probe = &asking->probes->items[i];
  if (!loses_liveness(probe, asking->due[i], &result->mutant, asking->effort, &result->progress))
    return false;
  result->killer = probe->test ? KILLED_BY_TEST : KILLED_BY_PROOF;
  result->setting = probe->subject.setting;
  result->test = probe->test;
  result->stuck = true;
  result->open = false;
  return true;
}

static void ask_for_progress(void *context, uint64_t index) {
  struct mutation_asking *asking = context;
  struct mutant_result *result = &asking->mutation->results[index];
  if (result->killer == SURVIVED) each_asked(asking, result, is_stuck);
}

void liveness_probe_survivors(struct mutation *mutation, const struct probes *probes,
                              const struct effort *effort) {
  struct mutation_asking asking = { mutation, probes, memory_new(probes->count, sizeof *asking.due),
                                    memory_new(probes->count, sizeof *asking.wanted), effort };
  for (unsigned i = 0; i < mutation->count; i++)
    if (mutation->results[i].killer == SURVIVED) each_asked(&asking, &mutation->results[i], want);
  jobs_each(effort, probes->count, find_due, &asking);
  jobs_each(effort, mutation->count, ask_for_progress, &asking);
  memory_free(asking.due);
  memory_free(asking.wanted);
}
