#include "machine/lifelines.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "machine/describe.h"
#include "machine/describe_step.h"
#include "machine/fields.h"
#include "machine/names.h"
#include "machine/played.h"

enum { LIFELINES_MAX = CORES_MAX + CONTROLLERS_MAX };

/* Cores, and controllers behind them, in the order of their lifelines. */
struct lifeline_order {
  unsigned count, parts[LIFELINES_MAX];
};

static bool stands_with_core(const struct machine *machine, unsigned controller, unsigned core) {
  return kind_of(machine, controller)->instances == ONE_PER_CORE &&
         machine->shape.controllers[controller].index == core;
}

static bool stands_on_sm(const struct machine *machine, unsigned controller, unsigned sm) {
  return kind_of(machine, controller)->instances == ONE_PER_SM &&
         machine->shape.controllers[controller].index == sm;
}

static void add_core_parts(struct lifeline_order *order, const struct machine *machine,
                           unsigned core) {
  order->parts[order->count++] = core;
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    if (stands_with_core(machine, i, core))
      order->parts[order->count++] = machine->shape.core_count + i;
}

static struct lifeline_order order_of(const struct machine *machine) {
  const struct shape *shape = &machine->shape;
  struct lifeline_order order = { 0 };
  for (unsigned sm = 0; sm < shape->sms; sm++) {
    for (unsigned core = 0; core < shape->core_count; core++)
      if (shape->sm_of_core[core] == sm) add_core_parts(&order, machine, core);
    for (unsigned i = 0; i < shape->controller_count; i++)
      if (stands_on_sm(machine, i, sm)) order.parts[order.count++] = shape->core_count + i;
  }
  for (unsigned i = 0; i < shape->controller_count; i++) {
    unsigned instances = kind_of(machine, i)->instances;
    if (instances != ONE_PER_SM && instances != ONE_PER_CORE)
      order.parts[order.count++] = shape->core_count + i;
  }
  return order;
}

unsigned lifelines_count(const struct machine *machine) { return order_of(machine).count; }

/* The core, or a controller's number behind the cores. */
static unsigned part_of(const struct machine *machine, unsigned lifeline) {
  return order_of(machine).parts[lifeline];
}

bool lifelines_is_core(const struct machine *machine, unsigned lifeline) {
  return part_of(machine, lifeline) < machine->shape.core_count;
}

static unsigned lifeline_of_part(const struct machine *machine, unsigned part) {
  struct lifeline_order order = order_of(machine);
  unsigned lifeline = 0;
  while (lifeline < order.count && order.parts[lifeline] != part) lifeline++;
  return lifeline;
}

static unsigned lifeline_of(const struct machine *machine, unsigned controller) {
  return lifeline_of_part(machine, machine->shape.core_count + controller);
}

void lifelines_add_name(struct text *text, const struct machine *machine, unsigned lifeline) {
  unsigned cores = machine->shape.core_count, part = part_of(machine, lifeline);
  if (part < cores) name_add_core(text, machine, part);
  else name_add_controller(text, machine, part - cores);
}

/* --- states --- */

/* Adds fields as a line, behind a head that may be empty; nothing if there are none. */
static void add_state_line(struct text *text, const char *head, const struct text *fields) {
  struct text shown = { 0 };
  if (fields->length) fields_add(&shown, fields->bytes, false);
  if (shown.length)
    text_add(text, "%s%s%s%s", text->length ? "\n" : "", head, *head ? ": " : "", shown.bytes);
  text_free(&shown);
}

static void add_controller_state(struct text *text, const struct machine *machine,
                                 const slot_t *state, unsigned controller) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *local = local_at(machine, state[controller_slot(machine, controller)]);
  for (unsigned at = 0; at < describe_line_count(machine, controller); at++) {
    if (!describe_serves(machine, controller, at)) continue;
    struct text place = { 0 }, fields = { 0 };
    name_add_place(&place, machine, at);
    describe_line(&fields, machine, kind, local, at);
    add_state_line(text, place.bytes, &fields);
    text_free(&place);
    text_free(&fields);
  }
  struct text own = { 0 };
  text_add(&own, FIELD);
  describe_own(&own, machine, kind, local);
  add_state_line(text, "", &own);
  text_free(&own);
}

void lifelines_add_state(struct text *text, const struct machine *machine, const slot_t *state,
                         unsigned lifeline) {
  unsigned cores = machine->shape.core_count, part = part_of(machine, lifeline);
  if (part >= cores) {
    add_controller_state(text, machine, state, part - cores);
    return;
  }
  struct text fields = { 0 };
  describe_core(&fields, machine, part, state[core_slot(machine, part)]);
  add_state_line(text, "", &fields);
  text_free(&fields);
}

void lifelines_add_newest(struct text *text, const struct machine *machine, const slot_t *state) {
  struct trace still = { .width = machine->model.width, .states = (slot_t *)state };
  struct play play = { machine, &still, NULL };
  int64_t value;
  for (unsigned line = 0; line < machine->shape.lines; line++)
    for (unsigned word = 0; word < machine->shape.words; word++)
      if (play_newest(&play, 0, line, word, &value))
        text_add(text, "%s%s=%" PRId64, text->length ? ", " : "", name_of_word(machine, line, word),
                 value);
}

/* --- events --- */

static struct lifeline_event *add_event(struct lifeline_step *step) {
  step->events = memory_resize(step->events, step->event_count + 1, sizeof *step->events);
  struct lifeline_event *event = &step->events[step->event_count++];
  *event = (struct lifeline_event){ .kind = LIFELINE_ISSUES };
  return event;
}

static uint64_t identity_of(const struct message *message) {
  return (uint64_t)message->type << 48 | (uint64_t)message->network << 40 |
         (uint64_t)message->from << 32 | (uint64_t)message->to << 24 |
         (uint64_t)message->line << 16 | (uint64_t)message->requester << 8 | message->request.core;
}

static void add_message(struct lifeline_step *step, const struct machine *machine,
                        const struct message *message, bool taken) {
  struct lifeline_event *event = add_event(step);
  event->kind = taken ? LIFELINE_TAKES : LIFELINE_SENDS;
  event->from = lifeline_of(machine, message->from);
  event->to = lifeline_of(machine, message->to);
  event->identity = identity_of(message);
  describe_message(&event->text, machine, message);
}

static bool gives_value(unsigned event) {
  return event != EVENT_STORE && event != EVENT_STORE_RELEASE && event != EVENT_FENCE;
}

static void add_answer(struct lifeline_step *step, const struct machine *machine,
                       unsigned controller, const struct reply *reply) {
  struct lifeline_event *event = add_event(step);
  event->kind = LIFELINE_ANSWERS;
  event->from = lifeline_of(machine, controller);
  event->to = lifeline_of_part(machine, reply->core);
  if (reply->restarts) text_add(&event->text, "begin anew");
  else if (gives_value(reply->event)) text_add(&event->text, "%" PRId64, reply->value);
  else text_add(&event->text, "done");
}

/* What the step takes in: a request or a message. */
static void add_input(struct lifeline_step *step, const struct machine *machine,
                      const struct about *about) {
  const struct message *message = NULL;
  if (about->kind == ABOUT_MESSAGE || about->kind == ABOUT_CORE)
    message = message_at(machine, about->message);
  if (about->kind == ABOUT_MESSAGE) add_message(step, machine, message, true);
  if (about->kind != ABOUT_CORE || about->event == EVENT_NO_REQUEST) return;
  struct lifeline_event *event = add_event(step);
  event->kind = LIFELINE_ISSUES;
  event->from = lifeline_of_part(machine, about->core);
  event->to = lifeline_of(machine, about->controller);
  describe_request(&event->text, machine, &message->request);
}

static void add_rows(struct lifeline_step *step, const struct machine *machine, unsigned controller,
                     const struct alternative *a) {
  const struct table *table = &machine->shape.tables[machine->shape.controllers[controller].kind];
  for (unsigned i = 0; i < a->fired; i++) {
    struct lifeline_row *row = &step->rows[step->row_count++];
    *row = (struct lifeline_row){ .row = &table->rows[a->fire[i].row],
                                  .lifeline = lifeline_of(machine, controller) };
    describe_fired(&row->text, machine, controller, &a->fire[i]);
    name_add_place(&row->place, machine, a->fire[i].at);
  }
}

static unsigned taker_of(const struct machine *machine, const struct about *about) {
  switch (about->kind) {
  case ABOUT_CORE:
  case ABOUT_BARRIER: return lifeline_of_part(machine, about->core);
  case ABOUT_MESSAGE:
  case ABOUT_INTERNAL: return lifeline_of(machine, about->controller);
  case ABOUT_TICK:
  case ABOUT_ROLLOVER:
  case ABOUT_BACK_OFF: break;
  }
  return NO_LIFELINE;
}

/* --- changes --- */

static size_t first_field(const char *fields) { return strcspn(fields, FIELD EMPTY_FIELD); }

static bool first_differs(const char *before, const char *after) {
  size_t length = first_field(before);
  return length != first_field(after) || memcmp(before, after, length);
}

static void push_change(struct lifeline_step *step, const struct lifeline_change *change) {
  step->changes = memory_resize(step->changes, step->change_count + 1, sizeof *step->changes);
  step->changes[step->change_count++] = *change;
}

static void add_change(struct lifeline_step *step, unsigned lifeline, struct text *place,
                       struct text *before, struct text *after) {
  const char *old = before->bytes ? before->bytes : "", *new = after->bytes ? after->bytes : "";
  struct lifeline_change change = { .lifeline = lifeline, .of_state = first_differs(old, new) };
  if (fields_add_changes(&change.text, old, new)) {
    change.place = *place;
    *place = (struct text){ 0 };
    push_change(step, &change);
  }
  text_free(place);
  text_free(before);
  text_free(after);
}

static void add_controller_changes(struct lifeline_step *step, const struct machine *machine,
                                   unsigned controller, const slot_t *from, const slot_t *to) {
  const struct controller_kind *kind = kind_of(machine, controller);
  unsigned slot = controller_slot(machine, controller);
  const struct local *old = local_at(machine, from[slot]), *new = local_at(machine, to[slot]);
  unsigned lines = describe_line_count(machine, controller);
  for (unsigned at = 0; at <= lines; at++) {
    struct text place = { 0 }, before = { 0 }, after = { 0 };
    if (at < lines) {
      name_add_place(&place, machine, at);
      describe_line(&before, machine, kind, old, at);
      describe_line(&after, machine, kind, new, at);
    } else {
      describe_own(&before, machine, kind, old);
      describe_own(&after, machine, kind, new);
    }
    add_change(step, lifeline_of(machine, controller), &place, &before, &after);
  }
}

/* Is it seen from the core's arrows what it does now: it waits for what it has just issued, or has
 * nothing to do once it is answered? */
static bool arrows_tell(const struct lifeline_step *step, unsigned lifeline, const char *now) {
  for (unsigned i = 0; i < step->event_count; i++) {
    const struct lifeline_event *event = &step->events[i];
    if (event->kind == LIFELINE_ISSUES && event->from == lifeline && text_starts(now, "waits for "))
      return true;
    if (event->kind == LIFELINE_ANSWERS && event->to == lifeline && text_equal(now, "idle"))
      return true;
  }
  return false;
}

/* What the core does now, and registers that changed: "next LOAD y, r0 0 => 1". */
static void add_core_change(struct lifeline_step *step, const struct machine *machine,
                            unsigned core, const slot_t *from, const slot_t *to) {
  unsigned slot = core_slot(machine, core), lifeline = lifeline_of_part(machine, core);
  struct text before = { 0 }, after = { 0 }, now = { 0 }, old = { 0 };
  describe_core(&before, machine, core, from[slot]);
  describe_core(&after, machine, core, to[slot]);
  text_add_bytes(&now, after.bytes, first_field(after.bytes));
  text_add(&old, "%s%s", now.length ? now.bytes : "", before.bytes + first_field(before.bytes));
  struct lifeline_change change = { .lifeline = lifeline,
                                    .of_state = first_differs(before.bytes, after.bytes) };
  bool more = fields_add_changes(&change.text, old.bytes, after.bytes);
  if (!more && change.of_state && !arrows_tell(step, lifeline, now.bytes))
    text_add(&change.text, "%s", now.bytes);
  if (change.text.length) push_change(step, &change);
  text_free(&before);
  text_free(&after);
  text_free(&now);
  text_free(&old);
}

static void add_changes(struct lifeline_step *step, const struct machine *machine,
                        const slot_t *from, const slot_t *to) {
  for (unsigned i = 0; i < machine->shape.core_count; i++)
    if (from[core_slot(machine, i)] != to[core_slot(machine, i)])
      add_core_change(step, machine, i, from, to);
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    unsigned slot = controller_slot(machine, i);
    if (from[slot] != to[slot]) add_controller_changes(step, machine, i, from, to);
  }
}

struct lifeline_step lifeline_step_of(const struct machine *machine, const slot_t *from,
                                      uint32_t label, const slot_t *to) {
  struct lifeline_step step = { .taker = NO_LIFELINE };
  struct played played = played_step(machine, from, label);
  if (played.has) {
    step.taker = taker_of(machine, &played.about);
    describe_input(&step.text, machine, &played.about);
    add_input(&step, machine, &played.about);
    const struct alternative *a = played.about.alternative ? &played.alternative : NULL;
    if (a) add_rows(&step, machine, played.about.controller, a);
    for (unsigned i = 0; a && i < a->sends; i++)
      add_message(&step, machine, message_at(machine, a->send[i].message), false);
    for (unsigned i = 0; a && i < a->replies; i++)
      add_answer(&step, machine, played.about.controller, &a->reply[i]);
  }
  add_changes(&step, machine, from, to);
  return step;
}

void lifeline_step_clear(struct lifeline_step *step) {
  for (unsigned i = 0; i < step->event_count; i++) text_free(&step->events[i].text);
  for (unsigned i = 0; i < step->change_count; i++) {
    text_free(&step->changes[i].place);
    text_free(&step->changes[i].text);
  }
  for (unsigned i = 0; i < step->row_count; i++) {
    text_free(&step->rows[i].text);
    text_free(&step->rows[i].place);
  }
  text_free(&step->text);
  memory_free(step->events);
  memory_free(step->changes);
}
