/* The file is cut into lines and fields in place. Without a file there are no reasons. Mutants may
 * share a text (of a row that occurs twice); a reason holds for all of them.
 *
 * If the current folder has the model's sources, the file beside them counts. Otherwise the
 * program's own copy counts, as for memory models. */
#include "mutation/survivors.h"

#include <glob.h>
#include <string.h>
#include "base/diagnostic.h"
#include "base/source_load.h"
#include "base/vector.h"
#include "mutation/embedded.h"
#include "protocol/record.h"

/* The folder that -p named, or the model's folder below the current one, by itself or in that of
 * its family; NULL if there is none. */
static char *folder_of(const struct system *system) {
  const char *own = system_path(system);
  if (own) return memory_format("%s", own);
  char *pattern = memory_format("models/{,*/}%s", system->name), *folder = NULL;
  glob_t found;
  if (!glob(pattern, GLOB_BRACE, NULL, &found)) folder = memory_format("%s", found.gl_pathv[0]);
  globfree(&found);
  memory_free(pattern);
  return folder;
}

static char *file_beside_sources(const char *path) {
  struct diagnostic none = { NULL };
  size_t length;
  char *text = source_load(path, &length, &none);
  diagnostic_clear(&none);
  return text;
}

static char *embedded_file(const char *name) {
  const char *text = embedded_find(embedded_survivors, name);
  return text ? memory_format("%s", text) : NULL;
}

struct survivors survivors_read(const struct system *system) {
  char *folder = folder_of(system),
       *path = memory_format("%s/survivors.tsv", folder ? folder : system->name),
       *held = folder ? file_beside_sources(path) : embedded_file(system->name);
  VECTOR(struct survivor_reason) reasons = { NULL };
  unsigned number = 1;
  for (char *line = held; line && *line; number++) {
    char *next = line + strcspn(line, "\n"), *tab = memchr(line, '\t', (size_t)(next - line));
    if (*next) *next++ = '\0';
    if (tab) *tab++ = '\0';
    if (*line && *line != '#')
      vector_push(reasons,
                  (struct survivor_reason){ number, line, tab && *tab ? tab : NULL, false, false });
    line = next;
  }
  memory_free(folder);
  return (struct survivors){ path, held, reasons.items, (unsigned)reasons.length, false };
}

bool survivors_mutant_is_among(const char *text, const char *parts) {
  for (;;) {
    size_t length = strcspn(parts, "\n");
    if (memmem(text, strlen(text), parts, length)) return true;
    if (!parts[length]) return false;
    parts += length + 1;
  }
}

void survivors_narrow(struct survivors *survivors, const char *parts) {
  unsigned kept = 0;
  for (unsigned i = 0; i < survivors->count; i++)
    if (survivors_mutant_is_among(survivors->items[i].text, parts))
      survivors->items[kept++] = survivors->items[i];
  survivors->count = kept;
}

const char *survivors_reason(struct survivors *survivors, const char *mutant, bool survives) {
  const char *found = NULL;
  for (unsigned i = 0; i < survivors->count; i++) {
    struct survivor_reason *reason = &survivors->items[i];
    if (strcmp(reason->text, mutant)) continue;
    reason->known = true;
    reason->needed |= survives;
    found = reason->reason;
  }
  return found;
}

bool survivors_reason_is_another_killer(const char *reason) {
  static const char mark[] = "not equivalent:";
  return !strncmp(reason, mark, sizeof mark - 1);
}

bool survivors_is_stale(const struct survivors *survivors, unsigned i) {
  const struct survivor_reason *reason = &survivors->items[i];
  return !reason->known || (survivors->whole && !reason->needed);
}

unsigned survivors_stale(const struct survivors *survivors) {
  unsigned stale = 0;
  for (unsigned i = 0; i < survivors->count; i++) stale += survivors_is_stale(survivors, i);
  return stale;
}

void survivors_clear(struct survivors *survivors) {
  memory_free(survivors->items);
  memory_free(survivors->held);
  memory_free(survivors->path);
  *survivors = (struct survivors){ NULL };
}
