#include "report/counting_report.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/names.h"

/* --- ranges --- */

void count_range_print(FILE *out, const struct count_range *range) {
  fprintf(out, "  %5" PRIu32, range->least);
  if (range->greatest == COUNT_UNBOUNDED) fputs("  unbounded\n", out);
  else fprintf(out, "  %8" PRIu32 "\n", range->greatest);
}

void count_range_json(struct json *json, const struct count_range *range) {
  json_number(json, "least", range->least);
  if (range->greatest == COUNT_UNBOUNDED) json_text(json, "greatest", NULL);
  else json_number(json, "greatest", range->greatest);
}

/* --- text --- */

/* "DATA with data between GPUs" */
static char *message_title(const struct system *system, const struct counted *counted) {
  return memory_format("%s%s%s", system->messages[counted->event].name,
                       counted->data ? " with data" : "", counted->crosses ? " between GPUs" : "");
}

static int width_of_messages(const struct system *system, const struct counting_result *counting) {
  size_t width = strlen("message");
  for (unsigned i = 0; i < counting->count; i++) {
    char *title = message_title(system, &counting->messages[i].counted);
    if (strlen(title) > width) width = strlen(title);
    memory_free(title);
  }
  return (int)width;
}

static void print_message(FILE *out, const struct system *system,
                          const struct counted_message *message, int width) {
  char *title = message_title(system, &message->counted);
  fprintf(out, "  %-10s  %-*s", system->networks[message->network].name, width, title);
  count_range_print(out, &message->range);
  memory_free(title);
}

static void print_title(FILE *out, const struct setting *setting, const struct program *program,
                        const struct counting_result *counting) {
  const struct cost *cost = &counting->cost;
  fprintf(out, "%s: %" PRIu64 " %s, %" PRIu64 " %s%s%s", program->name, cost->searches,
          text_numbered(cost->searches, "placement", "placements"), cost->states,
          text_numbered(cost->states, "state", "states"),
          counting->blocked ? ", a channel was full" : "",
          counting->complete ? "" : ", INCONCLUSIVE: a limit was hit: ");
  limits_print(out, counting->limits);
  if (counting->complete && !counting->ends) fputs(", INCONCLUSIVE: no run ends", out);
  uint64_t broken = counting->broken & setting_invariants_of_programs(setting);
  if (broken) fputs("; BROKEN: ", out);
  properties_print(out, setting->system, broken);
  fputc('\n', out);
}

void counting_print(FILE *out, const struct setting *setting, const struct program *program,
                    const struct counting_result *counting) {
  const struct system *system = setting->system;
  print_title(out, setting, program, counting);
  int width = width_of_messages(system, counting);
  if (counting->ends) fprintf(out, "  %-10s  %-*s  least  greatest\n", "network", width, "message");
  for (unsigned i = 0; i < counting->count; i++)
    print_message(out, system, &counting->messages[i], width);
  fputc('\n', out);
}

/* --- JSON --- */

static void put_message(struct json *json, const struct system *system,
                        const struct counted_message *message) {
  const struct counted *counted = &message->counted;
  json_open(json, NULL, '{');
  json_text(json, "message", system->messages[counted->event].name);
  json_text(json, "network", system->networks[message->network].name);
  json_truth(json, "data", counted->data);
  json_truth(json, "between_gpus", counted->crosses);
  count_range_json(json, &message->range);
  json_close(json, '}');
}

void counting_json(struct json *json, const struct setting *setting, const struct program *program,
                   const struct counting_result *counting) {
  json_open(json, NULL, '{');
  json_text(json, "test", program->path);
  json_truth(json, "complete", counting->complete);
  json_truth(json, "ends", counting->ends);
  json_properties(json, "broken", setting->system,
                  counting->broken & setting_invariants_of_programs(setting));
  json_number(json, "placements", (int64_t)counting->cost.searches);
  json_number(json, "states", (int64_t)counting->cost.states);
  json_open(json, "messages", '[');
  for (unsigned i = 0; i < counting->count; i++)
    put_message(json, setting->system, &counting->messages[i]);
  json_close(json, ']');
  json_close(json, '}');
}
