/* The main job: every test on every machine, its outcomes compared with what the memory models
 * allow. */
#ifndef VERIFY_MATRIX_H
#define VERIFY_MATRIX_H

#include "axiom/judge.h"
#include "run/subject.h"
#include "run/suite.h"
#include "run/cost.h"
#include "run/effort.h"
#include "run/reached.h"
#include "run/placements.h"

enum verdict {
  VERDICT_HOLDS,           /* every outcome is allowed, every claimed invariant holds */
  VERDICT_UNDEFINED,       /* a race: the memory models say that any outcome is right */
  VERDICT_KNOWN_VIOLATION, /* a violation, as the model's record says */
  VERDICT_INAPPLICABLE, /* it runs transactions, and the machine, or the memory model, knows none */
  VERDICT_INCONCLUSIVE,
  VERDICT_VIOLATION,
  VERDICT_MISSING_VIOLATION, /* the model's record says that it fails this test, and it does not */
  VERDICT_UNSUPPORTED        /* the test does not fit the machine, or the judge cannot read it */
};
enum { VERDICTS = VERDICT_UNSUPPORTED + 1 };
const char *matrix_verdict_name(enum verdict verdict); /* "holds" ... as in JSON */

/* What a memory model says of a test. */
struct judged {
  bool wanted, good;
  struct judgement judgement;
  char *fault;                  /* why it could not be judged, when it is wanted and not good */
  enum answer answer, expected; /* of the condition; by the judge, and by the test's header */
  bool foreign; /* no header need speak of it: a .cat file somebody brought, or its host is spoken
                   of */
};

/* One memory model that a machine is held to on a test. */
struct model_verdict {
  unsigned model; /* of matrix.models */
  enum verdict verdict;
  int64_t *
      outcome; /* VIOLATION: the least forbidden outcome, and the first placement that reached it */
  unsigned placement;
};

struct matrix_cell {
  const struct test *test;
  const struct setting *setting;
  struct placements placements;
  const struct reached **reached; /* by placement; owned by the matrix; equal machines share one */
  struct outcome_set *outcomes;   /* over all placements, of the observables, within the filter */
  uint64_t states, transitions;   /* of its placements, together */
  unsigned depth;
  uint64_t broken; /* properties that do not hold somewhere */
  bool blocked, complete;
  uint64_t limits; /* how searches ended that did not come to their end: bits of enum search_end */
  bool approximated;          /* in some placement something was left out, for quickness */
  bool bounded;               /* likewise: and that is states */
  _Atomic unsigned to_search; /* placements, while the matrix is made */
  bool endless; /* in some placement no run ends at all, though the judge allows an outcome */
  struct model_verdict *held;
  unsigned held_count;
  enum verdict verdict;
  char *fault;       /* VERDICT_UNSUPPORTED: why */
  char *nothing;     /* why no outcome was reached, though the search is complete; NULL: one was */
  bool inapplicable; /* the machine runs no transactions, and the test does */
};

struct matrix {
  const struct suite *suite;
  const struct setting *settings;
  unsigned setting_count;
  struct cat_model **models; /* owned */
  unsigned model_count;
  struct judged *judged;     /* [test][model] */
  struct matrix_cell *cells; /* [test][setting] */
  bool asked, by_name; /* memory models were asked for, rather than the claimed ones; and each by
                          its name */
  struct cost cost;    /* by the searches that were made: cells share them */
  bool unnoted;        /* some search could not be noted in the journal */
  struct reach_cache *cache;
};

/* The memory models to hold every machine to, NULL-terminated; NULL: what each claims.  One of
 * transactions is asked about tests that run none, on which its host says the same, only where each
 * is asked for by name. */
struct matrix_question {
  const char *const *models;
  bool by_name;
  const char *const *variants; /* of .cat files, those chosen, NULL-terminated; or NULL */
  /* Called when the matrix is known, before its work begins; or NULL. */
  void (*begun)(void *context, const struct matrix *matrix);
  void *begun_context;
};
/* NULL on error. */
struct matrix *matrix_run(const struct suite *suite, const struct setting *settings,
                          unsigned setting_count, const struct matrix_question *asked,
                          const struct effort *effort, struct diagnostic *error);
void matrix_free(struct matrix *matrix);

struct judged *matrix_judged(const struct matrix *matrix, unsigned test, unsigned model);
struct matrix_cell *matrix_cell(const struct matrix *matrix, unsigned test, unsigned setting);
/* The machine of one of a cell's placements. */
struct subject matrix_cell_subject(const struct matrix_cell *cell, unsigned placement,
                                   const struct machine_options *options);

#endif
