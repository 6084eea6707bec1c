/* LISA, the language of herd's bell files (Alglave, Cousot and Maranget, Syntax and semantics of
 * cat, 2016, part II).
 *
 *   r[once] r0 x   r[acquire,cta] r0 x+r1   w[release,gpu] x 1   f[mb]   call[sync]   mov r1 5
 *   mov r1 (xor r0 r0)   rmw[acq_rel] r0 (add r0 1) x   rmw[] r0 2 x   b[] r0 L   b[] L
 *   scopes: (system (gpu (cta P0 P1) (cta P2)))
 *
 * and its older form: commas between operands, brackets around addresses, rmw[add,A] r0,x,1,
 * rmw[exch,A], rmw[cas,A] r0,x,0,1, add r1,r0,1, b[ne] r0,1,L and b[always] L.
 *
 * A model gives annotations their meaning.  Each is a tag with a capital (Once, Acquire, Cta), by
 * which a bell file's enumerations know it.  Usual names also give the access its order and scope,
 * for models without a bell file; an access without one is weak.  The loaded register stands for
 * the old value in the operation of a read-modify-write, (add r0 1).  The tree of scopes places the
 * threads.  Without a tree each thread is a CTA of its own on one GPU.  Fences between two sets of
 * labels, and regions, are refused. */
#include <ctype.h>
#include "litmus/read/assembly.h"
#include "litmus/read/names.h"
#include "litmus/read/scope_tree.h"
#include "litmus/read/code.h"

enum { ANNOTATIONS_MAX = 16 };

struct annotations {
  struct span items[ANNOTATIONS_MAX];
  unsigned count;
};

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  return assembly_numbered_register(cursor, word, 'r', 7, name) >= 0;
}

/* ---- annotations ---- */

static bool read_annotations(struct assembling *a, struct annotations *annotations) {
  bool old = cursor_peek(a->cursor) == '(';
  annotations->count = 0;
  if (!old && cursor_peek(a->cursor) != '[') return true;
  cursor_accept(a->cursor, old ? "(" : "[");
  while (!cursor_accept(a->cursor, old ? ")" : "]")) {
    struct span word;
    if (annotations->count == ANNOTATIONS_MAX)
      return cursor_expected(a->cursor, "fewer annotations");
    if (!cursor_word(a->cursor, &word)) return cursor_expected(a->cursor, "an annotation or \"]\"");
    while (cursor_accept(a->cursor, "-")) { /* rcu-lock */
      struct span part;
      if (!cursor_word(a->cursor, &part))
        return cursor_expected(a->cursor, "the rest of the annotation");
      word.length = a->cursor->at - word.start;
    }
    annotations->items[annotations->count++] = word;
    cursor_accept(a->cursor, ",");
  }
  return true;
}

/* The tag of an annotation; the program owns the name if no other dialect has it. */
static bool tag_annotation(struct assembling *a, struct span annotation) {
  struct program *program = a->reader->program;
  char *name = span_copy(a->cursor, annotation);
  name[0] = (char)toupper((unsigned char)name[0]);
  unsigned before = program->tag_count;
  if (before + 1 >= TAGS_MAX) {
    memory_free(name);
    return cursor_fail(a->cursor, annotation, "more than %d annotations", TAGS_MAX - 1);
  }
  uint64_t bit = reader_tag(a->reader, name);
  a->instruction->tags |= bit;
  a->instruction->write_tags |= bit;
  if (program->tag_count > before && program->tags[before] == name)
    program->own_tags[program->own_tag_count++] = name;
  else memory_free(name);
  return true;
}

static void apply_usual(struct instruction *i, const struct cursor *cursor,
                        struct span annotation) {
  static const struct cursor_word orders[] = {
    { "once", ORDER_RELAXED },    { "relaxed", ORDER_RELAXED }, { "rlx", ORDER_RELAXED },
    { "acquire", ORDER_ACQUIRE }, { "acq", ORDER_ACQUIRE },     { "scacq", ORDER_ACQUIRE },
    { "release", ORDER_RELEASE }, { "rel", ORDER_RELEASE },     { "screl", ORDER_RELEASE },
    { "acq_rel", ORDER_ACQ_REL }, { "scar", ORDER_ACQ_REL },    { "sc", ORDER_SC },
    { "seq_cst", ORDER_SC },      { "mb", ORDER_SC },           { NULL, 0 }
  };
  static const struct cursor_word scopes[] = { { "cta", SCOPE_CTA },
                                               { "wg", SCOPE_CTA },
                                               { "workgroup", SCOPE_CTA },
                                               { "cluster", SCOPE_CLUSTER },
                                               { "gpu", SCOPE_GPU },
                                               { "dev", SCOPE_GPU },
                                               { "agent", SCOPE_GPU },
                                               { "device", SCOPE_GPU },
                                               { "gl", SCOPE_GPU },
                                               { "sys", SCOPE_SYSTEM },
                                               { "system", SCOPE_SYSTEM },
                                               { "all", SCOPE_SYSTEM },
                                               { NULL, 0 } };
  int order = cursor_lookup(cursor, annotation, orders),
      scope = cursor_lookup(cursor, annotation, scopes);
  if (order >= 0) i->order = (enum order)order;
  if (scope >= 0) i->scope = (enum scope)scope;
}

static bool apply_annotations(struct assembling *a, const struct annotations *annotations,
                              unsigned from) {
  struct instruction *i = a->instruction;
  for (unsigned k = from; k < annotations->count; k++) {
    if (!tag_annotation(a, annotations->items[k])) return false;
    apply_usual(i, a->cursor, annotations->items[k]);
  }
  if (i->opcode == OP_FENCE && i->order == ORDER_WEAK) i->order = ORDER_RELAXED;
  if (i->order != ORDER_WEAK && i->scope == SCOPE_NONE) i->scope = SCOPE_SYSTEM;
  return true;
}

/* ---- operands ---- */

static void optional_comma(struct assembling *a) { cursor_accept(a->cursor, ","); }

/* A register, a number, or a location, as a value. */
static bool read_value(struct assembling *a, struct operand *value) {
  char name[16];
  struct span word = cursor_next_word(a->cursor);
  if (!word.length || register_name(a->cursor, word, name)) return assembly_value(a, value);
  a->cursor->at = word.start + word.length;
  int location = reader_address(a->reader, word, true);
  *value = operand_location(location);
  return location >= 0;
}

/* x, r1, [x], x+r2, r1+0: a sum goes into a hidden register before the access. */
static bool read_address(struct assembling *a, struct operand *address) {
  struct operand offset;
  bool bracket = cursor_accept(a->cursor, "[");
  if (cursor_starts_number(a->cursor)) return cursor_expected(a->cursor, "an address");
  if (!read_value(a, address)) return false;
  if (cursor_accept(a->cursor, "+")) {
    if (!read_value(a, &offset) ||
        !assembly_apply_hidden(a, "address", ARITHMETIC_ADD, *address, offset))
      return false;
    *address = operand_register(a->instruction->destination);
  }
  return !bracket || cursor_expect(a->cursor, "]", "\"]\"");
}

static int read_register(struct assembling *a) {
  int index = assembly_register(a, REGISTER_WRITTEN);
  optional_comma(a);
  return index;
}

struct lisa_operation {
  enum arithmetic arithmetic;
  struct operand left, right;
};

/* "(add r1 1)", or only a value: ARITHMETIC_MOVE. */
static bool read_operation(struct assembling *a, struct lisa_operation *operation) {
  static const struct cursor_word names[] = { { "add", ARITHMETIC_ADD },
                                              { "sub", ARITHMETIC_SUB },
                                              { "and", ARITHMETIC_AND },
                                              { "or", ARITHMETIC_OR },
                                              { "xor", ARITHMETIC_XOR },
                                              { "eq", ARITHMETIC_EQ },
                                              { "neq", ARITHMETIC_NE },
                                              { "ne", ARITHMETIC_NE },
                                              { "lt", ARITHMETIC_LT },
                                              { "le", ARITHMETIC_LE },
                                              { "gt", ARITHMETIC_GT },
                                              { "ge", ARITHMETIC_GE },
                                              { NULL, 0 } };
  *operation = (struct lisa_operation){ ARITHMETIC_MOVE, .left = operand_constant(0) };
  if (!cursor_accept(a->cursor, "(")) return read_value(a, &operation->right);
  struct span word;
  if (!cursor_word(a->cursor, &word))
    return cursor_expected(a->cursor, "an operation (add, xor, eq, ...)");
  int arithmetic = cursor_lookup(a->cursor, word, names);
  if (arithmetic < 0) return cursor_unsupported(a->cursor, word, "operation");
  operation->arithmetic = (enum arithmetic)arithmetic;
  if (!read_value(a, &operation->left)) return false;
  optional_comma(a);
  return read_value(a, &operation->right) && cursor_expect(a->cursor, ")", "\")\"");
}

/* ---- instructions ---- */

static bool read_load(struct assembling *a) {
  struct annotations annotations;
  struct operand address;
  if (!read_annotations(a, &annotations)) return false;
  int destination = read_register(a);
  if (destination < 0 || !read_address(a, &address) || !assembly_more(a, OP_LOAD)) return false;
  a->instruction->destination = destination;
  a->instruction->address = address;
  return apply_annotations(a, &annotations, 0);
}

static bool read_store(struct assembling *a) {
  struct annotations annotations;
  struct operand address, value;
  if (!read_annotations(a, &annotations) || !read_address(a, &address)) return false;
  optional_comma(a);
  if (!read_value(a, &value) || !assembly_more(a, OP_STORE)) return false;
  a->instruction->address = address;
  a->instruction->value = value;
  return apply_annotations(a, &annotations, 0);
}

static bool make_rmw(struct assembling *a, enum arithmetic arithmetic, int destination,
                     struct operand address, struct operand value) {
  if (!assembly_more(a, OP_RMW)) return false;
  a->instruction->arithmetic = arithmetic;
  a->instruction->value = value;
  a->instruction->destination = destination;
  a->instruction->address = address;
  return true;
}

/* rmw[A] r0 (add r0 1) x */
static bool read_modify(struct assembling *a, const struct annotations *annotations,
                        int destination) {
  struct operand address;
  struct lisa_operation o;
  if (!read_operation(a, &o)) return false;
  optional_comma(a);
  enum arithmetic how = o.arithmetic;
  bool computes = how != ARITHMETIC_MOVE,
       by_left = computes && o.left.kind == OPERAND_REGISTER && (int)o.left.index == destination,
       by_right = computes && o.right.kind == OPERAND_REGISTER && (int)o.right.index == destination,
       commutes = how == ARITHMETIC_ADD || how == ARITHMETIC_AND || how == ARITHMETIC_OR ||
                  how == ARITHMETIC_XOR;
  if (by_left == by_right ? computes : by_right && !commutes)
    return cursor_fail(
        a->cursor, a->mnemonic,
        "unsupported: an operation that does not take what was read once, on its left");
  return read_address(a, &address) &&
         make_rmw(a, how, destination, address, by_right ? o.left : o.right) &&
         apply_annotations(a, annotations, 0);
}

/* rmw[add,A] r0,x,1   rmw[exch,A] r0,x,1   rmw[cas,A] r0,x,0,1 */
static bool read_modify_old(struct assembling *a, const struct annotations *annotations,
                            int destination, enum arithmetic arithmetic) {
  struct operand address, value, expected = operand_none();
  if (!read_address(a, &address)) return false;
  optional_comma(a);
  if (arithmetic == ARITHMETIC_CAS && !read_value(a, &expected)) return false;
  optional_comma(a);
  if (!read_value(a, &value) || !make_rmw(a, arithmetic, destination, address, value)) return false;
  a->instruction->left = expected;
  a->instruction->may_fail = arithmetic == ARITHMETIC_CAS;
  if (!apply_annotations(a, annotations, 1)) return false;
  a->instruction->fail_order = a->instruction->order == ORDER_WEAK ? ORDER_WEAK : ORDER_RELAXED;
  return true;
}

static bool read_rmw(struct assembling *a) {
  static const struct cursor_word old[] = {
    { "add", ARITHMETIC_ADD }, { "exch", ARITHMETIC_MOVE }, { "cas", ARITHMETIC_CAS }, { NULL, 0 }
  };
  struct annotations annotations;
  if (!read_annotations(a, &annotations)) return false;
  int destination = read_register(a),
      arithmetic = annotations.count ? cursor_lookup(a->cursor, annotations.items[0], old) : -1;
  if (destination < 0) return false;
  return arithmetic >= 0
             ? read_modify_old(a, &annotations, destination, (enum arithmetic)arithmetic)
             : read_modify(a, &annotations, destination);
}

static bool read_fence(struct assembling *a) {
  struct annotations annotations;
  if (!read_annotations(a, &annotations) || !assembly_more(a, OP_FENCE)) return false;
  if (cursor_peek(a->cursor) == '(' || cursor_peek(a->cursor) == '{')
    return cursor_fail(a->cursor, a->mnemonic, "unsupported: a fence between labels");
  return apply_annotations(a, &annotations, 0);
}

static bool read_move(struct assembling *a) {
  struct lisa_operation o;
  int destination = read_register(a);
  return destination >= 0 && read_operation(a, &o) &&
         assembly_apply(a, destination, o.arithmetic, o.left, o.right);
}

/* add r1,r0,1 */
static bool read_compute(struct assembling *a) {
  struct operand left, right;
  int destination = read_register(a);
  if (destination < 0 || !read_value(a, &left)) return false;
  optional_comma(a);
  return read_value(a, &right) &&
         assembly_apply(a, destination, (enum arithmetic)a->which, left, right);
}

/* b[] r0 L: when r0 is not 0.  b[eq] r0,1,L: when it is 1. */
static bool read_branch(struct assembling *a) {
  struct annotations annotations;
  char name[16];
  if (!read_annotations(a, &annotations)) return false;
  struct span word = cursor_next_word(a->cursor);
  if (!register_name(a->cursor, word, name))
    return assembly_more(a, OP_GOTO) && reader_jump(a->reader, a->thread);
  struct operand left, right = operand_constant(0);
  bool equal = annotations.count && span_is(a->cursor, annotations.items[0], "eq");
  bool compares = equal || (annotations.count && span_is(a->cursor, annotations.items[0], "ne"));
  if (!assembly_source(a, &left)) return false;
  optional_comma(a);
  if (compares && !read_value(a, &right)) return false;
  optional_comma(a);
  if (!assembly_more(a, OP_BRANCH)) return false;
  a->instruction->comparison = equal ? COMPARE_EQ : COMPARE_NE;
  a->instruction->left = left;
  a->instruction->value = right;
  return reader_jump(a->reader, a->thread);
}

static const struct mnemonic mnemonics[] = { { "R", read_load, 0 },
                                             { "W", read_store, 0 },
                                             { "RMW", read_rmw, 0 },
                                             { "F", read_fence, 0 },
                                             { "CALL", read_fence, 0 },
                                             { "MOV", read_move, 0 },
                                             { "B", read_branch, 0 },
                                             { "ADD", read_compute, ARITHMETIC_ADD },
                                             { "AND", read_compute, ARITHMETIC_AND },
                                             { "XOR", read_compute, ARITHMETIC_XOR },
                                             { NULL, NULL, 0 } };

/* ---- scopes ---- */

static bool refuse_regions(struct cursor *cursor) {
  struct span word = cursor_next_word(cursor);
  return !span_is(cursor, word, "regions") || cursor_fail(cursor, word, "unsupported: regions");
}

static bool read_scopes(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  if (!refuse_regions(cursor)) return false;
  if (!cursor_accept_word(cursor, "scopes")) return true;
  return cursor_expect(cursor, ":", "\":\"") && scope_tree_read(reader) && refuse_regions(cursor);
}

/* Accesses have no size, so one step of an address is one element. */
static struct type read_type(struct cursor *cursor, unsigned *size) {
  struct type type = assembly_type(cursor, size);
  *size = 0;
  return type;
}

static bool read_code(struct reader *reader) {
  return assembly_read(reader) && read_scopes(reader);
}

const struct dialect dialect_lisa = { .name = "LISA",
                                      .read_code = read_code,
                                      .read_type = read_type,
                                      .addresses = true,
                                      .mnemonics = mnemonics,
                                      .register_name = register_name };
