/* See core_requests.h.  (core.c says how a core issues and completes its accesses.) */
#include "machine/core_requests.h"

#include <string.h>
#include "machine/audit.h"
#include "machine/kept.h"

static void add_ask(const struct machine *machine, unsigned core, const struct core *after,
                    unsigned entry, struct asks *asks) {
  const struct micro *micro = core_micro(machine, core, after->entry[entry].micro);
  struct message message;
  memset(&message, 0, sizeof message);
  memset(message.time, NO_TIME, sizeof message.time);
  message.request = core_request(machine, core, after, entry);
  asks->items[asks->count++] =
      (struct ask){ .message = intern_add(machine->contents, &message, sizeof message),
                    .core = intern_add(machine->contents, after, core_size(machine, core)),
                    .entry = (uint8_t)entry,
                    .event = (uint8_t)micro->event,
                    .line = micro->line,
                    .barrier = micro->kind == MICRO_BARRIER,
                    .goes_on = core_in_transaction(machine, after) };
}

static struct asks *compute_asks(const struct machine *machine, unsigned core, uint32_t number) {
  union core_copy copy;
  size_t length;
  const void *bytes = intern_at(machine->contents, number, &length);
  unsigned alphabet = machine->lowered[core_code(machine, core)].length;
  unsigned room = core_is_free(machine, core) ? alphabet : WINDOW_MAX;
  struct asks *asks = machine_keep(machine, sizeof *asks + room * sizeof *asks->items);
  memcpy(&copy, bytes, length);
  if (!core_is_free(machine, core)) {
    for (unsigned i = 0; i < copy.core.entries; i++) {
      unsigned entry = copy.core.order[i];
      if (!core_may_issue(machine, core, &copy.core, entry)) continue;
      copy.core.entry[entry].issued = 1;
      add_ask(machine, core, &copy.core, entry, asks);
      copy.core.entry[entry].issued = 0;
    }
    return asks;
  }
  for (unsigned micro = 0; micro < alphabet; micro++) {
    memcpy(&copy, bytes, length);
    int entry = core_take_up(machine, core, &copy.core, micro);
    if (entry >= 0) add_ask(machine, core, &copy.core, (unsigned)entry, asks);
  }
  return asks;
}

const struct asks *core_asks(const struct machine *machine, unsigned core, uint32_t number) {
  uint64_t second = PURPOSE(MEMO_CORE_REQUESTS, core);
  uint64_t known = memo_find(machine->memo, number, second);
  if (known) return (const struct asks *)(uintptr_t)known;
  struct asks *asks = compute_asks(machine, core, number);
  memo_add(machine->memo, number, second, (uint64_t)(uintptr_t)asks);
  return asks;
}

uint32_t core_after(const struct machine *machine, unsigned core, uint32_t number,
                    const struct reply *answer, uint32_t answer_number) {
  uint64_t first = (uint64_t)number << 32 | answer_number, second = PURPOSE(MEMO_CORE_REPLY, core);
  uint64_t known = memo_find(machine->memo, first, second);
  if (!known) {
    union core_copy copy;
    size_t length = intern_copy(machine->contents, number, &copy);
    if (core_is_misled(machine, core, &copy.core, answer)) copy.core.astray = 1;
    if (core_is_misread(machine, core, &copy.core, answer)) copy.core.misreads = 1;
    if (!copy.core.wrong) copy.core.wrong = audit_answer(machine, core, &copy.core, answer) & 7;
    if (answer->restarts) core_restart(machine, core, &copy.core);
    else core_complete(machine, core, &copy.core, answer->entry, answer->value);
    known = 1 + (uint64_t)intern_add(machine->contents, &copy, length);
    memo_add(machine->memo, first, second, known);
  }
  return (uint32_t)(known - 1);
}
