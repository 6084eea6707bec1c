#include "report/page/judge_page.h"

#include <string.h>
#include "base/memory.h"
#include "report/judge_drawing.h"
#include "report/judge_text.h"

/* The file from its initial state on, behind its first line. */
static char *code_of(const struct program *program) {
  const char *text = program->text, *first = strchr(text, '\n'), *start = first;
  while (start && start[1] != '{') start = strchr(start + 1, '\n');
  if (!start) return memory_format("%s", text);
  return memory_format("%.*s%s", (int)(first - text), text, start);
}

void page_program(struct page *page, const struct program *program) {
  char *code = code_of(program);
  for (unsigned i = 0; i < program->remark_count; i++)
    page_paragraph(page, "%s", program->remarks[i]);
  page_code(page, code);
  memory_free(code);
}

void page_test_begin(struct page *page, const struct program *program) {
  char *id = page_id(page, program->name);
  page_section_begin(page, id, program->name);
  page_program(page, program);
  memory_free(id);
}

void page_test_end(struct page *page) { page_section_end(page); }

static FILE *text_begin(struct page *page) {
  page_markup(page, "<pre tabindex=\"0\">");
  return page_text_begin(page);
}

static void text_end(struct page *page) {
  page_text_end(page);
  page_markup(page, "</pre>\n");
}

void page_explanation(struct page *page, const struct program *program, const char *model,
                      const struct condition *condition, const struct explanation *explanation) {
  page_section_begin(page, NULL, model);
  explanation_print(text_begin(page), program, model, condition, explanation);
  text_end(page);
  for (size_t i = 0; i < explanation->cases.length; i++) {
    const char *axiom = explanation->cases.items[i].axiom;
    page_picture_begin(page, axiom ? axiom : "An execution that ends so");
    explanation_case_svg(page->out, SVG_IN_PAGE, program, model, condition, explanation, i);
    page_picture_end(page);
  }
  page_section_end(page);
}

void page_comparison(struct page *page, struct cat_model *const models[2],
                     const struct program *program, const struct compared *comparison) {
  comparison_print(text_begin(page), models, program, comparison);
  text_end(page);
}
