#include "frames/composition.h"
#include "protocol/record.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The linker gathers every COMPOSITION(...) here. */
extern const struct composition *const __start_compositions[] __attribute__((weak));
extern const struct composition *const __stop_compositions[] __attribute__((weak));

static int by_name(const void *a, const void *b) {
  return strcmp((*(const struct system *const *)a)->name, (*(const struct system *const *)b)->name);
}

enum { COMPOSITIONS_MAX = 32 };
static const struct system *sorted[COMPOSITIONS_MAX + 1];

static void sort(void) {
  size_t count = (size_t)(__stop_compositions - __start_compositions);
  if (count > COMPOSITIONS_MAX) abort();
  for (size_t i = 0; i < count; i++) sorted[i] = &__start_compositions[i]->system;
  qsort(sorted, count, sizeof *sorted, by_name);
}

const struct system *const *composition_systems(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, sort);
  return sorted;
}

/* The record begins with its system. */
const struct composition *composition_of_system(const struct system *system) {
  return (const struct composition *)system;
}

const struct composition *composition_find(const char *name) {
  size_t length = strcspn(name, ":");
  for (const struct system *const *system = composition_systems(); *system; system++)
    if (strlen((*system)->name) == length && !strncmp((*system)->name, name, length))
      return composition_of_system(*system);
  return NULL;
}

const struct composition *composition_of(const struct setting *setting) {
  return composition_of_system(setting->system);
}

bool composition_by_number(const struct setting *setting) {
  const struct composition *composition = composition_of(setting);
  return composition->by_number && composition->by_number(setting);
}

bool composition_setting(struct setting *setting, const char *text, struct diagnostic *error) {
  const struct composition *composition = composition_find(text);
  if (!composition) return diagnostic_plain(error, "no such model of image composition: %s", text);
  return setting_in(setting, &composition->system, text, error);
}

unsigned composition_invariants(const struct setting *setting) {
  return setting->system->invariants | CLAIM(COMPOSES_DEADLOCK) | CLAIM(COMPOSES_NEVER) |
         setting_losses(setting);
}

unsigned composition_claims(const struct setting *setting) {
  return composition_invariants(setting) & ~setting_losses(setting);
}

const char *composition_property_name(unsigned property) {
  static const char *const names[] = { "image",      "exactly-once", "background-once", "sessions",
                                       "table",      "balance",      "deadlock",        "never",
                                       "congestion", "ending" };
  return names[property];
}

/* A variant that is expected to fail names frames, for run, and properties, for prove. */
static bool check_variants(const struct system *system, struct diagnostic *error) {
  for (unsigned i = 0; i < VARIANTS_MAX && system->variants[i].name; i++) {
    const struct variant *variant = &system->variants[i];
    if (!variant->fails != !variant->invariants_lost ||
        variant->invariants_lost & CLAIM(COMPOSES_WITNESS))
      return diagnostic_plain(
          error,
          "%s:%s: a variant that fails frames loses a property that may be claimed, and names it",
          system->name, variant->name);
  }
  return true;
}

bool composition_check(const struct composition *composition, struct diagnostic *error) {
  const struct system *system = &composition->system;
  if (!system->name || !system->title || !system->source || !system->not_modelled ||
      !system->event_count)
    return diagnostic_plain(
        error, "%s: the record lacks a name, title, source, events, or what is not modelled",
        system->name ? system->name : "a composition");
  return check_variants(system, error) && system_tables_check(system, error);
}
