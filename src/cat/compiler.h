/* The state of the cat compiler, and what its parts share.
 *
 * Compiling is evaluation in two stages.  Sets and relations become slots, whose contents an
 * execution supplies.  Tags, tuples, functions, and sets of sets, of relations or of tags are
 * values of the compiler.  So functions are unfolded, matches decided and procedures run once, for
 * all executions.
 *
 * cat_compile_expression finds the rule of a node in the table of compile.c.  The files that hold
 * the rules call that one entry, never each other. */
#ifndef CAT_COMPILER_H
#define CAT_COMPILER_H

#include "base/arena.h"
#include "cat/builder.h"
#include "cat/tree.h"

enum cat_type {
  TYPE_NOTHING, /* 0 and {}, which fit a set, a relation and a set of anything */
  TYPE_SET,
  TYPE_RELATION,
  TYPE_TAG,  /* 'acq */
  TYPE_LIST, /* a set of relations, of sets, of tags or of lists */
  TYPE_TUPLE,
  TYPE_FUNCTION,
  TYPE_PRIMITIVE,
  TYPE_PROCEDURE,
  TYPE_CLASSES, /* the parts of a set of events by location, or by an equivalence relation */
  TYPE_LIFTED,  /* a relation between such parts, kept as one between their members */
  TYPE_ORDERS   /* the orders of a set of events that contain a relation; only for `with` */
};

struct cat_compiler;
struct cat_value;
struct cat_scope;

/* Applies a function of the library to its argument. */
typedef bool cat_primitive(struct cat_compiler *c, const struct cat_expression *at,
                           const struct cat_value *argument, struct cat_value *result);
/* Compiles one kind of expression. */
typedef bool cat_rule(struct cat_compiler *c, const struct cat_expression *e,
                      struct cat_value *value);

struct cat_value {
  enum cat_type type;
  cat_slot slot;                 /* SET, RELATION, LIFTED; CLASSES and ORDERS: the set */
  cat_slot order;                /* ORDERS; CLASSES not by location: the equivalence relation */
  bool by_location;              /* ORDERS, CLASSES: each location's events are apart */
  const char *name;              /* TAG, PRIMITIVE */
  const struct cat_value *items; /* LIST, TUPLE */
  unsigned count;
  const struct cat_binding *function; /* FUNCTION */
  const struct cat_statement *procedure;
  const struct cat_scope *inside; /* FUNCTION, PROCEDURE: scope of the definition */
  cat_primitive *apply;           /* PRIMITIVE */
};

/* A kind of expression: its rule, and for operators the operation and the type of the operands. */
struct cat_kind {
  cat_rule *rule;
  enum cat_operation_kind operation;
  enum cat_type operands;
};

/* Names in scope, innermost first. */
struct cat_scope {
  const char *name;
  struct cat_value value;
  const struct cat_scope *outer;
};

struct cat_compiler {
  struct cat_builder builder;
  const struct cat_kind *kinds; /* by kind of expression */
  struct diagnostic *error;
  const struct cat_scope *scope;
  struct arena arena; /* memory of scopes and items */
  unsigned depth, steps;
  bool coherence_chosen;      /* some `with` has made its name mean co */
  const char *call_name;      /* after `as` of the call in work */
  unsigned trying;            /* first parts of `try`, and `show`s, around the expression in work */
  VECTOR(const char *) tried; /* tags that these have named */
  const char *const *chosen;  /* variants, up to a NULL; or NULL */
  const char *unless;         /* the tag whose `try` the second part in work belongs to */
};

/* Compiles an expression by the rule of its kind; false on error. */
cat_rule cat_compile_expression;

/* Fails at an expression, or another node with a place. */
#define cat_compiler_fail(c, at, ...) \
  diagnostic_at((c)->error, (at)->source, (at)->span, __VA_ARGS__)
/* The innermost definition of a name; NULL if there is none. */
const struct cat_scope *cat_compiler_find(const struct cat_compiler *c, const char *name);
void cat_compiler_bind(struct cat_compiler *c, const char *name, struct cat_value value);
/* Binds the parameters of a function or a tuple. */
bool cat_compiler_bind_parameters(struct cat_compiler *c, const struct cat_expression *at,
                                  const struct cat_binding *binding,
                                  const struct cat_value *argument);

/* The index of the flag of that name, which is added if it is new.  Fails at an expression where
 * there are too many. */
bool cat_compiler_flag(struct cat_compiler *c, const struct cat_expression *at, const char *name,
                       int *flag);

/* The slot of a value that must have the given type, TYPE_SET or TYPE_RELATION. */
bool cat_value_slot(struct cat_compiler *c, const struct cat_expression *at, struct cat_value value,
                    enum cat_type type, cat_slot *slot);
struct cat_value cat_value_built(struct cat_compiler *c, enum cat_operation_kind kind,
                                 enum cat_type type, cat_slot left, cat_slot right);
bool cat_value_is_slot(const struct cat_value *value); /* a set or a relation */
bool cat_value_is_list(const struct cat_value *value); /* a list, perhaps empty */
/* Is it the empty set or relation in every execution? */
bool cat_value_is_nothing(const struct cat_compiler *c, const struct cat_value *value);
const char *cat_type_name(enum cat_type type);

/* ---- the rules of expressions ---- */

cat_rule cat_compile_name, cat_compile_constant, cat_compile_same_type, cat_compile_operator,
    cat_compile_complement, cat_compile_let_in, cat_compile_try;
cat_rule cat_compile_function, cat_compile_apply, cat_compile_items, cat_compile_add,
    cat_compile_match, cat_compile_if;

/* ---- the names that a model need not define (library.c) ---- */

extern const char cat_library_text[];

#endif
