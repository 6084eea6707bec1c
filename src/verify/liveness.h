/* Progress: does everything that was begun come to its end?  explore/progress.h has the two
 * questions, kit/fairness.c what is asked of a machine.
 *
 * A program may have no progress of its own (a lock without fairness): that is not the machine's
 * doing.  So a machine is held to what the program has on `sc`, atomic memory without caches, or to
 * what its record claims, if that is less.  For a program with transactions `warptm-el` stands in,
 * which validates and accesses in one step: an attempt is given up there only where another thread
 * has changed what it read. */
#ifndef VERIFY_LIVENESS_H
#define VERIFY_LIVENESS_H

#include "run/subject.h"

/* What a record claims: nothing, of a variant that is recorded to deadlock or to do what may never
 * be done. */
struct progress_claim liveness_claim(const struct setting *setting);

struct liveness_question {
  enum progress_level level;
  enum fairness fairness;
  bool back_off; /* kit/machine.h; of tests */
};

/* One machine, asked. */
struct liveness_answer {
  struct subject subject; /* without reductions, but perhaps for symmetry, whatever was asked for */
  struct machine *machine;
  struct progress progress;
};

/* False when the machine cannot be built. */
bool liveness_ask(const struct subject *subject, const struct liveness_question *question,
                  const struct search_options *limits, struct liveness_answer *answer,
                  struct diagnostic *error);
void liveness_answer_clear(struct liveness_answer *answer);
enum progress_level liveness_least(enum progress_level a, enum progress_level b);
/* As much of a level as is asked for. */
enum progress_level liveness_asked(const struct liveness_question *question,
                                   enum progress_level level);
/* What there is, of what was asked for: PROGRESS_NONE where something is impossible, and so on. */
enum progress_level liveness_found(const struct progress *progress,
                                   const struct liveness_question *question);

enum liveness_verdict {
  LIVENESS_HOLDS,
  LIVENESS_AS_RECORDED /* less than is due, as the record says */,
  LIVENESS_INCONCLUSIVE,
  LIVENESS_VIOLATION,
  LIVENESS_CONTRADICTED /* `sc` has other progress than the test's header says */,
  LIVENESS_MISSING /* (a client of two SMs or more) the record claims less, and it has more */,
  LIVENESS_UNSUPPORTED,
  LIVENESS_INAPPLICABLE /* the test runs transactions, and the machine has none */
};
const char *liveness_verdict_name(enum liveness_verdict verdict);

/* The most general client.  What the record claims of its requests, where its threads are. */
enum progress_level liveness_claimed(const struct subject *subject);
enum liveness_verdict liveness_of_client(const struct liveness_answer *answer,
                                         const struct liveness_question *question);
int liveness_status(enum liveness_verdict verdict);

#endif
