#include "report/proved_clients.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/embedded.h"

/* Options that change the number of states. */
static bool has_defaults(const struct subject *asked) {
  const struct machine_options *options = &asked->options;
  const struct client *client = &asked->client;
  bool same_machine = !options->cold && !options->no_evictions && !options->readers &&
                      !options->no_reduction && !options->no_symmetry && !options->together &&
                      !options->no_deferred_evictions && !options->no_dead_values &&
                      !options->no_ample && !options->capacity && !options->share_bank &&
                      !options->only_line;
  return same_machine && !client->spread && !client->two_words && !client->placed;
}

static bool is_same(const struct proved_client *a, const struct client *b) {
  return a->sms == b->sms && a->threads == b->threads && a->addresses == b->lines &&
         a->values == b->values;
}

static bool is_within(const struct proved_client *a, const struct client *b) {
  return a->sms <= b->sms && a->threads <= b->threads && a->addresses <= b->lines &&
         a->values <= b->values;
}

/* Reads what stands behind the model's name on a line. */
static bool read_client(const char *text, struct proved_client *client) {
  return sscanf(text, "\t%u\t%u\t%u\t%u\t%" SCNu64, &client->sms, &client->threads,
                &client->addresses, &client->values, &client->states) == 5;
}

bool proved_client_find(const struct subject *asked, struct proved_client *found) {
  *found = (struct proved_client){ 0 };
  if (asked->setting.system->topology.gpms || !setting_is_plain(&asked->setting)) return false;
  char *name = setting_name(&asked->setting);
  size_t length = strlen(name);
  for (const char *line = embedded_proofs[0].text; *line; line = strchr(line, '\n') + 1) {
    struct proved_client client = { 0 };
    if (strncmp(line, name, length) || !read_client(line + length, &client)) continue;
    client.same = is_same(&client, &asked->client) && has_defaults(asked);
    if (client.same || (!found->same && client.states > found->states)) *found = client;
  }
  memory_free(name);
  found->smaller = is_within(found, &asked->client) && !is_same(found, &asked->client);
  return found->states > 0;
}

void proved_client_print(FILE *out, const struct subject *asked) {
  struct proved_client found;
  if (!proved_client_find(asked, &found)) return;
  if (found.same)
    fprintf(out, "  known         this client has a proof, with %" PRIu64 " states", found.states);
  else
    fprintf(out,
            "  known         the largest client with a proof: %u %s, %u %s, %u %s, %u %s, %" PRIu64
            " states",
            found.sms, text_numbered(found.sms, "SM", "SMs"), found.threads,
            text_numbered(found.threads, "thread", "threads"), found.addresses,
            text_numbered(found.addresses, "address", "addresses"), found.values,
            text_numbered(found.values, "value", "values"), found.states);
  fprintf(out, "%s (results/proofs.tsv)\n", found.smaller ? "; the one asked is larger" : "");
}

void proved_client_json(struct json *json, const struct subject *asked) {
  struct proved_client found;
  if (!proved_client_find(asked, &found)) return;
  json_open(json, "largest_proved", '{');
  json_number(json, "sms", found.sms);
  json_number(json, "threads", found.threads);
  json_number(json, "addresses", found.addresses);
  json_number(json, "values", found.values);
  json_number(json, "states", (int64_t)found.states);
  json_truth(json, "same", found.same);
  json_close(json, '}');
}
