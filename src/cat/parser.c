/* Cat files: their includes, and the statements of the cat language and of bell files (Alglave,
 * Cousot and Maranget 2016; herd7's manual, part III).
 *
 * An included file is looked for beside the file that includes it, in the folders of the user, in
 * the library, and then among the embedded models.  An include of a file that generates coherence,
 * such as "cos.cat", is skipped.  The candidate executions already have co, and the library has
 * such a file's functions.
 *
 * `instructions R[{'once, 'acquire}]` lists the annotations of a kind of LISA instruction, and
 * `events` is alike.  Both are checked for their form and dropped: the judge warns of annotations
 * that no `enum` of the model has. */
#include "cat/parser.h"
#include "cat/reader.h"
#include "cat/parse_expression.h"
#include "cat/lexer.h"

#include <string.h>
#include "base/source_load.h"
#include "base/text.h"
#include "cat/embedded.h"

enum { INCLUDE_DEPTH_MAX = 32, INCLUDES_MAX = 1000, STATEMENT_NESTING_MAX = 100 };

/* Appends statements up to `close` or `other`, which is not skipped. */
static bool parse_statements(struct cat_reader *reader, enum cat_token close, enum cat_token other,
                             cat_statements *statements);

/* ---- files ---- */

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
    good = parse_statements(reader, TOKEN_END, TOKEN_END, statements);
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
                                       "lock.cat",       NULL };
  return text_among(name, names) != NULL;
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

/* Where the included file is: a path, which the tree keeps; or NULL. */
static const char *find_file(struct cat_reader *reader, const char *name) {
  struct cat_tree *tree = reader->tree;
  const char *beside =
      reader->folder ? cat_tree_keep(tree, memory_format("%s%s", reader->folder, name)) : NULL;
  if (beside && can_open(beside)) return beside;
  for (const char *const *folder = reader->folders; folder && *folder; folder++) {
    const char *path = cat_tree_keep(tree, memory_format("%s/%s", *folder, name));
    if (can_open(path)) return path;
  }
  return NULL;
}

/* The text of that file in the library, or of that model; or NULL.  `known`: its name. */
static const char *find_embedded(struct cat_reader *reader, const char *name, const char **known) {
  size_t stem = strlen(name) - (text_ends(name, ".cat") ? strlen(".cat") : 0);
  const char *model = cat_tree_keep(reader->tree, memory_copy_text(name, stem));
  const char *text = embedded_find(embedded_library, model);
  *known = text ? cat_tree_keep(reader->tree, memory_format("lib/%s.cat", model)) : model;
  return text ? text : embedded_find(embedded_models, model);
}

static bool fail_to_find(struct cat_reader *reader, struct span span, const char *name) {
  struct text looked = { 0 };
  if (reader->folder) text_add(&looked, "%s, ", *reader->folder ? reader->folder : "./");
  for (const char *const *folder = reader->folders; folder && *folder; folder++)
    text_add(&looked, "%s, ", *folder);
  cat_fail_at(reader, span,
              "no such file as \"%s\": looked in %sthe library and the memory models (-I DIR looks "
              "in DIR, too)",
              name, looked.bytes ? looked.bytes : "");
  text_free(&looked);
  return false;
}

static bool parse_include(struct cat_reader *reader, cat_statements *statements) {
  struct span span = cat_peek(reader)->span;
  if (!cat_expect(reader, TOKEN_STRING, "a file name in quotes")) return false;
  const char *name = cat_span_text(reader, span), *known;
  if (generates_coherence(name)) {
    reader->tree->generates_coherence = true;
    return true;
  }
  unsigned depth = 0;
  for (const struct cat_reader *outer = reader; outer; outer = outer->includer) depth++;
  if (depth > INCLUDE_DEPTH_MAX || ++reader->tree->includes > INCLUDES_MAX)
    return cat_fail_at(reader, span, "too many includes");
  struct cat_reader inner = {
    .tree = reader->tree, .error = reader->error, .folders = reader->folders, .includer = reader
  };
  const char *path = find_file(reader, name), *text = find_embedded(reader, name, &known);
  if (is_open(reader, path ? path : known))
    return cat_fail_at(reader, span, "\"%s\" includes itself", name);
  if (path) return parse_file(&inner, path, statements);
  if (text) return parse_embedded(&inner, known, text, statements);
  return fail_to_find(reader, span, name);
}

/* ---- statements ---- */

/* [flag|assert|undefined_unless] [~] acyclic|irreflexive|empty EXPRESSION [as NAME] */
static bool parse_test(struct cat_reader *reader, struct cat_statement *statement) {
  statement->kind = STATEMENT_TEST;
  bool undefined = cat_accept(reader, TOKEN_UNDEFINED_UNLESS);
  statement->flag = undefined || cat_accept(reader, TOKEN_FLAG);
  if (!statement->flag) cat_accept(reader, TOKEN_ASSERT);
  /* The flag of an undefined_unless is raised if its test fails. */
  statement->negated = cat_accept(reader, TOKEN_TILDE) != undefined;
  if (cat_accept(reader, TOKEN_ACYCLIC)) statement->test = TEST_ACYCLIC;
  else if (cat_accept(reader, TOKEN_IRREFLEXIVE)) statement->test = TEST_IRREFLEXIVE;
  else if (cat_accept(reader, TOKEN_EMPTY)) statement->test = TEST_EMPTY;
  else return cat_fail(reader, "a statement");
  if (!(statement->expression = cat_parse_expression(reader))) return false;
  if (cat_accept(reader, TOKEN_AS) &&
      !(statement->name = cat_expect_name(reader, "the test's name")))
    return false;
  if (undefined && !statement->name) statement->name = "undefined";
  statement->undefined = undefined;
  if (statement->flag && !statement->name) return cat_fail(reader, "'as' and the flag's name");
  return true;
}

/* show a, b      show a \ b as c      unshow a: one statement for each name */
static bool parse_show(struct cat_reader *reader, bool shown, cat_statements *statements) {
  do {
    struct cat_statement statement = { .kind = STATEMENT_SHOW, .source = reader->source };
    statement.span = cat_peek(reader)->span;
    struct cat_expression *expression = cat_parse_expression(reader);
    if (!expression) return false;
    bool named = cat_accept(reader, TOKEN_AS);
    if (named && !(statement.name = cat_expect_name(reader, "a name"))) return false;
    if (!named && expression->kind != EXPRESSION_NAME) return cat_fail(reader, "'as' and a name");
    if (!named) statement.name = expression->name;
    statement.expression = shown ? expression : NULL;
    vector_push(*statements, statement);
  } while (cat_accept(reader, TOKEN_COMMA));
  return true;
}

/* Reads a name into a new binding of the statement; NULL on error. */
static struct cat_binding *named(struct cat_reader *reader, struct cat_statement *statement) {
  struct cat_binding *binding = cat_tree_keep(reader->tree, memory_new(1, sizeof *binding));
  binding->source = reader->source;
  binding->span = cat_peek(reader)->span;
  binding->name = cat_expect_name(reader, "a name");
  statement->bindings = binding;
  return binding->name ? binding : NULL;
}

static bool parse_with(struct cat_reader *reader, struct cat_statement *statement) {
  return named(reader, statement) && cat_expect(reader, TOKEN_FROM, "'from'") &&
         (statement->expression = cat_parse_expression(reader));
}

/* Reads statements up to `end` or `other`, which is not skipped. */
static bool parse_body(struct cat_reader *reader, enum cat_token other, struct cat_block *body) {
  cat_statements statements = { 0 };
  bool good = parse_statements(reader, TOKEN_END_WORD, other, &statements);
  body->statements = cat_tree_keep(reader->tree, statements.items);
  body->count = (unsigned)statements.length;
  return good;
}

static bool parse_procedure(struct cat_reader *reader, struct cat_statement *statement) {
  struct cat_binding *binding = named(reader, statement);
  return binding && cat_parse_parameters(reader, binding) &&
         cat_expect(reader, TOKEN_EQUAL, "'='") &&
         parse_body(reader, TOKEN_END_WORD, &statement->body) &&
         cat_expect(reader, TOKEN_END_WORD, "'end'");
}

static bool parse_call(struct cat_reader *reader, struct cat_statement *statement) {
  statement->expression = cat_parse_expression(reader);
  if (!statement->expression) return false;
  if (statement->expression->kind != EXPRESSION_APPLY)
    return cat_fail_at(reader, statement->expression->span,
                       "expected a procedure and its arguments");
  return !cat_accept(reader, TOKEN_AS) || (statement->name = cat_expect_name(reader, "a name"));
}

static bool parse_if(struct cat_reader *reader, struct cat_statement *statement) {
  if (!(statement->expression = cat_parse_condition(reader)) ||
      !parse_body(reader, TOKEN_ELSE, &statement->body))
    return false;
  if (cat_accept(reader, TOKEN_ELSE) && !parse_body(reader, TOKEN_END_WORD, &statement->otherwise))
    return false;
  return cat_expect(reader, TOKEN_END_WORD, "'end'");
}

static bool parse_forall(struct cat_reader *reader, struct cat_statement *statement) {
  return named(reader, statement) && cat_expect(reader, TOKEN_IN, "'in'") &&
         (statement->expression = cat_parse_expression(reader)) &&
         cat_expect(reader, TOKEN_DO, "'do'") &&
         parse_body(reader, TOKEN_END_WORD, &statement->body) &&
         cat_expect(reader, TOKEN_END_WORD, "'end'");
}

/* enum NAME = 'a || 'b || ... */
static bool parse_enum(struct cat_reader *reader, struct cat_statement *statement) {
  if (!(statement->name = cat_expect_name(reader, "the enumeration's name")) ||
      !cat_expect(reader, TOKEN_EQUAL, "'='"))
    return false;
  VECTOR(struct cat_expression *) tags = { 0 };
  struct cat_expression *list = cat_node(reader, EXPRESSION_LIST, statement->span, NULL, NULL);
  bool good = true;
  cat_accept(reader, TOKEN_DOUBLE_BAR);
  do {
    struct cat_expression *tag = cat_leaf(reader, EXPRESSION_TAG);
    tag->name = cat_expect_tag(reader);
    good = tag->name != NULL;
    vector_push(tags, tag);
  } while (good && cat_accept(reader, TOKEN_DOUBLE_BAR));
  list->parts = cat_tree_keep(reader->tree, tags.items);
  list->part_count = (unsigned)tags.length;
  statement->expression = list;
  return good;
}

/* instructions R[{'once, 'acquire}, ...]   events W[...] */
static bool parse_instructions(struct cat_reader *reader) {
  struct cat_expression **sets;
  unsigned count;
  return cat_expect_name(reader, "a kind of instruction") &&
         cat_expect(reader, TOKEN_LEFT_BRACKET, "'['") &&
         cat_parse_list(reader, TOKEN_RIGHT_BRACKET, "',' or ']'", &sets, &count);
}

/* let a = b [when TEST] [in]: herd7 accepts the `in`, which has no meaning. */
static bool parse_let(struct cat_reader *reader, struct cat_statement *statement,
                      struct cat_statement *when) {
  if (!cat_parse_bindings(reader, &statement->bindings, &statement->binding_count,
                          &statement->recursive))
    return false;
  bool good = true;
  if (cat_accept(reader, TOKEN_WHEN)) {
    *when = (struct cat_statement){ .source = reader->source, .span = cat_peek(reader)->span };
    good = parse_test(reader, when);
  }
  cat_accept(reader, TOKEN_IN);
  return good;
}

/* The statements that begin with a word of their own and are one node. */
static const struct {
  enum cat_token token;
  enum cat_statement_kind kind;
  bool (*parse)(struct cat_reader *reader, struct cat_statement *statement);
} statement_rules[] = {
  { TOKEN_WITH, STATEMENT_WITH, parse_with },
  { TOKEN_CALL, STATEMENT_CALL, parse_call },
  { TOKEN_IF, STATEMENT_IF, parse_if },
  { TOKEN_ENUM, STATEMENT_ENUM, parse_enum },
  { TOKEN_FORALL, STATEMENT_FORALL, parse_forall },
  { TOKEN_PROCEDURE, STATEMENT_PROCEDURE, parse_procedure },
};
enum { STATEMENT_RULES = sizeof statement_rules / sizeof *statement_rules };

static bool parse_statement(struct cat_reader *reader, cat_statements *statements) {
  struct cat_statement statement = { .source = reader->source, .span = cat_peek(reader)->span },
                       when = { 0 };
  bool good, shows = cat_accept(reader, TOKEN_SHOW);
  if (shows || cat_accept(reader, TOKEN_UNSHOW)) return parse_show(reader, shows, statements);
  if (cat_accept(reader, TOKEN_INCLUDE)) return parse_include(reader, statements);
  if (cat_accept(reader, TOKEN_INSTRUCTIONS) || cat_accept(reader, TOKEN_EVENTS))
    return parse_instructions(reader);
  size_t i = 0;
  while (i < STATEMENT_RULES && !cat_accept(reader, statement_rules[i].token)) i++;
  if (i < STATEMENT_RULES) {
    statement.kind = statement_rules[i].kind;
    good = statement_rules[i].parse(reader, &statement);
  } else if (cat_accept(reader, TOKEN_LET)) good = parse_let(reader, &statement, &when);
  else good = parse_test(reader, &statement);
  if (good) vector_push(*statements, statement);
  if (good && when.source) vector_push(*statements, when);
  return good;
}

static bool parse_statements(struct cat_reader *reader, enum cat_token close, enum cat_token other,
                             cat_statements *statements) {
  if (++reader->nesting > STATEMENT_NESTING_MAX)
    return cat_unsupported(reader, "statements nested this deeply");
  while (!cat_is_next(reader, close) && !cat_is_next(reader, other)) {
    if (cat_is_next(reader, TOKEN_END)) return cat_fail(reader, "a statement or 'end'");
    if (!parse_statement(reader, statements)) return false;
  }
  reader->nesting--;
  return true;
}

/* ---- models ---- */

static bool finish(struct cat_tree *tree, cat_statements *statements, bool good) {
  tree->statements.statements = cat_tree_keep(tree, statements->items);
  tree->statements.count = (unsigned)statements->length;
  if (!tree->title) tree->title = memory_copy_text("", 0);
  if (!tree->first) tree->first = "";
  return good;
}

/* NAME.bell for NAME.cat; NULL for a file of another name. */
static const char *bell_of(struct cat_tree *tree, const char *name) {
  int stem = (int)strlen(name) - (int)strlen(".cat");
  return text_ends(name, ".cat") ? cat_tree_keep(tree, memory_format("%.*s.bell", stem, name))
                                 : NULL;
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

bool cat_parse_model(const char *name, bool from_file, const char *const *folders,
                     struct cat_tree *tree, struct diagnostic *error) {
  struct cat_reader reader = { .tree = tree, .error = error, .folders = folders };
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
