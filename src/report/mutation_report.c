#include "report/mutation_report.h"

#include <string.h>
#include "base/text.h"
#include "report/names.h"
#include "report/json.h"
#include "run/suite.h"

const char *survival_text(enum survival survival) {
  static const char *const texts[] = { "its row never fires", "no difference seen",
                                       "differs, but breaks nothing" };
  return texts[survival];
}

static void print_survivor(FILE *out, const struct mutant_result *result, bool asked) {
  fputs(result->open ? "a limit was hit" : survival_text(result->survival), out);
  if (asked) fprintf(out, ": %s", result->reason ? result->reason : "and nobody wrote down why");
}

/* Prints how the setting differs from the one of the call. */
static void print_setting(FILE *out, const struct setting *setting, const struct setting *own) {
  if (setting->core != own->core) fprintf(out, " with %s cores", core_kind_name(setting->core));
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    if (setting->values[i] != own->values[i])
      fprintf(out, " with %s=%d", setting->system->parameters[i].name, setting->values[i]);
}

static void print_killer(FILE *out, const struct mutant_result *result, const struct setting *own) {
  if (result->killer == KILLED_AT_START) {
    fprintf(out, "the start-up check: %s", result->fault);
    return;
  }
  if (result->stuck) {
    bool lost = result->progress == PROGRESS_NONE;
    if (result->killer == KILLED_BY_TEST)
      fprintf(out, lost ? "some run of %s can no longer end" : "some fair run of %s does not end",
              suite_test_name(result->test));
    else
      fprintf(out, "some request %s under the most general client",
              lost ? "can no longer be answered" : "is never answered");
  } else if (result->endless) {
    fprintf(out, "no run of %s ends", suite_test_name(result->test));
  } else {
    fputs(property_title(own->system, result->property), out);
    if (result->killer == KILLED_BY_TEST) fprintf(out, " on %s", suite_test_name(result->test));
    else fputs(" under the most general client", out);
  }
  print_setting(out, &result->setting, own);
  if (!result->endless && !result->stuck)
    fprintf(out, ", in %u %s", result->steps, text_numbered(result->steps, "step", "steps"));
}

void mutant_fate_print(FILE *out, const struct mutation *mutation,
                       const struct mutant_result *result) {
  if (result->killer == SURVIVED) print_survivor(out, result, !mutation->clients);
  else print_killer(out, result, &mutation->setting);
}

/* A survivor needs a reason, unless clients alone were tried. */
static void print_mutant(FILE *out, const struct mutation *mutation,
                         const struct mutant_result *result) {
  static const char *const marks[] = { "SURVIVED", "start-up", "killed", "killed" };
  bool explained = result->killer != SURVIVED || result->reason || mutation->clients;
  fputs("  ", out);
  colour_put(out, explained ? PLAIN : BAD,
             result->killer == SURVIVED && explained ? "survived" : marks[result->killer]);
  fprintf(out, "  %s: ", result->text);
  mutant_fate_print(out, mutation, result);
  fputc('\n', out);
}

void stale_reasons_print(FILE *out, const struct survivors *survivors) {
  for (unsigned i = 0; i < survivors->count; i++) {
    const struct survivor_reason *reason = &survivors->items[i];
    if (!survivors_is_stale(survivors, i)) continue;
    colour_put(out, BAD, "  STALE");
    fprintf(out, "     %s, line %u: %s: %s\n", survivors->path, reason->line, reason->text,
            reason->known ? "this mutant is killed" : "there is no such mutant");
  }
}

void mutation_totals_print(FILE *out, const struct mutation *mutation) {
  struct mutation_totals totals = mutation_totals(mutation);
  unsigned survive = totals.killed[SURVIVED], stale = survivors_stale(&mutation->reasons);
  const char *survives = text_numbered(survive, "survives", "survive");
  setting_print(out, &mutation->setting, 0);
  fprintf(out, ": %u %s%s: ", mutation->count, text_numbered(mutation->count, "mutant", "mutants"),
          mutation->clients ? " under clients alone" : "");
  if (!mutation->clients) fprintf(out, "%u killed by tests, ", totals.killed[KILLED_BY_TEST]);
  fprintf(out, "%u %sby the most general client, %u at start; %u %s, ",
          totals.killed[KILLED_BY_PROOF], mutation->clients ? "killed " : "",
          totals.killed[KILLED_AT_START], survive, survives);
  if (mutation->clients)
    fprintf(out, "%u of them of rows that never fire", totals.survival[SURVIVES_UNREACHED]);
  else fprintf(out, "%u of them without a reason", totals.unexplained);
  if (totals.elsewhere)
    fprintf(out, "; %u not equivalent, killed by what the reason names", totals.elsewhere);
  if (totals.argued)
    fprintf(out, "; %u of which the reason is all there is, as a limit was hit", totals.argued);
  if (totals.open) fprintf(out, "; %u open", totals.open);
  if (stale) fprintf(out, "; %u stale %s", stale, text_numbered(stale, "reason", "reasons"));
  fputc('\n', out);
}

void mutation_print(FILE *out, const struct mutation *mutation, bool quiet) {
  for (unsigned i = 0; i < mutation->count; i++)
    if (!quiet || mutation->results[i].killer == SURVIVED)
      print_mutant(out, mutation, &mutation->results[i]);
  stale_reasons_print(out, &mutation->reasons);
  mutation_totals_print(out, mutation);
}

/* --- mutation json --- */

static void put_mutant(struct json *json, const struct mutation *mutation,
                       const struct mutant_result *result) {
  static const char *const killers[] = { "survived", "start-up", "test", "client" };
  json_open(json, NULL, '{');
  json_text(json, "mutant", result->text);
  const struct table *table = &mutation->setting.system->kinds[result->mutant.kind].table;
  json_row(json, "row", &table->rows[result->mutant.row]);
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
