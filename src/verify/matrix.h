/* The matrix: every test on every machine, its outcomes compared with what memory models allow. */
#ifndef VERIFY_MATRIX_H
#define VERIFY_MATRIX_H

#include "axiom/judge.h"
#include "run/effort.h"
#include "run/placements.h"
#include "run/reached.h"
#include "run/shard.h"
#include "run/subject.h"
#include "run/suite.h"

enum verdict {
  VERDICT_HOLDS,           /* every outcome is allowed, every claimed invariant holds */
  VERDICT_UNDEFINED,       /* a race: the memory models allow any outcome */
  VERDICT_KNOWN_VIOLATION, /* a violation, as the model's record says */
  VERDICT_INAPPLICABLE, /* a test of transactions, and the machine or the memory model has none */
  VERDICT_INCONCLUSIVE,
  VERDICT_VIOLATION,
  VERDICT_MISSING_VIOLATION, /* the model's record says that it fails this test, and it does not */
  VERDICT_UNSUPPORTED        /* the test does not fit the machine, or the judge cannot read it */
};
enum { VERDICTS = VERDICT_UNSUPPORTED + 1 };
const char *matrix_verdict_name(enum verdict verdict); /* "holds" ... as in JSON */

/* The answer of a memory model about a test. */
struct judged {
  bool wanted, good;
  struct judgement judgement;
  char *fault;                  /* why a wanted judgement is not good */
  enum answer answer, expected; /* of the condition, by the judge and by the test's header */
  bool known;                   /* it is not the header's, and a baseline lists that */
  bool foreign; /* no header need state it: a user's .cat file, or one that repeats its host */
};

/* The verdict under one memory model. */
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
  /* by placement; the matrix owns them, and equal machines share one */
  const struct reached **reached;
  struct outcome_set *outcomes; /* over all placements, of the observables, within the filter */
  struct cost cost;             /* of all placements */
  uint64_t broken;              /* properties broken in some placement */
  bool blocked, complete;
  uint64_t limits;            /* ends of incomplete searches, as a set of enum search_end */
  bool approximated;          /* some placement was under-approximated */
  bool bounded;               /* ... and states were left out */
  _Atomic unsigned to_search; /* placements, while the matrix is made */
  _Atomic double begun;       /* when its first search began (effort_now); 0: none has */
  bool elsewhere;             /* dealt to another shard: not applicable here, and not told */
  bool endless; /* in some placement no run ends, though the judge allows an outcome */
  struct model_verdict *held;
  unsigned held_count;
  enum verdict verdict;
  char *fault;       /* VERDICT_UNSUPPORTED: why */
  char *nothing;     /* why a complete search reached no outcome; NULL: it reached one */
  bool inapplicable; /* a test of transactions on a machine without them */
  bool known;        /* it fails, and a baseline lists all of its failures (verify/baseline.h) */
};

struct matrix {
  const struct suite *suite;
  const struct setting *settings;
  unsigned setting_count;
  struct cat_model **models; /* owned */
  unsigned model_count;
  struct judged *judged;     /* [test][model] */
  struct matrix_cell *cells; /* [test][setting] */
  /* memory models were asked for, instead of the claimed ones; each by its name */
  bool asked, by_name;
  struct shard shard;
  struct cost cost;    /* of the searches that were made; cells share them */
  unsigned kept;       /* of these searches, those that effort->results had */
  bool journal_failed; /* some search could not be written to the journal */
  struct reach_cache *cache;
  struct baseline *baseline; /* that its failures were compared with; the caller's; or NULL */
  bool stale;                /* an entry of the baseline is stale, and that is a failure */
};

/* The memory models to hold every machine to, NULL-terminated; NULL: those that each claims. A
 * model of transactions says the same as its host of tests without them, so it is asked about
 * those only `by_name`. */
struct matrix_question {
  const char *const *models;
  bool by_name;
  struct cat_choices choices; /* for .cat files */
  /* Called when the matrix is set up, before its jobs run; or NULL. */
  void (*begun)(void *context, const struct matrix *matrix);
  void *begun_context;
  struct shard shard; /* only cells of this one are made */
};
/* Returns NULL, with an error, where a memory model cannot be loaded or a journal not be opened. */
struct matrix *matrix_run(const struct suite *suite, const struct setting *settings,
                          unsigned setting_count, const struct matrix_question *asked,
                          const struct effort *effort, struct diagnostic *error);
void matrix_free(struct matrix *matrix);

struct judged *matrix_judged(const struct matrix *matrix, unsigned test, unsigned model);
struct matrix_cell *matrix_cell(const struct matrix *matrix, unsigned test, unsigned setting);
/* Are all cells of a test dealt to other shards? */
bool matrix_row_is_elsewhere(const struct matrix *matrix, unsigned test);
/* The machine of one of a cell's placements. */
struct subject matrix_cell_subject(const struct matrix_cell *cell, unsigned placement,
                                   const struct machine_options *options);

#endif
