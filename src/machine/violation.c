/* Says why a run breaks its property: who may do what, since which step, and which store is the
 * last.  All of it is read off the states and the steps of the run, which are taken again. */
#include "machine/violation.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "machine/audit.h"
#include "machine/channel.h"
#include "machine/describe.h"
#include "machine/describe_step.h"
#include "machine/fields.h"
#include "machine/names.h"
#include "machine/played.h"
#include "machine/properties.h"
#include "machine/run_step.h"
#include "machine/violation_deadlock.h"
#include "machine/violation_history.h"
#include "machine/violation_outcome.h"

static const struct local *local_of(const struct play *play, unsigned state, unsigned controller) {
  return local_at(play->machine,
                  trace_state(play->trace, state)[controller_slot(play->machine, controller)]);
}

static enum permission permission_in(const struct play *play, unsigned state, unsigned controller,
                                     unsigned line) {
  const struct controller_kind *kind = kind_of(play->machine, controller);
  return controller_kind_permission(kind, local_of(play, state, controller), line);
}

/* "since step 4": from when on the controller has at least its last permission. */
static void add_since(struct text *text, const struct play *play, unsigned controller,
                      unsigned line) {
  unsigned state = play->trace->length;
  enum permission last = permission_in(play, state, controller, line);
  while (state && permission_in(play, state - 1, controller, line) == last) state--;
  if (state) text_add(text, " (since step %u)", state);
  else text_add(text, " (from the start)");
}

static void add_may(struct text *text, const struct play *play, unsigned controller,
                    unsigned line) {
  bool writes = permission_in(play, play->trace->length, controller, line) == PERMISSION_WRITE;
  name_add_controller(text, play->machine, controller);
  text_add(text, writes ? " may write " : " may read ");
}

static void add_last_store(struct text *text, const struct play *play, unsigned line,
                           unsigned word) {
  int step = play_last_store(play, line, word, play->trace->length);
  if (step < 0) return;
  text_add(text, "; the last store performed is ");
  play_add_store(text, play, (unsigned)step, line, word);
}

/* --- swmr, data-value --- */

static void add_swmr(struct text *text, const struct play *play) {
  const struct shape *shape = &play->machine->shape;
  unsigned end = play->trace->length;
  for (unsigned line = 0; line < shape->lines; line++)
    for (unsigned i = 0; i < shape->controller_count; i++) {
      if (permission_in(play, end, i, line) != PERMISSION_WRITE) continue;
      for (unsigned j = 0; j < shape->controller_count; j++) {
        enum permission other = permission_in(play, end, j, line);
        if (i == j || other == PERMISSION_NONE || (other == PERMISSION_WRITE && j < i)) continue;
        add_may(text, play, i, line);
        name_add_line(text, play->machine, line);
        add_since(text, play, i, line);
        text_add(text, " while ");
        name_add_controller(text, play->machine, j);
        text_add(text, " may %s it", other == PERMISSION_WRITE ? "write" : "read");
        add_since(text, play, j, line);
        text_add(text, "\n");
      }
    }
}

static void add_stale_copy(struct text *text, const struct play *play, unsigned controller,
                           unsigned line, unsigned word) {
  const struct line *l = &local_of(play, play->trace->length, controller)->line[line];
  add_may(text, play, controller, line);
  text_add(text, "%s = %" PRId64 ", an old value", name_of_word(play->machine, line, word),
           l->data.word[word]);
  add_since(text, play, controller, line);
  add_last_store(text, play, line, word);
  text_add(text, "\n");
}

static void add_missing_word(struct text *text, const struct play *play, unsigned controller,
                             unsigned line, unsigned word) {
  add_may(text, play, controller, line);
  text_add(text, "%s", name_of_word(play->machine, line, word));
  add_since(text, play, controller, line);
  text_add(text, ", and its copy has no data for it\n");
}

/* Copies that may be read though they lack a word, or are `stale`. */
static void add_copies(struct text *text, const struct play *play, bool stale) {
  const struct shape *shape = &play->machine->shape;
  unsigned end = play->trace->length;
  for (unsigned i = 0; i < shape->controller_count; i++)
    for (unsigned line = 0; line < shape->lines; line++) {
      const struct controller_kind *kind = kind_of(play->machine, i);
      const struct local *local = local_of(play, end, i);
      bool stable = kind->table.stable >> controller_kind_state_of_line(kind, local, line) & 1;
      if (permission_in(play, end, i, line) == PERMISSION_NONE) continue;
      for (unsigned word = 0; word < shape->words; word++) {
        unsigned age = local->line[line].data.age[word];
        bool has = shape->words_of_line[line] >> word & 1;
        if (age >= AGE_STALE && stale) add_stale_copy(text, play, i, line, word);
        else if (age == AGE_NONE && has && stable) add_missing_word(text, play, i, line, word);
      }
    }
}

/* --- logical time --- */

static void add_content(struct text *text, const struct play *play, unsigned state,
                        unsigned controller, unsigned line) {
  struct text fields = { 0 };
  const struct controller_kind *kind = kind_of(play->machine, controller);
  text_add(&fields, FIELD);
  describe_own(&fields, play->machine, kind, local_of(play, state, controller));
  text_add(&fields, FIELD);
  describe_line(&fields, play->machine, kind, local_of(play, state, controller), line);
  fields_add(text, fields.bytes, false);
  text_free(&fields);
}

/* A copy that is old, and may be read up to a time. */
static void add_lease(struct text *text, const struct play *play, unsigned line,
                      const struct data *data, unsigned time, const char *name) {
  unsigned word = data->age[0] >= AGE_STALE ? 0 : 1;
  text_add(text, "%s = %" PRId64 " up to time %u (%s)", name_of_word(play->machine, line, word),
           data->word[word], time, name ? name : "its lease");
  add_last_store(text, play, line, word);
  text_add(text, ", at a time that the lease reaches\n");
}

static void add_leases_in_flight(struct text *text, const struct play *play, unsigned channel) {
  const struct machine *machine = play->machine;
  uint32_t content = trace_state(play->trace, play->trace->length)[channel_slot(machine, channel)];
  unsigned count;
  if (content == EMPTY) return;
  const struct message *messages = channel_messages(machine, content, &count);
  for (unsigned i = 0; i < count; i++) {
    const struct message_kind *kind = &machine->shape.system->messages[messages[i].type];
    int lease = lease_meant(kind->lease, kind->times);
    unsigned time = lease == NO_LEASE ? NO_TIME : messages[i].time[lease];
    if (!data_is_stale(&messages[i].data) || time == NO_TIME) continue;
    describe_message(text, machine, &messages[i]);
    text_add(text, ", in flight to ");
    name_add_controller(text, machine, messages[i].to);
    text_add(text, ", lets it read ");
    add_lease(text, play, messages[i].line, &messages[i].data, time, kind->times[lease]);
  }
}

static void add_leases_of(struct text *text, const struct play *play, unsigned controller,
                          unsigned line) {
  const struct machine *machine = play->machine;
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct line *l = &local_of(play, play->trace->length, controller)->line[line];
  int lease = lease_meant(kind->lease, kind->times);
  unsigned time = lease == NO_LEASE ? NO_TIME : l->time[lease];
  if (!controller_kind_has_copies(kind) || !data_is_stale(&l->data) || time == NO_TIME) return;
  name_add_controller(text, machine, controller);
  text_add(text, " may read ");
  add_lease(text, play, line, &l->data, time, kind->times[lease]);
}

static void add_version_of(struct text *text, const struct play *play, unsigned controller,
                           unsigned line) {
  unsigned end = play->trace->length;
  const struct controller_kind *kind = kind_of(play->machine, controller);
  unsigned version = kind->version ? kind->version(local_of(play, end, controller), line) : NO_TIME;
  if (version == NO_TIME) return;
  name_add_controller(text, play->machine, controller);
  text_add(text, " has ");
  name_add_line(text, play->machine, line);
  text_add(text, " of time %u: ", version);
  add_content(text, play, end, controller, line);
  text_add(text, "\n");
}

/* Old copies whose lease reaches the next store, and the versions that they are compared with. */
static void add_leases(struct text *text, const struct play *play) {
  const struct shape *shape = &play->machine->shape;
  for (unsigned i = 0; i < shape->controller_count; i++)
    for (unsigned line = 0; line < shape->lines; line++) add_leases_of(text, play, i, line);
  for (unsigned i = 0; i < shape->channel_count; i++) add_leases_in_flight(text, play, i);
  for (unsigned i = 0; i < shape->controller_count; i++)
    for (unsigned line = 0; line < shape->lines; line++) add_version_of(text, play, i, line);
}

/* The last step breaks a claim about its answers' times. */
static void add_untimely(struct text *text, const struct play *play) {
  unsigned step = play->trace->length - 1;
  const struct played *played = &play->steps[step];
  const struct alternative *a = play_alternative(play, step);
  if (!a) return;
  unsigned controller = played->about.controller, line = a->fired ? a->fire[0].at : 0;
  if (line >= play->machine->shape.lines) line = 0;
  for (unsigned i = 0; i < a->replies; i++) {
    name_add_controller(text, play->machine, controller);
    text_add(text, " answers ");
    name_add_core(text, play->machine, a->reply[i].core);
    text_add(text, " with %" PRId64 " at a time that its copy does not cover", a->reply[i].value);
    add_last_store(text, play, line, 0);
    text_add(text, "\n");
  }
  if (!a->replies) {
    name_add_controller(text, play->machine, controller);
    text_add(text, " goes on at a time before one that it must reach\n");
  }
  for (unsigned state = step; state <= step + 1; state++) {
    text_add(text, state == step ? "before the step, " : "after it, ");
    name_add_controller(text, play->machine, controller);
    text_add(text, " ");
    name_add_line(text, play->machine, line);
    text_add(text, ": ");
    add_content(text, play, state, controller, line);
    text_add(text, "\n");
  }
}

/* --- load-value --- */

/* The step that issued the request which the reply answers; -1: it is not known. */
static int issue_of(const struct play *play, const struct reply *reply, unsigned end) {
  for (unsigned i = end; i-- > 0;) {
    const struct about *about = &play->steps[i].about;
    if (play->steps[i].has && about->kind == ABOUT_CORE && about->core == reply->core &&
        about->event != EVENT_NO_REQUEST &&
        message_at(play->machine, about->message)->request.entry == reply->entry)
      return (int)i;
  }
  return -1;
}

/* Was the value overwritten before the load was issued, or is it yet to be stored? */
static bool is_misread(const struct play *play, const struct reply *reply, int issue) {
  if (reply->reading == READS_AHEAD) return true;
  if (reply->reading != READS_OVERWRITTEN) return false;
  const struct request *request =
      &message_at(play->machine, play->steps[issue].about.message)->request;
  return play_last_store(play, request->line, request->word, (unsigned)issue) >= 0;
}

static void add_misread(struct text *text, const struct play *play, unsigned step,
                        const struct reply *reply) {
  const struct machine *machine = play->machine;
  int issue = issue_of(play, reply, step + 1);
  if (issue < 0 || !is_misread(play, reply, issue) ||
      !core_at(machine, trace_state(play->trace, step + 1), reply->core)->misreads)
    return;
  const struct request *request = &message_at(machine, play->steps[issue].about.message)->request;
  name_add_core(text, machine, reply->core);
  text_add(text, "'s ");
  describe_request(text, machine, request);
  if (issue != (int)step) text_add(text, ", issued in step %d,", issue + 1);
  text_add(text, " reads %" PRId64 " in step %u", reply->value, step + 1);
  if (reply->reading == READS_AHEAD) text_add(text, ", a value that no step has stored yet\n");
  else {
    int store = play_last_store(play, request->line, request->word, (unsigned)issue);
    text_add(text, ", a value overwritten before the load was issued: ");
    if (store >= 0) play_add_store(text, play, (unsigned)store, request->line, request->word);
    text_add(text, "\n");
  }
}

static void add_misreads(struct text *text, const struct play *play) {
  unsigned step = play->trace->length - 1;
  const struct alternative *a = play_alternative(play, step);
  for (unsigned i = 0; a && i < a->replies; i++) add_misread(text, play, step, &a->reply[i]);
}

/* --- the system's own invariant --- */

/* The line that the last step is about; the first where it is about none. */
static unsigned line_of_step(const struct play *play, unsigned step) {
  const struct alternative *a = play_alternative(play, step);
  unsigned line = a && a->fired ? a->fire[0].at : 0;
  return line < play->machine->shape.lines ? line : 0;
}

/* What every controller holds of the line in the last state, and what is in flight. */
static void add_holders(struct text *text, const struct play *play, unsigned line) {
  const struct machine *machine = play->machine;
  unsigned end = play->trace->length;
  text_add(text, "of ");
  name_add_line(text, machine, line);
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    if (!describe_serves(machine, i, line)) continue;
    text_add(text, "%s", i ? "; " : ", ");
    name_add_controller(text, machine, i);
    text_add(text, " has: ");
    add_content(text, play, end, i, line);
  }
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    uint32_t content = trace_state(play->trace, end)[channel_slot(machine, i)];
    unsigned count;
    if (content == EMPTY) continue;
    const struct message *messages = channel_messages(machine, content, &count);
    for (unsigned m = 0; m < count; m++) {
      text_add(text, "; ");
      describe_in_flight(text, machine, &messages[m]);
    }
  }
  text_add(text, "\n");
}

/* The last step, and the rows that it runs. */
static void add_last_step(struct text *text, const struct play *play) {
  unsigned step = play->trace->length - 1;
  const struct played *played = &play->steps[step];
  const struct alternative *a = play_alternative(play, step);
  if (played->has) describe_input(text, play->machine, &played->about);
  const struct table *table =
      a ? &play->machine->shape
               .tables[play->machine->shape.controllers[played->about.controller].kind]
        : NULL;
  for (unsigned i = 0; a && i < a->fired; i++) {
    text_add(text, i ? ", " : ", by ");
    row_cite(text, &table->rows[a->fire[i].row]);
  }
  text_add(text, "\n");
}

static void add_own(struct text *text, const struct play *play) {
  unsigned step = play->trace->length - 1;
  text_add(text, "step %u: ", step + 1);
  add_last_step(text, play);
  add_holders(text, play, line_of_step(play, step));
}

/* --- faults of tables and limits --- */

static void add_faults_of_cores(struct text *text, const struct play *play) {
  const struct machine *machine = play->machine;
  const slot_t *state = trace_state(play->trace, play->trace->length);
  for (unsigned i = 0; i < machine->shape.core_count; i++) {
    const struct core *core = core_at(machine, state, i);
    if (!core->wrong && !core->overflows) continue;
    name_add_core(text, machine, i);
    text_add(text, ": %s\n",
             core->wrong ? audit_words(core->wrong)
                         : "more steps between two accesses, or more barriers, than turnsole "
                           "follows");
  }
}

/* A NEVER that the last step ran: L1.0 takes DATA of a in state I (wt.c:88 "..."). */
static void add_never(struct text *text, const struct play *play) {
  const struct machine *machine = play->machine;
  unsigned step = play->trace->length - 1, controller = play->steps[step].about.controller;
  const struct alternative *a = play_alternative(play, step);
  for (unsigned i = 0; a && i < a->fired; i++) {
    const struct fired *fired = &a->fire[i];
    const struct table *table = &machine->shape.tables[machine->shape.controllers[controller].kind];
    const struct row *row = &table->rows[fired->row];
    if (row->kind != ROW_NEVER) continue;
    name_add_controller(text, machine, controller);
    text_add(text, " takes %s of ", machine->shape.system->events[fired->event]);
    name_add_place(text, machine, fired->at);
    text_add(text, " in state %s (", table->states[fired->state]);
    row_cite(text, row);
    text_add(text, "), which cannot come\n");
  }
}

static void add_fault(struct text *text, const struct play *play) {
  if (play->trace->length) add_never(text, play);
  char *fault = text->length ? NULL : machine_fault(play->machine, play->trace);
  if (fault) text_add(text, "%s\n", fault);
  if (fault && !play->trace->length && !play->machine->options.cold)
    text_add(text, "loads of the warm start led here; `turnsole prove` shows such steps\n");
  memory_free(fault);
  add_faults_of_cores(text, play);
  if (!text->length && play->machine->has_history)
    text_add(text, "a transaction commits, writes or ends otherwise than its thread was told\n");
}

/* --- the whole --- */

static void add_facts(struct text *text, const struct play *play, enum property property) {
  bool moved = play->trace->length > 0;
  switch (property) {
  case PROPERTY_SWMR: add_swmr(text, play); break;
  case PROPERTY_DATA_VALUE: add_copies(text, play, true); break;
  case PROPERTY_SWMR_LOGICAL: add_leases(text, play); break;
  case PROPERTY_VALUE_LOGICAL:
    add_copies(text, play, false);
    if (moved && !text->length) add_untimely(text, play);
    break;
  case PROPERTY_LOAD_VALUE:
    if (moved) add_misreads(text, play);
    break;
  case PROPERTY_OWN:
    if (moved) add_own(text, play);
    break;
  case PROPERTY_DEADLOCK:
    violation_add_deadlock(text, play);
    if (!moved) break;
    text_add(text, "the last step: ");
    add_last_step(text, play);
    break;
  case PROPERTY_NEVER:
  case PROPERTY_OVERFLOW: add_fault(text, play); break;
  case PROPERTY_SERIALISABLE:
  case PROPERTY_OPACITY:
  case PROPERTY_STRICT:
  case PROPERTY_SNAPSHOT: violation_add_cycle(text, play, property); break;
  case PROPERTY_OUTCOME:
  case PROPERTY_WITNESS: violation_add_outcome(text, play); break;
  default: break;
  }
  if (property != PROPERTY_NEVER && property != PROPERTY_OVERFLOW) add_faults_of_cores(text, play);
  if (!text->length && moved &&
      audit_broken(play->machine, trace_state(play->trace, play->trace->length)))
    text_add(text, "copies of the newest store of a word hold other numbers\n");
}

/* The first of the last states that all break the property.  Deadlock needs a state's steps. */
static unsigned breaking_state(const struct machine *machine, const struct trace *trace) {
  unsigned state = trace->length;
  if (trace->property == PROPERTY_DEADLOCK) return state;
  while (state && machine_broken(&machine->model, NULL, trace_state(trace, state - 1), 0) >>
                          trace->property &
                      1)
    state--;
  return state;
}

struct violation violation_of(const struct machine *machine, const struct trace *trace) {
  struct violation violation = { .step = breaking_state(machine, trace) };
  struct trace run = *trace;
  run.length = violation.step;
  struct play play = play_new(machine, &run);
  add_facts(&violation.text, &play, (enum property)trace->property);
  play_clear(&play);
  return violation;
}

struct violation violation_of_lasso(const struct machine *machine, const struct trace *trace,
                                    unsigned loop) {
  struct violation violation = { .step = loop };
  struct play play = play_new(machine, trace);
  if (loop == trace->length) violation_add_deadlock(&violation.text, &play);
  else {
    violation_add_waits(&violation.text, &play);
    violation_add_reads(&violation.text, &play, loop);
  }
  play_clear(&play);
  return violation;
}

void violation_clear(struct violation *violation) { text_free(&violation->text); }
