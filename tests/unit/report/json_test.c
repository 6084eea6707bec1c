/* JSON: structure and escapes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "report/json.h"

static char *text;
static size_t size;

static struct json begin(void) { return json_on(open_memstream(&text, &size)); }

static void ended(struct json *json, const char *expected) {
  fclose(json->out);
  assert_string_equal(text, expected);
  free(text);
}

static void structure(void **state) {
  (void)state;
  struct json json = begin();
  json_open(&json, NULL, '{');
  json_number(&json, "n", -7);
  json_open(&json, "empty", '[');
  json_close(&json, ']');
  json_words(&json, "words", " a  b");
  json_truth(&json, "t", true);
  json_text(&json, "none", NULL);
  json_close(&json, '}');
  ended(&json, "{\n  \"n\": -7,\n  \"empty\": [],\n  \"words\": [\n    \"a\",\n    \"b\"\n  ],\n"
               "  \"t\": true,\n  \"none\": null\n}\n");
}

static void escaped(const char *in, const char *out) {
  struct json json = begin();
  json_open(&json, NULL, '[');
  json_text(&json, NULL, in);
  json_close(&json, ']');
  char expected[128];
  snprintf(expected, sizeof expected, "[\n  %s\n]\n", out);
  ended(&json, expected);
}

static void escapes(void **state) {
  (void)state;
  escaped("a\"b\\c", "\"a\\\"b\\\\c\"");
  escaped("a\nb\tc\x7f", "\"a\\nb\\u0009c\\u007f\"");
  escaped("\xc3\xa9", "\"\xc3\xa9\"");
  escaped("\xff"
          "a\xc3",
          "\"\\u00ffa\\u00c3\"");
  escaped("\xe2\x82", "\"\\u00e2\\u0082\"");
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(structure), cmocka_unit_test(escapes) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
