/* The limits of a search, and the step from one stage to the next. */
#include "axiom/search.h"

#include "axiom/values.h"

enum { CLOCK_EVERY = 1024, DEPTH_MAX = 8192 };

double search_seconds(const struct search *search) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - search->started.tv_sec) +
         (double)(now.tv_nsec - search->started.tv_nsec) / 1e9;
}

void search_check_limits(struct execution *x) {
  struct search *search = x->search;
  const struct judge_options *options = search->options;
  bool late = options->seconds_max > 0 && ++search->steps % CLOCK_EVERY == 0 &&
              search_seconds(search) > options->seconds_max;
  bool many = options->candidates_max && x->candidates >= options->candidates_max;
  if (late || many) x->stop = search->judgement->incomplete = true;
}

bool search_too_deep(struct execution *x, unsigned at) {
  if (x->work.used < DEPTH_MAX) return false;
  return !values_refuse(x, x->events[at].what ? x->events[at].what->instruction : NULL,
                        "more than 8192 pairs of writes, or of SC fences, to be ordered");
}

bool search_passes(struct execution *x, unsigned level) {
  search_check_limits(x);
  return !x->stop && evaluate_level(&x->evaluation, level, x->failing);
}

void search_next(struct execution *x) {
  enum cat_level level = x->stages[x->stage].level;
  if (level < LEVEL_WITH && !search_passes(x, level)) return;
  x->stage++;
  x->stages[x->stage].run(x);
  x->stage--;
}
