/* What searches took, in JSON. */
#include "report/files.h"

void took_json(struct json *json, const struct took *took) {
  if (!took) return;
  json_open(json, "took", '{');
  json_real(json, "seconds", took->seconds);
  if (took->made) json_real(json, "states_per_second", took_states_a_second(took));
  if (took->held) json_real(json, "bytes_per_state", took_bytes_a_state(took));
  json_number(json, "peak_bytes", (int64_t)took->in_all);
  json_close(json, '}');
}
