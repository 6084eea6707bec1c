/* Liveness: does everything that was begun come to its end? liveness/liveness.h defines possible
 * and guaranteed liveness, machine/fairness.c the fairness of a machine.
 *
 * A program may lack liveness by itself (a lock without fairness). So a machine is held to the
 * liveness of the program on `sc`, atomic memory without caches. Its record may claim less. For
 * a program with transactions `warptm-el` takes the place of `sc`: it aborts an attempt only if
 * another thread has changed what it read. */
#ifndef VERIFY_LIVENESS_H
#define VERIFY_LIVENESS_H

#include "run/subject.h"

/* What the record claims; nothing if the variant may deadlock or do what must never happen. */
struct progress_claim liveness_claim(const struct setting *setting);

struct liveness_question {
  enum progress_level level;
  enum fairness fairness;
  bool back_off; /* machine/machine.h; of tests */
};

/* The answer for one machine. */
struct liveness_answer {
  /* with the options that were used: no reductions, except perhaps symmetry */
  struct subject subject;
  struct machine *machine;
  struct liveness progress;
};

/* Returns false, with an error, where the machine cannot be built. */
bool liveness_ask(const struct subject *subject, const struct liveness_question *question,
                  const struct search_options *limits, struct liveness_answer *answer,
                  struct diagnostic *error);
void liveness_answer_clear(struct liveness_answer *answer);
enum progress_level liveness_least(enum progress_level a, enum progress_level b);
/* The lesser of a level and the one asked for. */
enum progress_level liveness_asked(const struct liveness_question *question,
                                   enum progress_level level);
/* The level that holds, of the one asked for. */
enum progress_level liveness_found(const struct liveness *progress,
                                   const struct liveness_question *question);

enum liveness_verdict {
  LIVENESS_HOLDS,
  LIVENESS_AS_RECORDED /* less than due, as the record says */,
  LIVENESS_INCONCLUSIVE,
  LIVENESS_VIOLATION,
  LIVENESS_CONTRADICTED /* `sc` has another level than the test's header says */,
  LIVENESS_MISSING /* (a client of two SMs or more) the record claims less than holds */,
  LIVENESS_UNSUPPORTED,
  LIVENESS_INAPPLICABLE /* the test runs transactions, and the machine has none */
};
const char *liveness_verdict_name(enum liveness_verdict verdict);

/* Of the most general client: what the record claims of requests, where its threads run. */
enum progress_level liveness_claimed(const struct subject *subject);
enum liveness_verdict liveness_of_client(const struct liveness_answer *answer,
                                         const struct liveness_question *question);
int liveness_status(enum liveness_verdict verdict);

#endif
