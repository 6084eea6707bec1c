/* LISA, the language of herd's bell files (Alglave, Cousot and Maranget, Syntax and semantics of
 * cat, 2016, part II).
 *
 *   r[once] r0 x   r[acquire,cta] r0 x+r1   w[release,gpu] x 1   f[mb]   call[sync]   mov r1 (xor
 * r0 r0)   mov r1 5 rmw[acq_rel] r0 (add r0 1) x   rmw[] r0 2 x   b[] r0 L   b[] L scopes: (system
 * (gpu (cta P0 P1) (cta P2)))
 *
 * and its older form: commas between operands, brackets around addresses, rmw[add,A] r0,x,1,
 * rmw[exch,A], rmw[cas,A] r0,x,0,1, add r1,r0,1, b[ne] r0,1,L and b[always] L.
 *
 * What an annotation means is the model's business.  Each is a tag with a capital (Once, Acquire,
 * Cta), a set under which a bell file's enumerations know it, and those whose names are the usual
 * ones give the access its order and scope too, so that models that know no bell file can judge the
 * test.  An access without such an annotation is weak. In (add r0 1) of a read-modify-write the
 * register that it loads stands for what it has read. Threads have the places of the tree of
 * scopes; without one each is a CTA of its own on one GPU.  A fence between two sets of labels, and
 * regions, are refused. */
#include "litmus/read/assembly.h"

#include <ctype.h>
#include <string.h>
#include "base/memory.h"

enum { ANNOTATIONS_MAX = 16, LEVELS_DEEP = 16 };

struct annotations {
  struct span items[ANNOTATIONS_MAX];
  unsigned count;
};

static bool register_name(const struct cursor *cursor, struct span word, char name[16]) {
  const char *text = cursor->source->text + word.start;
  if (word.length < 2 || word.length > 8 || text[0] != 'r') return false;
  memcpy(name, text, word.length);
  name[word.length] = 0;
  for (size_t i = 1; name[i]; i++)
    if (!isdigit((unsigned char)name[i])) return false;
  return true;
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

/* The tag of an annotation, which the program owns where no other dialect has it. */
static bool tag_annotation(struct assembling *a, struct span annotation) {
  struct program *program = a->reader->program;
  char *name = span_copy(a->cursor, annotation);
  name[0] = (char)toupper((unsigned char)name[0]);
  unsigned before = program->tag_count;
  if (before + 1 >= TAGS_MAX) {
    memory_free(name);
    return cursor_fail(a->cursor, annotation, "more than %d annotations", TAGS_MAX - 1);
  }
  assembly_tag(a, name);
  if (program->tag_count > before && program->tags[before] == name)
    program->own_tags[program->own_tag_count++] = name;
  else memory_free(name);
  return true;
}

static void apply_usual(struct instruction *i, const struct cursor *cursor,
                        struct span annotation) {
  static const struct {
    const char *word;
    enum order order;
  } orders[] = { { "once", ORDER_RELAXED },    { "relaxed", ORDER_RELAXED },
                 { "rlx", ORDER_RELAXED },     { "acquire", ORDER_ACQUIRE },
                 { "acq", ORDER_ACQUIRE },     { "scacq", ORDER_ACQUIRE },
                 { "release", ORDER_RELEASE }, { "rel", ORDER_RELEASE },
                 { "screl", ORDER_RELEASE },   { "acq_rel", ORDER_ACQ_REL },
                 { "scar", ORDER_ACQ_REL },    { "sc", ORDER_SC },
                 { "seq_cst", ORDER_SC },      { "mb", ORDER_SC } };
  static const struct {
    const char *word;
    enum scope scope;
  } scopes[] = { { "cta", SCOPE_CTA },       { "wg", SCOPE_CTA },    { "workgroup", SCOPE_CTA },
                 { "gpu", SCOPE_GPU },       { "dev", SCOPE_GPU },   { "agent", SCOPE_GPU },
                 { "device", SCOPE_GPU },    { "gl", SCOPE_GPU },    { "sys", SCOPE_SYSTEM },
                 { "system", SCOPE_SYSTEM }, { "all", SCOPE_SYSTEM } };
  for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
    if (span_is(cursor, annotation, orders[k].word)) i->order = orders[k].order;
  for (size_t k = 0; k < sizeof scopes / sizeof *scopes; k++)
    if (span_is(cursor, annotation, scopes[k].word)) i->scope = scopes[k].scope;
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
  *value = (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)location };
  return location >= 0;
}

/* x, r1, [x], x+r2, r1+0: a sum goes into a register of the reader's own before the access. */
static bool read_address(struct assembling *a, struct operand *address) {
  struct operand offset;
  bool bracket = cursor_accept(a->cursor, "[");
  if (cursor_starts_number(a->cursor)) return cursor_expected(a->cursor, "an address");
  if (!read_value(a, address)) return false;
  if (cursor_accept(a->cursor, "+")) {
    if (!read_value(a, &offset)) return false;
    struct instruction *sum = assembly_more(a, OP_COMPUTE);
    int index = sum ? assembly_hidden(a, "address", REGISTER_WRITTEN) : -1;
    if (index < 0) return false;
    sum->arithmetic = ARITHMETIC_ADD;
    sum->left = *address;
    sum->value = offset;
    sum->destination = index;
    *address = operand_register(index);
  }
  return !bracket || cursor_expect(a->cursor, "]", "\"]\"");
}

static int read_register(struct assembling *a) {
  int index = assembly_register(a, REGISTER_WRITTEN);
  optional_comma(a);
  return index;
}

/* "(add r1 1)", or a value alone: arithmetic_MOVE. */
static bool read_operation(struct assembling *a, enum arithmetic *arithmetic, struct operand *left,
                           struct operand *right) {
  static const struct {
    const char *word;
    enum arithmetic arithmetic;
  } operations[] = { { "add", ARITHMETIC_ADD }, { "sub", ARITHMETIC_SUB },
                     { "and", ARITHMETIC_AND }, { "or", ARITHMETIC_OR },
                     { "xor", ARITHMETIC_XOR }, { "eq", ARITHMETIC_EQ },
                     { "neq", ARITHMETIC_NE },  { "ne", ARITHMETIC_NE },
                     { "lt", ARITHMETIC_LT },   { "le", ARITHMETIC_LE },
                     { "gt", ARITHMETIC_GT },   { "ge", ARITHMETIC_GE } };
  *arithmetic = ARITHMETIC_MOVE;
  *left = operand_constant(0);
  if (!cursor_accept(a->cursor, "(")) return read_value(a, right);
  struct span word;
  if (!cursor_word(a->cursor, &word))
    return cursor_expected(a->cursor, "an operation (add, xor, eq, ...)");
  for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
    if (span_is(a->cursor, word, operations[k].word)) *arithmetic = operations[k].arithmetic;
  if (*arithmetic == ARITHMETIC_MOVE)
    return cursor_fail(a->cursor, word, "unsupported: the operation \"%.*s\"",
                       SPAN(a->cursor, word));
  if (!read_value(a, left)) return false;
  optional_comma(a);
  return read_value(a, right) && cursor_expect(a->cursor, ")", "\")\"");
}

/* ---- instructions ---- */

static bool read_load(struct assembling *a, int unused) {
  struct annotations annotations;
  struct operand address;
  (void)unused;
  if (!read_annotations(a, &annotations)) return false;
  int destination = read_register(a);
  if (destination < 0 || !read_address(a, &address) || !assembly_more(a, OP_LOAD)) return false;
  a->instruction->destination = destination;
  a->instruction->address = address;
  return apply_annotations(a, &annotations, 0);
}

static bool read_store(struct assembling *a, int unused) {
  struct annotations annotations;
  struct operand address, value;
  (void)unused;
  if (!read_annotations(a, &annotations) || !read_address(a, &address)) return false;
  optional_comma(a);
  if (!read_value(a, &value) || !assembly_more(a, OP_STORE)) return false;
  a->instruction->address = address;
  a->instruction->value = value;
  return apply_annotations(a, &annotations, 0);
}

/* rmw[A] r0 (add r0 1) x */
static bool read_modify(struct assembling *a, const struct annotations *annotations,
                        int destination) {
  struct operand address, left, right;
  enum arithmetic arithmetic;
  if (!read_operation(a, &arithmetic, &left, &right)) return false;
  optional_comma(a);
  bool by_left = arithmetic != ARITHMETIC_MOVE && left.kind == OPERAND_REGISTER &&
                 (int)left.index == destination;
  bool by_right = arithmetic != ARITHMETIC_MOVE && right.kind == OPERAND_REGISTER &&
                  (int)right.index == destination;
  bool turns = arithmetic == ARITHMETIC_ADD || arithmetic == ARITHMETIC_AND ||
               arithmetic == ARITHMETIC_OR || arithmetic == ARITHMETIC_XOR;
  if (by_left == by_right ? arithmetic != ARITHMETIC_MOVE : by_right && !turns)
    return cursor_fail(
        a->cursor, a->mnemonic,
        "unsupported: an operation that does not take what was read once, on its left");
  if (!read_address(a, &address) || !assembly_more(a, OP_RMW)) return false;
  a->instruction->arithmetic = arithmetic;
  a->instruction->value = by_right ? left : right;
  a->instruction->destination = destination;
  a->instruction->address = address;
  return apply_annotations(a, annotations, 0);
}

/* rmw[add,A] r0,x,1   rmw[exch,A] r0,x,1   rmw[cas,A] r0,x,0,1 */
static bool read_modify_old(struct assembling *a, const struct annotations *annotations,
                            int destination, enum arithmetic arithmetic) {
  struct operand address, value, expected = { .kind = OPERAND_NONE };
  if (!read_address(a, &address)) return false;
  optional_comma(a);
  if (arithmetic == ARITHMETIC_CAS && !read_value(a, &expected)) return false;
  optional_comma(a);
  if (!read_value(a, &value) || !assembly_more(a, OP_RMW)) return false;
  a->instruction->arithmetic = arithmetic;
  a->instruction->left = expected;
  a->instruction->value = value;
  a->instruction->may_fail = arithmetic == ARITHMETIC_CAS;
  a->instruction->destination = destination;
  a->instruction->address = address;
  if (!apply_annotations(a, annotations, 1)) return false;
  a->instruction->fail_order = a->instruction->order == ORDER_WEAK ? ORDER_WEAK : ORDER_RELAXED;
  return true;
}

static bool read_rmw(struct assembling *a, int unused) {
  static const struct {
    const char *word;
    enum arithmetic arithmetic;
  } old[] = { { "add", ARITHMETIC_ADD }, { "exch", ARITHMETIC_MOVE }, { "cas", ARITHMETIC_CAS } };
  struct annotations annotations;
  (void)unused;
  if (!read_annotations(a, &annotations)) return false;
  int destination = read_register(a);
  if (destination < 0) return false;
  for (size_t k = 0; annotations.count && k < sizeof old / sizeof *old; k++)
    if (span_is(a->cursor, annotations.items[0], old[k].word))
      return read_modify_old(a, &annotations, destination, old[k].arithmetic);
  return read_modify(a, &annotations, destination);
}

static bool read_fence(struct assembling *a, int unused) {
  struct annotations annotations;
  (void)unused;
  if (!read_annotations(a, &annotations) || !assembly_more(a, OP_FENCE)) return false;
  if (cursor_peek(a->cursor) == '(' || cursor_peek(a->cursor) == '{')
    return cursor_fail(a->cursor, a->mnemonic, "unsupported: a fence between labels");
  return apply_annotations(a, &annotations, 0);
}

static bool read_move(struct assembling *a, int unused) {
  struct operand left, right;
  enum arithmetic arithmetic;
  (void)unused;
  int destination = read_register(a);
  if (destination < 0 || !read_operation(a, &arithmetic, &left, &right) ||
      !assembly_more(a, OP_COMPUTE))
    return false;
  a->instruction->arithmetic = arithmetic;
  a->instruction->left = left;
  a->instruction->value = right;
  a->instruction->destination = destination;
  return true;
}

/* add r1,r0,1 */
static bool read_compute(struct assembling *a, int arithmetic) {
  struct operand left, right;
  int destination = read_register(a);
  if (destination < 0 || !read_value(a, &left)) return false;
  optional_comma(a);
  if (!read_value(a, &right) || !assembly_more(a, OP_COMPUTE)) return false;
  a->instruction->arithmetic = (enum arithmetic)arithmetic;
  a->instruction->left = left;
  a->instruction->value = right;
  a->instruction->destination = destination;
  return true;
}

/* b[] r0 L: when r0 is not 0.  b[eq] r0,1,L: when it is 1. */
static bool read_branch(struct assembling *a, int unused) {
  struct annotations annotations;
  char name[16];
  (void)unused;
  if (!read_annotations(a, &annotations)) return false;
  struct span word = cursor_next_word(a->cursor);
  if (!register_name(a->cursor, word, name))
    return assembly_more(a, OP_GOTO) && jump_read(a->reader, a->thread);
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
  return jump_read(a->reader, a->thread);
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

/* Counters of the instances met so far, by level; a place is what they say when a thread is named.
 */
struct scope_tree {
  unsigned gpu, family, cta, subgroup;
  struct place now;
};

static void enter(struct scope_tree *tree, const struct cursor *cursor, struct span level) {
  static const char *const names[][6] = { { "gpu", "dev", "device", "agent", "gl", "kernel" },
                                          { "qf" },
                                          { "cta", "wg", "work_group", "workgroup", "block" },
                                          { "warp", "wave", "sg", "sub_group", "wavefront" } };
  unsigned *const counters[] = { &tree->gpu, &tree->family, &tree->cta, &tree->subgroup };
  unsigned *const places[] = { &tree->now.gpu, &tree->now.family, &tree->now.cta,
                               &tree->now.subgroup };
  for (unsigned k = 0; k < 4; k++)
    for (unsigned n = 0; n < 6 && names[k][n]; n++)
      if (span_is(cursor, level, names[k][n])) *places[k] = (*counters[k])++;
}

static bool place_thread(struct reader *reader, const struct scope_tree *tree) {
  struct cursor *cursor = &reader->cursor;
  int64_t id;
  size_t start = cursor->at;
  cursor_accept(cursor, "P");
  if (!cursor_number_within(cursor, 0, INT32_MAX, "the number of a thread", &id)) return false;
  int thread = program_thread(reader->program, id);
  if (thread < 0)
    return cursor_fail(cursor, (struct span){ start, cursor->at - start },
                       "there is no thread P%lld", (long long)id);
  reader->program->threads[thread].place = tree->now;
  return true;
}

/* (level tree...) or (level P0 P1); instances of one level are numbered through, which keeps them
 * apart. */
static bool read_tree(struct reader *reader, struct scope_tree *tree, unsigned depth) {
  struct cursor *cursor = &reader->cursor;
  struct span level;
  struct place outer = tree->now;
  if (depth > LEVELS_DEEP) return cursor_expected(cursor, "fewer levels");
  if (!cursor_word(cursor, &level)) return cursor_expected(cursor, "a scope");
  enter(tree, cursor, level);
  while (!cursor_accept(cursor, ")")) {
    if (cursor_at_end(cursor)) return cursor_expected(cursor, "\")\"");
    bool good = cursor_accept(cursor, "(") ? read_tree(reader, tree, depth + 1)
                                           : place_thread(reader, tree);
    if (!good) return false;
  }
  tree->now = outer;
  return true;
}

static bool read_scopes(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  struct span word = cursor_next_word(cursor);
  if (span_is(cursor, word, "regions")) return cursor_fail(cursor, word, "unsupported: regions");
  if (!span_is(cursor, word, "scopes")) return true;
  struct scope_tree tree = { 0 };
  cursor->at = word.start + word.length;
  if (!cursor_expect(cursor, ":", "\":\"")) return false;
  do
    if (!cursor_expect(cursor, "(", "\"(\" and a scope") || !read_tree(reader, &tree, 0))
      return false;
  while (cursor_peek(cursor) == '(');
  word = cursor_next_word(cursor);
  return !span_is(cursor, word, "regions") || cursor_fail(cursor, word, "unsupported: regions");
}

static bool read_code(struct reader *reader) {
  return assembly_read(reader) && read_scopes(reader);
}

static const struct assembly assembly = { "LISA", mnemonics, register_name, NULL,
                                          .counts_elements = true };

const struct dialect dialect_lisa = { .name = "LISA",
                                      .read_initial = assembly_initial,
                                      .read_code = read_code,
                                      .assembly = &assembly,
                                      .addresses = true };
