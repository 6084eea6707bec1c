/* States of a line by itself that are taken to need more than they do (abstract/waits.c), on
 * systems made for that.  One needs room for messages that others send on idle lines; another has
 * more steps than are kept.  The memory for kinds counts in each search that adds to them.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "machine/channel.h"
#include "machine/clients.h"
#include "abstract/wait_kinds.h"
#include "abstract/waits.h"
#include "abstract/waits_solve.h"
#include "toy.h"
#include "walk.h"

enum { EVENT_WORDS = TOY_EVENTS, EVENT_TAKEN, EVENT_CALL, EVENT_FLUSH, EVENT_COUNT };
static const char *const events[] = { TOY_EVENT_NAMES, "Words", "Taken", "Call", "Flush" };
enum { STATE_I, STATE_W, STATE_D, STATE_G };
enum { I = 1 << STATE_I, W = 1 << STATE_W, D = 1 << STATE_D, G = 1 << STATE_G };
enum { STATE_OPEN, STATE_SHUT };
enum { OPEN = 1 << STATE_OPEN, SHUT = 1 << STATE_SHUT };
static const char *const port_states[] = { "I", "W", "D", "G" };
static const char *const home_states[] = { "open", "shut" };

static void done(struct step *s) { step_reply(s, s->request, 0); }
static void flush_others(struct step *s) { step_signal_all(s, EVENT_FLUSH); }
static void send_words(struct step *s) {
  step_send(s, EVENT_WORDS, step_controller_of_line(s, s->at));
}
static void take(struct step *s) { step_send(s, EVENT_TAKEN, step_incoming(s)->from); }

static bool others_flush(const struct step *step) {
  return step_is_alone(step) && 1u << step->state & D;
}

/* A store is kept (D), and goes home when a load of another line is answered.  The line takes
 * nothing (G) until the home has acknowledged it.  While it is D nothing is outstanding. (No home
 * is shut, nor calls, but where a test says so.) */
static const struct row port_rows[] = {
  ROW("toy", I, LOAD, always, W, toy_ask),
  ROW("toy", I, STORE, always, D, done),
  ROW("toy", D, LOAD | STORE, always, SAME, done),
  STALL("toy", W | G, LOAD | STORE, always),
  ROW("toy", W, ON(DATA), always, I, toy_answer, flush_others),
  ROW("toy", D, ON(FLUSH), always, G, send_words),
  ROW("toy", I | W | G, ON(FLUSH), always, SAME),
  ROW("toy", G, ON(TAKEN), always, I),
  ROW("toy", G, ON(CALL), always, SAME, send_words),
  NEVER("toy", I | D | G, ON(DATA)),
  NEVER("toy", I | W | D, ON(TAKEN) | ON(CALL)),
};
static const struct row home_rows[] = { ROW("toy", OPEN, ON(GET), always, SAME, toy_give),
                                        ROW("toy", OPEN, ON(WORDS), always, SAME, take),
                                        STALL("toy", SHUT, ON(GET) | ON(WORDS), always) };

static const struct system toy = {
  TOY_RECORD,
  .kinds = { { .name = "port",
               .table = { port_rows, sizeof port_rows / sizeof *port_rows, port_states, 4, I | D,
                          events, EVENT_COUNT,
                          LOAD | STORE | ON(DATA) | ON(TAKEN) | ON(CALL) | ON(FLUSH) },
               .internals = { { .event = EVENT_FLUSH,
                                .over = PER_LINE,
                                .enabled = others_flush,
                                .environment = true } },
               .internal_count = 1,
               .instances = ONE_PER_SM,
               .lease = NO_LEASE },
             { .name = "home",
               .table = { home_rows, 3, home_states, 2, OPEN | SHUT, events, EVENT_COUNT,
                          ON(GET) | ON(WORDS) },
               .instances = ONE_PER_BANK,
               .lease = NO_LEASE } },
  .events = events,
  .event_count = EVENT_COUNT,
  .networks = { { "up", FIFO, 1 },
                { "down", FIFO, 1 },
                { "calls", UNORDERED, CHANNEL_MESSAGES_MAX },
                { "taken", FIFO, 1 } },
  .network_count = 4,
  .messages = { [EVENT_GET] = { "Get", 0, .lease = NO_LEASE },
                [EVENT_DATA] = { "Data", 1, .lease = NO_LEASE },
                [EVENT_WORDS] = { "Words", 0, .lease = NO_LEASE },
                [EVENT_TAKEN] = { "Taken", 3, .lease = NO_LEASE },
                [EVENT_CALL] = { "Call", 2, .lease = NO_LEASE } },
  .client = LOAD | STORE,
};

static struct machine *toy_machine(const struct system *system, unsigned sms,
                                   struct machine_options options) {
  struct setting setting = { .system = system, .core = CORE_WEAK };
  struct client client = {
    .sms = sms, .threads = sms, .lines = 3, .values = 1, .sm_of_thread = { 0, 1, 2 }
  };
  options.no_reduction = true;
  return machine_of_client(&setting, &client, &options);
}

static uint64_t broken_by(struct machine *machine) {
  struct search_result result =
      machine_search(machine, &(struct search_options){ .threads = 1, .stop_at = UINT64_MAX });
  uint64_t broken = result.broken;
  search_result_clear(&result);
  return broken;
}

/* --- room for what is sent of lines on which nothing is outstanding --- */

/* Three lines are stuck.  An answer on the first makes the controller send a second line home.  A
 * request on the third leaves no room for that.  It cannot be answered, since the first answer is
 * in the way. */
static void what_idle_lines_send(void **state) {
  (void)state;
  struct machine *together = toy_machine(&toy, 1, (struct machine_options){ 0 });
  assert_true(broken_by(together) & CLAIM(PROPERTY_DEADLOCK));
  machine_free(together);
  struct waits *waits = waits_new();
  struct machine_options options = { .only_line = 1 };
  waits_attach(waits, &options);
  struct machine *alone = toy_machine(&toy, 1, options);
  assert_int_equal(broken_by(alone), 0);
  waits_close(waits, alone);
  struct waits_found found = waits_solve(waits, true);
  assert_int_equal(found.left, 0);
  assert_int_equal(found.room, WAITS_ROOM_OF_EACH);
  waits_free(waits);
  machine_free(alone);
}

/* --- more steps than are kept --- */

static void put(const struct machine *machine, slot_t *state, unsigned event, unsigned from,
                unsigned to, unsigned flag) {
  struct message message;
  memset(&message, 0, sizeof message);
  message.type = (uint8_t)event;
  message.network = toy.messages[event].network;
  message.from = (uint8_t)from;
  message.to = (uint8_t)to;
  message.flag = (uint8_t)flag;
  message.requester = NO_ONE;
  slot_t *slot =
      &state[channel_slot(machine, machine->shape.channel_of[message.network][from][to])];
  *slot = channel_push(machine, machine->shape.channel_of[message.network][from][to], *slot,
                       intern_add(machine->contents, &message, sizeof message));
}

static void put_in(const struct machine *machine, slot_t *state, unsigned controller,
                   unsigned line_state) {
  unsigned kind = machine->shape.controllers[controller].kind;
  slot_t *slot = &state[controller_slot(machine, controller)];
  union local_copy copy;
  memcpy(&copy, local_at(machine, *slot), machine->shape.local_size[kind]);
  copy.local.line[0].state = (uint8_t)line_state;
  *slot = intern_add(machine->contents, &copy, machine->shape.local_size[kind]);
}

/* All ports wait for the home's word, which the first is sent; the home takes nothing. */
static void begin(const struct machine *machine, slot_t *state) {
  void *worker = machine->model.worker_new(&machine->model);
  struct steps steps = { .width = machine->model.width };
  unsigned home = machine->shape.first_of_kind[1];
  machine->model.initial(&machine->model, worker, gather, &steps);
  memcpy(state, state_at(&steps, 0), steps.width * sizeof *state);
  vector_free(steps.states);
  machine->model.worker_free(&machine->model, worker);
  for (unsigned port = 0; port < home; port++) put_in(machine, state, port, STATE_G);
  put_in(machine, state, home, STATE_SHUT);
  put(machine, state, EVENT_TAKEN, home, 0, 0);
}

/* So many ports are called as often as there is room for. Their messages leave no room for more, so
 * as many steps are held up. */
static uint32_t left_of(unsigned ports) {
  slot_t state[WIDTH_MAX];
  struct waits *waits = waits_new();
  struct machine *machine =
      toy_machine(&toy, 3, (struct machine_options){ .only_line = 1, .waits = waits });
  unsigned home = machine->shape.first_of_kind[1];
  begin(machine, state);
  wait_kinds_note(machine, state);
  for (unsigned port = 0; port < ports; port++) {
    put(machine, state, EVENT_WORDS, port, home, 0);
    for (unsigned i = 0; i < CHANNEL_MESSAGES_MAX; i++)
      put(machine, state, EVENT_CALL, home, port, i);
  }
  wait_kinds_note(machine, state);
  waits_close(waits, machine);
  struct waits_found found = waits_solve(waits, true);
  assert_int_equal(found.kinds, 2);
  waits_free(waits);
  machine_free(machine);
  return found.left;
}

/* The home's message is one more step, which nothing holds up.  Beyond STEPS_MAX it counts as held
 * up.  Messages that may stand behind it do, too, such as that of the other state. */
static void more_steps_than_are_kept(void **state) {
  (void)state;
  assert_int_equal(left_of(1), 0);
  assert_int_equal(left_of(2), 2);
  assert_int_equal(left_of(3), 2);
}

/* --- memory --- */

/* The end of a search of a line by itself, if `kinds` kinds of states are known from others. */
static enum search_end end_after(unsigned kinds, uint64_t memory) {
  struct waits *waits = waits_new();
  struct wait wait;
  memset(&wait, 0, sizeof wait);
  for (unsigned i = 0; i < kinds; i++) {
    wait.occupied.words[0] = i;
    intern_add(waits->kinds, &wait, sizeof wait);
  }
  assert_true(waits_held(waits) > kinds * sizeof wait);
  struct machine_options options = { .only_line = 1 };
  waits_attach(waits, &options);
  struct machine *alone = toy_machine(&toy, 1, options);
  struct search_result result =
      machine_search(alone, &(struct search_options){ .memory_max = memory, .model_memory = true });
  search_result_clear(&result);
  machine_free(alone);
  waits_free(waits);
  return result.end;
}

static void what_is_kept_counts(void **state) {
  (void)state;
  assert_int_equal(end_after(0, 4 << 20), SEARCH_COMPLETE);
  assert_int_equal(end_after(1 << 15, 4 << 20), SEARCH_OUT_OF_MEMORY);
  assert_int_equal(end_after(1 << 15, 64 << 20), SEARCH_COMPLETE);
}

int main(int argc, char **argv) { /* the name of one test, to run only that */
  const struct CMUnitTest tests[] = { cmocka_unit_test(what_idle_lines_send),
                                      cmocka_unit_test(more_steps_than_are_kept),
                                      cmocka_unit_test(what_is_kept_counts) };
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
