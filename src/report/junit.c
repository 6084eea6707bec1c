#include "report/junit.h"

#include "base/text.h"

void junit_begin(FILE *out, const char *command) {
  fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole %s\">\n",
          command);
}

void junit_end(FILE *out) { fputs("</testsuites>\n", out); }

/* Escapes markup, and what XML 1.0 cannot hold: control characters and invalid UTF-8 become \xNN.
 * Attributes keep their ends of lines as references. */
static void put_text(FILE *out, const char *text, bool in_attribute) {
  for (const unsigned char *at = (const unsigned char *)text; *at;) {
    unsigned length = text_utf8_length((const char *)at);
    bool blank = *at == '\n' || *at == '\t';
    bool no_character = length == 3 && at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xbe;
    if (*at == '<') fputs("&lt;", out);
    else if (*at == '>') fputs("&gt;", out);
    else if (*at == '&') fputs("&amp;", out);
    else if (*at == '"') fputs("&quot;", out);
    else if (blank && in_attribute) fprintf(out, "&#%u;", *at);
    else if (!length || no_character || (*at < 0x20 && !blank) || *at == 0x7f)
      fprintf(out, "\\x%02x", *at), length = 1;
    else fwrite(at, 1, length, out);
    at += length;
  }
}

static void put_attribute(FILE *out, const char *name, const char *value) {
  fprintf(out, " %s=\"", name);
  put_text(out, value, true);
  fputc('"', out);
}

void junit_suite_begin(struct junit_suite *suite, const char *name) {
  *suite = (struct junit_suite){ .name = name };
  suite->memory = printing_begin(&suite->cases);
}

void junit_case(struct junit_suite *suite, const struct junit_test *test,
                const struct report_place *place) {
  FILE *out = suite->memory;
  suite->tests++;
  fputs("    <testcase", out);
  put_attribute(out, "classname", suite->name);
  put_attribute(out, "name", test->name);
  if (place->file) put_attribute(out, "file", place->file);
  if (place->file && place->line) fprintf(out, " line=\"%u\"", place->line);
  fprintf(out, " time=\"%.3f\"", test->seconds);
  if (!test->kind) {
    fputs("/>\n", out);
    return;
  }
  suite->failures += text_equal(test->kind, "failure");
  suite->errors += text_equal(test->kind, "error");
  suite->skipped += text_equal(test->kind, "skipped");
  fprintf(out, ">\n      <%s", test->kind);
  put_attribute(out, "message", test->message);
  if (test->body) {
    fputs(">", out);
    put_text(out, test->body, false);
    fprintf(out, "</%s>\n    </testcase>\n", test->kind);
  } else {
    fputs("/>\n    </testcase>\n", out);
  }
}

void junit_suite_end(struct junit_suite *suite, FILE *out) {
  fputs("  <testsuite", out);
  put_attribute(out, "name", suite->name);
  fprintf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n%s  </testsuite>\n",
          suite->tests, suite->failures, suite->errors, suite->skipped,
          printing_end(&suite->cases));
  printing_free(&suite->cases);
}
