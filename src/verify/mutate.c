/* Mutants against probes.
 *
 * Each mutant is a job: it is tried on the probes in order, cheapest first, and only on those in which its row fired
 * (a negated guard: on all, for it may fire where the row did not).  The first probe that notices ends it.  A row that
 * fires in no probe cannot be tried at all; its mutants survive, and somebody has to say why.
 *
 * Reasons stand in models/NAME/survivors.tsv: the mutant's text, a tab, the reason. */
#include "verify/mutate.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "verify/probe.h"

/* A fault may open a state space that has no end within reason. */
enum { MUTANT_MEMORY_MAX = 64 << 20 };

struct culling {
  struct mutation *mutation;
  const struct probes *probes;
  const struct effort *effort;
};

static char *text_of(const struct system *system, const struct mutant *mutant) {
  char *text = NULL;
  size_t size;
  FILE *memory = open_memstream(&text, &size);
  if (!memory) return memory_format("a mutant");
  mutant_print(memory, system, mutant);
  fclose(memory);
  char *copy = memory_copy_text(text, size);
  free(text);
  return copy;
}

/* The mutant's searched machine reaches no outcome, though without the fault it does. */
static bool ends_no_longer(const struct probe *probe, const struct machine *machine) {
  if (!probe->test || !probe->ends) return false;
  struct outcome_set *outcomes = machine_outcomes(machine);
  bool none = !outcome_set_size(outcomes);
  outcome_set_free(outcomes);
  return none;
}

static bool may_notice(const struct probe *probe, const struct mutant *mutant) {
  return mutant->fault == MUTANT_NEGATE_GUARD || probe->fired[mutant->kind][mutant->row];
}

/* Tries the mutant on one probe; true when that settles its fate. */
static bool try_on(struct mutant_fate *fate, const struct probe *probe, const struct culling *culling) {
  struct subject subject = probe->subject;
  struct diagnostic error = { NULL };
  subject.options.mutant = &fate->mutant;
  struct machine *machine = subject_machine(&subject, &error);
  if (!machine) {
    fate->killer = KILLED_AT_START;
    fate->fault = error.message ? error.message : memory_format("it cannot be built");
    return true;
  }
  if (probe->allowed) machine_forbid(machine, probe->allowed);
  struct search_options limits = effort_search(culling->effort, 1, culling->effort->threads);
  if (limits.memory_max > MUTANT_MEMORY_MAX) limits.memory_max = MUTANT_MEMORY_MAX;
  limits.stop_at = culling->probes->stop_at;
  struct search_result result = search(machine_model(machine), &limits);
  if (result.trace) {
    fate->killer = probe->test ? KILLED_BY_TEST : KILLED_BY_PROOF;
    fate->test = probe->test;
    fate->property = (enum property)result.trace->property;
    fate->steps = result.trace->length;
  } else if (result.end != SEARCH_COMPLETE) {
    fate->open = true;
  } else if (ends_no_longer(probe, machine)) {
    fate->killer = KILLED_BY_TEST;
    fate->test = probe->test;
    fate->endless = true;
  }
  search_result_clear(&result);
  machine_free(machine);
  return fate->killer != SURVIVED;
}

static void cull(void *context, uint64_t index) {
  struct culling *culling = context;
  struct mutant_fate *fate = &culling->mutation->fates[index];
  for (unsigned i = 0; i < culling->probes->count; i++)
    if (may_notice(&culling->probes->items[i], &fate->mutant) && try_on(fate, &culling->probes->items[i], culling)) break;
  if (fate->killer != SURVIVED) fate->open = false;
}

/* Looks the survivors up in the text of survivors.tsv, which is cut into lines and fields for it. */
static void find_reasons(struct mutation *mutation) {
  for (char *line = mutation->reasons; line && *line;) {
    char *next = strchr(line, '\n'), *tab = strchr(line, '\t');
    if (next) *next++ = '\0';
    if (tab && (!next || tab < next)) {
      *tab = '\0';
      for (unsigned i = 0; i < mutation->count; i++)
        if (!strcmp(mutation->fates[i].text, line)) mutation->fates[i].reason = tab + 1;
    }
    line = next;
  }
}

static char *read_reasons(const struct system *system) {
  struct diagnostic none = { NULL };
  size_t length;
  char *path = memory_format("models/%s/survivors.tsv", system->name);
  char *text = source_load(path, &length, &none);
  diagnostic_clear(&none);
  memory_free(path);
  return text;
}

bool mutation_run(const struct setting *setting, const struct suite *suite, bool all, const struct effort *effort,
                  struct mutation *mutation, struct diagnostic *error) {
  struct probes probes;
  if (!probes_make(setting, suite, all, effort, &probes, error)) return false;
  *mutation = (struct mutation){ .setting = *setting, .count = mutant_count(setting->system) };
  mutation->fates = memory_new(mutation->count, sizeof *mutation->fates);
  for (unsigned i = 0; i < mutation->count; i++) {
    mutation->fates[i].mutant = mutant_at(setting->system, i);
    mutation->fates[i].text = text_of(setting->system, &mutation->fates[i].mutant);
  }
  struct culling culling = { mutation, &probes, effort };
  effort_each(effort, mutation->count, cull, &culling);
  mutation->reasons = read_reasons(setting->system);
  find_reasons(mutation);
  probes_clear(&probes);
  return true;
}

void mutation_clear(struct mutation *mutation) {
  for (unsigned i = 0; i < mutation->count; i++) {
    memory_free(mutation->fates[i].text);
    memory_free(mutation->fates[i].fault);
  }
  memory_free(mutation->fates);
  memory_free(mutation->reasons);
  *mutation = (struct mutation){ 0 };
}

struct mutation_totals mutation_totals(const struct mutation *mutation) {
  struct mutation_totals totals = { { 0 }, 0, 0 };
  for (unsigned i = 0; i < mutation->count; i++) {
    const struct mutant_fate *fate = &mutation->fates[i];
    totals.killed[fate->killer]++;
    totals.open += fate->open;
    totals.unexplained += fate->killer == SURVIVED && !fate->open && !fate->reason;
  }
  return totals;
}

int mutation_status(const struct mutation *mutation) {
  struct mutation_totals totals = mutation_totals(mutation);
  return totals.unexplained ? 1 : totals.open ? 3 : 0;
}
