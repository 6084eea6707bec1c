/* Asking mutants for progress (verify/liveness.h).
 *
 * An invariant does not see a thread that waits for ever while the rest of the machine runs on:
 * there is always a next step, so it is no deadlock.  Progress does; but it has to be asked of
 * whole graphs of states, without reductions, which costs many times what a search does.  So only
 * what has survived all else is asked, on small machines, for the progress that the machine has
 * without the fault and that its record claims. */
#include "mutation/liveness_probe.h"

/* Of a machine without a fault; a fault may make more states of them, but not so many that nobody
 * would wait. */
enum { STATES_MAX_OWN = 12000, STATES_MAX_MUTANT = 60000 };

static bool ask(const struct probe *probe, const struct mutant *mutant,
                const struct progress_question *question, uint64_t states_max,
                const struct effort *effort, enum progress_level *found) {
  struct subject subject = probe->subject;
  struct diagnostic error = { NULL };
  struct progress_answer answer;
  subject.options.mutant = mutant;
  subject.options.sum = false;
  struct search_options limits = effort_search(effort, 1, effort->threads);
  limits.states_max = states_max;
  limits.model_memory = false;
  bool asked = progress_ask(&subject, question, &limits, &answer, &error);
  diagnostic_clear(&error);
  if (!asked) return false;
  bool complete = answer.progress.end == SEARCH_COMPLETE;
  *found = progress_found(&answer.progress, question);
  progress_answer_clear(&answer);
  return complete;
}

/* Threads that do not loop end when all that they ask is answered. */
static enum progress_level claimed(const struct probe *probe) {
  struct progress_claim claim = setting_progress(&probe->subject.setting);
  if (!probe->test) return claim.requests;
  if (program_has_loop(probe->subject.program)) return claim.threads;
  return claim.all_without_loops ? PROGRESS_GUARANTEED : claim.requests;
}

enum progress_level standstill_due(const struct probe *probe, const struct effort *effort) {
  struct progress_question question = { .level = claimed(probe), .fairness = FAIRNESS_USUAL };
  enum progress_level found;
  if (question.level == PROGRESS_NONE || probe->sight.states > STATES_MAX_OWN) return PROGRESS_NONE;
  return ask(probe, NULL, &question, STATES_MAX_OWN, effort, &found) ? found : PROGRESS_NONE;
}

bool standstill_seen(const struct probe *probe, enum progress_level due,
                     const struct mutant *mutant, const struct effort *effort,
                     enum progress_level *found) {
  struct progress_question question = { .level = due, .fairness = FAIRNESS_USUAL };
  return due != PROGRESS_NONE && ask(probe, mutant, &question, STATES_MAX_MUTANT, effort, found) &&
         *found < due;
}
