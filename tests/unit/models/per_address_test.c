/* Lines that can be explored each by itself (abstract/per_address.c), for every record that
 * promises it.
 *
 * The test walks at random over states of several lines, or takes all states up to a number.  For
 * each step it removes all that is about other lines from the states before and after it
 * (line_view.h).  The two are then equal, or the second is a step from the first on the machine of
 * the line by itself.  If the step breaks a property, it breaks it there, too.
 *
 * That machine is the one that `prove` explores: of lines with the same home, the first's.
 * per_address_verdicts_test.c compares verdicts.  `make test` takes shorter walks, and fewer
 * placements and settings (see sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "per_address.h"
#include "line_view.h"
#include "plant.h"
#include "tests/unit/sanitized.h"
#include "toy.h"
#include "walk.h"
#include "machine/clients.h"
#include "machine/successors.h"

/* --- every step --- */

/* A line's view, and the steps that the line has by itself from where all lines are. */
struct alone_look {
  struct line_view view;
  const struct machine *alone;
  void *worker;
  slot_t from[WIDTH_MAX];
  struct steps steps;
};

/* Their operations are moved together, too, as those of a view are. */
static void look_from(struct alone_look *look, const slot_t *state) {
  struct line_view own = { look->alone, look->alone, look->view.as, look->view.as };
  view_state(&look->view, state, look->from);
  look->steps.states.length = 0;
  look->steps.width = look->alone->model.width;
  machine_successors(&look->alone->model, look->worker, look->from, gather, &look->steps);
  for (size_t i = 0; i < count_of(&look->steps); i++) {
    slot_t to[WIDTH_MAX];
    view_state(&own, state_at(&look->steps, i), to);
    memcpy(state_at(&look->steps, i), to, look->steps.width * sizeof *to);
  }
}

/* Does a step of the line by itself break something here?  Then that is refuted, and later effects
 * are not compared: the line by itself shows more (step_reaches_others). */
static bool is_refuted_here(const struct alone_look *look) {
  for (size_t i = 0; i < count_of(&look->steps); i++)
    if (broken_in(look->alone, state_at(&look->steps, i))) return true;
  return false;
}

/* Is the step to `to` one of the line by itself, or nothing?  Adds the properties that it breaks
 * there. */
static bool happens_alone(const struct alone_look *look, const slot_t *to, uint64_t *broken) {
  slot_t seen[WIDTH_MAX];
  size_t size = look->steps.width * sizeof *seen;
  view_state(&look->view, to, seen);
  bool happens = !memcmp(seen, look->from, size);
  for (size_t i = 0; i < count_of(&look->steps) && !happens; i++)
    happens = !memcmp(seen, state_at(&look->steps, i), size);
  if (happens) *broken |= broken_in(look->alone, seen);
  return happens || is_refuted_here(look);
}

static bool step_is_explained(const struct machine *whole, const struct alone_look *looks,
                              const slot_t *to) {
  uint64_t broken = broken_in(whole, to), seen = 0;
  bool all = true;
  for (unsigned line = 0; line < whole->shape.lines; line++)
    all &= happens_alone(&looks[line], to, &seen);
  return broken ? !(broken & ~seen)
                : all; /* a run is followed up to the first step that breaks something */
}

/* --- walks --- */

struct alone_walk {
  struct setting setting;
  unsigned capacity;
  unsigned length, each; /* states; of every how many-th placement */
  uint32_t states_max;   /* not 0: so many states, breadth first, in place of a walk */
  uint32_t random;
  bool stands;
  unsigned placements, walks;
  uint64_t steps;
  const struct machine *whole;
  struct alone_look looks[LINES_MAX];
};

static bool look_at_steps(void *context, const slot_t *state, const struct steps *steps) {
  struct alone_walk *walk = context;
  for (unsigned line = 0; line < walk->whole->shape.lines; line++)
    look_from(&walk->looks[line], state);
  for (size_t i = 0; i < count_of(steps); i++)
    walk->stands &= step_is_explained(walk->whole, walk->looks, state_at(steps, i));
  walk->steps += count_of(steps);
  return walk->stands;
}

static void go_everywhere(struct alone_walk *walk) {
  const struct model *model = &walk->whole->model;
  void *worker = model->worker_new(model);
  struct steps steps = { .width = model->width };
  struct intern *met = intern_new();
  size_t size = steps.width * sizeof(slot_t);
  slot_t state[WIDTH_MAX];
  model->initial(model, worker, gather, &steps);
  for (uint32_t i = 0; i < walk->states_max && walk->stands; i++) {
    for (size_t s = 0; s < count_of(&steps); s++) intern_add(met, state_at(&steps, s), size);
    if (i == intern_count(met)) break;
    memcpy(state, intern_at(met, i, NULL), size);
    steps.states.length = 0;
    if (!broken_in(walk->whole, state)) machine_successors(model, worker, state, gather, &steps);
    look_at_steps(walk, state, &steps);
  }
  intern_free(met);
  vector_free(steps.states);
  model->worker_free(model, worker);
}

static bool walk_in(void *context, const struct client *placed) {
  struct alone_walk *walk = context;
  if (walk->placements++ % walk->each) return true;
  struct views views = views_new(&walk->setting, placed, walk->capacity);
  walk->whole = views.whole;
  for (unsigned line = 0; line < placed->lines; line++) {
    const struct model *model = &views.alone[line]->model;
    walk->looks[line] = (struct alone_look){ .view = views.of[line],
                                             .alone = views.alone[line],
                                             .worker = model->worker_new(model) };
  }
  if (walk->states_max) go_everywhere(walk);
  else walk_randomly(walk->whole, walk->length, &walk->random, look_at_steps, walk);
  walk->walks++;
  for (unsigned line = 0; line < placed->lines; line++) {
    const struct model *model = &views.alone[line]->model;
    model->worker_free(model, walk->looks[line].worker);
    vector_free(walk->looks[line].steps.states);
  }
  views_free(&views);
  return walk->stands;
}

enum { PLACEMENTS = 8 }; /* where there is but one, it is walked for as long as so many */

/* Three threads, two of which are on one SM. */
static bool stands(const struct setting *setting, unsigned lines, bool two_words, unsigned capacity,
                   unsigned length, unsigned each) {
  struct alone_walk walk = { .setting = *setting,
                             .capacity = capacity,
                             .length = length,
                             .each = each,
                             .random = 1,
                             .stands = true };
  struct client client = { .sms = 2,
                           .threads = 3,
                           .lines = lines,
                           .values = 2,
                           .sm_of_thread = { 0, 1, 0 },
                           .two_words = two_words,
                           .topology = setting->system->topology };
  if (!client.topology.gpms) walk.length = PLACEMENTS * length / each;
  in_each_placement(&client, walk_in, &walk);
  assert_true(walk.walks > 0 && (!walk.stands || walk.steps > length));
  return walk.stands;
}

static void hold(const struct setting *setting, unsigned lines, bool two_words, unsigned capacity,
                 unsigned length, unsigned each) {
  if (!test_is_whole()) each *= 3;
  if (stands(setting, lines, two_words, capacity, length, each)) return;
  char values[256] = "";
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    snprintf(values + strlen(values), sizeof values - strlen(values), " %s=%d",
             setting->system->parameters[i].name, setting->values[i]);
  fail_msg(
      "%s (%s cores%s), %u lines, capacity %u: more happens to a line among others than by itself",
      setting->system->name, core_kind_name(setting->core), values, lines, capacity);
}

/* All small values; beyond, those with all bits below set, for a set of SMs. */
static int next_value(int value) { return value < 3 ? value + 1 : 2 * value + 1; }

/* Every kind of core, and each parameter with each of its values, which is every variant, too. */
static void hold_settings(const struct system *system, unsigned length, unsigned *refused) {
  struct setting own = setting_named(system->name);
  for (unsigned core = 0; core < CORE_KINDS; core++) {
    own.core = (enum core_kind)core;
    if (!system->claims[core].offered) continue;
    hold(&own, 2, false, 1, length, 1);
    hold(&own, 2, false, 2, length, 2);
    hold(&own, 3, true, 0, length, 8);
  }
  for (unsigned i = 0; i < PARAMETERS_MAX && system->parameters[i].name; i++)
    for (int value = system->parameters[i].least; value <= system->parameters[i].greatest;
         value = next_value(value)) {
      struct setting setting = setting_named(system->name);
      if (setting.values[i] == value) continue;
      setting.values[i] = value;
      if (alone_is_refused(&setting)) {
        ++*refused;
        continue;
      }
      setting.core = CORE_WEAK;
      hold(&setting, 2, false, 2, length, 5);
    }
}

static void every_record_that_says_so(void **state) {
  unsigned promises = 0, refused = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    if (!(*system)->promises.per_address) continue;
    hold_settings(*system, test_is_whole() ? 300 : 40, &refused);
    promises++;
  }
  assert_true(promises > 0 && refused > 0);
}

/* --- what is noticed --- */

/* A fault that short walks in all placements show needs no long ones. */
static bool is_noticed(const struct setting *setting) {
  return !stands(setting, 2, false, 2, 300, 1) || !stands(setting, 2, false, 2, 3000, 1);
}

/* The other half of it: the record itself, which every_record_that_says_so walks longer. */
static bool is_passed(const struct setting *setting) {
  return stands(setting, 2, false, 2, test_is_whole() ? 3000 : 300, 1);
}

/* A release of own-writes finds its destinations only from its own lines. */
static void a_count_over_all_lines(void **state) {
  (void)state;
  struct setting setting = setting_named("sw-hier:own-writes");
  assert_true(alone_is_refused(&setting));
  struct system wrong = *setting.system;
  wrong.promises.per_address = says_so;
  setting.system = &wrong;
  assert_true(is_noticed(&setting));
}

/* The effect of an acquire or a release on other lines is not allowed to happen. */
static void what_others_do(void **state) {
  static const struct {
    const char *system;
    unsigned kind, internal;
  } events[] = { { "sw-hier", 0, 1 },    { "sw-hier", 1, 2 },   { "sw-flat", 0, 1 },
                 { "sw-flat", 1, 1 },    { "rcc", 0, 4 },       { "rcc", 0, 5 },
                 { "rcc", 0, 6 },        { "rcc-hier", 0, 4 },  { "rcc-hier", 0, 5 },
                 { "rcc-hier", 0, 6 },   { "rcc-hier", 1, 2 },  { "rcc-hier", 1, 3 },
                 { "rcc-hier", 1, 4 },   { "rcc-o", 0, 2 },     { "rcc-o-hier", 0, 2 },
                 { "rcc-o-hier", 1, 2 }, { "lrcc", 0, 3 },      { "lrcc", 0, 4 },
                 { "lrcc", 0, 5 },       { "lrcc-hier", 0, 3 }, { "lrcc-hier", 0, 4 },
                 { "lrcc-hier", 0, 5 },  { "lrcc-hier", 1, 4 }, { "lrcc-hier", 1, 5 },
                 { "lrcc-hier", 1, 6 } };
  (void)state;
  for (unsigned i = 0; i < sizeof events / sizeof *events; i++) {
    struct setting setting = setting_named(events[i].system);
    struct system wrong = *setting.system;
    struct controller_kind *kind = &wrong.kinds[events[i].kind];
    kind->internals[events[i].internal] = kind->internals[--kind->internal_count];
    setting.system = &wrong;
    if (!is_noticed(&setting))
      fail_msg("%s %u %u", events[i].system, events[i].kind, events[i].internal);
  }
}

/* A walk of some thousand steps does not meet one rare case: others act on a line whose fetch
 * returns after some of its words were written. */
static struct {
  bool (*enabled)(const struct step *step);
  unsigned state;
} left_out;
static bool but_in_one_state(const struct step *step) {
  return step->state != left_out.state && left_out.enabled(step);
}

static bool stands_everywhere(const struct setting *setting, uint32_t states) {
  struct alone_walk walk = { .setting = *setting, .each = 1, .stands = true, .states_max = states };
  struct client client = {
    .sms = 1, .threads = 2, .lines = 2, .values = 1, .topology = setting->system->topology
  };
  in_each_placement(&client, walk_in, &walk);
  return walk.stands;
}

static unsigned state_named(const struct table *table, const char *name) {
  unsigned state = 0;
  while (strcmp(table->states[state], name)) state++;
  return state;
}

static void what_others_do_rarely(void **state) {
  static const char *const rare[] = { "VG", "IP" };
  enum { STATES = 55000 };
  struct setting setting = setting_named("rcc");
  (void)state;
  assert_true(stands_everywhere(&setting, STATES));
  for (unsigned i = 0; i < sizeof rare / sizeof *rare; i++) {
    struct system wrong = *setting.system;
    struct internal *others = &wrong.kinds[0].internals[4];
    left_out.enabled = others->enabled;
    left_out.state = state_named(&wrong.kinds[0].table, rare[i]);
    others->enabled = but_in_one_state;
    struct setting planted = setting;
    planted.system = &wrong;
    assert_false(stands_everywhere(&planted, STATES));
  }
}

static struct line *another(struct step *step) { return &step->local->line[!step->at]; }

static void forget_another(struct step *step) { another(step)->sharers = 0; }
static void break_if_another(struct step *step) {
  if (another(step)->sharers) step->broken |= CLAIM(PROPERTY_NEVER);
}
static void tell_of_another(struct step *step) {
  struct message *last = step->send_count ? &step->sends[step->send_count - 1] : NULL;
  if (last) last->line = !last->line;
}
static void count_for_all(struct step *step) { step->local->count ^= 1; }
static void note_others_out(struct step *step) {
  step->line->flag = step->local->count > step->line->writes;
}
static void note_markers(struct step *step) {
  for (unsigned core = 0; core < step->shape->core_count; core++)
    step->line->flag += step_line_of_core(step, core)->writes != 0;
}
static void drop_here(struct step *step) { data_clear(&step->line->data); }

/* A row's actions, and one more, if there is one. */
static bool notices_in(const char *system, unsigned kind, const char *state, const char *event,
                       action *more) {
  struct planted *bug = plant_new(system);
  struct setting setting = setting_named(system);
  struct row *row = plant_row(bug, kind, state, event, NULL);
  row->actions[table_row_action_count(row)] = more;
  setting.system = &bug->system;
  bool noticed = more ? is_noticed(&setting) : !is_passed(&setting);
  free(bug);
  return noticed;
}

static bool notices(unsigned kind, const char *state, const char *event, action *more) {
  return notices_in("nhcc", kind, state, event, more);
}

static void steps_on_two_lines(void **state) {
  (void)state;
  assert_false(notices(1, "V", "RST", NULL));
  assert_true(notices(1, "V", "RST", forget_another));
  assert_true(notices(1, "V", "RST", break_if_another));
  assert_true(notices(1, "I", "RLD", tell_of_another));
  assert_true(notices(1, "I", "RLD", count_for_all));
  assert_true(notices(0, "V", "FENCE", drop_here)); /* of the line that the fence is issued under */
}

/* A step asks more of a count over all lines, or of a FIFO of all lines, than a line by itself can
 * answer. */
static void what_all_lines_share(void **state) {
  (void)state;
  for (unsigned kind = 0; kind < 2; kind++) {
    assert_false(notices_in("sw-flat", kind, "V", kind ? "WRITE" : "STORE", NULL));
    assert_true(notices_in("sw-flat", kind, "V", kind ? "WRITE" : "STORE", note_others_out));
    assert_true(kind || notices_in("rcc", kind, "V", "STORE", note_others_out));
    assert_false(notices_in("quickrelease", kind, "V", kind ? "Rd" : "STORE", NULL));
    assert_true(notices_in("quickrelease", kind, "V", kind ? "Rd" : "STORE", note_markers));
  }
}

int main(int argc, char **argv) { /* the name of one test, to run only that */
  const struct CMUnitTest tests[] = { cmocka_unit_test(every_record_that_says_so),
                                      cmocka_unit_test(a_count_over_all_lines),
                                      cmocka_unit_test(what_others_do),
                                      cmocka_unit_test(what_others_do_rarely),
                                      cmocka_unit_test(steps_on_two_lines),
                                      cmocka_unit_test(what_all_lines_share) };
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
