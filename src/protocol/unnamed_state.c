/* Prints state that a record gives no name to: each field that has changed, by the field's own
 * name. So a trace shows a fault that writes the wrong field.
 *
 * A tab stands before each field (machine/fields.h). */
#include "protocol/unnamed_state.h"

#include <inttypes.h>

static void add_number(struct text *text, const char *record_name, const char *field,
                       int64_t value) {
  if (!record_name && value) text_add(text, "\t%s=%" PRId64, field, value);
}

static void add_times(struct text *text, const char *const *names, const uint8_t *times) {
  for (unsigned t = 0; t < TIMES; t++)
    if (!names[t] && times[t] && times[t] != NO_TIME) text_add(text, "\ttime[%u]=%u", t, times[t]);
}

static bool has_words(const struct data *data) { return data->word[0] || data->word[1]; }

static void add_words(struct text *text, const char *field, const struct data *data) {
  if (has_words(data))
    text_add(text, "\t%s=%" PRId64 ",%" PRId64, field, data->word[0], data->word[1]);
}

void unnamed_add_line(struct text *text, const struct controller_kind *kind,
                      const struct line *line) {
  add_times(text, kind->times, line->time);
  if (!kind->shows.sharers && line->sharers) text_add(text, "\tsharers=%#x", line->sharers);
  if (!kind->shows.owner && line->owner && line->owner != NO_ONE)
    text_add(text, "\towner=%u", line->owner);
  if (line->writer && line->writer != NO_ONE) text_add(text, "\twriter=%u", line->writer);
  add_number(text, kind->shows.pending, "pending", line->pending);
  add_number(text, kind->shows.reads, "reads", line->reads);
  add_number(text, kind->shows.writes, "writes", line->writes);
  if (!kind->shows.held && line->held) text_add(text, "\theld=%#x", line->held);
  add_number(text, kind->shows.line_flag, "flag", line->flag);
  if (!line->data.age[0] && !line->data.age[1]) add_words(text, "data without an age", &line->data);
  if (!kind->shows.buffer) add_words(text, "buffer", &line->buffer);
  if (!kind->shows.memory) add_words(text, "memory", &line->memory);
}

void unnamed_add_own(struct text *text, const struct shape *shape,
                     const struct controller_kind *kind, const struct local *local) {
  if (!kind->shows.clock && local->clock && local->clock != NO_TIME)
    text_add(text, "\tclock=%u", local->clock);
  add_number(text, kind->shows.count, "count", local->count);
  if (!kind->shows.mark) add_number(text, kind->shows.flag, "flag", local->flag);
  for (unsigned core = 0; core < shape->core_count; core++) {
    bool second = kind->shows.second_clock && core == SECOND_CLOCK;
    if (!kind->shows.stall && !second && local->stall[core] && local->stall[core] != NO_TIME)
      text_add(text, "\tstall[%u]=%u", core, local->stall[core]);
    if (!kind->shows.pending && local->pending[core])
      text_add(text, "\tpending[%u]=%u", core, local->pending[core]);
  }
}

void unnamed_add_message(struct text *text, const struct message_kind *kind,
                         const struct message *message) {
  add_times(text, kind->times, message->time);
  bool named = kind->has_count || kind->marks[0] || kind->marks[1];
  add_number(text, named ? "" : NULL, "count", message->count);
  add_number(text, kind->flag, "flag", message->flag);
  if (!message->data.age[0] && !message->data.age[1])
    add_words(text, "data without an age", &message->data);
}
