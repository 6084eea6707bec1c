/* Runs in words.  The model describes its own states and steps; here they are numbered and
 * indented. */
#include "report/steps.h"

#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/text.h"
#include "report/json.h"

/* Prints a text of lines behind a head; further lines stand below the first. */
static void print_indented(FILE *out, const char *head, const char *text) {
  int indent = (int)strlen(head);
  for (const char *at = text; *at; head = "") {
    size_t length = strcspn(at, "\n");
    fprintf(out, "%-*s%.*s\n", indent, head, (int)length, at);
    at += length + (at[length] == '\n');
  }
}

void state_print(FILE *out, const struct model *model, const char *head, const slot_t *state) {
  struct printing printing;
  model->describe_state(model, printing_begin(&printing), state);
  fprintf(out, "%s\n", head);
  print_indented(out, "      ", printing_end(&printing));
  printing_free(&printing);
}

void step_print(FILE *out, const struct model *model, const struct trace *trace, unsigned i) {
  const slot_t *from = trace->states + (size_t)i * trace->width;
  char head[24];
  struct printing printing;
  model->describe_step(model, printing_begin(&printing), from, trace->labels[i],
                       from + trace->width);
  snprintf(head, sizeof head, "%4u. ", i + 1);
  print_indented(out, head, printing_end(&printing));
  printing_free(&printing);
}

void steps_print(FILE *out, const struct model *model, const struct trace *trace) {
  state_print(out, model, "  start:", trace->states);
  for (unsigned i = 0; i < trace->length; i++) step_print(out, model, trace, i);
  state_print(out, model, "  end:", trace->states + (size_t)trace->length * trace->width);
}

void steps_json(struct json *json, const struct model *model, const struct trace *trace,
                const char *key, unsigned from, unsigned to) {
  json_open(json, key, '[');
  for (unsigned i = from; i < to; i++) {
    const slot_t *at = trace->states + (size_t)i * trace->width;
    struct printing printing;
    model->describe_step(model, printing_begin(&printing), at, trace->labels[i], at + trace->width);
    json_text(json, NULL, printing_end(&printing));
    printing_free(&printing);
  }
  json_close(json, ']');
}

void state_json(struct json *json, const struct model *model, const char *key,
                const slot_t *state) {
  struct printing printing;
  model->describe_state(model, printing_begin(&printing), state);
  json_text(json, key, printing_end(&printing));
  printing_free(&printing);
}

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
  char *name = setting_name(&subject->setting);
  fprintf(out, "%s (%s cores), ", name, core_kind_name(subject->setting.core));
  memory_free(name);
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
  fprintf(out, "  options       %s, ",
          options->no_evictions ? "no evictions" : "evictions at any time");
  if (reductions) subject_reductions_print(out, options, subject->client.lines);
  fputs(reductions ? ", channels of " : "channels of ", out);
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

void counterexample_print(FILE *out, const struct counterexample *counterexample) {
  const struct model *model = machine_model(counterexample->machine);
  const struct trace *trace = counterexample->trace;
  bool asked_for = trace->property == PROPERTY_WITNESS;
  fputs(asked_for ? "\nwitness: " : "\ncounterexample: ", out);
  subject_print(out, &counterexample->subject);
  fprintf(out, ": %u %s to ", trace->length, text_numbered(trace->length, "step", "steps"));
  char *fault = counterexample_fault(counterexample);
  const char *name = asked_for ? NULL : model->property_name(model, trace->property);
  bool of_program =
      counterexample->subject.program != NULL; /* else it was looked for by prove --deadlock */
  if (asked_for)
    fputs(of_program ? "the outcome asked for\n"
                     : "a state that other addresses may hold up for ever\n",
          out);
  else if (fault) fprintf(out, "a fault: %s\n", fault);
  else
    fprintf(out, strchr(name, ' ') ? "a state that breaks \"%s\"\n" : "a state that breaks %s\n",
            name);
  memory_free(fault);
  steps_print(out, model, trace);
}
