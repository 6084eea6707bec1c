#include "frames/report_files.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "frames/report.h"
#include "report/junit.h"
#include "report/steps.h"

/* The man page says what the fields of the JSON mean. */

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

void frames_into_json(struct json *json, const struct frame_results *results) {
  json_open(json, "frames", '[');
  for (size_t i = 0; i < results->length; i++) {
    const struct frame_result *result = &results->items[i];
    json_open(json, NULL, '{');
    json_setting_name(json, "model", result->setting);
    json_text(json, "frame", result->frame->name);
    json_text(json, "path", result->frame->path);
    json_text(json, "verdict", frame_verdict_name(result->verdict));
    if (result->misstated) json_text(json, "fault", result->misstated);
    put_properties(json, "broken", result->made.broken & composition_invariants(result->setting));
    put_rendering(json, &result->made);
    json_close(json, '}');
  }
  json_close(json, ']');
}

void frames_json(FILE *out, const struct frame_results *results, const struct cost *cost) {
  struct json json = json_begin(out, "run");
  frames_into_json(&json, results);
  cost_json(&json, cost);
  json_close(&json, '}');
}

/* --- runs --- */

static void put_run(struct json *json, const struct frame *frame, const struct frame_run *run) {
  const struct model *model = &run->compositor->model;
  const struct trace *trace = run->trace;
  json_open(json, "run", '{');
  json_text(json, "frame", frame->name);
  dealing_print(json_print_begin(json), &run->dealing);
  json_print_end(json, "dealing");
  json_text(json, "breaks",
            trace->property == COMPOSES_WITNESS ? NULL
                                                : composition_property_name(trace->property));
  state_json(json, model, "start", trace->states);
  steps_json(json, model, trace, "steps", 0, trace->length);
  state_json(json, model, "end", trace->states + (size_t)trace->length * trace->width);
  json_close(json, '}');
}

/* --- explore --- */

static void put_image_json(struct json *json, const char *key, const struct frame *frame,
                           const struct image *image) {
  struct text text = { 0 };
  image_print(&text, frame, image);
  json_text(json, key, text.bytes);
  text_free(&text);
}

static void put_images(struct json *json, const struct frame *frame,
                       const struct rendering *rendering) {
  struct image right = image_sequential(frame);
  put_image_json(json, "sequential", frame, &right);
  json_open(json, "shown", '[');
  for (size_t i = 0; i < rendering->images.length; i++) {
    json_open(json, NULL, '{');
    put_image_json(json, "image", frame, &rendering->images.items[i]);
    json_truth(json, "right", image_equal(frame, &right, &rendering->images.items[i]));
    json_close(json, '}');
  }
  json_close(json, ']');
}

static const char *explored_verdict(const struct framed *framed, const struct rendering *rendering,
                                    unsigned claims) {
  if (framed->misstated || rendering->broken & claims) return "violation";
  return rendering->complete ? "holds" : "inconclusive";
}

struct json frames_explored_json_begin(FILE *out, const struct setting *setting,
                                       const char *witness) {
  struct json json = json_begin(out, "explore");
  json_setting_name(&json, "model", setting);
  if (witness) json_text(&json, "witness", witness);
  json_open(&json, "frames", '[');
  return json;
}

void frames_explored_json_add(struct json *json, const struct setting *setting,
                              const struct framed *framed, const struct rendering *rendering,
                              const struct frame_run *run) {
  unsigned claims = composition_invariants(setting);
  json_open(json, NULL, '{');
  json_text(json, "path", framed->path);
  if (framed->frame) json_text(json, "frame", framed->frame->name);
  if (framed->fault || framed->misstated)
    json_text(json, "fault", framed->fault ? framed->fault : framed->misstated);
  if (rendering) {
    json_text(json, "verdict", explored_verdict(framed, rendering, claims));
    put_properties(json, "holds", rendering->complete ? claims & ~rendering->broken : 0);
    put_properties(json, "broken", rendering->broken & claims);
    put_images(json, framed->frame, rendering);
    put_rendering(json, rendering);
  }
  if (run && run->trace) put_run(json, framed->frame, run);
  else if (run && !rendering)
    json_truth(json, "complete", run->complete); /* there is none, or a limit was hit */
  json_close(json, '}');
}

void frames_explored_json_end(struct json *json, const struct cost *cost, int status) {
  json_close(json, ']');
  json_end(json, cost, status);
}

/* --- proofs --- */

/* A sequence of groups, with the counts of all sizes and links together. */
static void put_sequence(struct json *json, const struct frame_part *part, unsigned sequence,
                         const struct rendering *made) {
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

void frame_proof_json(FILE *out, const struct frame_proof *proof, const struct cost *cost,
                      int status) {
  struct json json = json_begin(out, "prove");
  static const char *const clients[] = { "one group; and, small, one and two in a row", "one group",
                                         "two groups in a row" };
  static const char *const verdicts[] = { "proved", "known-violation", "violation",
                                          "missing-violation", "inconclusive" };
  unsigned claims = composition_invariants(&proof->setting);
  json_setting_name(&json, "model", &proof->setting);
  json_number(&json, "gpus", proof->client.gpus);
  json_number(&json, "draws", proof->client.draws);
  json_text(&json, "client", clients[proof->client.groups]);
  json_text(&json, "verdict", verdicts[frame_proof_verdict(proof)]);
  put_properties(&json, "holds", claims & ~proof->broken);
  put_properties(&json, "broken", proof->broken);
  if (proof->setting.variant) put_properties(&json, "lost", setting_losses(&proof->setting));
  json_open(&json, "groups", '[');
  for (unsigned p = 0; p < proof->part_count; p++)
    for (unsigned i = proof->parts[p].begin; i < proof->parts[p].end; i++)
      if (proof->made[p][i].dealings) put_sequence(&json, &proof->parts[p], i, &proof->made[p][i]);
  json_close(&json, ']');
  if (proof->run.trace) put_run(&json, proof->frame, &proof->run);
  json_end(&json, cost, status);
}

/* --- JUnit --- */

static const char *kind_of_frame(enum frame_verdict verdict) {
  if (verdict == FRAME_INCONCLUSIVE) return "error";
  return frame_verdict_is_bad(verdict) ? "failure" : NULL;
}

static void put_fault(FILE *out, const struct frame_result *result) {
  if (result->misstated) fputs(result->misstated, out);
  else if (result->verdict == FRAME_NEWLY_HOLDS)
    fputs("holds, though its record says that it fails", out);
  else if (result->verdict == FRAME_INCONCLUSIVE) fputs("a limit was hit", out);
  else fputs("broken: ", out), composition_properties_print(out, result->made.broken);
}

/* The results of one setting, which stand together.  Returns the index after them. */
static size_t put_frames(FILE *out, const struct frame_results *all, size_t from) {
  const struct frame_result *results = all->items;
  char *name = setting_name(results[from].setting);
  struct junit_suite suite;
  size_t i = from;
  junit_suite_begin(&suite, name);
  for (; i < all->length && results[i].setting == results[from].setting; i++) {
    struct printing message;
    put_fault(printing_begin(&message), &results[i]);
    struct report_place place = place_of_file(results[i].frame->path, 1);
    junit_case(&suite,
               &(struct junit_test){ .name = results[i].frame->name,
                                     .kind = kind_of_frame(results[i].verdict),
                                     .message = printing_end(&message) },
               &place);
    place_clear(&place);
    printing_free(&message);
  }
  junit_suite_end(&suite, out);
  memory_free(name);
  return i;
}

void frames_into_junit(FILE *out, const struct frame_results *results) {
  for (size_t i = 0; i < results->length;) i = put_frames(out, results, i);
}

static void add_alert(struct alerts *alerts, const struct frame_result *result) {
  char *name = setting_name(result->setting);
  char *subject = memory_format("%s on %s", name, result->frame->name);
  struct printing message;
  put_fault(printing_begin(&message), result);
  bool limited = result->verdict == FRAME_INCONCLUSIVE;
  struct alert alert = { .rule = limited ? "inconclusive" : "composition",
                         .known = result->verdict == FRAME_KNOWN
                                      ? "its record says that it fails this frame"
                                      : NULL,
                         .inconclusive = limited,
                         .message = memory_format("%s: %s", subject, printing_end(&message)),
                         .subject = subject,
                         .place = place_of_file(result->frame->path, 1) };
  alerts_add(alerts, alert);
  printing_free(&message);
  memory_free(name);
}

void frames_into_alerts(struct alerts *alerts, const struct frame_results *results) {
  for (size_t i = 0; i < results->length; i++) {
    enum frame_verdict verdict = results->items[i].verdict;
    if (frame_verdict_is_bad(verdict) || verdict == FRAME_KNOWN || verdict == FRAME_INCONCLUSIVE)
      add_alert(alerts, &results->items[i]);
  }
}

void frames_junit(FILE *out, const struct frame_results *results) {
  junit_begin(out, "run");
  frames_into_junit(out, results);
  junit_end(out);
}

void frame_proof_junit(FILE *out, const struct frame_proof *proof) {
  bool misses = frame_proof_verdict(proof) == FRAME_PROOF_MISSING;
  unsigned missed = misses ? setting_losses(&proof->setting) : 0;
  unsigned claims = composition_claims(&proof->setting) | missed;
  char *name = setting_name(&proof->setting);
  struct report_place place = place_of_record(proof->setting.system);
  struct junit_suite suite;
  junit_suite_begin(&suite, name);
  for (unsigned p = 0; p < COMPOSITION_PROPERTIES; p++) {
    if (!(claims >> p & 1)) continue;
    const char *why = proof->broken >> p & 1 ? "broken"
                      : missed >> p & 1      ? "holds, though the record says not"
                                             : NULL;
    junit_case(&suite,
               &(struct junit_test){ .name = composition_property_name(p),
                                     .kind = why               ? "failure"
                                             : proof->complete ? NULL
                                                               : "error",
                                     .message = why ? why : "a limit was hit" },
               &place);
  }
  junit_begin(out, "prove");
  junit_suite_end(&suite, out);
  junit_end(out);
  place_clear(&place);
  memory_free(name);
}
