/* Verdicts about deadlock among any number of lines, from the states of each line by itself
 * (abstract/waits.c).
 *
 * Beside each verdict two lines together are searched.  If these have a deadlock, no verdict denies
 * it: records have none, mutants may.  In one system the last word of a client's transaction stands
 * behind the client's next request.  This is the textbook's deadlock, which no line has by itself.
 * `make test` takes fewer mutants (see sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "per_address.h"
#include "abstract/waits.h"
#include "abstract/waits_solve.h"
#include "plant.h"
#include "tests/unit/sanitized.h"
#include "toy.h"
#include "machine/clients.h"
#include "machine/mutant.h"

struct waits_verdicts {
  struct setting setting;
  const struct mutant *mutant;
  unsigned decided, stuck, left; /* placements: nothing is left, and two lines together were
                                    searched; they are stuck; something is */
  bool wrong;
};

static struct search_result searched(const struct waits_verdicts *verdicts,
                                     const struct client *placed, struct machine_options options,
                                     uint64_t stop_at, uint64_t states_max, struct waits *waits) {
  options.mutant = verdicts->mutant;
  options.no_deferred_evictions = options.no_ample = true;
  waits_attach(waits, &options);
  struct machine *machine = machine_of_client(&verdicts->setting, placed, &options);
  struct search_result result = machine_search(
      machine,
      &(struct search_options){ .threads = 1, .stop_at = stop_at, .states_max = states_max });
  if (waits) waits_close(waits, machine);
  machine_free(machine);
  return result;
}

/* Are two lines together stuck, where no channel is full? */
static bool are_stuck(const struct waits_verdicts *verdicts, const struct client *placed,
                      unsigned capacity) {
  struct search_result result =
      searched(verdicts, placed, (struct machine_options){ .capacity = capacity },
               CLAIM(PROPERTY_DEADLOCK), test_is_whole() ? 60000 : 20000, NULL);
  bool stuck = result.broken & CLAIM(PROPERTY_DEADLOCK) && (!result.blocked || capacity);
  search_result_clear(&result);
  return stuck;
}

static bool judge_in(void *context, const struct client *placed) {
  struct waits_verdicts *verdicts = context;
  unsigned capacity = placed->topology.no_homes ? 3 : placed->topology.gpms ? 1 : 2;
  struct waits *waits = waits_new();
  bool unbroken = true, blocked = false;
  for (unsigned line = 0; line < placed->lines && unbroken; line++) {
    if (placed->placed ? first_with_that_home(placed, line) != line : line > 0) continue;
    struct search_result result = searched(
        verdicts, placed, (struct machine_options){ .capacity = capacity, .only_line = 1 + line },
        UINT64_MAX, 100000, waits);
    unbroken = result.end == SEARCH_COMPLETE && !result.broken;
    blocked |= result.blocked;
    search_result_clear(&result);
  }
  if (unbroken) {
    struct waits_found found = waits_solve(waits, blocked);
    bool stuck = are_stuck(verdicts, placed, found.room == WAITS_ROOM_SHARED ? capacity : 0);
    verdicts->decided += !found.left;
    verdicts->left += found.left != 0;
    verdicts->stuck += stuck;
    verdicts->wrong |= stuck && !found.left;
  }
  waits_free(waits);
  return !verdicts->wrong;
}

static struct waits_verdicts judged(const struct setting *setting, const struct mutant *mutant) {
  struct waits_verdicts verdicts = { .setting = *setting, .mutant = mutant };
  unsigned sms = setting->system->topology.no_homes ? 1 : 2;
  struct client client = { .sms = sms,
                           .threads = sms,
                           .lines = 2,
                           .values = 1,
                           .sm_of_thread = { 0, 1 },
                           .topology = setting->system->topology };
  in_each_placement(&client, judge_in, &verdicts);
  return verdicts;
}

/* None is said not to be stuck that is, of sampled mutants of each record; of the record itself
 * nothing is left. */
static void faulty_tables(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    unsigned apart = test_sample(211, 71, 1), decided = 0;
    if (!(*system)->promises.per_address) continue;
    struct setting setting = setting_named((*system)->name);
    struct waits_verdicts own = judged(&setting, NULL);
    if (!own.decided || own.left || own.stuck)
      fail_msg("%s: %u placements are left, %u stuck", (*system)->name, own.left, own.stuck);
    for (unsigned i = 0; i < mutant_count(*system); i += apart) {
      struct mutant mutant = mutant_at(*system, i);
      struct waits_verdicts verdicts = judged(&setting, &mutant);
      if (verdicts.wrong)
        fail_msg("%s: two lines are stuck: %s", (*system)->name, mutant_text(*system, &mutant));
      decided += verdicts.decided;
    }
    print_message("%s: mutants decided in %u placements\n", (*system)->name, decided);
  }
}

/* A kind that is stuck only with another line is left, and one more line shows it.  Here rcc's L1
 * forgets a write-back for which a release on another line waits. */
static void a_wait_for_another_line(void **state) {
  struct setting setting = setting_named("rcc");
  struct mutant lost = fault_drop("rcc", 0, "10.12 V/Evict, dirty", "write_back");
  (void)state;
  struct waits_verdicts verdicts = judged(&setting, &lost);
  assert_int_equal(verdicts.left, 1);
  assert_int_equal(verdicts.stuck, 1);
}

/* An owner gives its line up when the home has its other write-backs.  The home keeps one of these
 * waiting until another owner gives that line up, and this owner waits in the same way
 * (lrcc:queue). Two lines together get stuck, as its record says, after more states than are
 * searched here. */
static void owners_for_each_other(void **state) {
  struct setting setting = setting_named("lrcc:queue");
  (void)state;
  struct waits_verdicts verdicts = judged(&setting, NULL);
  assert_int_equal(verdicts.left, 1);
  assert_int_equal(verdicts.decided, 0);
}

/* A line by itself shows a fault for which others need hold nothing:
 *  - a fence without an answer, though nothing is dirty;
 *  - a fence that is kept when the last write-back has been acknowledged;
 *  - an acknowledgement that is not counted. */
static void waits_for_nobody(void **state) {
  const struct mutant lost[] = { fault_drop("rcc", 0, "Fence: nothing is dirty", "done"),
                                 fault_drop("rcc", 0, "WBAck", "finish_fences"),
                                 fault_drop("rcc-hier", 0, "Fence, .sys: nothing is dirty here",
                                            "keep_fence"),
                                 fault_drop("lrcc", 0, "WBAck", "acknowledge") };
  static const char *const names[] = { "rcc", "rcc", "rcc-hier", "lrcc" };
  (void)state;
  for (unsigned i = 0; i < sizeof lost / sizeof *lost; i++) {
    struct setting setting = setting_named(names[i]);
    struct waits_verdicts verdicts = judged(&setting, &lost[i]);
    if (verdicts.decided + verdicts.left) fail_msg("%u: nothing is found of a line by itself", i);
  }
}

/* --- the textbook's deadlock: a home serves one at a time, and the word that it may serve the next
 * stands behind requests --- */

enum { EVENT_DONE = TOY_EVENTS, EVENT_COUNT };
enum { IDLE = 1 << 0, WAITS = 1 << 1, FREE = 1 << 0, BUSY = 1 << 1 };
static const char *const toy_events[] = { TOY_EVENT_NAMES, "Done" };
static const char *const port_states[] = { "I", "W" };
static const char *const toy_home_states[] = { "free", "busy" };

static void answer(struct step *s) {
  toy_answer(s);
  step_send(s, EVENT_DONE, step_controller_of_line(s, s->at));
}

static const struct row port_rows[] = { ROW("toy", IDLE, LOAD, always, WAITS, toy_ask),
                                        STALL("toy", WAITS, LOAD, always),
                                        ROW("toy", WAITS, ON(DATA), always, IDLE, answer),
                                        NEVER("toy", IDLE, ON(DATA)) };
static const struct row toy_home_rows[] = { ROW("toy", FREE, ON(GET), always, BUSY, toy_give),
                                            STALL("toy", BUSY, ON(GET), always),
                                            ROW("toy", BUSY, ON(DONE), always, FREE),
                                            NEVER("toy", FREE, ON(DONE)) };

static const struct system toy = {
  TOY_RECORD,
  .kinds = { { .name = "port",
               .table = { port_rows, 4, port_states, 2, IDLE, toy_events, EVENT_COUNT,
                          LOAD | ON(DATA) },
               .instances = ONE_PER_SM,
               .lease = NO_LEASE },
             { .name = "home",
               .table = { toy_home_rows, 4, toy_home_states, 2, FREE, toy_events, EVENT_COUNT,
                          ON(GET) | ON(DONE) },
               .instances = ONE_PER_BANK,
               .lease = NO_LEASE } },
  .events = toy_events,
  .event_count = EVENT_COUNT,
  .networks = { { "up", FIFO, 8 }, { "down", FIFO, 8 }, { "done", FIFO, 8 } },
  .network_count = 3,
  .messages = { [EVENT_GET] = { "Get", 0, .lease = NO_LEASE },
                [EVENT_DATA] = { "Data", 1, .lease = NO_LEASE },
                [EVENT_DONE] = { "Done", 0, .lease = NO_LEASE } },
  .client = LOAD,
};

/* By a network of its own nothing stands before that word. */
static void a_word_behind_requests(void **state) {
  struct system mended = toy;
  struct setting setting = { .system = &toy, .core = CORE_WEAK };
  (void)state;
  struct waits_verdicts stuck = judged(&setting, NULL);
  assert_int_equal(stuck.left, 1);
  assert_int_equal(stuck.stuck, 1);
  mended.messages[EVENT_DONE].network = 2;
  setting.system = &mended;
  struct waits_verdicts free = judged(&setting, NULL);
  assert_int_equal(free.decided, 1);
  assert_int_equal(free.stuck, 0);
}

int main(int argc, char **argv) { /* the name of one test, to run only that */
  const struct CMUnitTest tests[] = { cmocka_unit_test(faulty_tables),
                                      cmocka_unit_test(a_wait_for_another_line),
                                      cmocka_unit_test(owners_for_each_other),
                                      cmocka_unit_test(waits_for_nobody),
                                      cmocka_unit_test(a_word_behind_requests) };
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
