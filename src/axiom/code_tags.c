/* See code_tags.h. */
#include "axiom/code_tags.h"

#include "base/text.h"
#include "litmus/tags.h"

static bool asks_of(const struct cat_tag *tag, const struct program *program) {
  return tag->at && !(tag->unless && tag_is_of(tag->unless, program->dialect));
}

static bool refuse_tag(const struct cat_tag *tag, const char *model, const struct program *program,
                       struct diagnostic *error) {
  struct text had = { 0 };
  tag_list(&had, program->dialect);
  diagnostic_at(error, tag->at->source, tag->at->span,
                "%s goes by %s, which no test of %s has (%s is one); its tags are %s", model,
                tag->name, program->dialect, *program->path ? program->path : program->name,
                had.length ? had.bytes : "none");
  text_free(&had);
  return false;
}

bool code_fits_tags(const struct cat_code *code, const char *model, const struct program *program,
                    struct diagnostic *error) {
  for (size_t i = 0; i < code->tags.length; i++)
    if (asks_of(&code->tags.items[i], program) &&
        !tag_is_of(code->tags.items[i].name, program->dialect))
      return refuse_tag(&code->tags.items[i], model, program, error);
  for (size_t i = 0; i < code->absent.length && !text_equal(program->dialect, "AArch64"); i++)
    if (asks_of(&code->absent.items[i], program))
      return refuse_tag(&code->absent.items[i], model, program, error);
  return true;
}

bool code_asks_tag(const struct cat_code *code, const char *name) {
  for (size_t i = 0; i < code->tags.length; i++)
    if (text_equal(code->tags.items[i].name, name)) return true;
  return false;
}

uint64_t code_full_fences(const struct cat_code *code, const struct program *program) {
  bool old = code->is_lkmmv1 || (!code_asks_tag(code, "MB") && !code->asks_for_lkmmv2);
  for (unsigned t = 0; old && code_asks_tag(code, "Mb") && t < program->tag_count; t++)
    if (text_equal(program->tags[t], "Mb")) return (uint64_t)1 << t;
  return 0;
}
