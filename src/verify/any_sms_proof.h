/* A proof for any number of SMs (abstract/any_sms.h).
 *
 * It searches machines of 2 and of 3 SMs first, which finds real violations.  Then it tries views
 * of one SM, and after an alarm views of two.  An alarm may be due to the abstraction, so it is no
 * violation. */
#ifndef VERIFY_ANY_SMS_PROOF_H
#define VERIFY_ANY_SMS_PROOF_H

#include "abstract/any_sms.h"
#include "run/effort.h"
#include "run/subject.h"
#include "verify/proof.h"

enum { ANY_SMS_SEARCHES = 2, ANY_SMS_LEAST = 2, ANY_SMS_VIEWS_MAX = NODES_MAX - 1 };

/* The search of a machine with `sms` SMs. */
struct any_sms_search {
  unsigned sms;
  uint64_t states;
  enum search_end end;
  uint32_t shown[NODES_MAX]; /* [size]: views met by this search and those before */
};

struct any_sms_proof {
  struct subject subject; /* its client names one SM's threads, no number of SMs */
  unsigned threads;       /* of each SM */
  uint64_t claimed;       /* a set of properties */
  unsigned search_count;
  struct any_sms_search searches[ANY_SMS_SEARCHES];
  struct proof *violation; /* found by a search; NULL: none */
  struct any_sms *any;
  unsigned tries; /* the number of entries in `results` */
  struct any_sms_result
      results[ANY_SMS_VIEWS_MAX]; /* one for each size of views; the last one counts */
  bool deadlock_asked;            /* false: a channel was full, so steps may wait for room */
  struct any_sms_stuck stuck;
  struct any_sms_shown shown; /* views that the searches met */
  unsigned shows_all;         /* the number of SMs that show all views; 0: not known */
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
/* Does it prove a claim that the variant's record says is lost, under a client as large as the
 * record's? */
bool any_sms_proof_misses_violation(const struct any_sms_proof *proof);
/* The exit status:
 *  - 0: proved, or a violation that the variant's record names;
 *  - 1: another violation, or none where the record names one;
 *  - 3: undecided. */
int any_sms_proof_status(const struct any_sms_proof *proof);

#endif
