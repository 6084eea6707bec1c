/* Reads and stores behind an outcome: "P1 reads x = 0 in step 9, after x := 1 was performed". */
#include "machine/violation_outcome.h"

#include <inttypes.h>
#include "litmus/program.h"
#include "machine/core.h"
#include "machine/names.h"
#include "machine/outcomes.h"

/* The last read into a register: its step, word and value. */
struct last_read {
  unsigned step, line, word;
  int64_t value;
  bool found;
};

/* The request that a reply answers: the core's entry before the step.  A request that is answered
 * at once gets its entry in this step. */
static const struct micro *micro_of(const struct play *play, unsigned step,
                                    const struct reply *reply) {
  const struct machine *machine = play->machine;
  for (unsigned state = step; state <= step + 1; state++) {
    const struct core *core = core_at(machine, trace_state(play->trace, state), reply->core);
    if (core->entry[reply->entry].used)
      return core_micro(machine, reply->core, core->entry[reply->entry].micro);
  }
  return NULL;
}

static struct last_read read_into(const struct play *play, unsigned thread, int reg) {
  struct last_read read = { .found = false };
  for (unsigned step = 0; step < play->trace->length; step++) {
    const struct alternative *a = play_alternative(play, step);
    for (unsigned i = 0; a && i < a->replies; i++) {
      const struct reply *reply = &a->reply[i];
      if (reply->core != thread || reply->restarts) continue;
      const struct micro *micro = micro_of(play, step, reply);
      if (micro && micro->kind == MICRO_ACCESS && micro->destination == reg)
        read = (struct last_read){ step, micro->line, micro->word, reply->value, true };
    }
  }
  return read;
}

/* Adds the store that the read returns, or those that it missed. */
static void add_source(struct text *text, const struct play *play, const struct last_read *read) {
  int before = play_last_store(play, read->line, read->word, read->step + 1);
  int64_t newest = 0;
  bool known =
      before >= 0 && play_newest(play, (unsigned)before + 1, read->line, read->word, &newest);
  if (before >= 0 && (!known || newest == read->value)) {
    text_add(text, ", from ");
    play_add_store(text, play, (unsigned)before, read->line, read->word);
    return;
  }
  if (before >= 0) {
    text_add(text, ", after ");
    play_add_store(text, play, (unsigned)before, read->line, read->word);
    text_add(text, " was performed");
    return;
  }
  int next = play_next_store(play, read->line, read->word, read->step + 1);
  if (next < 0) return;
  text_add(text, ", before ");
  play_add_store(text, play, (unsigned)next, read->line, read->word);
  text_add(text, " is performed");
}

/* "P1 reads x = 0 in step 9, after x := 1 (step 3, by P0) was performed" */
static void add_read(struct text *text, const struct play *play, unsigned thread,
                     const struct last_read *read) {
  name_add_core(text, play->machine, thread);
  text_add(text, " reads %s = %" PRId64 " in step %u",
           name_of_word(play->machine, read->line, read->word), read->value, read->step + 1);
  add_source(text, play, read);
  text_add(text, "\n");
}

static void add_register(struct text *text, const struct play *play, unsigned thread,
                         unsigned reg) {
  const struct machine *machine = play->machine;
  const struct thread *of = &machine->program->threads[thread];
  const struct core *core = core_at(machine, trace_state(play->trace, play->trace->length), thread);
  struct last_read read = read_into(play, thread, (int)reg);
  name_add_core(text, machine, thread);
  text_add(text, ":%s = %" PRId64 ": ", of->registers[reg].name, core->registers[reg]);
  if (!read.found) {
    text_add(text, "no access set it\n");
    return;
  }
  add_read(text, play, thread, &read);
}

static void add_location(struct text *text, const struct play *play, unsigned location,
                         int64_t value) {
  const struct machine *machine = play->machine;
  unsigned physical = machine->program->locations[location].physical;
  unsigned line = machine->shape.placement.line_of_location[physical],
           word = machine->shape.placement.word_of_location[physical];
  int store = play_last_store(play, line, word, play->trace->length);
  text_add(text, "%s = %" PRId64 ": ", machine->program->locations[location].name, value);
  if (store < 0) text_add(text, "no store to it is performed");
  else {
    text_add(text, "the last store performed is ");
    play_add_store(text, play, (unsigned)store, line, word);
  }
  text_add(text, "\n");
}

void violation_add_outcome(struct text *text, const struct play *play) {
  const struct program *program = play->machine->program;
  if (!program) return;
  int64_t outcome[OUTCOME_WIDTH_MAX];
  machine_gather_outcome(play->machine, trace_state(play->trace, play->trace->length), outcome);
  for (unsigned i = 0; i < program->observable_count; i++) {
    const struct observable *seen = &program->observables[i];
    if (seen->is_register) add_register(text, play, seen->thread, seen->index);
    else
      add_location(
          text, play, seen->index,
          outcome[machine_outcome_registers(program, program->thread_count) + seen->index]);
  }
}

static bool loads(unsigned event) {
  return event == EVENT_LOAD || event == EVENT_LOAD_ACQUIRE || event == EVENT_ATOMIC;
}

void violation_add_reads(struct text *text, const struct play *play, unsigned from) {
  for (unsigned step = from; step < play->trace->length; step++) {
    const struct alternative *a = play_alternative(play, step);
    for (unsigned i = 0; a && i < a->replies; i++) {
      const struct reply *reply = &a->reply[i];
      const struct micro *micro = micro_of(play, step, reply);
      if (reply->restarts || !micro || micro->kind != MICRO_ACCESS || !loads(micro->event))
        continue;
      add_read(text, play, reply->core,
               &(struct last_read){ step, micro->line, micro->word, reply->value, true });
    }
  }
}
