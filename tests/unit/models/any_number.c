/* See any_number.h. */
#include "any_number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "protocol/step.h"

static struct machine_options options_of(const struct any_question *question) {
  return (struct machine_options){ .mutant = question->mutant,
                                   .capacity = question->capacity,
                                   .no_deferred_evictions = question->no_deferred_evictions };
}

static unsigned or_one(unsigned number) { return number ? number : 1; }

static struct client client_of(const struct any_question *question) {
  return (struct client){ .lines = or_one(question->lines),
                          .values = or_one(question->values),
                          .two_words = question->two_words };
}

uint64_t any_properties(const struct setting *setting) {
  uint64_t all = setting_invariants(setting) | setting_losses(setting) | CLAIM(PROPERTY_NEVER);
  return all & ~(uint64_t)(CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_OVERFLOW));
}

/* A clock that ticks when it is asked, once for each pair of a view and a node. So its limits are
 * the same on each computer. */
static double joins;
static double now_in_joins(void) { return joins += 1; }

struct any_sms *any_asked(const struct any_question *question) {
  const struct client client = client_of(question);
  const struct machine_options options = options_of(question);
  const struct any_sms_options any = { .threads = or_one(question->threads),
                                       .properties = any_properties(&question->setting),
                                       .deadline = question->joins_max,
                                       .now = now_in_joins };
  return any_sms_new(&question->setting, &client, &options, &any);
}

struct any_sms_result any_views(struct any_sms *any, unsigned nodes) {
  struct diagnostic error = { NULL };
  struct any_sms_result result;
  joins = 0;
  if (!any_sms_prove(any, nodes, &result, &error)) fail_msg("%s", error.message);
  return result;
}

struct search_result any_search(const struct any_question *question, struct any_sms *any,
                                unsigned sms, uint64_t states_max, uint64_t stop_at) {
  struct client client = client_of(question);
  struct machine_options options = options_of(question);
  struct diagnostic error = { NULL };
  unsigned threads = or_one(question->threads);
  client.sms = sms;
  client.threads = sms * threads;
  for (unsigned i = 0; i < client.threads; i++) client.sm_of_thread[i] = i / threads;
  options.together = options.no_ample = true;
  if (any) any_sms_attach(any, &options);
  struct machine *machine = machine_new_client(&question->setting, &client, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  const struct search_options limits = { .threads = 1,
                                         .states_max = states_max,
                                         .stop_at = stop_at };
  struct search_result result = machine_search(machine, &limits);
  search_result_clear(&result);
  machine_free(machine);
  return result;
}

struct any_question any_question_of(const struct setting *setting) {
  struct any_question question = { .setting = *setting };
  const struct variant *variant = setting->variant;
  if (!setting->system->promises.moves_data) question.values = 2;
  if (!variant) return question;
  unsigned sms = variant->shown_by.sms ? variant->shown_by.sms : 2;
  question.threads = or_one((variant->shown_by.threads + sms - 1) / sms);
  question.lines = variant->shown_by.lines;
  if (variant->shown_by.values) question.values = variant->shown_by.values;
  question.two_words = variant->shown_by.two_words;
  return question;
}

bool any_can_prove(const struct any_question *question) {
  struct any_sms *any = any_asked(question);
  struct diagnostic error = { NULL };
  bool can = any_sms_can_prove(any, &error);
  diagnostic_clear(&error);
  any_sms_free(any);
  return can;
}

unsigned any_nodes_of(const struct system *system) {
  return strcmp(system->name, "tc-strong") && strcmp(system->name, "tc-weak") ? 1 : 2;
}

const char *any_end_name(enum any_sms_end end) {
  static const char *const names[] = { "proved",  "alarm",       "not alike",    "names another",
                                       "no room", "out of time", "out of memory" };
  return names[end];
}

/* --- a fault of gpu-vi that needs so many SMs --- */

static guard *not_last;
static int enough;

static bool is_enough(const struct step *s) { return not_last(s) && s->line->flag + 1 == enough; }
static bool is_not_enough(const struct step *s) { return not_last(s) && !is_enough(s); }
static void count_one(struct step *s) { s->line->flag++; }
static void count_none(struct step *s) { s->line->flag = 0; }

struct planted *gpu_vi_that_counts(int acknowledgements) {
  enum { L2 = 1 };
  struct planted *planted = plant_new("gpu-vi");
  struct table *table = &planted->system.kinds[L2].table;
  action *strike = plant_find(planted, L2, "strike"),
         *write = plant_find(planted, L2, "write_held"),
         *no_writer = plant_find(planted, L2, "no_writer");
  struct row *row = plant_row(planted, L2, "VA", "INVACK", "not_last"),
             *other = &planted->rows[L2][table->row_count++];
  not_last = row->when;
  enough = acknowledgements;
  *other = *row;
  row->when = is_not_enough;
  plant_actions(planted, L2, row, NULL, (action *const[]){ strike, count_one, NULL });
  other->when = is_enough;
  plant_actions(planted, L2, other, "V",
                (action *const[]){ strike, write, no_writer, count_none, NULL });
  row = plant_row(planted, L2, "VA", "INVACK", "last");
  plant_actions(planted, L2, row, "V",
                (action *const[]){ strike, write, no_writer, count_none, NULL });
  return planted;
}
