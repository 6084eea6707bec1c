/* Prints state that a record gives no name to: each field that is not as it starts, by its name in
 * C.  So no state is invisible in a trace.  Fields start as zero, as none (cold_start.c), or as the
 * kind's `start` says.
 *
 * A tab stands before each field (machine/fields.h). */
#include "protocol/unnamed_state.h"

#include <inttypes.h>
#include <string.h>

/* Room for any local state. */
union starting_local {
  struct local local;
  char bytes[sizeof(struct local) + (LINES_MAX + CORES_MAX) * sizeof(struct line)];
};

static void make_start(union starting_local *room, const struct shape *shape,
                       const struct controller_kind *kind) {
  unsigned lines = shape_local_lines(shape, (unsigned)(kind - shape->system->kinds));
  unsigned no_time = shape->system->time == TIME_LOGICAL ? NO_TIME : 0;
  memset(room, 0, sizeof *room);
  room->local.clock = (uint8_t)no_time;
  memset(room->local.stall, (int)no_time, sizeof room->local.stall);
  for (unsigned i = 0; i < lines; i++) {
    struct line *line = &room->local.line[i];
    line->owner = line->writer = NO_ONE;
    memset(line->time, (int)no_time, sizeof line->time);
  }
  if (kind->start) kind->start(shape, &room->local);
}

/* Adds a field that has no name in the record and is not as it starts. */
static void add_number(struct text *text, bool is_named, const char *field, int64_t value,
                       int64_t starts_as) {
  if (!is_named && value != starts_as) text_add(text, "\t%s=%" PRId64, field, value);
}

/* The same for a time, an SM or a core, of which there may be none. */
static void add_some(struct text *text, bool is_named, const char *field, unsigned value,
                     unsigned starts_as) {
  _Static_assert((int)NO_TIME == (int)NO_ONE, "both are printed as none");
  if (is_named || value == starts_as) return;
  if (value == NO_ONE) text_add(text, "\t%s=-", field);
  else text_add(text, "\t%s=%u", field, value);
}

static void add_set(struct text *text, bool is_named, const char *field, unsigned value,
                    unsigned starts_as) {
  if (!is_named && value != starts_as) text_add(text, "\t%s=%#x", field, value);
}

static bool has_words(const struct data *data) { return data->word[0] || data->word[1]; }

static void add_words(struct text *text, const char *field, const struct data *data) {
  if (has_words(data))
    text_add(text, "\t%s=%" PRId64 ",%" PRId64, field, data->word[0], data->word[1]);
}

static bool has_age(const struct data *data) { return data->age[0] || data->age[1]; }

void unnamed_add_line(struct text *text, const struct shape *shape,
                      const struct controller_kind *kind, const struct line *line, unsigned at) {
  union starting_local room;
  char field[] = "time[0]";
  make_start(&room, shape, kind);
  const struct line *first = &room.local.line[at];
  const struct shown *shows = &kind->shows;
  for (unsigned t = 0; t < TIMES; t++) {
    field[sizeof field - 3] = (char)('0' + t);
    add_some(text, kind->times[t], field, line->time[t], first->time[t]);
  }
  if (line->dirty > 1) text_add(text, "\tdirty=%u", line->dirty);
  add_set(text, shows->sharers, "sharers", line->sharers, first->sharers);
  add_some(text, shows->owner, "owner", line->owner, first->owner);
  add_some(text, false, "writer", line->writer, first->writer);
  add_number(text, shows->pending, "pending", line->pending, first->pending);
  add_number(text, shows->reads, "reads", line->reads, first->reads);
  add_number(text, shows->writes, "writes", line->writes, first->writes);
  add_set(text, shows->held, "held", line->held, first->held);
  add_number(text, shows->line_flag, "flag", line->flag, first->flag);
  if (line->fetching > 1) text_add(text, "\tfetching=%u", line->fetching);
  if (!has_age(&line->data)) add_words(text, "data without an age", &line->data);
  if (!shows->buffer) add_words(text, "buffer", &line->buffer);
  else if (!has_age(&line->buffer)) add_words(text, "buffer without an age", &line->buffer);
  if (!shows->memory) add_words(text, "memory", &line->memory);
  else if (!has_age(&line->memory)) add_words(text, "memory without an age", &line->memory);
}

void unnamed_add_own(struct text *text, const struct shape *shape,
                     const struct controller_kind *kind, const struct local *local) {
  union starting_local room;
  const struct shown *shows = &kind->shows;
  make_start(&room, shape, kind);
  add_some(text, shows->clock, "clock", local->clock, room.local.clock);
  add_number(text, shows->count, "count", local->count, room.local.count);
  add_number(text, shows->flag || shows->mark, "flag", local->flag, room.local.flag);
  for (unsigned core = 0; core < shape->core_count; core++) {
    bool second = shows->second_clock && core == SECOND_CLOCK;
    char field[] = "pending[0]", of_stall[] = "stall[0]";
    field[sizeof field - 3] = of_stall[sizeof of_stall - 3] = (char)('0' + core);
    add_some(text, shows->stall || second, of_stall, local->stall[core], room.local.stall[core]);
    add_number(text, shows->pending, field, local->pending[core], room.local.pending[core]);
  }
}

void unnamed_add_message(struct text *text, const struct message_kind *kind,
                         const struct message *message) {
  char field[] = "time[0]";
  for (unsigned t = 0; t < TIMES; t++) {
    field[sizeof field - 3] = (char)('0' + t);
    add_some(text, kind->times[t], field, message->time[t], NO_TIME);
  }
  bool is_counted = kind->has_count || kind->marks[0] || kind->marks[1];
  add_number(text, is_counted, "count", message->count, 0);
  add_number(text, kind->flag, "flag", message->flag, 0);
  add_some(text, kind->has_requester, "requester", message->requester, NO_ONE);
  add_some(text, kind->has_core, "request.core", message->request.core, NO_ONE);
  add_number(text, kind->has_value, "request.value", message->request.value, 0);
  if (!has_age(&message->data)) add_words(text, "data without an age", &message->data);
}
