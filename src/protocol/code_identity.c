#include "protocol/code_identity.h"

#include <inttypes.h>
#include "os/object_hashes.h"

static const struct record *record_of(const struct system *system) {
  for (const struct record *record = record_newest(); record; record = record->next)
    if (record->system == system) return record;
  return NULL;
}

static uint64_t hash_of(const struct record *record) {
  return record->path ? record->key : object_hash_of(record->file);
}

bool code_identity_add(struct text *text, const struct system *system) {
  const struct record *record = record_of(system);
  uint64_t engine = object_hash_of("engine"), model = record ? hash_of(record) : 0;
  text_add(text, "turnsole %s, engine %016" PRIx64 ", model %016" PRIx64, TURNSOLE_VERSION, engine,
           model);
  return engine && model;
}
