/* Outcome sets and the log. */
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include "litmus/herd_log.h"
#include "litmus/outcome.h"

struct outcomes_seen {
  size_t count;
  int64_t values[8][2];
  uint64_t times[8];
};

static void see(void *context, const int64_t *outcome, uint64_t times) {
  struct outcomes_seen *seen = context;
  memcpy(seen->values[seen->count], outcome, sizeof seen->values[0]);
  seen->times[seen->count++] = times;
}

static void sets_iterate_in_order(void **state) {
  (void)state;
  struct outcome_set *set = outcome_set_new(2);
  static const int64_t added[][2] = { { 1, -1 }, { 0, 5 }, { INT64_MIN, 0 },
                                      { 1, -2 }, { 0, 5 }, { INT64_MAX, 0 } };
  for (size_t i = 0; i < 6; i++) assert_int_equal(outcome_set_add(set, added[i], i + 1), i != 4);
  assert_int_equal(outcome_set_size(set), 5);
  struct outcomes_seen seen = { 0 };
  outcome_set_each(set, see, &seen);
  static const int64_t sorted[][2] = {
    { INT64_MIN, 0 }, { 0, 5 }, { 1, -2 }, { 1, -1 }, { INT64_MAX, 0 }
  };
  assert_int_equal(seen.count, 5);
  for (size_t i = 0; i < 5; i++) assert_memory_equal(seen.values[i], sorted[i], sizeof sorted[i]);
  assert_int_equal(seen.times[1], 2 + 5);
  outcome_set_free(set);
}

static void sets_compare_and_merge(void **state) {
  (void)state;
  struct outcome_set *a = outcome_set_new(1), *b = outcome_set_new(1);
  for (int64_t i = 0; i < 100; i++) outcome_set_add(i % 2 ? a : b, &i, 1);
  int64_t missing = 0;
  assert_false(outcome_set_within(a, b, &missing));
  assert_int_equal(missing, 1);
  assert_false(outcome_set_has(a, &(int64_t){ 2 }));
  outcome_set_merge(a, b);
  assert_int_equal(outcome_set_size(a), 100);
  assert_true(outcome_set_within(b, a, &missing));
  assert_false(outcome_set_within(a, b, &missing));
  outcome_set_merge(b, a);
  assert_true(outcome_set_within(a, b, &missing));
  outcome_set_free(a);
  outcome_set_free(b);
  outcome_set_free(NULL);
}

static void sets_of_nothing(void **state) {
  (void)state;
  struct outcome_set *set = outcome_set_new(0), *empty = outcome_set_new(0);
  int64_t missing;
  assert_true(outcome_set_within(empty, set, &missing));
  assert_true(outcome_set_add(set, NULL, 2));
  assert_false(outcome_set_add(set, NULL, 1));
  assert_int_equal(outcome_set_size(set), 1);
  assert_false(outcome_set_within(set, empty, &missing));
  outcome_set_free(set);
  outcome_set_free(empty);
}

static void propositions(void **state) {
  (void)state;
  struct tally never = { 0, 3 }, always = { 3, 0 }, sometimes = { 1, 2 }, nothing = { 0, 0 };
  assert_string_equal(observation_name(outcome_observation(never)), "Never");
  assert_string_equal(observation_name(outcome_observation(always)), "Always");
  assert_string_equal(observation_name(outcome_observation(sometimes)), "Sometimes");
  assert_string_equal(observation_name(outcome_observation(nothing)), "Never");
  assert_true(proposition_holds(QUANTIFIER_EXISTS, sometimes) &&
              !proposition_holds(QUANTIFIER_EXISTS, never));
  assert_true(proposition_holds(QUANTIFIER_NOT_EXISTS, never) &&
              !proposition_holds(QUANTIFIER_NOT_EXISTS, sometimes));
  assert_true(proposition_holds(QUANTIFIER_FORALL, always) &&
              !proposition_holds(QUANTIFIER_FORALL, sometimes));
  for (int quantifier = QUANTIFIER_EXISTS; quantifier <= QUANTIFIER_FORALL; quantifier++)
    assert_false(proposition_holds((enum quantifier)quantifier, nothing));
}

/* The log of a set of outcomes, without the hash's digits. */
static void must_log(const struct program *program, const struct outcome_set *set,
                     const char *const *flags, enum missing missing, const char *expected) {
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  outcome_log(out, program, set, flags, missing, 1.25);
  fclose(out);
  char *hash = strstr(text, "Hash=");
  assert_non_null(hash);
  assert_int_equal(strspn(hash + 5, "0123456789abcdef"), 32);
  assert_string_equal(hash + 5 + 32, "\n\n");
  hash[5] = '\0';
  assert_string_equal(text, expected);
  free(text);
}

static struct program *message_passing(const char *condition) {
  return must_read_code(" st.weak x, 1 | ld.weak r10, y ;\n st.weak y, 1 | ld.weak r2, x ;",
                        condition);
}

static void log_of_exists(void **state) {
  (void)state;
  struct program *p = message_passing("exists (x=1 /\\ (P1:r10 != 0 \\/ P1:r2 < 1))");
  struct outcome_set *set = outcome_set_new(p->observable_count);
  outcome_set_add(set, (int64_t[]){ 1, 1, 1 }, 2);
  outcome_set_add(set, (int64_t[]){ 0, 1, 1 }, 1);
  must_log(p, set, NULL, MISSING_BY_LIMIT,
           "Test code Allowed\nStates 2\n1:r10=0; 1:r2=1; [x]=1;\n1:r10=1; 1:r2=1; "
           "[x]=1;\nOk\nWitnesses\n"
           "Positive: 2 Negative: 1\nCondition exists ([x]=1 /\\ (not (1:r10=0) \\/ 1:r2<1))\n"
           "Observation code Sometimes 2 1\nTime code 1.25\nHash=");
  must_log(p, set, NULL, MISSING_NONE,
           "Test code Allowed\nStates 2\n1:r10=0; 1:r2=1; [x]=1;\n1:r10=1; 1:r2=1; "
           "[x]=1;\nOk\nWitnesses\n"
           "Positive: 2 Negative: 1\nCondition exists ([x]=1 /\\ (not (1:r10=0) \\/ 1:r2<1))\n"
           "Observation code Sometimes 2 1\nTime code 1.25\nHash=");
  outcome_set_free(set);
  program_free(p);
}

static void log_of_not_exists(void **state) {
  (void)state;
  struct program *p = message_passing("~exists (P1:r10=1 /\\ P1:r2=0 /\\ true)");
  struct outcome_set *set = outcome_set_new(p->observable_count);
  outcome_set_add(set, (int64_t[]){ 1, 0 }, 1);
  outcome_set_add(set, (int64_t[]){ 0, 0 }, 7);
  static const char *const flags[] = { "data-race", "*undef*", NULL };
  must_log(p, set, flags + 2, MISSING_NONE,
           "Test code Forbidden\nStates 2\n1:r10=0; 1:r2=0;\n1:r10=1; 1:r2=0;\nNo\nWitnesses\n"
           "Positive: 7 Negative: 1\nCondition ~exists (1:r10=1 /\\ 1:r2=0 /\\ true)\n"
           "Observation code Sometimes 1 7\nTime code 1.25\nHash=");
  must_log(p, set, flags, MISSING_NONE,
           "Test code Forbidden\nStates 2\n1:r10=0; 1:r2=0;\n1:r10=1; 1:r2=0;\nUndef\nWitnesses\n"
           "Positive: 7 Negative: 1\nFlag data-race\nFlag *undef*\nCondition ~exists (1:r10=1 /\\ "
           "1:r2=0 /\\ true)\n"
           "Observation code Sometimes 1 7\nTime code 1.25\nHash=");
  outcome_set_free(set);
  program_free(p);
}

static void log_of_nothing(void **state) {
  (void)state;
  struct program *p = message_passing("forall (true => false)");
  struct outcome_set *set = outcome_set_new(0);
  must_log(p, set, NULL, MISSING_NONE,
           "Test code Required\nStates 0\nNo\nWitnesses\nPositive: 0 Negative: 0\n"
           "Condition forall (true => false)\nObservation code Never 0 0\nTime code 1.25\nHash=");
  must_log(p, set, NULL, MISSING_BY_BOUND,
           "Test code Required\nStates 0\nLoop No\nWitnesses\nPositive: 0 Negative: 0\n"
           "Condition forall (true => false)\nObservation code Unknown 0 0\nTime code 1.25\nHash=");
  outcome_set_add(set, NULL, 1);
  must_log(p, set, NULL, MISSING_NONE,
           "Test code Required\nStates 1\n\nNo\nWitnesses\nPositive: 0 Negative: 1\n"
           "Condition forall (true => false)\nObservation code Never 0 1\nTime code 1.25\nHash=");
  must_log(p, set, NULL, MISSING_BY_LIMIT,
           "Test code Required\nStates 1\n\nNo\nWitnesses\nPositive: 0 Negative: 1\n"
           "Condition forall (true => false)\nObservation code Unknown 0 1\nTime code 1.25\nHash=");
  outcome_set_free(set);
  program_free(p);
}

static char *hash_of(const struct program *program) {
  char *text;
  size_t length;
  struct outcome_set *set = outcome_set_new(program->observable_count);
  FILE *out = open_memstream(&text, &length);
  outcome_log(out, program, set, NULL, MISSING_NONE, 0);
  fclose(out);
  outcome_set_free(set);
  char *hash = memory_copy_text(strstr(text, "Hash="), 37);
  free(text);
  return hash;
}

/* The same test under another name and with other blanks has the same hash; another test has
 * another. */
static void hashes(void **state) {
  (void)state;
  struct program *a =
      must_read("PTX a\n\"r\"\nk=v\n{x=0;}\nP0@cta 0,gpu 0;\nst.weak x,1;\nexists x=1");
  struct program *b =
      must_read("PTX b\n{ x = 0 }\n P0@cta 0, gpu 0 ;\n st.weak x, 1 ;\nexists ([x]==1)");
  struct program *c = must_read("PTX a\n{x=0;}\nP0@cta 0,gpu 0;\nst.weak x,1;\nexists x=2");
  char *of_a = hash_of(a), *of_b = hash_of(b), *of_c = hash_of(c);
  assert_string_equal(of_a, of_b);
  assert_string_not_equal(of_a, of_c);
  assert_memory_not_equal(of_a + 5, of_a + 21, 16);
  memory_free(of_a);
  memory_free(of_b);
  memory_free(of_c);
  program_free(a);
  program_free(b);
  program_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sets_iterate_in_order), cmocka_unit_test(sets_compare_and_merge),
    cmocka_unit_test(sets_of_nothing),       cmocka_unit_test(propositions),
    cmocka_unit_test(log_of_exists),         cmocka_unit_test(log_of_not_exists),
    cmocka_unit_test(log_of_nothing),        cmocka_unit_test(hashes),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("outcomes", tests, NULL, NULL);
}
