/* Computes the image of a slot's content under a permutation of SMs, threads, lines and values.
 *
 * machine/renaming.c has the fields that name one of these. */
#include "reduce/permutation.h"

#include <string.h>
#include "protocol/observed.h"
#include "machine/history.h"
#include "machine/renaming.h"

static struct renaming renaming_of(const struct permutation *p) {
  return (struct renaming){ p->sm, p->core, p->controller, p->line, p->value, p->values };
}

/* Writes the image of `local` to `to`, which is a copy of it. */
static void permute_local(const struct machine *machine, const struct permutation *p, unsigned kind,
                          const struct local *local, struct local *to) {
  const struct renaming names = renaming_of(p);
  bool has_times_of_cores = !machine->shape.system->kinds[kind].shows.second_clock;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    if (has_times_of_cores) to->stall[p->core[core]] = local->stall[core];
    to->pending[p->core[core]] = local->pending[core];
  }
  for (unsigned line = 0; line < machine->shape.lines; line++)
    to->line[p->line[line]] = local->line[line];
  for (unsigned core = 0;
       machine->shape.system->kinds[kind].extra_line_per_core && core < machine->shape.core_count;
       core++)
    to->line[machine->shape.lines + p->core[core]] = local->line[machine->shape.lines + core];
  for (unsigned i = 0; i < shape_local_lines(&machine->shape, kind); i++)
    rename_line(&names, &to->line[i]);
}

enum content_class {
  CLASS_CORE,
  CLASS_HISTORY,
  CLASS_KIND,
  CLASS_BAG = CLASS_KIND + KINDS_MAX,
  CLASS_QUEUE
};

static unsigned class_of(const struct machine *machine, unsigned slot) {
  if (slot < machine->shape.core_count) return CLASS_CORE;
  if (slot < machine->shape.core_count + machine->shape.controller_count)
    return CLASS_KIND + machine->shape.controllers[slot - machine->shape.core_count].kind;
  if (machine->has_history && slot == history_slot(machine)) return CLASS_HISTORY;
  const struct channel *channel =
      &machine->shape.channels[slot - machine->shape.core_count - machine->shape.controller_count];
  return machine->shape.order[channel->network] == UNORDERED ? CLASS_BAG : CLASS_QUEUE;
}

static void sort_bag(struct message *messages, size_t count) {
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && memcmp(&messages[j], &messages[j - 1], sizeof *messages) < 0; j--) {
      struct message swap = messages[j];
      messages[j] = messages[j - 1];
      messages[j - 1] = swap;
    }
}

uint32_t symmetry_permuted_content(const struct machine *machine, const struct permutation *p,
                                   unsigned slot, uint32_t content) {
  const struct renaming names = renaming_of(p);
  unsigned class = class_of(machine, slot);
  union {
    struct core core;
    struct local local;
    struct message messages[CHANNEL_MESSAGES_MAX];
    char bytes[sizeof(union local_copy)];
  } copy;
  size_t length;
  if (class == CLASS_HISTORY) return history_permuted(machine, p->core, p->line, content);
  const void *bytes = intern_at(machine->contents, content, &length);
  memcpy(&copy, bytes, length);
  switch (class) {
  case CLASS_CORE:
    for (unsigned i = 0; i < copy.core.entries; i++) {
      struct core_entry *entry = &copy.core.entry[copy.core.order[i]];
      entry->micro = p->micro[entry->micro];
    }
    break;
  case CLASS_BAG:
  case CLASS_QUEUE:
    for (size_t i = 0; i < length / sizeof *copy.messages; i++)
      rename_message(&machine->shape, &names, &copy.messages[i]);
    if (class == CLASS_BAG) sort_bag(copy.messages, length / sizeof *copy.messages);
    break;
  default: permute_local(machine, p, class - CLASS_KIND, bytes, &copy.local);
  }
  return intern_add(machine->contents, &copy, length);
}
