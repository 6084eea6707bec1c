#include "report/names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/memory.h"
#include "base/text.h"

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

/* --- colour --- */

static bool has_colour(FILE *out) {
  const char *terminal = getenv("TERM");
  return !getenv("NO_COLOR") && terminal && strcmp(terminal, "dumb") && fileno(out) >= 0 &&
         isatty(fileno(out));
}

void colour_put(FILE *out, enum text_colour colour, const char *text) {
  static const char *const codes[] = { "", "\033[32m", "\033[1;31m", "\033[33m", "\033[2m" };
  if (colour == PLAIN || !has_colour(out)) fputs(text, out);
  else fprintf(out, "%s%s\033[0m", codes[colour], text);
}

/* --- models --- */

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

/* --- subjects --- */

static void client_gpm_print(FILE *out, const struct client *client, unsigned gpm) {
  if (!client->placed) return;
  fputc('@', out);
  placement_print_gpm(out, &client->topology, gpm);
}

void client_print(FILE *out, const struct client *client) {
  const struct topology *topology = &client->topology;
  if (topology->gpms)
    fprintf(out, "%u %s", topology->gpus, text_numbered(topology->gpus, "GPU", "GPUs"));
  if (topology->gpms && !topology->no_homes)
    fprintf(out, " of %u %s", topology->gpms, text_numbered(topology->gpms, "GPM", "GPMs"));
  if (topology->gpms) fputs(", ", out);
  fprintf(out, "%u %s, %u %s (", client->sms, text_numbered(client->sms, "SM", "SMs"),
          client->threads, text_numbered(client->threads, "thread", "threads"));
  for (unsigned sm = 0; sm < client->sms; sm++) {
    const char *separator = sm ? "|" : "";
    for (unsigned t = 0; t < client->threads; t++)
      if (client->sm_of_thread[t] == sm) {
        fprintf(out, "%sP%u", separator, t);
        separator = ",";
      }
    client_gpm_print(out, client, client->gpm_of_sm[sm]);
  }
  fprintf(out, "), %u %s", client->lines, text_numbered(client->lines, "address", "addresses"));
  bool homes = client->placed && !topology->no_homes;
  for (unsigned line = 0; line < client->lines && homes; line++) {
    fprintf(out, "%s%c", line ? "|" : " (", 'a' + (int)line);
    client_gpm_print(out, client, client->home_of_line[line]);
  }
  fprintf(out, "%s%s, %u %s", homes ? ")" : "", client->two_words ? " of two words" : "",
          client->values, text_numbered(client->values, "value", "values"));
}

void subject_print(FILE *out, const struct subject *subject) {
  setting_print(out, &subject->setting, 0);
  fprintf(out, " (%s cores), ", core_kind_name(subject->setting.core));
  if (subject->program) {
    fprintf(out, "%s, placement ", subject->program->name);
    placement_print(out, subject->program, &subject->placement);
  } else {
    fputs("the most general client: ", out);
    client_print(out, &subject->client);
    if (subject->options.share_bank) fputs(", all addresses in one bank", out);
    if (subject->options.only_line)
      fprintf(out, ", %c by itself", 'a' + (int)subject->options.only_line - 1);
  }
}

void parameters_print(FILE *out, const struct setting *setting) {
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    fprintf(out, "%s%s=%d", i ? " " : "  parameters    ", setting->system->parameters[i].name,
            setting->values[i]);
  if (setting->system->parameters[0].name) fputc('\n', out);
}

/* "virtual networks request, response+ack, " */
static void add_virtual_networks(struct text *text, const struct subject *subject) {
  const struct system *system = subject->setting.system;
  const struct virtual_network *of = subject->options.virtual_network;
  const char *head = "virtual networks ";
  for (unsigned number = 1; number <= NETWORKS_MAX; number++) {
    const char *separator = head;
    for (unsigned n = 0; n < system->network_count; n++) {
      if (of[n].number != number) continue;
      text_add(text, "%s%s", separator, system->networks[n].name);
      separator = "+";
      head = ", ";
    }
  }
  if (*head == ',') text_add(text, ", ");
}

void options_print(FILE *out, const struct subject *subject, bool reductions) {
  const struct machine_options *options = &subject->options;
  struct text text = { 0 };
  if (reductions) {
    subject_add_reductions(&text, options, subject->client.lines);
    text_add(&text, ", ");
  }
  add_virtual_networks(&text, subject);
  fprintf(out, "  options       %s, %schannels of ",
          options->no_evictions ? "no evictions" : "evictions at any time",
          text.bytes ? text.bytes : "");
  text_free(&text);
  if (options->capacity)
    fprintf(out, "%u %s\n", options->capacity,
            text_numbered(options->capacity, "message", "messages"));
  else fputs("the model's own capacities\n", out);
}

void capacities_print(FILE *out, const struct subject *subject, bool was_full) {
  if (!subject->setting.system->network_count) return;
  fputs("  capacities    ", out);
  capacities_list_print(out, subject, was_full);
}

static unsigned room_of(const struct subject *subject, unsigned network) {
  const struct network *own = &subject->setting.system->networks[network];
  const struct machine_options *options = &subject->options;
  if (options->virtual_network[network].room) return options->virtual_network[network].room;
  return options->capacity && !own->counted ? options->capacity : own->capacity;
}

void capacities_list_print(FILE *out, const struct subject *subject, bool was_full) {
  const struct system *system = subject->setting.system;
  for (unsigned i = 0; i < system->network_count; i++)
    fprintf(out, "%s%s %u", i ? ", " : "", system->networks[i].name, room_of(subject, i));
  fprintf(out, "; %s\n", was_full ? "a full channel held back a step" : "none was ever full");
}
