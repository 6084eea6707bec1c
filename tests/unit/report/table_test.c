/* Printed tables: rows, counts beside the paper's, and dot. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "report/table_drawing.h"
#include "report/table_text.h"
#include "run/coverage.h"

static const char *const states[] = { "I", "IV", "V" };
static const char *const events[] = { "LOAD", "DATA" };
static void fill(struct step *step) { (void)step; }
static void answer(struct step *step) { (void)step; }
static bool live(const struct step *step) {
  (void)step;
  return true;
}
static bool dead(const struct step *step) {
  (void)step;
  return false;
}

static const struct row rows[] = {
  ROW("Fig. 1 I/load", 1, 1, always, 2, fill),
  ROW("Fig. 1 IV/data", 2, 2, always, 4, fill, REPAIRED(answer)),
  ROW("Fig. 1 V/load", 4, 1, live, SAME, fill),
  INFERRED("guess", 4, 1, dead, 2, fill),
  STALL("Fig. 1", 2, 1, always),
  NEVER("Fig. 1", 1 | 4, 2),
};

static struct system example(void) {
  return (struct system){
    .name = "example",
    .title = "an example",
    .source = "nowhere",
    .not_modelled = "all",
    .kinds = { { .name = "L1",
                 .table = { rows, sizeof rows / sizeof *rows, states, 3, 1 | 4, events, 2, 3 } } },
    .published = { { 2, 1, 4, "Table 9", "the guess" } },
    .events = events,
    .event_count = 2,
  };
}

static char *printed(void (*print)(FILE *out, const struct system *system)) {
  struct system system = example();
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  print(out, &system);
  fclose(out);
  return text;
}

static void markdown(FILE *out, const struct system *system) { table_markdown(out, system, NULL); }

static void has(const char *text, const char *part) {
  if (!strstr(text, part)) fail_msg("no \"%s\" in:\n%s", part, text);
}

static void as_markdown(void **state) {
  (void)state;
  char *text = printed(markdown);
  has(text,
      "States: 2 stable (I, V) + 1 transient (IV). Transitions: 3 of the source, 1 inferred.");
  has(text, "| stable states | 2 | 2 |\n");
  has(text, "| transitions | 3 | 4 | differs\n");
  has(text, "Why they differ: the guess");
  has(text, "| 1 | IV | DATA |  | V | fill, answer (repaired) | Fig. 1 IV/data |");
  has(text, "| 2 | V | LOAD | live | same | fill | Fig. 1 V/load |");
  has(text, "| 3 | V | LOAD | dead | IV | fill | guess (inferred) |");
  has(text, "| 4 | IV | LOAD |  | *stall* |");
  has(text, "| 5 | I, V | DATA |  | *never* |");
  free(text);
}

static void as_dot(void **state) {
  (void)state;
  char *text = printed(table_dot);
  has(text, "digraph \"example\" {");
  has(text, "\"0/I\" -> \"0/IV\" [label=<LOAD<BR/>fill>];");
  has(text, "\"0/V\" [peripheries=2, label=<<B>V</B><BR/><FONT POINT-SIZE=\"9\">LOAD [live]: "
            "fill</FONT>>];");
  has(text, "DATA<BR/>fill, answer>];");
  assert_null(strstr(text, "\"0/V\" -> \"0/V\""));
  has(text, "style=dashed");
  assert_null(strstr(text, "stall"));
  free(text);
}

/* Coverage counts cells: one of two that fired, and names the other. */
static void covered(FILE *out, const struct system *system) {
  static struct coverage coverage;
  coverage.fired[0][0][0] = 1;
  table_markdown(out, system, &coverage);
}

static void with_coverage(void **state) {
  (void)state;
  char *text = printed(covered);
  has(text, "| 0 | I | LOAD |  | IV | fill | Fig. 1 I/load | 1 of 1 |");
  has(text, "Fired: 1 of 5 cells. Not fired: IV/DATA (row 1), V/LOAD (row 2), V/LOAD (row 3), "
            "IV/LOAD (row 4).");
  free(text);
}

static void drawing(FILE *out, const struct system *system) {
  table_svg(out, SVG_FILE, system, NULL, false);
}

static void started_elsewhere(FILE *out, const struct system *system) {
  struct system other = *system;
  other.kinds[0].start_state = 2;
  table_svg(out, SVG_FILE, &other, NULL, false);
}

static void one_controller_drawn(FILE *out, const struct system *system) {
  static struct coverage coverage;
  coverage.fired[0][0][0] = 1;
  table_controller_svg(out, SVG_IN_PAGE, system, 0, &coverage, true);
}

static void as_svg(void **state) {
  (void)state;
  char *text = printed(drawing);
  has(text, "<g class=\"arrow\" data-row=\"0\" data-from=\"I\" data-to=\"IV\"><title>row 0: LOAD: "
            "fill; Fig. 1 I/load</title>");
  has(text, "<g class=\"arrow\" data-row=\"3\" data-from=\"V\" data-to=\"IV\"><title>row 3: LOAD "
            "[dead]: fill; inferred; guess</title>");
  has(text, "<g class=\"arrow stays\" data-row=\"2\"");
  has(text, "<g class=\"arrow stalls\" data-row=\"4\"");
  assert_null(strstr(text, "data-row=\"5\"")); /* it never happens */
  free(text);
  text = printed(started_elsewhere);
  assert_true(strstr(text, "class=\"bold\" x=\"44\"") < strstr(text, ">V</text>"));
  assert_true(strstr(text, ">V</text>") < strstr(text, ", start</text>"));
  assert_true(strstr(text, ", start</text>") < strstr(text, ">I</text>"));
  free(text);
  text = printed(one_controller_drawn);
  has(text, "<title>example, L1</title>");
  has(text, ">1/1</text>");
  has(text, ">never</text>");
  assert_null(strstr(text, "<style>"));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(as_markdown), cmocka_unit_test(as_dot),
                                      cmocka_unit_test(as_svg), cmocka_unit_test(with_coverage) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
