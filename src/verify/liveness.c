/* Symmetry preserves possible liveness, whose goal, rest, no renaming changes: the quotient by
 * symmetry has the same branching (Emerson and Sistla, Symmetry and model checking, 1996). A
 * machine at rest has answered every request. Other questions are asked without reductions. */
#include "engine/machine_search.h"
#include "verify/liveness.h"

#include "run/retry.h"

const char *liveness_verdict_name(enum liveness_verdict verdict) {
  static const char *const names[] = { "holds",       "as-recorded",   "inconclusive",
                                       "violation",   "contradicted",  "missing-violation",
                                       "unsupported", "not-applicable" };
  return names[verdict];
}

struct liveness_attempt {
  const struct liveness_question *question;
  const struct search_options *limits;
  struct liveness *progress;
};

static bool ask(void *context, struct machine *machine, struct machine_options *options) {
  const struct liveness_attempt *attempt = context;
  const struct liveness_question *question = attempt->question;
  *attempt->progress =
      machine_progress(machine, attempt->limits, question->level, question->fairness);
  if (!attempt->progress->impossible || machine_symmetries(machine) == 1) return true;
  liveness_clear(attempt->progress);
  options->keep_symmetry = false;
  return false;
}

/* Repeats without symmetry what fails with it, so that the lasso is a run. */
bool liveness_ask(const struct subject *subject, const struct liveness_question *question,
                  const struct search_options *limits, struct liveness_answer *answer,
                  struct diagnostic *error) {
  struct liveness_attempt attempt = { question, limits, &answer->progress };
  struct machine_options *options = &answer->subject.options;
  *answer = (struct liveness_answer){ .subject = *subject };
  options->keep_symmetry =
      !subject->program && question->level == PROGRESS_POSSIBLE && !options->no_reduction;
  options->no_reduction = options->unwatched = true;
  answer->machine = retry_until(&answer->subject, ask, &attempt, error);
  return answer->machine != NULL;
}

void liveness_answer_clear(struct liveness_answer *answer) {
  liveness_clear(&answer->progress);
  machine_free(answer->machine);
  answer->machine = NULL;
}

enum progress_level liveness_found(const struct liveness *progress,
                                   const struct liveness_question *question) {
  if (progress->impossible) return PROGRESS_NONE;
  return progress->avoidable ? PROGRESS_POSSIBLE : question->level;
}

enum progress_level liveness_least(enum progress_level a, enum progress_level b) {
  return a < b ? a : b;
}

enum progress_level liveness_asked(const struct liveness_question *question,
                                   enum progress_level level) {
  return liveness_least(question->level, level);
}

/* Does the variant's record say that it may deadlock, or do what must never happen? Such a
 * variant claims no liveness anywhere, since the record need not say where this shows. */
static bool loses_its_way(const struct setting *setting) {
  return setting_losses(setting) & (CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER));
}

struct progress_claim liveness_claim(const struct setting *setting) {
  if (!loses_its_way(setting)) return setting_progress(setting);
  return (struct progress_claim){ .threads = PROGRESS_NONE, .requests = PROGRESS_NONE };
}

int liveness_status(enum liveness_verdict verdict) {
  static const int statuses[] = { 0, 0, 3, 1, 1, 1, 2, 0 };
  return statuses[verdict];
}

enum progress_level liveness_claimed(const struct subject *subject) {
  struct progress_claim claim = liveness_claim(&subject->setting);
  unsigned threads[CORES_MAX] = { 0 }, most = 0; /* of an SM */
  for (unsigned i = 0; i < subject->client.threads; i++) {
    unsigned here = ++threads[subject->client.sm_of_thread[i]];
    if (here > most) most = here;
  }
  return claim.all_apart && most <= 1 ? PROGRESS_GUARANTEED : claim.requests;
}

/* Does a client like this one show what the record claims, or only some others? */
static bool shows_claim(const struct subject *subject) {
  return subject->client.sms > 1 && !subject->client.topology.gpms &&
         !loses_its_way(&subject->setting);
}

enum liveness_verdict liveness_of_client(const struct liveness_answer *answer,
                                         const struct liveness_question *question) {
  enum progress_level found = liveness_found(&answer->progress, question),
                      claimed = liveness_claimed(&answer->subject);
  bool complete = answer->progress.end == SEARCH_COMPLETE;
  if (found < liveness_least(claimed, question->level)) return LIVENESS_VIOLATION;
  if (complete && claimed < found && shows_claim(&answer->subject)) return LIVENESS_MISSING;
  if (found < question->level) return LIVENESS_AS_RECORDED;
  return complete ? LIVENESS_HOLDS : LIVENESS_INCONCLUSIVE;
}
