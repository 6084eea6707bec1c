#include "report/audit_json.h"

#include "kit/promises.h"
#include "report/names.h"
#include "report/proof_text.h"
#include "verify/exercise.h"
#include "report/json_parts.h"
#include "verify/audit.h"

static void put_promise(void *context, const char *name, const char *about, const char *without) {
  struct json *json = context;
  json_open(json, NULL, '{');
  json_text(json, "promise", name);
  if (*about) json_text(json, "about", about);
  if (*without) json_text(json, "without", without);
  json_close(json, '}');
}

void promises_json(struct json *json, const struct proof *proof) {
  const struct machine *machine = proof_machine(proof);
  if (!machine) return;
  json_open(json, "rests_on", '[');
  promises_each(machine, put_promise, json);
  json_close(json, ']');
}

static void put_search(struct json *json, const struct audit_search *search) {
  json_open(json, NULL, '{');
  json_client(json, &search->client);
  json_number(json, "states", (int64_t)search->states);
  json_text(json, "end", limit_text(search->end));
  json_close(json, '}');
}

/* Why an audit has no searches, or lacks some; NULL: it lacks none. */
static const char *why_none(const struct audit *audit) {
  return audit->why_not ? audit->why_not : audit->cut;
}

static void put_audit(struct json *json, const struct proof *proof, enum audit_kind kind) {
  const struct audit *audit = &proof->audits.items[kind];
  json_open(json, NULL, '{');
  json_text(json, "name", audit_name(kind));
  if (why_none(audit)) json_text(json, audit->count ? "cut_short" : "why_not", why_none(audit));
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
  json_text(json, "row", row->source);
  json_number(json, "line", row->line);
  json_close(json, '}');
}

void audits_json(struct json *json, const struct proof *proof) {
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
