/* Litmus tests beside any number of readers (abstract/any_readers.h): do SMs that only load and
 * evict change what a test reaches?
 *
 * It is asked of a matrix that was run without readers.  Searches with 1 and 2 readers come first:
 * they find real violations.  Then the views of one reader are found.  An outcome of theirs that a
 * memory model forbids is an alarm, which may be due to the abstraction: it is no violation. */
#ifndef VERIFY_BYSTANDERS_H
#define VERIFY_BYSTANDERS_H

#include "abstract/any_readers.h"
#include "run/counterexample.h"
#include "verify/matrix.h"

enum { READERS_SEARCHED = 2 };

enum bystanders_verdict {
  BYSTANDERS_HOLD,      /* every outcome is one that the test has without them, or is allowed */
  BYSTANDERS_NOT_ASKED, /* the cell was not searched, or a violation without them is known */
  BYSTANDERS_REFUSED,   /* the model, or the test, cannot be asked; `fault` says why */
  BYSTANDERS_UNDECIDED,
  BYSTANDERS_VIOLATE /* a search with readers found a violation */
};
enum { BYSTANDERS_VERDICTS = BYSTANDERS_VIOLATE + 1 };
const char *bystanders_verdict_name(enum bystanders_verdict verdict); /* "holds" ... */

/* Why a placement is undecided. */
enum bystanders_doubt {
  DOUBT_NONE,
  DOUBT_ALARM,   /* an outcome is forbidden: `alarm` */
  DOUBT_END,     /* the views are not complete */
  DOUBT_MISSED,  /* a search reached an outcome that the views lack */
  DOUBT_UNTRIED, /* a limit was hit before it was asked */
  DOUBT_JUDGE,   /* a memory model did not say all that it allows */
  DOUBT_UNJUDGED /* no memory model judges an outcome that only readers bring */
};

struct bystanders_search {
  uint64_t states;
  enum search_end end;
};

/* The answer for one placement. */
struct bystanders_of_placement {
  enum bystanders_verdict verdict;
  enum bystanders_doubt doubt;
  unsigned search_count;
  struct bystanders_search searches[READERS_SEARCHED]; /* with 1, 2 readers */
  struct any_sms_result warming, running;
  struct counterexample *violation;
};

struct bystanders_cell {
  const struct matrix_cell *cell;
  enum bystanders_verdict verdict; /* the worst of its placements */
  unsigned count;
  struct bystanders_of_placement *placements;
  struct outcome_set *outcomes; /* observed, with any number of readers, over all placements */
  uint64_t more;                /* those that the cell reaches not without readers */
  int64_t *alarm;               /* the least that a memory model forbids; NULL: there is none */
  char *fault;
  struct any_readers *last; /* of a placement: its machines, for reports; or NULL */
  double seconds;
};

struct bystanders {
  const struct matrix *matrix;
  struct bystanders_cell *cells; /* by cell of the matrix */
};

/* Asks all cells of the matrix, which must outlive the answers. */
struct bystanders *bystanders_ask(const struct matrix *matrix, const struct effort *effort);
void bystanders_free(struct bystanders *bystanders);
/* 0: all hold, or were not asked; 1: a violation; 2: refused; 3: undecided. */
int bystanders_status(const struct bystanders *bystanders);

#endif
