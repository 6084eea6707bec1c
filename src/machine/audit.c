/* Checks that compare steps with later answers.  Only audits run them (machine_options.audit),
 * since they cost states.
 *
 * A core's entry remembers whether its store or atomic has been performed.  Faults are:
 *  - an answer to a store or an atomic that has not been performed;
 *  - a store that is performed twice, or with another value or operation than was asked for;
 *  - an answer to an atomic that differs from the word on which it was performed;
 *  - two copies of the newest store of a word that hold different numbers;
 *  - an answer to a load that claims to be the newest, and is another number than the home has.
 * answers.c finds the request of a performed store.  Where it cannot, each outstanding store of the
 * word counts as performed, so that no core is blamed wrongly.
 *
 * Only systems that claim data-value, load-value or value-logical must perform a store before its
 * answer.  The others may answer first: tso from its buffer, lrcc and quickrelease from a dirty
 * copy, hmg from a home below the last one.  Systems with transactions are exempt from all. */
#include "protocol/answers.h"
#include "machine/audit.h"
#include "machine/machine_private.h"
#include <string.h>

static bool writes(const struct micro *micro) {
  return micro->kind == MICRO_ACCESS &&
         (micro->event == EVENT_STORE || micro->event == EVENT_STORE_RELEASE ||
          micro->event == EVENT_ATOMIC);
}

static bool is_load(const struct micro *micro) {
  return micro->event == EVENT_LOAD || micro->event == EVENT_LOAD_ACQUIRE;
}

/* The entry's operation, if it is outstanding; else NULL. */
static const struct micro *issued(const struct machine *machine, unsigned core,
                                  const struct core *state, unsigned place) {
  if (place >= WINDOW_MAX || !state->entry[place].issued) return NULL;
  return core_micro(machine, core, state->entry[place].micro);
}

/* --- performed stores --- */

static bool is_of(const struct micro *micro, const struct made *made) {
  return micro && writes(micro) && micro->line == made->line && micro->word == made->word;
}

/* Do the performed operation and its operand agree with the core's? */
static bool is_as_asked(const struct micro *micro, const struct core_entry *entry,
                        const struct request *request) {
  bool atomic = micro->event == EVENT_ATOMIC;
  return atomic == (request->event == EVENT_ATOMIC) && request->value == entry->value &&
         (!atomic || request->arithmetic == micro->arithmetic);
}

static void mark_own(const struct machine *machine, unsigned core, struct core *state,
                     const struct made *made) {
  const struct micro *micro = issued(machine, core, state, made->request.entry);
  if (!is_of(micro, made)) return; /* it was answered before */
  struct core_entry *entry = &state->entry[made->request.entry];
  if (!is_as_asked(micro, entry, &made->request)) state->wrong = PERFORMED_OTHERWISE;
  if (entry->performed == PERFORMED) state->wrong = PERFORMED_TWICE;
  entry->performed = made->found ? PERFORMED : PERFORMED_MAYBE;
  if (micro->event == EVENT_ATOMIC && made->found) entry->left = made->old;
}

static void mark_any(const struct machine *machine, unsigned core, struct core *state,
                     const struct made *made) {
  for (unsigned i = 0; i < state->entries; i++) {
    unsigned place = state->order[i];
    if (is_of(issued(machine, core, state, place), made) && !state->entry[place].performed)
      state->entry[place].performed = PERFORMED_MAYBE;
  }
}

static void mark(const struct machine *machine, const struct made *made, slot_t *to) {
  bool known = !request_is_none(&made->request);
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    union core_copy copy;
    if (known && core != made->request.core) continue;
    slot_t *slot = &to[core_slot(machine, core)];
    size_t length = intern_copy(machine->contents, *slot, &copy);
    if (known) mark_own(machine, core, &copy.core, made);
    else mark_any(machine, core, &copy.core, made);
    *slot = intern_add(machine->contents, &copy, length);
  }
}

/* --- newest values --- */

/* The system's value of a line, if its word is the newest; NULL while it is in flight. */
static const struct data *newest_of(const struct machine *machine, const slot_t *state,
                                    unsigned line, unsigned word) {
  const struct data *data = NULL;
  for (unsigned i = 0; !data && i < machine->shape.controller_count; i++)
    data = answers_newest_value(&machine->shape, &machine->shape.controllers[i],
                                local_at(machine, state[controller_slot(machine, i)]), line, word);
  return data;
}

/* A controller's copy, if cores may read it and its word is the newest. */
static const struct data *newest_copy(const struct machine *machine, const slot_t *state,
                                      unsigned controller, unsigned line, unsigned word) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *local = local_at(machine, state[controller_slot(machine, controller)]);
  if (controller_kind_permission(kind, local, line) == PERMISSION_NONE) return NULL;
  const struct data *data = &local->line[line].data;
  return data->age[word] == AGE_NEWEST && !data->coming[word] ? data : NULL;
}

static bool numbers_differ(const struct machine *machine, const slot_t *state, unsigned line,
                           unsigned word) {
  const struct data *value = newest_of(machine, state, line, word);
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    const struct data *copy = newest_copy(machine, state, i, line, word);
    if (copy && value && copy->word[word] != value->word[word]) return true;
    if (copy && !value) value = copy;
  }
  return false;
}

uint64_t audit_broken(const struct machine *machine, const slot_t *state) {
  if (!machine->watches_stores) return 0;
  unsigned claimed = setting_invariants(&machine->shape.setting) &
                     (CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_VALUE_LOGICAL));
  for (unsigned line = 0; line < machine->shape.lines; line++)
    for (unsigned word = 0; word < machine->shape.words; word++)
      if (numbers_differ(machine, state, line, word))
        return claimed ? claimed : CLAIM(PROPERTY_NEVER);
  return 0;
}

/* --- answers --- */

/* The load, if it is answered with the newest value; else NULL. */
static const struct micro *load_of(const struct machine *machine, const struct reply *reply,
                                   const slot_t *to) {
  if (reply->reading != READS_NEWEST || reply->restarts) return NULL;
  const struct core *core = intern_at(machine->contents, to[core_slot(machine, reply->core)], NULL);
  const struct micro *micro = issued(machine, reply->core, core, reply->entry);
  return micro && is_load(micro) ? micro : NULL;
}

void audit_before(const struct machine *machine, const struct alternative *way, const slot_t *to,
                  struct newest *newest) {
  for (unsigned i = 0; machine->watches_stores && i < way->replies; i++) {
    const struct micro *micro = load_of(machine, &way->reply[i], to);
    const struct data *data = micro ? newest_of(machine, to, micro->line, micro->word) : NULL;
    newest->known[i] = data != NULL;
    newest->value[i] = data ? data->word[micro->word] : 0;
  }
}

/* Is the answer to a load the newest value neither before nor after the step? */
static bool reads_otherwise(const struct machine *machine, const struct reply *reply,
                            const slot_t *to, bool known, int64_t before) {
  const struct micro *micro = load_of(machine, reply, to);
  if (!micro || !known || before == reply->value) return false;
  const struct data *after = newest_of(machine, to, micro->line, micro->word);
  return after && after->word[micro->word] != reply->value;
}

void audit_alternative(const struct machine *machine, const struct alternative *way,
                       const struct newest *newest, slot_t *to) {
  if (!machine->watches_stores) return;
  for (unsigned i = 0; i < way->performs; i++) mark(machine, &way->made[i], to);
  for (unsigned i = 0; i < way->replies; i++) {
    if (!reads_otherwise(machine, &way->reply[i], to, newest->known[i], newest->value[i])) continue;
    union core_copy copy;
    slot_t *slot = &to[core_slot(machine, way->reply[i].core)];
    size_t length = intern_copy(machine->contents, *slot, &copy);
    copy.core.wrong = READ_OTHERWISE;
    *slot = intern_add(machine->contents, &copy, length);
  }
}

/* Must a store be performed before it is answered? */
static bool performs_first(const struct machine *machine) {
  uint64_t values =
      CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_LOAD_VALUE) | CLAIM(PROPERTY_VALUE_LOGICAL);
  return setting_invariants(&machine->shape.setting) & values;
}

unsigned audit_answer(const struct machine *machine, unsigned core, const struct core *state,
                      const struct reply *answer) {
  if (!machine->watches_stores || answer->restarts) return NOT_WRONG;
  const struct micro *micro = issued(machine, core, state, answer->entry);
  if (!micro || !writes(micro)) return NOT_WRONG;
  const struct core_entry *entry = &state->entry[answer->entry];
  if (!entry->performed && performs_first(machine)) return ANSWERED_UNPERFORMED;
  bool known = micro->event == EVENT_ATOMIC && entry->performed == PERFORMED;
  return known && answer->value != entry->left ? TOLD_OTHERWISE : NOT_WRONG;
}

const char *audit_words(unsigned wrong) {
  static const char *const words[] = {
    [NOT_WRONG] = "",
    [ANSWERED_UNPERFORMED] = "its store was answered and has not been performed",
    [PERFORMED_TWICE] = "its store was performed twice",
    [PERFORMED_OTHERWISE] = "its store was performed as something else than it asked for",
    [TOLD_OTHERWISE] = "its atomic was told another word than it found",
    [READ_OTHERWISE] = "its load was told another number than that of the newest store"
  };
  return words[wrong];
}
