/* Files of the cat language and their includes (Alglave, Cousot and Maranget 2016).
 *
 * `include "cos.cat"` and its kin have nothing left to do: they generate coherence orders, which
 * the candidates already have (execution.h), by functions that the library has too (cat_library.c).
 * An included file is looked for beside the one that includes it, then among the embedded models; a
 * file of the kind just named need not be there at all. */
#include "axiom/cat_parser.h"

#include <string.h>
#include "axiom/cat_reader.h"
#include "axiom/embedded.h"
#include "base/source_load.h"
#include "base/text.h"

enum { INCLUDE_DEPTH_MAX = 32, INCLUDES_MAX = 1000 };

/* ---- memory: all that a tree holds is in its list of blocks ---- */

void *cat_keep(struct cat_tree *tree, void *block) {
  if (block) vector_push(tree->blocks, block);
  return block;
}

const char *cat_keep_span(struct cat_reader *reader, struct span span) {
  return cat_keep(reader->tree, memory_copy_text(reader->source->text + span.start, span.length));
}

void cat_tree_free(struct cat_tree *tree) {
  for (size_t i = 0; i < tree->blocks.length; i++) memory_free(tree->blocks.items[i]);
  vector_free(tree->blocks);
  memory_free(tree->statements);
  memory_free(tree->title);
  memset(tree, 0, sizeof *tree);
}

/* ---- lexemes ---- */

const struct cat_lexeme *cat_peek(const struct cat_reader *reader) {
  return &reader->lexemes.items[reader->next];
}

bool cat_is_next(const struct cat_reader *reader, enum cat_token token) {
  return cat_peek(reader)->token == token;
}

bool cat_accept(struct cat_reader *reader, enum cat_token token) {
  if (!cat_is_next(reader, token)) return false;
  reader->next++;
  return true;
}

bool cat_fail(struct cat_reader *reader, const char *expected) {
  struct span span = cat_peek(reader)->span;
  if (cat_is_next(reader, TOKEN_END))
    return diagnostic_at(reader->error, reader->source, span,
                         "expected %s, found the end of the file", expected);
  return diagnostic_at(reader->error, reader->source, span, "expected %s, found \"%.*s\"", expected,
                       span.length > 40 ? 40 : (int)span.length, reader->source->text + span.start);
}

bool cat_unsupported(struct cat_reader *reader, const char *what) {
  return diagnostic_at(reader->error, reader->source, cat_peek(reader)->span, "unsupported: %s",
                       what);
}

bool cat_expect(struct cat_reader *reader, enum cat_token token, const char *expected) {
  return cat_accept(reader, token) || cat_fail(reader, expected);
}

const char *cat_expect_name(struct cat_reader *reader, const char *expected) {
  if (!cat_is_next(reader, TOKEN_NAME)) {
    cat_fail(reader, expected);
    return NULL;
  }
  return cat_keep_span(reader, reader->lexemes.items[reader->next++].span);
}

const char *cat_expect_tag(struct cat_reader *reader) {
  return cat_expect(reader, TOKEN_TAG, "a tag ('name)") ? cat_expect_name(reader, "the tag's name")
                                                        : NULL;
}

static bool is_catdep(const struct cat_reader *reader) {
  struct span span = cat_peek(reader)->span;
  return cat_is_next(reader, TOKEN_NAME) && span.length == 6 &&
         !memcmp(reader->source->text + span.start, "catdep", 6);
}

/* Up to two words, or a word and a string, may stand before the first statement; then catdep, which
 * asks herd7 for no dependencies but the model's own, and a model that has them here has its own
 * anyhow.  The outermost file's string is the title, and what comes first says, where it names one,
 * which architecture the model is of. */
static void parse_title(struct cat_reader *reader) {
  struct text title = { 0 };
  if (!reader->includer && (cat_is_next(reader, TOKEN_NAME) || cat_is_next(reader, TOKEN_STRING)))
    reader->tree->first = cat_keep_span(reader, cat_peek(reader)->span);
  for (unsigned words = 0; words < 2 && cat_is_next(reader, TOKEN_NAME) && !is_catdep(reader);
       words++) {
    struct span span = reader->lexemes.items[reader->next++].span;
    text_add(&title, "%s%.*s", title.length ? " " : "", (int)span.length,
             reader->source->text + span.start);
  }
  if (cat_is_next(reader, TOKEN_STRING)) {
    struct span span = reader->lexemes.items[reader->next++].span;
    text_free(&title);
    text_add_bytes(&title, reader->source->text + span.start, span.length);
  }
  if (!reader->includer && title.bytes) {
    memory_free(reader->tree->title);
    reader->tree->title = memory_copy_text(title.bytes, title.length);
  }
  text_free(&title);
  reader->next += is_catdep(reader);
}

/* ---- files ---- */

static bool parse_source(struct cat_reader *reader, cat_statements *statements) {
  bool good = cat_lex(reader->source, &reader->lexemes, reader->error);
  if (good) {
    parse_title(reader);
    good = cat_parse_statements(reader, TOKEN_END, TOKEN_END, statements);
  }
  vector_free(reader->lexemes);
  return good;
}

static const char *embedded_model(const char *name) { return embedded_find(embedded_models, name); }

static const char *folder_of(struct cat_tree *tree, const char *path) {
  const char *slash = strrchr(path, '/');
  return cat_keep(tree, memory_copy_text(path, slash ? (size_t)(slash + 1 - path) : 0));
}

static struct source *keep_source(struct cat_tree *tree, const char *name, const char *text,
                                  size_t length) {
  struct source *source = cat_keep(tree, memory_new(1, sizeof *source));
  char *copy = cat_keep(tree, memory_copy_text(name, strlen(name)));
  *source = (struct source){ copy, text, length };
  return source;
}

static bool parse_file(struct cat_reader *reader, const char *path, cat_statements *statements) {
  size_t length;
  const char *text = cat_keep(reader->tree, source_load(path, &length, reader->error));
  if (!text) return false;
  reader->source = keep_source(reader->tree, path, text, length);
  reader->folder = folder_of(reader->tree, path);
  return parse_source(reader, statements);
}

static bool parse_embedded(struct cat_reader *reader, const char *name, const char *text,
                           cat_statements *statements) {
  reader->source = keep_source(reader->tree, name, text, strlen(text));
  return parse_source(reader, statements);
}

/* Coherence is not generated by the model here; what "cross.cat" defines is in the library.  The
 * kernel's "lock.cat" makes the critical sections' part of rmw, rf and co out of events of locks,
 * which the candidates have from the start: taking a lock is a read-modify-write (an acquire) that
 * counts only where it finds the lock free, and giving it back is a release. */
static bool generates_coherence(const char *name) {
  static const char *const names[] = { "cos.cat",        "cos-opt.cat", "cos-no-opt.cat",
                                       "cos-ok-opt.cat", "coscat.cat",  "cross.cat",
                                       "lock.cat" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (text_equal(names[i], name)) return true;
  return false;
}

static bool can_open(const char *path) {
  FILE *file = fopen(path, "r");
  if (file) fclose(file);
  return file != NULL;
}

/* Is this file being read already, here or by whoever includes us? */
static bool is_open(const struct cat_reader *reader, const char *name) {
  for (; reader; reader = reader->includer)
    if (text_equal(reader->source->name, name)) return true;
  return false;
}

/* include "NAME": beside the file that says so, or else an embedded model. */
bool cat_parse_include(struct cat_reader *reader, cat_statements *statements) {
  struct span span = cat_peek(reader)->span;
  if (!cat_expect(reader, TOKEN_STRING, "a file name in quotes")) return false;
  const char *name = cat_keep_span(reader, span);
  if (generates_coherence(name)) {
    reader->tree->generates_coherence = true;
    return true;
  }
  unsigned depth = 0;
  for (const struct cat_reader *outer = reader; outer; outer = outer->includer) depth++;
  if (depth > INCLUDE_DEPTH_MAX || ++reader->tree->includes > INCLUDES_MAX)
    return diagnostic_at(reader->error, reader->source, span, "too many includes");
  struct cat_reader inner = { .tree = reader->tree, .error = reader->error, .includer = reader };
  const char *path =
      cat_keep(reader->tree, memory_format("%s%s", reader->folder ? reader->folder : "", name));
  size_t stem = strlen(name) > 4 && text_equal(name + strlen(name) - 4, ".cat") ? strlen(name) - 4
                                                                                : strlen(name);
  const char *model = cat_keep(reader->tree, memory_copy_text(name, stem));
  bool from_file = reader->folder && can_open(path);
  if (is_open(reader, from_file ? path : model))
    return diagnostic_at(reader->error, reader->source, span, "\"%s\" includes itself", name);
  if (from_file) return parse_file(&inner, path, statements);
  if (embedded_model(model))
    return parse_embedded(&inner, model, embedded_model(model), statements);
  return diagnostic_at(reader->error, reader->source, span,
                       "no such file as \"%s\", and no memory model of that name", name);
}

static bool finish(struct cat_tree *tree, cat_statements *statements, bool good) {
  tree->statements = statements->items;
  tree->count = (unsigned)statements->length;
  if (!tree->title) tree->title = memory_copy_text("", 0);
  if (!tree->first) tree->first = "";
  return good;
}

/* NAME.bell for NAME.cat; NULL for a file of another name. */
static const char *bell_of(struct cat_tree *tree, const char *name) {
  size_t length = strlen(name);
  if (length <= 4 || !text_equal(name + length - 4, ".cat")) return NULL;
  return cat_keep(tree, memory_format("%.*s.bell", (int)(length - 4), name));
}

static bool no_model(const char *name, struct diagnostic *error) {
  struct nearest nearest = { name, strlen(name), NULL, 0 };
  char near[NEAREST_ROOM];
  for (const struct embedded_text *model = embedded_models; model->name; model++)
    text_offer(&nearest, model->name);
  return diagnostic_plain(
      error,
      "no memory model is called \"%s\"%s (`turnsole list memmodels` names them; "
      "a path has a '/' or ends in .cat)",
      name, text_suggestion(&nearest, near));
}

bool cat_parse_model(const char *name, bool from_file, struct cat_tree *tree,
                     struct diagnostic *error) {
  struct cat_reader reader = { .tree = tree, .error = error };
  cat_statements statements = { 0 };
  bool good;
  const char *bell = from_file ? bell_of(tree, name) : NULL;
  struct cat_reader bell_reader = reader;
  if (bell && can_open(bell) && !parse_file(&bell_reader, bell, &statements)) good = false;
  else if (from_file) good = parse_file(&reader, name, &statements);
  else if (embedded_model(name))
    good = parse_embedded(&reader, name, embedded_model(name), &statements);
  else good = no_model(name, error);
  return finish(tree, &statements, good);
}

bool cat_parse_text(const char *name, const char *text, struct cat_tree *tree,
                    struct diagnostic *error) {
  struct cat_reader reader = { .tree = tree, .error = error };
  cat_statements statements = { 0 };
  return finish(tree, &statements, parse_embedded(&reader, name, text, &statements));
}
