/* Which of a controller's own events may wait until something can tell that they happened
 * (promises.h, `deferred`).
 *
 * A record promises that, and a table that was edited may not keep the promise; so each such event
 * is tried, in each local state in which it can be taken, and where it does what others could tell,
 * it is a step like any other.  It waits where
 *   - it sends nothing, answers nobody and performs nothing;
 *   - what it leaves is not less idle: nothing is under way on the line, or it was before; or what
 * is under way is one event of the controller's own (memory takes back what was evicted), which
 * only the line waits for, and after which all this holds;
 *   - it breaks nothing, and gives no permission, no stale word, no version or lease that was not
 * there;
 *   - the controller can then do nothing of itself that it could not do before; and what it does
 * with the line, or with all lines, comes to the same before it and after it, since only requests
 * and messages are preceded by it;
 *   - where time passes for all at once: after a tick it could still have been taken, to the same
 * end, or is no longer needed. Where it takes a time of its own, that this may be any later one,
 * too, is the record's word. That a message or a request which is not among those that tell
 * (`observed_by`) finds no difference, and the system's own invariant no fault, is still the
 * record's word; so it is that a line's events do not depend on other lines. */
#include <string.h>
#include "machine/alternatives.h"
#include "reduce/deferred_evictions.h"
#include "machine/machine_private.h"
#include "machine/properties.h"
#include "machine/times.h"

static bool is_silent(const struct alternative *way) {
  return !(way->sends | way->replies | way->performs | way->fault) && !way->observes &&
         !way->stalled;
}

static bool is_no_busier(const struct summary *before, const struct summary *after, unsigned line) {
  return (after->idle || !before->idle) && !((after->busy & ~before->busy) >> line & 1);
}

/* No items may be NULL. */
static int memcmp_items(const void *a, const void *b, size_t bytes) {
  return bytes ? memcmp(a, b, bytes) : 0;
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

static const struct alternatives *taken_alone(const struct machine *machine, unsigned controller,
                                              uint32_t local, unsigned internal, unsigned at) {
  return controller_steps(machine, controller, local, INPUT_INTERNAL,
                          kind_of(machine, controller)->internals[internal].event, at, UINT32_MAX,
                          0, 0);
}

/* Is the second what the event makes of the first, or needs no event? */
static bool leads_to(const struct machine *machine, unsigned controller, uint32_t local,
                     uint32_t after, unsigned internal, unsigned at) {
  if (local == after) return true;
  if (!was_enabled(controller_moves(machine, controller, local), internal, at)) return false;
  const struct alternatives *ways = taken_alone(machine, controller, local, internal, at);
  for (unsigned i = 0; i < ways->count; i++)
    if (ways->items[i].local == after) return true;
  return false;
}

bool alternative_same_effects(const struct alternative *a, const struct alternative *b) {
  return a->sends == b->sends && !memcmp_items(a->send, b->send, a->sends * sizeof *a->send) &&
         a->replies == b->replies &&
         !memcmp_items(a->answer, b->answer, a->replies * sizeof *a->answer) &&
         a->performs == b->performs &&
         !memcmp_items(a->perform, b->perform, a->performs * sizeof *a->perform) &&
         a->inserts == b->inserts && !memcmp(a->insert, b->insert, a->inserts) &&
         a->observes == b->observes && a->observed == b->observed && a->stalled == b->stalled &&
         a->fault == b->fault;
}

/* Does another event of the controller's own come to the same before the event and after it? */
static bool comes_to_the_same(const struct machine *machine, unsigned controller, uint32_t local,
                              uint32_t after, unsigned internal, unsigned at, unsigned other,
                              unsigned place) {
  const struct alternatives *before_it = taken_alone(machine, controller, local, other, place);
  const struct alternatives *after_it = taken_alone(machine, controller, after, other, place);
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
    if (!comes_to_the_same(machine, controller, local, after, internal, at, other, place))
      return false;
  }
  return true;
}

/* Does it come to the same whether time passes before it or after it? */
static bool lets_time_pass(const struct machine *machine, unsigned controller, uint32_t local,
                           uint32_t after, unsigned internal, unsigned at) {
  unsigned slot = controller_slot(machine, controller);
  if (machine->shape.system->time != TIME_REMAINING) return true;
  uint32_t later = times_tick_slot(machine, slot, local),
           after_later = times_tick_slot(machine, slot, after);
  return leads_to(machine, controller, later, after_later, internal, at);
}

/* Do these rows of a state leave it as it is, and does another state answer the same events in the
 * same way? */
static bool is_done_alike(const struct table *table, const struct row *row, uint64_t on,
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

/* Where memory takes back what was evicted, say: whatever comes for the line waits until it has, or
 * finds no difference. */
static bool all_wait(const struct controller_kind *kind, const struct table *table, uint32_t during,
                     uint32_t afterwards) {
  uint64_t own = 0;
  for (unsigned i = 0; i < kind->internal_count; i++) own |= 1ull << kind->internals[i].event;
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    uint64_t on = row->on & table->alphabet & ~own;
    if (!(row->in & during) || !on || row->kind == ROW_NEVER) continue;
    if (row->kind == ROW_STALL ? row->actions[0] != NULL
                               : !is_done_alike(table, row, on, afterwards))
      return false;
  }
  return true;
}

/* The one event of the line that can be taken after it and could not before; -1: there is none, or
 * there are more. */
static int only_new_event(const struct moves *before, const struct moves *after, unsigned at) {
  int found = -1;
  for (unsigned i = 0; i < after->count; i++) {
    if (was_enabled(before, after->items[i].internal, after->items[i].at)) continue;
    if (found >= 0 || after->items[i].at != at) return -1;
    found = after->items[i].internal;
  }
  return found;
}

/* Is what the event leaves, in the end, nothing that waiting is worse for? */
static bool is_no_more(const struct machine *machine, unsigned controller, uint32_t local,
                       uint32_t after, unsigned internal, unsigned at) {
  const struct summary *was = machine_summary_of(machine, controller, local),
                       *is = machine_summary_of(machine, controller, after);
  return is_no_busier(was, is, at) && shows_no_more(was, is) &&
         enables_no_more(machine, controller, local, after, internal, at);
}

/* Or does it come to that by itself? */
static bool passes(const struct machine *machine, unsigned controller, uint32_t local,
                   uint32_t during, unsigned internal, unsigned at) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct moves *moves = controller_moves(machine, controller, local);
  int event = only_new_event(moves, controller_moves(machine, controller, during), at);
  if (event < 0) return false;
  if (!shows_no_more(machine_summary_of(machine, controller, local),
                     machine_summary_of(machine, controller, during)))
    return false;
  const struct alternatives *ways = taken_alone(machine, controller, during, (unsigned)event, at);
  if (ways->count != 1 || !is_silent(&ways->items[0])) return false;
  uint32_t after = ways->items[0].local;
  unsigned waiting = controller_kind_state_of_line(kind, local_at(machine, during), at),
           last = controller_kind_state_of_line(kind, local_at(machine, after), at);
  return is_no_more(machine, controller, local, after, internal, at) &&
         all_wait(kind, &machine->shape.tables[machine->shape.controllers[controller].kind],
                  1u << waiting, 1u << last);
}

static bool keeps_its_promise(const struct machine *machine, unsigned controller, uint32_t local,
                              unsigned internal, unsigned at) {
  const struct alternatives *ways = taken_alone(machine, controller, local, internal, at);
  for (unsigned i = 0; i < ways->count; i++) {
    uint32_t after = ways->items[i].local;
    if (!is_silent(&ways->items[i]) ||
        !lets_time_pass(machine, controller, local, after, internal, at))
      return false;
    if (!is_no_more(machine, controller, local, after, internal, at) &&
        !passes(machine, controller, local, after, internal, at))
      return false;
  }
  return true;
}

/* A bank whose lines share something (a clock) evicts lazily only when it has one line. */
static bool has_bank_to_itself(const struct machine *machine, unsigned controller, unsigned at) {
  for (unsigned line = 0; line < machine->shape.lines; line++)
    if (line != at &&
        machine->shape.placement.bank_of_line[line] == machine->shape.controllers[controller].index)
      return false;
  return true;
}

/* Only the first of a line's lazy events is tried before others. */
static bool is_first(const struct machine *machine, unsigned controller, uint32_t local,
                     unsigned internal, unsigned at) {
  const struct moves *moves = controller_moves(machine, controller, local);
  for (unsigned i = 0; i < moves->count; i++)
    if (moves->items[i].at == at &&
        kind_of(machine, controller)->internals[moves->items[i].internal].promises.deferred)
      return moves->items[i].internal == internal;
  return true;
}

bool deferred_promise_is_kept(const struct machine *machine, unsigned controller, uint32_t local,
                              unsigned internal, unsigned at) {
  uint64_t second = PURPOSE(MEMO_LAZY, controller << 16 | internal << 8 | at);
  uint64_t known = memo_find(machine->memo, local, second);
  if (!known) {
    known = 1 + keeps_its_promise(machine, controller, local, internal, at);
    memo_add(machine->memo, local, second, known);
  }
  return known - 1;
}

bool deferred_event_waits(const struct machine *machine, unsigned controller, uint32_t local,
                          unsigned number, unsigned at) {
  const struct internal *internal = &kind_of(machine, controller)->internals[number];
  if (machine->options.no_deferred_evictions || !internal->promises.deferred) return false;
  if (internal->promises.deferred_if_alone && !has_bank_to_itself(machine, controller, at))
    return false;
  return is_first(machine, controller, local, number, at) &&
         deferred_promise_is_kept(machine, controller, local, number, at);
}
