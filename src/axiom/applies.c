/* Whether a memory model speaks of a test's dialect. */
#include "axiom/applies.h"

#include "litmus/read/dialect.h"
#include "litmus/read/reader.h"
#include "litmus/tags.h"

bool judge_applies(const struct cat_model *model, const struct program *program) {
  return cat_model_knows_transactions(model) || !program_has_transactions(program);
}

static bool is_of_another(const struct cat_code *code, const struct program *program) {
  const char *dialect = litmus_architecture(code->architecture);
  bool widens = dialect && text_equal(dialect, "X86") && text_equal(program->dialect, "X86_64");
  return dialect && !text_equal(dialect, program->dialect) && !widens;
}

/* A tag that only other dialects have; NULL if the model names a tag that only this dialect has.  A
 * tag that C and OPENCL share counts if there is no other.  A test in LISA may have any tag.  `of`:
 * a dialect that has the tag. */
static const char *foreign_tag(const struct cat_code *code, const char *dialect, const char **of) {
  const char *foreign[2] = { NULL }, *whose[2] = { NULL };
  bool own[2] = { false };
  for (size_t i = 0; i < code->tags.length; i++) {
    const struct cat_tag *tag = &code->tags.items[i];
    bool shared = false;
    const char *speaks_of = tag->decides ? tag_dialect(tag->name, dialect, &shared) : NULL;
    if (!speaks_of) continue;
    if (text_equal(speaks_of, dialect)) own[shared] = true;
    else if (!foreign[shared]) foreign[shared] = tag->name, whose[shared] = speaks_of;
  }
  bool shared = !foreign[0];
  *of = whose[shared];
  return own[0] || (shared && own[1]) || text_equal(dialect, "LISA") ? NULL : foreign[shared];
}

/* An annotation of a LISA test that the model's enumerations lack; NULL: none. herd7 refuses it. */
static const char *unknown_annotation(const struct cat_code *code, const struct program *program) {
  bool checked = code->enumerated.length && text_equal(program->dialect, "LISA");
  for (unsigned t = 0; t < program->tag_count && checked; t++) {
    size_t i = 0;
    while (i < code->enumerated.length && !text_equal(code->enumerated.items[i], program->tags[t]))
      i++;
    if (i == code->enumerated.length) return program->tags[t];
  }
  return NULL;
}

bool judge_is_foreign(const struct cat_model *model, const struct program *program,
                      struct text *why) {
  const struct cat_code *code = cat_model_code(model);
  if (is_of_another(code, program)) return false; /* it is refused */
  const char *of, *annotation = unknown_annotation(code, program);
  const char *tag = code->takes_foreign_tests ? foreign_tag(code, program->dialect, &of) : NULL;
  bool scopes = program->has_no_scopes && (code->used[BASE_SR] || code->used[BASE_CTA] ||
                                           code->used[BASE_CLUSTER] || code->used[BASE_GPU]);
  if (tag)
    text_add(why, "%s is made for %s: it goes by %s, and by nothing that only tests of %s have",
             cat_model_name(model), of, tag, program->dialect);
  else if (scopes)
    text_add(why, "%s goes by scopes, which tests of %s do not name", cat_model_name(model),
             program->dialect);
  else if (annotation)
    text_add(why, "%s enumerates its annotations, and \"%s\" is none of them",
             cat_model_name(model), annotation);
  return tag || scopes || annotation;
}

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

static bool fits_tags(const struct cat_code *code, const char *model, const struct program *program,
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

uint64_t code_full_fences(const struct cat_code *code, const struct program *program) {
  bool old = code->is_lkmmv1 || (!cat_code_tag(code, "MB") && !code->asks_for_lkmmv2);
  for (unsigned t = 0; old && cat_code_tag(code, "Mb") && t < program->tag_count; t++)
    if (text_equal(program->tags[t], "Mb")) return (uint64_t)1 << t;
  return 0;
}

bool code_has_updates(const struct cat_code *code, const struct program *program) {
  return !code->used[BASE_RMW_PAIR] &&
         (text_equal(program->dialect, "C") || text_equal(program->dialect, "OPENCL"));
}

/* Has the program a read-modify-write without the tag A, as the kernel's are? herd7, too, makes two
 * events of it, which are not atomic without rmw. */
static bool splits_rmw(const struct program *program) {
  uint64_t atomic = 0;
  for (unsigned t = 0; t < program->tag_count; t++)
    if (text_equal(program->tags[t], "A")) atomic = (uint64_t)1 << t;
  EACH_INSTRUCTION(program, t, k, i) {
    if (i->opcode == OP_RMW && !(i->tags & atomic)) return true;
  }
  return false;
}

bool code_applies(const struct cat_code *code, const char *model, const struct program *program,
                  struct diagnostic *error) {
  if (!code->used[BASE_STXN] && !code->used[BASE_TXN] && program_has_transactions(program))
    return diagnostic_of_file(error, "%s: not applicable: %s knows no transactions", program->path,
                              model);
  if (is_of_another(code, program))
    return diagnostic_of_file(error,
                              "%s: not applicable: the test is of %s, and %s is a memory model of "
                              "%s, as its first line says",
                              program->path, program->dialect, model, code->architecture);
  if (!code->takes_foreign_tests && !fits_tags(code, model, program, error)) return false;
  if (code->is_lkmmv1 && cat_code_tag(code, "MB"))
    return diagnostic_of_file(error,
                              "%s: unsupported: lkmmv1 with %s, which goes by the MB of lkmmv2",
                              program->path, model);
  if (code_has_updates(code, program) && splits_rmw(program))
    return diagnostic_of_file(error,
                              "%s: unsupported: %s does not look at rmw, without which the "
                              "kernel's read-modify-writes, two "
                              "events each, would not be atomic",
                              program->path, model);
  return true;
}
