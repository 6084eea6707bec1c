/* Relations as bits, compared with relations as arrays of truth values, at random sizes.  Wider
 * sets of events have tests of their own, which include this one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "cat/relation.h"

enum { ROUNDS = 300 };

#define SAME_EVENTS(a, b) (!events_any((a) ^ (b)))

typedef struct {
  bool has[EVENTS_MAX][EVENTS_MAX];
} naive;

static uint64_t state = 88172645463325252u;

static uint64_t next_random(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void draw(event_set *r, naive *a, unsigned n, unsigned one_in) {
  relation_clear(r, EVENTS_MAX);
  memset(a, 0, sizeof *a);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      if (next_random() % one_in == 0) {
        relation_add(r, i, j);
        a->has[i][j] = true;
      }
}

static void assert_same(const event_set *r, const naive *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) assert_int_equal(relation_has(r, i, j), a->has[i][j]);
}

/* Visits what each event leads to. */
static void close_naively(naive *a, unsigned n) {
  static naive closed;
  unsigned queue[EVENTS_MAX];
  memset(&closed, 0, sizeof closed);
  for (unsigned from = 0; from < n; from++) {
    unsigned head = 0, tail = 0, at = from;
    do {
      for (unsigned to = 0; to < n; to++)
        if (a->has[at][to] && !closed.has[from][to]) {
          closed.has[from][to] = true;
          queue[tail++] = to;
        }
    } while (head < tail && (at = queue[head++], true));
  }
  *a = closed;
}

static unsigned size_of_round(unsigned round) {
  return round == 0 ? EVENTS_MAX : 1 + (unsigned)(next_random() % 12);
}

static void composition_is_by_the_middle(void **unused) {
  (void)unused;
  for (unsigned round = 0; round < ROUNDS; round++) {
    unsigned n = size_of_round(round);
    event_set a[EVENTS_MAX], b[EVENTS_MAX], r[EVENTS_MAX];
    static naive na, nb, expected;
    memset(&expected, 0, sizeof expected);
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
    event_set r[EVENTS_MAX];
    static naive a;
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
    event_set r[EVENTS_MAX], expected[EVENTS_MAX];
    static naive a;
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
    event_set r[EVENTS_MAX], inverse[EVENTS_MAX], back[EVENTS_MAX];
    static naive a;
    draw(r, &a, n, 2 * n);
    relation_invert(inverse, r, n);
    relation_invert(back, inverse, n);
    assert_true(relation_equal(r, back, n));
    for (unsigned i = 0; i < n; i++)
      for (unsigned j = 0; j < n; j++) assert_int_equal(relation_has(inverse, j, i), a.has[i][j]);
    assert_true(SAME_EVENTS(relation_domain(r, n), relation_range(inverse, n)));
    assert_true(SAME_EVENTS(relation_range(r, n), relation_domain(inverse, n)));
    assert_true(SAME_EVENTS(relation_range(r, n), relation_image(r, events_below(n))));
  }
}

/* A random set with the first and the last event of each word, and its members one by one. */
static void draw_set(event_set *set, bool *has) {
  *set = NO_EVENTS;
  for (unsigned e = 0; e < EVENTS_MAX; e++) {
    has[e] = e % 64 == 0 || e % 64 == 63 || next_random() % 3 == 0;
    if (has[e]) *set |= event_bit(e);
  }
}

static void each_event_visits_each_once(void **unused) {
  bool has[EVENTS_MAX];
  unsigned count = 0, last = 0, expected = 0;
  event_set set, seen = NO_EVENTS, even = NO_EVENTS;
  (void)unused;
  draw_set(&set, has);
  for (unsigned e = 0; e < EVENTS_MAX; e++) {
    expected += has[e];
    if (has[e] && e % 2 == 0) even |= event_bit(e);
  }
  EACH_EVENT(e, set) {
    assert_true(has[e] && (!count || e > last));
    last = e;
    count++;
    if (e % 2) continue;
    seen |= event_bit(e);
  }
  assert_int_equal(count, expected);
  assert_int_equal(event_count(set), expected);
  assert_true(SAME_EVENTS(seen, even));
  EACH_EVENT(e, NO_EVENTS) fail_msg("%u", e);
}

static void sets_agree_with_their_members(void **unused) {
  (void)unused;
  for (unsigned round = 0; round < ROUNDS; round++) {
    bool a[EVENTS_MAX], b[EVENTS_MAX];
    event_set x, y;
    draw_set(&x, a);
    draw_set(&y, b);
    for (unsigned e = 0; e < EVENTS_MAX; e++) {
      assert_int_equal(events_have(x, e), a[e]);
      assert_int_equal(events_have(x | y, e), a[e] || b[e]);
      assert_int_equal(events_have(x & y, e), a[e] && b[e]);
      assert_int_equal(events_have(x & ~y, e), a[e] && !b[e]);
    }
  }
}

static void bounds_of_words(void **unused) {
  (void)unused;
  for (unsigned count = 0; count <= EVENTS_MAX; count++) {
    event_set below = events_below(count);
    assert_int_equal(event_count(below), count);
    assert_int_equal(events_any(below), count > 0);
    if (!count) continue;
    assert_true(events_have(below, count - 1));
    assert_int_equal(event_first(event_bit(count - 1)), count - 1);
    assert_false(events_any(events_after_first(event_bit(count - 1))));
    assert_int_equal(event_first(~events_below(count - 1)), count - 1);
    if (count < EVENTS_MAX) assert_false(events_have(below, count));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(composition_is_by_the_middle),
    cmocka_unit_test(closure_and_cycles_agree),
    cmocka_unit_test(adding_to_a_closure_closes),
    cmocka_unit_test(inverse_domain_and_range_turn_around),
    cmocka_unit_test(each_event_visits_each_once),
    cmocka_unit_test(sets_agree_with_their_members),
    cmocka_unit_test(bounds_of_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
