#include "report/junit.h"

#include "base/text.h"

void junit_begin(FILE *out, const char *command) {
  fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole %s\">\n",
          command);
}

void junit_end(FILE *out) { fputs("</testsuites>\n", out); }

static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<') fputs("&lt;", out);
    else if (*text == '>') fputs("&gt;", out);
    else if (*text == '&') fputs("&amp;", out);
    else if (*text == '"') fputs("&quot;", out);
    else if (*text == '\n') fputs("&#10;", out);
    else fputc((unsigned char)*text < 0x20 ? '?' : *text, out);
  }
}

void junit_suite_begin(struct junit_suite *suite, const char *name) {
  *suite = (struct junit_suite){ .name = name };
  suite->memory = printing_begin(&suite->cases);
}

void junit_case(struct junit_suite *suite, const char *name, const char *kind,
                const char *message) {
  FILE *out = suite->memory;
  suite->tests++;
  fputs("    <testcase classname=\"", out);
  put_text(out, suite->name);
  fputs("\" name=\"", out);
  put_text(out, name);
  if (!kind) {
    fputs("\"/>\n", out);
    return;
  }
  suite->failures += text_equal(kind, "failure");
  suite->errors += text_equal(kind, "error");
  suite->skipped += text_equal(kind, "skipped");
  fprintf(out, "\">\n      <%s message=\"", kind);
  put_text(out, message);
  fputs("\"/>\n    </testcase>\n", out);
}

void junit_suite_end(struct junit_suite *suite, FILE *out) {
  fputs("  <testsuite name=\"", out);
  put_text(out, suite->name);
  fprintf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n%s  </testsuite>\n",
          suite->tests, suite->failures, suite->errors, suite->skipped,
          printing_end(&suite->cases));
  printing_free(&suite->cases);
}
