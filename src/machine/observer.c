/* Observers see, and never steer (DESIGN.md, decision 9): the ages of data.
 *
 * Each datum carries an age, which is ghost state: newest until a later store to its word is
 * performed anywhere, and then stale.  A step reports each store that it performs.  The same
 * transition visits all slots, and makes old copies stale.  So the invariants data-value and swmr
 * need no look at values.
 *
 * Under the most general client the values that loads get are checked, too (PROPERTY_LOAD_VALUE). A
 * store marks the loads of its word at an SM to which the old value is in flight.  No other load
 * may get a stale value.
 *
 * Where homes perform stores, ages are what homes know (step_perform_below).
 *
 * Invariant: no guard reads an age.  Ages are read by this file, answers.c, audit.c and
 * properties.c; by step_reply_word, data_is_stale and has_newest (claims.h); and by models'
 * invariants and claims.  Others may only ask for AGE_NONE: there is no datum.
 *
 * docs/internals/observers.md has the argument, and the limits of these checks. */
#include <string.h>
#include "protocol/ages.h"
#include "machine/channel.h"
#include "machine/faults.h"
#include "machine/machine_private.h"
#include "machine/observer.h"
#include "machine/wiring.h"

static bool is_controller(const struct machine *machine, unsigned slot) {
  return slot < machine->shape.core_count + machine->shape.controller_count;
}

/* May a slot hold a copy that the store makes stale? */
static bool is_reached(const struct machine *machine, unsigned slot, struct performed performed) {
  if (performed.home == NO_ONE) return true;
  if (is_controller(machine, slot))
    return performed.below >> (slot - machine->shape.core_count) & 1;
  const struct channel *channel =
      &machine->shape.channels[slot - machine->shape.core_count - machine->shape.controller_count];
  if (channel->to == NO_ONE) return true;
  return performed.below >> channel->to & 1 &&
         (channel->from < 0 || channel->from == performed.home);
}

static bool has_written(const struct machine *machine, unsigned slot, struct performed performed) {
  return performed.home != NO_ONE && slot == machine->shape.core_count + performed.by;
}

static uint32_t sweep_content(const struct machine *machine, unsigned slot, uint32_t content,
                              struct performed performed) {
  if (is_controller(machine, slot)) {
    unsigned kind = machine->shape.controllers[slot - machine->shape.core_count].kind;
    union local_copy copy;
    size_t length = intern_copy(machine->contents, content, &copy);
    struct local *local = &copy.local;
    if (performed.home == NO_ONE)
      ages_sweep_local(&machine->shape.system->kinds[kind], local, performed);
    else
      ages_stale_below(&local->line[performed.line], performed.word,
                       has_written(machine, slot, performed));
    return intern_add(machine->contents, &copy, length);
  }
  struct message messages[CHANNEL_MESSAGES_MAX];
  size_t length = intern_copy(machine->contents, content, messages);
  unsigned count = (unsigned)(length / sizeof *messages);
  for (unsigned i = 0; i < count; i++) {
    if (performed.home == NO_ONE)
      ages_sweep_message(&machine->shape.system->messages[messages[i].type], &messages[i],
                         performed);
    else if (ages_is_from_home(&messages[i], performed))
      ages_stale(&messages[i].data, performed.word, false);
  }
  channel_sort(machine, slot - channel_slot(machine, 0), messages, count);
  return intern_add(machine->contents, messages, length);
}

static uint32_t swept(const struct machine *machine, unsigned slot, uint32_t content,
                      struct performed performed) {
  if (content == EMPTY || !is_reached(machine, slot, performed)) return content;
  /* The result depends on the kind or the network, not on the slot. */
  unsigned class =
      is_controller(machine, slot)
          ? machine->shape.controllers[slot - machine->shape.core_count].kind
          : KINDS_MAX + machine->shape.channels[slot - channel_slot(machine, 0)].network;
  uint64_t from =
      (uint64_t) class << 16 | performed.home << 8 | has_written(machine, slot, performed);
  uint64_t second =
      PURPOSE(MEMO_SWEEP, from << 24 | performed.line << 16 | performed.word << 8 | performed.time);
  uint64_t known = memo_find(machine->memo, content, second);
  if (!known) {
    known = 1 + (uint64_t)sweep_content(machine, slot, content, performed);
    memo_add(machine->memo, content, second, known);
  }
  return (uint32_t)(known - 1);
}

/* A client's core, with its loads of the word overtaken.  All its cores have one alphabet, so the
 * memo needs no core. */
static uint32_t overtaken(const struct machine *machine, unsigned core, uint32_t number,
                          struct performed performed) {
  uint64_t second = PURPOSE(MEMO_OVERTAKE, performed.line << 8 | performed.word);
  uint64_t known = memo_find(machine->memo, number, second);
  if (!known) {
    union core_copy copy;
    size_t length = intern_copy(machine->contents, number, &copy);
    core_overtake(machine, core, &copy.core, performed.line, performed.word);
    known = 1 + (uint64_t)intern_add(machine->contents, &copy, length);
    memo_add(machine->memo, number, second, known);
  }
  return (uint32_t)(known - 1);
}

void observer_sweep_slot(const struct machine *machine, unsigned slot, slot_t *slots,
                         struct performed performed) {
  uint32_t before = slots[slot];
  slots[slot] = swept(machine, slot, before, performed);
  if (!machine->shape.watches_loads || is_controller(machine, slot) || slots[slot] == before)
    return;
  unsigned to = machine->shape.channels[slot - channel_slot(machine, 0)].to;
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    if (machine_port(machine, core, performed.line) == to)
      slots[core_slot(machine, core)] =
          overtaken(machine, core, slots[core_slot(machine, core)], performed);
}
