/* Loading memory models: the embedded ones by name, any other by path. */
#include "axiom/model.h"

#include <string.h>
#include "axiom/embedded.h"
#include "base/memory.h"
#include "base/text.h"
#include "litmus/read/dialect.h"
#include "litmus/tags.h"

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && text_equal(text + length - tail, end);
}

/* A model that checks nothing allows everything: hardly what anybody means.  (A file that is only
 * included may do without.) */
static bool checks_something(const struct cat_model *model, struct diagnostic *error) {
  if (model->code.tests.length) return true;
  return diagnostic_of_file(error,
                            "%s: this memory model has no check (acyclic, irreflexive, empty, "
                            "...): it would allow everything",
                            model->name);
}

static struct cat_model *compile(struct cat_model *model, bool parsed, const char *const *variants,
                                 struct diagnostic *error) {
  if (parsed && cat_compile(&model->tree, variants, &model->code, error)) return model;
  cat_model_free(model);
  return NULL;
}

static struct cat_model *blank(const char *asked, const char *name, size_t length) {
  struct cat_model *model = memory_new(1, sizeof *model);
  model->asked = memory_copy_text(asked, strlen(asked));
  model->name = memory_copy_text(name, length);
  return model;
}

static bool names_path(const char *name_or_path) {
  return strchr(name_or_path, '/') || ends_with(name_or_path, ".cat");
}

struct cat_model *cat_model_load(const char *name_or_path, struct diagnostic *error) {
  return cat_model_load_as(name_or_path, NULL, error);
}

struct cat_model *cat_model_load_as(const char *name_or_path, const char *const *variants,
                                    struct diagnostic *error) {
  const char *slash = strrchr(name_or_path, '/');
  const char *base = slash ? slash + 1 : name_or_path;
  struct cat_model *model =
      blank(name_or_path, base, strlen(base) - (ends_with(base, ".cat") ? 4 : 0));
  model =
      compile(model, cat_parse_model(name_or_path, names_path(name_or_path), &model->tree, error),
              variants, error);
  if (model) model->code.takes_foreign_tests = !names_path(name_or_path);
  if (!model || checks_something(model, error)) return model;
  cat_model_free(model);
  return NULL;
}

struct cat_model *cat_model_from_text(const char *name, const char *text,
                                      struct diagnostic *error) {
  struct cat_model *model = blank(name, name, strlen(name));
  return compile(model, cat_parse_text(name, text, &model->tree, error), NULL, error);
}

void cat_model_free(struct cat_model *model) {
  if (!model) return;
  cat_code_free(&model->code);
  cat_tree_free(&model->tree);
  memory_free(model->asked);
  memory_free(model->name);
  memory_free(model);
}

void cat_model_try_every_order(struct cat_model *model) {
  if (model->code.coherence == COHERENCE_PARTIAL) model->code.coherence = COHERENCE_ANY_PARTIAL;
}

void cat_model_prune_nothing(struct cat_model *model) {
  model->code.uniproc = model->code.atomic = false;
  if (model->code.coherence == COHERENCE_LAST) model->code.coherence = COHERENCE_TOTAL;
  model->code.bound.length = 0;
  memset(model->code.early, 0, sizeof model->code.early);
}

const char *cat_model_name(const struct cat_model *model) { return model->name; }
bool cat_model_is(const struct cat_model *model, const char *name_or_path) {
  return text_equal(model->asked, name_or_path);
}

bool cat_model_is_embedded(const struct cat_model *model) { return !names_path(model->asked); }

void cat_models_tell_apart(struct cat_model *const *models, size_t count) {
  bool *shared = memory_new(count, sizeof *shared);
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++)
      shared[i] |= j != i && text_equal(models[j]->name, models[i]->name);
  for (size_t i = 0; i < count; i++) {
    if (!shared[i] || !names_path(models[i]->asked)) continue;
    memory_free(models[i]->name);
    models[i]->name = memory_copy_text(models[i]->asked, strlen(models[i]->asked));
  }
  memory_free(shared);
}

const char *cat_model_title(const struct cat_model *model) { return model->tree.title; }
bool cat_model_knows_transactions(const struct cat_model *model) {
  return model->code.used[BASE_STXN] || model->code.used[BASE_TXN];
}

bool judge_applies(const struct cat_model *model, const struct program *program) {
  return cat_model_knows_transactions(model) || !program_has_transactions(program);
}

bool cat_model_code_is_of_another(const struct cat_code *code, const struct program *program) {
  const char *dialect = litmus_architecture(code->architecture);
  bool kin = dialect && text_equal(dialect, "X86") && text_equal(program->dialect, "X86_64");
  return dialect && !text_equal(dialect, program->dialect) && !kin;
}

/* A tag that only other dialects have, where the model names no tag that only this one has, nor,
 * without others, one that this shares with another (C's with OPENCL); a test in LISA may have any.
 * `of`: whose it is. */
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

/* An annotation of a LISA test that the model, which enumerates annotations, does not: herd7
 * refuses it. */
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
  const struct cat_code *code = &model->code;
  if (cat_model_code_is_of_another(code, program)) return false; /* which is refused */
  const char *of, *annotation = unknown_annotation(code, program);
  /* A model of a file is refused in this case. */
  const char *tag = code->takes_foreign_tests ? foreign_tag(code, program->dialect, &of) : NULL;
  bool scopes = program->has_no_scopes &&
                (code->used[BASE_SR] || code->used[BASE_CTA] || code->used[BASE_GPU]);
  if (tag)
    text_add(why, "%s is made for %s: it goes by %s, and by nothing that only tests of %s have",
             model->name, of, tag, program->dialect);
  else if (scopes)
    text_add(why, "%s goes by scopes, which tests of %s do not name", model->name,
             program->dialect);
  else if (annotation)
    text_add(why, "%s enumerates its annotations, and \"%s\" is none of them", model->name,
             annotation);
  return tag || scopes || annotation;
}

enum { NAMES_MAX = 256 };

const char *const *cat_model_names(void) {
  static const char *names[NAMES_MAX + 1];
  for (unsigned i = 0; embedded_models[i].name && i < NAMES_MAX; i++)
    names[i] = embedded_models[i].name;
  return names;
}
