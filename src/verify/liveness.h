/* Liveness: does everything that was begun come to its end? liveness/liveness.h defines possible
 * and guaranteed liveness, machine/fairness.c the fairness of a machine.
 *
 * A program may lack liveness by itself (a lock without fairness). So a machine is held to the
 * liveness of the program on `sc`, atomic memory without caches. Its record may claim less. For
 * a program with transactions `warptm-el` takes the place of `sc`. It aborts an attempt only if
 * another thread has changed a word that it read. */
#ifndef VERIFY_LIVENESS_H
#define VERIFY_LIVENESS_H

#include "liveness/liveness.h"
#include "run/effort.h"
#include "run/subject.h"
#include "run/suite.h"

/* The record's claim; nothing if the variant may deadlock or do what must never happen. */
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

/* The record's claim about requests of the most general client, where its threads run. */
enum progress_level liveness_claimed(const struct subject *subject);
enum liveness_verdict liveness_of_client(const struct liveness_answer *answer,
                                         const struct liveness_question *question);
int liveness_status(enum liveness_verdict verdict);

/* --- of every test on every machine --- */

/* A test on a machine, over all its placements. */
struct liveness_cell {
  const struct test *test;
  const struct setting *setting;
  enum progress_level found, due; /* due: the program's own level */
  /* the first unexcused placement, or else the first of the lowest level, and its options */
  struct placement placement;
  struct machine_options options;
  bool unexcused;    /* some placement has less than is due and than the record claims there */
  bool approximated; /* some machine was searched without evictions (effort.quick_states) */
  unsigned placements;
  struct cost cost;
  enum search_end end;
  enum liveness_verdict verdict;
  char *fault; /* LIVENESS_UNSUPPORTED: why */
};

struct liveness_matrix {
  const struct suite *suite;
  const struct setting *settings;
  unsigned setting_count;
  struct liveness_question question;
  bool no_evictions;               /* evictions were left out, on which claims may rest */
  struct setting atomic[2];        /* `sc`, and its substitute for transactions */
  struct liveness_cell *reference; /* by test: on one of `atomic` */
  struct liveness_cell *cells;     /* [test][setting] */
  struct cost cost;                /* of cells and references */
};

struct liveness_matrix *liveness_matrix_run(const struct suite *suite,
                                            const struct setting *settings, unsigned setting_count,
                                            const struct liveness_question *question,
                                            const struct effort *effort);
void liveness_matrix_free(struct liveness_matrix *matrix);
/* The level that the test's header states (Progress=...); false: it states none. */
bool liveness_expected(const struct program *program, enum progress_level *level);
/* Is nothing asked of models, since the program has no liveness and its header does not say so? */
bool liveness_asks_nothing(const struct liveness_cell *reference);
int liveness_matrix_status(const struct liveness_matrix *matrix);

#endif
