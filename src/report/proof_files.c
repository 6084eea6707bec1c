/* The man page describes the fields. */
#include "report/proof_files.h"
#include "report/proved_clients.h"

#include "base/memory.h"
#include "base/text.h"
#include "machine/assumptions.h"
#include "machine/clients.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/known_failures.h"
#include "report/names.h"
#include "report/proof_alerts.h"
#include "report/proof_text.h"
#include "report/steps.h"
#include "run/counterexample.h"
#include "run/subject.h"
#include "verify/audit.h"
#include "run/coverage.h"

static void put_property(struct json *json, const struct proof *proof, unsigned property) {
  bool untold = proof_undecided(proof) >> property & 1;
  bool claimed = proof->claimed >> property & 1, broken = proof->result.broken >> property & 1;
  bool violated = broken && property != PROPERTY_OVERFLOW;
  if (!claimed && !broken) return;
  json_open(json, NULL, '{');
  json_text(json, "name", proof_property_title(proof, (enum property)property));
  json_truth(json, "claimed", claimed);
  const char *unbroken = untold                                 ? "undecided"
                         : proof->result.end == SEARCH_COMPLETE ? "holds"
                                                                : "open";
  json_text(json, "verdict", violated ? "broken" : unbroken);
  json_close(json, '}');
}

/* How several addresses were explored. */
static const char *addresses_explored(const struct proof *proof) {
  const struct machine *machine = proof_machine(proof);
  if (proof->each) return "each by itself";
  return machine && machine_one_line(machine) ? "one for all" : "together";
}

static void put_configuration(struct json *json, const struct proof *proof) {
  const struct client *client = &proof->subject.client;
  json_open(json, "configuration", '{');
  if (client->topology.gpms) {
    json_number(json, "gpus", client->topology.gpus);
    if (!client->topology.no_homes) json_number(json, "gpms", client->topology.gpms);
    json_number(json, "placements", proof->placements);
    if (proof->placement) json_number(json, "placement", proof->placement);
  }
  json_number(json, "sms", client->sms);
  json_number(json, "threads", client->threads);
  json_truth(json, "spread", client->spread);
  json_number(json, "addresses", client->lines);
  if (client->lines > 1) json_text(json, "addresses_explored", addresses_explored(proof));
  json_number(json, "words", client->two_words ? 2 : 1);
  json_number(json, "values", client->values);
  json_truth(json, "for_any_values", proof_is_of_any_values(proof));
  json_number(json, "capacity", proof->subject.options.capacity);
  json_truth(json, "evictions", !proof->subject.options.no_evictions);
  json_truth(json, "each_address", proof->each);
  json_truth(json, "reductions", !proof->subject.options.no_reduction);
  json_open(json, "reductions_off", '[');
  const char *off[REDUCTIONS];
  for (unsigned i = 0, count = subject_reductions_off(&proof->subject.options, off); i < count; i++)
    json_text(json, NULL, off[i]);
  json_close(json, ']');
  json_close(json, '}');
}

static void put_promises(struct json *json, const struct proof *proof) {
  const struct machine *machine = proof_machine(proof);
  if (!machine) return;
  json_open(json, "rests_on", '[');
  assumptions_each(machine, json_promise, json);
  json_close(json, ']');
}

static void put_search(struct json *json, const struct audit_search *search) {
  json_open(json, NULL, '{');
  json_client(json, &search->client);
  json_number(json, "states", (int64_t)search->states);
  json_text(json, "end", limit_text(search->end));
  json_close(json, '}');
}

static void put_audit(struct json *json, const struct proof *proof, enum audit_kind kind) {
  const struct audit *audit = &proof->audits.items[kind];
  json_open(json, NULL, '{');
  json_text(json, "name", audit_name(kind));
  const char *lacks = audit_lacks(audit);
  if (lacks) json_text(json, audit->count ? "cut_short" : "why_not", lacks);
  json_open(json, "searches", '[');
  for (unsigned i = 0; i < audit->count; i++) put_search(json, &audit->searches[i]);
  json_close(json, ']');
  json_properties(json, "broken", proof->subject.setting.system, audit->broken);
  if (kind == AUDIT_PROGRAMS && audit->programs) {
    json_number(json, "programs", audit->programs);
    json_number(json, "bounded", audit->bounded);
    json_number(json, "not_judged", audit->unjudged);
    json_number(json, "violations", audit->violations);
  }
  if (kind == AUDIT_PROGRESS && audit->count) {
    json_text(json, "progress", progress_level_name(audit->found));
    json_text(json, "claimed", progress_level_name(audit->due));
  }
  json_close(json, '}');
}

static void put_row(void *context, const struct controller_kind *kind, const struct row *row) {
  struct json *json = context;
  json_open(json, NULL, '{');
  json_text(json, "controller", kind->name);
  json_row(json, "row", row);
  json_close(json, '}');
}

static void put_audits(struct json *json, const struct proof *proof) {
  if (!proof->audited) return;
  json_open(json, "audits", '[');
  for (enum audit_kind kind = 0; kind < AUDITS; kind++) put_audit(json, proof, kind);
  json_close(json, ']');
  if (proof->counterexample || !proof->exercised) return;
  json_open(json, "never_fired", '[');
  exercise_unfired(&proof->exercise, proof->subject.setting.system, put_row, json);
  json_close(json, ']');
  json_open(json, "says_nothing", '[');
  for (unsigned i = 0; i < PROPERTIES; i++)
    if (proof->claimed >> i & 1 && exercise_vacuous(&proof->exercise, (enum property)i))
      json_text(json, NULL, proof_property_title(proof, (enum property)i));
  json_close(json, ']');
}

/* The states of each level. */
static void put_growth(struct json *json, const struct search_result *result) {
  json_open(json, "growth", '[');
  for (unsigned i = 0; i <= result->depth && i < SEARCH_LEVELS_KEPT; i++)
    json_number(json, NULL, (int64_t)result->levels[i]);
  json_close(json, ']');
}

void proof_json(FILE *out, const struct proof *proof, const struct cost *cost) {
  struct json json = json_begin(out, "prove");
  json_setting(&json, &proof->subject.setting);
  put_configuration(&json, proof);
  json_text(&json, "verdict", proof_verdict_name(proof));
  json_text(&json, "text", proof_verdict_text(proof));
  if (proof->baseline) json_truth(&json, "known", proof->known);
  char *fault = counterexample_fault(proof->counterexample);
  if (fault) json_text(&json, "fault", fault);
  memory_free(fault);
  json_open(&json, "properties", '[');
  for (unsigned i = 0; i < PROPERTIES; i++) put_property(&json, proof, i);
  json_close(&json, ']');
  const struct system *system = proof->subject.setting.system;
  json_open(&json, "not_asked", '[');
  for (unsigned e = 0; e < system->event_count; e++)
    if (system_not_asked(system) >> e & 1) json_text(&json, NULL, system->events[e]);
  json_close(&json, ']');
  json_number(&json, "states", (int64_t)proof->result.states);
  if (proof->machine) {
    json_truth(&json, "one_address", machine_one_line(proof->machine));
    json_truth(&json, "assumes_ticks", machine_assumes_ticks(proof->machine));
    json_number(&json, "symmetries", machine_symmetries(proof->machine));
    json_number(&json, proof_expanded_all(proof) ? "stand_for" : "expanded_stand_for",
                (int64_t)proof->represented);
  }
  json_number(&json, "transitions", (int64_t)proof->result.transitions);
  json_number(&json, "depth", proof->result.depth);
  put_growth(&json, &proof->result);
  json_truth(&json, "blocked", proof->result.blocked);
  json_text(&json, "end", search_end_text(proof->result.end));
  if (proof->result.cut_short) json_truth(&json, "cut_short", true);
  if (proof->result.unfit) json_truth(&json, "unfit", true);
  json_truth(&json, "exact", !proof->lossy);
  if (proof->lossy) {
    char *probability = memory_format("%.6g", proof->result.omission);
    json_text(&json, "visited", proof->lossy);
    json_text(&json, "omission_probability", probability);
    memory_free(probability);
  }
  if (proof->deadlock_decided) {
    static const char *const rooms[] = { "shared", "of each address", "enough" };
    json_open(&json, "waits", '{');
    json_number(&json, "kinds", proof->waits.kinds);
    json_number(&json, "left", proof->waits.left);
    json_text(&json, "room", rooms[proof->waits.room]);
    json_close(&json, '}');
  }
  if (proof->counterexample) {
    json_number(&json, "steps", proof->counterexample->trace->length);
    counterexample_json(&json, "run", proof->counterexample);
  }
  if (!proof->lossy && text_equal(proof_verdict_name(proof), "inconclusive"))
    proved_client_json(&json, &proof->subject);
  put_promises(&json, proof);
  json_truth(&json, "audited", proof->audited);
  put_audits(&json, proof);
  baseline_json(&json, proof->baseline);
  json_end(&json, cost, proof_status(proof));
}

void proof_elsewhere_json(FILE *out, const struct setting *setting, const struct shard *shard) {
  struct json json = json_begin(out, "prove");
  json_setting(&json, setting);
  fprintf(json_print_begin(&json), "%u/%u", shard->number, shard->count);
  json_print_end(&json, "shard");
  json_text(&json, "verdict", "elsewhere");
  json_end(&json, NULL, 0);
}

void proof_elsewhere_junit(FILE *out) {
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"turnsole prove\">\n</testsuites>\n",
        out);
}

/* --- proof junit --- */

/* A property that is not broken holds if the search was complete; after a violation it stays
 * open. */
static const char *kind_of_property(const struct proof *proof, unsigned property) {
  if (proof_broken(proof) >> property & 1) return "failure";
  if (proof_undecided(proof) >> property & 1 || proof->result.end == SEARCH_VIOLATION)
    return "skipped";
  if (proof->waits.left && property == PROPERTY_DEADLOCK) return "error";
  return proof->result.end == SEARCH_COMPLETE ? NULL : "error";
}

/* Of the record of a variant: does it lose the invariants that it says? */
static const char *kind_of_record(const struct proof *proof) {
  if (proof_misses_violation(proof)) return "failure";
  return proof->result.broken & setting_losses(&proof->subject.setting) ? NULL : "skipped";
}

/* A suite, and what its cases share. */
struct proof_cases {
  struct junit_suite suite;
  const struct proof *proof;
  struct report_place place; /* of the record */
  char *run;                 /* the counterexample as text; NULL: there is none */
  double seconds;            /* of the search, on its first case */
};

static void put_case(struct proof_cases *cases, struct junit_test test,
                     const struct report_place *place) {
  bool known = cases->proof->known && test.kind && text_equal(test.kind, "failure");
  char *message =
      known ? memory_format("known: %s: %s", baseline_title(cases->proof->baseline), test.message)
            : NULL;
  if (known) test.kind = "skipped", test.message = message;
  if (!cases->suite.tests) test.seconds = cases->seconds;
  junit_case(&cases->suite, &test, place);
  memory_free(message);
}

static void put_properties(struct proof_cases *cases) {
  const struct proof *proof = cases->proof;
  bool complete = proof->result.end == SEARCH_COMPLETE;
  char *fault = counterexample_fault(proof->counterexample);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    if (!(proof->claimed >> i & 1)) continue;
    bool broken = proof_broken(proof) >> i & 1;
    bool shown = broken && cases->run && proof->counterexample->trace->property == i;
    struct junit_test test = { .name = proof_property_title(proof, (enum property)i),
                               .kind = kind_of_property(proof, i),
                               .message = broken
                                              ? fault && BROKEN_BY_FAULT >> i & 1 ? fault : "broken"
                                          : complete ? "undecided among several addresses"
                                                     : search_end_text(proof->result.end),
                               .body = shown ? cases->run : NULL };
    put_case(cases, test, &cases->place);
  }
  memory_free(fault);
}

/* Of a variant that loses something. */
static void put_record(struct proof_cases *cases) {
  const struct proof *proof = cases->proof;
  if (!setting_losses(&proof->subject.setting)) return;
  bool lost = !proof_misses_violation(proof) &&
              proof->result.broken & setting_losses(&proof->subject.setting);
  char *message = memory_format("%s%s", lost ? "known: " : "", proof_verdict_text(proof));
  put_case(cases,
           (struct junit_test){ .name = "the record of the variant",
                                .kind = lost ? "skipped" : kind_of_record(proof),
                                .message = message,
                                .body = lost ? cases->run : NULL },
           &cases->place);
  memory_free(message);
}

/* Failures of no property: of audits, and of --strict. */
static void put_others(struct proof_cases *cases) {
  const struct proof *proof = cases->proof;
  struct alerts alerts = { 0 };
  proof_alerts(&alerts, proof);
  for (size_t i = 0; i < alerts.length; i++) {
    const struct alert *alert = &alerts.items[i];
    bool of_property = alert_rule_index(alert) < PROPERTY_OUTCOME ||
                       text_equal(alert->rule, property_name(PROPERTY_LOAD_VALUE));
    if (of_property || alert->inconclusive || text_equal(alert->rule, "missing-violation"))
      continue;
    put_case(cases,
             (struct junit_test){ .name = alert->rule,
                                  .kind = "failure",
                                  .message = alert->message,
                                  .body = alert->run ? cases->run : NULL },
             &alert->place);
  }
  alerts_clear(&alerts);
}

void proof_junit(FILE *out, const struct proof *proof, bool quiet) {
  char *name = setting_name(&proof->subject.setting);
  struct printing run;
  FILE *memory = printing_begin(&run);
  if (proof->counterexample) counterexample_print(memory, proof->counterexample);
  struct proof_cases cases = { .proof = proof,
                               .place = place_of_record(proof->subject.setting.system),
                               .run = printing_end(&run),
                               .seconds = quiet ? 0 : proof->result.seconds };
  if (!proof->counterexample) cases.run = NULL;
  junit_suite_begin(&cases.suite, name);
  put_properties(&cases);
  put_record(&cases);
  put_others(&cases);
  junit_begin(out, "prove");
  junit_suite_end(&cases.suite, out);
  junit_end(out);
  place_clear(&cases.place);
  printing_free(&run);
  memory_free(name);
}
