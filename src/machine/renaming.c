/* See renaming.h. */
#include "machine/renaming.h"

static void rename_value(const struct renaming *names, int64_t *value) {
  if (*value >= 1 && *value <= names->values) *value = 1 + names->value[*value - 1];
}

static void rename_data(const struct renaming *names, struct data *data) {
  for (unsigned word = 0; word < WORDS_MAX; word++) rename_value(names, &data->word[word]);
}

void rename_request(const struct renaming *names, struct request *request) {
  if (request->core == NO_ONE) return;
  rename_value(names, &request->value);
  rename_value(names, &request->expected);
  request->core = names->core[request->core];
  request->line = names->line[request->line];
}

void rename_message(const struct shape *shape, const struct renaming *names,
                    struct message *message) {
  bool no_line = shape->system->messages[message->type].no_line;
  message->from = names->controller[message->from];
  message->to = names->controller[message->to];
  if (message->requester != NO_ONE) message->requester = names->controller[message->requester];
  rename_request(names, &message->request);
  message->line = names->line[message->line];
  if (no_line) message->line = message->request.line = 0;
  rename_data(names, &message->data);
}

static uint8_t renamed_set(const struct renaming *names, uint8_t sms) {
  uint8_t set = 0;
  for (unsigned sm = 0; sm < CORES_MAX; sm++)
    if (sms >> sm & 1 && names->sm[sm] != NO_IMAGE) set |= (uint8_t)(1u << names->sm[sm]);
  return set;
}

void rename_line(const struct renaming *names, struct line *line) {
  line->sharers = renamed_set(names, line->sharers);
  line->held = renamed_set(names, line->held);
  if (line->owner != NO_ONE) line->owner = names->sm[line->owner];
  if (line->writer != NO_ONE) line->writer = names->core[line->writer];
  for (unsigned i = 0; i < line->waiting; i++) rename_request(names, &line->queue[i]);
  rename_data(names, &line->data);
  rename_data(names, &line->buffer);
  rename_data(names, &line->memory);
}
