/* A record is a line of words, of which all but the last two are numbers:
 *
 * killer probe property steps endless survival differs open TEXT<tab>FAULT
 *
 * The journal's subject is a hash of the mutants and probes. */
#include "mutation/mutation_journal.h"

#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "os/journal.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "mutation/probe.h"

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

struct mutation_journal *mutation_journal_open(const char *resume, const char *checkpoint,
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

bool mutation_journal_close(struct mutation_journal *journal) {
  for (size_t i = 0; i < journal->known.length; i++) {
    memory_free(journal->known.items[i].text);
    memory_free(journal->known.items[i].fault);
  }
  vector_free(journal->known);
  bool good = !journal->journal || journal_close(journal->journal);
  memory_free(journal);
  return good;
}

bool mutation_journal_find(const struct mutation_journal *journal, struct mutant_result *result) {
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

void mutation_journal_add(struct mutation_journal *journal, const struct mutant_result *result) {
  char *record =
      memory_format("%u %u %u %u %u %u %llu %u %s\t%s", (unsigned)result->killer, result->probe,
                    (unsigned)result->property, result->steps, result->endless,
                    (unsigned)result->survival, (unsigned long long)result->differs, result->open,
                    result->text, result->fault ? result->fault : "");
  journal_add(journal->journal, record, strlen(record));
  memory_free(record);
}
