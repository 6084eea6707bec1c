/* Tries whether an event of a controller's own is silent, so that it may be deferred.
 *
 * A record promises it (promises.h, `deferred`); a table that was edited may break the promise.  So
 * the event is tried in each local state in which it can be taken.  Where the trial fails, the
 * event is a step like any other.  The trial asks that the event
 *   - sends nothing, answers nothing and performs nothing;
 *   - leaves nothing under way on the line, or one silent event of that line only;
 *   - shows nothing new to a property;
 *   - enables no event of the controller, commutes with its other events, and with ticks of time.
 * docs/internals/deferred-evictions.md has the argument.  It also lists the conditions that rest on
 * the record alone. */
#include "reduce/silent_event.h"

#include <string.h>
#include "machine/alternatives.h"
#include "machine/machine_private.h"
#include "machine/properties.h"
#include "machine/run_step.h"
#include "machine/times.h"

static bool has_no_effects(const struct alternative *alternative) {
  return !(alternative->sends | alternative->replies | alternative->performs |
           alternative->fault) &&
         !alternative->observes && !alternative->stalled;
}

static bool is_no_busier(const struct summary *before, const struct summary *after, unsigned line) {
  return (after->idle || !before->idle) && !((after->busy & ~before->busy) >> line & 1);
}

static bool shows_no_more(const struct summary *before, const struct summary *after) {
  unsigned readable = before->readers | before->writers;
  if (after->broken & ~before->broken || after->writers & ~before->writers ||
      after->readers & ~readable)
    return false;
  if (after->stale & ~before->stale) return false;
  for (unsigned i = 0; i < LINES_MAX; i++) {
    const struct times_of_line *was = &before->times[i], *is = &after->times[i];
    if ((is->overwritten && is->overwritten != was->overwritten) ||
        (is->version && is->version != was->version))
      return false;
  }
  return true;
}

static bool was_enabled(const struct moves *moves, unsigned internal, unsigned at) {
  for (unsigned i = 0; i < moves->count; i++)
    if (moves->items[i].internal == internal && moves->items[i].at == at) return true;
  return false;
}

static const struct alternatives *event_alternatives(const struct machine *machine,
                                                     unsigned controller, uint32_t local,
                                                     unsigned internal, unsigned at) {
  const struct step_input input = step_input_internal(
      controller, local, kind_of(machine, controller)->internals[internal].event, at);
  return controller_steps(machine, &input);
}

/* Does the event lead from `local` to `after`, or are they equal? */
static bool leads_to(const struct machine *machine, unsigned controller, uint32_t local,
                     uint32_t after, unsigned internal, unsigned at) {
  if (local == after) return true;
  if (!was_enabled(controller_moves(machine, controller, local), internal, at)) return false;
  const struct alternatives *alternatives =
      event_alternatives(machine, controller, local, internal, at);
  for (unsigned i = 0; i < alternatives->count; i++)
    if (alternatives->items[i].local == after) return true;
  return false;
}

/* Has another event of the controller the same effects before the event and after it?  The event
 * must also lead from the one result to the other. */
static bool commutes_with(const struct machine *machine, unsigned controller, uint32_t local,
                          uint32_t after, unsigned internal, unsigned at, unsigned other,
                          unsigned place) {
  const struct alternatives *before_it =
      event_alternatives(machine, controller, local, other, place);
  const struct alternatives *after_it =
      event_alternatives(machine, controller, after, other, place);
  if (before_it->count != after_it->count) return false;
  for (unsigned i = 0; i < after_it->count; i++) {
    const struct alternative *a = &before_it->items[i], *b = &after_it->items[i];
    if (!alternative_same_effects(a, b) ||
        !leads_to(machine, controller, a->local, b->local, internal, at))
      return false;
  }
  return true;
}

static bool enables_no_more(const struct machine *machine, unsigned controller, uint32_t local,
                            uint32_t after, unsigned internal, unsigned at) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct moves *before = controller_moves(machine, controller, local),
                     *then = controller_moves(machine, controller, after);
  for (unsigned i = 0; i < then->count; i++) {
    unsigned other = then->items[i].internal, place = then->items[i].at;
    if (!was_enabled(before, other, place)) return false;
    if (kind->internals[other].promises.deferred ||
        (kind->internals[other].over == PER_LINE && place != at))
      continue;
    if (!commutes_with(machine, controller, local, after, internal, at, other, place)) return false;
  }
  return true;
}

/* Does the event lead from the tick of `local` to the tick of `after`? */
static bool commutes_with_tick(const struct machine *machine, unsigned controller, uint32_t local,
                               uint32_t after, unsigned internal, unsigned at) {
  unsigned slot = controller_slot(machine, controller);
  if (machine->shape.system->time != TIME_REMAINING) return true;
  uint32_t later = times_tick_slot(machine, slot, local),
           after_later = times_tick_slot(machine, slot, after);
  return leads_to(machine, controller, later, after_later, internal, at);
}

/* Does the row leave its state as it is?  And has `state` rows with the same guard and actions for
 * all events of `on`? */
static bool is_answered_alike(const struct table *table, const struct row *row, uint64_t on,
                              uint32_t state) {
  uint64_t alike = 0;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *other = &table->rows[i];
    bool same = other->kind == row->kind && other->when == row->when &&
                other->negated == row->negated && other->next == SAME &&
                !memcmp(other->actions, row->actions, sizeof row->actions);
    if (same && other->in & state) alike |= other->on;
  }
  return row->next == SAME && !(on & ~alike);
}

/* Does each request and message wait in the states `during`, or get the same answer in those of
 * `afterwards`?  (Memory takes back what was evicted, say.) */
static bool others_wait(const struct controller_kind *kind, const struct table *table,
                        uint32_t during, uint32_t afterwards) {
  uint64_t own = 0;
  for (unsigned i = 0; i < kind->internal_count; i++) own |= 1ull << kind->internals[i].event;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    uint64_t on = row->on & table->alphabet & ~own;
    if (!(row->in & during) || !on || row->kind == ROW_NEVER) continue;
    if (row->kind == ROW_STALL ? row->actions[0] != NULL
                               : !is_answered_alike(table, row, on, afterwards))
      return false;
  }
  return true;
}

/* The event of the line that is newly enabled; -1: there is none, or there are several. */
static int only_new_event(const struct moves *before, const struct moves *after, unsigned at) {
  int found = -1;
  for (unsigned i = 0; i < after->count; i++) {
    if (was_enabled(before, after->items[i].internal, after->items[i].at)) continue;
    if (found >= 0 || after->items[i].at != at) return -1;
    found = after->items[i].internal;
  }
  return found;
}

/* Does the event leave the controller no busier, and show and enable no more? */
static bool adds_nothing(const struct machine *machine, unsigned controller, uint32_t local,
                         uint32_t after, unsigned internal, unsigned at) {
  const struct summary *was = machine_summary_of(machine, controller, local),
                       *is = machine_summary_of(machine, controller, after);
  return is_no_busier(was, is, at) && shows_no_more(was, is) &&
         enables_no_more(machine, controller, local, after, internal, at);
}

/* Does the event add nothing once one silent event of its line has followed? */
static bool adds_nothing_in_the_end(const struct machine *machine, unsigned controller,
                                    uint32_t local, uint32_t during, unsigned internal,
                                    unsigned at) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct moves *moves = controller_moves(machine, controller, local);
  int event = only_new_event(moves, controller_moves(machine, controller, during), at);
  if (event < 0) return false;
  if (!shows_no_more(machine_summary_of(machine, controller, local),
                     machine_summary_of(machine, controller, during)))
    return false;
  const struct alternatives *alternatives =
      event_alternatives(machine, controller, during, (unsigned)event, at);
  if (alternatives->count != 1 || !has_no_effects(&alternatives->items[0])) return false;
  uint32_t after = alternatives->items[0].local;
  unsigned waiting = controller_kind_state_of_line(kind, local_at(machine, during), at),
           last = controller_kind_state_of_line(kind, local_at(machine, after), at);
  return adds_nothing(machine, controller, local, after, internal, at) &&
         others_wait(kind, &machine->shape.tables[machine->shape.controllers[controller].kind],
                     1u << waiting, 1u << last);
}

static bool is_silent(const struct machine *machine, unsigned controller, uint32_t local,
                      unsigned internal, unsigned at) {
  const struct alternatives *alternatives =
      event_alternatives(machine, controller, local, internal, at);
  for (unsigned i = 0; i < alternatives->count; i++) {
    uint32_t after = alternatives->items[i].local;
    if (!has_no_effects(&alternatives->items[i]) ||
        !commutes_with_tick(machine, controller, local, after, internal, at))
      return false;
    if (!adds_nothing(machine, controller, local, after, internal, at) &&
        !adds_nothing_in_the_end(machine, controller, local, after, internal, at))
      return false;
  }
  return true;
}

bool silent_event_holds(const struct machine *machine, unsigned controller, uint32_t local,
                        unsigned internal, unsigned at) {
  uint64_t second = PURPOSE(MEMO_DEFERRED, controller << 16 | internal << 8 | at);
  uint64_t known = memo_find(machine->memo, local, second);
  if (!known) {
    known = 1 + is_silent(machine, controller, local, internal, at);
    memo_add(machine->memo, local, second, known);
  }
  return known - 1;
}
