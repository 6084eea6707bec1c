/* Proofs and mutants as JSON. */
#include "base/memory.h"
#include "report/audit_text.h"
#include "report/files.h"
#include "report/json.h"
#include "report/matrix_text.h"
#include "report/mutation_text.h"
#include "report/proof_text.h"

static void put_head(struct json *json, const char *command, const struct setting *setting) {
  char *name = setting_name(setting);
  json_open(json, NULL, '{');
  json_text(json, "command", command);
  json_number(json, "version", 1);
  json_text(json, "turnsole", TURNSOLE_VERSION);
  json_text(json, "model", name);
  json_text(json, "core", core_kind_name(setting->core));
  parameters_json(json, setting);
  memory_free(name);
}

static void put_property(struct json *json, const struct proof *proof, unsigned property) {
  bool untold = proof_not_told_apart(proof) >> property & 1;
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

/* Of several: one, which stands for all; or each by itself; or all together. */
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

void proof_json(FILE *out, const struct proof *proof, const struct took *took) {
  struct json json = json_on(out);
  put_head(&json, "prove", &proof->subject.setting);
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
                (int64_t)proof->stand_for);
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
  if (proof->deadlock_told) {
    static const char *const rooms[] = { "shared", "of each address", "enough" };
    json_open(&json, "waits", '{');
    json_number(&json, "kinds", proof->waits.kinds);
    json_number(&json, "left", proof->waits.left);
    json_text(&json, "room", rooms[proof->waits.room]);
    json_close(&json, '}');
  }
  if (proof->counterexample) json_number(&json, "steps", proof->counterexample->trace->length);
  promises_json(&json, proof);
  audits_json(&json, proof);
  took_json(&json, took);
  json_number(&json, "status", proof_status(proof));
  json_close(&json, '}');
}

static void put_fate(struct json *json, const struct mutation *mutation,
                     const struct mutant_fate *fate) {
  static const char *const killers[] = { "survived", "start-up", "test", "client" };
  json_open(json, NULL, '{');
  json_text(json, "mutant", fate->text);
  json_text(json, "killed_by", fate->open ? "open" : killers[fate->killer]);
  if (fate->killer == KILLED_BY_TEST) json_text(json, "test", suite_test_name(fate->test));
  if (fate->killer == KILLED_BY_TEST || fate->killer == KILLED_BY_PROOF) {
    const char *property = property_title(mutation->setting.system, fate->property);
    json_text(json, "property", fate->stuck ? "progress" : fate->endless ? "ends" : property);
    json_number(json, "steps", fate->steps);
  }
  if (fate->fault) json_text(json, "fault", fate->fault);
  if (fate->killer == SURVIVED) {
    json_text(json, "left", trace_left_text(fate->left));
    if (!mutation->clients) json_text(json, "reason", fate->reason);
  }
  json_close(json, '}');
}

void mutation_json(FILE *out, const struct mutation *mutation, const struct took *took) {
  struct json json = json_on(out);
  struct mutation_totals totals = mutation_totals(mutation);
  put_head(&json, "mutate", &mutation->setting);
  json_truth(&json, "clients_alone", mutation->clients);
  json_open(&json, "mutants", '[');
  for (unsigned i = 0; i < mutation->count; i++) put_fate(&json, mutation, &mutation->fates[i]);
  json_close(&json, ']');
  json_number(&json, "survivors", totals.killed[SURVIVED]);
  if (!mutation->clients) {
    json_number(&json, "unexplained", totals.unexplained);
    json_number(&json, "not_equivalent", totals.elsewhere);
    json_number(&json, "argued_alone", totals.argued);
    json_number(&json, "stale", survivors_stale(&mutation->reasons));
  }
  json_number(&json, "open", totals.open);
  took_json(&json, took);
  json_number(&json, "status", mutation_status(mutation));
  json_close(&json, '}');
}
