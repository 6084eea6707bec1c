/* The ages of data that a step sees: see ages.h, and machine/observer.c for all other slots. */
#include "protocol/ages.h"

#include "protocol/answers.h"
#include "protocol/step_faults.h"

void ages_stale(struct data *data, unsigned word, bool reaches) {
  if (data->age[word] != AGE_NEWEST) return;
  data->age[word] = reaches ? AGE_BROKEN : AGE_STALE;
}

void ages_stale_below(struct line *line, unsigned word, bool wrote) {
  if (wrote && line->buffer.coming[word]) line->buffer.coming[word]--;
  if (!line->data.coming[word]) ages_stale(&line->data, word, false);
  else if (!line->buffer.coming[word]) line->data.coming[word] = 0;
}

void ages_sweep_local(const struct controller_kind *kind, struct local *local,
                      struct performed performed) {
  struct line *line = &local->line[performed.line];
  int lease = lease_meant(kind->lease, kind->times);
  bool reaches = lease != NO_LEASE && performed.time != NO_TIME && line->time[lease] != NO_TIME &&
                 line->time[lease] >= performed.time;
  /* Copies that cores may read have a lease.  A bank's own time only bounds its leases. */
  ages_stale(&line->data, performed.word, controller_kind_has_copies(kind) && reaches);
  if (line->buffer.coming[performed.word])
    line->buffer.coming[performed.word] = 0; /* the store itself (step_stored_ahead) */
  else ages_stale(&line->buffer, performed.word, false);
  ages_stale(&line->memory, performed.word, false);
}

void ages_sweep_message(const struct message_kind *kind, struct message *message,
                        struct performed performed) {
  if (message->line != performed.line) return;
  int lease = lease_meant(kind->lease, kind->times);
  bool reaches = lease != NO_LEASE && performed.time != NO_TIME &&
                 message->time[lease] != NO_TIME && message->time[lease] >= performed.time;
  ages_stale(&message->data, performed.word, reaches);
}

static void report(struct step *step, struct performed performed) {
  if (step->performed_count == PERFORMED_MAX) {
    step_exceeds(step, LIMIT_PERFORMED);
    return;
  }
  answers_perform(step, performed.word);
  step->performed[step->performed_count++] = performed;
}

/* Blames the step if no line has such a word. */
static bool lacks_word(struct step *step, unsigned word) {
  if (word < WORDS_MAX) return false;
  step_blame(step, WHY_NO_WORD);
  return true;
}

void step_perform(struct step *step, unsigned word, unsigned time) {
  if (lacks_word(step, word)) return;
  struct performed performed = {
    .line = (uint8_t)step->at, .word = (uint8_t)word, .time = (uint8_t)time, .home = NO_ONE
  };
  const struct system *system = step->shape->system;
  report(step, performed);
  ages_sweep_local(&system->kinds[step->me->kind], step->local, performed);
  ages_sweep_message(&system->messages[step->message.type], &step->message, performed);
  for (unsigned i = 0; i < step->send_count; i++)
    ages_sweep_message(&system->messages[step->sends[i].type], &step->sends[i], performed);
}

bool ages_is_from_home(const struct message *message, struct performed performed) {
  return message->line == performed.line && message->from == performed.home &&
         performed.below >> message->to & 1;
}

void step_perform_below(struct step *step, unsigned word, uint32_t below, unsigned by) {
  if (lacks_word(step, word)) return;
  struct performed performed = { .line = (uint8_t)step->at,
                                 .word = (uint8_t)word,
                                 .time = NO_TIME,
                                 .below = below,
                                 .home = (uint8_t)step->me->number,
                                 .by = (uint8_t)by };
  for (unsigned i = 0; i < step->send_count; i++)
    if (ages_is_from_home(&step->sends[i], performed))
      ages_stale(&step->sends[i].data, word, false);
  report(step, performed);
}

void step_read_at(struct step *step, const struct data *data, unsigned word, unsigned at,
                  unsigned lease) {
  if (lacks_word(step, word)) return;
  if (data->age[word] == AGE_BROKEN || (data->age[word] == AGE_STALE && !time_reaches(lease, at)))
    step->broken |= CLAIM(PROPERTY_VALUE_LOGICAL);
  /* A variant must show the property that it is known to lose, as mutants do. */
  if (!setting_losses(&step->shape->setting)) answers_read(step, data, word);
}

void step_must_reach(struct step *step, unsigned time, unsigned least) {
  if (least != NO_TIME && !time_reaches(time, least)) step->broken |= CLAIM(PROPERTY_VALUE_LOGICAL);
}
