/* The examples of CHOPIN's Figures 6.9 and 6.10, entry by entry: a run is walked step by step. */
#include "composition_support.h"

#include <stdlib.h>
#include "base/memory.h"

struct composition_walk {
  struct compositor *compositor;
  const struct model *model;
  void *worker;
  slot_t at[WIDTH_MAX];
  const char *wanted; /* a part of the step's description; NULL: the first will do */
  unsigned found;
  slot_t to[WIDTH_MAX];
};

static void on_initial(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct composition_walk *walk = context;
  (void)label, (void)kind;
  memcpy(walk->at, to, walk->model->width * sizeof *to);
}

static void on_step(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct composition_walk *walk = context;
  char *text;
  size_t size;
  if (kind == STEP_BLOCKED) return;
  FILE *memory = open_memstream(&text, &size);
  walk->model->describe_step(walk->model, memory, walk->at, label, to);
  fclose(memory);
  text[strcspn(text, "\n")] = '\0'; /* what changes stands below */
  if (!walk->wanted || strstr(text, walk->wanted)) {
    if (!walk->found++) memcpy(walk->to, to, walk->model->width * sizeof *to);
  }
  free(text);
}

/* How many steps are so described; goes the first of them where there is one. */
static unsigned steps(struct composition_walk *walk, const char *wanted, bool go) {
  walk->wanted = wanted;
  walk->found = 0;
  walk->model->successors(walk->model, walk->worker, walk->at, on_step, walk);
  if (walk->found && go) memcpy(walk->at, walk->to, walk->model->width * sizeof *walk->at);
  return walk->found;
}

static void take_step(struct composition_walk *walk, const char *format, unsigned a, unsigned b) {
  char *wanted = memory_format(format, a, b);
  if (!steps(walk, wanted, true)) fail_msg("no step: %s", wanted);
  memory_free(wanted);
}

static void get_ready(struct composition_walk *walk, unsigned gpu) {
  take_step(walk, "GPU%u: RUN", gpu, 0);
  take_step(walk, "REQUEST from GPU%u", gpu, 0);
}

static void compose_with(struct composition_walk *walk, unsigned receiver, unsigned from) {
  take_step(walk, "COMPOSE GPU%u from GPU%u", receiver, from);
  take_step(walk, "GPU%u takes START GPU%u", from, receiver);
  take_step(walk, "GPU%u: SEND", from, 0);
  take_step(walk, "GPU%u takes PIXELS", receiver, 0);
  take_step(walk, "scheduler takes DONE GPU%u from GPU%u", from, receiver);
}

static bool state_has(const struct composition_walk *walk, const char *line) {
  char *text;
  size_t size;
  FILE *memory = open_memstream(&text, &size);
  walk->model->describe_state(walk->model, memory, walk->at);
  fclose(memory);
  bool has = strstr(text, line);
  free(text);
  return has;
}

static void walk_start(struct composition_walk *walk, const struct setting *setting,
                       const struct dealing *dealing) {
  struct compositor_options options = { .no_reduction = true };
  walk->compositor = compositor_new(setting, dealing, &options);
  walk->model = &walk->compositor->model;
  walk->worker = walk->model->worker_new(walk->model);
  walk->model->initial(walk->model, NULL, on_initial, walk);
}

/* "We can see that GPU0 and GPU2 have composed with each other, GPU3 is still running, and GPU1
 * just finished its workload": in the fifth group. */
static void test_figure_6_10(void **state) {
  (void)state;
  struct setting setting = setting_named("chopin-compose");
  struct frame *frame = frame_of("Frame f gpus\n"
                                 "gpus 4 pixels 4 draw a at 0:9 boundary draw b at 0:8 boundary\n"
                                 "draw c at 0:7 boundary draw d at 0:6 boundary\n"
                                 "draw e at 0:5 1:5 2:5 3:5");
  struct rules rules = composition_rules(&setting);
  struct dealing dealing = dealing_first(frame, &rules);
  struct composition_walk walk;
  walk_start(&walk, &setting, &dealing);
  while (!state_has(&walk, "GPU0 Drawing, group 4")) assert_true(steps(&walk, NULL, true));
  get_ready(&walk, 0);
  get_ready(&walk, 2);
  compose_with(&walk, 0, 2);
  compose_with(&walk, 2, 0);
  get_ready(&walk, 1);
  take_step(&walk, "COMPOSE GPU%u from GPU%u", 1, 0);
  assert_true(state_has(
      &walk, "entry of GPU0: Ready, CGID 5, sending to GPU1, SentGPUs 0010 ReceivedGPUs 0010"));
  assert_true(state_has(
      &walk, "entry of GPU1: Ready, CGID 5, receiving from GPU0, SentGPUs 0000 ReceivedGPUs 0000"));
  assert_true(state_has(&walk, "entry of GPU2: Ready, CGID 5, SentGPUs 1000 ReceivedGPUs 1000"));
  assert_true(state_has(&walk, "entry of GPU3: Busy, CGID 4, SentGPUs 0000 ReceivedGPUs 0000"));
  assert_int_equal(steps(&walk, "COMPOSE", false), 2); /* what can begin now, besides */
  assert_int_equal(steps(&walk, "COMPOSE GPU0 from GPU1", false), 1);
  assert_int_equal(steps(&walk, "COMPOSE GPU2 from GPU1", false), 1);
  walk.model->worker_free(walk.model, walk.worker);
  compositor_free(walk.compositor);
  frame_free(frame);
}

static void schedule(struct composition_walk *walk, unsigned gpu) {
  take_step(walk, "SCHEDULE GPU%u", gpu, 0);
  take_step(walk, "GPU%u takes DRAW", gpu, 0);
}

/* The draw of 100 triangles goes to GPU2, which has 20 remaining, and leaves it with 310 scheduled;
 * the next one to GPU1, with 30. */
static void test_figure_6_9(void **state) {
  (void)state;
  static const unsigned processed[] = { 150, 150, 190, 160 };
  static const char *const names[] = { "PROCESSED a from GPU%u", "PROCESSED b from GPU%u",
                                       "PROCESSED c from GPU%u", "PROCESSED d from GPU%u" };
  struct setting setting = setting_named("chopin-draw");
  struct frame *frame = frame_of("Frame f\ngpus 4 pixels 4\n"
                                 "draw a triangles 150 at 0:1 draw b triangles 150 at 0:1\n"
                                 "draw c triangles 190 at 0:1 draw d triangles 160 at 0:1\n"
                                 "draw e triangles 50 at 0:1 draw f triangles 30 at 0:1\n"
                                 "draw g triangles 20 at 0:1 draw h triangles 40 at 0:1\n"
                                 "draw i triangles 100 at 0:1 draw j triangles 1 at 0:1");
  struct rules rules = composition_rules(&setting);
  struct dealing dealing = dealing_first(frame, &rules);
  struct composition_walk walk;
  walk_start(&walk, &setting, &dealing);
  assert_int_equal(steps(&walk, "SCHEDULE", false), 4);
  for (unsigned gpu = 0; gpu < 4; gpu++) schedule(&walk, gpu);
  for (unsigned gpu = 0; gpu < 4; gpu++) take_step(&walk, names[gpu], gpu, 0);
  for (unsigned gpu = 0; gpu < 4; gpu++) schedule(&walk, gpu);
  static const unsigned scheduled[] = { 200, 180, 210, 200 };
  for (unsigned gpu = 0; gpu < 4; gpu++) {
    char *line =
        memory_format("%u triangles scheduled, %u processed", scheduled[gpu], processed[gpu]);
    assert_true(state_has(&walk, line));
    memory_free(line);
  }
  assert_int_equal(steps(&walk, "SCHEDULE", false), 1);
  schedule(&walk, 2);
  assert_true(state_has(&walk, "310 triangles scheduled, 190 processed"));
  assert_int_equal(steps(&walk, "SCHEDULE", false), 1);
  schedule(&walk, 1);
  walk.model->worker_free(walk.model, walk.worker);
  compositor_free(walk.compositor);
  frame_free(frame);
}

/* A part of a draw is reported before the rest.  Of three draws, the first is of four triangles and
 * the second of three: two reports of four leave GPU0 with the fewest, two triangles. */
static void test_part_of_a_draw_is_reported(void **state) {
  (void)state;
  struct setting setting = setting_named("chopin-draw");
  struct diagnostic error = { NULL };
  assert_true(setting_assign(&setting, "reports=4", &error));
  struct frame *frame = frame_of("Frame f\ngpus 2 pixels 2 draw a triangles 4 at 0:1\n"
                                 "draw b triangles 3 at 0:1 draw c triangles 1 at 0:1");
  struct rules rules = composition_rules(&setting);
  struct dealing dealing = dealing_first(frame, &rules);
  struct composition_walk walk;
  walk_start(&walk, &setting, &dealing);
  schedule(&walk, 0);
  schedule(&walk, 1);
  assert_int_equal(steps(&walk, "SCHEDULE GPU0", false), 0);
  take_step(&walk, "PROCESSED a from GPU%u", 0, 0);
  take_step(&walk, "PROCESSED a, report 2 from GPU%u", 0, 0);
  assert_true(state_has(&walk, "4 triangles scheduled, 2 processed"));
  assert_int_equal(steps(&walk, "SCHEDULE GPU1", false), 0);
  schedule(&walk, 0);
  assert_true(state_has(&walk, "5 triangles scheduled, 2 processed"));
  walk.model->worker_free(walk.model, walk.worker);
  compositor_free(walk.compositor);
  frame_free(frame);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_figure_6_9),
                                      cmocka_unit_test(test_figure_6_10),
                                      cmocka_unit_test(test_part_of_a_draw_is_reported) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
