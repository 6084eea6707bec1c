/* Proofs for any number of SMs are not fooled by faults that need several SMs of a kind.
 *
 * Planted in gpu-vi: the L2 spares the highest of three other sharers, and does not send the line
 * to the highest of four readers.  Then the claims break from 4 SMs on.  Or DRAM never answers
 * while four SMs wait.  Then 4 SMs deadlock.  Views alone do not see how many SMs are alike, so the
 * trials and the search for deadlock must notice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "any_number.h"
#include "plant.h"
#include "protocol/sm_set.h"
#include "protocol/step.h"
#include "per_address.h"

enum { L2 = 1 };

static unsigned highest(uint8_t sms) {
  unsigned sm = 0;
  while (sms >> (sm + 1)) sm++;
  return sm;
}

/* Replaces an action in all rows of the L2. */
static action *replace(struct planted *planted, const char *name, action *by) {
  action *old = plant_find(planted, L2, name);
  struct table *table = &planted->system.kinds[L2].table;
  for (unsigned i = 0; i < table->row_count; i++)
    for (unsigned a = 0; a < sizeof table->rows->actions / sizeof *table->rows->actions; a++)
      if (planted->rows[L2][i].actions[a] == old) planted->rows[L2][i].actions[a] = by;
  return old;
}

static struct any_sms_result prove(const struct planted *planted, struct any_sms_stuck *stuck) {
  struct any_question question = { .setting = setting_named("gpu-vi") };
  question.setting.system = &planted->system;
  struct any_sms *any = any_asked(&question);
  struct any_sms_result result = any_views(any, 1);
  if (stuck) *stuck = any_sms_find_stuck(any);
  any_sms_free(any);
  return result;
}

static uint64_t broken_by(const struct planted *planted, unsigned sms, uint64_t properties) {
  struct any_question question = { .setting = setting_named("gpu-vi") };
  question.setting.system = &planted->system;
  return any_search(&question, NULL, sms, 0, properties).broken & properties;
}

/* --- the highest of several is left out --- */

static action *invalidate_others;
static void invalidate_but_highest(struct step *s) {
  uint8_t others = sm_set_without(s->line->sharers, step_sm_of(s, step_incoming(s)->from));
  if (__builtin_popcount(others) >= 3) sm_set_remove(&s->line->sharers, highest(others));
  invalidate_others(s);
}

static void test_spared_sharer(void **state) {
  (void)state;
  struct planted *planted = plant_new("gpu-vi");
  invalidate_others = replace(planted, "invalidate_others", invalidate_but_highest);
  uint64_t properties = CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_SWMR) | CLAIM(PROPERTY_DATA_VALUE);
  assert_int_equal(broken_by(planted, 3, properties), 0);
  assert_true(broken_by(planted, 4, properties));
  assert_int_not_equal(prove(planted, NULL).end, ANY_SMS_PROVED);
  free(planted);
}

static action *data_to_readers;
static void data_to_all_but_highest(struct step *s) {
  if (__builtin_popcount(s->line->sharers) >= 4)
    sm_set_remove(&s->line->sharers, highest(s->line->sharers));
  data_to_readers(s);
}

static void test_forgotten_reader(void **state) {
  (void)state;
  struct planted *planted = plant_new("gpu-vi");
  data_to_readers = replace(planted, "data_to_readers", data_to_all_but_highest);
  assert_int_equal(broken_by(planted, 3, CLAIM(PROPERTY_DEADLOCK)), 0);
  assert_int_not_equal(prove(planted, NULL).end, ANY_SMS_PROVED);
  free(planted);
}

/* --- a step that several SMs disable --- */

static bool (*dram_reads)(const struct step *step);
static bool dram_reads_for_few(const struct step *s) {
  return dram_reads(s) && __builtin_popcount(s->line->sharers) < 4;
}

static void test_disabled_step(void **state) {
  (void)state;
  struct planted *planted = plant_new("gpu-vi");
  struct internal *internals = planted->system.kinds[L2].internals;
  struct any_sms_stuck stuck;
  unsigned at = 0;
  while (strcmp(planted->system.events[internals[at].event], "MemData")) at++;
  dram_reads = internals[at].enabled;
  internals[at].enabled = dram_reads_for_few;
  assert_int_equal(broken_by(planted, 3, CLAIM(PROPERTY_DEADLOCK)), 0);
  assert_true(broken_by(planted, 4, CLAIM(PROPERTY_DEADLOCK)));
  struct any_sms_result result = prove(planted, &stuck);
  assert_true(result.end != ANY_SMS_PROVED || stuck.left);
  free(planted);
}

/* --- an invariant that counts --- */

static bool few_share(const struct shape *shape, const struct local *const *locals) {
  return __builtin_popcount(locals[shape_bank(shape, 0)]->line[0].sharers) < 4;
}

static void test_counting_invariant(void **state) {
  (void)state;
  struct planted *planted = plant_new("gpu-vi");
  planted->system.own_invariant.holds = few_share;
  assert_int_equal(broken_by(planted, 3, CLAIM(PROPERTY_OWN)), 0);
  assert_int_equal(prove(planted, NULL).end, ANY_SMS_ALARM);
  free(planted);
}

/* Without a fault it is proved. */
static void test_none(void **state) {
  (void)state;
  struct planted *planted = plant_new("gpu-vi");
  struct any_sms_stuck stuck;
  assert_int_equal(prove(planted, &stuck).end, ANY_SMS_PROVED);
  assert_int_equal(stuck.left, 0);
  free(planted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_spared_sharer), cmocka_unit_test(test_forgotten_reader),
    cmocka_unit_test(test_disabled_step), cmocka_unit_test(test_counting_invariant),
    cmocka_unit_test(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
