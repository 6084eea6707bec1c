/* The text of the status line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "cli/status_line.h"

static const struct status_shown search = {
  .title = "prove mesi",
  .searches = true,
  .search = { .states = 1000, .frontier = 40, .depth = 7, .seconds = 4 },
  .seconds = 5,
  .to_go = -1,
  .time_left = 130,
  .bytes = 3 << 20,
  .bytes_max = 64 << 20,
};

static void a_search(void **state) {
  (void)state;
  char text[256];
  status_line_write(text, sizeof text, 200, &search);
  assert_string_equal(text, "prove mesi, 5 s, 1000 states, level 7 has 40, 250 states/s, "
                            "2 min to --time, 3 of 64 MiB");
}

static void a_search_whose_states_are_known(void **state) {
  (void)state;
  char text[256];
  struct status_shown shown = search;
  shown.expected = 3000;
  shown.to_go = 8;
  status_line_write(text, sizeof text, 80, &shown);
  assert_string_equal(
      text, "prove mesi, 5 s, 1000 of 3000 states, level 7 has 40, 250 states/s, 8 s to go");
  shown.expected = 999; /* it has more than it should: no claim */
  shown.to_go = -1;
  status_line_write(text, sizeof text, 40, &shown);
  assert_string_equal(text, "prove mesi, 5 s, 1000 states");
}

static void things(void **state) {
  (void)state;
  char text[256];
  struct status_shown shown = {
    .title = "run", .phase = "cells", .done = 3, .total = 9, .seconds = 2, .to_go = 7300
  };
  status_line_write(text, sizeof text, 80, &shown);
  assert_string_equal(text, "run, 2 s, 3 of 9 cells, 2 h to go");
}

static void no_line_is_wider(void **state) {
  (void)state;
  char text[256];
  for (unsigned columns = 0; columns < 300; columns++) {
    status_line_write(text, sizeof text, columns, &search);
    assert_true(strlen(text) <= columns);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(a_search),
                                      cmocka_unit_test(a_search_whose_states_are_known),
                                      cmocka_unit_test(things),
                                      cmocka_unit_test(no_line_is_wider) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
