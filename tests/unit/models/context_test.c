/* Effects of steps on other lines, and waits for these, where a line is explored by itself
 * (abstract/per_address.c).  The faults need several lines, and the claims of steps must find them
 * all the same.
 *
 * A misstep is another action, or guards that look at less than they should.  All lines together
 * break a claim of the model, and so must one line by itself.  Some faults are found only with the
 * contexts that the record gives (kind_promises.context).  Others are found without, by an event
 * that steps raise on other lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "models/lib/rcc_l1.h"
#include "plant.h"
#include "reach.h"
#include "machine/clients.h"

struct misstep {
  const char *model;
  unsigned kind, sms, threads;
  struct {
    const char *name;
    action *instead;
  } action; /* in every row that has it */
  struct {
    const char *name;
    guard *instead;
  } guards[4];
  bool in_company;
};

static void plant_in_row(struct row *row, const struct misstep *misstep, action *faulty) {
  for (unsigned i = 0; i < ROW_ACTIONS_MAX && faulty; i++)
    if (row->actions[i] == faulty) row->actions[i] = misstep->action.instead;
  for (unsigned i = 0; i < 4 && misstep->guards[i].name; i++)
    if (!strcmp(row->when_name, misstep->guards[i].name)) row->when = misstep->guards[i].instead;
}

static struct planted *plant(const struct misstep *misstep) {
  char system[32] = "";
  strncat(system, misstep->model, strcspn(misstep->model, ":")); /* of a variant of it, too */
  struct planted *planted = plant_new(system);
  action *faulty =
      misstep->action.name ? plant_find(planted, misstep->kind, misstep->action.name) : NULL;
  for (unsigned i = 0; i < planted->system.kinds[misstep->kind].table.row_count; i++)
    plant_in_row(&planted->rows[misstep->kind][i], misstep, faulty);
  return planted;
}

static struct reach_proof prove_planted(const struct planted *planted,
                                        const struct misstep *misstep, unsigned alone) {
  struct question question = { .model = misstep->model,
                               .planted = &planted->system,
                               .only_line = alone,
                               .stop_at = CLAIM(PROPERTY_OWN) };
  return proof_run(&question, misstep->sms, misstep->threads, 2, 1);
}

static void expect_found(const struct misstep *misstep) {
  const char *what = misstep->action.name ? misstep->action.name : misstep->guards[0].name;
  struct planted *planted = plant(misstep);
  for (unsigned alone = 0; alone < 2; alone++) {
    struct reach_proof proof = prove_planted(planted, misstep, alone);
    if (!(proof.broken & CLAIM(PROPERTY_OWN)))
      fail_msg("%s %s, %s: broken 0x%x", misstep->model, what,
               alone ? "a line by itself" : "together", (unsigned)proof.broken);
  }
  for (unsigned kind = 0; kind < KINDS_MAX; kind++) {
    planted->system.kinds[kind].promises.context = NULL;
    planted->system.kinds[kind].promises.context_of = NULL;
  }
  struct reach_proof lonely = prove_planted(planted, misstep, 1);
  if (misstep->in_company ? lonely.broken || !lonely.complete
                          : !(lonely.broken & CLAIM(PROPERTY_OWN)))
    fail_msg("%s %s: broken 0x%x without company", misstep->model, what, (unsigned)lonely.broken);
  free(planted);
}

/* --- rcc --- */

static void nothing(struct step *s) { (void)s; }

/* A release that writes back, without the event, what has no write-back out. */
static void flush_what_may_go(struct step *s) {
  for (unsigned at = 0; at < lines(s); at++)
    if (at != s->at && s->local->line[at].dirty && !s->local->line[at].writes)
      write_back_line(s, at);
}

/* A guard that leaves out lines that are being fetched and have no write-back out. */
static bool is_left(const struct step *s) {
  bool releases_here = s->request && s->request->event == EVENT_STORE_RELEASE;
  return releases_here || !s->line->dirty || (1u << s->state == IV && acknowledged(s));
}
static bool is_not_left(const struct step *s) { return !is_left(s) && acknowledged(s); }

static bool never(const struct step *s) {
  (void)s;
  return false;
}
static bool serves_unspoilt(const struct step *s) {
  return serves_acquire(s) && !(s->line->flag & ~s->line->dirty);
}
static bool goes_with_own(const struct step *s) {
  return waiting_release(s) >= 0 && !s->line->writes;
}
static bool goes_not_with_own(const struct step *s) { return !goes_with_own(s); }

/* A fence that counts to one; it is of no line. */
static bool not_one_is_out(const struct step *s) {
  unsigned count = 0;
  for (unsigned at = 0; at < lines(s); at++)
    count += s->local->line[at].dirty || s->local->line[at].writes;
  return count != 1;
}
static bool one_is_out(const struct step *s) { return !not_one_is_out(s); }

static void what_a_release_of_rcc_does(void **state) {
  static const struct misstep missteps[] = {
    { "rcc", 0, 1, 1, .action = { "owe", nothing } },
    { "rcc", 0, 1, 1, .action = { "flush", nothing } },
    { "rcc", 0, 1, 1, .action = { "flush", flush_what_may_go } },
    { "rcc", 0, 1, 1,
      .guards = { { "is_flushed_already", is_left }, { "flushes_now", is_not_left } } },
    { "rcc", 0, 1, 1,
      .guards = { { "release_may_go", goes_with_own },
                  { "release_may_not_go", goes_not_with_own } },
      .in_company = true },
    { "rcc", 0, 1, 1,
      .guards = { { "all_clean", not_one_is_out }, { "not_all_clean", one_is_out } },
      .in_company = true },
    { "rcc", 0, 1, 1,
      .guards = { { "acquire_kept", serves_unspoilt }, { "kept_unsettled", never } },
      .in_company = true }
  };
  (void)state;
  for (unsigned i = 0; i < sizeof missteps / sizeof *missteps; i++) expect_found(&missteps[i]);
}

/* --- lrcc, whose fences are rcc's --- */

/* Asked of one line by itself it never knows (all_clean). */
static bool nothing_else_is_dirty(const struct step *s) {
  return nothing_is_dirty(s) && !step_is_alone(s);
}
static bool something_else_is_dirty(const struct step *s) { return !nothing_else_is_dirty(s); }

static void what_an_owner_of_lrcc_waits_for(void **state) {
  static const struct misstep missteps[] = {
    { "lrcc", 0, 1, 1, .action = { "owe", nothing } },
    { "lrcc", 0, 1, 1, .action = { "flush", nothing } },
    /* it gives its line up when no write-back of that one is out */
    { "lrcc", 0, 1, 1,
      .guards = { { "may_give", acknowledged }, { "may_not_give", unacknowledged } },
      .in_company = true },
    { "lrcc-hier", 0, 1, 1,
      .guards = { { "may_give", acknowledged }, { "may_not_give", unacknowledged } },
      .in_company = true },
    { "lrcc", 0, 1, 1,
      .guards = { { "all_clean", not_one_is_out }, { "not_all_clean", one_is_out } },
      .in_company = true },
    /* as an L1's fence does, an L2's drain; it is not answered while a write-back is out */
    { "lrcc-hier", 1, 1, 1, .action = { "flush", nothing } },
    { "lrcc-hier", 1, 1, 1,
      .guards = { { "all_clean", not_one_is_out }, { "not_all_clean", one_is_out } },
      .in_company = true },
    { "lrcc-hier", 1, 1, 1,
      .guards = { { "all_clean", nothing_else_is_dirty },
                  { "not_all_clean", something_else_is_dirty } },
      .in_company = true }
  };
  (void)state;
  for (unsigned i = 0; i < sizeof missteps / sizeof *missteps; i++) expect_found(&missteps[i]);
}

/* --- sw-flat --- */

static bool orders_own(const struct step *s) {
  return (s->request->event == EVENT_STORE_RELEASE || s->request->event == EVENT_FENCE) &&
         s->line->writes;
}
static bool orders_not_own(const struct step *s) { return !orders_own(s); }

static void what_a_release_of_sw_flat_waits_for(void **state) {
  static const struct misstep missteps[] = {
    { "sw-flat", 0, 1, 2,
      .guards = { { "drained", acknowledged },
                  { "drained_top_down", acknowledged },
                  { "draining", unacknowledged } },
      .in_company = true },
    /* another SM's write is out from the L2 that they share */
    { "sw-flat:together", 1, 2, 2,
      .guards = { { "may_write", acknowledged },
                  { "may_not_write", unacknowledged },
                  { "may_go", orders_not_own },
                  { "waits_for_all", orders_own } },
      .in_company = true }
  };
  (void)state;
  for (unsigned i = 0; i < sizeof missteps / sizeof *missteps; i++) expect_found(&missteps[i]);
}

/* --- what is right, and what is refused --- */

static void what_is_right(void **state) {
  static const char *const models[] = { "rcc", "lrcc", "lrcc-hier", "sw-flat", "sw-flat:together" };
  (void)state;
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    struct question question = { .model = models[i], .only_line = 1 };
    struct reach_proof proof = proof_run(&question, 1, 2, 2, 1);
    if (!proof.complete || proof.broken)
      fail_msg("%s: broken 0x%x", models[i], (unsigned)proof.broken);
  }
}

static void no_other_line(void **state) {
  struct setting setting = setting_of(&(struct question){ .model = "rcc" });
  struct client client = { .sms = 1, .threads = 1, .lines = 1, .values = 1 };
  struct diagnostic error = { NULL };
  (void)state;
  assert_null(
      machine_new_client(&setting, &client, &(struct machine_options){ .only_line = 1 }, &error));
  assert_non_null(strstr(error.message, "needs another"));
  diagnostic_clear(&error);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(what_a_release_of_rcc_does),
                                      cmocka_unit_test(what_an_owner_of_lrcc_waits_for),
                                      cmocka_unit_test(what_a_release_of_sw_flat_waits_for),
                                      cmocka_unit_test(what_is_right),
                                      cmocka_unit_test(no_other_line) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
