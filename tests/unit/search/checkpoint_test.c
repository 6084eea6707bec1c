/* Searches that are saved and resumed, over and over, each time by another number of threads and a
 * model that numbers its contents otherwise.  Counts, broken properties and traces are those of one
 * run.  Some files must be refused, and some searches must not be saved any more.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <unistd.h>
#include "os/stream.h"
#include "search/search.h"
#include "tests/unit/nothing_left.h"
#include "tests/unit/toys.h"

/* ---- numbers that stand for contents, and an interruption after so many states ---- */

enum { NUMBERS = 1 << 7, SPREAD = 600 };

struct renumbered {
  const struct model *inner;
  slot_t content[NUMBERS], number[NUMBERS];
  slot_t spread; /* number n stands in a slot as n * spread: from 17 on, some states are wide */
  unsigned left; /* states until the interruption; atomic */
  volatile int interrupted;
};

struct counting {
  unsigned states;
};

static void to_contents(const struct renumbered *self, const slot_t *state, slot_t *contents) {
  for (unsigned i = 0; i < self->inner->width; i++)
    contents[i] = self->content[state[i] / self->spread];
}

struct outer {
  const struct renumbered *self;
  step_visitor *visit;
  void *context;
};

static void show_renumbered(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct outer *outer = context;
  slot_t numbers[WIDTH_MAX];
  for (unsigned i = 0; to && i < outer->self->inner->width; i++)
    numbers[i] = outer->self->number[to[i]] * outer->self->spread;
  outer->visit(outer->context, to ? numbers : NULL, label, kind);
}

static void renumbered_initial(const struct model *model, void *worker, step_visitor *visit,
                               void *context) {
  struct renumbered *self = model->self;
  self->inner->initial(self->inner, worker, show_renumbered,
                       &(struct outer){ self, visit, context });
}

static void renumbered_successors(const struct model *model, void *worker, const slot_t *state,
                                  step_visitor *visit, void *context) {
  struct renumbered *self = model->self;
  slot_t contents[WIDTH_MAX];
  to_contents(self, state, contents);
  self->inner->successors(self->inner, worker, contents, show_renumbered,
                          &(struct outer){ self, visit, context });
  if (__atomic_sub_fetch(&self->left, 1, __ATOMIC_RELAXED) == 0)
    __atomic_store_n(&self->interrupted, 1, __ATOMIC_RELAXED);
}

static uint64_t renumbered_broken(const struct model *model, void *worker, const slot_t *state,
                                  unsigned steps) {
  struct renumbered *self = model->self;
  slot_t contents[WIDTH_MAX];
  to_contents(self, state, contents);
  ((struct counting *)worker)->states++;
  return self->inner->broken(self->inner, worker, contents, steps);
}

static uint64_t renumbered_fingerprint(const struct model *model, void *worker,
                                       const slot_t *state) {
  struct renumbered *self = model->self;
  slot_t contents[WIDTH_MAX];
  to_contents(self, state, contents);
  return self->inner->fingerprint(self->inner, worker, contents);
}

static void renumbered_describe(const struct model *model, FILE *out, const slot_t *state) {
  slot_t contents[WIDTH_MAX];
  to_contents(model->self, state, contents);
  toy_describe_state(model, out, contents);
}

static uint32_t renumbered_numbers(const struct model *model, unsigned family) {
  (void)family;
  return (NUMBERS - 1) * ((const struct renumbered *)model->self)->spread + 1;
}

static const void *renumbered_content(const struct model *model, unsigned family, slot_t number,
                                      size_t *length) {
  const struct renumbered *self = model->self;
  static const slot_t nothing;
  (void)family;
  *length = number % self->spread ? 0 : sizeof(slot_t);
  return number % self->spread ? &nothing : &self->content[number / self->spread];
}

static slot_t renumbered_number(const struct model *model, unsigned family, const void *content,
                                size_t length) {
  const struct renumbered *self = model->self;
  slot_t value = 0;
  (void)family;
  if (length) memcpy(&value, content, length);
  return length ? self->number[value] * self->spread : 0;
}

static unsigned renumbered_family(const struct model *model, unsigned slot) {
  (void)model, (void)slot;
  return 0;
}

static unsigned counted; /* states for which `broken` was asked, over all workers of one search */

static void *counting_new(const struct model *model) {
  (void)model;
  return memory_new(1, sizeof(struct counting));
}

static void counting_free(const struct model *model, void *worker) {
  (void)model;
  counted += ((struct counting *)worker)->states;
  memory_free(worker);
}

static void counting_write(const struct model *model, const void *worker, FILE *out) {
  (void)model;
  fprintf(out, "%u", ((const struct counting *)worker)->states);
}

static bool counting_read(const struct model *model, void *worker, const void *bytes,
                          size_t length) {
  char text[16] = "";
  (void)model;
  if (length >= sizeof text) return false;
  memcpy(text, bytes, length);
  ((struct counting *)worker)->states += (unsigned)strtoul(text, NULL, 10);
  return true;
}

static struct model renumber(struct renumbered *self, const struct model *inner, unsigned seed,
                             slot_t spread, unsigned states) {
  *self = (struct renumbered){ .inner = inner, .spread = spread, .left = states };
  for (slot_t i = 0; i < NUMBERS; i++) self->content[i] = i;
  for (slot_t i = NUMBERS - 1; i > 0; i--) {
    slot_t j = (slot_t)rand_r(&seed) % (i + 1), other = self->content[i];
    self->content[i] = self->content[j];
    self->content[j] = other;
  }
  for (slot_t i = 0; i < NUMBERS; i++) self->number[self->content[i]] = i;
  struct model model = *inner;
  model.initial = renumbered_initial;
  model.successors = renumbered_successors;
  model.broken = renumbered_broken;
  model.fingerprint = renumbered_fingerprint;
  model.describe_state = renumbered_describe;
  model.worker_new = counting_new;
  model.worker_free = counting_free;
  model.families = 1;
  model.family = renumbered_family;
  model.numbers = renumbered_numbers;
  model.content = renumbered_content;
  model.number = renumbered_number;
  model.write_worker = counting_write;
  model.read_worker = counting_read;
  model.self = self;
  return model;
}

/* ---- runs in pieces ---- */

static char path[64];

static void trace_text(const struct model *model, const struct trace *trace, char *text,
                       size_t room) {
  FILE *out = fmemopen(text, room, "w");
  for (unsigned i = 0; i <= trace->length; i++) {
    model->describe_state(model, out, trace->states + (size_t)i * trace->width);
    if (i < trace->length) model->describe_step(model, out, NULL, trace->labels[i], NULL);
  }
  fclose(out);
}

/* One run in pieces of about `states` states; how many pieces it took. */
static unsigned expect_same(const struct model *inner, const struct search_result *whole,
                            const char *whole_trace, uint64_t stop_at, unsigned states,
                            double every, slot_t spread) {
  static struct renumbered self;
  for (unsigned piece = 0;; piece++) {
    struct model model = renumber(&self, inner, piece, spread, states);
    struct checkpoint checkpoint = { .path = path,
                                     .resume = piece ? path : NULL,
                                     .every = every,
                                     .subject = "toy",
                                     .interrupted = &self.interrupted };
    struct search_options options = { .threads = 1 + (piece + states) % 4,
                                      .stop_at = stop_at,
                                      .checkpoint = &checkpoint };
    counted = 0;
    struct search_result result = search_run(&model, &options);
    /* A violation that was met before the interruption is reported, though its level was not
     * finished; but saved as well. */
    bool unfinished = result.end == SEARCH_VIOLATION && self.interrupted &&
                      result.transitions < whole->transitions;
    if (result.end == SEARCH_INTERRUPTED || unfinished) {
      search_result_clear(&result);
      continue;
    }
    if (result.refusal) fail_msg("%s", result.refusal);
    assert_int_equal(result.end, whole->end);
    assert_int_equal(result.states, whole->states);
    assert_int_equal(result.transitions, whole->transitions);
    assert_int_equal(result.broken, whole->broken);
    assert_int_equal(result.blocked, whole->blocked);
    assert_int_equal(result.depth, whole->depth);
    if (whole->end == SEARCH_COMPLETE) assert_int_equal(counted, whole->states);
    assert_int_equal(result.trace != NULL, whole->trace != NULL);
    if (result.trace) {
      static char text[1 << 16];
      trace_text(&model, result.trace, text, sizeof text);
      assert_string_equal(text, whole_trace);
      assert_true(trace_replays(&model, result.trace));
    }
    search_result_clear(&result);
    unlink(path);
    return piece + 1;
  }
}

static void expect_same_in_pieces(const struct model *model, uint64_t stop_at,
                                  unsigned least_pieces) {
  static char text[1 << 16];
  struct search_result whole = search_run(model, &(struct search_options){ .stop_at = stop_at });
  if (whole.trace) trace_text(model, whole.trace, text, sizeof text);
  unsigned most = 0;
  for (unsigned states = 100; states < 4 * whole.states; states *= 7) {
    unsigned pieces = expect_same(model, &whole, text, stop_at, states, states % 2 ? 0 : 0.01,
                                  states % 3 ? 1 : SPREAD);
    if (pieces > most) most = pieces;
  }
  assert_true(most >= least_pieces);
  search_result_clear(&whole);
}

static void pieces_make_a_whole(void **unused) {
  (void)unused;
  struct grid grid = { .side = 5, .bad_sum = 12 };
  struct german german = { .clients = 2 };
  struct model models[] = { toy_grid(&grid, 5), toy_german(&german), toy_philosophers(7) };
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
    expect_same_in_pieces(&models[i], 0, 2);
}

static void traces_of_pieces_are_whole(void **unused) {
  (void)unused;
  struct grid grid = { .side = 6, .bad_sum = 14 };
  struct german german = { .clients = 3, .grants_too_early = true };
  struct model models[] = { toy_grid(&grid, 5), toy_german(&german), toy_philosophers(9) };
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
    expect_same_in_pieces(&models[i], 3, 2);
}

static void time_that_is_up_saves(void **unused) {
  (void)unused;
  static struct renumbered self;
  struct grid grid = { .side = 40 };
  struct model inner = toy_grid(&grid, 6), model = renumber(&self, &inner, 1, 1, UINT32_MAX);
  struct checkpoint checkpoint = { .path = path, .subject = "toy" };
  struct search_options options = {
    .threads = 2, .seconds_max = 0.1, .checkpoint = &checkpoint, .memory_max = UINT64_C(4) << 30
  };
  struct search_result first = search_run(&model, &options);
  assert_int_equal(first.end, SEARCH_OUT_OF_TIME);
  checkpoint.resume = path;
  options.seconds_max = 3;
  struct search_result second = search_run(&model, &options);
  assert_int_equal(second.end, SEARCH_OUT_OF_TIME);
  assert_true(second.states > first.states);
  assert_true(second.transitions > first.transitions);
  assert_true(second.seconds > first.seconds);
  unlink(path);
}

/* ---- what is refused ---- */

static struct search_result save_some(const struct model *inner, unsigned states) {
  static struct renumbered self;
  struct model model = renumber(&self, inner, 0, 1, states);
  struct checkpoint checkpoint = { .path = path,
                                   .subject = "toy",
                                   .interrupted = &self.interrupted };
  struct search_result result =
      search_run(&model, &(struct search_options){ .checkpoint = &checkpoint });
  assert_int_equal(result.end, SEARCH_INTERRUPTED);
  return result;
}

static struct search_result take_up(const struct model *inner, const char *subject,
                                    uint64_t memory) {
  static struct renumbered self;
  struct model model = renumber(&self, inner, 0, 1, UINT32_MAX);
  struct checkpoint checkpoint = { .resume = path, .subject = subject };
  return search_run(&model, &(struct search_options){
                                .threads = 2, .checkpoint = &checkpoint, .memory_max = memory });
}

static void expect_refused(const struct model *inner, const char *subject, const char *why) {
  struct search_result result = take_up(inner, subject, 0);
  assert_int_equal(result.end, SEARCH_REFUSED);
  assert_non_null(result.refusal);
  if (!strstr(result.refusal, why)) fail_msg("refused otherwise: %s", result.refusal);
  search_result_clear(&result);
}

static void damage(long at, int change) {
  FILE *file = fopen(path, "r+b");
  fseek(file, at, SEEK_SET);
  int byte = fgetc(file);
  fseek(file, at, SEEK_SET);
  fputc(byte ^ change, file);
  fclose(file);
}

static void damaged_files_are_refused(void **unused) {
  (void)unused;
  struct german german = { .clients = 3 };
  struct model model = toy_german(&german);
  save_some(&model, 5000);
  FILE *file = fopen(path, "rb");
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  fclose(file);
  for (long at = 0; at < length; at += 1 + length / 40) {
    damage(at, 1 << at % 8);
    expect_refused(&model, "toy", "damaged");
    damage(at, 1 << at % 8);
  }
  expect_refused(&model, "another toy", "another toy");
  for (long shorter = length - 1; shorter >= 0; shorter -= 1 + length / 10) {
    assert_int_equal(truncate(path, shorter), 0);
    expect_refused(&model, "toy", "damaged");
  }
  unlink(path);
  expect_refused(&model, "toy", "No such file");
}

/* A file that does not fit in the memory is not refused: with more memory the search goes on. While
 * it does not fit, the counts are those of the file, however much of it was read. */
static void memory_can_be_too_small(void **unused) {
  (void)unused;
  struct german german = { .clients = 3 };
  struct model model = toy_german(&german);
  const struct search_result saved = save_some(&model, 5000);
  unsigned unfit = 0;
  for (unsigned room = 12; room < 20; room++) {
    struct search_result result = take_up(&model, "toy", 1 << room);
    assert_int_equal(result.end, SEARCH_OUT_OF_MEMORY);
    assert_null(result.refusal);
    unfit += result.unfit;
    assert_true(result.states >= saved.states && result.states < 58104);
    assert_true(result.transitions >= saved.transitions);
    assert_true(result.depth >= saved.depth);
    if (!result.unfit) continue;
    assert_int_equal(result.states, saved.states);
    assert_int_equal(result.transitions, saved.transitions);
    assert_int_equal(result.depth, saved.depth);
  }
  assert_true(unfit > 4);
  struct search_result result = take_up(&model, "toy", 0);
  assert_int_equal(result.end, SEARCH_COMPLETE);
  assert_int_equal(result.states, 58104);
  unlink(path);
}

/* Whole files that say they are something else. */
static void other_files_are_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *title, *why;
  } others[] = {
    { "turnsole-checkpoint 2 toy", "format 2, and this turnsole reads format 4" },
    { "turnsole-checkpoint 10 0123456789abcdef toy", "format 10, and" },
    { "turnsole-checkpoint 4 0123456789abcdef toy", "another build of turnsole" },
    { "turnsole-checkpoint 4 0123456789abcdef another toy",
      "of \"another toy\", and this one of \"toy\"" },
    { "turnsole-checkpoint 4 toy", "not a saved search" },
    { "turnsole-journal 3 0123456789abcdef toy", "not a saved search" },
    { "", "not a saved search" },
  };
  struct german german = { .clients = 3 };
  struct model model = toy_german(&german);
  for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
    struct stream stream;
    assert_true(stream_create(&stream, path));
    stream_put(&stream, others[i].title, strlen(others[i].title) + 1);
    assert_true(stream_finish(&stream));
    expect_refused(&model, "toy", others[i].why);
  }
  unlink(path);
}

/* A search that cannot be saved goes on, and the last file stays. */
static void a_search_outlives_its_disk(void **unused) {
  (void)unused;
  static struct renumbered self;
  struct german german = { .clients = 3 };
  struct model inner = toy_german(&german), model = renumber(&self, &inner, 0, 1, UINT32_MAX);
  struct checkpoint checkpoint = { .path = "/nowhere/at/all", .every = 0.001, .subject = "toy" };
  struct search_result result =
      search_run(&model, &(struct search_options){ .threads = 2, .checkpoint = &checkpoint });
  assert_int_equal(result.end, SEARCH_COMPLETE);
  assert_int_equal(result.states, 58104);
  assert_int_equal(result.transitions, 235872);
}

/* ---- lanes: levels of LANES states, two of which lead to all of the next.  So at a pause one
 * thread may hold many new states and another none.  Late states are slow, so that each thread gets
 * some. ---- */

enum { LANES = 96, SHARE = 48, AHEAD = 100 };

struct lanes {
  slot_t slow_from;
};

static void lanes_initial(const struct model *model, void *worker, step_visitor *visit,
                          void *context) {
  (void)model, (void)worker;
  for (slot_t lane = 0; lane < LANES; lane++) visit(context, (slot_t[]){ lane, 0 }, 0, STEP_ISSUE);
}

static void lanes_successors(const struct model *model, void *worker, const slot_t *state,
                             step_visitor *visit, void *context) {
  const struct lanes *lanes = model->self;
  (void)worker;
  if (state[1] >= lanes->slow_from) usleep(20);
  if (state[0] % SHARE) visit(context, state, 0, STEP_PROGRESS);
  for (slot_t lane = 0; lane < SHARE && state[0] % SHARE == 0 && state[1] < AHEAD; lane++)
    visit(context, (slot_t[]){ state[0] + lane, state[1] + 1 }, 0, STEP_PROGRESS);
}

static uint64_t lanes_broken(const struct model *model, void *worker, const slot_t *state,
                             unsigned steps) {
  (void)model, (void)worker, (void)state, (void)steps;
  return 0;
}

/* Interrupts a search where the memory is about to end, which may happen in the last commit before
 * the pause. */
static void memory_that_ends_saves_nothing_incomplete(void **unused) {
  (void)unused;
  static struct renumbered self;
  struct lanes lanes = { .slow_from = AHEAD };
  struct model inner = toy(2, &lanes);
  inner.initial = lanes_initial, inner.successors = lanes_successors, inner.broken = lanes_broken;
  struct checkpoint checkpoint = { .path = path,
                                   .subject = "toy",
                                   .interrupted = &self.interrupted };
  struct search_options options = { .threads = 2, .memory_max = 90000, .checkpoint = &checkpoint };
  unsigned saved = 0,
           ended = (unsigned)search_run(
                       &inner, &(struct search_options){ .memory_max = options.memory_max })
                       .states;
  assert_true(ended < LANES * AHEAD);
  for (unsigned states = ended - 4 * LANES; states < ended; states += 8) {
    struct model model = renumber(&self, &inner, states, 1, states);
    lanes.slow_from = ended / LANES - 5;
    struct search_result result = search_run(&model, &options);
    lanes.slow_from = AHEAD;
    assert_true(result.end == SEARCH_OUT_OF_MEMORY || result.end == SEARCH_INTERRUPTED);
    if (result.end == SEARCH_OUT_OF_MEMORY && access(path, F_OK)) continue;
    struct checkpoint last = { .resume = path, .subject = "toy" };
    result = search_run(&model, &(struct search_options){ .checkpoint = &last });
    assert_int_equal(result.end, SEARCH_COMPLETE);
    assert_int_equal(result.states, LANES * (AHEAD + 1));
    unlink(path);
    saved++;
  }
  assert_true(saved > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(pieces_make_a_whole),        TEST(traces_of_pieces_are_whole),
    TEST(time_that_is_up_saves),      TEST(damaged_files_are_refused),
    TEST(memory_can_be_too_small),    TEST(other_files_are_refused),
    TEST(a_search_outlives_its_disk), TEST(memory_that_ends_saves_nothing_incomplete),
  };
  snprintf(path, sizeof path, "/tmp/turnsole-checkpoint-test.%ld", (long)getpid());
  return cmocka_run_group_tests(tests, NULL, NULL);
}
