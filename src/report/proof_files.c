/* The man page describes the fields. */
#include "report/proof_files.h"

#include "base/memory.h"
#include "machine/assumptions.h"
#include "machine/clients.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/names.h"
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

void proof_json(FILE *out, const struct proof *proof, const struct cost *cost) {
  struct json json = json_begin(out, "prove");
  json_setting(&json, &proof->subject.setting);
  put_configuration(&json, proof);
  json_text(&json, "verdict", proof_verdict_name(proof));
  json_text(&json, "text", proof_verdict_text(proof));
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
  put_promises(&json, proof);
  json_truth(&json, "audited", proof->audited);
  put_audits(&json, proof);
  json_end(&json, cost, proof_status(proof));
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

/* Does a variant lose the invariants that its record says it does? */
static const char *kind_of_record(const struct proof *proof) {
  if (proof_misses_violation(proof)) return "failure";
  return proof->result.broken & setting_losses(&proof->subject.setting) ? NULL : "skipped";
}

void proof_junit(FILE *out, const struct proof *proof) {
  bool complete = proof->result.end == SEARCH_COMPLETE;
  char *name = setting_name(&proof->subject.setting);
  char *fault = counterexample_fault(proof->counterexample);
  struct junit_suite suite;
  junit_suite_begin(&suite, name);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    if (!(proof->claimed >> i & 1)) continue;
    bool broken = proof_broken(proof) >> i & 1;
    junit_case(&suite, proof_property_title(proof, (enum property)i), kind_of_property(proof, i),
               broken     ? fault && BROKEN_BY_FAULT >> i & 1 ? fault : "broken"
               : complete ? "undecided among several addresses"
                          : search_end_text(proof->result.end));
  }
  if (setting_losses(&proof->subject.setting))
    junit_case(&suite, "the record of the variant", kind_of_record(proof),
               proof_verdict_text(proof));
  junit_begin(out, "prove");
  junit_suite_end(&suite, out);
  junit_end(out);
  memory_free(fault);
  memory_free(name);
}
