/* A proof for any number of SMs (abstract/any_sms.h).
 *
 * Searches of 2 and of 3 SMs come first, and find real violations.  Then views of one SM are tried,
 * and after an alarm views of two.  An alarm is no violation: it may be due to the abstraction. */
#ifndef VERIFY_ANY_SMS_PROOF_H
#define VERIFY_ANY_SMS_PROOF_H

#include "abstract/any_sms.h"
#include "run/effort.h"
#include "run/subject.h"
#include "verify/proof.h"

enum { ANY_SMS_SEARCHES = 2, ANY_SMS_LEAST = 2, ANY_SMS_VIEWS_MAX = NODES_MAX - 1 };

/* A search of so many SMs. */
struct any_sms_search {
  unsigned sms;
  uint64_t states;
  enum search_end end;
  uint32_t shown[NODES_MAX]; /* by size: views that it and those before have shown */
};

struct any_sms_proof {
  struct subject subject; /* its client has the threads of one SM, and no number of SMs */
  unsigned threads;       /* of each SM */
  uint64_t claimed;       /* properties */
  unsigned search_count;
  struct any_sms_search searches[ANY_SMS_SEARCHES];
  struct proof *violation; /* a search found one; NULL: none did */
  struct any_sms *any;
  unsigned tries;                                   /* sizes of views that were tried */
  struct any_sms_result results[ANY_SMS_VIEWS_MAX]; /* of each; the last one counts */
  bool deadlock_asked; /* no channel was full: then a step may wait for room */
  struct any_sms_stuck stuck;
  struct any_sms_shown shown; /* by the searches */
  unsigned shows_all;         /* so many SMs show all views; 0: not known */
  double seconds;
};

/* `client`: its lines, values and words count.  `views`: the size of views; 0: 1, and after an
 * alarm 2.  false, with an error: the system cannot be proved in this way. */
bool any_sms_proof_run(const struct setting *setting, const struct client *client, unsigned threads,
                       unsigned views, const struct effort *effort, struct any_sms_proof *proof,
                       struct diagnostic *error);
void any_sms_proof_clear(struct any_sms_proof *proof);

/* The result that counts; NULL: a search found a violation. */
const struct any_sms_result *any_sms_proof_result(const struct any_sms_proof *proof);
/* The claimed properties that hold for any number of SMs. */
uint64_t any_sms_proof_holds(const struct any_sms_proof *proof);
/* Does it prove what the variant's record says is lost, under a client as large as the record's? */
bool any_sms_proof_misses_violation(const struct any_sms_proof *proof);
/* 0: proved, or a violation that the variant's record names; 1: a violation, or a variant that
 * should lose an invariant does not; 3: undecided. */
int any_sms_proof_status(const struct any_sms_proof *proof);

#endif
