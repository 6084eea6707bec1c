#include "report/proof_alerts.h"

#include "base/memory.h"
#include "report/any_sms_report.h"
#include "report/known_failures.h"
#include "report/matrix_alerts.h"
#include "report/proof_text.h"

static const char known_lost[] = "the variant's record says that it is lost";

/* A proof, and what its alerts share. */
struct proof_alerting {
  struct alerts *alerts;
  const struct proof *proof;
  char *subject;
};

/* Takes the message. */
static struct alert *add(struct proof_alerting *proving, const char *rule, char *message) {
  struct alert alert = { .rule = rule,
                         .subject = memory_format("%s", proving->subject),
                         .message = message,
                         .place = place_of_record(proving->proof->subject.setting.system) };
  alerts_add(proving->alerts, alert);
  return &proving->alerts->items[proving->alerts->length - 1];
}

static void add_property(struct proof_alerting *proving, enum property property,
                         const char *known) {
  const struct proof *proof = proving->proof;
  const struct counterexample *run = proof->counterexample;
  bool has_run = run && run->trace->property == (unsigned)property;
  char *message = has_run ? alert_of_run(proving->subject, run)
                          : memory_format("%s breaks %s", proving->subject,
                                          proof_property_title(proof, property));
  struct alert *alert = add(proving, property_name(property), message);
  alert->known = known;
  if (has_run) alert->run = run;
}

/* A fault in the tables breaks several properties at once, and is one alert.  Returns these
 * properties. */
static uint64_t add_fault(struct proof_alerting *proving, uint64_t broken) {
  const struct proof *proof = proving->proof;
  char *fault = counterexample_fault(proof->counterexample);
  if (!fault || !(broken & BROKEN_BY_FAULT)) {
    memory_free(fault);
    return 0;
  }
  add(proving, property_name(PROPERTY_NEVER), memory_format("%s: %s", proving->subject, fault))
      ->run = proof->counterexample;
  memory_free(fault);
  return BROKEN_BY_FAULT;
}

static void add_row(void *context, const struct controller_kind *kind, const struct row *row) {
  struct proof_alerting *proving = context;
  struct text cite = { 0 };
  row_cite(&cite, row);
  struct alert *alert = add(
      proving, "never-fired",
      memory_format("%s: a row of %s never fired: %s", proving->subject, kind->name, cite.bytes));
  place_clear(&alert->place);
  alert->place = place_of_row(row);
  text_free(&cite);
}

/* --strict */
static void add_unexercised(struct proof_alerting *proving) {
  const struct proof *proof = proving->proof;
  if (!proof->strict || proof->counterexample || !proof->audited || !proof->exercised) return;
  exercise_unfired(&proof->exercise, proof->subject.setting.system, add_row, proving);
  for (unsigned p = 0; p < PROPERTIES; p++) {
    const char *why =
        proof->claimed >> p & 1 ? exercise_vacuous(&proof->exercise, (enum property)p) : NULL;
    if (why)
      add(proving, "says-nothing",
          memory_format("%s: %s says nothing: %s", proving->subject,
                        proof_property_title(proof, (enum property)p), why));
  }
}

static void add_audits(struct proof_alerting *proving) {
  const struct proof *proof = proving->proof;
  if (proof->audits.forbidden) {
    struct report_place place = place_of_record(proof->subject.setting.system);
    matrix_cell_alerts(proving->alerts, proof->audits.matrix, proof->audits.forbidden,
                       proof->counterexample, &place);
    place_clear(&place);
  }
  if (proof->audits.stuck)
    add(proving, "liveness",
        memory_format("%s: less progress than the record claims", proving->subject));
}

void proof_alerts(struct alerts *alerts, const struct proof *proof) {
  struct proof_alerting proving = { alerts, proof, setting_name(&proof->subject.setting) };
  size_t before = alerts->length;
  uint64_t broken = proof_broken(proof);
  uint64_t lost = proof->result.broken & setting_losses(&proof->subject.setting) & ~broken;
  uint64_t told = add_fault(&proving, broken);
  for (unsigned p = 0; p < PROPERTIES; p++)
    if (((broken | lost) & ~told) >> p & 1)
      add_property(&proving, (enum property)p, broken >> p & 1 ? NULL : known_lost);
  add_audits(&proving);
  add_unexercised(&proving);
  if (proof_misses_violation(proof))
    add(&proving, "missing-violation",
        memory_format("%s: %s", proving.subject, proof_verdict_text(proof)));
  for (size_t i = before; i < alerts->length && proof->known; i++) {
    alerts->items[i].known = baseline_title(proof->baseline);
    alerts->items[i].in_baseline = true;
  }
  if (alerts->length == before && proof_status(proof)) {
    struct alert *alert = add(&proving, "inconclusive",
                              memory_format("%s: %s", proving.subject, proof_verdict_text(proof)));
    alert->inconclusive = true;
    alert->run = proof->counterexample;
  }
  memory_free(proving.subject);
}

void any_sms_alerts(struct alerts *alerts, const struct any_sms_proof *proof) {
  if (proof->violation) {
    proof_alerts(alerts, proof->violation);
    return;
  }
  if (any_sms_proof_status(proof) == 0) return;
  bool misses = any_sms_proof_misses_violation(proof);
  char *subject = setting_name(&proof->subject.setting);
  alerts_add(alerts, (struct alert){ .rule = misses ? "missing-violation" : "inconclusive",
                                     .inconclusive = !misses,
                                     .message = memory_format("%s, any number of SMs: %s", subject,
                                                              any_sms_verdict_name(proof)),
                                     .subject = subject,
                                     .place = place_of_record(proof->subject.setting.system) });
}
