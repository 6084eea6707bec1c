/* Checks two promises of a record in every step: which state lines share, and that no request waits
 * for the environment.
 *
 * Lines.  Lines of a bank share nothing without system.banks_matter.  Lines of any controller share
 * nothing with `lines_apart`, and only a clock with `lines_share_clock`.  Then a step on one line
 * must change neither another line nor a field of the whole controller.  Any change of such a field
 * is a fault. Searches give each line its own bank, where the field looks like the line's.
 * line_independence.c checks the reads of a step, by running it again.
 *
 * Environment.  It need never act (internal.environment).  So its steps must serve no request: they
 * answer none, take none from a queue, and send no message for one.
 *
 * Mutants are not checked: the effects of their faults must show. */
#include <string.h>
#include "machine/faults.h"
#include "machine/shared_state.h"

static bool is_bank(const struct machine *machine, unsigned kind) {
  return machine->shape.system->kinds[kind].instances == ONE_PER_BANK;
}

bool shared_banks_are_apart(const struct machine *machine, unsigned kind) {
  return is_bank(machine, kind) && !machine->shape.system->banks_matter;
}

/* The state that a step on one line may change: all, clocks and its line, or its line only. */
enum shared_change { MAY_CHANGE_ALL, MAY_CHANGE_CLOCKS, MAY_CHANGE_LINE };

static enum shared_change promised(const struct machine *machine, unsigned kind) {
  const struct system *system = machine->shape.system;
  if (shared_banks_are_apart(machine, kind) || system->promises.lines_apart) return MAY_CHANGE_LINE;
  if (is_bank(machine, kind) || !setting_lines_share_clock(&machine->shape.setting))
    return MAY_CHANGE_ALL;
  return system->promises.tick ? MAY_CHANGE_CLOCKS : MAY_CHANGE_LINE;
}

static bool clocks_differ(const struct local *a, const struct local *b) {
  return a->clock != b->clock || memcmp(a->stall, b->stall, sizeof a->stall);
}

/* The name of a field of the whole controller in which two states differ; NULL: none. */
static const char *changed_field(const struct local *a, const struct local *b, bool with_clocks) {
  if (with_clocks && a->clock != b->clock) return "clock";
  if (with_clocks && memcmp(a->stall, b->stall, sizeof a->stall)) return "stall";
  if (a->count != b->count) return "count";
  if (a->flag != b->flag) return "flag";
  return memcmp(a->pending, b->pending, sizeof a->pending) ? "pending" : NULL;
}

/* A line without its timestamps: a step that makes room for a new time renumbers them. */
static struct line without_times(const struct line *line) {
  struct line bare = *line;
  memset(bare.time, 0, sizeof bare.time);
  for (unsigned i = 0; i < QUEUE_MAX; i++) bare.queue[i].time = 0;
  return bare;
}

static bool other_line_changed(const struct machine *machine, const struct local *a,
                               const struct local *b, unsigned at) {
  for (unsigned line = 0; line < machine->shape.lines; line++) {
    struct line before = without_times(&a->line[line]), after = without_times(&b->line[line]);
    if (line != at && memcmp(&before, &after, sizeof before)) return true;
  }
  return false;
}

const char *shared_changed_elsewhere(const struct machine *machine, unsigned kind,
                                     const struct local *before, const struct local *after, int at,
                                     bool renumbered) {
  enum shared_change may = promised(machine, kind);
  if (may == MAY_CHANGE_ALL) return NULL;
  const char *field = changed_field(before, after, may == MAY_CHANGE_LINE && !renumbered);
  if (field) return field;
  if (at < 0 || (may == MAY_CHANGE_CLOCKS && (renumbered || clocks_differ(before, after))))
    return NULL;
  return other_line_changed(machine, before, after, (unsigned)at) ? "another line" : NULL;
}

int shared_line_of_input(const struct machine *machine, unsigned kind, enum input_kind input,
                         unsigned event, unsigned at) {
  const struct controller_kind *of = &machine->shape.system->kinds[kind];
  if (at >= machine->shape.lines ||
      (input == INPUT_MESSAGE && machine->shape.system->messages[event].no_line))
    return -1;
  for (unsigned i = 0; input == INPUT_INTERNAL && i < of->internal_count; i++)
    if (of->internals[i].event == event && of->internals[i].over != PER_LINE) return -1;
  return (int)at;
}

/* Does only the environment cause this event?  With --per-address it may represent an event of
 * another line, which may serve a request (per_address.c). */
static bool is_of_environment(const struct step *step, const struct taking *taking) {
  const struct controller_kind *kind = &step->shape->system->kinds[step->me->kind];
  bool any = false;
  if (taking->kind != INPUT_INTERNAL || step->machine->options.only_line) return false;
  for (unsigned i = 0; i < kind->internal_count; i++) {
    const struct internal *internal = &kind->internals[i];
    if (internal->event != taking->event) continue;
    if (!internal->environment || internal->promises.while_context) return false;
    any = true;
  }
  return any;
}

static unsigned requests_waiting(const struct machine *machine, unsigned kind,
                                 const struct local *local) {
  unsigned waiting = 0;
  for (unsigned line = 0; line < shape_local_lines(&machine->shape, kind); line++)
    waiting += local->line[line].waiting;
  return waiting;
}

static bool serves_request(const struct step *step, const struct local *before) {
  const struct machine *machine = step->machine;
  unsigned kind = step->me->kind;
  if (step->reply_count ||
      requests_waiting(machine, kind, step->local) < requests_waiting(machine, kind, before))
    return true;
  for (unsigned i = 0; i < step->send_count; i++)
    if (step->sends[i].request.core < machine->shape.core_count) return true;
  return false;
}

void shared_watch_promises(struct step *step, const struct taking *taking) {
  const struct machine *machine = step->machine;
  unsigned kind = step->me->kind;
  if (machine->options.mutant) return;
  int at = shared_line_of_input(machine, kind, taking->kind, taking->event, taking->at);
  if (shared_changed_elsewhere(machine, kind, taking->before, step->local, at,
                               step->insert_count > 0))
    step_fault(step, FAULT_SHARED);
  if (is_of_environment(step, taking) && serves_request(step, taking->before))
    step_fault(step, FAULT_ENVIRONMENT);
}

const char *shared_promise_of_lines(const struct machine *machine, unsigned kind) {
  if (shared_banks_are_apart(machine, kind))
    return "the record lacks .banks_matter: lines of a bank share nothing";
  return machine->shape.system->promises.lines_apart
             ? "the record says .lines_apart: lines share nothing"
             : "the record says .lines_share_clock: lines share nothing but a clock";
}
