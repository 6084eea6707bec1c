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
#include "run/suite.h"

/* What a record claims: nothing, of a variant that is recorded to deadlock or to do what may never
 * be done. */
struct progress_claim progress_claim(const struct setting *setting);

struct progress_question {
  enum progress_level level;
  enum fairness fairness;
  bool back_off; /* kit/machine.h; of tests */
};

/* One machine, asked. */
struct progress_answer {
  struct subject subject; /* without reductions, but perhaps for symmetry, whatever was asked for */
  struct machine *machine;
  struct progress progress;
};

/* False when the machine cannot be built. */
bool progress_ask(const struct subject *subject, const struct progress_question *question,
                  const struct search_options *limits, struct progress_answer *answer,
                  struct diagnostic *error);
void progress_answer_clear(struct progress_answer *answer);
/* As much of a level as is asked for. */
enum progress_level progress_asked(const struct progress_question *question,
                                   enum progress_level level);
/* What there is, of what was asked for: PROGRESS_NONE where something is impossible, and so on. */
enum progress_level progress_found(const struct progress *progress,
                                   const struct progress_question *question);

enum progress_verdict {
  PROGRESS_HOLDS,
  PROGRESS_AS_RECORDED /* less than is due, as the record says */,
  PROGRESS_INCONCLUSIVE,
  PROGRESS_VIOLATION,
  PROGRESS_CONTRADICTED /* `sc` has other progress than the test's header says */,
  PROGRESS_MISSING /* (a client of two SMs or more) the record claims less, and it has more */,
  PROGRESS_UNSUPPORTED,
  PROGRESS_INAPPLICABLE /* the test runs transactions, and the machine has none */
};
const char *progress_verdict_name(enum progress_verdict verdict);

/* A test on a machine, over all its placements. */
struct progress_cell {
  const struct test *test;
  const struct setting *setting;
  enum progress_level found, due; /* due: as far as the program lets */
  struct placement placement; /* the first with least progress, and the options of its machine; or
                                 that is not excused */
  struct machine_options options;
  bool unexcused; /* somewhere there is less than is due and than the record claims there */
  bool
      curtailed; /* some machine was large, and had to do without evictions (effort.quick_states) */
  unsigned placements;
  struct took took; /* by its placements */
  enum search_end end;
  enum progress_verdict verdict;
  char *fault; /* PROGRESS_UNSUPPORTED: why */
};

struct progress_matrix {
  const struct suite *suite;
  const struct setting *settings;
  unsigned setting_count;
  struct progress_question question;
  struct setting atomic[2]; /* `sc`, and what stands in for it where there are transactions */
  struct progress_cell *reference; /* by test: on one of them */
  struct progress_cell *cells;     /* [test][setting] */
  struct took took;                /* by the cells, and by what they are compared with */
};

struct progress_matrix *progress_matrix_run(const struct suite *suite,
                                            const struct setting *settings, unsigned setting_count,
                                            const struct progress_question *question,
                                            const struct effort *effort);
void progress_matrix_free(struct progress_matrix *matrix);
/* What a test's header says that the program has (Progress=...); false: nothing. */
bool progress_expected(const struct program *program, enum progress_level *level);
/* Is nothing asked of models, since the program has none and no header says so? */
bool progress_asks_nothing(const struct progress_cell *reference);
int progress_matrix_status(const struct progress_matrix *matrix);

/* The most general client.  What the record claims of its requests, where its threads are. */
enum progress_level progress_claimed(const struct subject *subject);
enum progress_verdict progress_of_client(const struct progress_answer *answer,
                                         const struct progress_question *question);
int progress_status(enum progress_verdict verdict);

#endif
