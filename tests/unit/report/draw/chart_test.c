/* Charts: folding, messages that begin or end out of sight, and texts that need escaping. */
#include "report/draw/chart_svg.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/memory.h"
#include "base/printing.h"
#include "report/draw/chart_mermaid.h"
#include "report/draw/lines.h"

static char *copy(const char *text) { return memory_copy_text(text, strlen(text)); }

/* A chart of so many steps of P0 alone, of which those of `matter` (bits) matter. */
static struct chart chart_with(unsigned steps, uint64_t matter) {
  struct chart chart = {
    .title = copy("a < b & \"c\""), .lifeline_count = 2, .breaks = steps, .step_count = steps
  };
  chart.lifelines = memory_new(2, sizeof *chart.lifelines);
  chart.lifelines[0] = copy("P0");
  chart.lifelines[1] = copy("L1.0");
  chart.is_core = memory_new(2, sizeof *chart.is_core);
  chart.is_core[0] = true;
  chart.steps = memory_new(steps, sizeof *chart.steps);
  for (unsigned i = 0; i < steps; i++)
    chart.steps[i] =
        (struct chart_step){ .text = copy("P0 issues; LOAD #x"), .matters = matter >> i & 1 };
  return chart;
}

static void add_message(struct chart *chart, unsigned sent, unsigned taken) {
  chart->messages =
      memory_resize(chart->messages, chart->message_count + 1, sizeof *chart->messages);
  chart->messages[chart->message_count++] =
      (struct chart_message){ CHART_MESSAGE, 0, 1, sent, taken, copy("GETS") };
}

static char *drawn(const struct chart *chart, bool fold) {
  struct printing printing;
  chart_svg(printing_begin(&printing), SVG_FILE, chart, fold);
  return printing_end(&printing);
}

static unsigned occurrences(const char *text, const char *sought) {
  unsigned count = 0;
  for (; (text = strstr(text, sought)); text += strlen(sought)) count++;
  return count;
}

static void steps_are_folded(void **unused) {
  (void)unused;
  struct chart chart = chart_with(8, 0xc1); /* steps 1, 7 and 8 */
  char *whole = drawn(&chart, false), *folded = drawn(&chart, true);
  assert_int_equal(occurrences(whole, "data-step="), 8);
  assert_int_equal(occurrences(folded, "data-step="), 3);
  assert_non_null(strstr(folded, "steps 2 to 6 do not matter here"));
  assert_null(strstr(whole, "do not matter"));
  free(whole);
  free(folded);
  chart_clear(&chart);
}

/* A message is drawn unless both its ends are out of sight. */
static void arrows_of_folded_steps(void **unused) {
  (void)unused;
  struct chart chart = chart_with(8, 0xc1);
  add_message(&chart, 1, 7);           /* drawn whole */
  add_message(&chart, 1, 3);           /* ends in a folded step */
  add_message(&chart, 3, 7);           /* begins in one */
  add_message(&chart, 3, 4);           /* lies within */
  add_message(&chart, 0, 8);           /* was sent before the run */
  add_message(&chart, 7, CHART_NEVER); /* is in flight at the end */
  char *text = drawn(&chart, true);
  assert_int_equal(occurrences(text, "class=\"message\""), 5);
  assert_int_equal(occurrences(text, "class=\"open\""), 4 + 1); /* one in the key */
  assert_int_equal(occurrences(text, "in flight at the end: GETS from P0 to L1.0, sent in step 7"),
                   1);
  free(text);
  chart_clear(&chart);
}

static void texts_are_escaped(void **unused) {
  (void)unused;
  struct chart chart = chart_with(1, 1);
  char *text = drawn(&chart, false);
  assert_non_null(strstr(text, "<title>a &lt; b &amp; &quot;c&quot;</title>"));
  free(text);
  struct printing printing;
  chart_mermaid(printing_begin(&printing), &chart);
  assert_non_null(strstr(printing_end(&printing), "1. P0 issues#59; LOAD #35;x"));
  assert_non_null(strstr(printing.text, "title: \"a < b & 'c'\""));
  printing_free(&printing);
  chart_clear(&chart);
}

static void texts_are_wrapped(void **unused) {
  (void)unused;
  struct text_lines lines = { 0 };
  lines_add(&lines, "one two three\nfour fivesixseven", 7);
  const char *expected[] = { "one two", "three", "four", "fivesix", "seven" };
  assert_int_equal(lines.count, 5);
  for (unsigned i = 0; i < 5; i++) assert_string_equal(lines.items[i], expected[i]);
  lines_clear(&lines);
  lines_add(&lines, "\xc3\xa4\xc3\xb6\xc3\xbc", 2); /* characters, not bytes */
  assert_int_equal(lines.count, 2);
  assert_string_equal(lines.items[0], "\xc3\xa4\xc3\xb6");
  lines_clear(&lines);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(steps_are_folded),
    cmocka_unit_test(arrows_of_folded_steps),
    cmocka_unit_test(texts_are_escaped),
    cmocka_unit_test(texts_are_wrapped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
