/* Every tag of every dialect.
 *
 * On a test of one instruction, a model finds under the tag exactly the set that the table
 * describes.  On a test of plain accesses the set is empty.  The walk follows the vocabularies
 * (tag_list), so a tag that the table lacks fails.  Tags that only other dialects have are refused,
 * unless in a `try`. */
#include "asking.h"

#include "litmus/tags.h"

/* where: the tag's events in other words; "0": a known tag that no event of any test has. */
struct tags_row {
  const char *tag, *code, *where;
};
struct tags_vocabulary {
  const char *dialect, *frame, *plain;
  const struct tags_row *rows;
};

#define FENCE(tag, code) \
  { tag, code, "F" }
#define NEVER(tag) \
  { tag, NULL, "0" }
#define MADE "(M \\ IW)"

#define X86_FRAME "X86 t\n{ x=0; }\n P0 ;\n %s ;\nexists (true)"
static const struct tags_row x86_rows[] = { FENCE("MFENCE", "MFENCE"),
                                            FENCE("mfence", "MFENCE"),
                                            FENCE("LFENCE", "LFENCE"),
                                            FENCE("SFENCE", "SFENCE"),
                                            { "X", "XCHG [x],EAX", MADE },
                                            NEVER("EX"),
                                            NEVER("NT"),
                                            { 0 } };
#define X86_64_FRAME "X86_64 t\n{ x=0; }\n P0 ;\n %s ;\nexists (true)"
static const struct tags_row x86_64_rows[] = { FENCE("MFENCE", "mfence"),
                                               FENCE("mfence", "mfence"),
                                               FENCE("LFENCE", "lfence"),
                                               FENCE("SFENCE", "sfence"),
                                               { "X", "lock incl (x)", MADE },
                                               NEVER("EX"),
                                               NEVER("NT"),
                                               { 0 } };

#define A64_FRAME "AArch64 t\n{ 0:X1=x; 0:X3=y; }\n P0 ;\n %s ;\nexists (true)"
#define A64_PAIR "LDXR W0,[X1] ;\n STXR W2,W4,[X1]"
static const struct tags_row aarch64_rows[] = {
  FENCE("DMB.ISH", "DMB ISH"),
  FENCE("DMB.ISHLD", "DMB ISHLD"),
  FENCE("DMB.ISHST", "DMB ISHST"),
  FENCE("DMB.OSH", "DMB OSH"),
  FENCE("DMB.OSHLD", "DMB OSHLD"),
  FENCE("DMB.OSHST", "DMB OSHST"),
  FENCE("DMB.SY", "DMB SY"),
  FENCE("DMB.LD", "DMB LD"),
  FENCE("DMB.ST", "DMB ST"),
  FENCE("DSB.ISH", "DSB ISH"),
  FENCE("DSB.ISHLD", "DSB ISHLD"),
  FENCE("DSB.ISHST", "DSB ISHST"),
  FENCE("DSB.OSH", "DSB OSH"),
  FENCE("DSB.OSHLD", "DSB OSHLD"),
  FENCE("DSB.OSHST", "DSB OSHST"),
  FENCE("DSB.SY", "DSB SY"),
  FENCE("DSB.LD", "DSB LD"),
  FENCE("DSB.ST", "DSB ST"),
  FENCE("ISB", "ISB"),
  NEVER("DMB.NSH"),
  NEVER("DMB.NSHLD"),
  NEVER("DMB.NSHST"),
  NEVER("DSB.NSH"),
  NEVER("DSB.NSHLD"),
  NEVER("DSB.NSHST"),
  { "L", "STLR W0,[X1]", "W \\ IW" },
  { "L", "SWPL W0,W2,[X1]", "W \\ IW" },
  { "A", "LDAR W0,[X1]", "R" },
  { "A", "SWPAL W0,W2,[X1]", "R" },
  { "Q", "LDAPR W0,[X1]", "R" },
  { "X", "SWP W0,W2,[X1]", MADE },
  { "X", A64_PAIR, MADE },
  { "EX", A64_PAIR, MADE },
  { "NoRet", "STADD W0,[X1]", "R" },
  NEVER("S"),
  NEVER("NT"),
  { "Rreg", "LDR W0,[X1] ;\n STR W0,[X3]", "domain(iico_data ; [W])" },
  { "DATA", "LDR W0,[X1] ;\n STR W0,[X3]", "domain(iico_data ; [W])" },
  { "ADDR", "LDR X0,[X1] ;\n EOR X0,X0,X0 ;\n LDR W2,[X3,X0]", "domain(iico_data ; [R])" },
  { "BCC", "LDR W0,[X1] ;\n CBZ W0,L0 ;\n L0: NOP", "BCC \\ (M | F)" },
  { 0 }
};

#define PPC_FRAME "PPC t\n{ 0:r2=x; }\n P0 ;\n %s ;\nexists (true)"
#define PPC_PAIR "lwarx r3,r0,r2 ;\n stwcx. r4,r0,r2"
static const struct tags_row ppc_rows[] = { FENCE("SYNC", "sync"),
                                            FENCE("LWSYNC", "lwsync"),
                                            FENCE("EIEIO", "eieio"),
                                            FENCE("ISYNC", "isync"),
                                            FENCE("sync", "sync"),
                                            FENCE("lwsync", "lwsync"),
                                            FENCE("eieio", "eieio"),
                                            FENCE("isync", "isync"),
                                            { "X", PPC_PAIR, MADE },
                                            { "EX", PPC_PAIR, MADE },
                                            { 0 } };

#define RISCV_FRAME "RISCV t\n{ 0:x6=x; }\n P0 ;\n %s ;\nexists (true)"
#define RISCV_PAIR "lr.w x5,0(x6) ;\n sc.w x7,x8,0(x6)"
#define RISCV_AMO "amoswap.w x5,x7,(x6)"
static const struct tags_row riscv_rows[] = { FENCE("Fence.r.r", "fence r,r"),
                                              FENCE("Fence.r.w", "fence r,w"),
                                              FENCE("Fence.r.rw", "fence r,rw"),
                                              FENCE("Fence.w.r", "fence w,r"),
                                              FENCE("Fence.w.w", "fence w,w"),
                                              FENCE("Fence.w.rw", "fence w,rw"),
                                              FENCE("Fence.rw.r", "fence rw,r"),
                                              FENCE("Fence.rw.w", "fence rw,w"),
                                              FENCE("Fence.rw.rw", "fence rw,rw"),
                                              FENCE("Fence.tso", "fence.tso"),
                                              FENCE("Fence.i", "fence.i"),
                                              { "Acq", "lw.aq x5,0(x6)", "R" },
                                              { "Acq", "amoor.w.aq x5,x7,(x6)", MADE },
                                              { "Rel", "sw.rl x5,0(x6)", "W \\ IW" },
                                              { "AcqRel", "amoadd.w.aq.rl x5,x7,(x6)", MADE },
                                              NEVER("Sc"),
                                              { "X", RISCV_AMO, MADE },
                                              { "X", RISCV_PAIR, MADE },
                                              { "EX", RISCV_PAIR, MADE },
                                              { "EX", RISCV_AMO, "0" },
                                              { "AMO", RISCV_AMO, MADE },
                                              { "AMO", RISCV_PAIR, "0" },
                                              { 0 } };

#define C11_FRAME "C t\n{}\nP0(atomic_int *a, int *x) { %s; }\nexists (true)"
#define ADDED "int r = atomic_fetch_add_explicit(a, 1, memory_order_relaxed)"
#define KERNEL_FRAME \
  "C t\n{}\nP0(int *x, int *y, spinlock_t *s, struct srcu_struct *u) { %s; }\nexists (true)"
#define LOCKED "spin_lock(s); int r0 = spin_is_locked(s); spin_unlock(s)"
#define SRCU "int r0 = srcu_read_lock(u); srcu_read_unlock(u, r0)"
static const struct tags_row c11_rows[] = { { "NA", "*x = 1", "(W \\ IW) | (IW & NAL)" },
                                            { "NA", "*x = 1; " ADDED,
                                              "(W \\ (IW | RMW)) | (IW & NAL)" },
                                            { "NAL", "*x = 1", "domain([IW] ; loc ; [W \\ IW])" },
                                            { "X", ADDED, MADE },
                                            { "STRONG", ADDED, "W \\ IW" },
                                            NEVER("CONSUME"),
                                            NEVER("LK"),
                                            NEVER("LS"),
                                            NEVER("EX"),
                                            { 0 } };
static const struct tags_row kernel_rows[] = {
  { "ONCE", "WRITE_ONCE(*x, 1)", "W \\ IW" },
  { "Once", "int r0 = READ_ONCE(*x)", "R" },
  { "ACQUIRE", "int r0 = smp_load_acquire(x)", "R" },
  { "Acquire", "int r0 = smp_load_acquire(x)", "R" },
  { "RELEASE", "smp_store_release(x, 1)", "W \\ IW" },
  { "Release", "smp_store_release(x, 1)", "W \\ IW" },
  { "MB", "int r0 = xchg(x, 1)", MADE },
  { "Mb", "smp_mb()", "F" },
  { "NORETURN", "atomic_inc(x)", MADE },
  { "Noreturn", "atomic_inc(x)", MADE },
  FENCE("Wmb", "smp_wmb()"),
  FENCE("Rmb", "smp_rmb()"),
  FENCE("Barrier", "barrier()"),
  FENCE("Rcu-lock", "rcu_read_lock()"),
  FENCE("Rcu-unlock", "rcu_read_unlock()"),
  FENCE("Sync-rcu", "synchronize_rcu()"),
  FENCE("Before-atomic", "smp_mb__before_atomic()"),
  FENCE("After-atomic", "smp_mb__after_atomic()"),
  FENCE("After-spinlock", "smp_mb__after_spinlock()"),
  FENCE("After-unlock-lock", "smp_mb__after_unlock_lock()"),
  FENCE("After-srcu-read-unlock", "smp_mb__after_srcu_read_unlock()"),
  FENCE("Sync-srcu", "synchronize_srcu(u)"),
  { "Srcu-lock", SRCU, "R" },
  { "Srcu-unlock", SRCU, "W \\ IW" },
  { "LKR", LOCKED, "R & RMW" },
  { "LKW", LOCKED, "W & RMW" },
  { "UL", LOCKED, "W \\ (IW | RMW)" },
  { "RL", LOCKED, "R \\ RMW" },
  { "RU", LOCKED, "R \\ RMW" },
  { "LF", "spin_lock(s); int r0 = spin_trylock(s)", "R \\ LKR" },
  { 0 }
};

#define OPENCL_FRAME                                                                              \
  "OPENCL t\n{ }\nP0@wg 0,dev 0(global atomic_int *a, local atomic_int *b, global int *x) { %s; " \
  "}\nexists (true)"
#define SCOPED(scope) \
  "int r = atomic_load_explicit(a, memory_order_relaxed, memory_scope_" scope ")"
static const struct tags_row opencl_rows[] = {
  { "WI", SCOPED("work_item"), "R" },
  { "WG", SCOPED("work_group"), "R" },
  { "DV", SCOPED("device"), "R" },
  { "ALL", SCOPED("all_svm_devices"), "R" },
  { "GLOBAL", "barrier(CLK_GLOBAL_MEM_FENCE)", "B | (IW \\ LOCAL)" },
  { "LOCAL", "barrier(CLK_LOCAL_MEM_FENCE)", "B | (IW \\ GLOBAL)" },
  { 0 }
};

#define VULKAN_FRAME "Vulkan t\n{ x=0; }\n P0@sg 0,wg 0,qf 0 ;\n %s ;\nexists (true)"
#define SEMANTICS(words) "membar.acq_rel.dv" words
static const struct tags_row vulkan_rows[] = { { "NONPRIV", "ld.nonpriv.sc0 r0, x", "R" },
                                               { "NONPRIV", "st.av.dv.sc0 x, 1", "W \\ IW" },
                                               { "ATOM", "st.atom.dv.sc0 x, 1", "W \\ IW" },
                                               { "SC0", "ld.sc0 r0, x", "R" },
                                               { "SC1", "ld.sc1 r0, x", "R" },
                                               { "SC2", "ld.sc2 r0, x", "R" },
                                               { "SC3", "ld.sc3 r0, x", "R" },
                                               { "SEMSC0", SEMANTICS(".semsc0"), "F" },
                                               { "SEMSC1", SEMANTICS(".semsc1"), "F" },
                                               { "SEMSC2", SEMANTICS(".semsc2"), "F" },
                                               { "SEMSC3", SEMANTICS(".semsc3"), "F" },
                                               { "SG", "ld.atom.sg.sc0 r0, x", "R" },
                                               { "WG", "ld.atom.wg.sc0 r0, x", "R" },
                                               { "QF", "ld.atom.qf.sc0 r0, x", "R" },
                                               { "DV", "ld.atom.dv.sc0 r0, x", "R" },
                                               { "AV", "st.av.dv.sc0 x, 1", "W \\ IW" },
                                               { "VIS", "ld.vis.dv.sc0 r0, x", "R" },
                                               { "SEMAV", SEMANTICS(".semsc0.semav"), "F" },
                                               { "SEMVIS", SEMANTICS(".semsc0.semvis"), "F" },
                                               { "AVDEVICE", "avdevice", "F" },
                                               { "VISDEVICE", "visdevice", "F" },
                                               { "CBAR", "cbar.acq_rel.wg.semsc0 0", "B" },
                                               { 0 } };

static const struct tags_row no_rows[] = { { 0 } };

static const struct tags_vocabulary walked[] = {
  { "X86", X86_FRAME, "MOV EAX,[x] ;\n MOV [x],$1", x86_rows },
  { "X86_64", X86_64_FRAME, "movl (x),%eax ;\n movl $1,(x)", x86_64_rows },
  { "AArch64", A64_FRAME, "LDR W0,[X1] ;\n STR W2,[X1]", aarch64_rows },
  { "PPC", PPC_FRAME, "lwz r3,0(r2) ;\n stw r4,0(r2)", ppc_rows },
  { "RISCV", RISCV_FRAME, "lw x5,0(x6) ;\n sw x7,0(x6)", riscv_rows },
  { "PTX", "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n %s ;\nexists (true)", "st.weak x, 1", no_rows },
  { "C", C11_FRAME, NULL, c11_rows },
  { "C", KERNEL_FRAME, "*x = 1", kernel_rows },
  { "OPENCL", OPENCL_FRAME, NULL, opencl_rows },
  { "VULKAN", VULKAN_FRAME, NULL, vulkan_rows },
};
enum { WALKED = sizeof walked / sizeof *walked };

static void is_exactly(const struct tags_row *row, const char *text) {
  bool never = text_equal(row->where, "0");
  char *some = memory_format("[%s]", row->tag),
       *differ =
           memory_format("(%s \\ (%s)) | ((%s) \\ %s)", row->tag, row->where, row->where, row->tag);
  if (has(some, text) == never)
    fail_msg("%s: %s in %s", row->tag, never ? "an event" : "no event", text);
  if (!never && has(differ, text)) fail_msg("%s is not %s in %s", row->tag, row->where, text);
  memory_free(some);
  memory_free(differ);
}

static void tags_have_their_events(void **unused) {
  (void)unused;
  for (size_t i = 0; i < WALKED; i++)
    for (const struct tags_row *row = walked[i].rows; row->tag; row++) {
      if (!row->code) continue;
      char *text = memory_format(walked[i].frame, row->code);
      is_exactly(row, text);
      memory_free(text);
    }
}

/* The kernel's plain accesses are of locations that are not atomic, and the tags of C11's rows say
 * so. */
static void plain_accesses_have_none(void **unused) {
  (void)unused;
  for (size_t i = 0; i < WALKED; i++) {
    char *text = walked[i].plain ? memory_format(walked[i].frame, walked[i].plain) : NULL;
    for (const struct tags_row *row = walked[i].rows; text && row->tag; row++)
      is_exactly(&(struct tags_row){ row->tag, NULL, "0" }, text);
    memory_free(text);
  }
}

static bool is_said(const char *dialect, const char *tag, size_t length) {
  for (size_t i = 0; i < WALKED; i++)
    for (const struct tags_row *row = walked[i].rows; row->tag; row++)
      if ((text_equal(walked[i].dialect, dialect) || text_equal(walked[i].dialect, "C")) &&
          strlen(row->tag) == length && memcmp(row->tag, tag, length) == 0)
        return true;
  return false;
}

static void every_tag_is_said(void **unused) {
  (void)unused;
  for (size_t i = 0; i < WALKED; i++) {
    struct text tags = { 0 };
    tag_list(&tags, walked[i].dialect);
    for (const char *at = tags.bytes; at && *(at += strspn(at, " ")); at += strcspn(at, " "))
      if (!is_said(walked[i].dialect, at, strcspn(at, " ")))
        fail_msg("%s: what is %s?", walked[i].dialect, at);
    text_free(&tags);
  }
}

/* ---- tags that the dialect lacks ---- */

static bool is_judged(const char *cat, const char *text, const char *message) {
  struct diagnostic error = { 0 };
  struct cat_model *model = model_of(cat);
  struct program *program = read_program(text);
  struct judgement judgement;
  bool good = judge_program(model, program, NULL, &judgement, &error);
  if (good) judgement_clear(&judgement);
  else if (!strstr(error.message, message)) fail_msg("not \"%s\": %s", message, error.message);
  diagnostic_clear(&error);
  cat_model_free(model);
  program_free(program);
  return good;
}

static char *plain_test(const struct tags_vocabulary *of) {
  const char *code = of->plain ? of->plain : of->rows[0].code;
  return memory_format(of->frame, code);
}

static void tags_of_others_are_refused(void **unused) {
  (void)unused;
  for (size_t i = 0; i < WALKED; i++)
    for (size_t k = 0; k < WALKED; k++)
      for (const struct tags_row *row = walked[k].rows; row->tag; row++) {
        bool known = tag_is_of(row->tag, walked[i].dialect) || text_equal(row->tag, "A");
        char *cat =
            memory_format("\"m\"\nacyclic rf\nempty rmw & (fre ; coe)\nempty %s & F", row->tag);
        char *try = memory_format("\"m\"\nempty rmw & (fre ; coe)\nempty try %s with _", row->tag);
        char *text = plain_test(&walked[i]),
             *told = memory_format("test:4:7: test goes by %s, which no test of %s has", row->tag,
                                   walked[i].dialect);
        if (is_judged(cat, text, told) != known) fail_msg("%s in %s", row->tag, walked[i].dialect);
        if (!is_judged(try, text, "?")) fail_msg("%s in %s, by a try", row->tag, walked[i].dialect);
        memory_free(cat), memory_free(try), memory_free(text), memory_free(told);
      }
}

#define IS(cat) "acyclic po-loc | rf | co | fr empty rmw & (fre ; coe)\n" cat

/* A `try` goes to its second part where the dialect lacks the tag, and not where no event happens
 * to have it. */
static void a_try_goes_by_the_dialect(void **unused) {
  static const char riscv[] = "RISCV t\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\nexists (true)";
  static const char x86[] = "X86 t\n{ x=0; }\n P0 ;\n MOV EAX,[x] ;\nexists (true)";
  (void)unused;
  assert_int_equal(ask(IS("empty try AMO with R"), riscv), 'A');
  assert_int_equal(ask(IS("empty try AMO with R"), x86), '-');
  assert_int_equal(ask(IS("empty try [R] ; id ; [AMO] with rf"), x86), '-');
  assert_int_equal(ask(IS("empty try AMO & R with 0"), x86), 'A');
  assert_true(is_judged(IS("empty try AMO with MFENCE"), x86, ""));
  assert_true(is_judged(IS("empty try AMO with MFENCE"), riscv, ""));
  assert_false(is_judged(IS("empty try SYNC with MFENCE"), riscv, "goes by MFENCE"));
  assert_true(is_judged(IS("show fencerel(SYNC) as sync"), riscv, ""));
  assert_false(is_judged(IS("flag ~empty SYNC as synced"), riscv, "goes by SYNC"));
  assert_true(is_judged(IS("let unused = fencerel(SYNC)"), riscv, ""));
  assert_false(is_judged(IS("empty PTE & R"), riscv, "goes by PTE"));
  assert_true(is_judged(IS("empty try PTE & R with 0"), riscv, ""));
  assert_true(is_judged(IS("empty NExp & R"), riscv, ""));
}

/* Which accesses are X depends on whether the model knows EX, by which it is of the version since
 * which they are apart. */
static void versions_of_names(void **unused) {
  static const struct {
    const char *dialect_frame, *code;
  } exclusive[] = { { RISCV_FRAME, RISCV_PAIR }, { A64_FRAME, A64_PAIR }, { PPC_FRAME, PPC_PAIR } };
  (void)unused;
  for (size_t i = 0; i < sizeof exclusive / sizeof *exclusive; i++) {
    char *text = memory_format(exclusive[i].dialect_frame, exclusive[i].code);
    assert_true(has("[X]", text));
    assert_false(has("[X & (EX | X)]", text));
    assert_true(has("[EX \\ X]", text));
    memory_free(text);
  }
  char *amo = memory_format(RISCV_FRAME, RISCV_AMO);
  assert_true(has("[X & AMO]", amo) && has("[X \\ EX]", amo) && !has("[EX]", amo));
  memory_free(amo);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(tags_have_their_events, no_leaks),
    cmocka_unit_test_teardown(plain_accesses_have_none, no_leaks),
    cmocka_unit_test_teardown(every_tag_is_said, no_leaks),
    cmocka_unit_test_teardown(tags_of_others_are_refused, no_leaks),
    cmocka_unit_test_teardown(a_try_goes_by_the_dialect, no_leaks),
    cmocka_unit_test_teardown(versions_of_names, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
