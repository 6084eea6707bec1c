/* Searches whose states go to the disk give the answers of searches in memory, and can be saved and
 * resumed.  Steps of the models lead back to states of all ages.  A missing disk is reported.
 * A disk that is full, at any moment, ends a search without completing it; and no file lacks
 * states.
 *
 * builds: plain asan tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/vector.h"
#include "search/search.h"
#include "tests/unit/sanitized.h"
#include "tests/unit/toys.h"

/* ---- a disk with so much room in each file (only spill.c writes by pwrite) ---- */

static uint64_t disk_room = UINT64_MAX;

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  if ((uint64_t)at + count <= disk_room) return syscall(SYS_pwrite64, file, bytes, count, at);
  errno = ENOSPC;
  return -1;
}

/* ---- wheel: numbers below `size`, from each of which three others are reached, far and near ----
 */

enum { WIDTH = 6, DIGIT = 3 };

struct wheel {
  uint32_t size;
  slot_t stride;
  uint32_t bad;
  unsigned left;
  volatile int interrupted;
  struct hoard *hoard;
};

/* The memory of a model: it grows by HOARD_BYTES with every HOARD_EVERY states. */
enum { HOARD_EVERY = 256, HOARD_BYTES = 2048 };

struct hoard {
  unsigned states;
  VECTOR(void *) blocks;
};

static void remember(struct hoard *hoard) {
  if (++hoard->states % HOARD_EVERY == 0) vector_push(hoard->blocks, memory_new(HOARD_BYTES, 1));
}

static void forget(struct hoard *hoard) {
  for (size_t i = 0; i < hoard->blocks.length; i++) memory_free(hoard->blocks.items[i]);
  vector_free(hoard->blocks);
  hoard->states = 0;
}

/* A number's digits; where the stride makes them too large for one word, a state is a tree of
 * groups. */
static void show(const struct wheel *wheel, uint32_t number, uint32_t label, step_visitor *visit,
                 void *context) {
  slot_t state[WIDTH];
  for (unsigned i = 0; i < WIDTH; i++)
    state[i] = (number >> DIGIT * i & ((1u << DIGIT) - 1)) * wheel->stride;
  visit(context, state, label, STEP_PROGRESS);
}

static uint32_t number_of(const struct wheel *wheel, const slot_t *state) {
  uint32_t number = 0;
  for (unsigned i = 0; i < WIDTH; i++) number |= state[i] / wheel->stride << DIGIT * i;
  return number;
}

static void wheel_initial(const struct model *model, void *worker, step_visitor *visit,
                          void *context) {
  (void)worker;
  show(model->self, 1, 0, visit, context);
}

static void wheel_successors(const struct model *model, void *worker, const slot_t *state,
                             step_visitor *visit, void *context) {
  struct wheel *wheel = model->self;
  uint32_t number = number_of(wheel, state);
  (void)worker;
  if (wheel->hoard) remember(wheel->hoard);
  show(wheel, (uint32_t)((uint64_t)number * 5 % wheel->size), 0, visit, context);
  show(wheel, (number + 1) % wheel->size, 1, visit, context);
  show(wheel, number / 3, 2, visit, context);
  if (__atomic_sub_fetch(&wheel->left, 1, __ATOMIC_RELAXED) == 0)
    __atomic_store_n(&wheel->interrupted, 1, __ATOMIC_RELAXED);
}

static uint64_t wheel_broken(const struct model *model, void *worker, const slot_t *state,
                             unsigned steps) {
  const struct wheel *wheel = model->self;
  (void)worker, (void)steps;
  return wheel->bad && number_of(wheel, state) == wheel->bad;
}

static struct model wheel_model(struct wheel *wheel) {
  struct model model = toy(WIDTH, wheel);
  model.initial = wheel_initial;
  model.successors = wheel_successors;
  model.broken = wheel_broken;
  return model;
}

/* ---- the same, spilled ---- */

static void expect_same(const struct search_result *result, const struct search_result *whole,
                        const struct model *model) {
  assert_int_equal(result->end, whole->end);
  assert_int_equal(result->states, whole->states);
  assert_int_equal(result->transitions, whole->transitions);
  assert_int_equal(result->depth, whole->depth);
  assert_int_equal(result->broken, whole->broken);
  assert_int_equal(!result->trace, !whole->trace);
  if (!whole->trace) return;
  assert_int_equal(result->trace->length, whole->trace->length);
  assert_true(trace_replays(model, result->trace));
  size_t bytes = (whole->trace->length + 1) * model->width * sizeof(slot_t);
  assert_memory_equal(result->trace->states, whole->trace->states, bytes);
}

/* In memory, then with half of that, down to one part in `parts`, by one to four threads.  Under
 * ThreadSanitizer: with only the last part, by two and by four threads. */
static void compare(struct wheel wheel, unsigned parts) {
  struct model model = wheel_model(&wheel);
  struct search_options options = { .stop_at = 1, .memory_max = 64 << 20 };
  struct search_result whole = search_run(&model, &options);
  assert_int_equal(whole.end, wheel.bad ? SEARCH_VIOLATION : SEARCH_COMPLETE);
  assert_int_equal(whole.spilled, 0);
  options.spill = "/tmp";
  for (unsigned part = WATCHES_THREADS ? parts : 2; part <= parts; part *= 2)
    for (unsigned threads = 1 + WATCHES_THREADS; threads <= 4; threads += 1 + WATCHES_THREADS) {
      options.memory_max = whole.bytes / part;
      options.threads = threads;
      struct search_result result = search_run(&model, &options);
      expect_same(&result, &whole, &model);
      assert_true(result.spilled >= 1 && result.bytes < whole.bytes);
      if (!wheel.bad) assert_int_equal(result.spilled, whole.states);
      search_result_clear(&result);
    }
  search_result_clear(&whole);
}

static void words_are_spilled(void **unused) {
  (void)unused;
  compare((struct wheel){ .size = 40009, .stride = 1 }, 16);
}

/* The trees' groups stay in memory. */
static void trees_are_spilled(void **unused) {
  (void)unused;
  compare((struct wheel){ .size = 30011, .stride = 1 << 16 }, 4);
}

static void traces_are_the_same(void **unused) {
  (void)unused;
  compare((struct wheel){ .size = 40009, .stride = 1, .bad = 23457 }, 16);
}

/* Others may hold so much when a table is full that no table can be had: of the larger size, or of
 * any.  Lists of chunks that are not there yet count as theirs, too. */
static void room_is_made_whatever_took_it(void **unused) {
  struct hoard hoard = { 0 };
  struct wheel wheel = { .size = 20011, .stride = 1, .hoard = &hoard };
  struct model model = wheel_model(&wheel);
  (void)unused;
  struct search_result whole =
      search_run(&model, &(struct search_options){ .memory_max = 64 << 20 });
  forget(&hoard);
  for (uint64_t memory = 680000; memory < 900000; memory += SANITIZED ? 40000 : 10000) {
    struct search_options options = { .memory_max = memory, .model_memory = true, .spill = "/tmp" };
    struct search_result result = search_run(&model, &options);
    expect_same(&result, &whole, &model);
    search_result_clear(&result);
    forget(&hoard);
  }
  search_result_clear(&whole);
}

static void without_a_folder_memory_ends(void **unused) {
  struct wheel wheel = { .size = 40009, .stride = 1 };
  struct model model = wheel_model(&wheel);
  (void)unused;
  struct search_options options = { .memory_max = 128 << 10 };
  struct search_result result = search_run(&model, &options);
  assert_int_equal(result.end, SEARCH_OUT_OF_MEMORY);
  search_result_clear(&result);
  options.spill = "/tmp/there/is/no/such/folder"; /* is said, and changes nothing */
  result = search_run(&model, &options);
  assert_int_equal(result.end, SEARCH_OUT_OF_MEMORY);
  assert_int_equal(result.spilled, 0);
  search_result_clear(&result);
}

/* ---- a disk that is full ---- */

/* Many small levels, so that most writes are at the end of one. */
static void full_disks_complete_nothing(void **unused) {
  struct grid grid = { .side = 30 };
  struct model model = toy_grid(&grid, 3);
  unsigned step = SANITIZED ? 29 : 3;
  (void)unused;
  struct search_result whole =
      search_run(&model, &(struct search_options){ .memory_max = 64 << 20 });
  for (unsigned part = 0; part < 100; part += step) {
    struct search_options options = { .memory_max = whole.bytes / (2 + part % 3),
                                      .spill = "/tmp",
                                      .threads = 1 + part % 2 };
    disk_room = whole.states * sizeof(uint64_t) * part / 100;
    struct search_result result = search_run(&model, &options);
    assert_int_equal(result.end, SEARCH_OUT_OF_MEMORY);
    assert_true(result.spilled < whole.states);
    search_result_clear(&result);
  }
  disk_room = UINT64_MAX;
  search_result_clear(&whole);
}

/* The disk is full by the end of the level of a violation.  The states of that level, and of all
 * before it, are still reported. */
static void full_disks_hide_no_violation(void **unused) {
  struct wheel wheel = { .size = 40009, .stride = 1, .bad = 23457 };
  struct model model = wheel_model(&wheel);
  unsigned cut = 0;
  (void)unused;
  struct search_result whole =
      search_run(&model, &(struct search_options){ .stop_at = 1, .memory_max = 64 << 20 });
  for (unsigned part = 20; part < 200; part += SANITIZED ? 20 : 4) {
    struct search_options options = {
      .stop_at = 1, .memory_max = whole.bytes / 4, .spill = "/tmp", .threads = 1 + part % 3
    };
    disk_room = whole.states * sizeof(uint64_t) * part / 100;
    struct search_result result = search_run(&model, &options);
    if (result.end == SEARCH_VIOLATION && result.cut_short) {
      cut++;
      assert_int_equal(result.states, whole.states);
      assert_int_equal(result.depth, whole.depth);
    } else if (result.end == SEARCH_VIOLATION) {
      expect_same(&result, &whole, &model);
    } else {
      assert_int_equal(result.end, SEARCH_OUT_OF_MEMORY);
    }
    search_result_clear(&result);
  }
  assert_true(cut > 0);
  disk_room = UINT64_MAX;
  search_result_clear(&whole);
}

static char path[64];

/* A saved search, if there is one, ends as the whole when it is resumed in memory. */
static void expect_sound(const struct search_result *whole, const struct model *model) {
  struct checkpoint checkpoint = { .resume = path, .subject = "toy" };
  if (access(path, F_OK)) return;
  struct search_result result = search_run(
      model, &(struct search_options){ .checkpoint = &checkpoint, .memory_max = 64 << 20 });
  expect_same(&result, whole, model);
  search_result_clear(&result);
  unlink(path);
}

/* States that were kept since the last time go to the disk before a search is saved. */
static void full_disks_save_nothing_incomplete(void **unused) {
  struct wheel wheel = { .size = 10007, .stride = 1 };
  struct model model = wheel_model(&wheel);
  unsigned ends[2] = { 0, 0 };
  (void)unused;
  struct search_result whole =
      search_run(&model, &(struct search_options){ .memory_max = 64 << 20 });
  struct checkpoint checkpoint = { .path = path,
                                   .subject = "toy",
                                   .interrupted = &wheel.interrupted };
  for (unsigned part = 2; part < 10; part += SANITIZED ? 4 : 1)
    for (unsigned room = part; room <= 2 * part; room++) {
      wheel.left = wheel.size * part / 10;
      wheel.interrupted = 0;
      disk_room = wheel.size * sizeof(uint64_t) * room / 10;
      struct search_options options = { .memory_max = whole.bytes / 4,
                                        .spill = "/tmp",
                                        .threads = 1 + room % 2,
                                        .checkpoint = &checkpoint };
      struct search_result result = search_run(&model, &options);
      assert_true(result.end == SEARCH_OUT_OF_MEMORY || result.end == SEARCH_INTERRUPTED);
      ends[result.end == SEARCH_INTERRUPTED]++;
      search_result_clear(&result);
      disk_room = UINT64_MAX;
      expect_sound(&whole, &model);
    }
  assert_true(ends[0] >= 3 && ends[1] >= 3);
  search_result_clear(&whole);
}

/* ---- saved while spilled, and taken up ---- */

static void spilled_searches_are_saved(void **unused) {
  struct wheel wheel = { .size = 40009, .stride = 1 };
  struct model model = wheel_model(&wheel);
  (void)unused;
  struct search_result whole =
      search_run(&model, &(struct search_options){ .memory_max = 64 << 20 });
  struct checkpoint checkpoint = { .path = path,
                                   .subject = "wheel",
                                   .interrupted = &wheel.interrupted };
  struct search_options options = { .memory_max = 128 << 10,
                                    .spill = "/tmp",
                                    .checkpoint = &checkpoint };
  struct search_result result;
  unsigned parts = 0;
  do {
    wheel.left = 7001;
    wheel.interrupted = 0;
    options.threads = 1 + parts % 3;
    result = search_run(&model, &options);
    checkpoint.resume = path;
    parts++;
    if (result.end == SEARCH_INTERRUPTED) search_result_clear(&result);
  } while (result.end == SEARCH_INTERRUPTED && parts < 100);
  assert_true(parts > 3);
  expect_same(&result, &whole, &model);
  search_result_clear(&result);
  search_result_clear(&whole);
  unlink(path);
}

int main(void) {
  snprintf(path, sizeof path, "/tmp/spill_test-%d", (int)getpid());
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(words_are_spilled),
    cmocka_unit_test(trees_are_spilled),
    cmocka_unit_test(traces_are_the_same),
    cmocka_unit_test(room_is_made_whatever_took_it),
    cmocka_unit_test(without_a_folder_memory_ends),
    cmocka_unit_test(full_disks_complete_nothing),
    cmocka_unit_test(full_disks_hide_no_violation),
    cmocka_unit_test(full_disks_save_nothing_incomplete),
    cmocka_unit_test(spilled_searches_are_saved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
