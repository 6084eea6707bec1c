/* Deferred events (reduce/deferred_evictions.c) and ample messages (message_promises.ample) in
 * edited tables that break the record's promises.  The client finds each fault, with reductions and
 * without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "plant.h"
#include "reach.h"

struct edit {
  const char *model;
  unsigned kind;
  const char *in, *event, *when, *next; /* leads elsewhere */
  enum property property;               /* what breaks */
};

static struct planted *edited(const struct edit *edit) {
  struct planted *planted = plant_new(edit->model);
  struct row *row = plant_row(planted, edit->kind, edit->in, edit->event, edit->when);
  action *actions[ROW_ACTIONS_MAX + 1] = { NULL };
  memcpy(actions, row->actions, sizeof row->actions);
  plant_actions(planted, edit->kind, row, edit->next, actions);
  return planted;
}

static void test_edited(void **state) {
  (void)state;
  static const struct edit edits[] = {
    { "rcc-sc", 0, "V", "EVICT", NULL, "VI",
      PROPERTY_DEADLOCK }, /* waits for an answer that never comes */
    { "rcc-wo", 0, "V", "EVICT", NULL, "VI", PROPERTY_DEADLOCK },
    { "tc-weak", 1, "E", "EVICT", "dirty", "I",
      PROPERTY_NEVER }, /* memory acknowledges, and finds no request */
    { "lcc", 0, "VV", "EVICT", NULL, "V", PROPERTY_NEVER }, /* so does the answer to its store */
    { "tardis", 0, "S", "EVICT", NULL, "S", PROPERTY_VALUE_LOGICAL }, /* a copy without data */
    { "getm", 0, "OUT", "TX_BEGIN", "may_join", "ABORTED",
      PROPERTY_NEVER }, /* other messages are ample */
  };
  for (const struct edit *edit = edits; edit < edits + sizeof edits / sizeof *edits; edit++) {
    struct planted *planted = edited(edit);
    struct question question = { .model = edit->model,
                                 .planted = &planted->system,
                                 .stop_at = CLAIM(edit->property) };
    struct reach_proof proof = proof_run(&question, 2, 2, 1, 1);
    if (!(proof.broken & CLAIM(edit->property)))
      fail_msg("%s %s/%s to %s: not broken in %lu states", edit->model, edit->in, edit->event,
               edit->next, (unsigned long)proof.states);
    free(planted);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_edited) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
