/* The reader of frames: what it reads, and where it says that something is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/memory.h"
#include "frames/frame.h"

static void test_reads_everything(void **state) {
  (void)state;
  static const char text[] =
      "Frame a frame\n\"what it is about\"\n(* a comment *) gpus 3 pixels 4 link 2 clear 0\n"
      "depth greater write off operator add target 1 buffer 1\n"
      "draw d triangles 7 on 2 reads 0 at 0:5 3:100\npresent\nboundary\nimage 0.3 =  x   y \n";
  struct diagnostic error = { NULL };
  struct frame *frame = frame_read_text("f.frame", text, sizeof text - 1, &error);
  assert_non_null(frame);
  assert_string_equal(frame->name, "a frame");
  assert_string_equal(frame->remark, "what it is about");
  assert_int_equal(frame->gpus * 1000 + frame->pixels * 100 + frame->link * 10 + frame->clear,
                   3420);
  const struct frame_command *draw = &frame->commands[0];
  assert_string_equal(draw->name, "d");
  assert_int_equal(draw->triangles, 7);
  assert_int_equal(draw->test, DEPTH_GREATER);
  assert_int_equal(draw->blend, BLEND_ADD);
  assert_false(draw->writes);
  assert_int_equal(draw->target * 1000 + draw->buffer * 100 + draw->reads * 10 + draw->pinned,
                   1102);
  assert_int_equal(draw->depth[0], 5);
  assert_int_equal(draw->depth[1], 0);
  assert_int_equal(draw->depth[3], 100);
  assert_int_equal(frame->command_count, 4); /* and a present at the end */
  assert_int_equal(frame->presents, 2);
  assert_string_equal(frame->image[0][3], "x y");
  frame_free(frame);
}

static void test_refuses(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
    { "Fram f", "f.frame:1:1: expected the word Frame" },
    { "Frame f\ngpus 9", "f.frame:2:6: a number of GPUs is at least 2 and at most 4" },
    { "Frame f\ndraw a at 1:1", "f.frame:2:11: a pixel is at least 0 and at most 0" },
    { "Frame f\ndraw a at 0:1 0:2", "one fragment for each pixel" },
    { "Frame f\ndraw a at 0:1 draw a at 0:1", "a name that means nothing else" },
    { "Frame f\ndraw over at 0:1", "a name that means nothing else" },
    { "Frame f\ndraw a at 0:1 gpus 3", "before all draws" },
    { "Frame f\ndepth nearest", "expected a depth test" },
    { "Frame f\nimage 1.0 = a", "a present that there is not" },
    { "Frame f\ntarget 1 draw a reads 1 at 0:1", "samples the target that it draws on" },
    { "Frame f\n\"open", "expected the end of the remark" },
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct diagnostic error = { NULL };
    assert_null(frame_read_text("f.frame", cases[i].text, strlen(cases[i].text), &error));
    assert_non_null(error.message);
    if (!strstr(error.message, cases[i].message)) fail_msg("%s: %s", cases[i].text, error.message);
    diagnostic_clear(&error);
  }
  assert_int_equal(memory_blocks(), 0);
}

/* Images by themselves, of the pixels and presents that a frame has. */
static void test_images(void **state) {
  (void)state;
  static const char text[] = "Frame f\npixels 2\ndraw a at 0:1\npresent\ndraw b at 1:1";
  static const char *const wrong[] = {
    "", "0", "0 = a; 2 = b", "2.0 = a", "0 = a; 0 = b", "0 = a;"
  };
  struct diagnostic error = { NULL };
  struct frame *frame = frame_read_text("f.frame", text, sizeof text - 1, &error);
  struct frame *images = frame_read_images(frame, " 1=a  over b ;1.0 = bg", &error);
  assert_non_null(images);
  assert_null(images->image[0][0]);
  assert_string_equal(images->image[0][1], "a over b");
  assert_string_equal(images->image[1][0], "bg");
  frame_free(images);
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_null(frame_read_images(frame, wrong[i], &error));
    assert_non_null(error.message);
    diagnostic_clear(&error);
  }
  frame_free(frame);
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_reads_everything),
                                      cmocka_unit_test(test_refuses),
                                      cmocka_unit_test(test_images) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
