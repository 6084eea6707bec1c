/* Helpers for tests of image composition: models by name, and frames from texts. */
#ifndef TESTS_FRAMES_COMPOSITION_SUPPORT_H
#define TESTS_FRAMES_COMPOSITION_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "frames/compositor.h"

static inline struct setting setting_named(const char *name) {
  struct diagnostic error = { NULL };
  struct setting setting;
  if (!composition_setting(&setting, name, &error)) fail_msg("%s", error.message);
  assert_true(composition_check(composition_of(&setting), &error));
  return setting;
}

static inline struct frame *frame_of(const char *text) {
  struct diagnostic error = { NULL };
  struct frame *frame = frame_read_text("a.frame", text, strlen(text), &error);
  if (!frame) fail_msg("%s", error.message);
  return frame;
}

#endif
