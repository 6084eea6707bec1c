/* A state of a line by itself shows what it waits for among others, too (abstract/waits.c).
 *
 * The test walks at random over states of several lines, on every record that promises this.  A
 * step that goes by itself, and that none of the named reasons holds up, also goes among the
 * others.  It sends by no other channels.  A wait that others end is a wait for one of their lines.
 * Records that promise too much are found.  `make test` takes shorter walks and fewer placements
 * (see sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "per_address.h"
#include "abstract/wait_steps.h"
#include "machine/alternatives.h"
#include "machine/channel.h"
#include "machine/clients.h"
#include "abstract/waits.h"
#include "line_view.h"
#include "tests/unit/sanitized.h"
#include "walk.h"

/* --- what it rests on --- */

struct waits_look {
  struct view view;
  const struct machine *alone;
  slot_t state[WIDTH_MAX];
};

struct waits_walk {
  struct setting setting;
  unsigned length, each; /* states; of every how many-th placement */
  uint32_t random;
  unsigned placements;
  const struct machine *whole;
  struct waits_look looks[LINES_MAX];
  const slot_t *state; /* of all lines, of which looks have theirs */
  uint64_t asked;      /* of steps that go */
  const char *fault;   /* what does not hold; NULL: all does */
};

static uint32_t local_in(const struct machine *machine, const slot_t *state, unsigned controller) {
  return state[controller_slot(machine, controller)];
}

static unsigned beside_others(const struct waits_walk *walk, unsigned controller, unsigned but) {
  const struct controller_kind *kind = kind_of(walk->whole, controller);
  unsigned beside = 0;
  for (unsigned line = 0; line < walk->whole->shape.lines && kind->promises.context_of; line++) {
    const struct waits_look *look = &walk->looks[line];
    if (line != but)
      beside |= kind->promises.context_of(
          local_at(look->alone, local_in(look->alone, look->state, controller)), look->view.as);
  }
  return beside;
}

static void put_sends(const struct alternatives *ways, struct channel_set *set) {
  for (unsigned i = 0; i < ways->count; i++)
    for (unsigned s = 0; s < ways->items[i].sends; s++)
      channel_set_put(set, ways->items[i].send[s].channel);
}

/* Steps of others on the lines there, and steps that are done once for all lines, may send by these
 * channels. */
static struct channel_set others_send(const struct waits_walk *walk, unsigned controller) {
  struct channel_set set = { { 0 } };
  for (unsigned line = 0; line < walk->whole->shape.lines; line++) {
    const struct machine *alone = walk->looks[line].alone;
    uint32_t local = local_in(alone, walk->looks[line].state, controller);
    const struct moves *moves = controller_moves(alone, controller, local);
    for (unsigned i = 0; i < moves->count; i++) {
      const struct internal *internal =
          &kind_of(alone, controller)->internals[moves->items[i].internal];
      if (!internal->environment && internal->over != ONCE) continue;
      const struct step_input input =
          step_input_internal(controller, local, internal->event, moves->items[i].at);
      put_sends(controller_steps(alone, &input), &set);
    }
  }
  return set;
}

static bool holds_all(const struct channel_set *set, const struct channel_set *part,
                      const struct channel_set * or) {
  bool all = true;
  for (unsigned i = 0; i < sizeof set->words / sizeof *set->words; i++)
    all &= !(part->words[i] & ~(set->words[i] | (or ? or->words[i] : 0)));
  return all;
}

/* A step of a line by itself, and the same among all. */
static void compare(struct waits_walk *walk, unsigned controller, const struct going *alone,
                    const struct going *among) {
  struct channel_set others = others_send(walk, controller);
  walk->asked++;
  if (!among->goes)
    walk->fault = "a step that goes by itself, and that nothing holds up, does not go";
  else if (!holds_all(&alone->sends, &among->sends, alone->raises ? &others : NULL))
    walk->fault = "a step sends by a channel by which it does not by itself";
}

static bool is_held_up(const struct waits_walk *walk, unsigned line, unsigned controller,
                       const struct going *going) {
  return !going->goes || going->unless & beside_others(walk, controller, line);
}

/* A message that may be taken; no message of another line is in the view of a channel of that line
 * by itself. */
static void ask_message(struct waits_walk *walk, unsigned channel, unsigned index) {
  const struct machine *whole = walk->whole;
  unsigned slot = channel_slot(whole, channel), controller = whole->shape.channels[channel].to,
           count;
  uint32_t message = channel_message(whole, walk->state[slot], index);
  slot_t only[WIDTH_MAX], seen[WIDTH_MAX];
  memcpy(only, walk->state, whole->model.width * sizeof *only);
  only[slot] = channel_push(whole, channel, EMPTY, message);
  for (unsigned line = 0; line < whole->shape.lines && !walk->fault; line++) {
    const struct waits_look *look = &walk->looks[line];
    view_state(&look->view, only, seen);
    if (seen[slot] == EMPTY) continue;
    const struct message *own = channel_messages(look->alone, seen[slot], &count),
                         *its = message_at(whole, message);
    const struct step_input of_line = { .controller = controller,
                                        .local = local_in(look->alone, look->state, controller),
                                        .kind = INPUT_MESSAGE,
                                        .event = own->type,
                                        .at = own->line,
                                        .message = channel_message(look->alone, seen[slot], 0) };
    struct going going = wait_steps_going(look->alone, &of_line);
    if (is_held_up(walk, line, controller, &going)) continue;
    const struct step_input of_all = { .controller = controller,
                                       .local = local_in(whole, walk->state, controller),
                                       .kind = INPUT_MESSAGE,
                                       .event = its->type,
                                       .at = its->line,
                                       .message = message };
    struct going among = context_controller_goes(whole, &of_all);
    compare(walk, controller, &going, &among);
  }
}

static void ask_channel(struct waits_walk *walk, unsigned channel) {
  unsigned count, slot = channel_slot(walk->whole, channel);
  const struct message *messages = channel_messages(walk->whole, walk->state[slot], &count);
  for (unsigned i = 0; i < count; i++)
    if (channel_takeable(walk->whole, channel, messages, i)) ask_message(walk, channel, i);
}

/* The events of a controller itself. */
static void ask_controller(struct waits_walk *walk, unsigned line, unsigned controller) {
  const struct waits_look *look = &walk->looks[line];
  uint32_t local = local_in(look->alone, look->state, controller);
  const struct moves *moves = controller_moves(look->alone, controller, local);
  for (unsigned i = 0; i < moves->count && !walk->fault; i++) {
    const struct internal *internal =
        &kind_of(look->alone, controller)->internals[moves->items[i].internal];
    unsigned at = moves->items[i].at;
    bool of_line = internal->over == PER_LINE;
    if (of_line && at != look->view.as) continue;
    if (internal->promises.while_context &&
        !(internal->promises.while_context & beside_others(walk, controller, line)))
      walk->fault = "a wait that others end is one for nobody";
    if (internal->environment) continue;
    const struct step_input input = step_input_internal(controller, local, internal->event, at);
    struct going going = wait_steps_going(look->alone, &input);
    if (is_held_up(walk, line, controller, &going)) continue;
    const struct step_input of_all =
        step_input_internal(controller, local_in(walk->whole, walk->state, controller),
                            internal->event, of_line ? line : at);
    struct going among = context_controller_goes(walk->whole, &of_all);
    compare(walk, controller, &going, &among);
  }
}

static bool ask_state(void *context, const slot_t *state, const struct steps *steps) {
  struct waits_walk *walk = context;
  (void)steps;
  walk->state = state;
  for (unsigned line = 0; line < walk->whole->shape.lines; line++)
    view_state(&walk->looks[line].view, state, walk->looks[line].state);
  for (unsigned channel = 0; channel < walk->whole->shape.channel_count; channel++)
    ask_channel(walk, channel);
  for (unsigned line = 0; line < walk->whole->shape.lines; line++)
    for (unsigned i = 0; i < walk->whole->shape.controller_count; i++)
      ask_controller(walk, line, i);
  return !walk->fault;
}

static bool walk_in(void *context, const struct client *placed) {
  struct waits_walk *walk = context;
  if (walk->placements++ % walk->each) return true;
  struct views views = views_new(&walk->setting, placed, 0);
  walk->whole = views.whole;
  for (unsigned line = 0; line < placed->lines; line++)
    walk->looks[line] = (struct waits_look){ .view = views.of[line], .alone = views.alone[line] };
  walk_randomly(walk->whole, walk->length, &walk->random, ask_state, walk);
  views_free(&views);
  return !walk->fault;
}

/* NULL: all holds. */
static const char *fault_of(const struct setting *setting, unsigned lines, unsigned length,
                            unsigned each) {
  struct waits_walk walk = { .setting = *setting, .length = length, .each = each, .random = 1 };
  struct client client = { .sms = 2,
                           .threads = 3,
                           .lines = lines,
                           .values = 1,
                           .sm_of_thread = { 0, 1, 0 },
                           .topology = setting->system->topology };
  if (!client.topology.gpms) walk.length *= 8;
  in_each_placement(&client, walk_in, &walk);
  assert_true(walk.fault || walk.asked > 0);
  return walk.fault;
}

static void steps_that_nothing_holds_up(void **state) {
  unsigned promises = 0, length = test_is_whole() ? 400 : 60, each = test_is_whole() ? 1 : 5;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    if (!(*system)->promises.per_address) continue;
    struct setting setting = setting_named((*system)->name);
    for (unsigned core = 0; core < CORE_KINDS; core++) {
      setting.core = (enum core_kind)core;
      if (!(*system)->claims[core].offered) continue;
      const char *fault = fault_of(&setting, 2, length, each);
      if (!fault) fault = fault_of(&setting, 3, length, 3 * each);
      if (fault) fail_msg("%s, %s cores: %s", (*system)->name, core_kind_name(setting.core), fault);
    }
    promises++;
  }
  assert_true(promises > 0);
}

static bool nothing_beside(struct local *local, unsigned other, unsigned i) {
  (void)local, (void)other;
  return i == 0;
}
static unsigned is_nothing(const struct local *local, unsigned line) {
  (void)local, (void)line;
  return 0;
}

/* Records that say that less holds steps up. */
static void what_is_noticed(void **state) {
  static const struct {
    const char *name;
    unsigned kind;
    bool asks;
  } waits[] = {
    { "rcc", 0, true },          { "rcc", 0, false },          { "rcc-hier", 0, true },
    { "rcc-hier", 0, false },    { "rcc-hier", 1, false },     { "sw-flat", 1, true },
    { "sw-flat", 1, false },     { "quickrelease", 0, true },  { "quickrelease", 0, false },
    { "quickrelease", 1, true }, { "quickrelease", 1, false }, { "lrcc", 0, true },
    { "lrcc", 0, false },        { "lrcc-hier", 0, true },     { "lrcc-hier", 0, false },
    { "lrcc-hier", 1, true },    { "lrcc-hier", 1, false }
  };
  (void)state;
  for (unsigned i = 0; i < sizeof waits / sizeof *waits; i++) {
    struct setting setting = setting_named(waits[i].name);
    struct system wrong = *setting.system;
    struct controller_kind *kind = &wrong.kinds[waits[i].kind];
    setting.core = CORE_WEAK;
    if (waits[i].asks) kind->promises.context = nothing_beside;
    else kind->promises.context_of = is_nothing;
    setting.system = &wrong;
    if (!fault_of(&setting, 2, 2000, 1))
      fail_msg("%s/%s: %s", wrong.name, kind->name, waits[i].asks ? "beside" : "beside_others");
  }
}

/* Rare: an L2 of lrcc-hier is to give a line up beside one that is dirty, out and owed.  That is
 * not pulled again, as it is when it is not owed yet: nothing goes. */
static bool (*beside_all)(struct local *local, unsigned other, unsigned i);
static bool beside_but_owed(struct local *local, unsigned other, unsigned i) {
  return i < 4 && beside_all(local, other, i);
}

static void what_is_owed(void **state) {
  enum { LENGTH = 10000 };
  struct setting setting = setting_named("lrcc-hier");
  (void)state;
  setting.core = CORE_WEAK;
  assert_null(fault_of(&setting, 2, LENGTH, 1));
  struct system wrong = *setting.system;
  beside_all = wrong.kinds[1].promises.context;
  wrong.kinds[1].promises.context = beside_but_owed;
  setting.system = &wrong;
  assert_non_null(fault_of(&setting, 2, LENGTH, 1));
}

int main(int argc, char **argv) { /* the name of one test, to run only that */
  const struct CMUnitTest tests[] = { cmocka_unit_test(steps_that_nothing_holds_up),
                                      cmocka_unit_test(what_is_noticed),
                                      cmocka_unit_test(what_is_owed) };
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
