/* Plots: a bar for each value, all within the drawing, on the scale that they need. */
#include "report/draw/plot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/printing.h"

static char *plotted(const uint64_t *values, unsigned count) {
  struct printing printing;
  struct plot plot = { "states <by> depth", "depth", "states", values, count };
  plot_svg(printing_begin(&printing), SVG_FILE, &plot);
  return printing_end(&printing);
}

static unsigned occurrences(const char *text, const char *sought) {
  unsigned count = 0;
  for (; (text = strstr(text, sought)); text += strlen(sought)) count++;
  return count;
}

static double attribute(const char *at, const char *name) {
  return strtod(strstr(at, name) + strlen(name), NULL);
}

/* Checks that each bar lies within the drawing, and that heights follow the values. */
static void check_bars(const uint64_t *values, unsigned count) {
  char *text = plotted(values, count), *at = text;
  double width = attribute(text, " width=\""), height = attribute(text, " height=\"");
  double heights[256];
  unsigned bars = 0;
  for (; (at = strstr(at, "class=\"bar\"")); at++, bars++) {
    double x = attribute(at, " x=\""), y = attribute(at, " y=\"");
    heights[bars] = attribute(at, " height=\"");
    assert_true(x >= 0 && x + attribute(at, " width=\"") <= width);
    assert_true(y >= 0 && y + heights[bars] <= height);
  }
  for (unsigned i = 0, bar = 0, last = 0; i < count; i++) {
    if (!values[i]) continue;
    if (bar) assert_true((values[last] < values[i]) <= (heights[bar - 1] <= heights[bar]));
    if (bar) assert_true((values[last] > values[i]) <= (heights[bar - 1] >= heights[bar]));
    last = i, bar++;
  }
  unsigned expected = 0;
  for (unsigned i = 0; i < count; i++) expected += values[i] > 0;
  assert_int_equal(bars, expected);
  free(text);
}

static void bars_fit(void **unused) {
  (void)unused;
  uint64_t few[] = { 1, 6, 15, 15, 3 }, wide[] = { 1, 8, 68, 282, 5318, 6760, 300000000, 41, 0, 8 };
  uint64_t many[256];
  for (unsigned i = 0; i < 256; i++) many[i] = (uint64_t)i * i * i;
  check_bars(few, 5);
  check_bars(wide, 10);
  check_bars(many, 256);
  check_bars(few, 1);
}

static void scale_is_named(void **unused) {
  (void)unused;
  uint64_t near[] = { 50, 99 }, far[] = { 1, 1000 };
  char *text = plotted(near, 2);
  assert_null(strstr(text, "log."));
  assert_non_null(strstr(text, "states &lt;by&gt; depth"));
  free(text);
  text = plotted(far, 2);
  assert_non_null(strstr(text, "states, log."));
  assert_non_null(strstr(text, ">1,000<"));
  assert_non_null(strstr(text, "<title>depth 1: 1,000 states</title>"));
  free(text);
}

static void nothing_is_drawn_of_nothing(void **unused) {
  (void)unused;
  char *text = plotted(NULL, 0);
  assert_int_equal(occurrences(text, "class=\"bar\""), 0);
  assert_int_equal(occurrences(text, "nan"), 0);
  assert_int_equal(occurrences(text, "inf"), 0);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(bars_fit),
    cmocka_unit_test(scale_is_named),
    cmocka_unit_test(nothing_is_drawn_of_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
