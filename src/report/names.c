#include "report/names.h"

#include "base/memory.h"

void setting_print(FILE *out, const struct setting *setting, unsigned width) {
  char *name = setting_name(setting);
  fprintf(out, "%-*s", (int)width, name);
  memory_free(name);
}

const char *property_title(const struct system *system, enum property property) {
  return property == PROPERTY_OWN && system->own_invariant.name ? system->own_invariant.name
                                                                : property_name(property);
}

void properties_print(FILE *out, const struct system *system, uint64_t properties) {
  const char *separator = "";
  for (unsigned i = 0; i < PROPERTIES; i++)
    if (properties >> i & 1) {
      fprintf(out, "%s%s", separator, property_title(system, (enum property)i));
      separator = ", ";
    }
}

const char *search_end_text(enum search_end end) {
  static const char *const texts[] = {
    "complete",
    "ended by a violation",
    "out of memory",
    "out of time",
    "out of depth",
    "out of states",
    "out of state numbers",
    "interrupted",
    "refused",
    "finished, though states may have been left out",
    "ended by the last step shown, which is more than the kit, or a channel, can hold"
  };
  return texts[end];
}

const char *limit_text(enum search_end end) {
  return end == SEARCH_TOO_SMALL ? "a step was more than the kit, or a channel, can hold"
                                 : search_end_text(end);
}

void limits_print(FILE *out, uint64_t limits) {
  const char *separator = "";
  for (unsigned end = 0; limits >> end; end++)
    if (limits >> end & 1) {
      fprintf(out, "%s%s", separator, limit_text((enum search_end)end));
      separator = ", ";
    }
}
