#include "cli/own_protocols.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "authoring/protocol_load.h"
#include "authoring/protocol_path.h"
#include "base/memory.h"
#include "cli/family.h"
#include "cli/output.h"
#include "protocol/record.h"

static struct name_list names; /* as long as the program runs */

/* A model of a family is not among the systems, so its name is compared here. */
static const char *load(const char *word, bool quiet, struct diagnostic *error) {
  char *name = protocol_load(word, !quiet && isatty(STDERR_FILENO), error);
  if (!name) return NULL;
  vector_push(names, name);
  const struct family *family = family_of_model(name);
  if (!family) return name;
  diagnostic_plain(error, "-p %s: turnsole's own %s have a model %s, too: choose another .name",
                   word, family->name, name);
  return NULL;
}

static bool is_folder(const char *path) {
  struct stat status;
  return !stat(path, &status) && S_ISDIR(status.st_mode);
}

/* Complains of a word that is no model and no path, where a folder has its name. */
static bool is_no_folder(const char *word) {
  size_t length = strcspn(word, ":");
  char *name = memory_copy_text(word, length);
  bool lacks_slash =
      !system_find(word, (unsigned)length) && !family_of_model(word) && is_folder(name);
  if (lacks_slash)
    cli_complain("no such model: %s; for the folder of that name write -p ./%s", name, word);
  memory_free(name);
  return !lacks_slash;
}

bool own_protocols_load(struct name_list *words, bool quiet) {
  struct diagnostic error = { NULL };
  for (size_t i = 0; i < words->length; i++) {
    if (!protocol_path_is(words->items[i])) {
      if (!is_no_folder(words->items[i])) return false;
      continue;
    }
    const char *name = load(words->items[i], quiet, &error);
    if (!name) return cli_complain_of(&error), false;
    words->items[i] = name;
  }
  return true;
}

struct name_list own_protocols_tests(const struct name_list *models) {
  struct name_list folders = { 0 };
  for (size_t i = 0; i < models->length; i++) {
    const char *name = models->items[i];
    const struct system *system = system_find(name, (unsigned)strcspn(name, ":"));
    const char *path = system ? system_path(system) : NULL;
    char *folder = path ? memory_format("%s/litmus", path) : NULL;
    bool known = !folder || !is_folder(folder);
    for (size_t k = 0; k < folders.length && !known; k++) known = !strcmp(folders.items[k], folder);
    if (known) memory_free(folder);
    else vector_push(folders, folder);
  }
  return folders;
}
