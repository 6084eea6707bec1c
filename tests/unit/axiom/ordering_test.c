/* The orders and tags of events: fences and scopes, dependencies, aliases, atomicity, and coherence
 * that is partial or made by the model. */
#include <stdio.h>
#include <unistd.h>
#include "support.h"

/* ---- PTX's Fence-SC ---- */

/* Of SC fences out of each other's scope it says nothing; of those in it, that one comes first for
 * all. */
static void only_fences_in_scope_are_ordered(void **unused) {
  static const char *const models[] = { "ptx-6.0", "ptx-7.5", "tptx", "tptx-weak" };
  static const char flag[] = "PTX flag\n{ y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n "
                             "fence.sc.cta | ld.acquire.gpu r0, y ;\n"
                             " st.release.gpu y, 1 | fence.sc.cta ;\nexists (P1:r0 = 1)\n";
  static const char sb[] = "PTX sb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n "
                           "st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;\n"
                           " fence.sc.%s | fence.sc.%s ;\n ld.relaxed.gpu r0, y | ld.relaxed.gpu "
                           "r0, x ;\nexists (P0:r0 = 0 /\\ P1:r0 = 0)\n";
  (void)unused;
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++) {
    char *wide = memory_format(sb, "gpu", "gpu"), *narrow = memory_format(sb, "cta", "cta");
    assert_int_equal(answer(models[i], flag), 'A');
    assert_int_equal(answer(models[i], wide), '-');
    assert_int_equal(answer(models[i], narrow), 'A');
    memory_free(wide);
    memory_free(narrow);
  }
}

/* A model of one's own, with its first lines. */
static char *model_file(const char *text) {
  char *path = memory_format("%s/turnsole-model-%d.cat",
                             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (int)getpid());
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return path;
}

/* Two exchanges out of each other's scope, each of which reads what the other writes. */
static void an_exchange_depends_on_what_it_reads(void **unused) {
  static const char *const models[] = { "ptx-6.0", "ptx-7.5", "tptx", "tptx-weak" };
  static const char exchanges[] = "PTX exch\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                                  " atom.relaxed.cta.exch r0, x, 1 | atom.relaxed.cta.exch r1, x, "
                                  "2 ;\nexists (P0:r0 = 2 /\\ P1:r1 = 1)\n";
  char *path = model_file(
      "without\nempty rmw & (((po & fr) ; (po & co)))\nacyclic rf | addr | data | ctrl\n");
  (void)unused;
  for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
    assert_int_equal(answer(models[i], exchanges), '-');
  assert_int_equal(answer(path, exchanges), 'A');
  remove(path);
  memory_free(path);
}

/* ---- models that make their own coherence ---- */

static const char own_coherence[] =
    "own\nwith mo from generate_cos(co0)\nlet fr = rf^-1 ; mo\nacyclic po-loc | rf | fr | mo\n";

/* It ends in what memory holds in the end, and not in any order of the writes. */
static void generated_coherence_agrees_with_the_end(void **unused) {
  static const char text[] =
      "C CoRW2\n{ x=0; }\nP0 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); "
      "}\n"
      "P1 (atomic_int* x) { atomic_store_explicit(x, 2, memory_order_relaxed);\n"
      "  int r0 = atomic_load_explicit(x, memory_order_relaxed); }\nexists (1:r0=1 /\\ x=2)\n";
  char *path = model_file(own_coherence);
  (void)unused;
  assert_int_equal(answer(path, text), '-');
  remove(path);
  memory_free(path);
}

/* The bound does not matter where nothing consistent reaches it. */

/* ---- coherence ---- */

/* Weak writes of two threads have no order in PTX: two readers may disagree on it, and either may
 * be the last. */
static void partial_coherence_leaves_writes_unordered(void **unused) {
  static const char text[] =
      "PTX coww\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n"
      " st.weak x, 1 | st.weak x, 2 | ld.weak r0, x | ld.weak r0, x ;\n | | ld.weak r1, x | "
      "ld.weak r1, x ;\n"
      "exists (P2:r0 = 1 /\\ P2:r1 = 2 /\\ P3:r0 = 2 /\\ P3:r1 = 1)\n";
  static const char strong[] =
      "PTX coww\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0 ;\n"
      " st.relaxed.sys x, 1 | st.relaxed.sys x, 2 | ld.relaxed.sys r0, x | ld.relaxed.sys r0, x ;\n"
      " | | ld.relaxed.sys r1, x | ld.relaxed.sys r1, x ;\n"
      "exists (P2:r0 = 1 /\\ P2:r1 = 2 /\\ P3:r0 = 2 /\\ P3:r1 = 1)\n";
  static const char finals[] = "PTX finals\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n "
                               "st.weak x, 1 | st.weak x, 2 ;\n"
                               " st.weak y, 1 | st.weak y, 2 ;\nexists (x = 1 /\\ y = 2)\n";
  (void)unused;
  assert_int_equal(answer("ptx-6.0", text), 'A');
  assert_int_equal(answer("ptx-6.0", strong), '-');
  assert_int_equal(outcomes_of("ptx-6.0", finals), 4);
  assert_int_equal(outcomes_of("sc", finals), 4);
}

/* ---- tags, scopes, dependencies ---- */

/* Message passing by a flag that `write` sets and `read` sees, in two CTAs of one GPU. */
#define MP_BY(write, read)                                                                         \
  "PTX mp\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | " read " ;\n " write \
  " | ld.weak r1, x ;\nexists (P1:r0 = 1 /\\ P1:r1 = 0)\n"

static void scopes_must_include_each_other(void **unused) {
  (void)unused;
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "ld.acquire.gpu r0, f")), '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.sys f, 1", "ld.acquire.gpu r0, f")), '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "ld.acquire.cta r0, f")), 'A');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.cta f, 1", "ld.acquire.gpu r0, f")), 'A');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.weak f, 1", "ld.acquire.gpu r0, f")), 'A');
}

static void halves_of_an_atomic_have_their_own_order(void **unused) {
  (void)unused;
  assert_int_equal(
      answer("ptx-6.0", MP_BY("atom.release.gpu.exch r5, f, 1", "ld.acquire.gpu r0, f")), '-');
  assert_int_equal(
      answer("ptx-6.0", MP_BY("atom.acq_rel.gpu.exch r5, f, 1", "ld.acquire.gpu r0, f")), '-');
  assert_int_equal(
      answer("ptx-6.0", MP_BY("atom.acquire.gpu.exch r5, f, 1", "ld.acquire.gpu r0, f")), 'A');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "atom.acquire.gpu.add r0, f, 0")),
                   '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "atom.acq_rel.gpu.add r0, f, 0")),
                   '-');
  assert_int_equal(answer("ptx-6.0", MP_BY("st.release.gpu f, 1", "atom.release.gpu.add r0, f, 0")),
                   'A');
}

/* Either fence may come first, so all outcomes but one. */
static void sc_fences_are_ordered_either_way(void **unused) {
  (void)unused;
  assert_int_equal(outcomes_of("ptx-6.0",
                               "PTX sb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                               " st.weak x, 1 | st.weak y, 1 ;\n fence.sc.gpu | fence.sc.gpu ;\n"
                               " ld.weak r0, y | ld.weak r0, x ;\n"
                               "exists (P0:r0 = 0 /\\ P1:r0 = 0)\n"),
                   3);
}

static void fences_carry_their_tags(void **unused) {
  static const char fence[] =
      "PTX f\n{ x=0; }\n P0@cta 0,gpu 0 ;\n fence.sc.gpu ;\nexists (x = 0)\n";
  static const char proxy[] =
      "PTX f\n{ x=0; }\n P0@cta 0,gpu 0 ;\n fence.proxy.alias ;\nexists (x = 0)\n";
  (void)unused;
  assert_int_equal(outcomes_under("~empty F & SC & ACQ_REL & GPU & GEN", fence), 1);
  assert_int_equal(outcomes_under("~empty F & (WEAK | CTA | SYS | B | M | ALIAS)", fence), 0);
  assert_int_equal(outcomes_under("~empty F & ALIAS empty F & (WEAK | SC | GEN)", proxy), 1);
}

/* An atomic's write depends on its read, unless it is an exchange. */
#define CYCLE_THROUGH(atomic)                                                                      \
  "PTX lb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n ld.weak r0, x "    \
  "| " atomic                                                                                      \
  " | ld.weak r0, y ;\n sub r1, r0, r0 | | sub r1, r0, r0 ;\n add r1, r1, 1 | | add r1, r1, 1 ;\n" \
  " st.weak y, r1 | | st.weak x, r1 ;\nfilter (P0:r0 = 1 /\\ P1:r0 = 1 /\\ P2:r0 = 3)\nexists "    \
  "(P0:r0 = 1)\n"

static void atomics_depend_on_what_they_read(void **unused) {
  static const char no_thin_air[] = "acyclic rf | addr | data | ctrl";
  (void)unused;
  assert_int_equal(outcomes_under("empty 0", CYCLE_THROUGH("atom.relaxed.sys.add r0, y, 2")), 1);
  assert_int_equal(outcomes_under(no_thin_air, CYCLE_THROUGH("atom.relaxed.sys.add r0, y, 2")), 0);
  assert_int_equal(outcomes_under(no_thin_air, CYCLE_THROUGH("atom.relaxed.sys.exch r0, y, 3")), 1);
}

/* Atomicity by itself says nothing of two atomics of one thread. */
static void atomicity_is_between_threads(void **unused) {
  static const char text[] = "PTX two\n{ x=0; }\n P0@cta 0,gpu 0 ;\n atom.relaxed.sys.exch r0, x, "
                             "1 ;\n atom.relaxed.sys.exch r1, x, 2 ;\n"
                             "exists (P0:r0 = 0 /\\ P0:r1 = 0)\n";
  (void)unused;
  assert_int_equal(outcomes_under("empty rmw & (fre ; coe)", text), 4);
  assert_int_equal(outcomes_under("empty rmw & (fr ; co)", text), 3);
}

/* Control reaches everything after the branch, on both sides and beyond. */
static void branches_control_what_follows(void **unused) {
  static const char text[] =
      "PTX lb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.weak r0, x | ld.weak r0, y "
      ";\n"
      " beq r0, 7, LC0 | beq r0, 7, LC0 ;\n LC0: | LC0: ;\n st.weak y, 1 | st.weak x, 1 ;\n"
      "filter (P0:r0 = 1 /\\ P1:r0 = 1)\nexists (P0:r0 = 1)\n";
  (void)unused;
  assert_int_equal(outcomes_under("acyclic rf | data", text), 1);
  assert_int_equal(outcomes_under("acyclic rf | ctrl", text), 0);
}

/* A fence.sc is a fence.acq_rel too: no public test asks. */
static void an_sc_fence_releases_and_acquires(void **unused) {
  (void)unused;
  assert_int_equal(
      answer("ptx-6.0",
             "PTX mp\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | "
             "ld.acquire.gpu r0, f ;\n fence.sc.gpu | ld.weak r1, x ;\n"
             " st.relaxed.gpu f, 1 | ;\nexists (P1:r0 = 1 /\\ P1:r1 = 0)\n"),
      '-');
}

static void aliases_share_memory(void **unused) {
  static const char text[] =
      "PTX alias\n{ x=5; y @ generic aliases x; }\n P0@cta 0,gpu 0 ;\n st.relaxed.sys x, 1 ;\n"
      " ld.relaxed.sys r0, y ;\nexists (P0:r0 = 1 /\\ x = 1)\n";
  (void)unused;
  assert_int_equal(outcomes_of("sc", text), 1);
  assert_int_equal(answer("sc", text), 'A');
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(only_fences_in_scope_are_ordered, no_leaks),
    cmocka_unit_test_teardown(an_exchange_depends_on_what_it_reads, no_leaks),
    cmocka_unit_test_teardown(generated_coherence_agrees_with_the_end, no_leaks),
    cmocka_unit_test_teardown(partial_coherence_leaves_writes_unordered, no_leaks),
    cmocka_unit_test_teardown(scopes_must_include_each_other, no_leaks),
    cmocka_unit_test_teardown(halves_of_an_atomic_have_their_own_order, no_leaks),
    cmocka_unit_test_teardown(sc_fences_are_ordered_either_way, no_leaks),
    cmocka_unit_test_teardown(fences_carry_their_tags, no_leaks),
    cmocka_unit_test_teardown(atomics_depend_on_what_they_read, no_leaks),
    cmocka_unit_test_teardown(atomicity_is_between_threads, no_leaks),
    cmocka_unit_test_teardown(branches_control_what_follows, no_leaks),
    cmocka_unit_test_teardown(an_sc_fence_releases_and_acquires, no_leaks),
    cmocka_unit_test_teardown(aliases_share_memory, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
