/* The syntax tree of a memory model.
 *
 * The statements of an included file stand in place of its include, so a model is one list of
 * statements.  Every node names the text that it came from, for messages. */
#ifndef CAT_TREE_H
#define CAT_TREE_H

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
  EXPRESSION_MEMBER,
  EXPRESSION_KINDS
};

struct cat_expression {
  enum cat_expression_kind kind;
  const struct source *source;
  struct span span;
  const char *name; /* NAME, TAG (without the quote), VARIANT */
  struct cat_expression **parts;
  unsigned part_count;
  const struct cat_binding *bindings; /* LET, FUNCTION */
  unsigned binding_count;
  bool recursive;                   /* LET */
  const struct cat_clause *clauses; /* MATCH */
  unsigned clause_count;
  unsigned depth; /* of the tree of infix and postfix operators */
};

/* `name = body` of a let, or `(parameters) = body` without a name.  A function of one parameter
 * takes any argument; a function of several takes a tuple of as many items. */
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
  const char *first, *rest; /* MEMBER; `first`: TAG */
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
  STATEMENT_ENUM,      /* enum name = 'tag || ...: the expression is their list */
  STATEMENT_KINDS
};

enum cat_test { TEST_ACYCLIC, TEST_IRREFLEXIVE, TEST_EMPTY };

struct cat_block {
  struct cat_statement *statements;
  unsigned count;
};

struct cat_statement {
  enum cat_statement_kind kind;
  const struct source *source;
  struct span span;
  const struct cat_binding *bindings; /* LET; PROCEDURE, WITH, FORALL: one, for the name */
  unsigned binding_count;
  bool recursive; /* LET */
  enum cat_test test;
  bool negated, flag;
  bool undefined;                    /* a flag that leaves the program without a meaning */
  const char *name;                  /* TEST, CALL: after `as`, or NULL; SHOW, ENUM */
  struct cat_expression *expression; /* TEST, WITH, CALL, SHOW, IF, FORALL, ENUM */
  struct cat_block body, otherwise;  /* PROCEDURE, IF, FORALL; IF */
};

typedef VECTOR(struct cat_statement) cat_statements;

struct cat_tree {
  struct cat_block statements;
  char *title;       /* the string in the first lines, or the words there, or "" */
  const char *first; /* the first word there, or else the string, or "" */
  unsigned includes;
  bool generates_coherence; /* includes a file of herd7's that makes co; Dat3M's take co as given */
  VECTOR(void *) blocks;    /* memory of everything in the tree */
};

#endif
