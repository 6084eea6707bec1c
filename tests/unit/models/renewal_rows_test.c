/* RCC's renewal takes "no additional states and only two new transitions" (thesis, 3.4.5).  The
 * tables of rcc-sc are counted with the rows of RENEW and without them.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "protocol/system.h"

enum { L1, L2 };
struct table_size {
  unsigned transitions, inferred, states;
};

static uint64_t event_named(const struct table *table, const char *name) {
  uint64_t set = 0;
  for (unsigned e = 0; e < table->event_count; e++)
    if (table->events[e] && !strcmp(table->events[e], name)) set |= 1ull << e;
  assert_true(set);
  return set;
}

/* A table without the events of a set.  States: those that a row of the source takes part in. */
static struct table_size size_without(const struct table *whole, uint64_t events) {
  struct table table = *whole;
  struct row *rows = calloc(whole->row_count, sizeof *rows);
  uint32_t states = 0;
  table.rows = rows;
  table.row_count = 0;
  for (unsigned i = 0; i < whole->row_count; i++) {
    struct row row = whole->rows[i];
    row.on &= ~events;
    if (!row.on) continue;
    rows[table.row_count++] = row;
    if (row.kind == ROW_ACT && !row.marks) states |= row.in | row.next;
  }
  struct transition_counts counts = table_transitions(&table);
  free(rows);
  return (struct table_size){ counts.of_source, counts.inferred,
                              (unsigned)__builtin_popcount(states) };
}

static const struct table *table_of(unsigned kind) {
  const struct system *system = system_find("rcc-sc", 6);
  assert_non_null(system);
  return &system->kinds[kind].table;
}

static void test_two_transitions_of_the_l1(void **state) {
  (void)state;
  const struct table *table = table_of(L1);
  struct table_size with = size_without(table, 0),
                    without = size_without(table, event_named(table, "RENEW"));
  assert_int_equal(with.transitions - without.transitions, 2);
  assert_int_equal(with.states, without.states);
  /* The mend of `rcc-sc:printed-renew`: a RENEW that comes last leads to V. */
  assert_int_equal(with.inferred - without.inferred, 1);
}

/* The check can fail: without the DATA, too, more goes. */
static void test_data_are_more(void **state) {
  (void)state;
  const struct table *table = table_of(L1);
  uint64_t both = event_named(table, "RENEW") | event_named(table, "DATA");
  assert_true(size_without(table, 0).transitions - size_without(table, both).transitions > 2);
}

/* The L2 grants a renewal where it would send data, in the same state: rows of one transition. */
static void test_none_of_the_l2(void **state) {
  (void)state;
  const struct table *table = table_of(L2);
  uint64_t gets = event_named(table, "GETS");
  uint32_t renews = 0, sends = 0;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (row->kind != ROW_ACT || row->marks || !(row->on & gets)) continue;
    if (strstr(row->action_names, "renew")) renews |= row->in & (row->next ? row->next : row->in);
    if (strstr(row->action_names, "data")) sends |= row->in & (row->next ? row->next : row->in);
  }
  assert_true(renews);
  assert_int_equal(renews & ~sends, 0);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_two_transitions_of_the_l1),
    cmocka_unit_test(test_data_are_more),
    cmocka_unit_test(test_none_of_the_l2),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
