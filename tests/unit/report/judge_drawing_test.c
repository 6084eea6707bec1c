/* Drawings of explanations: which initial writes are drawn, titles, and cases by themselves. */
#include "report/judge_drawing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/printing.h"

static struct explained_event events[] = {
  { .name = "a", .label = "initial x=0", .thread = -1 },
  { .name = "b", .label = "initial y=0", .thread = -1 },
  { .name = "c", .label = "P0: W x=1", .thread = 0, .line = 8 },
  { .name = "d", .label = "P0: W y=1", .thread = 0, .line = 9 },
  { .name = "e", .label = "P7: R x=0", .thread = 1, .line = 8 }
};
static struct explained_edge edges[] = { { 2, 3, "po" }, { 0, 4, "rf" },
                                         { 0, 2, "co" }, { 1, 3, "co" },
                                         { 4, 2, "fr" }, { 2, 4, "seen |\n\tunseen" } };
static struct explained_edge steps[] = { { 4, 2, "fre" }, { 2, 4, "seen |\n\tunseen" } };

static struct thread threads[] = { { .id = 0 }, { .id = 7 } };
static const struct program program = { .name = "T<1>", .threads = threads, .thread_count = 2 };
static const struct condition condition = { .kind = CONDITION_TRUE };

static struct explained cases[] = { { .axiom = "acyclic one (m:1)",
                                      .executions = 3,
                                      .events = { events, 5, 5 },
                                      .edges = { edges, 6, 6 },
                                      .steps = { steps, 2, 2 } },
                                    { .axiom = "empty two (m:2)",
                                      .executions = 1,
                                      .events = { events, 5, 5 },
                                      .edges = { edges, 1, 6 },
                                      .steps = { steps, 1, 2 } } };
static const struct explanation forbidden = { .verdict = EXPLAINED_FORBIDDEN,
                                              .executions = 4,
                                              .cases = { cases, 2, 2 } };

static unsigned occurrences(const char *text, const char *sought) {
  unsigned count = 0;
  for (; (text = strstr(text, sought)); text += strlen(sought)) count++;
  return count;
}

static void all_cases_are_drawn(void **unused) {
  (void)unused;
  struct printing printing;
  explanation_svg(printing_begin(&printing), SVG_FILE, &program, "m", &condition, &forbidden);
  const char *text = printing_end(&printing);
  assert_int_equal(occurrences(text, "class=\"execution\""), 2);
  assert_int_equal(occurrences(text, "<svg "), 1);
  assert_non_null(strstr(text, "T&lt;1&gt;, m: forbidden by acyclic one (m:1) (1 of 2)"));
  assert_non_null(strstr(text, "forbidden by empty two (m:2) (2 of 2)"));
  assert_non_null(strstr(text, ">It forbids 3 of them; this is an example.</text>"));
  assert_non_null(strstr(text, ">P7</text>"));
  printing_free(&printing);
}

static void a_case_is_drawn_alone(void **unused) {
  (void)unused;
  struct printing printing;
  explanation_case_svg(printing_begin(&printing), SVG_IN_PAGE, &program, "m", &condition,
                       &forbidden, 0);
  const char *text = printing_end(&printing);
  assert_int_equal(occurrences(text, "class=\"execution\""), 1);
  assert_null(strstr(text, "<style>"));
  /* A step stands for the edges between its events; labels are in one line. */
  assert_int_equal(occurrences(text, "data-from=\"e\" data-to=\"c\""), 1);
  assert_non_null(strstr(text, "data-labels=\"fre\" data-cycle=\"1\""));
  assert_non_null(strstr(text, "data-labels=\"seen | unseen\" data-cycle=\"1\""));
  /* x is read at first; of y nothing but co is known. */
  assert_non_null(strstr(text, "data-event=\"a\""));
  assert_null(strstr(text, "data-event=\"b\""));
  assert_non_null(strstr(text, ">Not drawn, but first in co: b: initial y=0</text>"));
  assert_null(strstr(text, "data-from=\"b\""));
  printing_free(&printing);
}

static void no_case_is_said(void **unused) {
  (void)unused;
  struct explanation none = { .verdict = EXPLAINED_FORBIDDEN };
  struct printing printing;
  explanation_svg(printing_begin(&printing), SVG_FILE, &program, "m", &condition, &none);
  const char *text = printing_end(&printing);
  assert_non_null(strstr(text, ">T&lt;1&gt;, m: no execution to draw</text>"));
  assert_int_equal(occurrences(text, "class=\"event\""), 0);
  printing_free(&printing);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(all_cases_are_drawn),
    cmocka_unit_test(a_case_is_drawn_alone),
    cmocka_unit_test(no_case_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
