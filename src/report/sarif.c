#include "report/sarif.h"

#include <ctype.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "machine/describe_step.h"
#include "protocol/table.h"
#include "report/json.h"

/* --- places --- */

/* A path as a reference (RFC 3986): relative, or a file: URI.  A byte that may not stand in it is
 * written as %NN; so is ':', which would end a scheme. */
static void put_uri(struct json *json, const char *path) {
  struct text uri = { 0 };
  if (*path == '/') text_add(&uri, "file://");
  for (const unsigned char *at = (const unsigned char *)path; *at; at++)
    if (isalnum(*at) || strchr("/-._~", *at)) text_add_bytes(&uri, (const char *)at, 1);
    else text_add(&uri, "%%%02X", *at);
  json_text(json, "uri", uri.bytes ? uri.bytes : "");
  text_free(&uri);
}

static void put_message(struct json *json, const char *text) {
  json_open(json, "message", '{');
  json_text(json, "text", text);
  json_close(json, '}');
}

static void put_location_body(struct json *json, const struct report_place *place,
                              const char *message) {
  if (place->file) {
    json_open(json, "physicalLocation", '{');
    json_open(json, "artifactLocation", '{');
    put_uri(json, place->file);
    json_close(json, '}');
    if (place->line) {
      json_open(json, "region", '{');
      json_number(json, "startLine", place->line);
      json_close(json, '}');
    }
    json_close(json, '}');
  }
  if (message) put_message(json, message);
}

static void put_location(struct json *json, const char *key, const struct report_place *place,
                         const char *message) {
  json_open(json, key, '{');
  put_location_body(json, place, message);
  json_close(json, '}');
}

/* --- runs --- */

/* `level`: 0, or 1 of a step's further rows. */
static void put_step(struct json *json, const struct report_place *place, unsigned step,
                     unsigned level, const char *message) {
  json_open(json, NULL, '{');
  put_location(json, "location", place, message);
  json_number(json, "executionOrder", step);
  json_number(json, "nestingLevel", level);
  json_close(json, '}');
}

static void put_row(struct json *json, const struct row *row, unsigned step, unsigned level,
                    const char *text) {
  struct report_place place = place_of_row(row);
  struct text cite = { 0 };
  row_cite(&cite, row);
  put_step(json, &place, step, level, level ? cite.bytes : text);
  text_free(&cite);
  place_clear(&place);
}

static void put_steps(struct json *json, const struct alert *alert) {
  const struct trace *trace = alert->run->trace;
  for (unsigned i = 0; i < trace->length; i++) {
    struct step_parts parts = machine_step_parts(alert->run->machine, trace_state(trace, i),
                                                 trace->labels[i], trace_state(trace, i + 1));
    if (!parts.row_count) put_step(json, &alert->place, i + 1, 0, parts.input.bytes);
    for (unsigned r = 0; r < parts.row_count; r++)
      put_row(json, parts.rows[r], i + 1, r > 0, parts.input.bytes);
    step_parts_clear(&parts);
  }
}

static void put_code_flows(struct json *json, const struct alert *alert) {
  json_open(json, "codeFlows", '[');
  json_open(json, NULL, '{');
  json_open(json, "threadFlows", '[');
  json_open(json, NULL, '{');
  json_open(json, "locations", '[');
  put_steps(json, alert);
  json_close(json, ']');
  json_close(json, '}');
  json_close(json, ']');
  json_close(json, '}');
  json_close(json, ']');
}

/* --- results --- */

static void put_locations(struct json *json, const struct alert *alert) {
  unsigned step;
  const struct row *row = alert->run ? counterexample_last_row(alert->run, &step) : NULL;
  json_open(json, "locations", '[');
  if (alert->place.file) put_location(json, NULL, &alert->place, NULL);
  if (row) {
    struct report_place place = place_of_row(row);
    char *message =
        memory_format("the last row of the run, in step %u of %u", step, alert->run->trace->length);
    put_location(json, NULL, &place, message);
    memory_free(message);
    place_clear(&place);
  }
  json_close(json, ']');
}

static void put_result(struct json *json, const struct alert *alert, bool baseline) {
  json_open(json, NULL, '{');
  json_text(json, "ruleId", alert->rule);
  json_number(json, "ruleIndex", alert_rule_index(alert));
  json_text(json, "level", alert->known ? "note" : alert->inconclusive ? "warning" : "error");
  char *known = alert->known ? memory_format("known (%s): %s", alert->known, alert->message) : NULL;
  put_message(json, known ? known : alert->message);
  memory_free(known);
  put_locations(json, alert);
  if (alert->run && alert->run->trace->length) put_code_flows(json, alert);
  json_open(json, "partialFingerprints", '{');
  char *fingerprint = memory_format("%s: %s", alert->subject, alert->rule);
  json_text(json, "turnsole/v1", fingerprint);
  memory_free(fingerprint);
  json_close(json, '}');
  if (baseline) json_text(json, "baselineState", alert->in_baseline ? "unchanged" : "new");
  json_close(json, '}');
}

static void put_driver(struct json *json) {
  json_open(json, "tool", '{');
  json_open(json, "driver", '{');
  json_text(json, "name", "turnsole");
  json_text(json, "version", TURNSOLE_VERSION);
  json_open(json, "rules", '[');
  for (const struct alert_rule *rule = alert_rules; rule->name; rule++) {
    json_open(json, NULL, '{');
    json_text(json, "id", rule->name);
    json_open(json, "shortDescription", '{');
    json_text(json, "text", rule->about);
    json_close(json, '}');
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
  json_close(json, '}');
}

void sarif_write(FILE *out, const struct alerts *alerts, const char *name, bool baseline) {
  struct json json = json_on(out);
  json_open(&json, NULL, '{');
  json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json_text(&json, "version", "2.1.0");
  json_open(&json, "runs", '[');
  json_open(&json, NULL, '{');
  put_driver(&json);
  json_open(&json, "automationDetails", '{');
  char *category = memory_format("turnsole %s/", name);
  json_text(&json, "id", category);
  memory_free(category);
  json_close(&json, '}');
  json_text(&json, "columnKind", "unicodeCodePoints");
  json_open(&json, "results", '[');
  for (size_t i = 0; i < alerts->length; i++) put_result(&json, &alerts->items[i], baseline);
  json_close(&json, ']');
  json_close(&json, '}');
  json_close(&json, ']');
  json_close(&json, '}');
}
