/* A log of fates: a line that says what they are of, and then a line for each.
 *
 *   turnsole-fates VERSION MODEL: N mutants IDENTITY on N probes IDENTITY
 *   killer probe property steps endless left open TEXT<tab>FAULT (numbers, but for the last two)
 *
 * What a log takes up it writes again, to a new file that then takes the old one's place, so that there is a whole one at any
 * time.  A line without its end is one that somebody was writing when he was stopped: it is not taken. */
#include "verify/fate_log.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

struct fate_log {
  const struct probes *probes;
  VECTOR(struct mutant_fate) known;
  FILE *out;             /* NULL: nothing is noted */
  pthread_mutex_t lock;  /* for it */
};

static char *identity_of(const struct mutation *mutation, const struct probes *probes) {
  uint64_t mutants = 0, seen = 0;
  for (unsigned i = 0; i < mutation->count; i++)
    mutants = hash_combine(mutants, hash_bytes(mutation->fates[i].text, strlen(mutation->fates[i].text)));
  for (unsigned i = 0; i < probes->count; i++) {
    const struct sight *sight = &probes->items[i].sight;
    seen = hash_combine(seen, sight->states);
    seen = hash_combine(seen, hash_combine(sight->transitions, sight->content));
  }
  char *model = setting_name(&mutation->setting);
  char *identity = memory_format("turnsole-fates %s %s: %u mutants %016llx on %u probes %016llx", TURNSOLE_VERSION, model,
                                 mutation->count, (unsigned long long)mutants, probes->count, (unsigned long long)seen);
  memory_free(model);
  return identity;
}

/* --- a line --- */

static void write_line(FILE *out, const struct mutant_fate *fate) {
  fprintf(out, "%u %u %u %u %u %u %u %s\t%s\n", (unsigned)fate->killer, fate->probe, (unsigned)fate->property, fate->steps,
          fate->endless, (unsigned)fate->left, fate->open, fate->text, fate->fault ? fate->fault : "");
}

/* false: it is no such line. */
static bool read_line(const char *line, const struct probes *probes, struct mutant_fate *fate) {
  unsigned killer, probe, property, steps, endless, left, open;
  int length = 0;
  const char *tab = strchr(line, '\t');
  sscanf(line, "%u %u %u %u %u %u %u %n", &killer, &probe, &property, &steps, &endless, &left, &open, &length);
  if (!tab || !length || killer > KILLED_BY_PROOF || probe >= probes->count || property >= PROPERTIES || left > DIFFERENCE)
    return false;
  *fate = (struct mutant_fate){
    .text = memory_copy_text(line + length, (size_t)(tab - line - length)), .killer = (enum killer)killer, .probe = probe,
    .setting = probes->items[probe].subject.setting, .test = probes->items[probe].test, .property = (enum property)property,
    .steps = steps, .endless = endless, .left = (enum trace_left)left, .open = open,
    .fault = tab[1] ? memory_format("%s", tab + 1) : NULL };
  return true;
}

/* --- a file --- */

static bool take_up(struct fate_log *log, const char *path, const char *identity, struct diagnostic *error) {
  size_t length;
  char *text = source_load(path, &length, error), *end;
  if (!text) return false;
  bool good = true, first = true;
  for (char *line = text; good && (end = strchr(line, '\n')) != NULL; line = end + 1) {
    struct mutant_fate fate;
    *end = '\0';
    good = first ? text_equal(line, identity) : read_line(line, log->probes, &fate);
    if (good && !first) vector_push(log->known, fate);
    first = false;
  }
  memory_free(text);
  if (good && !first) return true;
  return diagnose_plain(error, "%s is no log of these mutants on these probes, by this version; it should begin with \"%s\"", path,
                        identity);
}

static bool begin(struct fate_log *log, const char *path, const char *identity, struct diagnostic *error) {
  char *beside = memory_format("%s.new", path);
  log->out = fopen(beside, "w");
  if (log->out) {
    fprintf(log->out, "%s\n", identity);
    for (size_t i = 0; i < log->known.length; i++) write_line(log->out, &log->known.items[i]);
  }
  bool good = log->out && fflush(log->out) == 0 && rename(beside, path) == 0;
  memory_free(beside);
  return good || diagnose_plain(error, "cannot write %s: %s", path, strerror(errno));
}

bool fate_log_open(struct fate_log **log, const char *resume, const char *checkpoint, const struct mutation *mutation,
                   const struct probes *probes, struct diagnostic *error) {
  *log = memory_new(1, sizeof **log);
  (*log)->probes = probes;
  pthread_mutex_init(&(*log)->lock, NULL);
  char *identity = identity_of(mutation, probes);
  bool good = (!resume || take_up(*log, resume, identity, error)) && (!checkpoint || begin(*log, checkpoint, identity, error));
  memory_free(identity);
  return good;
}

void fate_log_close(struct fate_log *log) {
  for (size_t i = 0; i < log->known.length; i++) {
    memory_free(log->known.items[i].text);
    memory_free(log->known.items[i].fault);
  }
  vector_free(log->known);
  if (log->out) fclose(log->out);
  pthread_mutex_destroy(&log->lock);
  memory_free(log);
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
  if (!log->out) return;
  pthread_mutex_lock(&log->lock);
  write_line(log->out, fate);
  fflush(log->out);
  pthread_mutex_unlock(&log->lock);
}
