/* Symmetry of threads: of executions that are each other's images, only the least has to be built.
 *
 * A swap of two like threads maps consistent executions to consistent ones, since no model can name
 * a thread.  An execution is a vector: the number of each thread's path, then the source of each
 * read in the order of choice.  Each class of images has a least vector, which is not above its own
 * image under any swap.  So a branch of the search that is above one of its images is left out.
 * Some vectors that pass are not the least, which only costs time.  This is the lex-leader
 * constraint of Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking predicates for search
 * problems", KR 1996.
 *
 * The outcomes found are then closed under the swaps. */
#include "axiom/search.h"
#include "axiom/thread_symmetry.h"

#include "base/memory.h"

/* ---- which threads ---- */

static bool operand_equal(const struct operand *a, const struct operand *b) {
  if (a->kind != b->kind) return false;
  if (a->kind == OPERAND_CONSTANT) return a->number == b->number;
  return a->kind == OPERAND_NONE || (a->index == b->index && a->number == b->number);
}

static bool instruction_equal(const struct instruction *a, const struct instruction *b) {
  return a->opcode == b->opcode && a->order == b->order && a->scope == b->scope &&
         a->proxy == b->proxy && a->arithmetic == b->arithmetic && a->comparison == b->comparison &&
         a->destination == b->destination && a->target == b->target && a->join == b->join &&
         a->selects == b->selects && a->unsequenced_from == b->unsequenced_from &&
         a->unsequenced_until == b->unsequenced_until && a->barrier_arrives == b->barrier_arrives &&
         a->barrier_waits == b->barrier_waits && a->barrier_of_cluster == b->barrier_of_cluster &&
         a->reduces == b->reduces && a->barrier_instance == b->barrier_instance &&
         a->tags == b->tags && a->write_tags == b->write_tags && a->fail_tags == b->fail_tags &&
         a->exclusive == b->exclusive && a->whole == b->whole && a->may_fail == b->may_fail &&
         a->paired == b->paired && a->must_succeed == b->must_succeed &&
         a->fail_order == b->fail_order && a->size == b->size &&
         operand_equal(&a->address, &b->address) && operand_equal(&a->left, &b->left) &&
         operand_equal(&a->value, &b->value) && operand_equal(&a->barrier_id, &b->barrier_id) &&
         operand_equal(&a->barrier_quorum, &b->barrier_quorum);
}

/* The same instructions on registers of the same initial values, whatever their names? */
static bool does_the_same(const struct thread *a, const struct thread *b) {
  if (a->register_count != b->register_count || a->length != b->length) return false;
  for (unsigned i = 0; i < a->register_count; i++) {
    struct type one = a->registers[i].type, other = b->registers[i].type;
    if (a->registers[i].initial != b->registers[i].initial || one.bytes != other.bytes ||
        one.has_sign != other.has_sign || one.is_supposed != other.is_supposed)
      return false;
  }
  for (unsigned i = 0; i < a->length; i++)
    if (!instruction_equal(&a->instructions[i], &b->instructions[i])) return false;
  return true;
}

static bool same_neighbours(const struct program *program, unsigned low, unsigned high) {
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct place *here = &program->threads[t].place;
    if (t != low && t != high &&
        path_depth_shared(here, &program->threads[low].place) !=
            path_depth_shared(here, &program->threads[high].place))
      return false;
  }
  return true;
}

/* The observable that a swap maps this one to; its own number if it is of neither thread; -1 if
 * there is none. */
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

void thread_symmetry_find(struct thread_symmetry *symmetry, const struct program *program) {
  unsigned n = program->thread_count;
  symmetry->count = 0;
  symmetry->swaps = memory_new((size_t)n * n + 1, sizeof *symmetry->swaps);
  for (unsigned t = 0; t < n; t++)
    if (program->synchronises[t]) return; /* it names threads */
  if (program->filter) return;            /* it may name threads */
  for (unsigned low = 0; low < n; low++)
    for (unsigned high = low + 1; high < n; high++) {
      struct thread_swap swap = { (unsigned char)low, (unsigned char)high };
      if (does_the_same(&program->threads[low], &program->threads[high]) &&
          same_neighbours(program, low, high) && observed_alike(program, swap))
        symmetry->swaps[symmetry->count++] = swap;
    }
}

void thread_symmetry_free(struct thread_symmetry *symmetry) {
  memory_free(symmetry->swaps);
  symmetry->swaps = NULL;
  symmetry->count = 0;
}

/* ---- which executions ---- */

bool thread_symmetry_least_paths(const struct thread_symmetry *symmetry,
                                 const struct execution *x) {
  for (unsigned i = 0; i < symmetry->count; i++)
    if (x->path_number[symmetry->swaps[i].low] > x->path_number[symmetry->swaps[i].high])
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
    if (!events_have(x->sourced, read) || !events_have(x->sourced, image)) return true;
    unsigned theirs = image_of_event(x, swap, x->source[image]);
    if (x->source[read] != theirs) return x->source[read] < theirs;
  }
  return true;
}

bool thread_symmetry_least_sources(const struct thread_symmetry *symmetry,
                                   const struct execution *x) {
  for (unsigned i = 0; i < symmetry->count; i++)
    if (!least_under(x, symmetry->swaps[i])) return false;
  return true;
}

/* ---- outcomes ---- */

struct closing {
  const struct thread_symmetry *symmetry;
  const struct program *program;
  const struct outcome_set *seen;
  struct outcome_set *images;
  int64_t *image;
};

static void add_images(void *context, const int64_t *outcome, uint64_t times) {
  const struct closing *closing = context;
  (void)times;
  for (unsigned s = 0; s < closing->symmetry->count; s++) {
    for (unsigned i = 0; i < closing->program->observable_count; i++)
      closing->image[i] =
          outcome[image_of_observable(closing->program, closing->symmetry->swaps[s], i)];
    outcome_number_unknowns(closing->image, closing->program->observable_count);
    if (!outcome_set_has(closing->seen, closing->image))
      outcome_set_add(closing->images, closing->image, 1);
  }
}

/* New outcomes are closed in turn, until there are none. */
void thread_symmetry_close(const struct thread_symmetry *symmetry, const struct program *program,
                           struct outcome_set *outcomes) {
  struct closing closing = { symmetry, program, outcomes, NULL,
                             memory_new(program->observable_count + 1, sizeof(int64_t)) };
  struct outcome_set *recent = outcome_set_new(program->observable_count);
  outcome_set_merge(recent, outcomes);
  while (symmetry->count && outcome_set_size(recent)) {
    closing.images = outcome_set_new(program->observable_count);
    outcome_set_each(recent, add_images, &closing);
    outcome_set_merge(outcomes, closing.images);
    outcome_set_free(recent);
    recent = closing.images;
  }
  outcome_set_free(recent);
  memory_free(closing.image);
}
