/* Each mutant is a job. It is tried on the probes in which its row fired, or its negated guard
 * was asked, the cheapest first. The first probe that notices the fault kills it. A mutant whose
 * row fires in no probe survives.
 *
 * Survivors are then asked for liveness. A survivor without a written reason is also tried on
 * spare probes, up to a bound on states. The settings in which it was seen to differ come first.
 * Where an unreduced search hit its bounds, the last round gives it more room.
 *
 * Reductions rely on promises that a mutant may violate. But each step of a reduced search
 * consists of real steps of the machine, and a reduction only leaves steps out. So what a
 * reduced search breaks is broken, and most mutants are killed that way. Verdicts about missing
 * steps are repeated without reductions: deadlock, and that no run ends. Verdicts on a system
 * whose controllers drop dead values (controller_kind.promises.drop_dead_values) are repeated, too,
 * since a mutant's rows may read them. Survivors must also survive the probes that are unreduced
 * from the start. */
#include "mutation/mutation.h"

#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "mutation/probe_list.h"
#include "mutation/trial.h"
#include "os/journal.h"
#include "run/effort.h"
#include "machine/mutant.h"

/* --- the journal ---
 *
 * A record is a line of words, of which all but the last two are numbers:
 *
 * killer probe property steps endless survival differs open TEXT<tab>FAULT
 *
 * The journal's subject is a hash of the mutants and probes. */

struct mutation_journal {
  const struct probes *probes;
  VECTOR(struct mutant_result) known;
  struct journal *journal;
};

static char *subject_of(const struct mutation *mutation, const struct probes *probes) {
  uint64_t mutants = 0, seen = 0;
  for (unsigned i = 0; i < mutation->count; i++)
    mutants = hash_combine(
        mutants, hash_bytes(mutation->results[i].text, strlen(mutation->results[i].text)));
  for (unsigned i = 0; i < probes->count; i++) {
    const struct probe_observation *baseline = &probes->items[i].baseline;
    seen = hash_combine(seen, baseline->states);
    seen = hash_combine(seen, hash_combine(baseline->transitions, baseline->content));
  }
  char *model = setting_name(&mutation->setting);
  char *subject =
      memory_format("mutate %s: %u mutants %016llx on %u probes %016llx", model, mutation->count,
                    (unsigned long long)mutants, probes->count, (unsigned long long)seen);
  memory_free(model);
  return subject;
}

/* Returns false if it is no record of these probes. */
static bool read_record(const char *record, const struct probes *probes,
                        struct mutant_result *result) {
  unsigned killer, probe, property, steps, endless, survival, open;
  unsigned long long differs;
  int length = 0;
  const char *tab = strchr(record, '\t');
  sscanf(record, "%u %u %u %u %u %u %llu %u %n", &killer, &probe, &property, &steps, &endless,
         &survival, &differs, &open, &length);
  if (!tab || !length || killer > KILLED_BY_PROOF || probe >= probes->count ||
      property >= PROPERTIES || survival > SURVIVES_CHANGED)
    return false;
  *result = (struct mutant_result){ .text = memory_copy_text(record + length,
                                                             (size_t)(tab - record - length)),
                                    .killer = (enum killer)killer,
                                    .probe = probe,
                                    .setting = probes->items[probe].subject.setting,
                                    .test = probes->items[probe].test,
                                    .property = (enum property)property,
                                    .steps = steps,
                                    .endless = endless,
                                    .survival = (enum survival)survival,
                                    .differs = differs,
                                    .open = open,
                                    .fault = tab[1] ? memory_format("%s", tab + 1) : NULL };
  return true;
}

static bool take(void *context, const char *bytes, size_t length) {
  struct mutation_journal *journal = context;
  struct mutant_result result;
  char *record = memory_copy_text(bytes, length);
  bool good = read_record(record, journal->probes, &result);
  if (good) vector_push(journal->known, result);
  memory_free(record);
  return good;
}

static bool mutation_journal_close(struct mutation_journal *journal) {
  for (size_t i = 0; i < journal->known.length; i++) {
    memory_free(journal->known.items[i].text);
    memory_free(journal->known.items[i].fault);
  }
  vector_free(journal->known);
  bool good = !journal->journal || journal_close(journal->journal);
  memory_free(journal);
  return good;
}

static struct mutation_journal *mutation_journal_open(const char *resume, const char *checkpoint,
                                                      const struct mutation *mutation,
                                                      const struct probes *probes,
                                                      struct diagnostic *error) {
  struct mutation_journal *journal = memory_new(1, sizeof *journal);
  char *subject = subject_of(mutation, probes);
  journal->probes = probes;
  journal->journal = journal_open(resume, checkpoint, subject, take, journal, error);
  memory_free(subject);
  if (journal->journal) return journal;
  mutation_journal_close(journal);
  return NULL;
}

static bool mutation_journal_find(const struct mutation_journal *journal,
                                  struct mutant_result *result) {
  for (size_t i = 0; i < journal->known.length; i++) {
    const struct mutant_result *known = &journal->known.items[i];
    if (!text_equal(known->text, result->text)) continue;
    struct mutant_result own = *result;
    *result = *known;
    result->mutant = own.mutant;
    result->text = own.text;
    result->fault = known->fault ? memory_format("%s", known->fault) : NULL;
    return true;
  }
  return false;
}

static void mutation_journal_add(struct mutation_journal *journal,
                                 const struct mutant_result *result) {
  char *record =
      memory_format("%u %u %u %u %u %u %llu %u %s\t%s", (unsigned)result->killer, result->probe,
                    (unsigned)result->property, result->steps, result->endless,
                    (unsigned)result->survival, (unsigned long long)result->differs, result->open,
                    result->text, result->fault ? result->fault : "");
  journal_add(journal->journal, record, strlen(record));
  memory_free(record);
}

/* --- trying mutants --- */

/* A bound on the probes that a survivor without a reason is tried on, together. */
enum { SECOND_ROUND_STATES = 5000000 };

struct mutation_round {
  struct mutation *mutation;
  const struct probes *probes;
  unsigned first;      /* earlier probes have been tried */
  uint64_t states_max; /* a bound on the states of the probes tried, without the fault */
  bool roomy;          /* the last round, for mutants for which a limit was hit */
  struct mutation_journal *journal; /* of the first round; NULL: none */
  const struct effort *effort;
};

/* Survived without a written reason. */
static bool is_suspect(const struct mutant_result *result) {
  return result->killer == SURVIVED && !result->reason;
}

_Static_assert(NEARBY_SETTINGS_MAX < 64, "a set of settings is a word");

/* Tries the probes of these settings (a set of probe.near) while `states` is below the bound. */
static void try_in(const struct mutation_round *round, struct mutant_result *result,
                   uint64_t settings, uint64_t *states) {
  for (unsigned i = round->first;
       i < round->probes->count && is_suspect(result) && *states < round->states_max; i++) {
    const struct probe *probe = &round->probes->items[i];
    if (!(settings >> probe->near & 1) || !probe_may_notice(probe, &result->mutant)) continue;
    *states += probe->baseline.states;
    result->probe = i;
    if (trial_run(result, probe, round->effort, round->roomy)) return;
  }
}

/* Begins with the settings in which the fault made a difference: an action that does nothing
 * unless a queue overflows is tried where one does. */
static void try_on_all(const struct mutation_round *round, struct mutant_result *result) {
  uint64_t states = 0, settings = result->differs;
  try_in(round, result, settings, &states);
  try_in(round, result, ~settings, &states);
}

static void try_mutant(void *context, uint64_t index) {
  const struct mutation_round *round = context;
  struct mutant_result *result = &round->mutation->results[index];
  if (round->roomy && !result->open) return;
  if (round->journal && mutation_journal_find(round->journal, result)) return;
  try_on_all(round, result);
  if (round->journal && !effort_spent(round->effort)) mutation_journal_add(round->journal, result);
}

/* --- rounds --- */

static bool first_round(struct mutation *mutation, const struct mutation_choice *choice,
                        const struct probes *probes, const struct effort *effort,
                        struct diagnostic *error) {
  bool noted = choice->resume || choice->checkpoint;
  struct mutation_journal *journal =
      noted ? mutation_journal_open(choice->resume, choice->checkpoint, mutation, probes, error)
            : NULL;
  struct mutation_round round = { mutation, probes, 0, UINT64_MAX, false, journal, effort };
  if (noted && !journal) return false;
  jobs_each(effort, mutation->count, try_mutant, &round);
  return !journal || mutation_journal_close(journal) ||
         diagnostic_plain(error, "cannot write all of %s", choice->checkpoint);
}

static void last_round(struct mutation *mutation, const struct probes *probes,
                       const struct effort *effort) {
  struct mutation_round round = { mutation, probes, 0, SECOND_ROUND_STATES, true, NULL, effort };
  jobs_each(effort, mutation->count, try_mutant, &round);
}

static void find_reasons(struct mutation *mutation, const char *only, bool whole) {
  mutation->reasons = survivors_read(mutation->setting.system);
  mutation->reasons.whole = whole;
  if (only) survivors_narrow(&mutation->reasons, only);
  for (unsigned i = 0; i < mutation->count; i++) {
    struct mutant_result *result = &mutation->results[i];
    result->reason = survivors_reason(&mutation->reasons, result->text, result->killer == SURVIVED);
  }
}

/* Tries suspects on the probes beyond the budget of these settings. */
static void try_left_out(struct mutation *mutation, struct probes *probes, uint64_t settings,
                         const struct effort *effort) {
  VECTOR(const struct mutant *) suspects = { NULL };
  for (unsigned i = 0; i < mutation->count; i++)
    if (is_suspect(&mutation->results[i])) vector_push(suspects, &mutation->results[i].mutant);
  struct mutation_round round = { mutation, probes, probes->count, SECOND_ROUND_STATES,
                                  false,    NULL,   effort };
  probes_widen(probes, suspects.items, (unsigned)suspects.length, settings, effort);
  jobs_each(effort, mutation->count, try_mutant, &round);
  vector_free(suspects);
}

/* Tries suspects on the probes beyond the budget.  First the probes stay as they are, which takes
 * no search without a fault.  Then they are widened where suspects differed before elsewhere.  To
 * widen all of them would cost more than the rest of the command. */
static void second_round(struct mutation *mutation, struct probes *probes,
                         const struct effort *effort) {
  struct probes spare = { .items = probes->spare, .count = probes->spare_count };
  struct mutation_round as_it_was = {
    mutation, &spare, 0, SECOND_ROUND_STATES, false, NULL, effort
  };
  uint64_t settings = 0;
  jobs_each(effort, mutation->count, try_mutant, &as_it_was);
  for (unsigned i = 0; i < mutation->count; i++)
    if (is_suspect(&mutation->results[i])) settings |= mutation->results[i].differs;
  try_left_out(mutation, probes, settings, effort);
  try_left_out(mutation, probes, ~settings, effort);
}

/* --- all of them --- */

/* Was nothing left out or added? */
static bool is_whole(const struct mutation_choice *choice, const struct setting *setting,
                     const struct effort *effort) {
  const struct machine_options *options = &effort->machine;
  return !choice->all_tests && !choice->only && setting_is_plain(setting) && !options->cold &&
         !options->no_evictions && !options->no_reduction && !options->no_symmetry &&
         !options->together && !options->capacity && !effort->layouts;
}

static void choose(struct mutation *mutation, const struct mutation_choice *choice) {
  unsigned count = mutant_count(mutation->setting.system);
  mutation->results = memory_new(count, sizeof *mutation->results);
  for (unsigned i = 0; i < count; i++) {
    struct mutant mutant = mutant_at(mutation->setting.system, i);
    char *text = mutant_text(mutation->setting.system, &mutant);
    if (choice->only && !survivors_mutant_is_among(text, choice->only)) memory_free(text);
    else
      mutation->results[mutation->count++] =
          (struct mutant_result){ .mutant = mutant, .text = text };
  }
}

bool mutation_run(const struct setting *setting, const struct suite *suite,
                  const struct mutation_choice *choice, const struct effort *effort,
                  struct mutation *mutation, struct diagnostic *error) {
  struct probes probes;
  if (!probes_make(setting, suite, choice->all_tests, effort, &probes, error)) return false;
  *mutation = (struct mutation){ .setting = *setting, .clients = choice->clients };
  choose(mutation, choice);
  if (!first_round(mutation, choice, &probes, effort, error)) {
    mutation_clear(mutation);
    probes_clear(&probes);
    return false;
  }
  liveness_probe_survivors(mutation, &probes, effort);
  if (!mutation->clients) {
    find_reasons(mutation, choice->only, is_whole(choice, setting, effort));
    second_round(mutation, &probes, effort);
  }
  last_round(mutation, &probes, effort);
  probes_clear(&probes);
  return true;
}

void mutation_clear(struct mutation *mutation) {
  for (unsigned i = 0; i < mutation->count; i++) {
    memory_free(mutation->results[i].text);
    memory_free(mutation->results[i].fault);
  }
  memory_free(mutation->results);
  survivors_clear(&mutation->reasons);
  *mutation = (struct mutation){ 0 };
}

struct mutation_totals mutation_totals(const struct mutation *mutation) {
  struct mutation_totals totals = { { 0 }, { 0 }, 0, 0, 0, 0 };
  for (unsigned i = 0; i < mutation->count; i++) {
    const struct mutant_result *result = &mutation->results[i];
    totals.killed[result->killer]++;
    totals.survival[result->survival] += result->killer == SURVIVED;
    totals.open += result->open && !result->reason;
    totals.unexplained +=
        result->killer == SURVIVED && !result->open && !result->reason && !mutation->clients;
    if (result->killer != SURVIVED || !result->reason) continue;
    bool elsewhere = survivors_reason_is_another_killer(result->reason);
    totals.elsewhere += elsewhere;
    totals.argued += result->open && !elsewhere;
  }
  return totals;
}

int mutation_status(const struct mutation *mutation) {
  struct mutation_totals totals = mutation_totals(mutation);
  return totals.unexplained || survivors_stale(&mutation->reasons) ? 1 : totals.open ? 3 : 0;
}
