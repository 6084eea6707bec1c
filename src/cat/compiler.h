/* Inside the cat compiler: what names mean while a model is compiled.
 *
 * Compiling is evaluation in two stages.  Sets and relations become slots, whose contents an
 * execution supplies; tags, tuples, functions, and sets of sets, of relations and of tags are
 * values here and now, so functions are unfolded, matches decided and procedures run while the
 * model is compiled, once for all executions. */
#ifndef CAT_COMPILER_H
#define CAT_COMPILER_H

#include "cat/builder.h"

enum value_type {
  TYPE_NOTHING, /* 0 and {}, which fit a set, a relation and a set of anything */
  TYPE_SET,
  TYPE_RELATION,
  TYPE_TAG,  /* 'acq */
  TYPE_LIST, /* a set of relations, of sets, of tags or of lists */
  TYPE_TUPLE,
  TYPE_FUNCTION,
  TYPE_PRIMITIVE,
  TYPE_PROCEDURE,
  TYPE_CLASSES, /* the parts of a set of events by location */
  TYPE_ORDERS   /* the orders of a set of events that contain a relation; for `with` alone */
};

struct compiler;
struct value;
struct name_scope;

/* A function that the compiler knows, applied to its argument. */
typedef bool primitive(struct compiler *compiler, const struct cat_expression *at,
                       const struct value *argument, struct value *result);

struct value {
  enum value_type type;
  cat_slot slot;             /* SET, RELATION; CLASSES and ORDERS: the set */
  cat_slot order;            /* ORDERS */
  bool by_location;          /* ORDERS: of each location's events apart from the others' */
  const char *name;          /* TAG, PRIMITIVE */
  const struct value *items; /* LIST, TUPLE */
  unsigned count;
  const struct cat_binding *function; /* FUNCTION */
  const struct cat_statement *procedure;
  const struct name_scope *inside; /* FUNCTION, PROCEDURE: where it was made */
  primitive *apply;                /* PRIMITIVE */
};

/* Names in scope, innermost first. */
struct name_scope {
  const char *name;
  struct value value;
  const struct name_scope *outer;
};

struct compiler {
  struct cat_builder builder;
  struct diagnostic *error;
  const struct name_scope *scope;
  VECTOR(void *) blocks; /* scopes and items of lists */
  unsigned depth, steps;
  bool coherence_chosen; /* some `with` has made its name mean co */
  const char *call_name; /* after `as` of the call in work */
  unsigned trying;       /* how many first parts of `try`, and `show`s, the work is inside of */
  VECTOR(const char *) tried; /* tags that these have named */
  const char *const *chosen;  /* variants, up to a NULL; or NULL */
  const char *unless;         /* the tag whose `try` the second part in work belongs to */
};

void *cat_compiler_keep(struct compiler *compiler, void *block);
bool cat_compiler_fail(struct compiler *compiler, const struct cat_expression *at,
                       const char *message);
const struct name_scope *cat_compiler_find(const struct compiler *compiler, const char *name);
void cat_compiler_bind(struct compiler *compiler, const char *name, struct value value);

/* cat/operators.c: expressions. */
bool cat_compile_expression(struct compiler *compiler, const struct cat_expression *expression,
                            struct value *value);
/* The slot of a value that must have the given type, TYPE_SET or TYPE_RELATION. */
bool cat_value_slot(struct compiler *compiler, const struct cat_expression *at, struct value value,
                    enum value_type type, cat_slot *slot);
struct value cat_value_made(struct compiler *compiler, enum cat_operation_kind kind,
                            enum value_type type, cat_slot left, cat_slot right);
/* Is it the empty set or relation in every execution? */
bool cat_value_is_nothing(const struct compiler *compiler, const struct value *value);
const char *cat_value_type_name(enum value_type type);

/* cat/functions.c: functions, lists and choices. */
bool cat_compile_apply(struct compiler *compiler, const struct cat_expression *expression,
                       struct value *value);
/* Binds a function's or a tuple's parameters in the scope in force. */
bool cat_bind_parameters(struct compiler *compiler, const struct cat_expression *at,
                         const struct cat_binding *binding, const struct value *argument);
bool cat_compile_items(struct compiler *compiler, const struct cat_expression *expression,
                       enum value_type type, struct value *value);
bool cat_compile_add(struct compiler *compiler, const struct cat_expression *expression,
                     struct value *value);
/* a | b, a & b, a \ b of lists. */
bool cat_combine_lists(struct compiler *compiler, const struct cat_expression *at,
                       enum cat_operation_kind kind, const struct value *left,
                       const struct value *right, struct value *value);
bool cat_compile_match(struct compiler *compiler, const struct cat_expression *expression,
                       struct value *value);
bool cat_compile_condition(struct compiler *compiler, const struct cat_expression *condition,
                           bool *holds);

/* cat/variants.c: is the variant in force? */
bool cat_compile_variant(struct compiler *compiler, const struct cat_expression *condition,
                         bool *holds);

/* cat/bindings.c: let and let rec. */
bool cat_compile_bindings(struct compiler *compiler, const struct cat_binding *bindings,
                          unsigned count, bool recursive);

/* cat/library.c: the names that need no definition. */
void cat_library_bind(struct compiler *compiler);
extern const char cat_library_text[];
/* The slot of the events that carry a tag: false when no reader knows the tag.  at: where it is
 * named, or NULL. */
bool cat_library_tag(struct compiler *compiler, const char *name, const struct cat_expression *at,
                     struct value *value);
/* The set of all events, or of none: has the test's dialect the tag? */
cat_slot cat_library_presence(struct compiler *compiler, const char *name);
/* The set of a tag that an enumeration names, whether some reader knows it or not. */
struct value cat_library_annotation(struct compiler *compiler, const char *name);

#endif
