/* The key of an entry is machine_key, a hash of 64 bits over everything that a machine's behaviour
 * depends on. Among the few thousand machines of a run, two machines share a key with a probability
 * below 10^-12.
 *
 * Where processes share the searches, the key determines the process, so that equal machines go
 * to one process. When all are done, they exchange their entries, and each process concludes
 * from all of them. A journal keeps the entries of complete searches in the same format. */
#include "run/reach_cache.h"

#include <pthread.h>
#include <string.h>
#include "os/journal.h"
#include "os/result_store.h"
#include "base/memory.h"
#include "base/printing.h"
#include "os/processes.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "machine/key.h"
#include "machine/outcomes.h"
#include "protocol/code_identity.h"

struct reach_cache {
  bool shared;
  struct journal *journal; /* NULL: none */
  pthread_mutex_t lock;
  _Atomic unsigned found; /* searches that a store had */
  struct sparse by_key;   /* machine_key -> struct reached * */
  /* machines that could not be built, or for which no time was left */
  VECTOR(struct reached *) unsearched;
};

struct reach_cache *reach_cache_new(bool shared) {
  struct reach_cache *cache = memory_new(1, sizeof *cache);
  cache->shared = shared && processes_count() > 1;
  pthread_mutex_init(&cache->lock, NULL);
  return cache;
}

void reach_cache_free(struct reach_cache *cache) {
  if (!cache) return;
  uintptr_t key = 0;
  for (uintptr_t *slot = sparse_first(&cache->by_key, &key); slot;
       slot = sparse_next(&cache->by_key, &key))
    reached_free((struct reached *)*slot);
  for (size_t i = 0; i < cache->unsearched.length; i++) reached_free(cache->unsearched.items[i]);
  vector_free(cache->unsearched);
  sparse_free(&cache->by_key);
  pthread_mutex_destroy(&cache->lock);
  memory_free(cache);
}

static const struct reached *remember_unsearched(struct reach_cache *cache,
                                                 struct reached *reached) {
  pthread_mutex_lock(&cache->lock);
  vector_push(cache->unsearched, reached);
  pthread_mutex_unlock(&cache->lock);
  return reached;
}

static const struct reached *remember_fault(struct reach_cache *cache, struct diagnostic *error) {
  struct reached *reached = memory_new(1, sizeof *reached);
  reached->fault = error->message ? error->message : memory_format("the machine cannot be built");
  return remember_unsearched(cache, reached);
}

/* After the deadline no search begins. */
static const struct reached *remember_late(struct reach_cache *cache,
                                           const struct program *program) {
  struct reached *reached = memory_new(1, sizeof *reached);
  *reached = (struct reached){ .everything = outcome_set_new(machine_outcome_width(program)),
                               .end = SEARCH_OUT_OF_TIME };
  return remember_unsearched(cache, reached);
}

/* Returns the entry of a key; sets `*first` if it is new, and empty. */
static struct reached *record_of(struct reach_cache *cache, uint64_t key, bool *first) {
  pthread_mutex_lock(&cache->lock);
  uintptr_t *slot = sparse_at(&cache->by_key, key);
  *first = !*slot;
  if (*first) *slot = (uintptr_t)memory_new(1, sizeof(struct reached));
  struct reached *record = (struct reached *)*slot;
  pthread_mutex_unlock(&cache->lock);
  return record;
}

/* --- entries as bytes, for other processes and journals: each outcome follows its count --- */

struct reach_record {
  uint64_t key;
  struct reached reached;
  uint64_t outcomes, width;
};

struct outcome_writing {
  FILE *out;
  unsigned width;
};

static void write_outcome(void *context, const int64_t *outcome, uint64_t times) {
  const struct outcome_writing *telling = context;
  fwrite(&times, sizeof times, 1, telling->out);
  fwrite(outcome, sizeof *outcome, telling->width, telling->out);
}

static void write_record(FILE *out, uint64_t key, const struct reached *record) {
  struct outcome_writing telling = { out, outcome_set_width(record->everything) };
  struct reach_record entry = { .key = key,
                                .outcomes = outcome_set_size(record->everything),
                                .width = telling.width };
  entry.reached = *record;
  fwrite(&entry, sizeof entry, 1, out);
  outcome_set_each(record->everything, write_outcome, &telling);
}

/* Reads an entry; returns what follows it. */
static const char *read_entry(const char *at, uint64_t *key, struct reached *reached) {
  struct reach_record entry;
  memcpy(&entry, at, sizeof entry);
  at += sizeof entry;
  size_t bytes = entry.width * sizeof(int64_t);
  int64_t *outcome = memory_new(entry.width, sizeof *outcome);
  struct outcome_set *everything = outcome_set_new((unsigned)entry.width);
  for (; entry.outcomes > 0; entry.outcomes--, at += sizeof(uint64_t) + bytes) {
    uint64_t times;
    memcpy(&times, at, sizeof times);
    if (bytes) memcpy(outcome, at + sizeof times, bytes);
    outcome_set_add(everything, outcome, times);
  }
  memory_free(outcome);
  *key = entry.key;
  *reached = entry.reached;
  reached->everything = everything;
  reached->fault = reached->named = NULL;
  return at;
}

static const char *read_record(struct reach_cache *cache, bool from_journal, const char *at) {
  struct reached reached;
  uint64_t key;
  bool first;
  at = read_entry(at, &key, &reached);
  if (from_journal) reached.cost.explored = 0;
  *record_of(cache, key, &first) = reached;
  return at;
}

static void read_gathered(void *context, unsigned rank, const void *bytes, size_t length) {
  const char *at = bytes, *end = at + length;
  while (rank != processes_own() && at < end) at = read_record(context, false, at);
}

static bool take(void *context, const char *record, size_t length) {
  return read_record(context, true, record) == record + length;
}

/* Names what complete searches depend on, beside their machines. */
static char *title_of_effort(const struct effort *effort) {
  return memory_format("run, quick up to %llu states%s, sample %u, %s set",
                       (unsigned long long)effort->quick_states,
                       effort->quick_cold ? " (or cold)" : "", effort->quick_sample,
                       effort->compact     ? "compact"
                       : effort->bit_state ? "bit-state"
                                           : "exact");
}

bool reach_cache_open_journal(struct reach_cache *cache, const struct effort *effort,
                              struct diagnostic *error) {
  const struct checkpoint *files = &effort->checkpoint;
  if (!files->path && !files->resume) return true;
  char *subject = title_of_effort(effort);
  cache->journal = journal_open(files->resume, files->path, subject, take, cache, error);
  memory_free(subject);
  return cache->journal != NULL;
}

bool reach_cache_close_journal(struct reach_cache *cache) {
  bool good = !cache->journal || journal_close(cache->journal);
  cache->journal = NULL;
  return good;
}

static void note(struct reach_cache *cache, uint64_t key, const struct reached *record) {
  struct printing printing;
  FILE *out = printing_begin(&printing);
  write_record(out, key, record);
  printing_end(&printing);
  journal_add(cache->journal, printing.text, printing.length);
  printing_free(&printing);
}

/* --- a store of results (os/result_store.h) --- */

/* The title of a search; NULL: none is kept. */
static char *title_of_search(const struct subject *subject, const struct machine *machine,
                             const struct effort *effort) {
  struct text text = { 0 };
  if (!effort->results) return NULL;
  if (!code_identity_add(&text, subject->setting.system)) return text_free(&text), NULL;
  char *of_effort = title_of_effort(effort);
  text_add(&text, ", %s, at least %llu, %s, machine %016llx, ", of_effort,
           (unsigned long long)effort->quick_most, subject->setting.system->name,
           (unsigned long long)machine_key(machine));
  subject_add_reductions(&text, &subject->options, 1);
  text_add(&text, ", readers %u %d %d", subject->options.readers, subject->options.keeps_to_line,
           subject->options.only_readers);
  memory_free(of_effort);
  return text.bytes;
}

static struct reached *find_kept(struct reach_cache *cache, const char *title,
                                 const struct effort *effort) {
  size_t length = 0;
  uint64_t key;
  char *bytes = result_store_find(effort->results, title, &length);
  if (!bytes) return NULL;
  struct reached *reached = memory_new(1, sizeof *reached);
  read_entry(bytes, &key, reached);
  reached->cost.explored = 0;
  memory_free(bytes);
  cache->found++;
  return reached;
}

static void keep(const struct effort *effort, const char *title, uint64_t key,
                 const struct reached *reached) {
  struct printing printing;
  FILE *out = printing_begin(&printing);
  write_record(out, key, reached);
  printing_end(&printing);
  result_store_put(effort->results, title, printing.text, printing.length);
  printing_free(&printing);
}

/* Only a complete search is kept, and none that names a fault, whose text is not in an entry. */
static bool may_be_kept(const struct reached *reached) {
  return reached_all(reached) && !reached->fault && !reached->named;
}

/* Searches the machine, or takes what was kept of it. */
static struct reached *search(struct reach_cache *cache, const struct subject *subject,
                              struct machine *machine, const struct effort *effort) {
  char *title = title_of_search(subject, machine, effort);
  struct reached *reached = title ? find_kept(cache, title, effort) : NULL;
  if (!reached) {
    uint64_t key = machine_key(machine);
    reached = quick_search_reach(subject, machine, effort);
    if (title && may_be_kept(reached)) keep(effort, title, key, reached);
  }
  memory_free(title);
  return reached;
}

/* Marks an entry as asked for: only then does an entry of a journal count in this run. Consumes
 * `reached`, the result of the search; NULL: another thread searches for this entry. */
static void ask(struct reach_cache *cache, struct reached *record, struct reached *reached) {
  pthread_mutex_lock(&cache->lock);
  if (reached) *record = *reached;
  record->asked = true;
  pthread_mutex_unlock(&cache->lock);
  memory_free(reached);
}

const struct reached *reach_cache_search(struct reach_cache *cache, const struct subject *subject,
                                         const struct effort *effort) {
  struct diagnostic error = { NULL };
  if (effort_spent(effort)) return remember_late(cache, subject->program);
  struct machine *machine = subject_machine(subject, &error);
  if (!machine) return remember_fault(cache, &error);
  bool first;
  uint64_t key = machine_key(machine);
  struct reached *record = NULL;
  if (!cache->shared || key % processes_count() == processes_own()) {
    record = record_of(cache, key, &first);
    struct reached *reached = first ? search(cache, subject, machine, effort) : NULL;
    if (first && cache->journal && may_be_kept(reached)) note(cache, key, reached);
    ask(cache, record, reached);
  }
  machine_free(machine);
  return record;
}

bool reach_cache_widen(const struct reached *record, uint64_t bound) {
  struct reached *own = (struct reached *)record;
  if (bound <= own->bound) return false;
  own->bound = bound;
  if (own->due) return false;
  return own->due = true;
}

static void add_outcome(void *set, const int64_t *outcome, uint64_t times) {
  (void)times;
  outcome_set_add(set, outcome, 1);
}

/* The samples of the two searches differ, so the earlier results are kept. They do not go to a
 * journal: a resumed run must come to the same bounds. */
void reach_cache_renew(const struct reached *record, const struct subject *subject,
                       const struct effort *effort) {
  struct reached *own = (struct reached *)record;
  struct reached *further = quick_search_widen(subject, own->bound, effort);
  if (!reached_all(further)) {
    outcome_set_each(own->everything, add_outcome, further->everything);
    further->broken |= own->broken;
    further->blocked |= own->blocked;
  }
  further->bound = own->bound;
  further->asked = own->asked;
  outcome_set_free(own->everything);
  *own = *further;
  memory_free(further);
}

bool reach_cache_gather(struct reach_cache *cache) {
  uintptr_t key = 0;
  struct printing printing;
  if (!cache->shared) return false;
  FILE *out = printing_begin(&printing);
  for (uintptr_t *slot = sparse_first(&cache->by_key, &key); slot;
       slot = sparse_next(&cache->by_key, &key))
    write_record(out, key, (const struct reached *)*slot);
  printing_end(&printing);
  processes_gather(printing.text, printing.length, read_gathered, cache);
  printing_free(&printing);
  cache->shared = false;
  return true;
}

struct cost reach_cache_cost(const struct reach_cache *cache) {
  uintptr_t key = 0;
  struct cost cost = { 0 };
  for (uintptr_t *slot = sparse_first(&cache->by_key, &key); slot;
       slot = sparse_next(&cache->by_key, &key)) {
    const struct reached *record = (const struct reached *)*slot;
    if (record->asked) cost_add(&cost, &record->cost);
  }
  return cost;
}

unsigned reach_cache_found(const struct reach_cache *cache) { return cache->found; }
