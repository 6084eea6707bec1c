/* The names that a model need not define: base names, tags, and the standard library.
 *
 * herd7 has part of the library in stdlib.cat, which every model gets, and Dat3M builds it in.
 * Here it precedes the first line of every model.
 *
 * A tag is a set of events that some dialect has: fences by their names, annotations, storage
 * classes.  The test's reader says which events carry it (program.h).  A check that names a tag
 * which the test's dialect lacks is refused, unless a `try` names it (applies.c).  Names of page
 * tables, instruction fetch and tagged memory are empty, which decides matches on them: no reader
 * accepts a test that has these. */
#include "cat/compiler.h"
#include "cat/library.h"
#include "cat/axioms.h"

#include <ctype.h>
#include <string.h>
#include "base/text.h"
#include "litmus/tags.h"
#include "cat/reader.h"

const char cat_library_text[] = "let fr = (rf^-1 ; co) \\ id\n"
                                "let po-loc = po & loc\n"
                                "let rfe = rf & ext  let rfi = rf & int\n"
                                "let coe = co & ext  let coi = co & int\n"
                                "let fre = fr & ext  let fri = fr & int  let ca = fr | co\n"
                                "let co0 = loc & ((IW * (W \\ IW)) | ((W \\ FW) * FW))\n"
                                "let emptyset = domain 0\n"
                                "let Exp = _  let SPEC = emptyset\n"
                                "let si = sm\n"
                                "let swg = scta  let sdv = sgpu\n"
                                "let invrf = rf^-1\n"
                                "let fencerel(S) = po ; [S] ; po\n"
                                "let ctrlcfence(ctrl, CFENCE) = ctrl ; [CFENCE] ; po\n"
                                "let toid(S) = [S]\n"
                                "let noid(r) = r \\ id\n"
                                "let imply(a, b) = ~a | b\n"
                                "let nodetour(a, b, c) = a \\ (b ; c)\n"
                                "let singlestep(r) = nodetour(r, r, r)\n"
                                "let udr r = domain r | range r\n"
                                "let different-values(r) = r \\ same-value\n"
                                "let generate_cos(pco) = generate_orders(W, pco)\n"
                                "let cross orders = orders\n"
                                "let map f = let rec do_map S = match S with || {} -> {} || e ++ S "
                                "-> f e ++ do_map S end in do_map\n"
                                "procedure subseteq(A, B) = empty (A \\ B) end\n"
                                "procedure inclusion(r1, r2) = empty r1 \\ r2 end\n"
                                "procedure total(r, E) = call inclusion((E * E), (r | r^-1)) end\n";

/* ---- tags ---- */

/* Sets that are empty in every test that is read here.  Only registers that carry a dependency into
 * an access or a branch are events (Rreg).  Values flow into them as iico_data, through any
 * registers between, so Wreg and rf-reg are empty. */
static const char *const absent_sets[] = {
  "NExp",     "FAULT",       "MMU",        "TLBI",       "TLBInXS",
  "TLBIIS",   "DC.CVAU",     "DC",         "IC.IALLUIS", "IC.IALLU",
  "IC.IVAU",  "EXC-ENTRY",   "EXC-RET",    "TagCheck",   "T",
  "SPURIOUS", "PTE",         "PTEV",       "PTEINV",     "AF",
  "DB",       "Translation", "AccessFlag", "Instr",      "Restricted-CMODX",
  "UB",       "Wreg",        NULL
};
/* The absent names that models of any dialect may use. */
static const char *const absent_anywhere[] = {
  "NExp",       "SPURIOUS", "UB", "Wreg", "rf-reg", "iico_order", "same-low-order-bits",
  "inv-domain", NULL
};
static const char *const absent_relations[] = { "inv-domain", "same-low-order-bits", "same-tag-loc",
                                                "rf-reg",     "iico_order",          "PTEtoPA",
                                                NULL };

/* Other names of BCC, from herd7's library. */
static const char *const branches[] = { "PoD", "BR", NULL };

/* The entry of a tag, made at its first use. */
static struct cat_tag *tag_of(struct cat_compiler *c, struct cat_tags *tags, const char *name) {
  for (size_t i = 0; i < tags->length; i++)
    if (text_equal(tags->items[i].name, name)) return &tags->items[i];
  struct cat_tag tag = { .name = name,
                         .slot = cat_builder_variable(&c->builder, true, LEVEL_EVENTS, -1) };
  vector_push(*tags, tag);
  return &tags->items[tags->length - 1];
}

cat_slot cat_library_presence(struct cat_compiler *c, const char *name) {
  return tag_of(c, &c->builder.code->presences, name)->slot;
}

/* Keeps the place that demands most of the test's dialect. */
static void note_use(struct cat_compiler *c, struct cat_tag *tag, const struct cat_expression *at) {
  if (c->trying) {
    vector_push(c->tried, tag->name);
  } else if (at && (!tag->at || (tag->unless && !c->unless))) {
    tag->at = at;
    tag->unless = c->unless;
  }
}

bool cat_library_tag(struct cat_compiler *c, const char *name, const struct cat_expression *at,
                     struct cat_value *value) {
  bool set = text_among(name, absent_sets) != NULL;
  if (set || text_among(name, absent_relations)) {
    struct cat_tag absent = { .name = name, .at = at, .unless = c->unless };
    if (at && !c->trying && !text_among(name, absent_anywhere))
      vector_push(c->builder.code->absent, absent);
    *value = cat_value_built(c, OPERATION_NOTHING, set ? TYPE_SET : TYPE_RELATION, 0, 0);
    return true;
  }
  const char *known = tag_known_name(text_among(name, branches) ? "BCC" : name);
  if (!known) return false;
  struct cat_tag *tag = tag_of(c, &c->builder.code->tags, known);
  note_use(c, tag, at);
  *value = (struct cat_value){ TYPE_SET, .slot = tag->slot };
  return true;
}

struct cat_value cat_library_annotation(struct cat_compiler *c, const char *name) {
  struct cat_value set = { TYPE_SET };
  if (!cat_library_tag(c, name, NULL, &set))
    set.slot = tag_of(c, &c->builder.code->tags,
                      cat_tree_keep(&c->builder.code->library, memory_format("%s", name)))
                   ->slot;
  return set;
}

/* ---- functions ---- */

static bool apply_projection(struct cat_compiler *c, const struct cat_expression *at,
                             enum cat_operation_kind kind, const struct cat_value *argument,
                             struct cat_value *result) {
  cat_slot slot;
  if (!cat_value_slot(c, at, *argument, TYPE_RELATION, &slot)) return false;
  *result = cat_value_built(c, kind, TYPE_SET, slot, 0);
  return true;
}

static bool apply_domain(struct cat_compiler *c, const struct cat_expression *at,
                         const struct cat_value *argument, struct cat_value *result) {
  return apply_projection(c, at, OPERATION_DOMAIN, argument, result);
}

static bool apply_range(struct cat_compiler *c, const struct cat_expression *at,
                        const struct cat_value *argument, struct cat_value *result) {
  return apply_projection(c, at, OPERATION_RANGE, argument, result);
}

/* linearisations(S, r) */
static bool apply_linearisations(struct cat_compiler *c, const struct cat_expression *at,
                                 const struct cat_value *argument, struct cat_value *result) {
  if (argument->type != TYPE_TUPLE || argument->count != 2)
    return cat_compiler_fail(c, at, "\"linearisations\" takes a set and a relation");
  *result = (struct cat_value){ TYPE_ORDERS };
  return cat_value_slot(c, at, argument->items[0], TYPE_SET, &result->slot) &&
         cat_value_slot(c, at, argument->items[1], TYPE_RELATION, &result->order);
}

/* generate_orders(S, r): the linearisations of each location's events, in every combination, as
 * herd7's cross.cat makes them. */
static bool apply_orders(struct cat_compiler *c, const struct cat_expression *at,
                         const struct cat_value *argument, struct cat_value *result) {
  if (!apply_linearisations(c, at, argument, result)) return false;
  result->by_location = true;
  return true;
}

/* classes-loc(S), and co_locs(r, classes-loc(S)) */
static bool apply_classes(struct cat_compiler *c, const struct cat_expression *at,
                          const struct cat_value *argument, struct cat_value *result) {
  *result = (struct cat_value){ TYPE_CLASSES, .by_location = true };
  return cat_value_slot(c, at, *argument, TYPE_SET, &result->slot);
}

/* The pairs that an equivalence relation would have, too: r^-1 \ r and (r ; r) \ r. */
static cat_slot missing_pairs(struct cat_builder *b, cat_slot r) {
  cat_slot inverse = cat_build(b, OPERATION_INVERSE, false, r, 0);
  cat_slot twice = cat_build(b, OPERATION_SEQUENCE, false, r, r);
  return cat_build(b, OPERATION_UNION, false, cat_build(b, OPERATION_DIFFERENCE, false, inverse, r),
                   cat_build(b, OPERATION_DIFFERENCE, false, twice, r));
}

/* classes(r).  An execution in which r is no equivalence relation raises a flag, by which the judge
 * refuses the test. */
static bool apply_classes_of(struct cat_compiler *c, const struct cat_expression *at,
                             const struct cat_value *argument, struct cat_value *result) {
  struct cat_builder *b = &c->builder;
  unsigned line, column;
  *result = (struct cat_value){ TYPE_CLASSES };
  if (!cat_value_slot(c, at, *argument, TYPE_RELATION, &result->order)) return false;
  diagnostic_source_position(at->source, at->span.start, &line, &column);
  const char *name =
      cat_tree_keep(&b->code->library, memory_format("%s:%u:%u", at->source->name, line, column));
  struct cat_axiom axiom = { TEST_EMPTY, true, -1, name, at->source, at->span };
  if (!cat_compiler_flag(c, at, name, &axiom.flag)) return false;
  b->code->unequal |= (uint64_t)1 << axiom.flag;
  cat_build_test(b, missing_pairs(b, result->order), &axiom);
  return true;
}

/* The equivalence relation that makes the classes. */
static cat_slot relation_of(struct cat_builder *b, const struct cat_value *classes) {
  if (!classes->by_location) return classes->order;
  return cat_build(b, OPERATION_INTERSECTION, false, BASE_LOC,
                   cat_build(b, OPERATION_PRODUCT, false, classes->slot, classes->slot));
}

/* lift(classes, r): from a class to another where some of their members are in r. */
static bool apply_lift(struct cat_compiler *c, const struct cat_expression *at,
                       const struct cat_value *argument, struct cat_value *result) {
  struct cat_builder *b = &c->builder;
  cat_slot lifted;
  if (argument->type != TYPE_TUPLE || argument->count != 2 ||
      argument->items[0].type != TYPE_CLASSES)
    return cat_compiler_fail(c, at, "\"lift\" takes classes (classes(r)) and a relation");
  if (!cat_value_slot(c, at, argument->items[1], TYPE_RELATION, &lifted)) return false;
  cat_slot same = relation_of(b, &argument->items[0]);
  lifted = cat_build(b, OPERATION_SEQUENCE, false, same, lifted);
  *result = (struct cat_value){ TYPE_LIFTED,
                                .slot = cat_build(b, OPERATION_SEQUENCE, false, lifted, same) };
  return true;
}

/* delift(lift(classes, r)): the pairs of members of such classes. */
static bool apply_delift(struct cat_compiler *c, const struct cat_expression *at,
                         const struct cat_value *argument, struct cat_value *result) {
  if (argument->type != TYPE_LIFTED)
    return cat_compiler_fail(c, at, "\"delift\" takes a relation between classes (lift(c, r))");
  *result = (struct cat_value){ TYPE_RELATION, .slot = argument->slot };
  return true;
}

static bool apply_class_orders(struct cat_compiler *c, const struct cat_expression *at,
                               const struct cat_value *argument, struct cat_value *result) {
  if (argument->type != TYPE_TUPLE || argument->count != 2 ||
      argument->items[1].type != TYPE_CLASSES || !argument->items[1].by_location)
    return cat_compiler_fail(c, at,
                             "\"co_locs\" takes a relation and the classes of a set (partition S)");
  *result = (struct cat_value){ TYPE_ORDERS, .slot = argument->items[1].slot, .by_location = true };
  return cat_value_slot(c, at, argument->items[0], TYPE_RELATION, &result->order);
}

/* tag2set('acq): the set of the events that carry the tag. */
static bool apply_tag(struct cat_compiler *c, const struct cat_expression *at,
                      const struct cat_value *argument, struct cat_value *result) {
  if (argument->type != TYPE_TAG)
    return cat_compiler_fail(c, at, "expected a tag, found %s", cat_type_name(argument->type));
  char *capital = cat_tree_keep(&c->builder.code->library, memory_format("%s", argument->name));
  capital[0] = (char)toupper((unsigned char)capital[0]);
  if (cat_code_tag(c->builder.code, capital)) /* an enumeration named it */
    *result = cat_library_annotation(c, capital);
  return result->type == TYPE_SET || cat_library_tag(c, argument->name, at, result) ||
         cat_library_tag(c, capital, at, result) ||
         cat_compiler_fail(c, at, "no event of any test has the tag '%s", argument->name);
}

/* tag2scope('wg): the events of threads that share an instance of the scope. */
static bool apply_scope(struct cat_compiler *c, const struct cat_expression *at,
                        const struct cat_value *argument, struct cat_value *result) {
  static const struct {
    const char *tag;
    enum cat_base base;
  } scopes[] = { { "wi", BASE_INT },      { "thread", BASE_INT },     { "sg", BASE_SSG },
                 { "wave", BASE_SSG },    { "warp", BASE_SSG },       { "wg", BASE_SCTA },
                 { "cta", BASE_SCTA },    { "workgroup", BASE_SCTA }, { "qf", BASE_SQF },
                 { "dev", BASE_SGPU },    { "dv", BASE_SGPU },        { "device", BASE_SGPU },
                 { "gpu", BASE_SGPU },    { "gl", BASE_SGPU },        { "agent", BASE_SGPU },
                 { "kernel", BASE_SGPU }, { "sys", BASE_SSYS },       { "system", BASE_SSYS },
                 { "all", BASE_SSYS } };
  for (size_t i = 0; argument->type == TYPE_TAG && i < sizeof scopes / sizeof *scopes; i++)
    if (text_equal(scopes[i].tag, argument->name)) {
      *result = (struct cat_value){ TYPE_RELATION, .slot = scopes[i].base };
      return true;
    }
  return cat_compiler_fail(
      c, at, "expected the tag of a scope, found %s%s", argument->type == TYPE_TAG ? "'" : "",
      argument->type == TYPE_TAG ? argument->name : cat_type_name(argument->type));
}

/* Functions on the contents of page tables, which no test has. */
static bool apply_to_page_tables(struct cat_compiler *c, const struct cat_expression *at,
                                 const struct cat_value *argument, struct cat_value *result) {
  const struct cat_value *first =
      argument->type == TYPE_TUPLE && argument->count ? argument->items : argument;
  if (!cat_value_is_nothing(c, first))
    return cat_compiler_fail(c, at, "unsupported: a function on the contents of page tables");
  *result = (struct cat_value){ TYPE_NOTHING };
  return true;
}

void cat_library_bind(struct cat_compiler *c) {
  static const struct {
    const char *name;
    cat_primitive *apply;
  } primitives[] = { { "domain", apply_domain },
                     { "range", apply_range },
                     { "linearisations", apply_linearisations },
                     { "generate_orders", apply_orders },
                     { "classes-loc", apply_classes },
                     { "classes", apply_classes_of },
                     { "lift", apply_lift },
                     { "delift", apply_delift },
                     { "partition", apply_classes },
                     { "co_locs", apply_class_orders },
                     { "tag2set", apply_tag },
                     { "tag2events", apply_tag },
                     { "tag2instrs", apply_tag },
                     { "tag2scope", apply_scope },
                     { "same-oa", apply_to_page_tables },
                     { "oa-changes", apply_to_page_tables },
                     { "at-least-one-writable", apply_to_page_tables } };
  for (unsigned base = 0; base < BASE_COUNT; base++)
    cat_compiler_bind(c, cat_base_names[base].name,
                      (struct cat_value){ cat_base_names[base].is_set ? TYPE_SET : TYPE_RELATION,
                                          .slot = (cat_slot)base });
  for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
    cat_compiler_bind(c, primitives[i].name,
                      (struct cat_value){ TYPE_PRIMITIVE, .name = primitives[i].name,
                                          .apply = primitives[i].apply });
}
