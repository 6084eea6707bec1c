/* C-like dialects: what expressions, statements and functions become, what is refused, and texts
 * cut short. */
#include "support.h"

#include <string.h>
#include "base/text.h"
#include "litmus/tags.h"

static struct program *c_code(const char *statements) {
  char *text = memory_format(
      "C t\n{ [x]=0; int *p = &y; 0:r9=3; }\nP0(atomic_int *x, int *y, int **p) {\n%s\n}\n"
      "exists (x=1 /\\ 0:r9=y)\n",
      statements);
  struct program *program = must_read(text);
  memory_free(text);
  return program;
}

static void refuse_code(const char *statements, const char *part) {
  char *text = memory_format("C t\n{ [x]=0; }\nP0(atomic_int *x, int *y) {\n%s\n}\nexists (x=1)\n",
                             statements);
  must_refuse(text, part);
  memory_free(text);
}

static bool has_tag(const struct program *program, uint64_t tags, const char *name) {
  for (unsigned t = 0; t < program->tag_count; t++)
    if (text_equal(program->tags[t], name)) return tags >> t & 1;
  return false;
}

static void accesses(void **state) {
  (void)state;
  struct program *p =
      c_code("int r0 = atomic_load_explicit(x, memory_order_acquire); *y = r0 + 1;\n"
             "r1 = READ_ONCE(*y); WRITE_ONCE(*p, r1); r2 = *p; r3 = *r2;\n"
             "atomic_thread_fence(memory_order_seq_cst);");
  const struct thread *t = &p->threads[0];
  assert_int_equal(t->length, 8);
  assert_int_equal(t->instructions[0].order, ORDER_ACQUIRE);
  assert_true(has_tag(p, t->instructions[0].tags, "A"));
  assert_string_equal(t->registers[t->instructions[0].destination].name, "r0");
  assert_int_equal(t->instructions[1].arithmetic, ARITHMETIC_ADD);
  assert_int_equal(t->instructions[2].order, ORDER_WEAK);
  assert_true(has_tag(p, t->instructions[3].tags, "ONCE") &&
              has_tag(p, t->instructions[3].tags, "Once"));
  assert_int_equal(t->instructions[6].address.kind, OPERAND_REGISTER);
  assert_int_equal(t->instructions[7].opcode, OP_FENCE);
  assert_false(has_tag(p, p->locations[0].tags, "NAL"));
  assert_true(has_tag(p, p->locations[2].tags, "NAL"));
  assert_int_equal(p->locations[1].initial, address_of(2));
  assert_int_equal(p->condition->second->right.number, address_of(2));
  program_free(p);
}

/* x + (y + p): y and p follow nothing of x, and p nothing of y. */
static void operands_in_no_order(void **state) {
  (void)state;
  struct program *p = c_code("r0 = *x + (*y + 1) * **p; r1 = *x + 2;");
  const struct instruction *i = p->threads[0].instructions;
  assert_int_equal(i[0].unsequenced_from, 0);
  assert_int_equal(i[1].unsequenced_from, 1); /* *y: after nothing of the load of x */
  assert_int_equal(i[1].unsequenced_until, 2);
  assert_int_equal(i[3].opcode, OP_LOAD); /* *p: after neither */
  assert_int_equal(i[3].unsequenced_from, 1);
  assert_int_equal(i[3].unsequenced_until, 4);
  assert_int_equal(i[7].opcode, OP_LOAD);
  assert_int_equal(i[7].unsequenced_from, 0);
  program_free(p);
}

static void control(void **state) {
  (void)state;
  struct program *p = c_code(
      "if (r9 == 1) *y = 1; else { *y = 2; *y = 3; } while (r9) r9 = 0; do r9 = 1; while (!r9);");
  const struct instruction *i = p->threads[0].instructions;
  assert_int_equal(i[1].opcode, OP_BRANCH);
  assert_int_equal(i[1].target, 4);
  assert_int_equal(i[1].join, 6);
  assert_int_equal(i[3].opcode, OP_GOTO);
  assert_int_equal(i[3].target, 6);
  assert_int_equal(i[6].opcode, OP_BRANCH);
  assert_int_equal(i[6].join, 9);
  assert_int_equal(i[8].target, 6);
  assert_true(program_has_loop(p));
  program_free(p);
}

static void read_modify_writes(void **state) {
  (void)state;
  struct program *p = c_code(
      "r0 = atomic_fetch_add_explicit(x, 2, memory_order_acq_rel); r1 = atomic_exchange(x, 5);\n"
      "r2 = cmpxchg(x, 1, r0); spin_lock(x); spin_unlock(x);\n"
      "r3 = atomic_compare_exchange_strong_explicit(x, y, 7,\n"
      "                                             memory_order_acquire, memory_order_relaxed);");
  const struct instruction *i = p->threads[0].instructions;
  assert_int_equal(i[0].opcode, OP_RMW);
  assert_int_equal(i[0].arithmetic, ARITHMETIC_ADD);
  assert_int_equal(i[1].arithmetic, ARITHMETIC_MOVE);
  assert_int_equal(i[1].order, ORDER_SC);
  assert_true(i[2].may_fail && i[2].arithmetic == ARITHMETIC_CAS);
  assert_true(i[3].must_succeed && has_tag(p, i[3].tags, "LKR") &&
              has_tag(p, i[3].write_tags, "LKW"));
  assert_int_equal(i[5].opcode, OP_LOAD); /* what y holds is what x is compared with */
  assert_true(i[6].may_fail && i[6].fail_order == ORDER_RELAXED);
  program_free(p);
  p = c_code(
      "r0 = atomic_fetch_add(3, x); r1 = atomic_fetch_add(x, 3);"); /* the kernel's and C11's */
  assert_int_equal(p->threads[0].instructions[0].value.number, 3);
  assert_true(has_tag(p, p->threads[0].instructions[0].tags, "MB"));
  assert_int_equal(p->threads[0].instructions[1].value.number, 3);
  assert_true(has_tag(p, p->threads[0].instructions[1].tags, "A"));
  program_free(p);
}

static void places(void **state) {
  (void)state;
  struct program *p =
      must_read("OPENCL t\n{ [x]=0; }\nP0@wg 1, dev 2 (global atomic_int *x, local int *y) { B: "
                "barrier(CLK_LOCAL_MEM_FENCE);\n"
                "atomic_store_explicit(x, 1, memory_order_release, memory_scope_work_group); }\n"
                "P1@wg 1, dev 2 (global atomic_int *x) { B: barrier(CLK_GLOBAL_MEM_FENCE | "
                "CLK_LOCAL_MEM_FENCE); }\nexists (x=1)");
  const struct instruction *first = &p->threads[0].instructions[0],
                           *other = &p->threads[1].instructions[0];
  assert_int_equal(p->threads[0].place.cta, 1);
  assert_int_equal(p->threads[0].place.gpu, 2);
  assert_int_equal(first->opcode, OP_BARRIER);
  assert_int_equal(first->barrier_instance, other->barrier_instance);
  assert_true(has_tag(p, first->tags, "LOCAL") && !has_tag(p, first->tags, "GLOBAL"));
  assert_int_equal(p->threads[0].instructions[1].scope, SCOPE_CTA);
  assert_true(has_tag(p, p->locations[1].tags, "LOCAL"));
  program_free(p);
}

/* Threads and parameters as compilers take them. */
static void declarations(void **state) {
  static const char *const heads[] = {
    "P0(atomic_int *f, int *d)",
    "void P0(_Atomic(int) *f, volatile int *d)",
    "static void P0(_Atomic int *f, int *restrict d)",
    "static inline void P0(volatile _Atomic(int) *f, const int *const d)",
    "void P0(std::atomic<int> *f, int32_t *d)",
    "void P0(atomic<int> *const f, signed int volatile *d)",
    "void P0(const _Atomic(unsigned) *f, unsigned *d)",
  };
  (void)state;
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    char *text = memory_format("C t\n{}\n%s { *d = 1; *f = 1; }\nexists (d=1)", heads[i]);
    struct program *p = must_read(text);
    int f = text_equal(p->locations[0].name, "f") ? 0 : 1;
    assert_int_equal(p->threads[0].instructions[0].order, ORDER_WEAK);
    assert_int_equal(p->threads[0].instructions[1].order, ORDER_SC);
    assert_false(has_tag(p, p->locations[f].tags, "NAL"));
    assert_true(has_tag(p, p->locations[1 - f].tags, "NAL"));
    assert_int_equal(p->locations[f].type.bytes, 4);
    program_free(p);
    memory_free(text);
  }
  struct program *p =
      must_read("OPENCL t\n{}\n__kernel void P0@wg 0, dev 0 (__global atomic_int *f, "
                "__local volatile uchar *d) { *d = 300; *f = 1; }\nexists (d=1)");
  assert_true(has_tag(p, p->locations[0].tags, "GLOBAL") &&
              has_tag(p, p->locations[1].tags, "LOCAL"));
  assert_int_equal(p->locations[1].type.bytes, 1);
  program_free(p);
  p = must_read("C t\n{ _Atomic(int) f = 1; }\nvoid P0(_Atomic(int *) *f, _Atomic(int) *d) "
                "{ unsigned int r = 1, *s = d; const uint64_t t = 2; *s = 3; }\nexists (0:t=2)");
  assert_int_equal(p->threads[0].registers[0].type.bytes, 4);
  assert_int_equal(p->threads[0].registers[1].type.bytes, 0);
  assert_int_equal(p->threads[0].registers[2].type.bytes, 8);
  program_free(p);
}

static void refusals(void **state) {
  (void)state;
  refuse_code("int r0 = x[1];", "\"x\" has no element 1");
  refuse_code("int r0[2];", "unsupported: an array of a thread's own");
  refuse_code("switch (*y) { }", "unsupported: switch (write if and else)");
  refuse_code("goto out;", "unsupported: goto (write a loop with break or continue)");
  refuse_code("continue;", "continue stands in no loop");
  refuse_code("int r0; int *r1 = &r0;", "unsupported: the address of the variable \"r0\"");
  refuse_code("__int128 r0;", "unsupported: the type __int128");
  refuse_code("int r0 = (float)*y;", "unsupported: the type float");
  refuse_code("int r0 = *y ? 1;", "expected an operator or \":\"");
  refuse_code("for (int i = 0; i < 2) ;", "expected \";\"");
  refuse_code("for (;;", "expected \")\"");
  refuse_code("int r0 = (x = 1);", "\"x\" is a location: write *x");
  refuse_code("int r0 = (x += 1);", "\"x\" is a location: write *x");
  refuse_code("_Atomic(_Atomic(int)) *p;", "expected \")\"");
  must_refuse("OPENCL t\n{}\nP0@wg 0, dev 0 (int *m) { lock(m); }\n",
              "unsupported: the function \"lock\"");
  refuse_code("break;", "break stands in no loop");
  refuse_code("r0 = nothing(x);", "unsupported: the function \"nothing\"");
  refuse_code("r0 = atomic_load_explicit(x, memory_order_consume);",
              "unsupported: memory_order_consume");
  refuse_code("r0 = atomic_load_explicit(x, 1);", "expected a memory order");
  refuse_code("r0 = r1;", "register \"r1\" of P0 is read");
  refuse_code("r0 = smp_mb();", "this function returns nothing");
  refuse_code("x = 1;", "\"x\" is a location: write *x");
  refuse_code("*5 = 1;", "expected a pointer");
  refuse_code("if (1) { *y = 1;", "the function \"exists\"");
  refuse_code("*y = (1;", "expected an operator or \")\"");
  refuse_code("/* no end", "this comment never ends");
  must_refuse("C t\n{ int x[2] = {0, 0, 0}; }\nP0(int *x) {}\n",
              "more than the 2 values that the array holds");
  must_refuse("C t\n{ int x[0]; }\nP0(int *x) {}\n", "the number of elements");
  must_refuse("C t\n{ int x[2]; }\nP0(int *x) {}\nexists (x=0)",
              "expected \"{\" and what each element holds");
  must_refuse("C t\n{ int x[2]; }\nP0(int *x) {}\nexists (x[2]=0)", "the number of an element");
  must_refuse("C t\n{ int x[2]; }\nP0(int x[2]) {}\n", "unsupported: a parameter that is an array");
  must_refuse("C t\n{}\nP0(int *x) {}\nP0(int *x) {}\n", "there is a thread P0 already");
  must_refuse("C t\n{ 3:r0=1; }\nP0(int *x) {}\n", "there is no such thread");
  must_refuse("OPENCL t\n{}\nP0(int *x) {}\n", "expected \"@\" and a place");
}

/* No text, however deep or cut short, does worse than be refused. */
static void hostile(void **state) {
  static const char text[] = "OPENCL t\n{ [x]=0; int *p = &y; }\nP0@wg 0, dev 0 (global atomic_int "
                             "*x, local int **p, int *y) {\n"
                             "int r0 = atomic_fetch_add_explicit(x, -1, memory_order_relaxed, "
                             "memory_scope_device) && !*y || r0 << 2;\n"
                             "B: barrier(CLK_LOCAL_MEM_FENCE); while (r0 > 1) { do { *y = r0; } "
                             "while (0); } else ; *p = y; }\nexists (x=1)\n";
  static const char *const deep[] = {
    "(",          "!",   "*",         "if (1) ",        "{",       "-", "r0 && ",
    "while (1) ", "do ", "for (;;) ", "if (1) ; else ", "_Atomic("
  };
  static const char *const deep_values[] = { "r0 = ",    "r0 ? ",  "*y = ", "r0 ? 1 : ",
                                             "_Atomic(", "r0 += ", "!" };
  (void)state;
  for (size_t length = 0; length < sizeof text; length++) {
    struct diagnostic error = { 0 };
    struct program *program = litmus_read_text("cut", text, length, &error);
    if (program) program_free(program);
    else assert_non_null(error.message);
    diagnostic_clear(&error);
  }
  for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
    struct text nested = { 0 };
    text_add(&nested, "C t\n{}\nP0(int *y) { %s", i == 3 || i == 4 || i > 6 ? "" : "r0 = ");
    for (unsigned k = 0; k < 30000; k++) text_add(&nested, "%s", deep[i]);
    struct diagnostic error = { 0 };
    assert_null(litmus_read_text("deep", nested.bytes, nested.length, &error));
    assert_non_null(error.message);
    diagnostic_clear(&error);
    text_free(&nested);
  }
  for (size_t i = 0; i < sizeof deep_values / sizeof *deep_values; i++) {
    struct text nested = { 0 };
    text_add(&nested, "C t\n{}\nP0(int *y) { int r0 = ");
    for (unsigned k = 0; k < 30000; k++) text_add(&nested, "%s", deep_values[i]);
    must_refuse_bytes(nested.bytes, nested.length, "");
    text_free(&nested);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(accesses),        cmocka_unit_test(operands_in_no_order),
    cmocka_unit_test(control),         cmocka_unit_test(read_modify_writes),
    cmocka_unit_test(places),          cmocka_unit_test(declarations),
    cmocka_unit_test(refusals),        cmocka_unit_test(hostile),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("c", tests, NULL, NULL);
}
