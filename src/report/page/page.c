/* A page allows itself no loads (its Content-Security-Policy), so that no browser asks any network
 * for it.  Links lead to ids within the page. */
#include "report/page/page.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/draw/svg.h"
#include "report/page/embedded.h"
#include "report/page/system_tables.h"

/* --- text --- */

void page_text(struct page *page, const char *text) { svg_escape(page->out, text); }

FILE *page_text_begin(struct page *page) { return printing_begin(&page->printing); }

void page_text_end(struct page *page) {
  page_text(page, printing_end(&page->printing));
  printing_free(&page->printing);
}

static void print_list(struct page *page, const char *format, va_list list) {
  struct printing printing;
  vfprintf(printing_begin(&printing), format, list);
  page_text(page, printing_end(&printing));
  printing_free(&printing);
}

void page_print(struct page *page, const char *format, ...) {
  va_list list;
  va_start(list, format);
  print_list(page, format, list);
  va_end(list);
}

void page_markup(struct page *page, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(page->out, format, list);
  va_end(list);
}

/* How often the id was asked for; 0: never. */
static uintptr_t *times_of(struct page *page, const char *id) {
  return dictionary_at(&page->ids, id, strlen(id));
}

static bool take_id(struct page *page, const char *id) {
  uintptr_t *times = times_of(page, id);
  bool is_free = !*times;
  if (is_free) *times = 1;
  return is_free;
}

char *page_id(struct page *page, const char *name) {
  char *plain = memory_copy_text(name, strlen(name));
  for (char *at = plain; *at; at++)
    if (!isalnum((unsigned char)*at) && !strchr("_+:.~-", *at)) *at = '_';
  char *id = memory_format("%s", plain);
  while (!take_id(page, id)) {
    memory_free(id);
    id = memory_format("%s~%" PRIuPTR, plain, ++*times_of(page, plain));
  }
  memory_free(plain);
  return id;
}

/* --- the whole --- */

static void put_head(struct page *page, const struct page_head *head) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" PAGE_MARK "\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
        "<link rel=\"icon\" href=\"data:,\">\n<title>",
        page->out);
  page_text(page, head->title);
  fprintf(page->out, "</title>\n<style>\n%s%s</style>\n</head>\n<body>\n", svg_style,
          embedded_find(embedded_page, "page.css"));
}

struct page page_begin(FILE *out, const struct page_head *head) {
  struct page page = { .out = out, .depth = 1 };
  put_head(&page, head);
  page_markup(&page, "<header>\n<h1>");
  page_text(&page, head->title);
  page_markup(&page, "</h1>\n");
  if (head->about) page_paragraph(&page, "%s", head->about);
  if (head->command) page_command(&page, head->command);
  page_markup(&page, "</header>\n<main>\n");
  return page;
}

void page_end(struct page *page) {
  for (size_t i = 0; i < page->systems.length; i++)
    page_put_system_tables(page, page->systems.items[i]);
  fprintf(page->out,
          "</main>\n<footer><p>Made by turnsole %s.</p></footer>\n<script>\n%s</script>\n"
          "</body>\n</html>\n",
          TURNSOLE_VERSION, embedded_find(embedded_page, "page.js"));
  vector_free(page->systems);
  dictionary_free(&page->ids);
}

/* --- parts --- */

static void put_id(struct page *page, const char *id) {
  if (!id) return;
  page_markup(page, " id=\"");
  page_text(page, id);
  page_markup(page, "\"");
}

void page_section_begin(struct page *page, const char *id, const char *title) {
  page->depth++;
  page_markup(page, "<section");
  put_id(page, id);
  page_markup(page, ">\n<h%u>", page->depth);
  page_text(page, title);
  page_markup(page, "</h%u>\n", page->depth);
}

void page_section_end(struct page *page) {
  page->depth--;
  page_markup(page, "</section>\n");
}

void page_fold_begin(struct page *page, const char *id, const char *title, bool open) {
  page_markup(page, "<details%s><summary>", open ? " open" : "");
  page_text(page, title);
  page_markup(page, "</summary>\n<div");
  put_id(page, id);
  page_markup(page, ">\n");
}

void page_fold_end(struct page *page) { page_markup(page, "</div></details>\n"); }

void page_paragraph(struct page *page, const char *format, ...) {
  va_list list;
  page_markup(page, "<p>");
  va_start(list, format);
  print_list(page, format, list);
  va_end(list);
  page_markup(page, "</p>\n");
}

void page_code(struct page *page, const char *text) {
  page_markup(page, "<pre class=\"copied\" tabindex=\"0\">");
  page_text(page, text);
  page_markup(page, "</pre>\n");
}

void page_command(struct page *page, const char *text) {
  page_markup(page, "<p class=\"command\"><code class=\"copied\">");
  page_text(page, text);
  page_markup(page, "</code></p>\n");
}

FILE *page_lines_begin(struct page *page) {
  page_markup(page, "<pre tabindex=\"0\">");
  return page_text_begin(page);
}

void page_lines_end(struct page *page) {
  page_text_end(page);
  page_markup(page, "</pre>\n");
}

void page_picture_begin(struct page *page, const char *name) {
  page_markup(page, "<div class=\"picture\" role=\"group\" tabindex=\"0\" aria-label=\"");
  page_text(page, name);
  page_markup(page, "\">\n");
}

void page_picture_end(struct page *page) { page_markup(page, "</div>\n"); }

void page_facts_begin(struct page *page) { page_markup(page, "<dl>\n"); }

void page_fact(struct page *page, const char *name, const char *format, ...) {
  va_list list;
  page_markup(page, "<dt>");
  page_text(page, name);
  page_markup(page, "</dt><dd>");
  va_start(list, format);
  print_list(page, format, list);
  va_end(list);
  page_markup(page, "</dd>\n");
}

void page_facts_end(struct page *page) { page_markup(page, "</dl>\n"); }

/* --- tables --- */

void page_table_begin(struct page *page, const char *caption, const char *const *heads) {
  page_markup(page, "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"");
  page_text(page, caption);
  page_markup(page, "\"><table>\n<caption>");
  page_text(page, caption);
  page_markup(page, "</caption>\n<thead><tr>");
  for (; *heads; heads++) {
    page_markup(page, **heads ? "<th scope=\"col\">" : "<td>");
    page_text(page, *heads);
    page_markup(page, **heads ? "</th>" : "</td>");
  }
  page_markup(page, "</tr></thead>\n<tbody>\n");
}

void page_row_begin(struct page *page) { page_markup(page, "<tr>"); }

void page_cell(struct page *page, const char *format, ...) {
  va_list list;
  page_markup(page, "<td>");
  va_start(list, format);
  print_list(page, format, list);
  va_end(list);
  page_markup(page, "</td>");
}

void page_cell_number(struct page *page, uint64_t number) {
  page_markup(page, "<td class=\"number\">%" PRIu64 "</td>", number);
}

void page_row_end(struct page *page) { page_markup(page, "</tr>\n"); }

void page_table_end(struct page *page) { page_markup(page, "</tbody></table></div>\n"); }
