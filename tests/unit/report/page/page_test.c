/* Pages: what is escaped, ids, and the parts that all pages share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "report/page/page.h"
#include "tests/unit/nothing_left.h"

static char *text;
static size_t size;

/* A page without its head; what follows is compared. */
static struct page begin(void) {
  return (struct page){ .out = open_memstream(&text, &size), .depth = 1 };
}

static void ended(struct page *page, const char *expected) {
  fclose(page->out);
  dictionary_free(&page->ids);
  assert_string_equal(text, expected);
  free(text);
}

static void escapes(void **state) {
  (void)state;
  struct page page = begin();
  page_text(&page, "<a href=\"x\">&'\x01");
  page_print(&page, " %s %d", "</script>", 7);
  page_markup(&page, "<br>");
  fprintf(page_text_begin(&page), "%s", "a<b");
  page_text_end(&page);
  ended(&page, "&lt;a href=&quot;x&quot;&gt;&amp;&#39; &lt;/script&gt; 7<br>a&lt;b");
}

static void expect_id(struct page *page, const char *name, const char *expected) {
  char *id = page_id(page, name);
  assert_string_equal(id, expected);
  memory_free(id);
}

static void ids(void **state) {
  (void)state;
  struct page page = begin();
  expect_id(&page, "MP+F.ar.sys", "MP+F.ar.sys");
  expect_id(&page, "wt:unordered", "wt:unordered");
  expect_id(&page, "a <&\"%,/#", "a________");
  expect_id(&page, "MP", "MP");
  expect_id(&page, "MP", "MP~2");
  expect_id(&page, "MP~3", "MP~3");
  expect_id(&page, "MP", "MP~4");
  expect_id(&page, "MP~2", "MP~2~2");
  ended(&page, "");
}

static void parts(void **state) {
  (void)state;
  static const char *const heads[] = { "a", "<b>", NULL };
  struct page page = begin();
  page_section_begin(&page, "x", "A & B");
  page_section_begin(&page, NULL, "inner");
  page_section_end(&page);
  page_fold_begin(&page, "y", "<fold>", false);
  page_fold_end(&page);
  page_command(&page, "run 'a<b'");
  page_table_begin(&page, "t", heads);
  page_row_begin(&page);
  page_cell(&page, "%s", "<c>");
  page_cell_number(&page, 12);
  page_row_end(&page);
  page_table_end(&page);
  page_section_end(&page);
  ended(&page,
        "<section id=\"x\">\n<h2>A &amp; B</h2>\n"
        "<section>\n<h3>inner</h3>\n</section>\n"
        "<details><summary>&lt;fold&gt;</summary>\n<div id=\"y\">\n</div></details>\n"
        "<p class=\"command\"><code class=\"copied\">run &#39;a&lt;b&#39;</code></p>\n"
        "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"t\"><table>\n"
        "<caption>t</caption>\n<thead><tr><th scope=\"col\">a</th><th scope=\"col\">&lt;b&gt;</th>"
        "</tr></thead>\n<tbody>\n<tr><td>&lt;c&gt;</td><td class=\"number\">12</td></tr>\n"
        "</tbody></table></div>\n</section>\n");
}

static unsigned count(const char *word) {
  unsigned found = 0;
  for (const char *at = text; (at = strstr(at, word)); at++) found++;
  return found;
}

static void whole(void **state) {
  (void)state;
  FILE *out = open_memstream(&text, &size);
  struct page page = page_begin(out, &(struct page_head){ "a<b", "about & more", "call 'x'" });
  page_paragraph(&page, "%s", "hello");
  page_end(&page);
  fclose(out);
  assert_non_null(memmem(text, PAGE_MARK_WITHIN, PAGE_MARK, strlen(PAGE_MARK)));
  assert_int_equal(strncmp(text, "<!DOCTYPE html>\n", 16), 0);
  assert_non_null(strstr(text, "<title>a&lt;b</title>"));
  assert_non_null(strstr(text, "<h1>a&lt;b</h1>"));
  assert_non_null(strstr(text, "<p>about &amp; more</p>"));
  assert_non_null(strstr(text, "call &#39;x&#39;</code>"));
  assert_non_null(strstr(text, "default-src 'none'"));
  assert_non_null(strstr(text, "turnsole " TURNSOLE_VERSION));
  assert_int_equal(count("http:") + count("https:"), 0);
  /* What the style sheet and the script hold would else end them. */
  assert_int_equal(count("</style"), 1);
  assert_int_equal(count("</script"), 1);
  assert_string_equal(text + size - 8, "</html>\n");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = { TEST(escapes), TEST(ids), TEST(parts), TEST(whole) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
