/* Cat files as trees.
 *
 * A file may include others; what they define stands where the include stood, so that a loaded model is one list of
 * statements.  Every node knows the text it came from, for messages. */
#ifndef AXIOM_CAT_PARSER_H
#define AXIOM_CAT_PARSER_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "base/vector.h"

enum cat_expression_kind {
  EXPRESSION_NAME,
  EXPRESSION_NOTHING,   /* 0 or {} : the empty set or relation */
  EXPRESSION_UNIVERSE,  /* _ */
  EXPRESSION_UNION, EXPRESSION_INTERSECTION, EXPRESSION_DIFFERENCE, EXPRESSION_SEQUENCE, EXPRESSION_PRODUCT,
  EXPRESSION_COMPLEMENT, EXPRESSION_CLOSURE, EXPRESSION_REFLEXIVE_CLOSURE, EXPRESSION_REFLEXIVE, EXPRESSION_INVERSE,
  EXPRESSION_IDENTITY,  /* [S] */
  EXPRESSION_CALL,      /* name(parts...) */
  EXPRESSION_LET,       /* let bindings in parts[0] */
  EXPRESSION_TRY,       /* try parts[0] with parts[1] */
  EXPRESSION_LIST       /* {a, b}: a set of relations, only after `with x from` */
};

struct cat_expression {
  enum cat_expression_kind kind;
  const struct source *source;
  struct span span;
  const char *name;                   /* EXPRESSION_NAME, EXPRESSION_CALL */
  struct cat_expression **parts;
  unsigned part_count;
  const struct cat_binding *bindings; /* EXPRESSION_LET */
  unsigned binding_count;
  bool recursive;
  unsigned depth;                     /* of the tree of infix and postfix operators */
};

/* `name = body` of a let, or a function when it has parameters. */
struct cat_binding {
  const char *name;
  struct span span;
  const char **parameters;
  unsigned parameter_count;
  struct cat_expression *body;
};

enum cat_statement_kind {
  STATEMENT_LET,
  STATEMENT_TEST,       /* acyclic, irreflexive, empty: an axiom, or a flag */
  STATEMENT_WITH,       /* with name from expression */
  STATEMENT_PROCEDURE,  /* procedure name(parameters) = body end */
  STATEMENT_CALL        /* call name(arguments) */
};

enum cat_test { TEST_ACYCLIC, TEST_IRREFLEXIVE, TEST_EMPTY };

struct cat_statement {
  enum cat_statement_kind kind;
  const struct source *source;
  struct span span;
  const struct cat_binding *bindings; /* LET; PROCEDURE and WITH: one, with the name (and the parameters) */
  unsigned binding_count;
  bool recursive;
  enum cat_test test;
  bool negated, flag;
  const char *name;                   /* TEST: after `as`, or NULL; CALL: the procedure */
  struct cat_expression *expression;  /* TEST, WITH */
  struct cat_expression **arguments;  /* CALL */
  unsigned argument_count;
  struct cat_statement *body;         /* PROCEDURE */
  unsigned body_count;
};

struct cat_tree {
  struct cat_statement *statements;
  unsigned count;
  char *title;    /* the string in the first lines, or the words there; "" when there is neither */
  uint64_t hash;  /* of all the texts that were read */
  unsigned includes;
  VECTOR(void *) blocks; /* everything the tree is made of */
};

/* Reads a model: `name` is a path when `from_file`, an embedded model's name otherwise. */
bool cat_parse_model(const char *name, bool from_file, struct cat_tree *tree, struct diagnostic *error);
/* Reads a text alone, which may include embedded models. */
bool cat_parse_text(const char *name, const char *text, struct cat_tree *tree, struct diagnostic *error);
void cat_tree_free(struct cat_tree *tree);

#endif
