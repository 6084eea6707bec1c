/* States in words: controllers, messages, cores. */
#include "machine/run_step.h"
#include "machine/describe.h"
#include <inttypes.h>
#include "machine/audit.h"
#include "machine/channel.h"
#include "machine/fields.h"
#include "protocol/observed.h"
#include "machine/history.h"
#include "machine/names.h"
#include "protocol/unnamed_state.h"

/* "(old)" if a later store has been performed, "(coming)" if the store of this word is yet to be.
 * Where homes perform stores (step_perform_below), both concern the home of this copy. */
static const char *age_name(const struct data *data, unsigned word) {
  return data->coming[word] ? "(coming)" : data->age[word] >= AGE_STALE ? "(old)" : "";
}

static void add_aged(struct text *text, const struct machine *machine, const struct data *data) {
  if (!data->age[0] && !data->age[1]) return;
  for (unsigned word = 0; word < machine->shape.words; word++)
    text_add(text, "%s%" PRId64 "%s", word ? "," : FIELD "data=", data->word[word],
             age_name(data, word));
}

static void add_data(struct text *text, const struct machine *machine, const char *name,
                     const struct data *data) {
  if (!data->age[0] && !data->age[1]) return;
  text_add(text, FIELD "%s=%" PRId64, name, data->word[0]);
  for (unsigned word = 1; word < machine->shape.words; word++)
    text_add(text, ",%" PRId64, data->word[word]);
}

static void add_time(struct text *text, const char *name, unsigned time) {
  if (!name) return;
  if (time == NO_TIME) text_add(text, EMPTY_FIELD "%s=-", name);
  else text_add(text, FIELD "%s=%u", name, time);
}

/* A set, as a hexadecimal number. */
static void add_set(struct text *text, const char *name, unsigned set) {
  if (name) text_add(text, "%s%s=%#x", set ? FIELD : EMPTY_FIELD, name, set);
}

static void add_count(struct text *text, const char *name, int count) {
  if (name) text_add(text, "%s%s=%d", count ? FIELD : EMPTY_FIELD, name, count);
}

void describe_line(struct text *text, const struct machine *machine,
                   const struct controller_kind *kind, const struct local *local, unsigned at) {
  const struct line *line = &local->line[at];
  text_add(text, "%s",
           table_state_name(&kind->table, controller_kind_state_of_line(kind, local, at)));
  if (kind->shows.ages) add_aged(text, machine, &line->data);
  else add_data(text, machine, "data", &line->data);
  for (unsigned t = 0; t < TIMES; t++) add_time(text, kind->times[t], line->time[t]);
  if (line->dirty) text_add(text, FIELD "dirty");
  if (kind->shows.sharers) add_set(text, "sharers", line->sharers);
  if (kind->shows.owner && line->owner != NO_ONE) text_add(text, FIELD "owner=%u", line->owner);
  add_count(text, kind->shows.pending, line->pending);
  add_count(text, kind->shows.reads, line->reads);
  add_count(text, kind->shows.writes, line->writes);
  add_set(text, kind->shows.held, line->held);
  add_count(text, kind->shows.line_flag, line->flag);
  if (line->fetching) text_add(text, FIELD "fetching");
  if (kind->shows.buffer) add_data(text, machine, "buffer", &line->buffer);
  if (kind->shows.memory) add_data(text, machine, "memory", &line->memory);
  unnamed_add_line(text, &machine->shape, kind, line, at);
  for (unsigned i = 0; i < line->waiting; i++) {
    const struct request *request = &line->queue[i];
    text_add(text, i ? ", " : FIELD "waiting=");
    name_add_core(text, machine, request->core);
    text_add(text, " %s", machine->shape.system->events[request->event]);
    if (request->event == EVENT_STORE || request->event == EVENT_ATOMIC)
      text_add(text, " %" PRId64, request->value);
  }
}

void describe_own(struct text *text, const struct machine *machine,
                  const struct controller_kind *kind, const struct local *local) {
  add_time(text, kind->shows.clock, local->clock);
  add_time(text, kind->shows.second_clock, local->stall[SECOND_CLOCK]);
  add_count(text, kind->shows.count, local->count);
  add_count(text, kind->shows.flag, local->flag);
  if (kind->shows.mark && local->flag) text_add(text, FIELD "%s", kind->shows.mark);
  unnamed_add_own(text, &machine->shape, kind, local);
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    bool is_time = machine->shape.system->time == TIME_LOGICAL ? local->stall[core] != NO_TIME
                                                               : local->stall[core] != 0;
    if (kind->shows.stall && is_time) {
      text_add(text, FIELD "%s(", kind->shows.stall);
      name_add_core(text, machine, core);
      text_add(text, ")=%u", local->stall[core]);
    }
    if (kind->shows.pending && local->pending[core]) {
      text_add(text, FIELD "%s(", kind->shows.pending);
      name_add_core(text, machine, core);
      text_add(text, ")=%u", local->pending[core]);
    }
  }
}

unsigned describe_line_count(const struct machine *machine, unsigned controller) {
  const struct controller_kind *kind = kind_of(machine, controller);
  return machine->shape.lines + (kind->extra_line_per_core ? machine->shape.core_count : 0);
}

bool describe_serves(const struct machine *machine, unsigned controller, unsigned line) {
  if (kind_of(machine, controller)->instances == ONE_PER_GPM)
    return placement_gpm_is_used(&machine->shape.placement,
                                 machine->shape.controllers[controller].index);
  return kind_of(machine, controller)->instances != ONE_PER_BANK || line >= machine->shape.lines ||
         machine->shape.placement.bank_of_line[line] ==
             machine->shape.controllers[controller].index;
}

void describe_message(struct text *text, const struct machine *machine,
                      const struct message *message) {
  const struct message_kind *kind = &machine->shape.system->messages[message->type];
  text_add(text, "%s(", kind->name ? kind->name : machine->shape.system->events[message->type]);
  struct text fields = { 0 };
  if (!kind->no_line) name_add_line(&fields, machine, message->line);
  add_data(&fields, machine, "data", &message->data);
  for (unsigned t = 0; t < TIMES; t++) add_time(&fields, kind->times[t], message->time[t]);
  if (kind->has_value) text_add(&fields, FIELD "value=%" PRId64, message->request.value);
  if (kind->has_count) text_add(&fields, FIELD "count=%d", message->count);
  if (kind->flag) text_add(&fields, FIELD "%s=%u", kind->flag, message->flag);
  for (unsigned bit = 0; bit < 2; bit++)
    if (kind->marks[bit] && (unsigned)message->count >> bit & 1)
      text_add(&fields, FIELD "%s", kind->marks[bit]);
  unnamed_add_message(&fields, kind, message);
  fields_add(text, fields.bytes ? fields.bytes : "", true);
  bool bare = !fields.length;
  text_free(&fields);
  if (kind->has_requester) {
    text_add(text, " for ");
    name_add_controller(text, machine, message->requester);
  }
  if (kind->has_core && message->request.core != NO_ONE) {
    text_add(text, bare && !kind->has_requester ? "of " : " of ");
    name_add_core(text, machine, message->request.core);
  }
  text_add(text, ")");
}

/* --- cores --- */

void describe_request(struct text *text, const struct machine *machine,
                      const struct request *request) {
  const struct system *system = machine->shape.system;
  text_add(text, "%s%s%s", system->events[request->event], request->scope ? "." : "",
           scope_name((enum scope)request->scope));
  if (request->event == EVENT_FENCE) return;
  bool in_transaction = request->event >= EVENT_OWN;
  bool stores = request->event == EVENT_STORE || request->event == EVENT_STORE_RELEASE;
  if (in_transaction) stores = request->event == system->transactions.store;
  if (in_transaction && !stores && request->event != system->transactions.load) return;
  text_add(text, " %s", name_of_word(machine, request->line, request->word));
  if (stores) text_add(text, " := %" PRId64, request->value);
  if (request->event == EVENT_ATOMIC)
    text_add(text, " %s %" PRId64, arithmetic_name((enum arithmetic)request->arithmetic),
             request->value);
}

/* How many requests, fences and barriers a thread has behind those of its window; -1: its way
 * is not known yet. */
static int operations_ahead(const struct machine *machine, unsigned core, const struct core *c) {
  const struct lowered *code = &machine->lowered[core];
  int count = 0;
  for (unsigned at = c->pc; at < code->length; at++) {
    enum micro_kind kind = code->micros[at].kind;
    if (kind == MICRO_BRANCH || kind == MICRO_GOTO) return -1;
    count += kind != MICRO_COMPUTE;
  }
  return count;
}

static void add_entry(struct text *text, const struct machine *machine, unsigned core,
                      const struct core *c, unsigned place) {
  const struct micro *micro = core_micro(machine, core, c->entry[place].micro);
  if (micro->kind == MICRO_BARRIER) text_add(text, "a barrier");
  else if (micro->event == EVENT_NO_REQUEST) text_add(text, "a fence");
  else {
    struct request request = core_request(machine, core, c, place);
    describe_request(text, machine, &request);
  }
  if (c->entry[place].overtaken) text_add(text, " (overtaken by a store)");
}

/* "waits for LOAD x; next STORE y := 1, 2 more" */
static void add_window(struct text *text, const struct machine *machine, unsigned core,
                       const struct core *c) {
  unsigned issued = 0, ahead = 0, first = 0;
  for (unsigned i = c->entries; i-- > 0;)
    if (!c->entry[c->order[i]].issued) ahead++, first = c->order[i];
  for (unsigned i = 0; i < c->entries; i++)
    if (c->entry[c->order[i]].issued) {
      text_add(text, "%s", issued++ ? ", " : "waits for ");
      add_entry(text, machine, core, c, c->order[i]);
    }
  if (!ahead) return;
  text_add(text, "%snext ", issued ? "; " : "");
  add_entry(text, machine, core, c, first);
  int more = core_is_free(machine, core) ? 0 : operations_ahead(machine, core, c);
  if (more >= 0 && more + (int)ahead > 1) text_add(text, ", %d more", more + (int)ahead - 1);
}

void describe_core(struct text *text, const struct machine *machine, unsigned core,
                   uint32_t number) {
  const struct core *c = intern_at(machine->contents, number, NULL);
  bool finished = core_finished(machine, core, c), is_free = core_is_free(machine, core);
  if (finished) text_add(text, is_free ? "idle" : "done");
  else if (c->hung) text_add(text, "loops for ever");
  else if (c->overflows) text_add(text, "does more than can be followed");
  add_window(text, machine, core, c);
  if (c->misreads) text_add(text, FIELD "MISREAD");
  if (c->wrong) text_add(text, FIELD "FAULT: %s", audit_words(c->wrong));
  for (unsigned r = 0; !is_free && r < machine->program->threads[core].register_count; r++)
    text_add(text, "%s%s=%" PRId64, finished || c->registers[r] ? FIELD : EMPTY_FIELD,
             machine->program->threads[core].registers[r].name, c->registers[r]);
}

void describe_controller(struct text *text, const struct machine *machine, unsigned controller,
                         uint32_t number, bool empty_too) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *local = local_at(machine, number);
  struct text own = { 0 };
  text_add(&own, FIELD);
  describe_own(&own, machine, kind, local);
  fields_add(text, own.bytes, empty_too);
  text_free(&own);
  for (unsigned at = 0; at < describe_line_count(machine, controller); at++) {
    if (!describe_serves(machine, controller, at)) continue;
    struct text line = { 0 };
    describe_line(&line, machine, kind, local, at);
    text_add(text, "  ");
    name_add_place(text, machine, at);
    text_add(text, ": ");
    fields_add(text, line.bytes, empty_too);
    text_free(&line);
  }
}

/* The name and the content of one core or controller, of a state. */
struct state_part {
  struct text name, content;
};

static void add_core_part(struct state_part *part, const struct machine *machine, unsigned core,
                          const slot_t *state, bool empty_too) {
  struct text fields = { 0 };
  name_add_core(&part->name, machine, core);
  text_add(&part->name, " on SM %u", machine->shape.sm_of_core[core]);
  describe_core(&fields, machine, core, state[core_slot(machine, core)]);
  text_add(&part->content, " ");
  fields_add(&part->content, fields.bytes ? fields.bytes : "", empty_too);
  text_free(&fields);
}

static void add_controller_part(struct state_part *part, const struct machine *machine,
                                unsigned controller, const slot_t *state, bool empty_too) {
  struct text content = { 0 };
  name_add_controller(&part->name, machine, controller);
  describe_controller(&content, machine, controller, state[controller_slot(machine, controller)],
                      empty_too);
  text_add(&part->content, "%s%s", content.length && *content.bytes == ' ' ? "" : " ",
           content.length ? content.bytes : "");
  text_free(&content);
}

/* Adds cores and controllers, a line each; `brief`: neighbours of equal content in one line, "L1.0,
 * L1.1:  a: I", and none that is empty. */
static void add_parts(struct text *text, const struct machine *machine, const slot_t *state,
                      bool brief) {
  struct text last = { 0 };
  unsigned cores = machine->shape.core_count, all = cores + machine->shape.controller_count;
  for (unsigned i = 0; i < all; i++) {
    struct state_part part = { { 0 } };
    if (i < cores) add_core_part(&part, machine, i, state, !brief);
    else add_controller_part(&part, machine, i - cores, state, !brief);
    bool empty = brief && text_equal(part.content.bytes, " ");
    bool joins = brief && last.length && i != cores && text_equal(last.bytes, part.content.bytes);
    if (!empty) {
      if (last.length && !joins) text_add(text, ":%s\n", last.bytes);
      text_add(text, "%s%s", joins ? ", " : "", part.name.bytes);
      text_free(&last);
      last = part.content;
    } else text_free(&part.content);
    text_free(&part.name);
  }
  if (last.length) text_add(text, ":%s\n", last.bytes);
  text_free(&last);
}

void describe_in_flight(struct text *text, const struct machine *machine,
                        const struct message *message) {
  text_add(text, "in flight to ");
  name_add_controller(text, machine, message->to);
  text_add(text, ": ");
  describe_message(text, machine, message);
}

static void add_in_flight(struct text *text, const struct machine *machine, uint32_t number) {
  unsigned count;
  const struct message *messages = channel_messages(machine, number, &count);
  for (unsigned m = 0; m < count; m++) {
    describe_in_flight(text, machine, &messages[m]);
    text_add(text, "\n");
  }
}

static void describe(const struct machine *machine, FILE *out, const slot_t *state, bool brief) {
  struct text text = { 0 };
  add_parts(&text, machine, state, brief);
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    add_in_flight(&text, machine, state[channel_slot(machine, i)]);
  if (machine->has_history) {
    struct text order = { 0 };
    history_describe(machine, &order, state[history_slot(machine)]);
    if (order.length) text_add(&text, "order: %s\n", order.bytes);
    text_free(&order);
  }
  fputs(text.bytes ? text.bytes : "", out);
  text_free(&text);
}

void machine_describe_state(const struct model *model, FILE *out, const slot_t *state) {
  describe(model->self, out, state, false);
}

void machine_describe_briefly(const struct model *model, FILE *out, const slot_t *state) {
  describe(model->self, out, state, true);
}
