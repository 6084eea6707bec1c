/* Cells are independent jobs, each on one thread; what comes of a cell goes by its placements in
 * order.  Lassos are not kept: who wants to see one asks again, of one placement. */
#include "verify/liveness.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"

const char *liveness_verdict_name(enum liveness_verdict verdict) {
  static const char *const names[] = { "holds",       "as-recorded",   "inconclusive",
                                       "violation",   "contradicted",  "missing-violation",
                                       "unsupported", "not-applicable" };
  return names[verdict];
}

static bool ask(struct liveness_answer *answer, const struct liveness_question *question,
                const struct search_options *limits, struct diagnostic *error) {
  answer->machine = subject_machine(&answer->subject, error);
  if (!answer->machine) return false;
  answer->progress = machine_progress(answer->machine, limits, question->level, question->fairness);
  return true;
}

/* Symmetry preserves what is possible of rest, which is a goal that no renaming changes (a quotient
 * by symmetry has the same branching: Emerson and Sistla 1996); who rests has answered every
 * request.  What fails is asked again without. */
bool liveness_ask(const struct subject *subject, const struct liveness_question *question,
                  const struct search_options *limits, struct liveness_answer *answer,
                  struct diagnostic *error) {
  bool symmetric =
      !subject->program && question->level == PROGRESS_POSSIBLE && !subject->options.no_reduction;
  *answer = (struct liveness_answer){ .subject = *subject };
  answer->subject.options.no_reduction = answer->subject.options.unwatched = true;
  answer->subject.options.keep_symmetry = symmetric;
  if (!ask(answer, question, limits, error)) return false;
  if (!answer->progress.impossible || machine_symmetries(answer->machine) == 1) return true;
  liveness_answer_clear(answer);
  answer->subject.options.keep_symmetry = false;
  return ask(answer, question, limits, error);
}

void liveness_answer_clear(struct liveness_answer *answer) {
  progress_clear(&answer->progress);
  machine_free(answer->machine);
  answer->machine = NULL;
}

enum progress_level liveness_found(const struct progress *progress,
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

/* --- one cell --- */

/* Does the variant's record say that it may be stuck, or lose who comes where nothing ever may?
 * Wherever that shows, and the record need not say where, there is no progress. */
static bool loses_its_way(const struct setting *setting) {
  return setting_losses(setting) & (CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER));
}

struct progress_claim liveness_claim(const struct setting *setting) {
  if (!loses_its_way(setting)) return setting_progress(setting);
  return (struct progress_claim){ .threads = PROGRESS_NONE, .requests = PROGRESS_NONE };
}

/* --- verdicts --- */

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

/* Does what the record claims show in such a client, and not only in some others? */
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
