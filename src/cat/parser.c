/* Cat files and their includes (Alglave, Cousot and Maranget 2016).
 *
 * An included file is looked for beside the file that includes it, then among the embedded models.
 * An include of a file that generates coherence, such as "cos.cat", is skipped: the candidate
 * executions already have co, and the library has such a file's functions. */
#include "cat/parser.h"

#include <string.h>
#include "base/source_load.h"
#include "base/text.h"
#include "cat/embedded.h"
#include "cat/parse_statement.h"

enum { INCLUDE_DEPTH_MAX = 32, INCLUDES_MAX = 1000 };

static bool is_catdep(const struct cat_reader *reader) {
  struct span span = cat_peek(reader)->span;
  return cat_is_next(reader, TOKEN_NAME) && span.length == 6 &&
         !memcmp(reader->source->text + span.start, "catdep", 6);
}

/* Reads what stands before the first statement: up to two words, or a word and a string, and
 * perhaps catdep.  The string of the outermost file is the title; its first word may name the
 * architecture. catdep asks herd7 for no dependencies but the model's own, which holds here. */
static void parse_title(struct cat_reader *reader) {
  struct text title = { 0 };
  if (!reader->includer && (cat_is_next(reader, TOKEN_NAME) || cat_is_next(reader, TOKEN_STRING)))
    reader->tree->first = cat_span_text(reader, cat_peek(reader)->span);
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

static bool parse_source(struct cat_reader *reader, cat_statements *statements) {
  bool good = cat_lex(reader->source, &reader->lexemes, reader->error);
  if (good) {
    parse_title(reader);
    good = cat_parse_statements(reader, TOKEN_END, TOKEN_END, statements);
  }
  vector_free(reader->lexemes);
  return good;
}

static const char *folder_of(struct cat_tree *tree, const char *path) {
  const char *slash = strrchr(path, '/');
  return cat_tree_keep(tree, memory_copy_text(path, slash ? (size_t)(slash + 1 - path) : 0));
}

static struct source *keep_source(struct cat_tree *tree, const char *name, const char *text,
                                  size_t length) {
  struct source *source = cat_tree_keep(tree, memory_new(1, sizeof *source));
  char *copy = cat_tree_keep(tree, memory_copy_text(name, strlen(name)));
  *source = (struct source){ copy, text, length };
  return source;
}

static bool parse_file(struct cat_reader *reader, const char *path, cat_statements *statements) {
  size_t length;
  const char *text = cat_tree_keep(reader->tree, source_load(path, &length, reader->error));
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

/* Does herd7's file of this name generate co?  The kernel's "lock.cat" makes rmw, rf and co of lock
 * events.  Here an acquiring read-modify-write takes a lock if it finds it free, and a release
 * gives it back.  So the candidates have these relations already. */
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

/* Is this file being read already, by this reader or by one that includes it? */
static bool is_open(const struct cat_reader *reader, const char *name) {
  for (; reader; reader = reader->includer)
    if (text_equal(reader->source->name, name)) return true;
  return false;
}

bool cat_parse_include(struct cat_reader *reader, cat_statements *statements) {
  struct span span = cat_peek(reader)->span;
  if (!cat_expect(reader, TOKEN_STRING, "a file name in quotes")) return false;
  const char *name = cat_span_text(reader, span);
  if (generates_coherence(name)) {
    reader->tree->generates_coherence = true;
    return true;
  }
  unsigned depth = 0;
  for (const struct cat_reader *outer = reader; outer; outer = outer->includer) depth++;
  if (depth > INCLUDE_DEPTH_MAX || ++reader->tree->includes > INCLUDES_MAX)
    return diagnostic_at(reader->error, reader->source, span, "too many includes");
  struct cat_reader inner = { .tree = reader->tree, .error = reader->error, .includer = reader };
  const char *path = cat_tree_keep(
      reader->tree, memory_format("%s%s", reader->folder ? reader->folder : "", name));
  size_t stem = strlen(name) > 4 && text_equal(name + strlen(name) - 4, ".cat") ? strlen(name) - 4
                                                                                : strlen(name);
  const char *model = cat_tree_keep(reader->tree, memory_copy_text(name, stem));
  bool from_file = reader->folder && can_open(path);
  if (is_open(reader, from_file ? path : model))
    return diagnostic_at(reader->error, reader->source, span, "\"%s\" includes itself", name);
  if (from_file) return parse_file(&inner, path, statements);
  if (embedded_find(embedded_models, model))
    return parse_embedded(&inner, model, embedded_find(embedded_models, model), statements);
  return diagnostic_at(reader->error, reader->source, span,
                       "no such file as \"%s\", and no memory model of that name", name);
}

static bool finish(struct cat_tree *tree, cat_statements *statements, bool good) {
  tree->statements.statements = cat_tree_keep(tree, statements->items);
  tree->statements.count = (unsigned)statements->length;
  if (!tree->title) tree->title = memory_copy_text("", 0);
  if (!tree->first) tree->first = "";
  return good;
}

/* NAME.bell for NAME.cat; NULL for a file of another name. */
static const char *bell_of(struct cat_tree *tree, const char *name) {
  size_t length = strlen(name);
  if (length <= 4 || !text_equal(name + length - 4, ".cat")) return NULL;
  return cat_tree_keep(tree, memory_format("%.*s.bell", (int)(length - 4), name));
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
  else if (embedded_find(embedded_models, name))
    good = parse_embedded(&reader, name, embedded_find(embedded_models, name), &statements);
  else good = no_model(name, error);
  return finish(tree, &statements, good);
}

bool cat_parse_text(const char *name, const char *text, struct cat_tree *tree,
                    struct diagnostic *error) {
  struct cat_reader reader = { .tree = tree, .error = error };
  cat_statements statements = { 0 };
  return finish(tree, &statements, parse_embedded(&reader, name, text, &statements));
}
