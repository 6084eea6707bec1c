/* The main job: every test on every machine, its outcomes compared with what the memory models
 * allow. */
#ifndef VERIFY_MATRIX_H
#define VERIFY_MATRIX_H

#include "axiom/judge.h"
#include "run/subject.h"
#include "run/suite.h"

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
enum expectation {
  EXPECTATION_MET,
  EXPECTATION_OPEN,
  EXPECTATION_UNSTATED,
  EXPECTATION_CONTRADICTED
};

/* One memory model that a machine is held to on a test. */
struct matrix_fault {
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
  bool curtailed;  /* in some placement something was left out, for quickness */
  bool bounded;    /* likewise: and that is states */
  _Atomic unsigned to_search; /* placements, while the matrix is made */
  bool endless; /* in some placement no run ends at all, though the judge allows an outcome */
  struct matrix_fault *held;
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
  struct took took;    /* by the searches that were made: cells share them */
  bool unnoted;        /* some search could not be noted in the journal */
  struct reach_cache *cache;
};

/* The memory models to hold every machine to, NULL-terminated; NULL: what each claims.  One of
 * transactions is asked about tests that run none, on which its host says the same, only where each
 * is asked for by name. */
/* variants: those of .cat files that are chosen, NULL-terminated, or NULL. */
struct matrix_question {
  const char *const *models;
  bool by_name;
  const char *const *variants;
};
/* NULL on error. */
struct matrix *matrix_run(const struct suite *suite, const struct setting *settings,
                          unsigned setting_count, const struct matrix_question *asked,
                          const struct effort *effort, struct diagnostic *error);
void matrix_free(struct matrix *matrix);

struct judged *matrix_judged(const struct matrix *matrix, unsigned test, unsigned model);
struct matrix_cell *matrix_cell(const struct matrix *matrix, unsigned test, unsigned setting);
/* Does the judge say what the header says? */
enum expectation matrix_judged_meets(const struct test *test, const struct judged *judged);
/* The machine of one of a cell's placements. */
struct subject matrix_cell_subject(const struct matrix_cell *cell, unsigned placement,
                                   const struct machine_options *options);
/* What is wrong with the tables, in the first placement in which something is; NULL: nothing that
 * has a name. */
const char *matrix_cell_named_fault(const struct matrix_cell *cell);
/* The claimed properties that a cell breaks. */
uint64_t matrix_cell_broken(const struct matrix_cell *cell);

struct totals {
  unsigned verdicts[VERDICTS], contradicted, unstated, open;
};
struct totals matrix_totals(const struct matrix *matrix);
/* 0 all is as it should be; 1 not; 2 something is unsupported or unreadable; 3 inconclusive. */
int matrix_status(const struct matrix *matrix);

/* The shortest run to what makes a cell's verdict a violation; NULL when it is none. */
struct counterexample *matrix_cell_counterexample(const struct matrix_cell *cell,
                                                  const struct effort *effort);
/* The memory model that the cell's first violation is of, or NULL when it is an invariant that is
 * broken. */
const struct matrix_fault *matrix_cell_violation(const struct matrix_cell *cell);

#endif
