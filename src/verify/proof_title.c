#include "verify/proof_title.h"

#include <inttypes.h>
#include "base/memory.h"
#include "base/text.h"

static void add_places(struct text *text, const char *title, const uint8_t *gpms, unsigned count) {
  for (unsigned i = 0; i < count; i++) text_add(text, "%s%u", i ? " " : title, gpms[i]);
}

static void add_client(struct text *text, const struct client *client) {
  text_add(text, ": %u SMs, %u threads, %u addresses, %u values%s%s", client->sms, client->threads,
           client->lines, client->values, client->two_words ? ", two words each" : "",
           client->spread ? ", spread" : "");
  if (client->topology.gpms)
    text_add(text, ", %u GPUs of %u GPMs", client->topology.gpus, client->topology.gpms);
  if (!client->placed) return;
  add_places(text, ", SMs on ", client->gpm_of_sm, client->sms);
  add_places(text, ", homes on ", client->home_of_line, client->lines);
}

static void add_subject(struct text *text, const struct subject *subject,
                        const struct machine_options *options) {
  const struct setting *setting = &subject->setting;
  char *name = setting_name(setting);
  text_add(text, "%s (%s cores)", name, core_kind_name(setting->core));
  memory_free(name);
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    text_add(text, " %s=%d", setting->system->parameters[i].name, setting->values[i]);
  add_client(text, &subject->client);
  if (options->capacity) text_add(text, ", channels of %u", options->capacity);
  text_add(text, "%s%s, ", options->cold ? ", cold" : "",
           options->no_evictions ? ", no evictions" : "");
  subject_add_reductions(text, options, subject->client.lines);
}

static void add_properties(struct text *text, const struct setting *setting) {
  text_add(text, "; properties %" PRIx64,
           (uint64_t)(setting_invariants(setting) | setting_losses(setting)));
}

char *proof_title(const struct subject *subject, const struct machine *machine) {
  struct text text = { 0 };
  struct machine_options options = subject->options;
  options.no_symmetry = machine_symmetries(machine) == 1; /* also where nobody asked for it */
  options.together = false;
  text_add(&text, "turnsole %s ", TURNSOLE_VERSION);
  add_subject(&text, subject, &options);
  if (machine_one_line(machine)) text_add(&text, ", one address for all");
  add_properties(&text, &subject->setting);
  text_add(&text, ", key %016" PRIx64, machine_key(machine));
  return text.bytes;
}

char *proof_title_of_parts(const struct subject *subject, bool each) {
  struct text text = { 0 };
  text_add(&text, "prove ");
  add_subject(&text, subject, &subject->options);
  if (each) text_add(&text, ", each address by itself");
  add_properties(&text, &subject->setting);
  return text.bytes;
}
