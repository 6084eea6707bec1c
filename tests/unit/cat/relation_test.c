/* Relations as bits, compared with relations as arrays of truth values, at random sizes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "cat/relation.h"

enum { ROUNDS = 300 };

typedef struct {
  bool has[EVENTS_MAX][EVENTS_MAX];
} naive;

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void draw(uint64_t *r, naive *a, unsigned n, unsigned one_in) {
  relation_clear(r, EVENTS_MAX);
  memset(a, 0, sizeof *a);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      if (next_random() % one_in == 0) {
        relation_add(r, i, j);
        a->has[i][j] = true;
      }
}

static void assert_same(const uint64_t *r, const naive *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) assert_int_equal(relation_has(r, i, j), a->has[i][j]);
}

static void close_naively(naive *a, unsigned n) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = 0; j < n; j++)
        for (unsigned k = 0; k < n; k++)
          if (a->has[i][j] && a->has[j][k] && !a->has[i][k]) changed = a->has[i][k] = true;
  }
}

static unsigned size_of_round(unsigned round) {
  return round == 0 ? 64 : 1 + (unsigned)(next_random() % 12);
}

static void composition_is_by_the_middle(void **unused) {
  (void)unused;
  for (unsigned round = 0; round < ROUNDS; round++) {
    unsigned n = size_of_round(round);
    uint64_t a[EVENTS_MAX], b[EVENTS_MAX], r[EVENTS_MAX];
    naive na, nb, expected = { 0 };
    draw(a, &na, n, 4);
    draw(b, &nb, n, 4);
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = 0; j < n; j++)
        for (unsigned k = 0; k < n; k++)
          if (na.has[i][j] && nb.has[j][k]) expected.has[i][k] = true;
    relation_compose(r, a, b, n);
    assert_same(r, &expected, n);
  }
}

static void closure_and_cycles_agree(void **unused) {
  unsigned cyclic = 0;
  (void)unused;
  for (unsigned round = 0; round < ROUNDS; round++) {
    unsigned n = size_of_round(round);
    uint64_t r[EVENTS_MAX];
    naive a;
    draw(r, &a, n, n);
    bool acyclic = relation_acyclic(r, n);
    close_naively(&a, n);
    relation_close(r, n);
    assert_same(r, &a, n);
    assert_int_equal(acyclic, relation_irreflexive(r, n));
    cyclic += !acyclic;
  }
  assert_in_range(cyclic, ROUNDS / 10, ROUNDS * 9 / 10);
}

static void adding_to_a_closure_closes(void **unused) {
  (void)unused;
  for (unsigned round = 0; round < ROUNDS; round++) {
    unsigned n = size_of_round(round);
    uint64_t r[EVENTS_MAX], expected[EVENTS_MAX];
    naive a;
    draw(r, &a, n, n + 1);
    relation_close(r, n);
    unsigned from = (unsigned)(next_random() % n), to = (unsigned)(next_random() % n);
    relation_copy(expected, r, n);
    relation_add(expected, from, to);
    relation_close(expected, n);
    relation_add_closed(r, from, to, n);
    assert_true(relation_equal(r, expected, n));
  }
}

static void inverse_domain_and_range_turn_around(void **unused) {
  (void)unused;
  for (unsigned round = 0; round < ROUNDS; round++) {
    unsigned n = size_of_round(round);
    uint64_t r[EVENTS_MAX], inverse[EVENTS_MAX], back[EVENTS_MAX];
    naive a;
    draw(r, &a, n, 2 * n);
    relation_invert(inverse, r, n);
    relation_invert(back, inverse, n);
    assert_true(relation_equal(r, back, n));
    assert_true(relation_domain(r, n) == relation_range(inverse, n));
    assert_true(relation_range(r, n) == relation_domain(inverse, n));
    assert_true(relation_range(r, n) == relation_image(r, events_below(n)));
  }
}

static void each_event_visits_each_once(void **unused) {
  (void)unused;
  event_set set = next_random() | event_bit(63) | 1, seen = 0;
  unsigned count = 0, last = 0;
  EACH_EVENT(e, set) {
    assert_true(!count || e > last);
    last = e;
    count++;
    if (e % 2) continue;
    seen |= event_bit(e);
  }
  assert_int_equal(count, event_count(set));
  assert_true(seen == (set & 0x5555555555555555u));
  assert_true(events_below(64) == ~(event_set)0 && events_below(0) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(composition_is_by_the_middle),
    cmocka_unit_test(closure_and_cycles_agree),
    cmocka_unit_test(adding_to_a_closure_closes),
    cmocka_unit_test(inverse_domain_and_range_turn_around),
    cmocka_unit_test(each_event_visits_each_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
