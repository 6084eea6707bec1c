/* See support.h. */
#include "engine/machine_search.h"
#include "support.h"
#include "base/memory.h"
#include "protocol/lower.h"
#include "protocol/step.h"
#include "machine/outcomes.h"
#include "litmus/condition.h"

/* --- the memory --- */

enum { EVENT_SERVE = EVENT_OWN, EVENT_COUNT };
#define SERVE (1ull << EVENT_SERVE)
#define M 1u
static const char *const states[] = { "M" };
static const char *const events[] = { "LOAD",  "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE",
                                      "FENCE", "EVICT", "EXPIRY", "SERVE" };

static void wait(struct step *s) { step_enqueue(s, s->request); }
static void pass(struct step *s) { step_reply(s, s->request, 0); }

static void serve(struct step *s) {
  struct request request = step_dequeue(s, step_choose(s, s->line->waiting));
  int64_t old = s->line->memory.word[request.word];
  if (request.event != EVENT_LOAD) {
    step_perform(s, request.word, NO_TIME);
    data_write(&s->line->memory, request.word, request_result(&request, old));
  }
  step_reply(s, &request, old);
}

static bool someone_waits(const struct step *s) { return s->line->waiting > 0; }
static const struct data *value(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}

static const struct row rows[] = {
  ROW("toy", M, LOAD | STORE | ATOMIC, always, SAME, wait),
  ROW("toy", M, FENCE, always, SAME, pass),
  ROW("toy", M, SERVE, always, SAME, serve),
};

#define TOY(interlock)                                                 \
  .title = "a toy", .source = "none", .not_modelled = "everything",    \
  .kinds = { { .name = "memory",                                       \
               .table = { rows, 3, states, 1, M, events, EVENT_COUNT,  \
                          LOAD | STORE | ATOMIC | FENCE | SERVE },     \
               .internals = { { .event = EVENT_SERVE,                  \
                                .over = PER_LINE,                      \
                                .enabled = someone_waits } },          \
               .internal_count = 1,                                    \
               .instances = JUST_ONE,                                  \
               .value = value,                                         \
               .lease = NO_LEASE } },                                  \
  .events = events, .event_count = EVENT_COUNT, .lower = lower_fenced, \
  .claims = { [CORE_IO] = { .offered = true },                         \
              [CORE_GPU] = { .offered = true },                        \
              [CORE_WEAK] = { .offered = true } },                     \
  .same_address_interlock = (interlock), .client = LOAD | STORE | ATOMIC

SYSTEM(split) = { .name = "split", TOY(false) };
SYSTEM(interlocked) = { .name = "interlocked", TOY(true) };

/* --- questions --- */

struct program *read_program(const char *text) {
  struct diagnostic error = { NULL };
  struct program *program = litmus_read_text("test", text, strlen(text), &error);
  if (!program) fail_msg("%s\n%s", error.message, text);
  return program;
}

struct program *program_of(unsigned cta, const char *code, const char *condition) {
  char *text = memory_format(
      "PTX test\n{ x=0; y=0; z=0; }\n P0@cta 0,gpu 0 | P1@cta %u,gpu 0 ;\n%sexists (%s)\n", cta,
      code, condition);
  struct program *program = read_program(text);
  memory_free(text);
  return program;
}

struct setting setting_for(const char *system, const char *core) {
  struct setting setting;
  struct diagnostic error = { NULL };
  if (!setting_parse(&setting, system, &error) || !setting_core(&setting, core, &error))
    fail_msg("%s", error.message);
  return setting;
}

static bool keep_first(void *context, const struct placement *placement) {
  *(struct placement *)context = *placement;
  return false;
}

struct placement first_placement(const struct program *program) {
  struct placement placement;
  assert_true(placements_each(program, &(struct placement_options){ .banks = false }, keep_first,
                              &placement));
  return placement;
}

struct sought {
  const struct condition *condition;
  struct support_seen *seen;
};

static void look(void *context, const int64_t *outcome, uint64_t times) {
  const struct sought *sought = context;
  (void)times;
  sought->seen->reached |= condition_holds(sought->condition, outcome);
}

struct support_seen explore(const struct setting *setting, const struct program *program) {
  struct diagnostic error = { NULL };
  struct placement placement = first_placement(program);
  struct machine *machine = machine_new(setting, program, &placement, NULL, &error);
  if (!machine) fail_msg("%s", error.message);
  struct search_result result = machine_search(machine, &(struct search_options){ .threads = 1 });
  assert_int_equal(result.end,
                   result.broken & CLAIM(PROPERTY_OVERFLOW) ? SEARCH_TOO_SMALL : SEARCH_COMPLETE);
  struct outcome_set *everything = machine_outcomes(machine),
                     *observed = machine_outcomes_observed(program, everything);
  struct support_seen seen = { .outcomes = (unsigned)outcome_set_size(observed),
                               .broken = result.broken,
                               .states = result.states };
  outcome_set_each(observed, look, &(struct sought){ program->condition, &seen });
  outcome_set_free(everything);
  outcome_set_free(observed);
  search_result_clear(&result);
  machine_free(machine);
  return seen;
}

struct support_seen ask(const char *system, const char *core, const char *code,
                        const char *condition) {
  struct setting setting = setting_for(system, core);
  struct program *program = program_of(0, code, condition);
  struct support_seen seen = explore(&setting, program);
  program_free(program);
  return seen;
}
