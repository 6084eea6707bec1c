/* JSON as in RFC 8259: text is UTF-8; control characters and invalid UTF-8 are escaped. */
#include "report/json.h"

#include <inttypes.h>
#include <string.h>
#include "base/text.h"
#include "report/names.h"

struct json json_on(FILE *out) {
  return (struct json){ .out = out, .first = true };
}

static void put_string(FILE *out, const char *text) {
  fputc('"', out);
  for (const unsigned char *at = (const unsigned char *)text; *at;) {
    unsigned length = text_utf8_length((const char *)at);
    if (*at == '"' || *at == '\\') fprintf(out, "\\%c", *at);
    else if (*at == '\n') fputs("\\n", out);
    else if (*at < 0x20 || *at == 0x7f || !length) fprintf(out, "\\u%04x", *at);
    else fwrite(at, 1, length, out);
    at += length ? length : 1;
  }
  fputc('"', out);
}

static void put_key(struct json *json, const char *key) {
  if (!json->first) fputc(',', json->out);
  if (json->depth) fprintf(json->out, "\n%*s", (int)json->depth * 2, "");
  json->first = false;
  if (!key) return;
  put_string(json->out, key);
  fputs(": ", json->out);
}

void json_open(struct json *json, const char *key, char bracket) {
  put_key(json, key);
  fputc(bracket, json->out);
  json->depth++;
  json->first = true;
}

void json_close(struct json *json, char bracket) {
  json->depth--;
  if (!json->first) fprintf(json->out, "\n%*s", (int)json->depth * 2, "");
  fputc(bracket, json->out);
  if (!json->depth) fputc('\n', json->out);
  json->first = false;
}

void json_text(struct json *json, const char *key, const char *value) {
  put_key(json, key);
  if (value) put_string(json->out, value);
  else fputs("null", json->out);
}

FILE *json_print_begin(struct json *json) { return printing_begin(&json->printing); }

void json_print_end(struct json *json, const char *key) {
  json_text(json, key, printing_end(&json->printing));
  printing_free(&json->printing);
}

void json_number(struct json *json, const char *key, int64_t value) {
  put_key(json, key);
  fprintf(json->out, "%" PRId64, value);
}

void json_real(struct json *json, const char *key, double value) {
  put_key(json, key);
  fprintf(json->out, "%.6g", value);
}

void json_truth(struct json *json, const char *key, bool value) {
  put_key(json, key);
  fputs(value ? "true" : "false", json->out);
}

void json_words(struct json *json, const char *key, const char *words) {
  json_open(json, key, '[');
  for (const char *at = words; *(at += strspn(at, " ")); at += strcspn(at, " ")) {
    char word[128];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
    json_text(json, NULL, word);
  }
  json_close(json, ']');
}

/* --- shared parts --- */

struct json json_begin(FILE *out, const char *command) {
  struct json json = json_on(out);
  json_open(&json, NULL, '{');
  json_text(&json, "command", command);
  json_number(&json, "version", 1);
  json_text(&json, "turnsole", TURNSOLE_VERSION);
  return json;
}

void cost_json(struct json *json, const struct cost *cost) {
  if (!cost) return;
  json_open(json, "took", '{');
  json_real(json, "seconds", cost->seconds);
  if (cost->explored) json_real(json, "states_per_second", cost_states_per_second(cost));
  if (cost->held) json_real(json, "bytes_per_state", cost_bytes_per_state(cost));
  json_number(json, "peak_bytes", (int64_t)cost->peak_bytes);
  json_close(json, '}');
}

void json_end(struct json *json, const struct cost *cost, int status) {
  cost_json(json, cost);
  json_number(json, "status", status);
  json_close(json, '}');
}

void json_parameters(struct json *json, const struct setting *setting) {
  json_open(json, "parameters", '{');
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    json_number(json, setting->system->parameters[i].name, setting->values[i]);
  json_close(json, '}');
}

void json_setting_name(struct json *json, const char *key, const struct setting *setting) {
  setting_print(json_print_begin(json), setting, 0);
  json_print_end(json, key);
}

void json_setting(struct json *json, const struct setting *setting) {
  json_setting_name(json, "model", setting);
  json_text(json, "core", core_kind_name(setting->core));
  json_parameters(json, setting);
}

void json_client(struct json *json, const struct client *client) {
  json_number(json, "sms", client->sms);
  json_number(json, "threads", client->threads);
  json_number(json, "addresses", client->lines);
  json_number(json, "words", client->two_words ? 2 : 1);
  json_number(json, "values", client->values);
}

void json_properties(struct json *json, const char *key, const struct system *system,
                     uint64_t properties) {
  json_open(json, key, '[');
  for (unsigned i = 0; i < PROPERTIES; i++)
    if (properties >> i & 1) json_text(json, NULL, property_title(system, (enum property)i));
  json_close(json, ']');
}

void json_promise(void *context, const char *name, const char *about, const char *without) {
  struct json *json = context;
  json_open(json, NULL, '{');
  json_text(json, "promise", name);
  if (*about) json_text(json, "about", about);
  if (*without) json_text(json, "without", without);
  json_close(json, '}');
}

void json_row(struct json *json, const char *key, const struct row *row) {
  json_open(json, key, '{');
  json_text(json, "file", row_file(row));
  json_number(json, "line", row->line);
  json_text(json, "source", row->source);
  json_close(json, '}');
}
