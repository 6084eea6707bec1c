/* The check of tables.  A fault that shows at start-up is reported with its cell.  A gap or an
 * overlap of guards, which only a state can show, breaks the property `never` when a step meets it.
 */
#include "support.h"
#include "base/memory.h"
#include "protocol/step.h"
#include "protocol/table_check.h"

#define A 1u
#define B 2u
#define GO 1ull
#define STOP 2ull
#define OTHER 4ull /* an event that the controller cannot see */

static const char *const states[] = { "A", "B" };
static const char *const events[] = { "GO", "STOP", "OTHER" };

static bool yes(const struct step *s) { return !s || true; }
static bool no(const struct step *s) { return s && false; }
static void act(struct step *s) { (void)s; }

static char *fault_of(const struct row *rows, unsigned count) {
  struct table table = { rows, count, states, 2, A | B, events, 3, GO | STOP };
  struct diagnostic error = { NULL };
  bool good = table_check(&table, "toy", &error);
  assert_int_equal(good, error.message == NULL);
  return error.message;
}

#define EXPECT_FAULT(part, ...)                                                 \
  do {                                                                          \
    static const struct row rows_[] = { __VA_ARGS__ };                          \
    char *fault_ = fault_of(rows_, sizeof rows_ / sizeof *rows_);               \
    if (!fault_ || !strstr(fault_, part))                                       \
      fail_msg("\"%s\" instead of \"%s\"", fault_ ? fault_ : "no fault", part); \
    memory_free(fault_);                                                        \
  } while (0)

static void test_whole_tables(void **state) {
  (void)state;
  static const struct row plain[] = { ROW("1", A | B, GO, always, B, act),
                                      STALL("2", A, STOP, always), NEVER("3", B, STOP) };
  static const struct row guarded[] = { ROW("1", A, GO, yes, B, act), STALL("1", A, GO, no),
                                        NEVER("2", A, STOP), NEVER("3", B, GO | STOP) };
  assert_null(fault_of(plain, 3));
  assert_null(fault_of(guarded, 4));
}

static void test_citation(void **state) {
  (void)state;
  static const struct row rows[] = { ROW("1 A/GO", A, GO, always, B, act), NEVER(NULL, B, STOP) };
  char expected[64];
  struct text text = { 0 };
  row_cite(&text, &rows[0]);
  snprintf(expected, sizeof expected, "table_test.c:%u \"1 A/GO\"", rows[0].line);
  assert_string_equal(text.bytes, expected);
  text_free(&text);
  struct row bare = rows[1];
  bare.file = NULL;
  row_cite(&text, &bare);
  snprintf(expected, sizeof expected, "?:%u \"\"", rows[1].line);
  assert_string_equal(text.bytes, expected);
  text_free(&text);
}

static void test_cells(void **state) {
  (void)state;
  EXPECT_FAULT("toy: cell B/STOP has no row", ROW("1", A | B, GO, always, B, act),
               STALL("2", A, STOP, always));
  EXPECT_FAULT("cell A/GO has two rows without a guard", ROW("1", A | B, GO | STOP, always, B, act),
               NEVER("2", A, GO));
  EXPECT_FAULT("cell A/STOP has a row without a guard beside guarded ones",
               ROW("1", A | B, GO | STOP, always, B, act), ROW("2", A, STOP, yes, SAME, act));
  EXPECT_FAULT("cell B/GO has one guarded row and nothing for the rest",
               ROW("1", A, GO, always, B, act), ROW("2", B, GO, yes, A, act),
               NEVER("3", A | B, STOP));
}

/* Missing cells are told at once, with rows to paste: in the author's identifiers where rows show
 * them, and in names otherwise. */
enum { IDLE_BIT, BUSY_BIT, GONE_BIT };
#define IN(state_) (1u << state_##_BIT)
#define ON_OTHER OTHER
static void test_missing_rows(void **state) {
  (void)state;
  static const char *const names[] = { "IDLE", "BUSY", "GONE" };
  static const struct row some[] = { ROW("1", IN(IDLE), GO, always, IN(BUSY), act),
                                     NEVER("2", IN(BUSY) | IN(IDLE), ON_OTHER) };
  static const struct row pasted[] = {
    ROW("1", IN(IDLE), GO, always, IN(BUSY), act),
    NEVER("2", IN(BUSY) | IN(IDLE), ON_OTHER),
    NEVER("?", IN(BUSY) | IN(GONE), GO),
    NEVER("?", IN(IDLE) | IN(BUSY) | IN(GONE), STOP),
    NEVER("?", IN(GONE), ON_OTHER),
  };
  struct table table = { some, 2, names, 3, IN(IDLE), events, 3, GO | STOP | OTHER };
  struct diagnostic error = { NULL };
  char expected[400];
  assert_false(table_check(&table, "toy", &error));
  snprintf(expected, sizeof expected,
           "%s:%u: table toy: 6 cells have no row; paste below this line, with STALL or ROW for "
           "NEVER where the event can come:\n"
           "  NEVER(\"?\", IN(BUSY) | IN(GONE), GO),\n"
           "  NEVER(\"?\", IN(IDLE) | IN(BUSY) | IN(GONE), STOP),\n"
           "  NEVER(\"?\", IN(GONE), ON_OTHER),",
           some[1].file, some[1].line);
  assert_string_equal(error.message, expected);
  diagnostic_clear(&error);
  table.rows = pasted;
  table.row_count = 5;
  assert_true(table_check(&table, "toy", &error));
}

/* Cells with the same rows are one finding, which cites the rows. */
static void test_alike_cells(void **state) {
  (void)state;
  static const struct row rows[] = { ROW("first", A | B, GO, always, B, act),
                                     NEVER("second", A | B, GO | STOP) };
  char expected[300], *fault = fault_of(rows, 2);
  snprintf(expected, sizeof expected,
           "%s:%u: table toy: cells A/GO, B/GO have two rows without a guard: table_test.c:%u "
           "\"first\" and table_test.c:%u \"second\"; take the cell out of one of them, or give "
           "each a guard",
           rows[1].file, rows[1].line, rows[0].line, rows[1].line);
  assert_string_equal(fault, expected);
  memory_free(fault);
}

static void test_rows(void **state) {
  (void)state;
  EXPECT_FAULT("an unknown state", ROW("1", A | 4u, GO, always, B, act));
  EXPECT_FAULT("has no state", NEVER("1", 0, GO));
  EXPECT_FAULT("an event that the controller cannot see", NEVER("1", A | B, GO | STOP),
               NEVER("2", A, OTHER));
  EXPECT_FAULT("a next state that is not one state", ROW("1", A, GO, always, A | B, act));
  EXPECT_FAULT("a next state that is not one state", ROW("1", A, GO, always, 8u, act));
  EXPECT_FAULT("no source", ROW(NULL, A, GO, always, B, act));
}

static void test_looking_up(void **state) {
  (void)state;
  struct row rows[] = { ROW("1", A, GO, yes, B, act), ROW("2", A, GO, no, B, act),
                        NEVER("3", B, GO) };
  struct table table = { rows, 3, states, 2, A | B, events, 3, GO };
  assert_int_equal(table_row(&table, 0, 0, NULL), 0);
  assert_int_equal(table_row(&table, 1, 0, NULL), 2);
  assert_int_equal(table_row(&table, 0, 1, NULL), NO_ROW);
  rows[1].negated = true;
  assert_int_equal(table_row(&table, 0, 0, NULL), ROW_OVERLAP);
  rows[0].negated = true;
  assert_int_equal(table_row(&table, 0, 0, NULL), 1);
  rows[1].negated = false;
  assert_int_equal(table_row(&table, 0, 0, NULL), NO_ROW);
}

static void test_counting(void **state) {
  (void)state;
  static const struct row rows[] = { ROW("1", A | B, GO | STOP, always, B, act),
                                     ROW("2", A, GO, always, B, act),
                                     INFERRED("3", B, STOP, always, A, act),
                                     STALL("4", A, STOP, always, act),
                                     NEVER("5", A, STOP),
                                     VARIANT("6", A, GO | STOP, always, A, act),
                                     VARIANT_OF_SOURCE("7", B, GO, always, A, act),
                                     ROW("8", A | B, GO, always, A, act) };
  struct table table = { rows, 8, states, 2, A, events, 3, GO | STOP };
  struct transition_counts counts = table_transitions(&table);
  assert_int_equal(counts.of_source, 6); /* four of row 1, none that is new of row 2, two of 8 */
  assert_int_equal(counts.inferred, 1);
  assert_int_equal(counts.of_variants, 1);
  assert_int_equal(counts.transient, 6); /* B is: all of rows 1 and 3, and one of row 8 */
  assert_int_equal(table_row_action_count(&rows[0]), 1);
  assert_int_equal(table_row_action_count(&rows[4]), 0);
}

/* --- met while running: `split` whose stores are guarded by the value that they write --- */

static bool writes_one(const struct step *s) { return s->request->value == 1; }
static bool writes_odd(const struct step *s) { return s->request->value % 2 == 1; }
static bool writes_even(const struct step *s) { return s->request->value % 2 == 0; }

static uint64_t broken_by_store(guard *first, guard *second, const char *rows_of_program) {
  struct setting setting = setting_for("split", "io");
  struct system system = *setting.system;
  struct row rows[8];
  unsigned count = system.kinds[0].table.row_count;
  memcpy(rows, system.kinds[0].table.rows, count * sizeof *rows);
  rows[count] = rows[count + 1] = rows[0]; /* loads, stores and atomics wait */
  rows[0].on &= ~STORE;
  rows[count].on = rows[count + 1].on = STORE;
  rows[count].when = first;
  rows[count + 1].when = second;
  system.kinds[0].table.rows = rows;
  system.kinds[0].table.row_count = count + 2;
  setting.system = &system;
  struct program *program = program_of(0, rows_of_program, "true");
  uint64_t broken = explore(&setting, program).broken;
  program_free(program);
  return broken;
}

static void test_gaps_and_overlaps(void **state) {
  (void)state;
  static const char one[] = " st.relaxed.sys x, 1 | ;\n", two[] = " st.relaxed.sys x, 2 | ;\n";
  static const char three[] = " st.relaxed.sys x, 3 | ;\n";
  assert_int_equal(broken_by_store(writes_odd, writes_even, one), 0);
  assert_int_equal(broken_by_store(writes_odd, writes_even, two), 0);
  assert_int_equal(broken_by_store(writes_one, writes_even, one), 0);
  assert_true(broken_by_store(writes_one, writes_even, three) & CLAIM(PROPERTY_NEVER)); /* a gap */
  assert_int_equal(broken_by_store(writes_one, writes_odd, three), 0);
  assert_true(broken_by_store(writes_one, writes_odd, one) &
              CLAIM(PROPERTY_NEVER)); /* an overlap */
  assert_true(broken_by_store(writes_one, writes_odd, two) & CLAIM(PROPERTY_NEVER)); /* a gap */
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_whole_tables),
    cmocka_unit_test(test_citation),
    cmocka_unit_test(test_cells),
    cmocka_unit_test(test_rows),
    cmocka_unit_test(test_missing_rows),
    cmocka_unit_test(test_alike_cells),
    cmocka_unit_test(test_looking_up),
    cmocka_unit_test(test_counting),
    cmocka_unit_test(test_gaps_and_overlaps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
