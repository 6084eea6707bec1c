/* A log of fates: a journal, with a record for each in words:
 *
 *   killer probe property steps endless left differs open TEXT<tab>FAULT
 *
 * where all but the last two are numbers.  It is of these mutants and these probes. */
#include "mutation/mutation_journal.h"

#include <stdio.h>
#include <string.h>
#include "base/hash.h"
#include "base/journal.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

struct fate_log {
  const struct probes *probes;
  VECTOR(struct mutant_fate) known;
  struct journal *journal;
};

static char *subject_of(const struct mutation *mutation, const struct probes *probes) {
  uint64_t mutants = 0, seen = 0;
  for (unsigned i = 0; i < mutation->count; i++)
    mutants =
        hash_combine(mutants, hash_bytes(mutation->fates[i].text, strlen(mutation->fates[i].text)));
  for (unsigned i = 0; i < probes->count; i++) {
    const struct probe_view *sight = &probes->items[i].sight;
    seen = hash_combine(seen, sight->states);
    seen = hash_combine(seen, hash_combine(sight->transitions, sight->content));
  }
  char *model = setting_name(&mutation->setting);
  char *subject =
      memory_format("mutate %s: %u mutants %016llx on %u probes %016llx", model, mutation->count,
                    (unsigned long long)mutants, probes->count, (unsigned long long)seen);
  memory_free(model);
  return subject;
}

/* false: it is no such record. */
static bool read_record(const char *record, const struct probes *probes, struct mutant_fate *fate) {
  unsigned killer, probe, property, steps, endless, left, open;
  unsigned long long differs;
  int length = 0;
  const char *tab = strchr(record, '\t');
  sscanf(record, "%u %u %u %u %u %u %llu %u %n", &killer, &probe, &property, &steps, &endless,
         &left, &differs, &open, &length);
  if (!tab || !length || killer > KILLED_BY_PROOF || probe >= probes->count ||
      property >= PROPERTIES || left > DIFFERENCE)
    return false;
  *fate = (struct mutant_fate){ .text = memory_copy_text(record + length,
                                                         (size_t)(tab - record - length)),
                                .killer = (enum killer)killer,
                                .probe = probe,
                                .setting = probes->items[probe].subject.setting,
                                .test = probes->items[probe].test,
                                .property = (enum property)property,
                                .steps = steps,
                                .endless = endless,
                                .left = (enum trace_left)left,
                                .differs = differs,
                                .open = open,
                                .fault = tab[1] ? memory_format("%s", tab + 1) : NULL };
  return true;
}

static bool take(void *context, const char *bytes, size_t length) {
  struct fate_log *log = context;
  struct mutant_fate fate;
  char *record = memory_copy_text(bytes, length);
  bool good = read_record(record, log->probes, &fate);
  if (good) vector_push(log->known, fate);
  memory_free(record);
  return good;
}

struct fate_log *fate_log_open(const char *resume, const char *checkpoint,
                               const struct mutation *mutation, const struct probes *probes,
                               struct diagnostic *error) {
  struct fate_log *log = memory_new(1, sizeof *log);
  char *subject = subject_of(mutation, probes);
  log->probes = probes;
  log->journal = journal_open(resume, checkpoint, subject, take, log, error);
  memory_free(subject);
  if (log->journal) return log;
  fate_log_close(log);
  return NULL;
}

bool fate_log_close(struct fate_log *log) {
  for (size_t i = 0; i < log->known.length; i++) {
    memory_free(log->known.items[i].text);
    memory_free(log->known.items[i].fault);
  }
  vector_free(log->known);
  bool good = !log->journal || journal_close(log->journal);
  memory_free(log);
  return good;
}

bool fate_log_recall(const struct fate_log *log, struct mutant_fate *fate) {
  for (size_t i = 0; i < log->known.length; i++) {
    const struct mutant_fate *known = &log->known.items[i];
    if (!text_equal(known->text, fate->text)) continue;
    struct mutant_fate own = *fate;
    *fate = *known;
    fate->mutant = own.mutant;
    fate->text = own.text;
    fate->fault = known->fault ? memory_format("%s", known->fault) : NULL;
    return true;
  }
  return false;
}

void fate_log_note(struct fate_log *log, const struct mutant_fate *fate) {
  char *record = memory_format("%u %u %u %u %u %u %llu %u %s\t%s", (unsigned)fate->killer,
                               fate->probe, (unsigned)fate->property, fate->steps, fate->endless,
                               (unsigned)fate->left, (unsigned long long)fate->differs, fate->open,
                               fate->text, fate->fault ? fate->fault : "");
  journal_add(log->journal, record, strlen(record));
  memory_free(record);
}
