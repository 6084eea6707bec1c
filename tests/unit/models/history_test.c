/* The history of transactions (machine/history.c, machine/history_graph.c) by itself, from lists of
 * events. An item is a step, with one event or several.
 *
 * builds: plain asan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "protocol/observed.h"
#include "machine/clients.h"
#include "machine/history.h"
#include "machine/machine_private.h"
#include "reach.h"

/* Two threads on two SMs, two lines; of kilotm, which claims real time, and with a second graph for
 * opacity. */
static struct machine *machine_with_history(const char *model) {
  struct setting setting = setting_of(&(struct question){ .model = model });
  struct client client = { .sms = 2, .threads = 2, .lines = 2, .values = 1 };
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(
      &setting, &client, &(struct machine_options){ .no_reduction = true }, &error);
  if (!machine) fail_msg("%s", error.message);
  return machine;
}

static uint32_t tell(const struct machine *machine, uint32_t history, unsigned event, unsigned core,
                     unsigned words) {
  struct observed observed = { (uint8_t)event, (uint8_t)core, (uint16_t)words };
  return history_after(machine, history, intern_add(machine->contents, &observed, sizeof observed));
}

static uint32_t end_told(const struct machine *machine, uint32_t history, unsigned core,
                         bool well) {
  return tell(machine, history, HISTORY_ENDED, core, well ? HISTORY_ENDED_WELL : 0);
}

/* A thread's whole transaction: reads and writes words, and writes reach memory at once. */
static uint32_t whole(const struct machine *machine, uint32_t history, unsigned core,
                      unsigned reads, unsigned writes) {
  history = tell(machine, history, HISTORY_READ, core, reads);
  history = tell(machine, history, HISTORY_COMMITTED, core, writes);
  return writes ? tell(machine, history, HISTORY_WROTE, core, writes) : history;
}

/* Snapshots allow write skew and nothing else of these; "P reads word W" is { P, W }. */
static void test_snapshots(void **state) {
  (void)state;
  enum { A = 1, B = 1 << WORDS_MAX };
  struct machine *machine = machine_with_history("getm");
  uint32_t both = tell(machine, history_start(machine), HISTORY_READ, 0, A);
  uint32_t skew = whole(machine, both, 1, B, A);
  assert_int_equal(history_broken(machine, whole(machine, skew, 0, A | B, B)),
                   CLAIM(PROPERTY_SNAPSHOT)); /* P0 reads half of P1's */
  both = tell(machine, both, HISTORY_READ, 1, B);
  skew = tell(machine, both, HISTORY_COMMITTED, 0, B);
  skew = tell(machine, skew, HISTORY_COMMITTED, 1, A);
  skew = tell(machine, skew, HISTORY_WROTE, 0, B);
  skew = tell(machine, skew, HISTORY_WROTE, 1, A);
  assert_int_equal(history_broken(machine, skew), 0);
  uint32_t lost = whole(machine, both, 1, A, A);
  assert_int_equal(history_broken(machine, lost), 0);
  lost = tell(machine, lost, HISTORY_COMMITTED, 0, A);
  assert_int_equal(history_broken(machine, tell(machine, lost, HISTORY_WROTE, 0, A)),
                   CLAIM(PROPERTY_SNAPSHOT));
  uint32_t own = whole(machine, both, 1, B, A); /* P0 has missed it, and so has its thread's next */
  own = tell(machine, own, HISTORY_COMMITTED, 0, 0);
  assert_int_equal(history_broken(machine, whole(machine, own, 0, A, 0)), 0);
  machine_free(machine);
}

/* A thread learns of the true end of its attempt, once. */
static void test_the_end_that_is_told(void **state) {
  (void)state;
  static const char *const models[] = { "kilotm", "kilotm:opaque", "getm-lex" };
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    struct machine *machine = machine_with_history(models[i]);
    uint32_t begun = tell(machine, history_start(machine), HISTORY_BEGUN, 0, 0);
    uint32_t committed = tell(machine, begun, HISTORY_COMMITTED, 0, 0);
    uint32_t aborted = tell(machine, begun, HISTORY_ABORTED, 0, 0);
    uint32_t told = end_told(machine, committed, 0, true);
    assert_int_equal(history_broken(machine, told) |
                         history_broken(machine, end_told(machine, aborted, 0, false)),
                     0);
    assert_int_equal(history_broken(machine, end_told(machine, committed, 0, false)),
                     CLAIM(PROPERTY_NEVER));
    assert_int_equal(history_broken(machine, end_told(machine, aborted, 0, true)),
                     CLAIM(PROPERTY_NEVER));
    assert_int_equal(history_broken(machine, end_told(machine, begun, 0, true)),
                     CLAIM(PROPERTY_NEVER));
    assert_int_equal(history_broken(machine, end_told(machine, told, 0, true)),
                     CLAIM(PROPERTY_NEVER));
    assert_int_equal(history_broken(machine, end_told(machine, committed, 1, true)),
                     CLAIM(PROPERTY_NEVER));
    machine_free(machine);
  }
}

/* A permutation of cores permutes the committed ones. */
static void test_the_end_of_another(void **state) {
  (void)state;
  static const uint8_t core[] = { 1, 0 }, line[] = { 0, 1 };
  struct machine *machine = machine_with_history("kilotm");
  uint32_t committed =
      tell(machine, history_start(machine), HISTORY_COMMITTED, 0, history_word(0, 0));
  uint32_t exchanged = history_permuted(machine, core, line, committed);
  assert_int_equal(exchanged,
                   tell(machine, history_start(machine), HISTORY_COMMITTED, 1, history_word(0, 0)));
  assert_int_equal(history_broken(machine, end_told(machine, exchanged, 1, true)), 0);
  assert_int_equal(history_broken(machine, end_told(machine, exchanged, 0, true)),
                   CLAIM(PROPERTY_NEVER));
  machine_free(machine);
}

/* Three commits of a thread that are yet to be written leave no room for the reads of its next
 * attempt. Only that is reported, since the attempt reads none of their words. Two commits leave
 * room. */
static void test_no_room_for_what_is_seen(void **state) {
  (void)state;
  struct machine *machine = machine_with_history("kilotm:opaque");
  uint32_t history = history_start(machine);
  for (unsigned line = 0; line < 2; line++) {
    history = tell(machine, history, HISTORY_COMMITTED, 0, history_word(line, 0));
    assert_int_equal(
        history_broken(machine, tell(machine, history, HISTORY_SEEN, 0, history_word(0, 0))), 0);
  }
  history = tell(machine, history, HISTORY_COMMITTED, 0, history_word(1, 1));
  assert_int_equal(history_broken(machine, history), 0);
  uint32_t seen = tell(machine, history, HISTORY_SEEN, 0, history_word(0, 0));
  assert_int_equal(history_broken(machine, seen), CLAIM(PROPERTY_OVERFLOW));
  uint32_t written = tell(machine, history, HISTORY_WROTE, 0, history_word(1, 1));
  assert_int_equal(
      history_broken(machine, tell(machine, written, HISTORY_SEEN, 0, history_word(0, 0))), 0);
  machine_free(machine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_snapshots),
    cmocka_unit_test(test_the_end_that_is_told),
    cmocka_unit_test(test_the_end_of_another),
    cmocka_unit_test(test_no_room_for_what_is_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
