/* The statements of the cat language (Alglave, Cousot and Maranget 2016), its files and their includes.
 *
 * What herd knows and this reader does not (matching, sets of sets, conditionals, the bell language) is an error that
 * says "unsupported" at its place, never skipped.  `include "cos.cat"` and its kin are the exception: they generate
 * coherence orders, which the candidates already have (candidates.h), so the include has nothing left to do. */
#include "axiom/cat_parser.h"

#include <string.h>
#include "axiom/cat_reader.h"
#include "axiom/embedded.h"
#include "base/hash.h"
#include "base/text.h"

enum { INCLUDE_DEPTH_MAX = 32, INCLUDES_MAX = 1000 };

typedef VECTOR(struct cat_statement) statement_vector;

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

const struct cat_lexeme *cat_peek(const struct cat_reader *reader) { return &reader->lexemes.items[reader->next]; }

bool cat_is_next(const struct cat_reader *reader, enum cat_token token) { return cat_peek(reader)->token == token; }

bool cat_accept(struct cat_reader *reader, enum cat_token token) {
  if (!cat_is_next(reader, token)) return false;
  reader->next++;
  return true;
}

bool cat_fail(struct cat_reader *reader, const char *expected) {
  struct span span = cat_peek(reader)->span;
  if (cat_is_next(reader, TOKEN_END))
    return diagnose(reader->error, reader->source, span, "expected %s, found the end of the file", expected);
  return diagnose(reader->error, reader->source, span, "expected %s, found \"%.*s\"", expected,
                  span.length > 40 ? 40 : (int)span.length, reader->source->text + span.start);
}

bool cat_unsupported(struct cat_reader *reader, const char *what) {
  return diagnose(reader->error, reader->source, cat_peek(reader)->span, "unsupported: %s", what);
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

/* ---- statements ---- */

static bool parse_statements(struct cat_reader *reader, enum cat_token close, statement_vector *statements);
static bool parse_include(struct cat_reader *reader, statement_vector *statements);

/* [flag|assert|undefined_unless] [~] acyclic|irreflexive|empty EXPRESSION [as NAME] */
static bool parse_test(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_TEST;
  bool undefined = cat_accept(reader, TOKEN_UNDEFINED_UNLESS);
  statement->flag = undefined || cat_accept(reader, TOKEN_FLAG);
  if (!statement->flag) cat_accept(reader, TOKEN_ASSERT);
  /* A test that leaves the program undefined unless it passes is a flag raised where it fails. */
  statement->negated = cat_accept(reader, TOKEN_TILDE) != undefined;
  if (cat_accept(reader, TOKEN_ACYCLIC)) statement->test = TEST_ACYCLIC;
  else if (cat_accept(reader, TOKEN_IRREFLEXIVE)) statement->test = TEST_IRREFLEXIVE;
  else if (cat_accept(reader, TOKEN_EMPTY)) statement->test = TEST_EMPTY;
  else return cat_fail(reader, "a statement");
  if (!(statement->expression = cat_parse_expression(reader))) return false;
  if (cat_accept(reader, TOKEN_AS) && !(statement->name = cat_expect_name(reader, "the test's name"))) return false;
  if (undefined && !statement->name) statement->name = "undefined";
  if (statement->flag && !statement->name) return cat_fail(reader, "'as' and the flag's name");
  return true;
}

/* show a, b as c: pictures only, read and forgotten */
static bool parse_show(struct cat_reader *reader) {
  do {
    if (!cat_parse_expression(reader)) return false;
    if (cat_accept(reader, TOKEN_AS) && !cat_expect_name(reader, "a name")) return false;
  } while (cat_accept(reader, TOKEN_COMMA));
  return true;
}

static bool parse_with(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_WITH;
  struct cat_binding *binding = cat_keep(reader->tree, memory_new(1, sizeof *binding));
  binding->span = cat_peek(reader)->span;
  statement->bindings = binding;
  return (binding->name = cat_expect_name(reader, "a name")) && cat_expect(reader, TOKEN_FROM, "'from'") &&
         (statement->expression = cat_parse_expression(reader));
}

static bool parse_procedure(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_PROCEDURE;
  struct cat_binding *binding = cat_keep(reader->tree, memory_new(1, sizeof *binding));
  binding->span = cat_peek(reader)->span;
  statement->bindings = binding;
  if (!(binding->name = cat_expect_name(reader, "a name")) || !cat_parse_parameters(reader, binding) ||
      !cat_expect(reader, TOKEN_EQUAL, "'='"))
    return false;
  statement_vector body = { 0 };
  bool good = parse_statements(reader, TOKEN_END_WORD, &body);
  statement->body = cat_keep(reader->tree, body.items);
  statement->body_count = (unsigned)body.length;
  return good && cat_expect(reader, TOKEN_END_WORD, "'end'");
}

static bool parse_call(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_CALL;
  if (!(statement->name = cat_expect_name(reader, "a procedure"))) return false;
  if (cat_accept(reader, TOKEN_LEFT_PAREN))
    return cat_parse_list(reader, TOKEN_RIGHT_PAREN, "',' or ')'", &statement->arguments, &statement->argument_count);
  struct cat_expression *argument = cat_parse_bare_operand(reader);
  statement->arguments = cat_keep(reader->tree, memory_new(1, sizeof *statement->arguments));
  statement->arguments[0] = argument;
  statement->argument_count = 1;
  return argument != NULL;
}

static bool parse_statement(struct cat_reader *reader, statement_vector *statements) {
  struct cat_statement statement = { .source = reader->source, .span = cat_peek(reader)->span };
  bool good;
  switch (cat_peek(reader)->token) {
    case TOKEN_LET:
      reader->next++;
      statement.kind = STATEMENT_LET;
      good = cat_parse_bindings(reader, &statement.bindings, &statement.binding_count, &statement.recursive);
      break;
    case TOKEN_SHOW: case TOKEN_UNSHOW: reader->next++; return parse_show(reader);
    case TOKEN_INCLUDE: reader->next++; return parse_include(reader, statements);
    case TOKEN_WITH: reader->next++; good = parse_with(reader, &statement); break;
    case TOKEN_PROCEDURE: reader->next++; good = parse_procedure(reader, &statement); break;
    case TOKEN_CALL: reader->next++; good = parse_call(reader, &statement); break;
    case TOKEN_IF: return cat_unsupported(reader, "conditionals");
    case TOKEN_FORALL: return cat_unsupported(reader, "iteration over a set");
    case TOKEN_ENUM: case TOKEN_INSTRUCTIONS: case TOKEN_EVENTS: return cat_unsupported(reader, "the bell language");
    default: good = parse_test(reader, &statement); break;
  }
  if (good) vector_push(*statements, statement);
  return good;
}

static bool parse_statements(struct cat_reader *reader, enum cat_token close, statement_vector *statements) {
  while (!cat_is_next(reader, close)) {
    if (cat_is_next(reader, TOKEN_END)) return cat_fail(reader, "a statement or 'end'");
    if (!parse_statement(reader, statements)) return false;
  }
  return true;
}

/* Words and a string may stand before the first statement.  The outermost file's string is the title. */
static void parse_title(struct cat_reader *reader) {
  struct text title = { 0 };
  while (cat_is_next(reader, TOKEN_NAME)) {
    struct span span = reader->lexemes.items[reader->next++].span;
    text_add(&title, "%s%.*s", title.length ? " " : "", (int)span.length, reader->source->text + span.start);
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
}

/* ---- files ---- */

static bool parse_source(struct cat_reader *reader, statement_vector *statements) {
  reader->tree->hash = hash_combine(reader->tree->hash, hash_bytes(reader->source->text, reader->source->length));
  bool good = cat_lex(reader->source, &reader->lexemes, reader->error);
  if (good) {
    parse_title(reader);
    good = parse_statements(reader, TOKEN_END, statements);
  }
  vector_free(reader->lexemes);
  return good;
}

static const char *embedded_text(const char *name) {
  for (const struct embedded_model *model = embedded_models; model->name; model++)
    if (text_equal(model->name, name)) return model->text;
  return NULL;
}

static const char *folder_of(struct cat_tree *tree, const char *path) {
  const char *slash = strrchr(path, '/');
  return cat_keep(tree, memory_copy_text(path, slash ? (size_t)(slash + 1 - path) : 0));
}

static struct source *keep_source(struct cat_tree *tree, const char *name, const char *text, size_t length) {
  struct source *source = cat_keep(tree, memory_new(1, sizeof *source));
  char *copy = cat_keep(tree, memory_copy_text(name, strlen(name)));
  *source = (struct source){ copy, text, length };
  return source;
}

static bool parse_file(struct cat_reader *reader, const char *path, statement_vector *statements) {
  size_t length;
  const char *text = cat_keep(reader->tree, source_load(path, &length, reader->error));
  if (!text) return false;
  reader->source = keep_source(reader->tree, path, text, length);
  reader->folder = folder_of(reader->tree, path);
  return parse_source(reader, statements);
}

static bool parse_embedded(struct cat_reader *reader, const char *name, const char *text,
                           statement_vector *statements) {
  reader->source = keep_source(reader->tree, name, text, strlen(text));
  return parse_source(reader, statements);
}

/* Coherence is not generated by the model here. */
static bool generates_coherence(const char *name) {
  static const char *const names[] = { "cos.cat", "cos-opt.cat", "cos-no-opt.cat", "cos-ok-opt.cat", "coscat.cat" };
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
static bool parse_include(struct cat_reader *reader, statement_vector *statements) {
  struct span span = cat_peek(reader)->span;
  if (!cat_expect(reader, TOKEN_STRING, "a file name in quotes")) return false;
  const char *name = cat_keep_span(reader, span);
  if (generates_coherence(name)) return true;
  unsigned depth = 0;
  for (const struct cat_reader *outer = reader; outer; outer = outer->includer) depth++;
  if (depth > INCLUDE_DEPTH_MAX || ++reader->tree->includes > INCLUDES_MAX)
    return diagnose(reader->error, reader->source, span, "too many includes");
  struct cat_reader inner = { .tree = reader->tree, .error = reader->error, .includer = reader };
  const char *path = cat_keep(reader->tree, memory_format("%s%s", reader->folder ? reader->folder : "", name));
  size_t stem = strlen(name) > 4 && text_equal(name + strlen(name) - 4, ".cat") ? strlen(name) - 4 : strlen(name);
  const char *model = cat_keep(reader->tree, memory_copy_text(name, stem));
  bool from_file = reader->folder && can_open(path);
  if (is_open(reader, from_file ? path : model))
    return diagnose(reader->error, reader->source, span, "\"%s\" includes itself", name);
  if (from_file) return parse_file(&inner, path, statements);
  if (embedded_text(model)) return parse_embedded(&inner, model, embedded_text(model), statements);
  return diagnose(reader->error, reader->source, span, "no such file as \"%s\", and no memory model of that name",
                  name);
}

static bool finish(struct cat_tree *tree, statement_vector *statements, bool good) {
  tree->statements = statements->items;
  tree->count = (unsigned)statements->length;
  if (!tree->title) tree->title = memory_copy_text("", 0);
  return good;
}

bool cat_parse_model(const char *name, bool from_file, struct cat_tree *tree, struct diagnostic *error) {
  struct cat_reader reader = { .tree = tree, .error = error };
  statement_vector statements = { 0 };
  bool good;
  if (from_file) good = parse_file(&reader, name, &statements);
  else if (embedded_text(name)) good = parse_embedded(&reader, name, embedded_text(name), &statements);
  else good = diagnose_plain(error, "no memory model is called \"%s\" (a path has a '/' or ends in .cat)", name);
  return finish(tree, &statements, good);
}

bool cat_parse_text(const char *name, const char *text, struct cat_tree *tree, struct diagnostic *error) {
  struct cat_reader reader = { .tree = tree, .error = error };
  statement_vector statements = { 0 };
  return finish(tree, &statements, parse_embedded(&reader, name, text, &statements));
}
