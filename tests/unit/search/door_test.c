/* A second kind of model, written only from search/model.h: a token ring, by both halves of the
 * interface.  Both must give the same counts, in closed form, and the same traces.
 *
 * N stations are idle, waiting or inside; a token names one of them.  A station may ask at any
 * time.  The station with the token goes inside if it waits. If it is inside, it goes outside,
 * which hands the token on. If it is idle, it hands the token on.  In a faulty ring the last
 * station needs no token.
 *
 * The token's slot holds its place times `stride`.  A large stride makes numbers that no word has
 * room for, so that both halves meet states that are no words.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "search/search.h"
#include "tests/unit/nothing_left.h"
#include "tests/unit/reference_set.h"
#include "tests/unit/sanitized.h"

enum { IDLE, WAITING, INSIDE };
enum { STATIONS_MAX = 9 };
enum { TWO_INSIDE = 1 };

struct ring {
  unsigned stations;
  slot_t stride;
  bool faulty;
  uint64_t emitted; /* atomic: states whose steps were emitted */
};

/* A step: it changes one slot or two. */
struct ring_step {
  unsigned count, slot[2];
  slot_t number[2];
  enum step_kind kind;
};

static unsigned inside(const struct ring *ring, const slot_t *state) {
  unsigned count = 0;
  for (unsigned i = 0; i < ring->stations; i++) count += state[i] == INSIDE;
  return count;
}

/* The steps of a state; a step's place is its label. */
static unsigned steps_of(const struct ring *ring, const slot_t *state, struct ring_step *steps) {
  unsigned count = 0, token = ring->stations, holder = state[token] / ring->stride;
  slot_t next = (holder + 1) % ring->stations * ring->stride;
  for (unsigned i = 0; i < ring->stations; i++) {
    bool enters = i == holder || (ring->faulty && i + 1 == ring->stations);
    if (state[i] == IDLE) steps[count++] = (struct ring_step){ 1, { i }, { WAITING }, STEP_ISSUE };
    if (state[i] == WAITING && enters)
      steps[count++] = (struct ring_step){ 1, { i }, { INSIDE }, STEP_PROGRESS };
    if (state[i] == INSIDE && i != holder)
      steps[count++] = (struct ring_step){ 1, { i }, { IDLE }, STEP_PROGRESS };
  }
  if (state[holder] != WAITING)
    steps[count++] = (struct ring_step){ 2, { holder, token }, { IDLE, next }, STEP_PROGRESS };
  return count;
}

static void apply(const struct model *model, const struct ring_step *step, const slot_t *state,
                  slot_t *to) {
  memcpy(to, state, model->width * sizeof *to);
  for (unsigned i = 0; i < step->count; i++) to[step->slot[i]] = step->number[i];
}

/* ---- one state ---- */

static void initial(const struct model *model, void *worker, step_visitor *visit, void *context) {
  slot_t state[WIDTH_MAX] = { 0 };
  (void)model, (void)worker;
  visit(context, state, 0, STEP_ISSUE);
}

static void successors(const struct model *model, void *worker, const slot_t *state,
                       step_visitor *visit, void *context) {
  struct ring_step steps[2 * STATIONS_MAX];
  unsigned count = steps_of(model->self, state, steps);
  (void)worker;
  for (unsigned i = 0; i < count; i++) {
    slot_t to[WIDTH_MAX];
    apply(model, &steps[i], state, to);
    visit(context, to, i, steps[i].kind);
  }
}

static uint64_t broken(const struct model *model, void *worker, const slot_t *state,
                       unsigned steps) {
  (void)worker, (void)steps;
  return inside(model->self, state) > 1 ? TWO_INSIDE : 0;
}

static uint64_t fingerprint(const struct model *model, void *worker, const slot_t *state) {
  (void)worker;
  return hash_bytes(state, model->width * sizeof *state);
}

/* ---- a batch ---- */

/* The word after a step; false: it has no room for one of the numbers. */
static bool word_after(const struct sink *sink, const struct ring_step *step, const slot_t *state,
                       uint64_t *word) {
  slot_t over = 0;
  *word = sink->word;
  for (unsigned i = 0; i < step->count; i++) {
    unsigned slot = step->slot[i];
    *word += ((uint64_t)step->number[i] - state[slot]) * sink->layout->place[slot];
    over |= step->number[i] & sink->layout->beyond[slot];
  }
  return over == 0;
}

static void emit_one(const struct model *model, struct sink *sink, struct steps_emitted *emitted) {
  struct ring_step steps[2 * STATIONS_MAX];
  slot_t state[WIDTH_MAX], to[WIDTH_MAX];
  uint64_t word;
  sink->word = *sink->next++;
  layout_unfold(sink->layout, sink->word, state);
  unsigned count = steps_of(model->self, state, steps);
  sink_reserve(sink, count);
  emitted->kinds = 0;
  emitted->count += count;
  for (unsigned i = 0; i < count; i++) {
    emitted->kinds |= steps[i].kind;
    if (word_after(sink, &steps[i], state, &word)) {
      sink_note(sink, word);
    } else {
      apply(model, &steps[i], state, to);
      sink_note_state(sink, to);
    }
  }
  emitted->fine = inside(model->self, state) <= 1;
}

static struct steps_emitted emit(const struct model *model, void *worker, struct sink *sink) {
  struct steps_emitted emitted = { 0 };
  struct ring *ring = model->self;
  (void)worker;
  do {
    emit_one(model, sink, &emitted);
    __atomic_add_fetch(&ring->emitted, 1, __ATOMIC_RELAXED);
  } while (emitted.fine && sink_asks(sink));
  return emitted;
}

/* ---- words and workers ---- */

static void describe_state(const struct model *model, FILE *out, const slot_t *state) {
  for (unsigned i = 0; i < model->width; i++) fprintf(out, "%05u ", state[i]);
}

static void describe_step(const struct model *model, FILE *out, const slot_t *from, uint32_t label,
                          const slot_t *to) {
  (void)model, (void)from, (void)to;
  fprintf(out, "step %u\n", label);
}

static const char *property_name(const struct model *model, unsigned property) {
  (void)model, (void)property;
  return "two inside";
}

static void *worker_new(const struct model *model) {
  (void)model;
  return NULL;
}

static void worker_free(const struct model *model, void *worker) { (void)model, (void)worker; }

static struct model model_of(struct ring *ring) {
  return (struct model){ .width = ring->stations + 1,
                         .reserved_bits = 2,
                         .initial = initial,
                         .successors = successors,
                         .broken = broken,
                         .fingerprint = fingerprint,
                         .emit = emit,
                         .describe_state = describe_state,
                         .describe_step = describe_step,
                         .property_name = property_name,
                         .worker_new = worker_new,
                         .worker_free = worker_free,
                         .self = ring };
}

/* ---- tests ---- */

/* The halves: only by states, by batches, and by batches that the set never asks for. */
enum { BY_STATES, BY_BATCHES, BY_REFERENCE, HALVES };

static struct search_result search(struct ring *ring, unsigned half, unsigned threads) {
  struct model model = model_of(ring);
  struct search_options options = { .threads = threads, .stop_at = TWO_INSIDE };
  if (half == BY_STATES) model.emit = NULL;
  if (half == BY_REFERENCE) options.visited_new = reference_set_new;
  ring->emitted = 0;
  struct search_result result = search_run(&model, &options);
  assert_int_equal(ring->emitted != 0, half == BY_BATCHES);
  if (result.trace) assert_true(trace_replays(&model, result.trace));
  return result;
}

/* Only the station with the token may be inside, and each other one idles in half of all states. */
static void both_halves_count_the_same(void **unused) {
  static const slot_t strides[] = { 1, 50, 1 << 20 };
  (void)unused;
  for (unsigned stations = 2; stations <= STATIONS_MAX; stations++) {
    uint64_t states = stations * 3ull << (stations - 1);
    uint64_t steps = states + states * (stations - 1) / 2 + states / 3;
    for (unsigned i = 0; i < 3 * HALVES; i++) {
      struct ring ring = { .stations = stations, .stride = strides[i % 3] };
      unsigned threads = WATCHES_THREADS ? 3 : 1 + i % 2;
      struct search_result result = search(&ring, i / 3, threads);
      assert_int_equal(result.end, SEARCH_COMPLETE);
      assert_int_equal(result.states, states);
      assert_int_equal(result.transitions, steps);
      assert_int_equal(result.broken, 0);
      search_result_clear(&result);
    }
  }
}

static void both_halves_find_the_same_trace(void **unused) {
  (void)unused;
  for (unsigned stations = 2; stations <= STATIONS_MAX; stations++) {
    struct search_result results[HALVES];
    for (unsigned half = 0; half < HALVES; half++) {
      struct ring ring = { .stations = stations, .stride = 50, .faulty = true };
      results[half] = search(&ring, half, 2);
      assert_int_equal(results[half].end, SEARCH_VIOLATION);
      assert_int_equal(results[half].states, results[0].states);
      assert_int_equal(results[half].trace->length, 4); /* two ask, and two go inside */
      assert_memory_equal(results[half].trace->labels, results[0].trace->labels,
                          4 * sizeof(uint32_t));
    }
    for (unsigned half = 0; half < HALVES; half++) search_result_clear(&results[half]);
  }
}

/* A number with a reserved bit is beyond every slot, in each layout. */
static void words_leave_reserved_bits_out(void **unused) {
  struct layout layout;
  slot_t greatest[2] = { 1, (1 << 29) + 1 };
  (void)unused;
  layout_init(&layout, 1, 2);
  assert_int_equal(layout.beyond[0] >> 30, 3);
  assert_true(layout_fit(&layout, 2, greatest));
  for (unsigned i = 0; i < 2; i++) assert_int_equal(layout.beyond[i] >> 30, 3);
  greatest[1] = 1 << 30;
  assert_false(layout_fit(&layout, 2, greatest));
}

int main(void) {
  const struct CMUnitTest tests[] = { TEST(both_halves_count_the_same),
                                      TEST(both_halves_find_the_same_trace),
                                      TEST(words_leave_reserved_bits_out) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
