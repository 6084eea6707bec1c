/* Observers: they see, and never steer (DESIGN.md, decision 9).
 *
 * Every datum carries an age, which is ghost state: newest until a later store to its word is
 * performed anywhere, then stale.  A performed store is an event of the step that performs it; all
 * slots hear of it in the same transition (the sweep below).  From ages follow, without looking at
 * values: the data-value invariant in real time (no readable copy is stale) and SWMR in logical
 * time (when a store is performed at time t, no lease on the version before it reaches t; a copy
 * whose lease does is marked broken; and ever after, since leases are renewed, that of an
 * overwritten copy ends before the time of the version that is the system's value:
 * machine_private.h, struct coherence).  Value in logical time also asks that a clock reach what
 * has been read and written by it, and a lease the time of the load that it is for
 * (step_must_reach): what follows could else come before.
 *
 * Under the client what loads are told is looked at, too (PROPERTY_LOAD_VALUE): copies may be
 * right, and a load that joins one which is out be told what had grown old before it was issued.  A
 * load that was out before the store may be told the same: what comes to it was overwritten on its
 * way.  So a store which makes something grow old that is in flight to an SM marks the loads of its
 * word that are out there; they may be told what is stale, and no others may.  What is overwritten
 * elsewhere, and sent then, excuses no load: that is stricter than to ask whether a store came
 * since the load was issued, and a system in which it is right does not claim this.  But it costs
 * next to no states, since where something stale is on its way to an SM its loads mostly are
 * marked, and where nothing is it makes no difference which of a load and a store came first.  (A
 * load has one mark: of two answers in flight, one stale before it was issued and the other since,
 * it may be told the first.)  What is yet to be stored nobody may be told; an SM that lets loads
 * see it has it in a buffer (stored_ahead).  The message that is being taken is in no channel any
 * more: a row that performs a store is to answer loads from its message before that.  Ages say
 * nothing of numbers, nor of a store that no `perform` tells of, nor of what an atomic returns:
 * answers.c and audit.c ask that.
 *
 * Where stores are performed at homes, and a copy may be newer than its home's, ages are what homes
 * know (step_perform_below): a store that takes effect at one makes stale what those below it have
 * from it.  What one of these has written itself it has from nobody until the home has taken that
 * store, the last of those that it has sent; so these are counted.
 *
 * The ages live beside the data that they speak of rather than in a slot of their own (a departure
 * from the letter of decision 9, not from its sense): a ghost that names every copy, in caches and
 * in flight, would have to repeat the whole machine.  That nothing steers by them is a matter of
 * grep: only this file, answers.c, audit.c, properties.c, reply_word, data_is_stale and has_newest
 * (claims.h), and models' invariants and claims read them; but AGE_NONE, which says that there is
 * no datum. */
#include <string.h>
#include "protocol/answers.h"
#include "machine/channel.h"
#include "machine/faults.h"
#include "machine/machine_private.h"
#include "machine/observer.h"
#include "machine/successors.h"

static void grow_old(struct data *data, unsigned word, bool reaches) {
  if (data->age[word] != AGE_NEWEST) return;
  data->age[word] = reaches ? AGE_BROKEN : AGE_STALE;
}

/* The same of what a home has given; `wrote`: to who has now written. */
static void grow_old_below(struct line *line, unsigned word, bool wrote) {
  if (wrote && line->buffer.coming[word]) line->buffer.coming[word]--;
  if (!line->data.coming[word]) grow_old(&line->data, word, false);
  else if (!line->buffer.coming[word]) line->data.coming[word] = 0;
}

static void sweep_local(const struct controller_kind *kind, struct local *local, unsigned lines,
                        struct performed performed) {
  (void)lines;
  struct line *line = &local->line[performed.line];
  bool reaches = kind->lease != NO_LEASE && performed.time != NO_TIME &&
                 line->time[kind->lease] != NO_TIME && line->time[kind->lease] >= performed.time;
  /* Only the copies that cores may read have a lease; a bank's own time is what its leases are
   * bounded by. */
  grow_old(&line->data, performed.word, kind->permission && reaches);
  if (line->buffer.coming[performed.word])
    line->buffer.coming[performed.word] = 0; /* this is the store: stored_ahead */
  else grow_old(&line->buffer, performed.word, false);
  grow_old(&line->memory, performed.word, false);
}

static void sweep_message(const struct message_kind *kind, struct message *message,
                          struct performed performed) {
  if (message->line != performed.line) return;
  bool reaches = kind->lease != NO_LEASE && performed.time != NO_TIME &&
                 message->time[kind->lease] != NO_TIME &&
                 message->time[kind->lease] >= performed.time;
  grow_old(&message->data, performed.word, reaches);
}

static void note(struct step *step, struct performed performed) {
  if (step->performed_count == PERFORMED_MAX) {
    step_exceeds(step, LIMIT_PERFORMED);
    return;
  }
  answers_perform(step, performed.word);
  step->performed[step->performed_count++] = performed;
}

/* Is it a word that no line has? */
static bool is_no_word(struct step *step, unsigned word) {
  if (word < WORDS_MAX) return false;
  step_blame(step, WHY_NO_WORD);
  return true;
}

void step_perform(struct step *step, unsigned word, unsigned time) {
  if (is_no_word(step, word)) return;
  struct performed performed = {
    .line = (uint8_t)step->at, .word = (uint8_t)word, .time = (uint8_t)time, .home = NO_ONE
  };
  const struct system *system = step->machine->shape.system;
  note(step, performed);
  sweep_local(&system->kinds[step->me->kind], step->local, step->machine->shape.lines, performed);
  sweep_message(&system->messages[step->message.type], &step->message, performed);
  for (unsigned i = 0; i < step->send_count; i++)
    sweep_message(&system->messages[step->sends[i].type], &step->sends[i], performed);
}

/* Does a message bring what the home has given? */
static bool is_given(const struct message *message, struct performed performed) {
  return message->line == performed.line && message->from == performed.home &&
         performed.below >> message->to & 1;
}

void step_perform_below(struct step *step, unsigned word, uint32_t below, unsigned by) {
  if (is_no_word(step, word)) return;
  struct performed performed = { .line = (uint8_t)step->at,
                                 .word = (uint8_t)word,
                                 .time = NO_TIME,
                                 .below = below,
                                 .home = (uint8_t)step->me->number,
                                 .by = (uint8_t)by };
  for (unsigned i = 0; i < step->send_count; i++)
    if (is_given(&step->sends[i], performed)) grow_old(&step->sends[i].data, word, false);
  note(step, performed);
}

void step_read_at(struct step *step, const struct data *data, unsigned word, unsigned at,
                  unsigned lease) {
  if (data->age[word] == AGE_BROKEN || (data->age[word] == AGE_STALE && !time_reaches(lease, at)))
    step->broken |= CLAIM(PROPERTY_VALUE_LOGICAL);
  /* As with mutants, what a variant is known to lose must show as that. */
  if (!setting_losses(&step->machine->shape.setting)) answers_read(step, data, word);
}

void step_must_reach(struct step *step, unsigned time, unsigned least) {
  if (least != NO_TIME && !time_reaches(time, least)) step->broken |= CLAIM(PROPERTY_VALUE_LOGICAL);
}

static bool is_controller(const struct machine *machine, unsigned slot) {
  return slot < machine->shape.core_count + machine->shape.controller_count;
}

/* May a slot hold what has been performed anywhere, or what the home has given? */
static bool is_reached(const struct machine *machine, unsigned slot, struct performed performed) {
  if (performed.home == NO_ONE) return true;
  if (is_controller(machine, slot))
    return performed.below >> (slot - machine->shape.core_count) & 1;
  const struct channel *channel =
      &machine->shape.channels[slot - machine->shape.core_count - machine->shape.controller_count];
  return performed.below >> channel->to & 1 &&
         (channel->from < 0 || channel->from == performed.home);
}

static bool has_written(const struct machine *machine, unsigned slot, struct performed performed) {
  return performed.home != NO_ONE && slot == machine->shape.core_count + performed.by;
}

static uint32_t sweep_content(const struct machine *machine, unsigned slot, uint32_t content,
                              struct performed performed) {
  size_t length;
  const void *bytes = intern_at(machine->contents, content, &length);
  if (is_controller(machine, slot)) {
    unsigned kind = machine->shape.controllers[slot - machine->shape.core_count].kind;
    union local_copy copy;
    memcpy(&copy, bytes, length);
    struct local *local = &copy.local;
    if (performed.home == NO_ONE)
      sweep_local(&machine->shape.system->kinds[kind], local, machine->shape.lines, performed);
    else
      grow_old_below(&local->line[performed.line], performed.word,
                     has_written(machine, slot, performed));
    return intern_add(machine->contents, &copy, length);
  }
  struct message messages[CHANNEL_MESSAGES_MAX];
  memcpy(messages, bytes, length);
  unsigned count = (unsigned)(length / sizeof *messages);
  for (unsigned i = 0; i < count; i++) {
    if (performed.home == NO_ONE)
      sweep_message(&machine->shape.system->messages[messages[i].type], &messages[i], performed);
    else if (is_given(&messages[i], performed)) grow_old(&messages[i].data, performed.word, false);
  }
  channel_sort(machine, slot - channel_slot(machine, 0), messages, count);
  return intern_add(machine->contents, messages, length);
}

static uint32_t swept(const struct machine *machine, unsigned slot, uint32_t content,
                      struct performed performed) {
  if (content == EMPTY || !is_reached(machine, slot, performed)) return content;
  /* Contents of one kind are swept alike wherever they are, so the memo goes by kind, and by
   * network. */
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

/* A client's core, one of whom knows what any other does, where a store overtakes what is on its
 * way to its loads. */
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
