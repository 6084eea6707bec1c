#include "authoring/headers.h"

#include <string.h>
#include "authoring/embedded.h"
#include "base/memory.h"
#include "base/source_load.h"

/* The text of a file in one of the folders; NULL: it is in none. */
static char *text_of(const struct author_headers *headers, const char *name) {
  char *text = NULL;
  for (unsigned i = 0; i < headers->count && !text; i++) {
    struct diagnostic none = { NULL };
    size_t length;
    char *path = memory_format("%s/%s", headers->folders[i], name);
    text = source_load(path, &length, &none);
    memory_free(path);
    diagnostic_clear(&none);
  }
  return text;
}

/* The folder of all headers also has the file VERSION. */
static bool refuse(const struct author_headers *headers, const char *name,
                   struct diagnostic *error) {
  const char *folder = headers->folders[headers->count - 1];
  char *version = text_of(headers, "VERSION");
  if (version) version[strcspn(version, "\n")] = '\0';
  if (version && !text_equal(version, TURNSOLE_VERSION))
    diagnostic_of_file(error,
                       "%s: these headers are of turnsole %s, the program is %s: install both of "
                       "one version",
                       folder, version, TURNSOLE_VERSION);
  else
    diagnostic_of_file(error,
                       "%s: %s is not the one that the program (turnsole %s) was built with: "
                       "build or install it again",
                       folder, name, TURNSOLE_VERSION);
  memory_free(version);
  return false;
}

bool author_headers_find(struct author_headers *headers, struct diagnostic *error) {
  headers->count = installation_includes(headers->folders);
  if (!headers->count)
    return diagnostic_plain(error,
                            "the headers for protocols are not found: expected them in "
                            "include/turnsole beside the program's bin, where `make install` and "
                            "the package put them");
  for (const struct embedded_text *header = embedded_headers; header->name; header++) {
    char *text = text_of(headers, header->name);
    bool same = text && text_equal(text, header->text);
    memory_free(text);
    if (!same) return refuse(headers, header->name, error);
  }
  return true;
}

void author_headers_clear(struct author_headers *headers) {
  for (unsigned i = 0; i < headers->count; i++) memory_free(headers->folders[i]);
  headers->count = 0;
}
