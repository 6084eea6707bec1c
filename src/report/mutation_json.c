#include "report/mutation_json.h"

#include "mutation/survivors.h"
#include "report/json.h"
#include "report/json_parts.h"
#include "report/mutation_text.h"
#include "report/names.h"
#include "run/suite.h"

static void put_mutant(struct json *json, const struct mutation *mutation,
                       const struct mutant_result *result) {
  static const char *const killers[] = { "survived", "start-up", "test", "client" };
  json_open(json, NULL, '{');
  json_text(json, "mutant", result->text);
  json_text(json, "killed_by", result->open ? "open" : killers[result->killer]);
  if (result->killer == KILLED_BY_TEST) json_text(json, "test", suite_test_name(result->test));
  if (result->killer == KILLED_BY_TEST || result->killer == KILLED_BY_PROOF) {
    const char *property = property_title(mutation->setting.system, result->property);
    json_text(json, "property", result->stuck ? "progress" : result->endless ? "ends" : property);
    json_number(json, "steps", result->steps);
  }
  if (result->fault) json_text(json, "fault", result->fault);
  if (result->killer == SURVIVED) {
    json_text(json, "left", survival_text(result->survival));
    if (!mutation->clients) json_text(json, "reason", result->reason);
  }
  json_close(json, '}');
}

void mutation_json(FILE *out, const struct mutation *mutation, const struct cost *cost) {
  struct json json = json_begin(out, "mutate");
  struct mutation_totals totals = mutation_totals(mutation);
  json_setting(&json, &mutation->setting);
  json_truth(&json, "clients_alone", mutation->clients);
  json_open(&json, "mutants", '[');
  for (unsigned i = 0; i < mutation->count; i++) put_mutant(&json, mutation, &mutation->results[i]);
  json_close(&json, ']');
  json_number(&json, "survivors", totals.killed[SURVIVED]);
  if (!mutation->clients) {
    json_number(&json, "unexplained", totals.unexplained);
    json_number(&json, "not_equivalent", totals.elsewhere);
    json_number(&json, "argued_alone", totals.argued);
    json_number(&json, "stale", survivors_stale(&mutation->reasons));
  }
  json_number(&json, "open", totals.open);
  json_end(&json, cost, mutation_status(mutation));
}
