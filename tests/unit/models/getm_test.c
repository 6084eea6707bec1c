/* GETM: its walkthrough (thesis, Figure 4.7) step by step, in the figure's numbers and in ranks;
 * stores that are refused; the room of its logs.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "protocol/step.h"
#include "follow.h"
#include "plant.h"
#include "reach.h"
#include "machine/mutant.h"

/* Figure 4.7 in its own numbers: tx1 is P0, tx2 is P1, A is a, B is b.  "A 21 20 1 tx1" is a line's
 * wts, rts, #writes and owner, in the figure's tables or, between them, as the prose tells it.  On
 * the right is the figure's step. */
static const char transfers[] = "B Ra Wa1 Rb Wb1 C | B Rb Wb2 Ra Wa2 C";
static const char *const until_table_3[] = { "P0 issues TX_BEGIN",
                                             "see warp.0: warpts=20",
                                             "P1 issues TX_BEGIN",
                                             "see warp.1: warpts=10",
                                             "A 0 0 0",
                                             "B 0 0 0",
                                             "P0 issues TX_LOAD a",
                                             "VU.0 takes LD(a of P0)",
                                             "warp.0 takes OK(a value=0",
                                             "A 0 20 0", /* LD A@20 */
                                             "P0 issues TX_STORE a := 1",
                                             "VU.0 takes ST(a of P0)",
                                             "warp.0 takes OK(a",
                                             "A 21 20 1 tx1", /* ST A@20 */
                                             "P1 issues TX_LOAD b",
                                             "VU.1 takes LD(b of P1)",
                                             "warp.1 takes OK(b value=0",
                                             "B 0 10 0", /* LD B@10 */
                                             "P1 issues TX_STORE b := 2",
                                             "VU.1 takes ST(b of P1)",
                                             "warp.1 takes OK(b", /* ST B@10 */
                                             "A 21 20 1 tx1",
                                             "B 11 10 1 tx2", /* table 1 */
                                             "P1 issues TX_LOAD a",
                                             "VU.0 takes LD(a of P1)",
                                             "warp.1 takes NACK(a t=21",
                                             "A 21 20 1 tx1", /* LD A@10: abort@21 */
                                             "warp.1 of itself: ROUND",
                                             "VU.1 takes LOG(b & release",
                                             "B 11 10 0", /* clean up */
                                             "P0 issues TX_LOAD b",
                                             "VU.1 takes LD(b of P0)",
                                             "warp.0 takes OK(b value=0",
                                             "B 11 20 0", /* LD B@20 */
                                             "P0 issues TX_STORE b := 1",
                                             "VU.1 takes ST(b of P0)",
                                             "warp.0 takes OK(b", /* ST B@20 */
                                             "A 21 20 1 tx1",
                                             "B 21 20 1 tx1", /* table 2 */
                                             "P1 issues TX_BEGIN",
                                             "see warp.1: warpts=22",
                                             "P1 issues TX_LOAD b",
                                             "VU.1 takes LD(b of P1) & queue",
                                             "B 21 20 1 tx1", /* LD B@22: queue */
                                             "P0 issues TX_COMMIT",
                                             "warp.0 of itself: ROUND",
                                             "VU.0 takes LOG(a",
                                             "A 21 20 0",
                                             NULL }; /* commit@20 */
static const char *const table_3[] = { "VU.1 takes LOG(b & release", "A 21 20 0", "B 21 20 0",
                                       NULL };
static const char *const from_the_retry_on[] = {
  "VU.1 takes LOG(b & release, retry_oldest & sends OK(b value=1 of P1",
  "warp.1 takes OK(b",
  "B 21 22 0", /* LD B@22 */
  "P1 issues TX_STORE b := 2",
  "VU.1 takes ST(b of P1)",
  "warp.1 takes OK(b",
  "B 23 22 1 tx2", /* ST B@22 */
  "P1 issues TX_LOAD a",
  "VU.0 takes LD(a of P1)",
  "warp.1 takes OK(a value=1",
  "A 21 22 0", /* LD A@22 */
  "P1 issues TX_STORE a := 2",
  "VU.0 takes ST(a of P1)",
  "warp.1 takes OK(a", /* ST A@22 */
  "A 23 22 1 tx2",
  "B 23 22 1 tx2",
  "P1 issues TX_COMMIT",
  "warp.1 of itself: ROUND", /* commit@22 */
  "VU.0 takes LOG(a",
  "VU.1 takes LOG(b",
  "A 23 22 0",
  "B 23 22 0",
  "see memory=2",
  NULL
};

/* A line of the figure's as the model prints it, whose lastwr is wts less one. */
static char *seen(const char *line) {
  char tag, owner = 0, lastwr[16] = "-", *text = NULL;
  unsigned wts, rts, writes;
  assert_true(sscanf(line, "%c %u %u %u tx%c", &tag, &wts, &rts, &writes, &owner) >= 4);
  if (wts) snprintf(lastwr, sizeof lastwr, "%u", wts - 1);
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "see %c: %c lastwr=%s rts=%u ", tag - 'A' + 'a', writes ? 'R' : 'F', lastwr, rts);
  if (writes) fprintf(out, "owner=%c ", owner - 1);
  fprintf(out, "#writes=%u", writes);
  fclose(out);
  return text;
}

static void follow_figure(const struct question *question, const char *const *begin,
                          const char *const *end) {
  char *copies[96] = { NULL };
  unsigned count = 0;
  for (const char *const *part = begin; part; part = part == begin ? end : NULL)
    for (unsigned i = 0; part[i]; i++)
      copies[count++] = strchr("AB", part[i][0]) ? seen(part[i]) : strdup(part[i]);
  follow(question, transfers, (const char *const *)copies);
  while (count) free(copies[--count]);
}

/* Planted: times are plain numbers.  tx1 begins at 20 and tx2 at 10, and every line was read at 0.
 * An abort reports wts, and a transaction begins anew one later. */
static action *refuse;
static void begin_at(struct step *step) {
  struct local *warp = step->local;
  warp->clock =
      warp->clock == NO_TIME ? (step->request->core ? 10 : 20) : (uint8_t)(warp->clock + 1);
  step_reply(step, step->request, 0);
}
static void report_wts(struct step *step) {
  refuse(step);
  step->sends[step->send_count - 1].time[0]++;
}
static void read_at_0(const struct shape *shape, struct local *local) {
  for (unsigned line = 0; line < shape->lines; line++) local->line[line].time[1] = 0;
}

static void test_getm_walkthrough(void **state) {
  (void)state;
  struct planted *figure = plant_new("getm");
  refuse = plant_find(figure, 1, "refuse_load");
  plant_actions(figure, 0, plant_row(figure, 0, "OUT", "TX_BEGIN", "may_join"), "RUN",
                (action *const[]){ begin_at, NULL });
  plant_actions(figure, 1, plant_row(figure, 1, "R", "LD", "others_load_early"), NULL,
                (action *const[]){ report_wts, NULL });
  figure->system.kinds[1].start = read_at_0;
  figure->system.always_rank = NULL;
  struct question question = { .model = "getm", .planted = &figure->system };
  follow_figure(&question, until_table_3, from_the_retry_on);
  /* The retry is one step with the release: without it there is the figure's third table, between
   * the two. */
  struct mutant mutant = fault_drop("getm", 1, "4.6 commit unit; 8", "retry_oldest");
  question.mutant = &mutant;
  follow_figure(&question, until_table_3, table_3);
  free(figure);
}

/* The same in the model as it is, whose times are ranks: of those in use, 10, 20 and 22, the least
 * is 0. */
static void test_getm_walkthrough_in_ranks(void **state) {
  (void)state;
  static const char *const script[] = {
    "P0 issues TX_BEGIN",
    "P1 issues TX_BEGIN & warp.0: warpts 0 => 1",
    "P0 issues TX_LOAD a",
    "VU.0 takes LD(a of P0)",
    "warp.0 takes OK(a value=0",
    "P0 issues TX_STORE a := 1",
    "VU.0 takes ST(a of P0)",
    "warp.0 takes OK(a",
    "P1 issues TX_LOAD b",
    "VU.1 takes LD(b of P1)",
    "warp.1 takes OK(b value=0",
    "P1 issues TX_STORE b := 2",
    "VU.1 takes ST(b of P1)",
    "warp.1 takes OK(b",
    "see a: R lastwr=1 rts=1 owner=0 #writes=1 & b: R lastwr=0 rts=0 owner=1 #writes=1", /* table 1
                                                                                          */
    "P1 issues TX_LOAD a",
    "VU.0 takes LD(a of P1) & refuse_load",
    "warp.1 takes NACK(a t=1",
    "warp.1 of itself: ROUND & warpts 0 => 1",
    "VU.1 takes LOG(b & release",
    "see b: F lastwr=0 rts=0 #writes=0",
    "P0 issues TX_LOAD b",
    "VU.1 takes LD(b of P0)",
    "warp.0 takes OK(b value=0",
    "P0 issues TX_STORE b := 1",
    "VU.1 takes ST(b of P0)",
    "warp.0 takes OK(b",
    "see a: R lastwr=0 rts=0 owner=0 #writes=1 & b: R lastwr=0 rts=0 owner=0 #writes=1", /* table 2
                                                                                          */
    "P1 issues TX_BEGIN & warpts 0 => 1",                                                /* 22 */
    "P1 issues TX_LOAD b",
    "VU.1 takes LD(b of P1) & queue",
    "P0 issues TX_COMMIT",
    "warp.0 of itself: ROUND",
    "VU.0 takes LOG(a",
    "see a: F lastwr=0 rts=0 #writes=0",
    "VU.1 takes LOG(b & retry_oldest",
    "see b: F lastwr=0 rts=1 #writes=0", /* table 3, and the load that it wakes */
    "warp.1 takes OK(b value=1",
    "P1 issues TX_STORE b := 2",
    "VU.1 takes ST(b of P1)",
    "warp.1 takes OK(b",
    "P1 issues TX_LOAD a",
    "VU.0 takes LD(a of P1)",
    "warp.1 takes OK(a value=1",
    "P1 issues TX_STORE a := 2",
    "VU.0 takes ST(a of P1)",
    "warp.1 takes OK(a",
    "P1 issues TX_COMMIT",
    NULL,
  };
  follow(&(struct question){ .model = "getm" }, transfers, script);
}

/* Figure 4.6, ST: a refusal has the later of wts and rts.  P0 has read in one case and written in
 * the other. */
static void test_getm_refused_stores(void **state) {
  (void)state;
  static const char *const read[] = { "P0 issues TX_BEGIN",
                                      "P1 issues TX_BEGIN & warp.0: warpts 0 => 1",
                                      "P0 issues TX_LOAD a",
                                      "VU.0 takes LD(a of P0)",
                                      "see a: F lastwr=- rts=1 #writes=0",
                                      "warp.0 takes OK(a value=0",
                                      "P1 issues TX_STORE a := 1",
                                      "VU.0 takes ST(a of P1) & refuse_store",
                                      "warp.1 takes NACK(a t=1",
                                      NULL };
  static const char *const written[] = { "P0 issues TX_BEGIN",
                                         "P1 issues TX_BEGIN & warp.0: warpts 0 => 1",
                                         "P0 issues TX_STORE a := 1",
                                         "VU.0 takes ST(a of P0)",
                                         "see a: R lastwr=1 rts=- owner=0 #writes=1",
                                         "warp.0 takes OK(a",
                                         "P1 issues TX_STORE a := 2",
                                         "VU.0 takes ST(a of P1) & refuse_store",
                                         "warp.1 takes NACK(a t=1",
                                         NULL };
  follow(&(struct question){ .model = "getm" }, "B Ra C | B Wa1 C", read);
  follow(&(struct question){ .model = "getm" }, "B Wa1 C | B Wa2 C", written);
}

/* A warp's log of a line has room for all accesses of its lanes: both words, read and written, by
 * each of four. */
static void test_getm_logs_have_room(void **state) {
  (void)state;
  static const char two[] = "B Rx Wx1 Ry Wy1 C & B Ry Wy2 Rx Wx2 C",
                    four[] = "B Rx Wx1 C & B Ry Wy2 C & B Rx Ry C & B Ry Rx C";
  assert_int_equal(
      reached_by_search(&(struct question){ .model = "getm-lex" }, two, "x == 1 /\\ y == 2").broken,
      0);
  assert_int_equal(
      reached_by_search(&(struct question){ .model = "getm-lex" }, four, "x == 3").broken, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_getm_walkthrough),
    cmocka_unit_test(test_getm_walkthrough_in_ranks),
    cmocka_unit_test(test_getm_refused_stores),
    cmocka_unit_test(test_getm_logs_have_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
