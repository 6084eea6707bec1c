/* C and OpenCL as people write them: what loops, choices, changes in place and compare-exchange
 * compute, and which accesses depend on which. */
#include "asking.h"

#define SC "acyclic po | rf | co | fr " ATOMIC

/* Does the thread, with x = 5 and y = 7, always end so? */
static void must_end(const char *statements, const char *condition) {
  static const char form[] = "C t\n{ x = 5; y = 7; }\n"
                             "P0(atomic_int *x, int *y) {\n%s\n}\nexists (%s(%s))";
  char *holds = memory_format(form, statements, "", condition),
       *fails = memory_format(form, statements, "~", condition);
  if (ask(SC, holds) != 'A' || ask(SC, fails) != '-') fail_msg("%s", holds);
  memory_free(holds);
  memory_free(fails);
}

static const struct {
  const char *statements, *condition;
} computed[] = {
  { "int s = 0; for (int i = 0; i < 4; i++) s += i;", "0:s=6 /\\ 0:i=4" },
  { "int s = 0, i; for (i = 1, s = 3; i != 8; i = i * 2) { s = s + i; }", "0:s=10 /\\ 0:i=8" },
  { "int n = 0; for (;;) { if (++n == 3) break; }", "0:n=3" },
  { "int n = 0, s = 0; for (; n < 4; n++) { if (n == 2) continue; s = s + n; }", "0:s=4" },
  { "int n = 0, s = 0; while (n < 3) { n++; if (n == 2) continue; s += n; }", "0:s=4" },
  { "int n = 3, s = 0; do { if (n == 1) continue; s += n; } while (--n);", "0:s=5" },
  { "int s = 0; for (int i = 0; i < 2; i++) for (int k = 0; k < 2; k++) { if (k) break; s++; }",
    "0:s=2" },
  { "int r = 1; if (r) return; r = 2;", "0:r=1" },
  { "int n = 0; while (1) { n++; if (n == 2) return; } n = 9;", "0:n=2" },
  { "int n = 0; while (n++ < 2);", "0:n=3" },
  { "int a = 1 ? 2 : 3, b = 0 ? 2 : 3, c = *y == 7 ? *x : 0;", "0:a=2 /\\ 0:b=3 /\\ 0:c=5" },
  { "int a = *y; int b = a < 5 ? 1 : a < 8 ? 2 : 3;", "0:b=2" },
  { "int *p = *y ? y : x; int r = *p; *(*y == 7 ? y : x) = 4;", "0:r=7 /\\ y=4" },
  { "int a = 1; int b = a++ + 3; int c = ++a * 2; int d = a--; int e = --a;",
    "0:a=1 /\\ 0:b=4 /\\ 0:c=6 /\\ 0:d=3 /\\ 0:e=1" },
  { "int a = (*y)++; int b = ++*y; int c = (*x)--; int d = --*x;",
    "0:a=7 /\\ 0:b=9 /\\ 0:c=5 /\\ 0:d=3 /\\ y=9 /\\ x=3" },
  { "int a = 2; int b = (a += 3); int c = (a <<= 2) + 1; int d; int e = d = 4;",
    "0:a=20 /\\ 0:b=5 /\\ 0:c=21 /\\ 0:d=4 /\\ 0:e=4" },
  { "int a = (*y += 2); int b = (*x -= 2); int c = *y = 3; int d = (*x = 1);",
    "0:a=9 /\\ 0:b=3 /\\ 0:c=3 /\\ 0:d=1 /\\ y=3 /\\ x=1" },
  { "unsigned char a; int b = (a = 258);", "0:a=2 /\\ 0:b=2" },
  { "int r; while ((r = atomic_load(x)) != 5);", "0:r=5" },
  { "int a = 1, *p = y, b = 2, **q, c = 3; int r = *p;", "0:b=2 /\\ 0:c=3 /\\ 0:r=7" },
  { "int r = 2; if (r == 1) *y = 1; else if (r == 2) *y = 2; else *y = 3;", "y=2" },
  { "int a = !*y, b = !0, c = !!*x;", "0:a=0 /\\ 0:b=1 /\\ 0:c=1" },
  { "int a = 0 && ++*y, b = 1 || ++*y, c = *y && 0, d = 0 || *y, e = 2 && *y;",
    "0:a=0 /\\ 0:b=1 /\\ 0:c=0 /\\ 0:d=1 /\\ 0:e=1 /\\ y=7" },
  { "int a = *y % 4, b = -7 % 3;", "0:a=3 /\\ 0:b=-1" },
  { "(void)atomic_fetch_add(x, 1); (void)*y; (void)0; (void)atomic_thread_fence("
    "memory_order_seq_cst);",
    "x=6" },
  { "int e = 5; int r = atomic_compare_exchange_strong(x, &e, 6);", "0:r=1 /\\ 0:e=5 /\\ x=6" },
  { "int e = 4; int r = atomic_compare_exchange_strong(x, &e, 6);", "0:r=0 /\\ 0:e=5 /\\ x=5" },
  { "int e = 4; atomic_compare_exchange_strong_explicit(x, &e, e + 1, memory_order_acq_rel, "
    "memory_order_acquire);",
    "0:e=5 /\\ x=5" },
  { "int e = 4; int n = 0; while (!atomic_compare_exchange_strong(x, &e, e + 3)) n++;",
    "0:e=5 /\\ 0:n=1 /\\ x=8" },
  { "int e = 4; do { } while (!atomic_compare_exchange_weak(x, &e, e + 3));", "0:e=5 /\\ x=8" },
  { "int e = 4; int r = 0; if (atomic_compare_exchange_weak_explicit(x, &e, 9, "
    "memory_order_relaxed, memory_order_relaxed)) r = 1;",
    "0:e=5 /\\ 0:r=0 /\\ x=5" },
  { "unsigned char e = 5; int r = atomic_compare_exchange_strong(x, &e, 258);", "0:r=1 /\\ x=258" },
};

static void values(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof computed / sizeof *computed; i++)
    must_end(computed[i].statements, computed[i].condition);
}

/* A weak compare-exchange may fail at will, and leaves the expected value as it is then. */
static void weak_may_fail(void **unused) {
  static const char text[] = "C t\n{ x = 5; }\nP0(atomic_int *x) { int e = 5; int r = "
                             "atomic_compare_exchange_weak(x, &e, 6); }\nexists (%s)";
  static const struct asked cases[] = { { "0:r=1 /\\ x=6", 'A' },
                                        { "0:r=0 /\\ x=5 /\\ 0:e=5", 'A' },
                                        { "~(0:e=5)", '-' } };
  (void)unused;
  ask_each(SC, text, cases, sizeof cases / sizeof *cases);
}

#define ADDS(type, place, call)                                                    \
  "P0" place "(" type " *n) { int e = atomic_load(n); while (!" call ") ; }\n"     \
  "P1" place "(" type " *n) { int e = atomic_load(n); do { } while (!" call "); }" \
  "\nexists (%s)"

/* Loops that try again are exact, also where they may fail at will. */
static void loops_of_compare_exchange(void **unused) {
  static const struct asked cases[] = { { "n=2", 'A' }, { "n=1", '-' } };
  (void)unused;
  ask_each(SC, "C t\n{}\n" ADDS("atomic_int", "", "atomic_compare_exchange_strong(n, &e, e + 1)"),
           cases, 2);
  ask_each(SC, "C t\n{}\n" ADDS("_Atomic(int)", "", "atomic_compare_exchange_weak(n, &e, e + 1)"),
           cases, 2);
  ask_each(SC,
           "OPENCL t\n{}\n" ADDS("__global atomic_int", "@wg 0, dev 0 ",
                                 "atomic_compare_exchange_weak_explicit(n, &e, e + 1, "
                                 "memory_order_relaxed, memory_order_relaxed, "
                                 "memory_scope_device)"),
           cases, 2);
}

static void mutexes(void **unused) {
  static const char text[] = "C t\n{}\n"
                             "P0(mutex *m, int *x) { lock(m); *x = *x + 1; unlock(m); }\n"
                             "P1(mtx_t *m, int *x) { mtx_lock(m); (*x)++; mtx_unlock(m); }\n"
                             "exists (x=%s)";
  (void)unused;
  char *both = memory_format(text, "2"), *lost = memory_format(text, "1");
  assert_int_equal(answer("c11", both), 'A');
  assert_int_equal(answer("c11", lost), '-');
  memory_free(both);
  memory_free(lost);
}

/* Is the write of y control-dependent on so many reads? */
static void must_control(const char *statements, const char *relation, bool holds) {
  char *text = memory_format("C t\n{ x = 1; z = 1; }\nP0(int *x, int *y, int *z) {\n%s\n}\n"
                             "exists (true)",
                             statements);
  if (has(relation, text) != holds) fail_msg("%s of %s", relation, text);
  memory_free(text);
}

static void dependencies(void **unused) {
  static const char second[] = "([R] ; po ; [R]) & (_ * domain(ctrl ; [W]))"; /* z's read */
  static const char both[] = "(ctrl ; [W] ; ctrl^-1) & ([R] ; po ; [R])";
  (void)unused;
  must_control("if (*x && *z) *y = 1;", second, true);
  must_control("if (*x && *z) *y = 1;", both, true);
  must_control("if (*x - 1 || *z) *y = 1;", both, true);
  must_control("int r = *x; if (r) { *y = 1; }", "ctrl ; [W]", true);
  must_control("int r = *x; if (r) { } *y = 1;", "ctrl ; [W]", false);
  must_control("while (1) { if (*x) break; *z = 2; } *y = 1;", "ctrl ; [W]", false);
  must_control("for (int i = 0; i < 1; i++) { if (*x == 2) break; *y = 1; }", "ctrl ; [W]", true);
  must_control("for (int i = 0; i < 1; i++) { if (*x == 2) continue; *y = 1; }", "ctrl ; [W]",
               true);
  must_control("if (*x == 2) return; *y = 1;", "ctrl ; [W]", true);
  must_control("*y = *x ? 2 : 3;", "data ; [W]", true);
  must_control("*y = *x ? 2 : 3;", "ctrl ; [W]", false);
  must_control("*y = *x ? *z : 3;", "(data ; [W] ; data^-1) & ([R] ; po ; [R])", true);
  must_control("*y = *x ? *z : 3;", "[R] ; ctrl ; [R]", true);
  must_control("if (*x ? *z : 0) *y = 2;", both, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(values),
    cmocka_unit_test(weak_may_fail),
    cmocka_unit_test(loops_of_compare_exchange),
    cmocka_unit_test(mutexes),
    cmocka_unit_test(dependencies),
  };
  return cmocka_run_group_tests_name("c_forms", tests, NULL, no_leaks);
}
