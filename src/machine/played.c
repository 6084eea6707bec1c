/* Takes the steps of a run again, and finds the stores that they perform. */
#include "machine/played.h"

#include <inttypes.h>
#include "base/memory.h"
#include "machine/channel.h"
#include "machine/names.h"
#include "machine/successors.h"

struct seeking {
  uint32_t label;
  const struct worker *worker;
  struct played found;
};

static void look(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct seeking *seeking = context;
  (void)to;
  (void)kind;
  if (label != seeking->label) return;
  seeking->found.has = true;
  seeking->found.about = seeking->worker->about;
  if (seeking->found.about.alternative)
    seeking->found.alternative = *seeking->found.about.alternative;
}

struct played played_step(const struct machine *machine, const slot_t *from, uint32_t label) {
  struct worker worker = { .machine = machine };
  struct seeking seeking = { .label = label, .worker = &worker };
  machine_successors(&machine->model, &worker, from, look, &seeking);
  return seeking.found;
}

struct play play_new(const struct machine *machine, const struct trace *trace) {
  struct play play = { machine, trace,
                       trace->length ? memory_new(trace->length, sizeof *play.steps) : NULL };
  for (unsigned i = 0; i < trace->length; i++)
    play.steps[i] = played_step(machine, trace_state(trace, i), trace->labels[i]);
  return play;
}

void play_clear(struct play *play) {
  memory_free(play->steps);
  play->steps = NULL;
}

static bool performs(const struct play *play, unsigned step, unsigned line, unsigned word) {
  const struct alternative *a = play_alternative(play, step);
  for (unsigned i = 0; a && i < a->performs; i++)
    if (a->perform[i].line == line && a->perform[i].word == word) return true;
  return false;
}

int play_last_store(const struct play *play, unsigned line, unsigned word, unsigned end) {
  for (unsigned i = end; i-- > 0;)
    if (performs(play, i, line, word)) return (int)i;
  return -1;
}

int play_next_store(const struct play *play, unsigned line, unsigned word, unsigned begin) {
  for (unsigned i = begin; i < play->trace->length; i++)
    if (performs(play, i, line, word)) return (int)i;
  return -1;
}

static bool is_newest(const struct data *data, unsigned word, int64_t *value) {
  if (data->age[word] != AGE_NEWEST || data->coming[word]) return false;
  *value = data->word[word];
  return true;
}

bool play_newest(const struct play *play, unsigned state, unsigned line, unsigned word,
                 int64_t *value) {
  const struct machine *machine = play->machine;
  const slot_t *slots = trace_state(play->trace, state);
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    const struct line *l = &local_at(machine, slots[controller_slot(machine, i)])->line[line];
    if (is_newest(&l->data, word, value) || is_newest(&l->memory, word, value) ||
        is_newest(&l->buffer, word, value))
      return true;
  }
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    unsigned count;
    if (slots[channel_slot(machine, i)] == EMPTY) continue;
    const struct message *messages =
        channel_messages(machine, slots[channel_slot(machine, i)], &count);
    for (unsigned m = 0; m < count; m++)
      if (messages[m].line == line && is_newest(&messages[m].data, word, value)) return true;
  }
  return false;
}

static bool stores(unsigned event) {
  return event == EVENT_STORE || event == EVENT_STORE_RELEASE || event == EVENT_ATOMIC;
}

/* The core whose store a step performs; -1: it is not known. */
static int core_of_store(const struct play *play, unsigned step) {
  const struct about *about = &play->steps[step].about;
  const struct alternative *a = play_alternative(play, step);
  if (about->kind == ABOUT_CORE) return (int)about->core;
  if (about->kind == ABOUT_MESSAGE) {
    const struct request *request = &message_at(play->machine, about->message)->request;
    if (request->core != NO_ONE && stores(request->event)) return request->core;
  }
  for (unsigned i = 0; a && i < a->replies; i++)
    if (stores(a->reply[i].event)) return a->reply[i].core;
  return -1;
}

void play_add_store(struct text *text, const struct play *play, unsigned step, unsigned line,
                    unsigned word) {
  int core = core_of_store(play, step);
  int64_t value;
  text_add(text, "%s", name_of_word(play->machine, line, word));
  if (play_newest(play, step + 1, line, word, &value)) text_add(text, " := %" PRId64, value);
  text_add(text, " (step %u", step + 1);
  if (core >= 0) {
    text_add(text, ", by ");
    name_add_core(text, play->machine, (unsigned)core);
  }
  text_add(text, ")");
}
