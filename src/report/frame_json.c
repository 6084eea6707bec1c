/* Frames, and proofs of compositions, as JSON; the man page says what the fields mean. */
#include "base/memory.h"
#include "report/files.h"
#include "report/json.h"

static struct json begin(FILE *out, const char *command) {
  struct json json = json_on(out);
  json_open(&json, NULL, '{');
  json_text(&json, "command", command);
  json_number(&json, "version", 1);
  json_text(&json, "turnsole", TURNSOLE_VERSION);
  return json;
}

static void put_model(struct json *json, const struct setting *setting) {
  char *name = setting_name(setting);
  json_text(json, "model", name);
  memory_free(name);
}

static void put_properties(struct json *json, const char *key, uint64_t properties) {
  json_open(json, key, '[');
  for (unsigned p = 0; p < COMPOSITION_PROPERTIES; p++)
    if (properties >> p & 1) json_text(json, NULL, composition_property_name(p));
  json_close(json, ']');
}

static void put_rendering(struct json *json, const struct rendering *rendering) {
  json_number(json, "dealings", rendering->dealings);
  json_number(json, "stand_for", rendering->stand_for);
  json_number(json, "states", (int64_t)rendering->states);
  json_number(json, "transitions", (int64_t)rendering->transitions);
  json_number(json, "depth", rendering->depth);
  json_truth(json, "blocked", rendering->blocked);
  json_truth(json, "complete", rendering->complete);
}

static unsigned claims_of(const struct setting *setting) {
  return composition_claims(&(struct setting){ .system = setting->system }); /* the system's, of a variant, too */
}

void frames_into_json(struct json *json, const struct frame_results *results) {
  json_open(json, "frames", '[');
  for (size_t i = 0; i < results->length; i++) {
    const struct frame_result *result = &results->items[i];
    json_open(json, NULL, '{');
    put_model(json, result->setting);
    json_text(json, "frame", result->frame->name);
    json_text(json, "path", result->frame->path);
    json_text(json, "verdict", frame_verdict_name(result->verdict));
    if (result->misstated) json_text(json, "fault", result->misstated);
    put_properties(json, "broken", result->made.broken & claims_of(result->setting));
    put_rendering(json, &result->made);
    json_close(json, '}');
  }
  json_close(json, ']');
}

void frames_json(FILE *out, const struct frame_results *results) {
  struct json json = begin(out, "run");
  frames_into_json(&json, results);
  json_close(&json, '}');
}

static const char *frame_proof_verdict(const struct frame_proof *proof) {
  if (proof->broken) return proof->broken & composition_claims(&proof->setting) ? "violation" : "known-violation";
  return !proof->complete ? "inconclusive" : frame_proof_misses_violation(proof) ? "missing-violation" : "proved";
}

/* What was asked of one sequence of groups; the figures are of all sizes and links together. */
static void put_sequence(struct json *json, const struct frame_part *part, unsigned sequence, const struct rendering *made) {
  json_open(json, NULL, '{');
  json_text(json, "group", frame_sequence_title(sequence));
  json_open(json, "sizes", '[');
  for (unsigned i = 0; i < part->size_count; i++) {
    json_open(json, NULL, '{');
    json_number(json, "gpus", part->sizes[i].gpus);
    json_number(json, "draws", part->sizes[i].draws);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_open(json, "links", '[');
  for (unsigned i = 0; i < part->link_count; i++) json_number(json, NULL, part->links[i]);
  json_close(json, ']');
  put_rendering(json, made);
  json_close(json, '}');
}

void frame_proof_json(FILE *out, const struct frame_proof *proof) {
  struct json json = begin(out, "prove");
  static const char *const clients[] = { "one group; and, small, one and two in a row", "one group", "two groups in a row" };
  unsigned claims = claims_of(&proof->setting);
  put_model(&json, &proof->setting);
  json_number(&json, "gpus", proof->client.gpus);
  json_number(&json, "draws", proof->client.draws);
  json_text(&json, "client", clients[proof->client.groups]);
  json_text(&json, "verdict", frame_proof_verdict(proof));
  put_properties(&json, "holds", claims & ~proof->broken);
  put_properties(&json, "broken", proof->broken);
  if (proof->setting.variant) put_properties(&json, "lost", proof->setting.variant->invariants_lost);
  json_open(&json, "groups", '[');
  for (unsigned p = 0; p < proof->part_count; p++)
    for (unsigned i = proof->parts[p].begin; i < proof->parts[p].end; i++)
      if (proof->made[p][i].dealings) put_sequence(&json, &proof->parts[p], i, &proof->made[p][i]);
  json_close(&json, ']');
  json_number(&json, "status", frame_proof_status(proof));
  json_close(&json, '}');
}
