/* Clocks that tick, and leases that end by them.  A thread that spins on a copy ends if the copy's
 * lease stays as it is, wherever other clocks are.  It need not end if the lease is renewed for
 * ever.
 *
 * builds: plain asan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "protocol/step.h"
#include "litmus/program.h"
#include "liveness/liveness.h"
#include "plant.h"
#include "reach.h"
#include "machine/fairness.h"

enum { L1 };

/* P1 waits for P0's store, with plain accesses or relaxed ones; P2 accesses nothing, but has an SM,
 * and that has a clock. */
static const char shape[] = "PTX spin\n\"spin\"\n{ x=0; }\n"
                            " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 %s;\n"
                            " st.%s x, 1     | LC10:          %s;\n"
                            "                | ld.%s r0, x    %s;\n"
                            "                | beq r0, 0, LC10 %s;\n"
                            "exists (true)\n";
static struct program *spin(const char *order, bool third) {
  char text[1000];
  snprintf(text, sizeof text, shape, third ? "| P2@cta 2,gpu 0" : "", order,
           third ? "| mov r0, 0" : "", order, third ? "|" : "", third ? "|" : "");
  return program_read(text);
}

/* With an SM for each CTA, from cold caches.  With ticks nothing drops a copy but the end of its
 * lease; without, evictions may. */
struct ticks_found {
  bool possible, guaranteed;
};
static struct ticks_found ask(const struct question *question, struct program *program) {
  struct setting setting = setting_of(question);
  struct diagnostic error = { NULL };
  struct placement apart = { .lines = 1, .banks = 1 };
  for (unsigned i = 0; i < program->thread_count; i++) {
    apart.sm_of_thread[i] = (uint8_t)program->threads[i].place.cta;
    apart.sms = program->threads[i].place.cta + 1;
  }
  struct machine_options options = { .cold = true,
                                     .no_evictions = strstr(question->settings, "tick=1"),
                                     .no_reduction = true };
  struct machine *machine = machine_new(&setting, program, &apart, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_options limits = { .threads = 1 };
  struct liveness progress =
      machine_liveness(machine, &limits, PROGRESS_GUARANTEED, FAIRNESS_USUAL);
  struct obligations obligations =
      machine_obligations(machine, PROGRESS_GUARANTEED, FAIRNESS_USUAL);
  assert_int_equal(progress.end, SEARCH_COMPLETE);
  if (progress.lasso)
    assert_true(lasso_replays(machine_model(machine), &obligations, progress.lasso));
  struct ticks_found found = { !progress.impossible, !progress.impossible && !progress.avoidable };
  liveness_clear(&progress);
  machine_free(machine);
  program_free(program);
  return found;
}

static void expect(const struct question *question, struct program *program, bool possible,
                   bool guaranteed) {
  struct ticks_found found = ask(question, program);
  if (found.possible != possible || found.guaranteed != guaranteed)
    fail_msg("%s %s: possible %d, guaranteed %d", question->model, question->settings,
             found.possible, found.guaranteed);
}

/* In ranks other clocks overtake each other for ever before the end of the lease; so does the
 * reader's, and never gets there.  Without ticks it never tries, and the copy need not be dropped.
 */
static void a_clock_passes_a_lease_that_stays(void **unused) {
  (void)unused;
  static const char *const names[] = { "rcc-sc", "rcc-wo", "tardis", "gtsc-sc", "gtsc-rc" };
  for (unsigned i = 0; i < 5; i++)
    for (unsigned ticks = 0; ticks < 2; ticks++) {
      struct question question = { .model = names[i], .settings = ticks ? "tick=1" : "tick=0" };
      expect(&question, spin("relaxed.sys", false), true, ticks);
      expect(&question, spin("weak", false), true, ticks);
      if (i != 1)
        expect(&question, spin("relaxed.sys", true), true,
               ticks); /* rcc-wo: ten times as many states */
    }
}

/* Each thread of an L1 has a clock.  The reader's clock passes the lease, however far another one
 * has gone. */
static void each_warp_passes_it(void **unused) {
  (void)unused;
  static const char text[] = "PTX spin\n\"spin\"\n{ x=0; }\n"
                             " P0@cta 0,gpu 0      | P1@cta 1,gpu 0       | P2@cta 1,gpu 0 ;\n"
                             " st.relaxed.sys x, 1 | LC10:                | mov r0, 0      ;\n"
                             "                     | ld.relaxed.sys r0, x |                ;\n"
                             "                     | beq r0, 0, LC10      |                ;\n"
                             "exists (true)\n";
  for (unsigned ticks = 0; ticks < 2; ticks++)
    expect(&(struct question){ .model = "gtsc-sc", .settings = ticks ? "tick=1" : "tick=0" },
           program_read(text), true, ticks);
}

/* --- planted --- */

static void expect_planted(struct planted *bug, const char *settings, bool guaranteed) {
  const char *name = bug->system.name;
  expect(&(struct question){ .model = name, .settings = settings, .planted = &bug->system },
         spin("relaxed.sys", false), true, guaranteed);
  free(bug);
}

enum { WTS, RTS, SPARE };
static bool is_before_the_end(const struct step *s) { return s->local->clock < s->line->time[RTS]; }
static bool is_at_the_end(const struct step *s) { return !is_before_the_end(s); }
static void renew(struct step *s) {
  s->line->time[RTS] = (uint8_t)step_time_after(s, s->line->time[RTS]);
}
/* With a time between the clock and the new end, so that one tick does not get there. */
static void renew_at_the_end(struct step *s) {
  if (is_before_the_end(s)) return;
  s->line->time[SPARE] = (uint8_t)step_time_after(s, s->line->time[RTS]);
  s->line->time[RTS] = (uint8_t)step_time_after(s, s->line->time[SPARE]);
}
static void turn_back(struct step *s) {
  s->local->clock = (uint8_t)step_time_after(s, s->line->time[WTS]);
}
/* Makes a new time before the clock, and drops it again; where it is none, the lease ends. */
static void make_room(struct step *s) {
  bool drops = s->line->time[SPARE] != NO_TIME;
  unsigned time = drops ? NO_TIME : step_time_after(s, s->line->time[WTS]);
  s->line->time[SPARE] = (uint8_t)time;
  if (!drops && time >= s->local->clock) s->local->clock = s->line->time[RTS];
}

/* A load that hits does more than that; and with `open` the end of a lease is no part of it. */
static struct planted *plant_hit(action *more, bool open) {
  struct planted *bug = plant_new("tardis");
  action *const actions[] = { plant_find(bug, L1, "hit"), more, NULL };
  struct row *live = plant_row(bug, L1, "S", "LOAD", "live"),
             *expired = plant_row(bug, L1, "S", "LOAD", "expired");
  plant_actions(bug, L1, live, "S", actions);
  if (open) {
    live->when = is_before_the_end;
    expired->when = is_at_the_end;
  }
  return bug;
}

/* Ticks cannot end a lease that loads renew, at its end or before: the clock goes on for ever, and
 * so does the end.  They cannot end one either if loads turn the clock back. */
static void a_clock_need_not_pass_a_lease_that_is_renewed(void **unused) {
  (void)unused;
  expect_planted(plant_hit(NULL, false), "tick=1", true);
  expect_planted(plant_hit(NULL, true), "tick=1", true);
  expect_planted(plant_hit(renew_at_the_end, false), "tick=1", false);
  expect_planted(plant_hit(renew, true), "tick=1", false);
  expect_planted(plant_hit(turn_back, true), "tick=1", false);
}

/* A time that is made before the clock does not move it on. */
static void a_clock_is_not_moved_by_what_comes_before_it(void **unused) {
  (void)unused;
  static const char *const settings[] = { "tick=0", "tick=1" };
  for (unsigned ticks = 0; ticks < 2; ticks++)
    expect_planted(plant_hit(make_room, true), settings[ticks], ticks);
}

/* Timestamps roll over, and the copy stays, though the end of its lease is no part of it: the clock
 * begins anew each time. */
static enum permission (*permission)(const struct local *local, unsigned line);
static bool may_read_no_more(const struct step *s) {
  bool may = s->line->time[0] != NO_TIME && s->line->time[0] > s->local->clock;
  return permission(s->local, s->at) == PERMISSION_READ && !may;
}

static void a_clock_that_rolls_over_need_not_either(void **unused) {
  (void)unused;
  for (unsigned stays = 0; stays < 2; stays++) {
    struct planted *bug = plant_new("rcc-sc");
    action *const forget[] = { plant_find(bug, L1, "forget"), NULL };
    action *const restart[] = { plant_find(bug, L1, "restart_clock"), NULL };
    plant_actions(bug, L1, plant_row(bug, L1, "V", "EXPIRY", NULL), "I",
                  forget); /* or an old copy could be renewed */
    if (stays) plant_actions(bug, L1, plant_row(bug, L1, "V", "ROLLOVER", NULL), "V", restart);
    permission = bug->system.kinds[L1].permission;
    bug->system.kinds[L1].internals[0].enabled = may_read_no_more;
    expect_planted(bug, "tick=1 rollover=1", !stays);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_clock_passes_a_lease_that_stays),
    cmocka_unit_test(each_warp_passes_it),
    cmocka_unit_test(a_clock_need_not_pass_a_lease_that_is_renewed),
    cmocka_unit_test(a_clock_is_not_moved_by_what_comes_before_it),
    cmocka_unit_test(a_clock_that_rolls_over_need_not_either),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
