/* See client_alphabet.h. */
#include "machine/client_alphabet.h"

#include "base/vector.h"
#include "machine/machine_private.h"

struct micros {
  struct micro *items;
  size_t length, room;
};

static bool marks_transaction(const struct machine *machine, unsigned event) {
  const struct system *system = machine->shape.system;
  return event >= EVENT_OWN &&
         (event == system->transactions.begin || event == system->transactions.commit ||
          event == system->transactions.abort);
}

static bool transaction_stores(const struct machine *machine, unsigned event) {
  return event >= EVENT_OWN && event == machine->shape.system->transactions.store;
}

/* In an audit the result of an atomic depends on the value that it reads, and is a value of the
 * client.  It flips a bit, or compares with 0 and swaps in 0 or 1.  So a table that always writes,
 * or never, is wrong. */
enum { AUDITED_ATOMICS = 3 };
static void ask_atomic(struct micro *micro, unsigned which) {
  micro->arithmetic = which == 1 ? ARITHMETIC_XOR : ARITHMETIC_CAS;
  micro->value = operand_constant(which > 0);
}

static void add_requests(const struct machine *machine, enum event event, enum scope scope,
                         struct micros *micros) {
  bool acquires = event == EVENT_LOAD_ACQUIRE || event == EVENT_FENCE;
  bool releases = event == EVENT_STORE_RELEASE || event == EVENT_FENCE;
  bool writes = event == EVENT_STORE || event == EVENT_STORE_RELEASE || event == EVENT_ATOMIC ||
                transaction_stores(machine, event);
  bool has_line = event != EVENT_FENCE && !marks_transaction(machine, event);
  unsigned words = has_line ? machine->shape.lines * machine->shape.words : 1,
           values = writes ? machine->client.values : 1;
  bool audited = machine->options.audit && event == EVENT_ATOMIC && values == 2;
  if (audited) values = AUDITED_ATOMICS;
  for (unsigned i = 0; i < words * values; i++) {
    struct micro micro = lower_micro_access(event, releases, acquires);
    micro.kind = has_line ? MICRO_ACCESS : MICRO_FENCE;
    micro.line = (uint8_t)(i / values / machine->shape.words);
    micro.word = (uint8_t)(i / values % machine->shape.words);
    micro.scope = (uint8_t)scope;
    micro.value = operand_constant(i % values);
    micro.arithmetic = ARITHMETIC_MOVE;
    if (audited) ask_atomic(&micro, i % values);
    vector_push(*micros, micro);
  }
}

/* Is the event asked for in this scope?  With scopes, weak accesses are still asked for, without
 * one. */
static bool has_scope(const struct machine *machine, unsigned event, unsigned scope) {
  bool weak = event == EVENT_LOAD || event == EVENT_STORE || event >= EVENT_OWN;
  if (!machine->requests.scopes || (machine->shape.system->unscoped >> event & 1))
    return scope == SCOPE_NONE;
  return scope == SCOPE_NONE ? weak : machine->requests.scopes >> scope & 1;
}

void client_alphabet_make(struct machine *machine, unsigned code) {
  struct micros micros = { 0 };
  for (unsigned event = EVENT_LOAD; event < machine->shape.system->event_count; event++)
    for (unsigned scope = SCOPE_NONE; scope <= SCOPE_SYSTEM; scope++)
      if (machine->requests.alphabet >> event & 1 && has_scope(machine, event, scope))
        add_requests(machine, (enum event)event, (enum scope)scope, &micros);
  machine->lowered[code] = (struct lowered){ micros.items, (unsigned)micros.length };
}
