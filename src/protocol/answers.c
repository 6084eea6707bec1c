/* Checks of single steps: what stores write, and what loads are answered from.
 *
 * Ages (observer.c) show neither a store without step_perform nor a wrong number.  So each step of
 * a client is checked:
 *  - A word of the home's data that was the newest changes only if a store is performed.
 *  - Each performed store is written, and the word is what its request makes of the old one.
 *  - An atomic is performed on the newest word; else another store's word is lost.
 *  - Each load is answered from data that hold its word.  If they are a line's own copy, permission
 *    must allow a read before or after the step.
 *  - A store that is performed where permission is asked needs WRITE, before or after the step.
 *
 * step_perform does not name the request.  It is the last one that the step dequeued, or else the
 * step's own, if that is a store or an atomic of the word.  Otherwise it is unknown, and the number
 * is not checked.  A copy that came with the step's message may always answer.
 *
 * Exempt are systems with transactions, whose writes the history checks (history.c), and stores at
 * one of several homes (step_perform_below).  A cache that writes back changes the home's word,
 * too, but that was not the newest.  Mutants are exempt: the effects of their faults must show. The
 * checks cost no states, and each step is checked once, since steps are remembered. */
#include "protocol/answers.h"
#include "protocol/step.h"
#include <string.h>

static bool is_checked(const struct step *step) {
  const struct shape *shape = step->shape;
  return shape->is_client && !shape->system->transactions.begin && !shape->is_mutant;
}

static bool is_store(const struct step *step, const struct request *request, unsigned word) {
  uint64_t stores = STORE | STORE_RELEASE | ATOMIC;
  return request->event < EVENT_OWN && stores >> request->event & 1 &&
         request->core < step->shape->core_count && request->line == step->at &&
         request->word == word;
}

/* The data in which a line may hold a written word; `which`: 0..MADE_PLACES-1. */
static const struct data *place(const struct local *local, unsigned line, unsigned which) {
  const struct line *l = &local->line[line];
  return which == 0 ? &l->data : which == 1 ? &l->memory : &l->buffer;
}

static bool is_newest(const struct data *data, unsigned word) {
  return data && data->age[word] == AGE_NEWEST && !data->coming[word];
}

static bool sends_newest(const struct step *step, const struct made *made) {
  for (unsigned i = 0; i < step->send_count; i++)
    if (step->sends[i].line == made->line && step->sends[i].data.age[made->word] == AGE_NEWEST)
      return true;
  return false;
}

/* Is `now` what the request makes of `old`?  If several old words fit, the right one is unknown. */
static void try_old(struct made *made, int64_t now, int64_t old, unsigned age) {
  if (now != request_result(&made->request, old)) return;
  made->ages |= (uint8_t)(1u << age);
  made->found = !made->fits || (made->found && made->old == old);
  made->fits = true;
  made->old = old;
}

/* Do only overwritten words explain what an atomic has written?  A store reads no old word. */
static bool is_of_stale(const struct made *made) {
  unsigned old = 1u << AGE_STALE | 1u << AGE_BROKEN;
  return made->request.event == EVENT_ATOMIC && made->ages & old && !(made->ages >> AGE_NEWEST & 1);
}

/* Checks the word of a performed store.  The old word is the one that step_perform found.  A model
 * that writes before it performs (sw-hier) has the old word in the state before the step. */
static enum fault find_written(const struct step *step, struct made *made) {
  bool sent = sends_newest(step, made), written = sent;
  for (unsigned which = 0; which < MADE_PLACES; which++) {
    const struct data *data = place(step->local, made->line, which);
    if (!is_newest(data, made->word)) continue;
    written = true;
    try_old(made, data->word[made->word], made->before[which], made->age_before[which]);
    try_old(made, data->word[made->word], made->first[which], made->age_first[which]);
  }
  if (!written) return FAULT_UNWRITTEN;
  bool asked = !request_is_none(&made->request) && !made->repeats;
  if (asked && !made->fits && !sent) return FAULT_MISWRITTEN;
  return asked && !sent && is_of_stale(made) ? FAULT_STALE_ATOMIC : NO_FAULT;
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

static bool same_request(const struct request *a, const struct request *b) {
  return !memcmp(a, b, sizeof *a);
}

void answers_perform(struct step *step, unsigned word) {
  struct made *made = &step->made[step->performed_count], *last = last_made(step, word);
  const struct local *first =
      step->before ? step->before : step->local; /* a shared clock's tick has no `before` */
  memset(made, 0, sizeof *made);
  made->line = (uint8_t)step->at;
  made->word = (uint8_t)word;
  made->request = is_store(step, &step->dequeued, word) ? step->dequeued
                  : is_store(step, step->request, word) ? *step->request
                                                        : request_none;
  for (unsigned which = 0; which < MADE_PLACES; which++) {
    const struct data *now = place(step->local, step->at, which);
    const struct data *then = place(first, step->at, which);
    made->before[which] = now->word[word];
    made->first[which] = then->word[word];
    made->age_before[which] = now->age[word];
    made->age_first[which] = then->age[word];
  }
  if (!last) return;
  /* A request that is performed twice was overwritten in between: its word is not checked. */
  made->repeats = !request_is_none(&made->request) && same_request(&made->request, &last->request);
  if (made->repeats) last->repeats = true;
  else settle_made(step, last);
}

void answers_read(struct step *step, const struct data *data, unsigned word) {
  if (!is_checked(step) || step->unheard) return;
  if (data->age[word] == AGE_NONE) step->unheard = FAULT_NO_DATA;
  if (step->in && step->in->data.age[word] && step->in->data.word[word] == data->word[word]) return;
  for (unsigned line = 0; line < step->shape->lines; line++)
    if (data == &step->local->line[line].data) step->read_lines |= 1u << line;
}

/* --- after the step --- */

static bool performs(const struct step *step, unsigned line, unsigned word) {
  for (unsigned i = 0; i < step->performed_count; i++)
    if (step->performed[i].line == line && step->performed[i].word == word) return true;
  return false;
}

const struct data *answers_newest_value(const struct shape *shape,
                                        const struct controller *controller,
                                        const struct local *local, unsigned line, unsigned word) {
  const struct controller_kind *kind = &shape->system->kinds[controller->kind];
  if (!kind->value || !shape_is_home(shape, controller, line)) return NULL;
  if (kind->value_is_dirty && !(local->line[line].dirty >> word & 1)) return NULL;
  const struct data *data = kind->value(local, line);
  return is_newest(data, word) ? data : NULL;
}

static bool word_changes(const struct step *step, const struct local *before, unsigned line,
                         unsigned word) {
  const struct data *then = answers_newest_value(step->shape, step->me, before, line, word);
  const struct data *now = answers_newest_value(step->shape, step->me, step->local, line, word);
  return then && now && then->word[word] != now->word[word];
}

static bool changes_unperformed(const struct step *step, const struct local *before) {
  for (unsigned line = 0; line < step->shape->lines; line++)
    for (unsigned word = 0; word < step->shape->words; word++)
      if (word_changes(step, before, line, word) && !performs(step, line, word)) return true;
  return false;
}

static bool may_write(const struct step *step, const struct local *before, unsigned line) {
  const struct controller_kind *kind = &step->shape->system->kinds[step->me->kind];
  return controller_kind_permission(kind, before, line) == PERMISSION_WRITE ||
         controller_kind_permission(kind, step->local, line) == PERMISSION_WRITE;
}

static bool writes_unwritable(const struct step *step, const struct local *before) {
  if (!controller_kind_has_copies(&step->shape->system->kinds[step->me->kind])) return false;
  for (unsigned i = 0; i < step->performed_count; i++)
    if (!may_write(step, before, step->performed[i].line)) return true;
  return false;
}

static bool reads_unreadable(const struct step *step, const struct local *before) {
  const struct controller_kind *kind = &step->shape->system->kinds[step->me->kind];
  if (!controller_kind_has_copies(kind)) return false;
  for (unsigned line = 0; line < step->shape->lines; line++)
    if (step->read_lines >> line & 1 &&
        controller_kind_permission(kind, before, line) == PERMISSION_NONE &&
        controller_kind_permission(kind, step->local, line) == PERMISSION_NONE)
      return true;
  return false;
}

enum fault answers_wrong(struct step *step, const struct local *before, bool other) {
  if (!is_checked(step) || step->broken || step->stalled) return NO_FAULT;
  for (unsigned i = 0; i < step->performed_count; i++) {
    bool last = true;
    for (unsigned j = i + 1; j < step->performed_count; j++)
      last &= step->made[j].line != step->made[i].line || step->made[j].word != step->made[i].word;
    if (last) settle_made(step, &step->made[i]);
  }
  if (step->unheard) return step->unheard;
  /* With other data, two copies of one store differ.  A copy that returns to its home then seems to
   * change the word. */
  if (!other && changes_unperformed(step, before)) return FAULT_UNPERFORMED;
  if (writes_unwritable(step, before)) return FAULT_NOT_WRITABLE;
  return reads_unreadable(step, before) ? FAULT_NOT_READABLE : NO_FAULT;
}
