/* The constructors that SYSTEM makes enter the records of a shared object, while it is loaded. */
#include "authoring/protocol_load.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "authoring/headers.h"
#include "authoring/object_cache.h"
#include "authoring/protocol_path.h"
#include "base/hash.h"
#include "base/memory.h"
#include "os/build_identity.h"
#include "protocol/record.h"

/* --- compiling --- */

/* The line is overwritten by the first message of the compiler, or erased. */
static bool compile(const struct compiler *compiler, const struct protocol_path *path,
                    struct cached_object *object, bool status, struct diagnostic *error) {
  if (status) fprintf(stderr, "compiling %s\r", path->given);
  bool good = compiler_make(compiler, &path->sources, object->unfinished, path->given, error) &&
              cached_object_keep(object, error);
  if (status) fputs("\033[K", stderr);
  return good;
}

/* Finds the object or makes it; *key is a hash of all that it is made from. */
static bool find(const struct protocol_path *path, bool status, struct cached_object *object,
                 uint64_t *key, struct diagnostic *error) {
  struct author_headers headers;
  struct compiler compiler = { { 0 } };
  bool good = author_headers_find(&headers, error) && compiler_find(&compiler, &headers, error);
  if (good) {
    *key = compiler_key(&compiler, &path->sources);
    good = cached_object_find(object, path->name, *key, error) &&
           (object->is_there || compile(&compiler, path, object, status, error));
  }
  compiler_clear(&compiler);
  author_headers_clear(&headers);
  return good;
}

/* --- loading --- */

static bool not_loaded(const struct protocol_path *path, struct diagnostic *error) {
  static const char undefined[] = "undefined symbol: ";
  const char *why = dlerror(), *symbol = why ? strstr(why, undefined) : NULL;
  if (!symbol)
    return diagnostic_plain(error, "-p %s: the compiled protocol cannot be loaded: %s", path->given,
                            why ? why : "for no known reason");
  symbol += sizeof undefined - 1;
  return diagnostic_plain(error,
                          "-p %s: %.*s is declared and used, and neither this protocol nor "
                          "turnsole's headers define it",
                          path->given, (int)strcspn(symbol, " ,\n"), symbol);
}

static bool too_many(const struct protocol_path *path, const struct record *before,
                     struct diagnostic *error) {
  struct text names = { 0 };
  unsigned count = 0;
  for (const struct record *record = record_newest(); record != before;
       record = record->next, count++)
    text_add(&names, "%s%s at %s:%u", count ? ", " : "",
             record->system->name ? record->system->name : "one without a name", record->file,
             record->line);
  diagnostic_plain(error, "-p %s: expected one record (SYSTEM), found %u: %s", path->given, count,
                   names.bytes);
  text_free(&names);
  return false;
}

/* Model names are words that end at a ':'. */
static bool check_name(const struct record *record, struct diagnostic *error) {
  const char *name = record->system->name;
  if (!name || !*name || name[strcspn(name, ":/ \t\n")])
    return diagnostic_of_file(error,
                              "%s:%u: the record's name is \"%s\": expected one without blanks, "
                              "':' and '/' (.name)",
                              record->file, record->line, name ? name : "");
  for (const struct record *other = record->next; other; other = other->next) {
    if (!other->system->name || !text_equal(other->system->name, name)) continue;
    return diagnostic_of_file(error, "%s:%u: %s %s is called %s, too: choose another .name",
                              record->file, record->line,
                              other->path ? "the model of" : "a model of turnsole's own at",
                              other->path ? other->path : other->file, name);
  }
  return true;
}

/* The same source may be named in two ways: as a folder and as its one file. */
static const struct record *loaded_from_key(uint64_t key) {
  for (const struct record *record = record_newest(); record && key; record = record->next)
    if (record->path && record->key == key) return record;
  return NULL;
}

/* Loads the object, which enters its records. */
static const struct record *load(const struct protocol_path *path,
                                 const struct cached_object *object, uint64_t key,
                                 struct diagnostic *error) {
  const struct record *before = record_newest(), *same = loaded_from_key(key);
  if (same) return same;
  if (!dlopen(object->path, RTLD_NOW | RTLD_LOCAL)) return not_loaded(path, error), NULL;
  struct record *record = record_newest();
  if (record == before)
    return diagnostic_plain(error,
                            "-p %s: there is no protocol here: expected one record, "
                            "SYSTEM(...) = { ... }",
                            path->given),
           NULL;
  if (record->next != before) return too_many(path, before, error), NULL;
  if (!check_name(record, error)) return NULL;
  record->path = memory_format("%s", path->real); /* as long as the program runs */
  record->key = key;
  return record;
}

static const struct record *loaded_from(const char *real) {
  for (const struct record *record = record_newest(); record; record = record->next)
    if (record->path && text_equal(record->path, real)) return record;
  return NULL;
}

static const struct record *load_once(const struct protocol_path *path, bool status,
                                      struct diagnostic *error) {
  const struct record *record = loaded_from(path->real);
  if (record) return record;
  struct cached_object object = { NULL };
  uint64_t key = 0;
  if (find(path, status, &object, &key, error)) record = load(path, &object, key, error);
  if (record) build_identity_add(key);
  cached_object_clear(&object);
  return record;
}

char *protocol_load(const char *word, bool status, struct diagnostic *error) {
  struct protocol_path path;
  char *name = NULL;
  if (protocol_path_read(&path, word, error)) {
    const struct record *record = load_once(&path, status, error);
    if (record) name = memory_format("%s%s", record->system->name, path.variant);
  }
  protocol_path_clear(&path);
  return name;
}
