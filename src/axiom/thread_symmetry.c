/* Symmetry of threads: of the executions that are each other's images, only the least one has to be
 * built.
 *
 * A swap of two threads that are not told apart maps executions to executions, and consistent ones
 * to consistent ones, since no model can name a thread.  An execution is written as a vector: the
 * number of each thread's path, then the source of each read, in the order in which they are
 * chosen.  In each class of images there is a least vector; it is not above its own image under any
 * swap, so a branch of the search that is above one of its images holds no least vector and is left
 * out.  (Not every vector that passes is the least: the group has more than its swaps.  Nothing is
 * lost by that but time.)  This is the lex-leader constraint of Crawford, Ginsberg, Luks and Roy,
 * "Symmetry-breaking predicates for search problems", KR 1996.  The outcomes that were found are
 * then closed under the swaps.
 *
 * Writes of one value by threads that are not told apart are so, too, and need nothing else. */
#include "axiom/thread_symmetry.h"

#include "base/memory.h"
#include "litmus/equal.h"

/* ---- which threads ---- */

/* How much of the machine two threads share: 0 the system, then GPU, queue family, CTA, subgroup.
 */
static unsigned depth_shared(const struct place *a, const struct place *b) {
  if (a->gpu != b->gpu) return 0;
  if (a->family != b->family) return 1;
  if (a->cta != b->cta) return 2;
  return a->subgroup != b->subgroup ? 3 : 4;
}

static bool same_neighbours(const struct program *program, unsigned low, unsigned high) {
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct place *here = &program->threads[t].place;
    if (t != low && t != high &&
        depth_shared(here, &program->threads[low].place) !=
            depth_shared(here, &program->threads[high].place))
      return false;
  }
  return true;
}

/* The observable that a swap makes of one; its own number where it is of neither thread, or -1
 * where there is none. */
static int image_of_observable(const struct program *program, struct thread_swap swap, unsigned i) {
  const struct observable *cell = &program->observables[i];
  if (!cell->is_register || (cell->thread != swap.low && cell->thread != swap.high)) return (int)i;
  unsigned thread = cell->thread == swap.low ? swap.high : swap.low;
  for (unsigned k = 0; k < program->observable_count; k++) {
    const struct observable *other = &program->observables[k];
    if (other->is_register && other->thread == thread && other->index == cell->index) return (int)k;
  }
  return -1;
}

static bool observed_alike(const struct program *program, struct thread_swap swap) {
  for (unsigned i = 0; i < program->observable_count; i++)
    if (image_of_observable(program, swap, i) < 0) return false;
  return true;
}

void likeness_find(struct likeness *likeness, const struct program *program) {
  unsigned n = program->thread_count;
  likeness->count = 0;
  likeness->swaps = memory_new((size_t)n * n + 1, sizeof *likeness->swaps);
  for (unsigned t = 0; t < n; t++)
    if (program->synchronises[t]) return; /* which names threads */
  if (program->filter) return;            /* so may this */
  for (unsigned low = 0; low < n; low++)
    for (unsigned high = low + 1; high < n; high++) {
      struct thread_swap swap = { (unsigned char)low, (unsigned char)high };
      if (thread_does_the_same(&program->threads[low], &program->threads[high]) &&
          same_neighbours(program, low, high) && observed_alike(program, swap))
        likeness->swaps[likeness->count++] = swap;
    }
}

void likeness_free(struct likeness *likeness) {
  memory_free(likeness->swaps);
  likeness->swaps = NULL;
  likeness->count = 0;
}

/* ---- which executions ---- */

bool likeness_least_paths(const struct likeness *likeness, const struct execution *x) {
  for (unsigned i = 0; i < likeness->count; i++)
    if (x->path_number[likeness->swaps[i].low] > x->path_number[likeness->swaps[i].high])
      return false;
  return true;
}

static unsigned image_of_event(const struct execution *x, struct thread_swap swap, unsigned e) {
  if (x->events[e].thread == swap.low) return e - x->first[swap.low] + x->first[swap.high];
  if (x->events[e].thread == swap.high) return e - x->first[swap.high] + x->first[swap.low];
  return e;
}

static bool least_under(const struct execution *x, struct thread_swap swap) {
  if (x->path_number[swap.low] != x->path_number[swap.high]) return true;
  for (unsigned i = 0; i < x->read_count; i++) {
    unsigned read = x->read_order[i], image = image_of_event(x, swap, read);
    if (!(x->sourced >> read & 1) || !(x->sourced >> image & 1)) return true;
    unsigned theirs = image_of_event(x, swap, x->source[image]);
    if (x->source[read] != theirs) return x->source[read] < theirs;
  }
  return true;
}

bool likeness_least_sources(const struct likeness *likeness, const struct execution *x) {
  for (unsigned i = 0; i < likeness->count; i++)
    if (!least_under(x, likeness->swaps[i])) return false;
  return true;
}

/* ---- outcomes ---- */

struct closing {
  const struct likeness *likeness;
  const struct program *program;
  const struct outcome_set *seen;
  struct outcome_set *images;
  int64_t *image;
};

static void add_images(void *context, const int64_t *outcome, uint64_t times) {
  const struct closing *closing = context;
  (void)times;
  for (unsigned s = 0; s < closing->likeness->count; s++) {
    for (unsigned i = 0; i < closing->program->observable_count; i++)
      closing->image[i] =
          outcome[image_of_observable(closing->program, closing->likeness->swaps[s], i)];
    outcome_number_unknowns(closing->image, closing->program->observable_count);
    if (!outcome_set_has(closing->seen, closing->image))
      outcome_set_add(closing->images, closing->image, 1);
  }
}

/* What is new is closed in turn, until nothing is new. */
void likeness_close(const struct likeness *likeness, const struct program *program,
                    struct outcome_set *outcomes) {
  struct closing closing = { likeness, program, outcomes, NULL,
                             memory_new(program->observable_count + 1, sizeof(int64_t)) };
  struct outcome_set *recent = outcome_set_new(program->observable_count);
  outcome_set_merge(recent, outcomes);
  while (likeness->count && outcome_set_size(recent)) {
    closing.images = outcome_set_new(program->observable_count);
    outcome_set_each(recent, add_images, &closing);
    outcome_set_merge(outcomes, closing.images);
    outcome_set_free(recent);
    recent = closing.images;
  }
  outcome_set_free(recent);
  memory_free(closing.image);
}
