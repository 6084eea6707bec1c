/* Faults that a proof for any number of SMs must find (abstract/any_sms.h).
 *
 * Single faults in the tables of models: one that a search of 2 or 3 SMs refutes is not proved.
 * Faults that need 3 to 6 SMs, in a model and in toys, are not proved.  Toys whose hub counts SMs,
 * or knows how many there are, tell SMs apart.  The same toys without a fault are proved.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>
#include "any_number.h"
#include "machine/mutant.h"
#include "per_address.h"
#include "plant.h"
#include "protocol/step.h"
#include "toy.h"
#include "tests/unit/sanitized.h"

/* --- mutants --- */

enum { MUTANT_STATES = 2000, JOINS_MAX = 20000, JOINS_MAX_OF_MANY = 200000 };

struct mutants_judged {
  unsigned all, refuted, proved, stuck, undecided;
};

/* A search that a full channel held back says nothing of deadlocks. */
static bool is_deadlock(const struct search_result *search) {
  return search->broken & CLAIM(PROPERTY_DEADLOCK) && !search->blocked;
}

static void judge(const struct any_question *question, struct mutants_judged *judged) {
  const struct system *system = question->setting.system;
  uint64_t properties = any_properties(&question->setting);
  bool refuted = false, deadlocks = false;
  for (unsigned sms = 2; sms <= 3 && !refuted; sms++) {
    struct search_result search = any_search(question, NULL, sms, MUTANT_STATES, properties);
    refuted = search.broken & properties;
    deadlocks |= is_deadlock(&search);
  }
  struct any_sms *any = any_asked(question);
  enum any_sms_end end = any_views(any, any_nodes_of(system)).end;
  bool stuck = end == ANY_SMS_PROVED && any_sms_find_stuck(any).left;
  if (end == ANY_SMS_PROVED && (refuted || (deadlocks && !stuck)))
    fail_msg("%s, %s: is proved, and a search refutes %s", system->name,
             mutant_text(system, question->mutant), refuted ? "it" : "that it has no deadlock");
  judged->all++;
  judged->refuted += refuted;
  judged->proved += end == ANY_SMS_PROVED;
  judged->stuck += stuck;
  judged->undecided += !refuted && end != ANY_SMS_PROVED;
  any_sms_free(any);
}

/* With views of two SMs, or orders of times. */
static bool has_many_joins(const struct system *system) {
  return any_nodes_of(system) == 2 || system->time == TIME_LOGICAL;
}

static struct mutants_judged judge_mutants(const char *model, unsigned apart) {
  struct any_question question = { .setting = setting_named(model), .capacity = 2 };
  question.joins_max = has_many_joins(question.setting.system) ? JOINS_MAX_OF_MANY : JOINS_MAX;
  struct mutants_judged judged = { 0 };
  for (unsigned i = 0; i < mutant_count(question.setting.system); i += apart) {
    struct mutant mutant = mutant_at(question.setting.system, i);
    question.mutant = &mutant;
    judge(&question, &judged);
  }
  print_message("%s: %u mutants, %u refuted by a search; %u proved, of which %u may be stuck; "
                "%u neither\n",
                model, judged.all, judged.refuted, judged.proved, judged.stuck, judged.undecided);
  return judged;
}

static void refuted_mutants_are_not_proved(void **state) {
  static const char *const quick[] = { "gpu-vi", "lcc", "rcc-o" };
  static const char *const others[] = { "wt",        "incoherent-l1", "no-l1",
                                        "tc-strong", "rcc",           "tc-weak" };
  (void)state;
  for (unsigned i = 0; i < sizeof quick / sizeof *quick; i++) {
    struct mutants_judged judged = judge_mutants(quick[i], test_sample(19, 7, 2));
    assert_true(judged.refuted > 0 && judged.proved > 0);
  }
  for (unsigned i = 0; i < sizeof others / sizeof *others && test_is_of_ci(); i++)
    judge_mutants(others[i], test_sample(29, 29, 5));
  if (test_is_whole()) judge_mutants("gtsc-sc", 29);
}

/* Searches of 3 and 4 SMs show the first two faults.  The other two need 5 and 6. */
static void an_l2_that_goes_on_too_early(void **state) {
  (void)state;
  for (int acknowledgements = 1; acknowledgements <= 4; acknowledgements++) {
    struct planted *planted = gpu_vi_that_counts(acknowledgements);
    struct any_question question = { .setting = setting_named("gpu-vi") };
    question.setting.system = &planted->system;
    uint64_t properties = any_properties(&question.setting);
    for (unsigned sms = 2; sms <= 4 && (int)sms <= acknowledgements + 2; sms++) {
      if (sms == 4 && acknowledgements > 2) break;
      bool is_broken = any_search(&question, NULL, sms, 0, properties).broken & properties;
      assert_int_equal(is_broken, (int)sms == acknowledgements + 2);
    }
    struct any_sms *any = any_asked(&question);
    assert_int_equal(any_views(any, 1).end, ANY_SMS_ALARM);
    any_sms_free(any);
    free(planted);
  }
}

/* --- toys --- */

enum { EVENT_ASK = EVENT_OWN, EVENT_PUT, EVENT_GIVEN, EVENT_FETCHED, EVENT_COUNT };
#define ON(event) (1ull << EVENT_##event)
static const char *const events[] = { "LOAD",          "STORE", "ATOMIC", "LOAD_ACQUIRE",
                                      "STORE_RELEASE", "FENCE", "EVICT",  "EXPIRY",
                                      "Get",           "Put",   "Data",   "Fetched" };
enum { STATE_I, STATE_W };
enum { I = 1 << STATE_I, W = 1 << STATE_W };
enum { STATE_FREE, STATE_BUSY };
enum { FREE = 1 << STATE_FREE, BUSY = 1 << STATE_BUSY };
static const char *const l1_states[] = { "I", "W" };
static const char *const hub_states[] = { "free", "busy" };

/* The faults. */
enum toy_fault {
  NO_TOY_FAULT,
  HUB_COUNTS,     /* the hub goes wrong when the n-th SM becomes a sharer */
  L1_COUNTS,      /* the L1 that is told that it is the n-th goes wrong */
  HUB_POPCOUNT,   /* the hub goes wrong if it has exactly three sharers when it is asked */
  HUB_KNOWS_SIZE, /* the hub goes wrong in a machine of more than three SMs */
  QUEUE_STORE,    /* the hub goes wrong where a store waits behind the load that it serves */
  QUEUE_SANDWICH, /* the same where a load, a store and a load wait in this order */
  PAIRS,          /* an L1 goes wrong after two loads and two stores were left to wait */
  OWNER           /* no fault: the first sharer is the owner, too */
};
enum { QUEUE_ROOM = 3 };
enum { PARAMETER_FAULT, PARAMETER_SMS };

static unsigned asked_by(const struct step *s) { return step_sm_of(s, step_incoming(s)->from); }
static bool has_fault(const struct step *s, enum toy_fault fault) {
  return step_parameter(s, PARAMETER_FAULT) == (int)fault;
}

static void ask(struct step *s) {
  step_enqueue(s, s->request);
  unsigned type = s->event == EVENT_STORE ? EVENT_PUT : EVENT_ASK;
  step_send(s, type, step_controller_of_line(s, s->at))->request = *s->request;
}

static void answer(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply(s, &request, 0);
}

/* Counts SMs that were no sharers, up to the last that matters. */
static void add_sharer(struct step *s) {
  uint8_t bit = (uint8_t)(1u << asked_by(s));
  if (!(s->line->sharers & bit) && s->line->flag < step_parameter(s, PARAMETER_SMS))
    s->line->flag++;
  s->line->sharers |= bit;
}

static void add_owner(struct step *s) {
  if (has_fault(s, OWNER) && s->line->owner == NO_ONE) s->line->owner = (uint8_t)asked_by(s);
}

static void give(struct step *s) {
  step_send(s, EVENT_GIVEN, step_incoming(s)->from)->flag = s->line->flag;
}

static void wait(struct step *s) { step_enqueue(s, &step_incoming(s)->request); }

static void serve_first(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_send(s, EVENT_GIVEN, step_controller_of_core(s, request.core));
}

static bool is_wrong_told(const struct step *s) {
  unsigned flag = step_incoming(s)->flag;
  return has_fault(s, L1_COUNTS) ? (int)flag == step_parameter(s, PARAMETER_SMS)
                                 : has_fault(s, PAIRS) && flag;
}
static bool is_right_told(const struct step *s) { return !is_wrong_told(s); }

static bool hub_is_wrong(const struct step *s) {
  const struct line *line = s->line;
  bool is_new = !(line->sharers >> asked_by(s) & 1);
  if (has_fault(s, HUB_COUNTS)) return is_new && line->flag + 1 == step_parameter(s, PARAMETER_SMS);
  if (has_fault(s, HUB_POPCOUNT)) return is_new && __builtin_popcount(line->sharers) == 3;
  return has_fault(s, HUB_KNOWS_SIZE) && s->shape->sms > 3;
}
static bool hub_is_right(const struct step *s) { return !hub_is_wrong(s); }

static bool waits_at(const struct line *line, unsigned i, unsigned event) {
  return i < line->waiting && line->queue[i].event == event;
}
static bool queue_is_wrong(const struct step *s) {
  const struct line *line = s->line;
  bool pair = waits_at(line, 0, EVENT_LOAD) && waits_at(line, 1, EVENT_STORE);
  if (has_fault(s, QUEUE_STORE)) return pair;
  return has_fault(s, QUEUE_SANDWICH) && pair && waits_at(line, 2, EVENT_LOAD);
}
static bool queue_is_right(const struct step *s) { return !queue_is_wrong(s); }

static bool fetches(const struct step *s) { return s->state == STATE_BUSY; }
static bool has_room(const struct step *s) { return s->line->waiting < QUEUE_ROOM; }
static bool has_no_room(const struct step *s) { return !has_room(s); }
static bool waits_one(const struct step *s) { return s->line->waiting == 1; }
static bool waits_more(const struct step *s) { return s->line->waiting > 1 && queue_is_right(s); }
static bool serves_wrongly(const struct step *s) {
  return s->line->waiting > 1 && !queue_is_right(s);
}

static const struct row l1_rows[] = {
  ROW("toy", I, LOAD | STORE, always, W, ask),
  STALL("toy", W, LOAD | STORE, always),
  ROW("toy", W, ON(GIVEN), is_right_told, I, answer),
  NEVER_WHEN("toy", W, ON(GIVEN), is_wrong_told),
  NEVER("toy", I, ON(GIVEN)),
};

/* Counts sharers, and answers at once. */
static const struct row counting_rows[] = {
  ROW("toy", FREE, ON(ASK) | ON(PUT), hub_is_right, SAME, add_sharer, add_owner, give),
  NEVER_WHEN("toy", FREE, ON(ASK) | ON(PUT), hub_is_wrong),
  NEVER("toy", BUSY, ON(ASK) | ON(PUT)),
  NEVER("toy", FREE | BUSY, ON(FETCHED)),
};

/* Lets requests wait while it fetches, and serves them one by one.  With more room in its queue, a
 * machine could not hold all that may wait. */
static const struct row queueing_rows[] = {
  ROW("toy", FREE | BUSY, ON(ASK) | ON(PUT), has_room, BUSY, wait),
  STALL("toy", FREE | BUSY, ON(ASK) | ON(PUT), has_no_room),
  ROW("toy", BUSY, ON(FETCHED), waits_one, FREE, serve_first),
  ROW("toy", BUSY, ON(FETCHED), waits_more, SAME, serve_first),
  NEVER_WHEN("toy", BUSY, ON(FETCHED), serves_wrongly),
  NEVER("toy", FREE, ON(FETCHED)),
};

/* A hub that lets requests wait, and then serves them in pairs, the first load with the first
 * store. Where two loads and two stores are left by a pair, the next ones are answered wrongly. */
static void serve(struct step *s, unsigned index) {
  struct request request = step_dequeue(s, index);
  step_send(s, EVENT_GIVEN, step_controller_of_core(s, request.core))->flag = s->line->flag;
}

/* The first that waits with such a request; -1: none does. */
static int first_waiting(const struct line *line, unsigned event) {
  for (unsigned i = 0; i < line->waiting; i++)
    if (line->queue[i].event == event) return (int)i;
  return -1;
}

static bool two_wait(const struct line *line, unsigned event) {
  unsigned count = 0;
  for (unsigned i = 0; i < line->waiting; i++) count += line->queue[i].event == event;
  return count >= 2;
}

static void serve_pair(struct step *s) {
  struct line *line = s->line;
  int load = first_waiting(line, EVENT_LOAD), store;
  if (load >= 0) serve(s, (unsigned)load);
  store = first_waiting(line, EVENT_STORE);
  if (store >= 0) serve(s, (unsigned)store);
  if (load < 0 || store < 0) return;
  line->flag = two_wait(line, EVENT_LOAD) && two_wait(line, EVENT_STORE);
}

static void stop_serving(struct step *s) { s->line->flag = 0; }

static bool closes(const struct step *s) { return s->state == STATE_BUSY || s->line->waiting; }
static bool none_waits(const struct step *s) { return !s->line->waiting; }
static bool some_wait(const struct step *s) { return s->line->waiting; }

static const struct row pairing_rows[] = {
  ROW("toy", FREE, ON(ASK) | ON(PUT), always, SAME, wait),
  ROW("toy", FREE, ON(FETCHED), always, BUSY),
  STALL("toy", BUSY, ON(ASK) | ON(PUT), always),
  ROW("toy", BUSY, ON(FETCHED), some_wait, SAME, serve_pair),
  ROW("toy", BUSY, ON(FETCHED), none_waits, FREE, stop_serving),
};

#define TOY(rows_, enabled_)                                                                       \
  {                                                                                                \
    .name = "toy", .title = "a toy", .source = "none", .not_modelled = "everything",               \
    .kinds = { { .name = "L1",                                                                     \
                 .table = TABLE(l1_rows, l1_states, I, events, LOAD | STORE | ON(GIVEN)),          \
                 .instances = ONE_PER_SM,                                                          \
                 .lease = NO_LEASE },                                                              \
               { .name = "hub",                                                                    \
                 .table = TABLE(rows_, hub_states, FREE, events, ON(ASK) | ON(PUT) | ON(FETCHED)), \
                 .internals = { { .event = EVENT_FETCHED,                                          \
                                  .over = PER_LINE,                                                \
                                  .enabled = enabled_ } },                                         \
                 .internal_count = 1,                                                              \
                 .instances = ONE_PER_BANK,                                                        \
                 .lease = NO_LEASE } },                                                            \
    .events = events, .event_count = EVENT_COUNT,                                                  \
    .networks = { { "up", UNORDERED, 8 }, { "down", UNORDERED, 8 } }, .network_count = 2,          \
    .messages = { [EVENT_ASK] = { "Get", 0, .lease = NO_LEASE },                                   \
                  [EVENT_PUT] = { "Put", 0, .lease = NO_LEASE },                                   \
                  [EVENT_GIVEN] = { "Data", 1, .lease = NO_LEASE } },                              \
    .lower = lower_nothing, .claims = { [CORE_IO] = { .offered = true } }, .core = CORE_IO,        \
    .client = LOAD | STORE,                                                                        \
    .parameters = { { "fault", 0, 0, OWNER, "the fault" },                                         \
                    { "sms", 3, 1, 6, "SMs that it needs" } },                                     \
  }

static const struct system counting_toy = TOY(counting_rows, fetches);
static const struct system queueing_toy = TOY(queueing_rows, fetches);
static const struct system pairing_toy = TOY(pairing_rows, closes);

static struct any_question toy_with(const struct system *system, enum toy_fault fault, int sms) {
  return (struct any_question){
    .setting = { .system = system, .core = CORE_IO, .values = { (int)fault, sms } }
  };
}

static enum any_sms_end end_of_toy(const struct system *system, enum toy_fault fault, int sms,
                                   unsigned nodes) {
  struct any_question question = toy_with(system, fault, sms);
  struct any_sms *any = any_asked(&question);
  struct any_sms_result result = any_views(any, nodes);
  if (result.end == ANY_SMS_PROVED) assert_int_equal(any_sms_find_stuck(any).left, 0);
  any_sms_free(any);
  return result.end;
}

static bool is_broken_among(const struct system *system, enum toy_fault fault, int needs,
                            unsigned sms) {
  struct any_question question = toy_with(system, fault, needs);
  struct search_result search = any_search(&question, NULL, sms, 0, CLAIM(PROPERTY_NEVER));
  if (search.end != SEARCH_VIOLATION) assert_int_equal(search.end, SEARCH_COMPLETE);
  return search.broken & CLAIM(PROPERTY_NEVER);
}

/* Without a fault.  An owner is one: no trial has two. */
static void right_toys_are_proved(void **state) {
  (void)state;
  for (unsigned nodes = 1; nodes <= 2; nodes++) {
    for (int sms = 3; sms <= 6; sms++)
      assert_int_equal(end_of_toy(&counting_toy, NO_TOY_FAULT, sms, nodes), ANY_SMS_PROVED);
    assert_int_equal(end_of_toy(&counting_toy, OWNER, 3, nodes), ANY_SMS_PROVED);
    assert_int_equal(end_of_toy(&queueing_toy, NO_TOY_FAULT, 1, nodes), ANY_SMS_PROVED);
  }
}

/* Faults that so many SMs show, and fewer do not. */
static void faults_that_need_many_sms(void **state) {
  static const enum toy_fault faults[] = { HUB_COUNTS, L1_COUNTS };
  (void)state;
  for (unsigned i = 0; i < 2; i++)
    for (int sms = 3; sms <= 6; sms++) {
      assert_false(is_broken_among(&counting_toy, faults[i], sms, (unsigned)sms - 1));
      assert_true(is_broken_among(&counting_toy, faults[i], sms, (unsigned)sms));
      for (unsigned nodes = 1; nodes <= 2; nodes++)
        assert_int_equal(end_of_toy(&counting_toy, faults[i], sms, nodes), ANY_SMS_ALARM);
    }
}

/* A hub that counts its sharers at once, or knows the number of SMs, breaks the promise. */
static void hubs_that_tell_sms_apart(void **state) {
  (void)state;
  assert_false(is_broken_among(&counting_toy, HUB_POPCOUNT, 1, 3));
  assert_true(is_broken_among(&counting_toy, HUB_POPCOUNT, 1, 4));
  assert_int_equal(end_of_toy(&counting_toy, HUB_POPCOUNT, 1, 1), ANY_SMS_NOT_ALIKE);
  assert_int_equal(end_of_toy(&counting_toy, HUB_POPCOUNT, 1, 2), ANY_SMS_NOT_ALIKE);
  assert_false(is_broken_among(&counting_toy, HUB_KNOWS_SIZE, 1, 3));
  assert_true(is_broken_among(&counting_toy, HUB_KNOWS_SIZE, 1, 4));
  assert_int_equal(end_of_toy(&counting_toy, HUB_KNOWS_SIZE, 1, 1), ANY_SMS_NOT_ALIKE);
  assert_int_equal(end_of_toy(&counting_toy, HUB_KNOWS_SIZE, 1, 2), ANY_SMS_NOT_ALIKE);
}

/* Views forget the order in a queue, so a machine has them in every order. */
static void queues_whose_order_matters(void **state) {
  (void)state;
  assert_false(is_broken_among(&queueing_toy, QUEUE_STORE, 1, 1));
  assert_true(is_broken_among(&queueing_toy, QUEUE_STORE, 1, 2));
  assert_false(is_broken_among(&queueing_toy, QUEUE_SANDWICH, 1, 2));
  assert_true(is_broken_among(&queueing_toy, QUEUE_SANDWICH, 1, 3));
  for (unsigned nodes = 1; nodes <= 2; nodes++) {
    assert_int_not_equal(end_of_toy(&queueing_toy, QUEUE_STORE, 1, nodes), ANY_SMS_PROVED);
    assert_int_not_equal(end_of_toy(&queueing_toy, QUEUE_SANDWICH, 1, nodes), ANY_SMS_PROVED);
  }
}

/* Where two SMs are served in one step, more than two of those that wait alike must be put. */
static void two_served_at_once(void **state) {
  (void)state;
  assert_false(is_broken_among(&pairing_toy, PAIRS, 1, 5));
  assert_true(is_broken_among(&pairing_toy, PAIRS, 1, 6));
  for (unsigned threads = 1; threads <= 2; threads++) {
    struct any_question question = toy_with(&pairing_toy, PAIRS, 1);
    question.threads = threads;
    struct any_sms *any = any_asked(&question);
    for (unsigned nodes = 1; nodes <= 2; nodes++)
      assert_int_not_equal(any_views(any, nodes).end, ANY_SMS_PROVED);
    any_sms_free(any);
  }
}

int main(int argc, char **argv) { /* the name of one test, to run that alone */
  const struct CMUnitTest tests[] = { cmocka_unit_test(refuted_mutants_are_not_proved),
                                      cmocka_unit_test(an_l2_that_goes_on_too_early),
                                      cmocka_unit_test(right_toys_are_proved),
                                      cmocka_unit_test(faults_that_need_many_sms),
                                      cmocka_unit_test(hubs_that_tell_sms_apart),
                                      cmocka_unit_test(queues_whose_order_matters),
                                      cmocka_unit_test(two_served_at_once) };
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
