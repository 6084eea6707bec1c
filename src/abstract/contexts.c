/* See contexts.h.  docs/internals/per-address.md has the argument. */
#include "abstract/contexts.h"

#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "machine/faults.h"

bool contexts_matter(const struct machine *machine, unsigned kind) {
  return machine->options.only_line && machine->shape.system->kinds[kind].keeps &&
         machine->shape.system->kinds[kind].promises.context;
}

bool context_at(const struct machine *machine, unsigned kind, const struct local *local, unsigned i,
                struct local *to) {
  unsigned other = machine->options.only_line == 1; /* the first of the others */
  memcpy(to, local, machine->shape.local_size[kind]);
  return machine->shape.system->kinds[kind].promises.context(to, other, i);
}

/* Does a request wait here that only another line can release (internal_promises.while_context),
 * although no other line is in such a context? */
static bool waits_in_vain(const struct step *step, const struct local *local) {
  const struct machine *machine = step->machine;
  const struct controller_kind *kind = &machine->shape.system->kinds[step->me->kind];
  union local_copy copy;
  memcpy(&copy, local, machine->shape.local_size[step->me->kind]);
  struct step outside = { .shape = &machine->shape,
                          .machine = machine,
                          .me = step->me,
                          .local = &copy.local,
                          .request = &request_none };
  for (unsigned i = 0; i < kind->internal_count; i++)
    if (kind->internals[i].promises.while_context &&
        step_internal_is_enabled(&outside, &kind->internals[i], machine->options.only_line - 1))
      return true;
  return false;
}

/* Is an alternative with the same effects and local state already found? */
static bool is_found(const struct found_alternatives *found, const struct alternative *a) {
  for (size_t i = 0; i < found->length; i++)
    if (a->local == found->items[i].local && alternative_same_effects(a, &found->items[i]))
      return true;
  return false;
}

void contexts_add_alternatives(struct step *step, const struct taking *taking,
                               struct found_alternatives *found) {
  struct taking in_context = *taking;
  struct local *before = memory_new(1, taking->size);
  in_context.before = before;
  step->in_context = true;
  for (unsigned i = 0; context_at(step->machine, step->me->kind, taking->before, i, before); i++) {
    if (!step_may_happen(step, &in_context)) continue;
    bool waited = waits_in_vain(step, before);
    do {
      bool wrong = !step_run_alternative(step, &in_context);
      if (!waited && waits_in_vain(step, step->local)) {
        step_fault(step, FAULT_WAITS_FOR_NOTHING);
        wrong = true;
      }
      struct alternative a = alternative_of(step, &in_context);
      bool goes = !a.stalled || a.local != taking->number;
      if (a.why.fault) machine_note_why(step->machine, step->me->kind, &a.why);
      if (wrong || (i == 0 && goes && !is_found(found, &a))) vector_push(*found, a);
    } while (step_next_choice(step));
  }
  step->in_context = false;
  memory_free(before);
}

bool contexts_may_enable(const struct step *outside, const struct internal *internal, unsigned at) {
  const struct machine *machine = outside->machine;
  unsigned kind = outside->me->kind;
  if (!contexts_matter(machine, kind) || internal->promises.deferred) return false;
  if (internal->over == PER_LINE && at + 1 != machine->options.only_line) return false;
  struct local *local = memory_new(1, machine->shape.local_size[kind]);
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
                       .me = outside->me,
                       .local = local,
                       .request = &request_none,
                       .in_context = true };
  bool happens = false;
  for (unsigned i = 0; !happens && context_at(machine, kind, outside->local, i, local); i++)
    happens = step_internal_is_enabled(&step, internal, at);
  memory_free(local);
  return happens;
}

/* --- what holds a step up --- */

static void add_sends(const struct step *step, struct going *going) {
  const struct machine *machine = step->machine;
  uint8_t count[CHANNELS_MAX] = { 0 };
  for (unsigned i = 0; i < step->send_count; i++) {
    const struct message *m = &step->sends[i];
    unsigned channel = machine->shape.channel_of[m->network][m->from][m->to];
    if (machine->shape.system->networks[m->network].counted) continue; /* it needs no room */
    channel_set_put(&going->sends, channel);
    bool of_no_line =
        machine->shape.system->messages[m->type].no_line || m->request.event == EVENT_FENCE;
    if (of_no_line) channel_set_put(&going->sends_for_all, channel);
    if (++count[channel] > going->most) going->most = count[channel];
  }
  going->raises |= step->raised != 0;
}

/* A stall with actions is a step, unless it raises events on other lines: they are to end its wait.
 * An internal event without an effect is none. */
static bool does_something(const struct step *step, const struct taking *taking) {
  if (step->stalled && step->raised) return false;
  if (memcmp(step->local, taking->before, taking->size)) return true;
  return !step->stalled &&
         (taking->kind != INPUT_INTERNAL || step->send_count || step->reply_count);
}

static bool goes(struct step *step, const struct taking *taking, struct going *going) {
  bool any = false;
  if (!step_may_happen(step, taking)) return false;
  do {
    step_run_alternative(step, taking);
    if (!does_something(step, taking)) continue;
    any = true;
    add_sends(step, going);
  } while (step_next_choice(step));
  return any;
}

struct going context_controller_goes(const struct machine *machine,
                                     const struct step_input *input) {
  unsigned kind_index = machine->shape.controllers[input->controller].kind;
  struct taking taking = taking_of(machine, input);
  union local_copy before, after;
  struct step step = { .shape = &machine->shape,
                       .machine = machine,
                       .me = &machine->shape.controllers[input->controller],
                       .local = &after.local,
                       .in_context = true };
  struct going going = { false };
  if (!contexts_matter(machine, kind_index)) {
    going.goes = goes(&step, &taking, &going);
    return going;
  }
  taking.before = &before.local;
  for (unsigned i = 0;
       context_at(machine, kind_index, local_at(machine, input->local), i, &before.local); i++) {
    bool so = goes(&step, &taking, &going);
    if (i == 0) going.goes = so;
    else if (!so) going.unless |= (uint8_t)(1u << i);
  }
  return going;
}
