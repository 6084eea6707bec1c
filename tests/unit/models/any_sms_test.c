/* Proofs for any number of SMs (abstract/any_sms.h), of models and variants.
 *
 * The views of all states of 2, 3 and 4 SMs are among those found.  Their numbers are those that
 * another program found.  A variant that loses an invariant is not proved.  `make test` takes
 * smaller models (see sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "any_number.h"
#include "per_address.h"
#include "tests/unit/sanitized.h"

/* The classes of runs that a row is part of. */
enum any_class { ANY_TEST, ANY_CI, ANY_ALL };

static bool is_in(enum any_class class) {
  return class == ANY_TEST || (class == ANY_CI ? test_is_of_ci() : test_is_whole());
}

/* --- the views of searched states --- */

/* What is known of a model.  `four`: the class that searches 4 SMs, too. */
struct known_views {
  const char *model;
  unsigned threads, nodes;
  uint32_t views;
  unsigned shows_all; /* so many SMs show all views, where a search can say so; 0: not known */
  enum any_class class, four;
};

static const struct known_views known[] = {
  { "no-l1", 1, 1, 8, 2, ANY_TEST, ANY_TEST },
  { "wt", 1, 1, 83, 2, ANY_TEST, ANY_ALL },
  { "incoherent-l1", 1, 1, 85, 2, ANY_TEST, ANY_ALL },
  { "rcc", 1, 1, 121, 2, ANY_TEST, ANY_ALL },
  { "lcc", 1, 1, 176, 0, ANY_TEST, ANY_CI },
  { "rcc-o", 1, 1, 307, 3, ANY_TEST, ANY_ALL },
  { "lrcc", 1, 1, 527, 3, ANY_TEST, ANY_ALL },
  { "gpu-vi", 1, 1, 558, 3, ANY_TEST, ANY_CI },
  { "gtsc-sc", 1, 1, 406, 2, ANY_CI, ANY_ALL },
  { "gtsc-rc", 1, 1, 697, 2, ANY_ALL, ANY_ALL },
  { "rcc-sc", 1, 1, 2041, 0, ANY_ALL, ANY_ALL },
  { "tardis", 1, 1, 2958, 0, ANY_ALL, ANY_ALL },
  { "tc-strong", 1, 2, 2174, 4, ANY_TEST, ANY_CI },
  { "tc-weak", 1, 2, 2117, 0, ANY_TEST, ANY_CI },
  { "gpu-vi", 2, 1, 1442, 0, ANY_CI, ANY_ALL },
  { "lcc", 2, 1, 649, 0, ANY_TEST, ANY_ALL },
  { "rcc-o", 2, 1, 812, 0, ANY_CI, ANY_ALL },
  { "lrcc", 2, 1, 1741, 0, ANY_ALL, ANY_ALL },
};

static uint64_t states_max(void) { return test_sample(20000, 100000, 400000); }

/* The searches of 2, 3 and perhaps 4 SMs show no view that was not found, of the sizes that the
 * proof can try. */
static void compare_views(const struct known_views *row) {
  struct any_question question = { .setting = setting_named(row->model), .threads = row->threads };
  struct any_sms *any = any_asked(&question);
  unsigned most = is_in(row->four) ? 4 : 3, shows = 0;
  struct any_sms_result result = any_views(any, row->nodes);
  assert_int_equal(result.end, ANY_SMS_PROVED);
  if (result.views != row->views)
    fail_msg("%s, %u threads: %u views, not %u", row->model, row->threads, result.views,
             row->views);
  struct any_sms_shown shown = { 0 };
  bool complete = true;
  for (unsigned sms = 2; sms <= most && sms * row->threads <= CORES_MAX; sms++) {
    struct search_result search = any_search(&question, any, sms, states_max(), 0);
    complete &= search.end == SEARCH_COMPLETE;
    shown = any_sms_compare(any, UINT32_MAX);
    if (shown.missed) fail_msg("%s: %u SMs show %u more views", row->model, sms, shown.missed);
    if (!shows && complete && shown.found == result.views) shows = sms;
  }
  assert_true(shown.found > 0 && shown.found <= result.views);
  if (shows && row->shows_all) assert_int_equal(shows, row->shows_all);
  assert_int_equal(any_sms_find_stuck(any).left, 0);
  print_message("%s, %u threads: %u views of %u SMs, of which searches show %u\n", row->model,
                row->threads, result.views, row->nodes, shown.found);
  any_sms_free(any);
}

static void views_of_searches_are_found(void **state) {
  (void)state;
  for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
    if (is_in(known[i].class)) compare_views(&known[i]);
}

/* A proof by views of one SM stands by views of two, too. */
static void views_of_two(void **state) {
  static const struct known_views rows[] = {
    { .model = "no-l1" },
    { .model = "lcc" },
    { .model = "wt", .class = ANY_ALL },
    { .model = "rcc-o", .class = ANY_CI },
    { .model = "gpu-vi", .class = ANY_CI },
  };
  (void)state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct any_question question = { .setting = setting_named(rows[i].model) };
    if (!is_in(rows[i].class)) continue;
    struct any_sms *any = any_asked(&question);
    uint32_t of_one = any_views(any, 1).views;
    struct any_sms_result result = any_views(any, 2);
    assert_int_equal(result.end, ANY_SMS_PROVED);
    assert_true(result.views > of_one);
    for (unsigned sms = 2; sms <= 3; sms++) any_search(&question, any, sms, states_max(), 0);
    assert_int_equal(any_sms_compare(any, UINT32_MAX).missed, 0);
    assert_int_equal(any_sms_find_stuck(any).left, 0);
    any_sms_free(any);
  }
}

/* --- variants --- */

/* Variants of models in logical time have more views than there is time for. */
static bool is_quick(const struct system *system) { return system->time != TIME_LOGICAL; }

/* A deadlock that the variant is known for is one of its views that are left. */
static bool is_refuted(struct any_sms *any, const struct setting *setting, unsigned nodes,
                       enum any_sms_end *end) {
  *end = any_views(any, nodes).end;
  if (*end != ANY_SMS_PROVED) return true;
  return setting_losses(setting) & CLAIM(PROPERTY_DEADLOCK) && any_sms_find_stuck(any).left;
}

static void variant_is_not_proved(const struct setting *setting, unsigned *alarms) {
  struct any_question question = any_question_of(setting);
  question.joins_max = test_sample(20000, 100000, 300000);
  struct any_sms *any = any_asked(&question);
  enum any_sms_end end;
  for (unsigned nodes = any_nodes_of(setting->system); nodes <= 2; nodes++) {
    if ((nodes + 1) * question.threads > CORES_MAX) break;
    if (!is_refuted(any, setting, nodes, &end))
      fail_msg("%s:%s is proved, by views of %u SMs", setting->system->name, setting->variant->name,
               nodes);
    if (nodes == any_nodes_of(setting->system)) *alarms += end == ANY_SMS_ALARM;
    print_message("%s:%s, views of %u: %s\n", setting->system->name, setting->variant->name, nodes,
                  any_end_name(end));
    if (!test_is_whole() || end == ANY_SMS_OUT_OF_TIME) break; /* there are more of two */
  }
  any_sms_free(any);
}

static void broken_variants_are_not_proved(void **state) {
  unsigned alarms = 0, all = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned v = 0; v < VARIANTS_MAX && (*system)->variants[v].name; v++) {
      struct setting setting;
      assert_true(!setting_of_variant(&setting, *system, &(*system)->variants[v]));
      struct any_question question = any_question_of(&setting);
      if (!setting_losses(&setting) || !(is_quick(*system) || test_is_whole()) ||
          !any_can_prove(&question))
        continue;
      variant_is_not_proved(&setting, &alarms);
      all++;
    }
  print_message("%u variants, of which %u end with an alarm\n", all, alarms);
  assert_true(alarms > 0 && all >= alarms);
}

/* --- what must not matter --- */

static void expect_same(struct any_sms_result a, struct any_sms_result b) {
  assert_int_equal(a.end, b.end);
  assert_int_equal(a.views, b.views);
  assert_int_equal(a.configurations, b.configurations);
  assert_int_equal(a.steps, b.steps);
  assert_int_equal(a.most_alike, b.most_alike);
  assert_int_equal(a.bystanders, b.bystanders);
}

/* Nodes are numbered as they are met.  A search that meets them first numbers them in another
 * order, and so changes the order of joins. */
static void order_does_not_matter(void **state) {
  static const char *const models[] = { "wt", "lcc", "rcc-o", "gpu-vi" };
  (void)state;
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    struct any_question question = { .setting = setting_named(models[i]) };
    struct any_sms *any = any_asked(&question), *other = any_asked(&question);
    struct any_sms_result first = any_views(any, 1);
    expect_same(first, any_views(any, 1));
    any_search(&question, other, 3, 3000, 0);
    expect_same(first, any_views(other, 1));
    assert_int_equal(any_sms_compare(other, UINT32_MAX).missed, 0);
    any_sms_show_none(other);
    assert_int_equal(any_sms_compare(other, UINT32_MAX).found, 0);
    any_sms_free(any);
    any_sms_free(other);
  }
}

/* Evictions at any time: the verdict is the same.  There may be more views: an eviction that need
 * not be deferred passes through states that deferred ones leave out. */
static void deferred_evictions_do_not_matter(void **state) {
  static const struct known_views rows[] = {
    { "no-l1", 1, 1, 8, 0, ANY_TEST, 0 },   { "wt", 1, 1, 83, 0, ANY_TEST, 0 },
    { "rcc-o", 1, 1, 307, 0, ANY_TEST, 0 }, { "gpu-vi", 1, 1, 558, 0, ANY_TEST, 0 },
    { "lcc", 1, 1, 0, 0, ANY_TEST, 0 },     { "rcc", 1, 1, 0, 0, ANY_TEST, 0 },
    { "lrcc", 1, 1, 0, 0, ANY_TEST, 0 },    { "tc-strong", 1, 2, 2390, 0, ANY_TEST, 0 },
    { "tc-weak", 1, 2, 0, 0, ANY_TEST, 0 }, { "gtsc-sc", 1, 1, 0, 0, ANY_ALL, 0 },
    { "gtsc-rc", 1, 1, 0, 0, ANY_ALL, 0 },
  };
  (void)state;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct any_question question = { .setting = setting_named(rows[i].model),
                                     .no_deferred_evictions = true };
    if (!is_in(rows[i].class)) continue;
    struct any_sms *any = any_asked(&question);
    struct any_sms_result result = any_views(any, rows[i].nodes);
    print_message("%s, evictions at any time: %u views, %s\n", rows[i].model, result.views,
                  any_end_name(result.end));
    assert_int_equal(result.end, ANY_SMS_PROVED);
    if (rows[i].views) assert_int_equal(result.views, rows[i].views);
    any_search(&question, any, 2, states_max(), 0);
    assert_int_equal(any_sms_compare(any, UINT32_MAX).missed, 0);
    assert_int_equal(any_sms_find_stuck(any).left, 0);
    any_sms_free(any);
  }
}

int main(int argc, char **argv) { /* the name of one test, to run that alone */
  const struct CMUnitTest tests[] = { cmocka_unit_test(views_of_searches_are_found),
                                      cmocka_unit_test(views_of_two),
                                      cmocka_unit_test(broken_variants_are_not_proved),
                                      cmocka_unit_test(order_does_not_matter),
                                      cmocka_unit_test(deferred_evictions_do_not_matter) };
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
