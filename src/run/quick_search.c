/* Which machine stands in for one that has too many states.
 *
 * A machine has up to three shapes: as asked for, without evictions, and without evictions from
 * cold.  Each reaches less than the one before it.  The largest shape that has at most quick_states
 * states is searched to its end.
 *
 * Where even the smallest has more, there are two ways.  With --evictions-within it is searched to
 * its end all the same. With --quick it is bounded: its first levels are searched whole, and of
 * later levels a sample (explore/expand.c). The matrix may widen the bound later
 * (verify/state_budget.h).
 *
 * With a bound, the smallest shape comes first: where it overflows, the larger ones would, and are
 * not tried. */
#include "run/quick_search.h"

#include "base/memory.h"

enum { SHAPES = 3 };

struct shapes {
  struct machine_options items[SHAPES];
  unsigned count;
};

static struct shapes shapes_of(const struct subject *subject, const struct effort *effort) {
  struct shapes shapes = { .items = { subject->options }, .count = 1 };
  struct machine_options less = subject->options;
  while (shapes.count < SHAPES && effort_curtail(effort, &less))
    shapes.items[shapes.count++] = less;
  return shapes;
}

struct quickness {
  const struct subject *subject;
  struct machine *machine; /* the subject's, until it is searched */
  struct shapes shapes;
  struct search_options limits;
};

/* Searches one shape; of more states than `most`, if that is not 0, `sample` of each level. */
static struct reached *reach_shape(struct quickness *quickness, unsigned shape, uint64_t most,
                                   unsigned sample) {
  struct subject less = *quickness->subject;
  struct search_options limits = quickness->limits;
  struct diagnostic none = { NULL };
  less.options = quickness->shapes.items[shape];
  limits.states_max = most;
  limits.sample = sample;
  struct machine *given =
      shape ? NULL : quickness->machine; /* a machine that was searched is not searched again */
  struct machine *machine =
      given ? given : subject_machine(&less, &none); /* it can be built, as the given one could */
  struct reached *reached = subject_reach(machine, &limits);
  reached->options = less.options;
  reached->curtailed = shape > 0;
  if (given) quickness->machine = NULL;
  else machine_free(machine);
  return reached;
}

static bool overflows(const struct reached *reached) {
  return reached->end == SEARCH_OUT_OF_STATES;
}

/* The first shape that has few enough states, or the smallest, of which `last` states are explored
 * (0: all). */
static struct reached *reach_downwards(struct quickness *quickness, uint64_t most, uint64_t last) {
  for (unsigned shape = 0;; shape++) {
    bool is_last = shape + 1 == quickness->shapes.count;
    struct reached *reached = reach_shape(quickness, shape, is_last ? last : most, 0);
    if (is_last || !overflows(reached)) return reached;
    reached_free(reached);
  }
}

/* The smallest shape first: where it overflows, a part of it is all. */
static struct reached *reach_bounded(struct quickness *quickness, uint64_t most, unsigned sample) {
  unsigned last = quickness->shapes.count - 1;
  struct reached *best = reach_shape(quickness, last, most, sample);
  best->curtailed |= overflows(best);
  for (unsigned shape = 0; shape < last && reached_all(best); shape++) {
    struct reached *larger = reach_shape(quickness, shape, most, 0);
    if (!overflows(larger)) {
      reached_free(best);
      return larger;
    }
    reached_free(larger);
  }
  return best;
}

struct reached *quickness_reach(const struct subject *subject, struct machine *machine,
                                const struct effort *effort) {
  struct quickness quickness = { subject, machine, shapes_of(subject, effort),
                                 effort_search(effort, 1, effort->threads) };
  if (!effort->quick_sample)
    return reach_downwards(&quickness, effort->quick_states, effort->quick_most);
  return reach_bounded(&quickness, effort->quick_states, effort->quick_sample);
}

struct reached *quickness_reach_further(const struct subject *subject, uint64_t bound,
                                        const struct effort *effort) {
  struct quickness quickness = { subject, NULL, shapes_of(subject, effort),
                                 effort_search(effort, 1, effort->threads) };
  struct reached *reached =
      reach_shape(&quickness, quickness.shapes.count - 1, bound, effort->quick_sample);
  reached->curtailed |= overflows(reached);
  return reached;
}
