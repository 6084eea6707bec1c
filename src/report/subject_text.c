#include "report/subject_text.h"

#include "base/text.h"
#include "report/names.h"

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
    if (subject->options.alone)
      fprintf(out, ", %c by itself", 'a' + (int)subject->options.alone - 1);
  }
}

void parameters_print(FILE *out, const struct setting *setting) {
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    fprintf(out, "%s%s=%d", i ? " " : "  parameters    ", setting->system->parameters[i].name,
            setting->values[i]);
  if (setting->system->parameters[0].name) fputc('\n', out);
}

void options_print(FILE *out, const struct subject *subject, bool reductions) {
  const struct machine_options *options = &subject->options;
  struct text text = { 0 };
  if (reductions) {
    subject_add_reductions(&text, options, subject->client.lines);
    text_add(&text, ", ");
  }
  fprintf(out, "  options       %s, %schannels of ",
          options->no_evictions ? "no evictions" : "evictions at any time",
          reductions ? text.bytes : "");
  text_free(&text);
  if (options->capacity)
    fprintf(out, "%u %s\n", options->capacity,
            text_numbered(options->capacity, "message", "messages"));
  else fputs("the model's own capacities\n", out);
}

void capacities_print(FILE *out, const struct subject *subject, bool was_full) {
  const struct system *system = subject->setting.system;
  unsigned capacity = subject->options.capacity;
  if (!system->network_count) return;
  fputs("  capacities    ", out);
  for (unsigned i = 0; i < system->network_count; i++)
    fprintf(out, "%s%s %u", i ? ", " : "", system->networks[i].name,
            capacity && !system->networks[i].counted ? capacity : system->networks[i].capacity);
  fprintf(out, "; %s\n", was_full ? "a full channel held back a step" : "none was ever full");
}
