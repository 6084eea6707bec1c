#include "report/json_parts.h"

#include "report/names.h"

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
