/* See any_sms_report.h. */
#include "report/any_sms_report.h"

#include <inttypes.h>
#include <string.h>
#include "abstract/sm_marks.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/wrap.h"
#include "machine/assumptions.h"
#include "machine/channel.h"
#include "machine/describe.h"
#include "machine/fields.h"
#include "machine/names.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/names.h"
#include "report/proof_files.h"
#include "report/proof_text.h"

/* --- verdicts --- */

const char *any_sms_verdict_name(const struct any_sms_proof *proof) {
  if (proof->violation) return proof_verdict_name(proof->violation);
  if (any_sms_proof_misses_violation(proof)) return "missing-violation";
  return any_sms_proof_status(proof) == 0 ? "proved" : "undecided";
}

const char *any_sms_end_text(enum any_sms_end end) {
  switch (end) {
  case ANY_SMS_PROVED: return "complete";
  case ANY_SMS_ALARM: return "an alarm";
  case ANY_SMS_NOT_ALIKE: return "a step tells SMs apart that look alike";
  case ANY_SMS_NAMES_ANOTHER: return "an SM, or a message of one, names another SM (pairs)";
  case ANY_SMS_NO_ROOM: return "more SMs, requests or times than a machine can hold";
  case ANY_SMS_OUT_OF_TIME: return "out of time (--time)";
  case ANY_SMS_OUT_OF_MEMORY: return "out of memory (--memory)";
  }
  return "";
}

/* Why nothing is proved; NULL: it is. */
static const char *why_undecided(const struct any_sms_proof *proof) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  if (result->end != ANY_SMS_PROVED) return any_sms_end_text(result->end);
  if (proof->shown.missed) return "a search shows views that were not found: SMs are not alike";
  if (!proof->deadlock_asked)
    return "a channel of an SM's own was full, so that deadlock is open; all else holds";
  return proof->stuck.left ? "a deadlock is not excluded" : NULL;
}

/* --- a configuration in words --- */

struct shown_configuration {
  FILE *out;
  unsigned nodes;
  bool done;
};

static void print_part(FILE *out, struct text *text) {
  wrap_print(out, wrap_width(out), "      ", text->bytes ? text->bytes : "");
  text_free(text);
}

static void print_controller(FILE *out, const struct machine *machine, unsigned controller,
                             const slot_t *state) {
  struct text text = { 0 };
  name_add_controller(&text, machine, controller);
  struct text content = { 0 };
  describe_controller(&content, machine, controller, state[controller_slot(machine, controller)],
                      false);
  text_add(&text, ":%s%s", *content.bytes == ' ' ? "" : " ", content.bytes);
  text_free(&content);
  print_part(out, &text);
}

static void print_channel(FILE *out, const struct machine *machine, unsigned channel,
                          const slot_t *state) {
  unsigned count;
  const struct message *messages =
      channel_messages(machine, state[channel_slot(machine, channel)], &count);
  for (unsigned i = 0; i < count; i++) {
    struct text text = { 0 };
    name_add_controller(&text, machine, messages[i].from);
    text_add(&text, " -> ");
    name_add_controller(&text, machine, messages[i].to);
    text_add(&text, ": ");
    describe_message(&text, machine, &messages[i]);
    print_part(out, &text);
  }
}

/* Prints the nodes and the hubs of the first state; bystanders have no more than marks. */
static void print_state(void *context, const struct sm_frame *frame, const slot_t *state) {
  struct shown_configuration *shown = context;
  const struct machine *machine = frame->machine;
  if (shown->done) return;
  shown->done = true;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    struct text text = { 0 };
    if (machine->shape.sm_of_core[core] >= shown->nodes) continue;
    name_add_core(&text, machine, core);
    text_add(&text, ": ");
    struct text fields = { 0 };
    describe_core(&fields, machine, core, state[core_slot(machine, core)]);
    fields_add(&text, fields.bytes, false);
    text_free(&fields);
    print_part(shown->out, &text);
  }
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    if (sm_frame_sm_of(&machine->shape, i) < (int)shown->nodes)
      print_controller(shown->out, machine, i, state);
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    if (state[channel_slot(machine, i)] != EMPTY) print_channel(shown->out, machine, i, state);
  if (machine->shape.sms > shown->nodes)
    fprintf(shown->out,
            "      SMs from %u on stand for all other SMs: only what is kept of them counts\n",
            shown->nodes);
  else fputs("      of other SMs nothing is kept\n", shown->out);
}

static void print_configuration(FILE *out, const struct any_sms_proof *proof,
                                const struct configuration *configuration, unsigned nodes) {
  struct shown_configuration shown = { out, nodes, false };
  any_sms_put(proof->any, configuration, nodes, print_state, &shown);
}

struct printed_steps {
  FILE *out;
  unsigned count;
};

struct step_label {
  const struct sm_frame *frame;
  const slot_t *to;
  uint32_t label;
  bool found;
};

static void find_label(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct step_label *search = context;
  size_t size = machine_model(search->frame->machine)->width * sizeof *to;
  (void)kind;
  if (search->found || !to || memcmp(to, search->to, size)) return;
  search->found = true;
  search->label = label;
}

/* Prints one step, as machine_describe_step names it. */
static void print_step(void *context, const struct sm_frame *frame, const slot_t *from,
                       const slot_t *to) {
  struct printed_steps *printed = context;
  const struct model *model = machine_model(frame->machine);
  struct step_label search = { .frame = frame, .to = to };
  void *worker = model->worker_new(model);
  model->successors(model, worker, from, find_label, &search);
  model->worker_free(model, worker);
  char head[24];
  struct printing printing;
  FILE *out = printing_begin(&printing);
  if (search.found) model->describe_step(model, out, from, search.label, to);
  else fputs("(a step that is not shown)\n", out);
  snprintf(head, sizeof head, "    %2u. ", ++printed->count);
  wrap_print(printed->out, wrap_width(printed->out), head, printing_end(&printing));
  printing_free(&printing);
}

/* Prints how the view without one SM of the alarm was found. */
static void print_made_of(FILE *out, const struct any_sms_proof *proof, unsigned lacks,
                          bool quiet) {
  const struct configuration *alarm = &any_sms_proof_result(proof)->alarm;
  struct any_sms_made_of made_of = any_sms_made_of(proof->any, alarm, lacks);
  struct printed_steps printed = { out, 0 };
  fprintf(out, "  made of       the view without SM %u (%s), found by %u %s from joined states%s\n",
          lacks, made_of.is_shown ? "seen in a search" : "seen in no search", made_of.depth,
          text_numbered(made_of.depth, "step", "steps"), quiet ? "" : ":");
  if (!quiet) any_sms_each_step(proof->any, alarm, lacks, print_step, &printed);
}

static void print_alarm(FILE *out, const struct any_sms_proof *proof, bool quiet) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  const struct system *system = proof->subject.setting.system;
  fputs("  alarm         ", out);
  if (result->end == ANY_SMS_ALARM) {
    fputs("this state, joined of views, breaks ", out);
    properties_print(out, system, result->broken);
    fputs("; no run of ", out);
    for (unsigned i = 0; i < proof->search_count; i++)
      fprintf(out, "%s%u", i ? " or " : "", proof->searches[i].sms);
    fputs(" SMs was seen to reach it\n", out);
  } else fputs("in this state, joined of views\n", out);
  print_configuration(out, proof, &result->alarm, result->nodes + 1);
  for (unsigned lacks = 0; lacks <= result->nodes; lacks++)
    if (lacks && result->alarm.node[lacks] == result->alarm.node[lacks - 1])
      fprintf(out, "  made of       the view without SM %u, which is the same\n", lacks);
    else print_made_of(out, proof, lacks, quiet);
}

static void print_stuck(FILE *out, const struct any_sms_proof *proof) {
  if (!proof->deadlock_asked || !proof->stuck.left) return;
  fprintf(out,
          "  deadlock      undecided: of %" PRIu32 " views that no step of theirs helps, %" PRIu32
          " may wait for each other; one of them:\n",
          proof->stuck.stuck, proof->stuck.left);
  print_configuration(out, proof, &proof->stuck.first, 1);
}

/* --- the text --- */

static void print_subject(FILE *out, const struct any_sms_proof *proof) {
  const struct client *client = &proof->subject.client;
  char *name = setting_name(&proof->subject.setting);
  fprintf(out, "%s (%s cores), the most general client: any number of SMs, %u %s on each, ", name,
          core_kind_name(proof->subject.setting.core), proof->threads,
          text_numbered(proof->threads, "thread", "threads"));
  memory_free(name);
  fprintf(out, "%u %s%s, %u %s: ", client->lines,
          text_numbered(client->lines, "address", "addresses"),
          client->two_words ? " of two words" : "", client->values,
          text_numbered(client->values, "value", "values"));
}

static void print_searches(FILE *out, const struct any_sms_proof *proof) {
  for (unsigned i = 0; i < proof->search_count; i++) {
    const struct any_sms_search *search = &proof->searches[i];
    fprintf(out, "%s%u SMs %" PRIu64 " %s (%s)", i ? ", " : "  searched      ", search->sms,
            search->states, text_numbered(search->states, "state", "states"),
            search_end_text(search->end));
  }
  if (proof->search_count) fputc('\n', out);
}

static void print_holds(FILE *out, const struct any_sms_proof *proof) {
  uint64_t holds = any_sms_proof_holds(proof);
  if (!holds) return;
  fputs("  holds         ", out);
  properties_print(out, proof->subject.setting.system, holds);
  fputc('\n', out);
}

static void print_views(FILE *out, const struct any_sms_proof *proof) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  fprintf(out, "  SMs           %s: %" PRIu32 " views of %u %s and what is kept of others%s",
          result->end == ANY_SMS_PROVED ? "any number" : "undecided", result->views, result->nodes,
          text_numbered(result->nodes, "SM", "SMs"),
          result->end == ANY_SMS_PROVED ? ", which no step of any SM leads out of" : "");
  if (proof->shows_all) fprintf(out, "; %u SMs show all of them", proof->shows_all);
  fputc('\n', out);
}

static void print_alike(FILE *out, const struct any_sms_proof *proof) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  fputs("  alike         SMs are, to the controllers that they share, the record promises; each "
        "step was tried with an idle SM more",
        out);
  if (result->most_alike)
    fprintf(out, ", and with up to %u SMs of which the same is kept", result->most_alike);
  fprintf(out, " (%" PRIu64 " trials)\n", result->trials);
}

/* In physical time all addresses have one clock, which ticks for all of them at once. */
static bool shares_only_clock(const struct any_sms_proof *proof) {
  const struct setting *setting = &proof->subject.setting;
  return setting->system->time == TIME_REMAINING && setting_lines_share_clock(setting);
}

static void print_assumed(FILE *out, const struct any_sms_proof *proof) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  const struct system *system = proof->subject.setting.system;
  if (system->network_count) {
    fputs("  room          bags and queues that SMs share are as long as there are SMs; of each "
          "SM: ",
          out);
    capacities_list_print(out, &proof->subject, result->blocked);
  }
  if (proof->subject.options.only_line)
    fputs("  addresses     each by itself: what holds of it holds among any number of addresses, "
          "deadlock apart\n",
          out);
  else if (system->promises.lines_apart || shares_only_clock(proof))
    fprintf(out, "  addresses     share nothing%s, the record promises: one for all, any number\n",
            system->promises.lines_apart ? "" : " but a clock that all SMs have");
  else fprintf(out, "  addresses     %u; more may show more\n", proof->subject.client.lines);
  if (machine_tries_data(any_sms_machine(proof->any)))
    fputs("  values        are only moved, the record promises, and each step was tried with "
          "others: any number\n",
          out);
  if (system->own_invariant.holds || system->own_invariant.holds_in_flight)
    fprintf(
        out,
        "  own invariant speaks of at most %u SMs at once, it is supposed; of an owner it is asked "
        "only where the owner is looked at\n",
        system->own_invariant.of_one_sm ? 1 : result->nodes + 1);
}

static void print_promise(void *context, const char *name, const char *about, const char *without) {
  FILE *out = context;
  fprintf(out, "  rests on      %s%s%s (not checked%s%s)\n", name, *about ? " of " : "", about,
          *without ? "; searches without: " : "", without);
}

void any_sms_print(FILE *out, const struct any_sms_proof *proof, bool quiet) {
  if (proof->violation) {
    proof_print(out, proof->violation, quiet);
    return;
  }
  const struct any_sms_result *result = any_sms_proof_result(proof);
  const char *why = why_undecided(proof);
  print_subject(out, proof);
  colour_put(out, why ? NOTABLE : GOOD,
             why ? "undecided for any number of SMs" : "proved for any number of SMs");
  if (any_sms_proof_misses_violation(proof))
    fputs(", THOUGH THE RECORD OF THE VARIANT SAYS THAT AN INVARIANT IS LOST", out);
  else if (setting_losses(&proof->subject.setting))
    fputs("; the violation that the record of the variant speaks of needs another client", out);
  if (why) fprintf(out, ": %s, with views of %u", why, result->nodes);
  if (result->end == ANY_SMS_ALARM && result->nodes < ANY_SMS_VIEWS_MAX)
    fprintf(out, " (--views %u looks at %u SMs at a time)", result->nodes + 1, result->nodes + 1);
  fputc('\n', out);
  parameters_print(out, &proof->subject.setting);
  if (result->end == ANY_SMS_ALARM || result->end == ANY_SMS_NOT_ALIKE ||
      result->end == ANY_SMS_NAMES_ANOTHER)
    print_alarm(out, proof, quiet);
  print_holds(out, proof);
  print_stuck(out, proof);
  print_views(out, proof);
  print_searches(out, proof);
  print_alike(out, proof);
  print_assumed(out, proof);
  if (result->end == ANY_SMS_PROVED)
    assumptions_each(any_sms_machine(proof->any), print_promise, out);
  fprintf(out, "  work          %" PRIu64 " joined states, %" PRIu64 " steps, %.1f s\n",
          result->configurations, result->steps, proof->seconds);
}

/* --- files --- */

static const char *verdict_of_property(const struct any_sms_proof *proof, unsigned property) {
  if (any_sms_proof_holds(proof) >> property & 1) return "holds";
  return "undecided";
}

static void put_searches(struct json *json, const struct any_sms_proof *proof) {
  json_open(json, "searches", '[');
  for (unsigned i = 0; i < proof->search_count; i++) {
    json_open(json, NULL, '{');
    json_number(json, "sms", proof->searches[i].sms);
    json_number(json, "states", (int64_t)proof->searches[i].states);
    json_text(json, "end", search_end_text(proof->searches[i].end));
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void put_result(struct json *json, const struct any_sms_result *result) {
  json_open(json, NULL, '{');
  json_number(json, "sms_of_a_view", result->nodes);
  json_number(json, "views", result->views);
  json_number(json, "joined", (int64_t)result->configurations);
  json_number(json, "steps", (int64_t)result->steps);
  json_number(json, "trials", (int64_t)result->trials);
  json_number(json, "most_alike", result->most_alike);
  json_truth(json, "blocked", result->blocked);
  json_text(json, "end", any_sms_end_text(result->end));
  json_close(json, '}');
}

static void put_alarm(struct json *json, const struct any_sms_proof *proof) {
  const struct any_sms_result *result = any_sms_proof_result(proof);
  if (result->end == ANY_SMS_PROVED || result->end == ANY_SMS_OUT_OF_TIME ||
      result->end == ANY_SMS_OUT_OF_MEMORY)
    return;
  json_properties(json, "alarm", proof->subject.setting.system, result->broken);
  FILE *text = json_print_begin(json);
  print_configuration(text, proof, &result->alarm, result->nodes + 1);
  json_print_end(json, "alarm_state");
}

static void put_proof(struct json *json, const struct any_sms_proof *proof) {
  for (unsigned i = 0; i < PROPERTIES; i++) {
    if (!(proof->claimed >> i & 1) || i == PROPERTY_OVERFLOW) continue;
    json_open(json, NULL, '{');
    json_text(json, "name", property_title(proof->subject.setting.system, (enum property)i));
    json_text(json, "verdict", verdict_of_property(proof, i));
    json_close(json, '}');
  }
}

void any_sms_json(FILE *out, const struct any_sms_proof *proof) {
  if (proof->violation) {
    proof_json(out, proof->violation, NULL);
    return;
  }
  struct json json = json_begin(out, "prove");
  const struct client *client = &proof->subject.client;
  json_setting(&json, &proof->subject.setting);
  json_open(&json, "configuration", '{');
  json_text(&json, "sms", "any");
  json_number(&json, "threads_on_each", proof->threads);
  json_number(&json, "addresses", client->lines);
  json_number(&json, "words", client->two_words ? 2 : 1);
  json_number(&json, "values", client->values);
  json_truth(&json, "each_address", proof->subject.options.only_line != 0);
  json_close(&json, '}');
  json_text(&json, "verdict", any_sms_verdict_name(proof));
  const char *why = why_undecided(proof);
  if (why) json_text(&json, "text", why);
  json_open(&json, "properties", '[');
  put_proof(&json, proof);
  json_close(&json, ']');
  put_searches(&json, proof);
  json_open(&json, "views", '[');
  for (unsigned i = 0; i < proof->tries; i++) put_result(&json, &proof->results[i]);
  json_close(&json, ']');
  json_number(&json, "shown_by_sms", proof->shows_all);
  put_alarm(&json, proof);
  if (proof->deadlock_asked) {
    json_open(&json, "deadlock", '{');
    json_number(&json, "stuck_views", proof->stuck.stuck);
    json_number(&json, "left", proof->stuck.left);
    json_close(&json, '}');
  }
  json_open(&json, "rests_on", '[');
  json_promise(&json, "SMs are alike", "", "");
  assumptions_each(any_sms_machine(proof->any), json_promise, &json);
  json_close(&json, ']');
  json_end(&json, NULL, any_sms_proof_status(proof));
}

void any_sms_junit(FILE *out, const struct any_sms_proof *proof, bool quiet) {
  if (proof->violation) {
    proof_junit(out, proof->violation, quiet);
    return;
  }
  char *name = setting_name(&proof->subject.setting);
  struct report_place place = place_of_record(proof->subject.setting.system);
  struct junit_suite suite;
  junit_suite_begin(&suite, name);
  const char *why = why_undecided(proof);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    if (!(proof->claimed >> i & 1) || i == PROPERTY_OVERFLOW) continue;
    bool holds = any_sms_proof_holds(proof) >> i & 1;
    junit_case(&suite,
               &(struct junit_test){
                   .name = property_title(proof->subject.setting.system, (enum property)i),
                   .kind = holds ? NULL : "error",
                   .message = holds ? NULL : why,
                   .seconds = suite.tests || quiet ? 0 : proof->seconds },
               &place);
  }
  junit_begin(out, "prove");
  junit_suite_end(&suite, out);
  junit_end(out);
  place_clear(&place);
  memory_free(name);
}
