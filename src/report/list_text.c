#include "report/list_text.h"

#include "base/memory.h"

static void put_line(FILE *out, const char *name, const char *variant, const char *help) {
  char *full = memory_format("%s%s%s", name, variant ? ":" : "", variant ? variant : "");
  fprintf(out, "%-24s %s\n", full, help);
  memory_free(full);
}

void system_list_print(FILE *out, const struct system *system) {
  put_line(out, system->name, NULL, system->title);
  for (unsigned i = 0; i < VARIANTS_MAX && system->variants[i].name; i++)
    put_line(out, system->name, system->variants[i].name, system->variants[i].help);
}

void setting_list_print(FILE *out, const struct setting *setting) {
  const struct parameter *parameters = setting->system->parameters;
  if (setting->variant)
    put_line(out, setting->system->name, setting->variant->name, setting->variant->help);
  else system_list_print(out, setting->system);
  if (parameters[0].name)
    fputs("  parameters, for --set NAME=VALUE: value, range, what it is\n", out);
  for (unsigned i = 0; i < PARAMETERS_MAX && parameters[i].name; i++) {
    char *value = memory_format("%s=%d", parameters[i].name, setting->values[i]);
    fprintf(out, "    %-20s %d to %d; %s\n", value, parameters[i].least, parameters[i].greatest,
            parameters[i].help);
    memory_free(value);
  }
}
