/* What stores and loads come to, in single steps: checked in each step of a client, at no cost in states.
 *
 * Ages (observer.c) say nothing of a store that no `perform` tells of, and nothing of numbers.  So each step is asked:
 *  - has a word of the home's data become another one, though it was the newest and no store was performed?
 *  - is each store that was performed written, and is the word what its request makes of the one before?
 *  - is each load answered out of data that have its word, and out of a line's copy only if loads may hit it, before the step or
 *    after it?  And is a store that a cache performs one to a copy that stores may hit, likewise?
 *
 * Whose a performed store is `perform` does not say: it is the request dequeued last, or else the step's own, if that is a store or
 * an atomic of this word.  Of others it is only asked that they are written.  A copy of the line that came with this step's message
 * may be answered from, whatever its state.
 *
 * No model is exempt.  A cache that brings home what it has stored itself makes the home's word another one, but not one that was
 * the newest.  Where a home orders stores among those below it (perform_below), it is not asked who wrote what.
 * Nothing is asked of mutants, whose faults are to be found by what they lead to, nor of a program's runs. */
#include <string.h>
#include "kit/inside.h"

static bool asks(const struct step *step) {
  const struct machine *machine = step->machine;
  return machine->is_client && !machine->has_history && !machine->options.mutant;
}

static bool is_store(const struct step *step, const struct request *request, unsigned word) {
  uint64_t stores = STORE | STORE_RELEASE | ATOMIC;
  return request->event < EVENT_OWN && stores >> request->event & 1 && request->core < step->machine->core_count &&
         request->line == step->at && request->word == word;
}

/* Where a line may have the word that is written. */
static const struct data *place(const struct local *local, unsigned line, unsigned which) {
  const struct line *l = &local->line[line];
  return which == 0 ? &l->data : which == 1 ? &l->memory : &l->buffer;
}

static bool is_newest(const struct data *data, unsigned word) {
  return data && data->age[word] == AGE_NEWEST && !data->coming[word];
}

static bool sends_newest(const struct step *step, const struct made *made) {
  for (unsigned i = 0; i < step->send_count; i++)
    if (step->sends[i].line == made->line && step->sends[i].data.age[made->word] == AGE_NEWEST) return true;
  return false;
}

/* The word that is here may be what the request makes of `old`.  Of several it is not known which. */
static void try_old(struct made *made, int64_t now, int64_t old) {
  if (now != request_result(&made->request, old)) return;
  made->found = !made->fits || (made->found && made->old == old);
  made->fits = true;
  made->old = old;
}

/* Looks for the word of a store that has been performed.  What was there before is what `perform` found, or, where a model writes
 * before it performs (sw-hier), the step. */
static enum fault find_written(const struct step *step, struct made *made) {
  bool sent = sends_newest(step, made), written = sent;
  for (unsigned which = 0; which < MADE_PLACES; which++) {
    const struct data *data = place(step->local, made->line, which);
    if (!is_newest(data, made->word)) continue;
    written = true;
    try_old(made, data->word[made->word], made->before[which]);
    if (!made->fits) try_old(made, data->word[made->word], made->first[which]);
  }
  if (!written) return FAULT_UNWRITTEN;
  bool asked = !request_is_none(&made->request) && !made->repeats;
  return asked && !made->fits && !sent ? FAULT_MISWRITTEN : NO_FAULT;
}

static void settle_made(struct step *step, struct made *made) {
  if (step->performed[made - step->made].home != NO_ONE) return;
  enum fault fault = find_written(step, made);
  if (fault && !step->unheard) step->unheard = fault;
}

/* The step's performed store of this word that came last, or NULL. */
static struct made *last_made(struct step *step, unsigned word) {
  for (unsigned i = step->performed_count; i-- > 0;)
    if (step->made[i].line == step->at && step->made[i].word == word) return &step->made[i];
  return NULL;
}

static bool same_request(const struct request *a, const struct request *b) { return !memcmp(a, b, sizeof *a); }

void answers_perform(struct step *step, unsigned word) {
  struct made *made = &step->made[step->performed_count], *last = last_made(step, word);
  const struct local *first = step->before ? step->before : step->local; /* time passes for all at once: there is none */
  memset(made, 0, sizeof *made);
  made->line = (uint8_t)step->at;
  made->word = (uint8_t)word;
  made->request = is_store(step, &step->dequeued, word) ? step->dequeued
                  : is_store(step, step->request, word) ? *step->request : request_none;
  for (unsigned which = 0; which < MADE_PLACES; which++) {
    made->before[which] = place(step->local, step->at, which)->word[word];
    made->first[which] = place(first, step->at, which)->word[word];
  }
  if (!last) return;
  /* One that is performed again at once is overwritten by another at once, or has been. */
  made->repeats = !request_is_none(&made->request) && same_request(&made->request, &last->request);
  if (made->repeats) last->repeats = true;
  else settle_made(step, last);
}

void answers_read(struct step *step, const struct request *request, const struct data *data) {
  unsigned word = request->word;
  if (!asks(step) || step->unheard) return;
  if (data->age[word] == AGE_NONE) step->unheard = FAULT_NO_DATA;
  if (step->in && step->in->data.age[word] && step->in->data.word[word] == data->word[word]) return;
  for (unsigned line = 0; line < step->machine->lines; line++)
    if (data == &step->local->line[line].data) step->read_lines |= 1u << line;
}

/* --- once a step is over --- */

static bool performs(const struct step *step, unsigned line, unsigned word) {
  for (unsigned i = 0; i < step->performed_count; i++)
    if (step->performed[i].line == line && step->performed[i].word == word) return true;
  return false;
}

/* Is the line's value here, and this word of it the newest? */
static const struct data *newest_value(const struct step *step, const struct local *local, unsigned line, unsigned word) {
  const struct controller_kind *kind = &step->machine->system->kinds[step->me->kind];
  if (!kind->value || !is_home(step->machine, step->me, line)) return NULL;
  if (kind->value_is_dirty && !(local->line[line].dirty >> word & 1)) return NULL;
  const struct data *data = kind->value(local, line);
  return is_newest(data, word) ? data : NULL;
}

static size_t place_in(const struct local *local, const struct data *data) {
  return (size_t)((const char *)data - (const char *)local);
}

/* On other data two copies of the newest differ; so one is compared with itself alone. */
static bool changes_unperformed(const struct step *step, const struct local *before, bool other) {
  for (unsigned line = 0; line < step->machine->lines; line++)
    for (unsigned word = 0; word < step->machine->words; word++) {
      const struct data *then = newest_value(step, before, line, word), *now = newest_value(step, step->local, line, word);
      if (!then || !now || then->word[word] == now->word[word] || performs(step, line, word)) continue;
      if (!other || place_in(before, then) == place_in(step->local, now)) return true;
    }
  return false;
}

static bool may_write(const struct step *step, const struct local *before, unsigned line) {
  const struct controller_kind *kind = &step->machine->system->kinds[step->me->kind];
  return kind->permission(before, line) == PERMISSION_WRITE || kind->permission(step->local, line) == PERMISSION_WRITE;
}

static bool writes_unwritable(const struct step *step, const struct local *before) {
  if (!step->machine->system->kinds[step->me->kind].permission) return false;
  for (unsigned i = 0; i < step->performed_count; i++)
    if (!may_write(step, before, step->performed[i].line)) return true;
  return false;
}

static bool reads_unreadable(const struct step *step, const struct local *before) {
  const struct controller_kind *kind = &step->machine->system->kinds[step->me->kind];
  for (unsigned line = 0; kind->permission && line < step->machine->lines; line++)
    if (step->read_lines >> line & 1 && kind->permission(before, line) == PERMISSION_NONE &&
        kind->permission(step->local, line) == PERMISSION_NONE) return true;
  return false;
}

enum fault answers_wrong(struct step *step, const struct local *before, bool other) {
  if (!asks(step) || step->broken || step->stalled) return NO_FAULT;
  for (unsigned i = 0; i < step->performed_count; i++) {
    bool last = true;
    for (unsigned j = i + 1; j < step->performed_count; j++)
      last &= step->made[j].line != step->made[i].line || step->made[j].word != step->made[i].word;
    if (last) settle_made(step, &step->made[i]);
  }
  if (step->unheard) return step->unheard;
  if (changes_unperformed(step, before, other)) return FAULT_UNPERFORMED;
  if (writes_unwritable(step, before)) return FAULT_NOT_WRITABLE;
  return reads_unreadable(step, before) ? FAULT_NOT_READABLE : NO_FAULT;
}
