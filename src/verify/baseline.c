#include "verify/baseline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/source_load.h"
#include "base/vector.h"

struct entries {
  struct baseline_entry *items;
  size_t length, room;
};

struct baseline {
  const char *path;
  struct entries listed; /* by the file; sorted, each once */
  struct entries fresh;  /* in the order in which they failed */
  bool accepted;
};

static int compare(const void *a, const void *b) {
  const struct baseline_entry *left = a, *right = b;
  int order = strcmp(left->model, right->model);
  if (!order) order = strcmp(left->test, right->test);
  return order ? order : strcmp(left->property, right->property);
}

static void entry_clear(struct baseline_entry *entry) {
  memory_free(entry->model);
  memory_free(entry->test);
  memory_free(entry->property);
}

static void entries_free(struct entries *entries) {
  for (size_t i = 0; i < entries->length; i++) entry_clear(&entries->items[i]);
  vector_free(*entries);
}

void baseline_free(struct baseline *baseline) {
  if (!baseline) return;
  entries_free(&baseline->listed);
  entries_free(&baseline->fresh);
  memory_free(baseline);
}

/* --- reading --- */

struct baseline_field {
  size_t start, end;
};

/* Splits a line at its tabs. */
static bool split(const struct source *source, struct baseline_field line,
                  struct baseline_field fields[3], struct diagnostic *error) {
  static const char *const names[] = { "a model", "a test", "a property" };
  size_t at = line.start;
  for (unsigned i = 0; i < 3; i++) {
    fields[i].start = at;
    while (at < line.end && source->text[at] != '\t') at++;
    fields[i].end = at;
    if (at == fields[i].start)
      return diagnostic_at(error, source, (struct span){ at, 1 },
                           "expected %s: a line is MODEL, TEST and PROPERTY, parted by tabs",
                           names[i]);
    if (i < 2 && at == line.end)
      return diagnostic_at(error, source, (struct span){ at, 1 },
                           "expected a tab and %s: a line is MODEL, TEST and PROPERTY, parted by "
                           "tabs",
                           names[i + 1]);
    if (i < 2) at++;
  }
  return at == line.end || diagnostic_at(error, source, (struct span){ at, line.end - at },
                                         "expected the line to end behind its third field");
}

static bool add_line(struct baseline *baseline, const struct source *source,
                     struct baseline_field line, unsigned number, struct diagnostic *error) {
  struct baseline_field fields[3];
  if (line.end > line.start && source->text[line.end - 1] == '\r') line.end--;
  if (line.start == line.end || source->text[line.start] == '#') return true;
  if (!split(source, line, fields, error)) return false;
  char *texts[3];
  for (unsigned i = 0; i < 3; i++)
    texts[i] = memory_copy_text(source->text + fields[i].start, fields[i].end - fields[i].start);
  struct baseline_entry entry = { texts[0], texts[1], texts[2], number, false, false };
  vector_push(baseline->listed, entry);
  return true;
}

static bool add_lines(struct baseline *baseline, const struct source *source,
                      struct diagnostic *error) {
  unsigned number = 1;
  for (size_t at = 0; at < source->length; number++) {
    const char *end = memchr(source->text + at, '\n', source->length - at);
    size_t stop = end ? (size_t)(end - source->text) : source->length;
    if (!add_line(baseline, source, (struct baseline_field){ at, stop }, number, error))
      return false;
    at = stop + 1;
  }
  return true;
}

/* Merges of two branches may leave a line twice. */
static void sort(struct entries *entries) {
  size_t kept = 0;
  if (entries->length) qsort(entries->items, entries->length, sizeof *entries->items, compare);
  for (size_t i = 0; i < entries->length; i++)
    if (kept && !compare(&entries->items[kept - 1], &entries->items[i]))
      entry_clear(&entries->items[i]);
    else entries->items[kept++] = entries->items[i];
  entries->length = kept;
}

struct baseline *baseline_open(const char *path, struct diagnostic *error) {
  struct baseline *baseline = memory_new(1, sizeof *baseline);
  struct source source = { .name = path };
  baseline->path = path;
  if (!path) return baseline;
  if (access(path, F_OK))
    diagnostic_of_file(error, "%s: %s; --write-baseline %s writes the failures of a run there",
                       path, strerror(errno), path);
  source.text = source_load(path, &source.length, error);
  bool good = source.text && add_lines(baseline, &source, error);
  memory_free((char *)source.text);
  sort(&baseline->listed);
  if (good) return baseline;
  baseline_free(baseline);
  return NULL;
}

/* --- a run --- */

static struct baseline_entry *listed(struct baseline *baseline, const char *model, const char *test,
                                     const char *property) {
  struct baseline_entry key = { (char *)model, (char *)test, (char *)property, 0, false, false };
  if (!baseline->listed.length) return NULL;
  return bsearch(&key, baseline->listed.items, baseline->listed.length,
                 sizeof *baseline->listed.items, compare);
}

bool baseline_fails(struct baseline *baseline, const char *model, const char *test,
                    const char *property) {
  struct baseline_entry *entry = listed(baseline, model, test, property);
  if (entry) return entry->failed = true;
  struct baseline_entry fresh = { memory_format("%s", model),
                                  memory_format("%s", test),
                                  memory_format("%s", property),
                                  0,
                                  true,
                                  false };
  vector_push(baseline->fresh, fresh);
  return baseline->accepted;
}

void baseline_holds(struct baseline *baseline, const char *model, const char *test,
                    const char *property) {
  struct baseline_entry *entry = listed(baseline, model, test, property);
  if (entry) entry->held = true;
}

void baseline_accept(struct baseline *baseline) { baseline->accepted = true; }
bool baseline_is_accepted(const struct baseline *baseline) { return baseline->accepted; }
const char *baseline_path(const struct baseline *baseline) { return baseline->path; }

static bool is_stale(const struct baseline_entry *entry) { return entry->held && !entry->failed; }

struct baseline_counts baseline_count(const struct baseline *baseline) {
  struct baseline_counts counts = { 0, (unsigned)baseline->fresh.length, 0 };
  for (size_t i = 0; i < baseline->listed.length; i++) {
    counts.known += baseline->listed.items[i].failed;
    counts.stale += is_stale(&baseline->listed.items[i]);
  }
  return counts;
}

void baseline_each_stale(const struct baseline *baseline,
                         void (*visit)(void *context, const struct baseline_entry *entry),
                         void *context) {
  for (size_t i = 0; i < baseline->listed.length; i++)
    if (is_stale(&baseline->listed.items[i])) visit(context, &baseline->listed.items[i]);
}

/* --- writing --- */

void baseline_write(const struct baseline *baseline, FILE *out) {
  struct entries all = { 0 };
  for (size_t i = 0; i < baseline->listed.length; i++)
    if (!is_stale(&baseline->listed.items[i])) vector_push(all, baseline->listed.items[i]);
  for (size_t i = 0; i < baseline->fresh.length; i++) vector_push(all, baseline->fresh.items[i]);
  if (all.length) qsort(all.items, all.length, sizeof *all.items, compare);
  fputs("# Known failures: MODEL, TEST (or prove and a client) and PROPERTY, parted by tabs.\n"
        "# --baseline FILE does not fail for them; --write-baseline FILE writes the file anew.\n",
        out);
  for (size_t i = 0; i < all.length; i++)
    if (!i || compare(&all.items[i - 1], &all.items[i]))
      fprintf(out, "%s\t%s\t%s\n", all.items[i].model, all.items[i].test, all.items[i].property);
  vector_free(all);
}
