/* Cat files as trees.
 *
 * A file may include others; what they define stands where the include stood, so that a loaded
 * model is one list of statements.  Every node knows the text it came from, for messages. */
#ifndef CAT_PARSER_H
#define CAT_PARSER_H

#include <stdbool.h>
#include "base/diagnostic.h"
#include "base/vector.h"

enum cat_expression_kind {
  EXPRESSION_NAME,
  EXPRESSION_NOTHING,  /* 0 or {} : the empty set or relation */
  EXPRESSION_UNIVERSE, /* _ */
  EXPRESSION_TAG,      /* 'acq */
  EXPRESSION_UNION,
  EXPRESSION_INTERSECTION,
  EXPRESSION_DIFFERENCE,
  EXPRESSION_SEQUENCE,
  EXPRESSION_PRODUCT,
  EXPRESSION_ADD, /* element ++ set */
  EXPRESSION_COMPLEMENT,
  EXPRESSION_CLOSURE,
  EXPRESSION_REFLEXIVE_CLOSURE,
  EXPRESSION_REFLEXIVE,
  EXPRESSION_INVERSE,
  EXPRESSION_IDENTITY, /* [S] */
  EXPRESSION_APPLY,    /* parts[0] applied to parts[1] */
  EXPRESSION_TUPLE,    /* (parts...) */
  EXPRESSION_LIST,     /* {parts...}: a set of sets, of relations or of tags */
  EXPRESSION_FUNCTION, /* fun bindings[0].parameters -> bindings[0].body */
  EXPRESSION_LET,      /* let bindings in parts[0] */
  EXPRESSION_TRY,      /* try parts[0] with parts[1] */
  EXPRESSION_IF,       /* if parts[0] then parts[1] else parts[2] */
  EXPRESSION_MATCH,    /* match parts[0] with clauses end */
  /* Conditions, which stand only after `if`. */
  EXPRESSION_VARIANT, /* "name": is that variant in force? */
  EXPRESSION_NOT,
  EXPRESSION_BOTH,
  EXPRESSION_EITHER,
  EXPRESSION_EQUAL,
  EXPRESSION_SUBSET,
  EXPRESSION_MEMBER
};

struct cat_expression {
  enum cat_expression_kind kind;
  const struct source *source;
  struct span span;
  const char *name; /* EXPRESSION_NAME, _TAG (without the quote), _VARIANT */
  struct cat_expression **parts;
  unsigned part_count;
  const struct cat_binding *bindings; /* EXPRESSION_LET, EXPRESSION_FUNCTION */
  unsigned binding_count;
  bool recursive;
  const struct cat_clause *clauses; /* EXPRESSION_MATCH */
  unsigned clause_count;
  unsigned depth; /* of the tree of infix and postfix operators */
};

/* `name = body` of a let; a function when `is_function`; `(parameters) = body` when there is no
 * name.  A function of one parameter takes whatever it is given, one of several a tuple of as many.
 */
struct cat_binding {
  const char *name;
  const struct source *source;
  struct span span;
  bool is_function;
  const char **parameters;
  unsigned parameter_count;
  struct cat_expression *body;
};

/* || {} -> body      || first ++ rest -> body      || 'tag -> body      || _ -> body */
struct cat_clause {
  enum { PATTERN_EMPTY, PATTERN_MEMBER, PATTERN_TAG, PATTERN_ANY } pattern;
  const char *first, *rest; /* PATTERN_MEMBER; `first`: PATTERN_TAG */
  struct cat_expression *body;
};

enum cat_statement_kind {
  STATEMENT_LET,
  STATEMENT_TEST,      /* acyclic, irreflexive, empty: an axiom, or a flag */
  STATEMENT_WITH,      /* with name from expression */
  STATEMENT_PROCEDURE, /* procedure name(parameters) = body end */
  STATEMENT_CALL,      /* call expression, an application */
  STATEMENT_SHOW,      /* show expression as name; without an expression: unshow name */
  STATEMENT_IF,        /* if expression body else otherwise end */
  STATEMENT_FORALL,    /* forall name in expression do body end */
  STATEMENT_ENUM       /* enum name = 'tag || ...: expression is their list */
};

enum cat_test { TEST_ACYCLIC, TEST_IRREFLEXIVE, TEST_EMPTY };

struct cat_statement {
  enum cat_statement_kind kind;
  const struct source *source;
  struct span span;
  const struct cat_binding
      *bindings; /* LET; PROCEDURE, WITH, FORALL: one, with the name (and the parameters) */
  unsigned binding_count;
  bool recursive;
  enum cat_test test;
  bool negated, flag;
  bool undefined;                         /* a flag that leaves the program without a meaning */
  const char *name;                       /* TEST, CALL: after `as`, or NULL; SHOW, ENUM */
  struct cat_expression *expression;      /* TEST, WITH, CALL, SHOW, IF, FORALL, ENUM */
  struct cat_statement *body, *otherwise; /* PROCEDURE, IF, FORALL; IF */
  unsigned body_count, otherwise_count;
};

struct cat_tree {
  struct cat_statement *statements;
  unsigned count;
  char *title; /* the string in the first lines, or the words there; "" when there is neither */
  const char *first; /* the first word there, or the string where there is no word; "" when there is
                        neither */
  unsigned includes;
  bool generates_coherence; /* includes one of herd7's files that do; Dat3M's models take co as
                               given, and know none */
  VECTOR(void *) blocks;    /* everything the tree is made of */
};

/* Reads a model: `name` is a path when `from_file`, an embedded model's name otherwise.  A file
 * NAME.bell beside the file NAME.cat is read first: that is how herd's configurations pair them. */
bool cat_parse_model(const char *name, bool from_file, struct cat_tree *tree,
                     struct diagnostic *error);
/* Reads a text alone, which may include embedded models. */
bool cat_parse_text(const char *name, const char *text, struct cat_tree *tree,
                    struct diagnostic *error);
void cat_tree_free(struct cat_tree *tree);

#endif
