#include "report/alerts.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "machine/violation.h"
#include "protocol/table.h"
#include "search/model.h"

const struct alert_rule alert_rules[] = {
  { "swmr", "At any time an address has one writer and no reader, or any number of readers." },
  { "data-value", "Each word of a readable copy is the last store performed to it." },
  { "swmr-logical", "No lease on an old version reaches the logical time of the next store." },
  { "value-logical", "Each copy's lease covers the logical time of each load that it answers." },
  { "own-invariant", "The protocol's own invariant holds in every state." },
  { "deadlock", "While something is outstanding, some step can be taken." },
  { "never", "No row marked NEVER fires, and each cell of a table has exactly one row." },
  { "overflow", "No step exceeds a fixed limit, or what a channel holds." },
  { "serialisable", "One order of the committed transactions explains what they read." },
  { "opacity", "One order of all transactions, aborted ones too, explains what they read." },
  { "strict", "The order of the transactions agrees with real time." },
  { "outcome", "No test reaches an outcome that the memory model forbids." },
  { "load-value", "No load returns a value that was overwritten before the load was issued." },
  { "snapshot", "Snapshots explain what the committed transactions read and write." },
  { "no-end", "In each placement some run of the test ends." },
  { "liveness", "The liveness that the record claims is there." },
  { "composition", "A frame has its image, and its composition keeps its properties." },
  { "expectation", "The test's header and the memory model say the same of its condition." },
  { "missing-violation", "What a record says is lost is seen to be lost." },
  { "never-fired", "With --strict, each row of a table fires in some search." },
  { "says-nothing", "With --strict, each claim speaks of something that happens." },
  { "inconclusive", "The search was whole, and the test has an outcome." },
  { "unsupported", "The test can be read, fits the machine, and can be judged." },
  { NULL, NULL },
};

unsigned alert_rule_index(const struct alert *alert) {
  unsigned index = 0;
  while (alert_rules[index].name && !text_equal(alert_rules[index].name, alert->rule)) index++;
  return index;
}

void alerts_add(struct alerts *alerts, struct alert alert) { vector_push(*alerts, alert); }

void alerts_clear(struct alerts *alerts) {
  for (size_t i = 0; i < alerts->length; i++) {
    memory_free(alerts->items[i].subject);
    memory_free(alerts->items[i].message);
    place_clear(&alerts->items[i].place);
  }
  vector_free(*alerts);
}

/* "data-value is broken" */
static char *what_happens(const struct counterexample *run) {
  const struct model *model = machine_model(run->machine);
  unsigned property = run->trace->property;
  if (property == PROPERTY_OUTCOME) return memory_format("the outcome is reached");
  if (property == PROPERTY_DEADLOCK) return memory_format("deadlock is reached");
  const char *name = model->property_name(model, property);
  return memory_format(strchr(name, ' ') ? "the invariant \"%s\" is broken" : "%s is broken", name);
}

char *alert_of_run(const char *subject, const struct counterexample *run) {
  struct violation violation = violation_of(run->machine, run->trace);
  struct text text = { 0 };
  char *what = what_happens(run);
  text_add(&text, "%s: %s ", subject, what);
  memory_free(what);
  if (violation.step) text_add(&text, "by step %u of %u", violation.step, run->trace->length);
  else text_add(&text, "at the start");
  if (violation.text.length) text_add(&text, ":\n%s", violation.text.bytes);
  while (text.length && text.bytes[text.length - 1] == '\n') text.bytes[--text.length] = '\0';
  violation_clear(&violation);
  char *message = memory_copy_text(text.bytes, text.length);
  text_free(&text);
  return message;
}
