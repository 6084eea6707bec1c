/* What the own invariants of systems are made of: what a step has done (controller_kind.keeps), and
 * what is in flight.
 *
 * A claim of steps needs no ghost state: "no step loses a dirty word" is asked of each step, of
 * what it found and what it left, and that no word is ever lost follows by induction.  As with all
 * that is observed, no guard and no action asks any of this. */
#ifndef KIT_CLAIMS_H
#define KIT_CLAIMS_H

#include "protocol/step.h"

/* Has the step answered one of these requests (a set of events)? */
static inline bool step_answers(const struct step *s, uint64_t asked) {
  for (unsigned i = 0; i < s->reply_count; i++)
    if (asked >> s->replies[i].event & 1) return true;
  return false;
}

/* How many messages of these types (a set) has it sent? */
static inline unsigned step_sends(const struct step *s, uint64_t types) {
  unsigned count = 0;
  for (unsigned i = 0; i < s->send_count; i++) count += types >> s->sends[i].type & 1;
  return count;
}

/* Where a line is explored by itself, what the step did to other lines does not show: did it raise
 * the event there? */
static inline bool step_reaches_others(const struct step *s, unsigned event) {
  return !step_is_alone(s) || s->raised >> event & 1;
}

/* Has it performed stores of these words of its line (a set), each once, and nothing else? */
static inline bool step_performs(const struct step *s, unsigned words) {
  unsigned performed = 0;
  for (unsigned i = 0; i < s->performed_count; i++) {
    unsigned word = 1u << s->performed[i].word;
    if (s->performed[i].line != s->at || performed & word) return false;
    performed |= word;
  }
  return performed == words;
}

/* Has it made the word of the memory behind its line what its request asks for? */
static inline bool step_obeys(const struct step *s, const struct local *before) {
  unsigned word = s->request->word;
  return s->line->memory.word[word] ==
             request_result(s->request, before->line[s->at].memory.word[word]) &&
         step_performs(s, 1u << word);
}

/* Is some word of these of a copy the newest of the system? */
static inline bool has_newest(const struct data *data, unsigned words) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (words >> word & 1 && data->age[word] == AGE_NEWEST) return true;
  return false;
}

/* Are these words (a set) of both the same? */
static inline bool same_words(const struct data *a, const struct data *b, unsigned words) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (words >> word & 1 && a->word[word] != b->word[word]) return false;
  return true;
}

/* And how old they are? */
static inline bool same_words_and_ages(const struct data *a, const struct data *b, unsigned words) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (words >> word & 1 && a->age[word] != b->age[word]) return false;
  return same_words(a, b, words);
}

static inline bool is_one_of(unsigned type, uint64_t types) { return types >> type & 1; }

#endif
