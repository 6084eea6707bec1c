/* The answer to a program's condition where its outcomes are too many to be found.
 *
 * Outcomes double with each read, while a condition mostly decides what each read finds.  So two
 * searches follow the one that was curtailed.  The condition is the filter of the first, and its
 * negation that of the second; each stops at one outcome.  A search that finds none proves that
 * there is none.  A third looks for flags alone, among a limited number of candidates. */
#include "axiom/settle.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"

/* Candidates in which flags are looked for. */
enum { FLAG_CANDIDATES_MAX = 20000 };

/* Time to search with once none is left; 0 would mean no limit. */
#define SECONDS_MIN 0.001

static void merge_flags(struct judgement *judgement, struct judgement *found) {
  size_t count = 0;
  for (; judgement->flags[count];) count++;
  for (const char **flag = found->flags; *flag; flag++) {
    if (text_among(*flag, judgement->flags)) continue;
    judgement->flags = memory_resize(judgement->flags, count + 2, sizeof *judgement->flags);
    judgement->flags[count++] = memory_copy_text(*flag, strlen(*flag));
    judgement->flags[count] = NULL;
  }
}

static void merge(struct judgement *judgement, struct judgement *found) {
  outcome_set_merge(judgement->allowed, found->allowed);
  merge_flags(judgement, found);
  judgement->undefined |= found->undefined;
  judgement->bounded |= found->bounded;
  judgement->incomplete |= found->incomplete;
  judgement->candidates += found->candidates;
  judgement->consistent += found->consistent;
  judgement->seconds += found->seconds;
}

/* Searches once more, with that filter. */
static bool look(struct judging looking, struct judge_options options, struct condition *filter,
                 judge_function *judge, struct judgement *judgement, struct diagnostic *error) {
  struct program filtered = *looking.program;
  struct judgement found;
  filtered.filter = filter;
  looking.program = &filtered;
  looking.options = &options;
  options.outcomes_only = true;
  if (options.seconds_max > 0) {
    options.seconds_max -= judgement->seconds;
    if (options.seconds_max < SECONDS_MIN) options.seconds_max = SECONDS_MIN;
  }
  if (!judge(&looking, &found, error)) return false;
  merge(judgement, &found);
  judgement_clear(&found);
  return true;
}

/* Looks for an outcome of which the condition holds, or not. */
static bool look_for(const struct judging *judging, bool holds, judge_function *judge,
                     struct judgement *judgement, struct diagnostic *error) {
  struct condition *condition = judging->program->condition, *filter = judging->program->filter;
  struct condition not = { .kind = CONDITION_NOT, .first = condition };
  struct condition both = { .kind = CONDITION_AND,
                            .first = filter,
                            .second = holds ? condition : &not };
  struct judge_options options = *judging->options;
  options.outcomes_max = 1;
  return look(*judging, options, filter ? &both : both.second, judge, judgement, error);
}

static bool look_for_flags(const struct judging *judging, judge_function *judge,
                           struct judgement *judgement, struct diagnostic *error) {
  struct judge_options options = *judging->options;
  options.outcomes_max = 0;
  options.flags_only = true;
  options.candidates_max = FLAG_CANDIDATES_MAX;
  return look(*judging, options, judging->program->filter, judge, judgement, error);
}

bool settle(const struct judging *judging, judge_function *judge, struct judgement *judgement,
            struct diagnostic *error) {
  struct tally tally = outcome_tally(judging->program, judgement->allowed);
  bool good = (tally.positive || look_for(judging, true, judge, judgement, error)) &&
              (tally.negative || look_for(judging, false, judge, judgement, error)) &&
              look_for_flags(judging, judge, judgement, error);
  judgement->curtailed = false;
  judgement->settled = judgement->uncounted = true;
  if (!good) judgement_clear(judgement);
  return good;
}
