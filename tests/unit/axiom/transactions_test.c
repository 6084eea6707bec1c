/* The judge on transactions: the isolation of those that commit, and the traces of attempts that do
 * not. */
#include <stdio.h>
#include "support.h"

#define TWO_TRANSACTIONS(first, second)                        \
  "PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n" \
  " txbegin | txbegin ;\n" first " | " second " ;\n txcommit | txcommit ;\n"

/* An attempt that aborts leaves nothing: no write, no register, no outcome of its own. */
static void an_aborted_attempt_leaves_nothing(void **unused) {
  (void)unused;
  static const char always[] =
      "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n txbegin ;\n st.weak x, 1 ;\n txabort ;\n txcommit ;\n"
      "exists (x = 1)\n";
  static const char unless[] =
      "PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n txbegin | txbegin ;\n"
      " add r1, r1, 1 | st.weak y, 1 ;\n ld.weak r0, y | txcommit ;\n bne r0, 0, L | ;\n txabort | "
      ";\n"
      " L: | ;\n txcommit | ;\nlocations [P0:r0; P0:r1]\nexists (P0:r0 = 0)\n";
  assert_int_equal(outcomes_of("tsc", always), 0);
  assert_int_equal(outcomes_of("tsc", unless), 1);
}

/* One that is cancelled leaves what it has read of others, and no more; the ways that it did not go
 * keep what they had. */
static void a_cancelled_transaction_leaves_its_reads(void **unused) {
  (void)unused;
  static const char both[] =
      "PTX t\n{ x=0; y=0; z=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n txbegin | txbegin ;\n"
      " st.weak x, 3 | st.weak y, 1 ;\n ld.weak r1, x | txcommit ;\n add r1, r1, -1 | ;\n"
      " ld.weak r0, y | ;\n bne r0, 0, L | ;\n beq r1, 2, C | ;\n st.weak z, 9 | ;\n"
      " C: txcancel | ;\n L: | ;\n st.weak z, r1 | ;\n txcommit | ;\n"
      "locations [x; z; P0:r0; P0:r1; P0:commits; P0:cancels;]\n";
  static const struct {
    const char *condition;
    char answer;
  } conditions[] = {
    { "x = 3 /\\ z = 2 /\\ P0:r0 = 1 /\\ P0:r1 = 2 /\\ P0:commits = 1 /\\ P0:cancels = 0", 'A' },
    { "x = 0 /\\ z = 0 /\\ P0:r0 = 0 /\\ P0:r1 = 0 /\\ P0:commits = 0 /\\ P0:cancels = 1", 'A' },
    { "P0:commits = P0:cancels", '-' },
    { "z = 9", '-' },
  };
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
    char text[1200];
    snprintf(text, sizeof text, "%sexists (%s)\n", both, conditions[i].condition);
    assert_int_equal(outcomes_of("tsc", text), 2);
    assert_int_equal(answer("tsc", text), conditions[i].answer);
  }
  refuses_under("tsc",
                "PTX q\n{ x=0; }\n P0@cta 0,gpu 0 ;\n txbegin ;\n atom.relaxed.cta.add r0, x, 1 "
                ";\n txcancel ;\n"
                " txcommit ;\nexists (x = 0)\n",
                "unsupported: an atomic or a barrier in a transaction that is cancelled");
}

/* Each axiom has its work: the same test under models that lack one. */
static void transactions_are_isolated_as_the_model_says(void **unused) {
  (void)unused;
  static const char mp[] = TWO_TRANSACTIONS("st.weak x, 1 | ld.weak r0, y ;\n st.weak y, 1",
                                            "ld.weak r1, x") "exists (P1:r0 = 1 /\\ P1:r1 = 0)\n";
  static const char dirty[] =
      "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n txbegin | ld.weak r0, x ;\n"
      " st.weak x, 1 | ;\n st.weak x, 2 | ;\n txcommit | ;\nexists (P1:r0 = 1)\n";
  static const char lift[] =
      "let weaklift(r) = stxn ; (r \\ stxn) ; stxn\nacyclic weaklift(rf | co | fr)\n";
  static const char none[] = "acyclic po-loc | rf | co | fr\nempty (stxn ; stxn) \\ stxn\n";
  assert_int_equal(outcomes_under(lift, mp), 2);
  assert_int_equal(outcomes_under(none, mp), 4);
  assert_int_equal(answer("tsc-weak", dirty), 'A');
  assert_int_equal(answer("tsc", dirty), '-');
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(an_aborted_attempt_leaves_nothing, no_leaks),
    cmocka_unit_test_teardown(a_cancelled_transaction_leaves_its_reads, no_leaks),
    cmocka_unit_test_teardown(transactions_are_isolated_as_the_model_says, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
