/* Tests of nhcc, hmg and sw-hier: Table I of the HMG paper, row for row, and the runs of its
 * figures 5 and 6.  Some shapes show, in some scopes, that the models are not multi-copy atomic.
 * Planted bugs, each with the check that notices it.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "cells.h"
#include "follow.h"
#include "plant.h"
#include "reach.h"
#include "shapes.h"
#include "machine/mutant.h"

/* --- Table I --- */

/* A cell as printed: exactly these actions. */
enum {
  ADDS = 1 << 0,
  ALL = 1 << 1,
  OTHERS = 1 << 2
}; /* add s to sharers; inv all sharers; inv other sharers */
static const char *const does_names[] = { "add_sharer", "inv_all", "inv_others" };
static const struct cell {
  const char *state, *events, *next;
  unsigned does;
} table_1[] = {
  { "I", "LD", "I", 0 },           { "V", "LD", "V", 0 },
  { "I", "ST ATOM", "I", 0 },      { "V", "ST ATOM", "I", ALL },
  { "I", "RLD", "V", ADDS },       { "V", "RLD", "V", ADDS },
  { "I", "RST RATOM", "V", ADDS }, { "V", "RST RATOM", "V", ADDS | OTHERS },
  { "V", "REPLACE", "I", ALL },    { "I", "INV", "I", 0 },
};

static unsigned bit_of(const char *const *names, unsigned count, const char *name) {
  for (unsigned i = 0; i < count; i++)
    if (!strcmp(names[i], name)) return i;
  fail_msg("no \"%s\"", name);
  return 0;
}

static const char *next_of(const struct table *table, const struct row *row, unsigned state) {
  return table->states[row->next == SAME ? state : (unsigned)__builtin_ctz(row->next)];
}

/* The one row that the record says to be the table's cell. */
static const struct row *row_of(const struct table *table, unsigned state, unsigned event) {
  const struct row *found = NULL;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    bool of_table = !strncmp(row->source, "Table I ", 8) && !(row->marks & MARK_INFERRED);
    if (!of_table || !(row->in >> state & 1) || !(row->on >> event & 1)) continue;
    if (found) fail_msg("two rows: %s", row->source);
    found = row;
  }
  if (!found) fail_msg("no row: %s/%s", table->states[state], table->events[event]);
  return found;
}

static void check_cell(const struct table *table, const struct cell *cell, const char *event_name) {
  unsigned state = bit_of(table->states, 2, cell->state);
  const struct row *row =
      row_of(table, state, bit_of(table->events, table->event_count, event_name));
  assert_int_equal(row->kind, ROW_ACT);
  assert_string_equal(next_of(table, row, state), cell->next);
  for (unsigned i = 0; i < 3; i++) {
    bool does = strstr(row->action_names, does_names[i]) != NULL;
    if (does != (cell->does >> i & 1)) fail_msg("%s: %s", row->source, does_names[i]);
  }
}

static void test_table_1(void **state) {
  (void)state;
  static const char *const names[] = { "nhcc", "hmg" };
  for (unsigned n = 0; n < 2; n++) {
    const struct table *table = &system_find(names[n], (unsigned)strlen(names[n]))->kinds[1].table;
    for (unsigned i = 0; i < sizeof table_1 / sizeof *table_1; i++) {
      char events[16];
      strcpy(events, table_1[i].events);
      for (char *event = strtok(events, " "); event; event = strtok(NULL, " "))
        check_cell(table, &table_1[i], event);
    }
    unsigned v = bit_of(table->states, 2, "V"), i = bit_of(table->states, 2, "I");
    const struct row *not_there =
        row_of(table, i, bit_of(table->events, table->event_count, "REPLACE"));
    assert_int_equal(not_there->kind, ROW_STALL); /* N/A */
    const struct row *forward = row_of(table, v, bit_of(table->events, table->event_count, "INV"));
    if (n == 0) assert_int_equal(forward->kind, ROW_NEVER); /* HMG only */
    else check_cell(table, &(struct cell){ "V", "INV", "I", ALL }, "INV");
  }
}

/* --- written runs --- */

/* Figure 5: a store at the home invalidates all sharers; one of a sharer leaves it alone in the
 * list. */
static void test_figure_5(void **state) {
  (void)state;
  static const char *const at_home[] = {
    "P1 issues LOAD x",
    "GPM.0.1 takes LD",
    "GPM.0.0 takes RLD & I/RLD when hits -> V, add_sharer",
    "GPM.0.1 takes DATA",
    "L1.1 takes SMDATA",
    "P2 issues LOAD x",
    "GPM.0.2 takes LD",
    "GPM.0.0 takes RLD & V/RLD",
    "GPM.0.2 takes DATA",
    "L1.2 takes SMDATA",
    "see GPM.0.0:  x: V sharers=0x6",
    "P0 issues STORE x := 1",
    "GPM.0.0 takes ST & V/ST when at_home -> I, inv_all & INV(x) to GPM.0.1 & INV(x) to GPM.0.2",
    "see GPM.0.0:  x: I sharers=0 & memory=1 & GPM.0.1:  x: I data=0",
    "GPM.0.1 takes INV & I/INV, drop_entry",
    "not GPM.0.1:  x: I data=0",
    NULL
  };
  static const char *const at_sharer[] = {
    "P1 issues LOAD x",
    "GPM.0.1 takes LD",
    "GPM.0.0 takes RLD",
    "GPM.0.1 takes DATA",
    "L1.1 takes SMDATA",
    "P2 issues LOAD x",
    "GPM.0.2 takes LD",
    "GPM.0.0 takes RLD",
    "GPM.0.2 takes DATA",
    "L1.2 takes SMDATA",
    "P2 issues STORE x := 1",
    "GPM.0.2 takes ST",
    "GPM.0.0 takes RST & V/RST, inv_others, add_sharer & INV(x) to GPM.0.1",
    "see GPM.0.0:  x: V sharers=0x4 & memory=1 & GPM.0.2:  x: I data=1",
    NULL
  };
  struct question question = { .model = "nhcc",
                               .cold = true,
                               .placement = "P0@0.0|P1@0.1|P2@0.2 x@0.0" };
  follow(&question, "Wx1 | Vx | Vx", at_home);
  follow(&question, "Rx | Vx | Vx Wx1", at_sharer);
}

/* Figure 6: a load goes by the home within its GPU to the system home.  The former tracks the GPM,
 * the latter the GPU (by its home of the line).  An invalidation goes the same way.  The loading
 * thread is of the second GPU here. */
static void test_figure_6(void **state) {
  (void)state;
  static const char *const script[] = {
    "P1 issues LOAD x",
    "GPM.1.0 takes LD & fetches & RLD(x scope=0) to GPM.1.1",
    "GPM.1.1 takes RLD(x scope=0) from GPM.1.0 & hold_gpm & RLD(x scope=0) to GPM.0.1",
    "GPM.0.1 takes RLD(x scope=0) from GPM.1.1 & I/RLD when hits -> V, add_sharer & DATA(x data=0) "
    "to GPM.1.1",
    "see GPM.1.1:  x: I sharers=0 & for=0x4",
    "GPM.1.1 takes DATA & V-A: response & -> V & DATA(x data=0) to GPM.1.0",
    "see GPM.1.1:  x: V data=0 sharers=0x4 & GPM.0.1:  x: V sharers=0x8",
    "GPM.1.0 takes DATA",
    "L1.1 takes SMDATA",
    "P0 issues STORE x := 1",
    "GPM.0.0 takes ST",
    "GPM.0.1 takes RST & V/RST, inv_others, add_sharer & INV(x) to GPM.1.1",
    "GPM.1.1 takes INV & V/INV when forwards -> I, inv_all, drop_entry & INV(x) to GPM.1.0",
    "GPM.1.0 takes INV & I/INV, drop_entry",
    "see GPM.0.1:  x: V sharers=0x1 & memory=1",
    NULL
  };
  follow(&(struct question){ .model = "hmg", .cold = true, .placement = "P0@0.0|P1@1.0 x@0.1" },
         "Wx1 / Vx", script);
}

/* A store passes the home within the GPU, which has asked the system home for an acquire of .sys
 * scope. The acquire must not get the store before the system home has it. So the home asks again.
 */
static void test_overtaken_acquire(void **state) {
  (void)state;
  static const char *const asked[] = {
    "P1 issues LOAD_ACQUIRE",           "GPM.0.1 takes LD",
    "GPM.0.0 takes RLD & hold_gpm",     "GPM.1.0 takes RLD",
    "P0 issues STORE x := 1",           "GPM.0.0 takes ST & RST(x value=1) to GPM.1.0",
    "see GPM.0.0:  x: I data=1(coming)"
  };
  static const char *const models[][2] = {
    { "hmg", "GPM.0.0 takes DATA & response that a store has overtaken" },
    { "hmg:early-loads", "GPM.0.0 takes DATA & DATA(x data=1) to GPM.0.1" }
  };
  for (unsigned i = 0; i < 2; i++) {
    const char *script[sizeof asked / sizeof *asked + 3] = { NULL };
    memcpy(script, asked, sizeof asked);
    script[sizeof asked / sizeof *asked] = models[i][1];
    script[sizeof asked / sizeof *asked + 1] =
        "see GPM.1.0:  x: V sharers=0x1 asking=0 atomic=0 for=0 overtaken=0 memory=0";
    follow(&(struct question){ .model = models[i][0],
                               .cold = true,
                               .placement = "P0@0.0|P1@0.1 x@1.0" },
           "Wx1 | Ax", script);
  }
}

/* V-B: a .sys load "must also miss in the GPU home node".  It goes up for itself, even where the
 * home has asked for another GPM; in joined-loads it does not. */
static void test_system_loads(void **state) {
  (void)state;
  static const char *const alone[] = {
    "P0 issues LOAD_ACQUIRE",
    "GPM.0.0 takes LD & RLD(x scope=3) to GPM.1.0",
    "P1 issues LOAD_ACQUIRE",
    "GPM.0.1 takes LD",
    "GPM.1.0 takes RLD",
    "GPM.0.0 takes DATA",
    "GPM.0.0 takes RLD & fetches_late & RLD(x scope=3) to GPM.1.0",
    NULL
  };
  static const char *const joined[] = { "P0 issues LOAD_ACQUIRE",
                                        "GPM.0.0 takes LD & RLD(x scope=3) to GPM.1.0",
                                        "P1 issues LOAD_ACQUIRE",
                                        "GPM.0.1 takes LD",
                                        "GPM.0.0 takes RLD & joins_late, hold_gpm",
                                        "GPM.1.0 takes RLD",
                                        "GPM.0.0 takes DATA & DATA(x data=0) to GPM.0.1",
                                        NULL };
  struct question question = { .model = "hmg", .cold = true, .placement = "P0@0.0|P1@0.1 x@1.0" };
  follow(&question, "Ax | Ax", alone);
  question.model = "hmg:joined-loads";
  follow(&question, "Ax | Ax", joined);
}

/* --- outcomes --- */

static const char iriw[] = "P1:r0 == 1 /\\ P1:r1 == 0 /\\ P3:r0 == 1 /\\ P3:r1 == 0";

static bool reaches_iriw(const char *model, const char *program) {
  return reached_by_search(&(struct question){ .model = model }, program, iriw).reached;
}

/* Each reader is on the SM of a writer.  Strong loads are answered only by the home of their scope,
 * and agree. A weak one behind an acquire does not: both releases have been waited for, and then
 * both store. */
static void test_multi_copy_atomicity(void **state) {
  (void)state;
  assert_false(reaches_iriw("nhcc", "Lx1 & Ax Ay | Ly1 & Ay Ax"));
  assert_false(reaches_iriw("nhcc", "Wx1 & Rx F Vy | Wy1 & Ry F Vx"));
  assert_true(reaches_iriw("nhcc", "Lx1 & Ax Vy | Ly1 & Ay Vx"));
  assert_true(reaches_iriw("hmg", "Lx1 & Ax Vy | Ly1 & Ay Vx"));
}

/* An L2 that has one word of a line, by a store, answers a load of that word. Another request has
 * joined this load for the other word, which its thread has written. It must not get a word that is
 * not there. */
static void test_half_a_line(void **state) {
  (void)state;
  static const char *const models[] = { "nhcc", "hmg", "sw-hier" };
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    struct question question = { .model = models[i], .shared_lines = true };
    struct reach_answer answer =
        reached_by_search(&question, "Wx1 Vx & Wy1 Vy", "P0:r0 == 0 \\/ P1:r0 == 0");
    if (answer.reached) fail_msg("%s: %s", models[i], answer.where);
  }
}

/* --- planted bugs --- */

static bool notices(const char *model, const char *source, const char *dropped, const char *program,
                    const char *outcome) {
  struct mutant bug = fault_drop(model, 1, source, dropped);
  return reached_by_search(&(struct question){ .model = model, .mutant = &bug }, program, outcome)
      .reached;
}

static void test_single_faults(void **state) {
  (void)state;
  static const char mp[] = "Wx1 Ly1 | Ay Vx", wrong[] = "P1:r0 == 1 /\\ P1:r1 == 0";
  assert_false(reached_by_search(&(struct question){ .model = "nhcc" }, mp, wrong).reached);
  assert_true(notices("nhcc", "Table I invalidation", "drop_entry", mp, wrong));
  assert_true(notices("nhcc", "Table I remote Ld", "add_sharer", mp, wrong));
  struct planted *bug = plant_new("nhcc");
  action *const stores[] = { plant_find(bug, 1, "store"), NULL };
  plant_actions(bug, 1, plant_row(bug, 1, "V", "ST", "at_home"), "I",
                stores); /* no sharer gets an invalidation */
  assert_true(
      reached_by_search(&(struct question){ .model = "nhcc", .planted = &bug->system }, mp, wrong)
          .reached);
  free(bug);
}

int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_table_1),      cmocka_unit_test(test_figure_5),
    cmocka_unit_test(test_figure_6),     cmocka_unit_test(test_overtaken_acquire),
    cmocka_unit_test(test_system_loads), cmocka_unit_test(test_multi_copy_atomicity),
    cmocka_unit_test(test_half_a_line),  cmocka_unit_test(test_single_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
