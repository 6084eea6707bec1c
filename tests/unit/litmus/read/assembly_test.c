/* Assembly dialects and Vulkan: instructions that are read, others that are refused, and texts that
 * are cut short. */
#include "support.h"

#include <string.h>
#include "base/text.h"

static bool has_tag(const struct program *program, uint64_t tags, const char *name) {
  for (unsigned t = 0; t < program->tag_count; t++)
    if (text_equal(program->tags[t], name)) return tags >> t & 1;
  return false;
}

static int location_named(const struct program *p, const char *name) {
  for (unsigned i = 0; i < p->location_count; i++)
    if (text_equal(p->locations[i].name, name)) return (int)i;
  return -1;
}

static const struct instruction *code(const struct program *p) {
  return p->threads[0].instructions;
}

static void x86(void **state) {
  (void)state;
  struct program *p =
      must_read("X86 t\n{ x=1; 0:EBX=3; };\n P0 ;\n MOV [x],$2 ;\n mov EAX, [x] ;\n MFENCE ;\n"
                " XCHG [y],EAX ;\n MOV ECX,EBX ;\nexists (0:EAX=1 /\\ x=2)\n<< anything >>");
  assert_int_equal(code(p)[0].opcode, OP_STORE);
  assert_int_equal(code(p)[0].value.number, 2);
  assert_int_equal(code(p)[1].opcode, OP_LOAD);
  assert_true(has_tag(p, code(p)[2].tags, "MFENCE"));
  assert_true(code(p)[3].opcode == OP_RMW && has_tag(p, code(p)[3].write_tags, "X"));
  assert_int_equal(code(p)[4].opcode, OP_COMPUTE);
  assert_int_equal(p->threads[0].registers[code(p)[4].value.index].initial, 3);
  program_free(p);
}

/* Older tests write "final" for "exists", with expectations of models after it.  Their headers have
 * free text. */
static void older_forms(void **state) {
  (void)state;
  struct program *p = must_read("X86 t (teaTime)\nfree text\nCycle=Fre\n{ x=0; };\n P0 ;\n mov "
                                "EBP, [x] ;\nfinal (0:EBP = 0);\n"
                                "with\ntso: ~exists;\ndefault: exists;\n<< anything >>");
  assert_int_equal(p->field_count, 1);
  assert_int_equal(p->quantifier, QUANTIFIER_EXISTS);
  assert_int_equal(p->condition->kind, CONDITION_COMPARE);
  program_free(p);
  p = must_read("RISCV t\n{ int z; int *y = &z; uint64_t *1:a0; 0:s1=y; }\n P0 | P1 ;\n ld "
                "a1,0(s1) | ;\nexists (0:a1=z)");
  assert_int_equal(p->locations[location_named(p, "y")].initial,
                   address_of((unsigned)location_named(p, "z")));
  program_free(p);
  must_refuse("RISCV t\n{ int *y = &; }\n P0 ;\nexists (true)", "expected a location");
  must_refuse("X86 t\n{}\n P0 ;\n MFENCE ;\nfinal (true) with tso ~exists;", "expected \":\"");
}

static void x86_64(void **state) {
  (void)state;
  struct program *p = must_read(
      "X86_64 t\n{ uint64_t x=1; 0:rbx=3; 0:r9=x; }\n P0 ;\n movq $2,(x) ;\n movl (x), %eax ;\n"
      " mfence ;\n xchgq %rbx,(x) ;\n movb %cl,4(%r9) ;\n addl $1,%eax ;\n cmpl $1,%eax ;\n jl L "
      ";\n"
      " lock incl (x) ;\n lock cmpxchgq %rdx,(%r9,%rax) ;\n L: ;\n nop ;\n"
      "exists (0:eax=1 /\\ 0:RBX=2)");
  assert_true(code(p)[0].opcode == OP_STORE && code(p)[0].size == 8 &&
              code(p)[0].value.number == 2);
  assert_true(code(p)[1].opcode == OP_LOAD && code(p)[1].size == 4);
  assert_string_equal(p->threads[0].registers[code(p)[1].destination].name, "rax");
  assert_true(has_tag(p, code(p)[2].tags, "MFENCE"));
  assert_true(code(p)[3].opcode == OP_RMW && has_tag(p, code(p)[3].write_tags, "X") &&
              code(p)[3].size == 8);
  assert_int_equal(code(p)[4].opcode, OP_COMPUTE); /* r9 + 4 */
  assert_true(code(p)[5].opcode == OP_STORE && code(p)[5].size == 1);
  assert_int_equal(code(p)[5].address.index, code(p)[4].destination);
  assert_int_equal(code(p)[6].arithmetic, ARITHMETIC_ADD);
  assert_int_equal(code(p)[6].left.index, code(p)[6].destination);
  assert_int_equal(code(p)[7].arithmetic, ARITHMETIC_ZERO_EXTEND); /* the upper half of rax */
  assert_int_equal(code(p)[8].arithmetic, ARITHMETIC_SIGN_EXTEND); /* eax with its sign, for cmpl */
  assert_string_equal(p->threads[0].registers[code(p)[8].value.index].name, "rax");
  assert_int_equal(code(p)[9].arithmetic, ARITHMETIC_SUB); /* eax - 1, and less than 0 */
  assert_true(code(p)[10].comparison == COMPARE_LT && code(p)[10].target == 14);
  assert_true(code(p)[11].arithmetic == ARITHMETIC_ADD && has_tag(p, code(p)[11].tags, "X"));
  assert_true(code(p)[13].arithmetic == ARITHMETIC_CAS && code(p)[13].may_fail);
  assert_string_equal(p->threads[0].registers[code(p)[13].destination].name, "rax");
  assert_int_equal(p->observable_count, 2);
  program_free(p);
  must_refuse("X86_64 t\n{}\n P0 ;\n movq (x),(y) ;\nexists (x=1)",
              "one operand in memory at most");
  must_refuse("X86_64 t\n{}\n P0 ;\n movb (x),%al ;\nexists (x=1)",
              "unsupported: an instruction that writes a part of a register");
  must_refuse("X86_64 t\n{}\n P0 ;\n addq $1,(x) ;\nexists (x=1)",
              "unsupported: arithmetic on memory without a lock");
  must_refuse("X86_64 t\n{}\n P0 ;\n cmpq $1,(x) ;\nexists (x=1)",
              "unsupported: a comparison with memory");
  must_refuse("X86_64 t\n{}\n P0 ;\n lock movq $1,(x) ;\nexists (x=1)",
              "unsupported: the instruction \"lock movq\"");
  must_refuse("X86_64 t\n{}\n P0 ;\n movq $1,%r16 ;\nexists (x=1)", "expected a register");
  must_refuse("X86_64 t\n{}\n P0 ;\n movq $1,$2 ;\nexists (x=1)", "expected a register or memory");
}

static void aarch64(void **state) {
  (void)state;
  struct program *p =
      must_read("AArch64 t\n{ 0:X1=x; 0:X4=y; }\n P0 ;\n LDAR W0,[X1] ;\n EOR W2,W0,W0 ;\n"
                " LDR W3,[X4,W2,SXTW] ;\n LDXR W5,[X1] ;\n STXR W6,W5,[X1] ;\n CMP W6,#0 ;\n"
                " B.NE L ;\n DMB ISHLD ;\n L: ;\n STLR WZR,[X4] ;\n"
                "exists (0:X0=1 /\\ 0:X4=y)");
  assert_true(p->registers_are_events);
  assert_int_equal(p->threads[0].registers[code(p)[0].address.index].initial, address_of(0));
  assert_true(has_tag(p, code(p)[0].tags, "A") && code(p)[0].order == ORDER_ACQUIRE);
  assert_int_equal(code(p)[2].arithmetic, ARITHMETIC_ZERO_EXTEND); /* the upper half of X2 */
  assert_int_equal(code(p)[3].arithmetic, ARITHMETIC_SIGN_EXTEND); /* SXTW */
  assert_int_equal(code(p)[4].opcode, OP_COMPUTE);                 /* the address */
  assert_int_equal(code(p)[5].opcode, OP_LOAD);
  assert_string_equal(p->threads[0].registers[code(p)[5].destination].name, "X3");
  assert_true(code(p)[6].exclusive && code(p)[7].exclusive && code(p)[7].opcode == OP_STORE);
  unsigned branch = 8;
  while (code(p)[branch].opcode != OP_BRANCH) branch++; /* CMP computes first */
  assert_true(has_tag(p, code(p)[branch + 1].tags, "DMB.ISHLD"));
  assert_int_equal(code(p)[branch].target, branch + 2);
  assert_int_equal(code(p)[branch + 2].value.kind, OPERAND_CONSTANT);
  program_free(p);
}

static void aarch64_atomics(void **state) {
  (void)state;
  struct program *p = must_read(
      "AArch64 t\n{ 0:X1=x; uint64_t y; 0:X4=y; }\n P0 ;\n SWPAL W0,W2,[X1] ;\n LDADDL X5,X6,[X4] "
      ";\n"
      " STADD W0,[X1] ;\n LDCLRA W0,W3,[X1] ;\n SWPA W0,WZR,[X1] ;\n LDEORH W0,W3,[X1] ;\n NOP ;\n"
      "exists (0:X2=1)");
  assert_true(has_tag(p, code(p)[0].tags, "A") && !has_tag(p, code(p)[0].write_tags, "A"));
  assert_true(has_tag(p, code(p)[0].write_tags, "L"));
  assert_true(code(p)[0].arithmetic == ARITHMETIC_MOVE && code(p)[0].size == 4 &&
              code(p)[0].order == ORDER_ACQ_REL);
  assert_true(!has_tag(p, code(p)[1].tags, "A") && has_tag(p, code(p)[1].write_tags, "L") &&
              code(p)[1].size == 8);
  assert_true(has_tag(p, code(p)[2].tags, "NoRet") && code(p)[2].arithmetic == ARITHMETIC_ADD);
  assert_true(code(p)[3].opcode == OP_COMPUTE &&
              code(p)[3].value.number == -1); /* the bits that LDCLR keeps */
  assert_true(code(p)[4].arithmetic == ARITHMETIC_AND && has_tag(p, code(p)[4].tags, "A"));
  assert_true(has_tag(p, code(p)[5].tags, "NoRet") &&
              !has_tag(p, code(p)[5].tags, "A")); /* nothing is returned */
  assert_true(code(p)[6].arithmetic == ARITHMETIC_XOR && code(p)[6].size == 2);
  assert_int_equal(code(p)[7].opcode, OP_NOP);
  program_free(p);
  must_refuse("AArch64 t\n{ int x[2]; }\n P0 ;\n NOP ;\nexists (x={1})",
              "expected \",\" and what the next element holds");
  must_refuse("AArch64 t\n{ int x[2]; }\n P0 ;\n NOP ;\nexists (x={1,2,3})", "expected \"}\"");
  must_refuse("AArch64 t\n{ int x[2]; }\n P0 ;\n NOP ;\nexists (x<{1,2})", "arrays have no order");
  must_refuse("AArch64 t\n{ int x[2]; }\n P0 ;\n NOP ;\nexists (x=1)",
              "expected \"{\" and what each element holds");
  must_refuse("AArch64 t\n{}\n P0 ;\n CASP W0,W1,X4,X5,[X2] ;\nexists (true)",
              "expected a register as wide as the first");
  must_refuse("AArch64 t\n{}\n P0 ;\n CASP W0,W1,W4,X5,[X2] ;\nexists (true)",
              "expected a register as wide as the first");
  must_refuse("AArch64 t\n{}\n P0 ;\n CASP W0,W0,W4,W5,[X2] ;\nexists (true)",
              "unsupported: a pair of loads into one register");
  must_refuse("AArch64 t\n{}\n P0 ;\n CSEL W0,W1,W2,XX ;\nexists (true)",
              "unsupported: the condition \"XX\"");
  must_refuse("AArch64 t\n{}\n P0 ;\n CSEL W0,W1,EQ ;\nexists (true)", "expected a register");
  must_refuse("AArch64 t\n{}\n P0 ;\n SWP W0,[X2] ;\nexists (true)", "expected a register");
}

static void riscv_and_power(void **state) {
  (void)state;
  struct program *p = must_read("RISCV t\n{ 0:a0=x; }\n P0 ;\n lw t0,0(a0) ;\n sw.rl t0,0(x10) ;\n "
                                "amoswap.w.aq.rl x7,t0,(a0) ;\n"
                                " fence r,rw ;\n lr.w x8,(a0) ;\n sc.w x9,x8,0(a0) ;\n bne x9,x0,L "
                                ";\n L: ;\nexists (0:t0=1)");
  assert_string_equal(p->threads[0].registers[code(p)[0].destination].name, "x5");
  assert_int_equal(code(p)[0].address.index, code(p)[1].address.index);
  assert_true(has_tag(p, code(p)[1].tags, "Rel"));
  assert_true(has_tag(p, code(p)[2].tags, "AcqRel") && has_tag(p, code(p)[2].write_tags, "AMO") &&
              code(p)[2].whole);
  assert_true(has_tag(p, code(p)[3].tags, "Fence.r.rw"));
  assert_true(code(p)[4].exclusive && code(p)[5].exclusive);
  assert_string_equal(p->threads[0].registers[p->observables[0].index].name, "x5");
  program_free(p);
  p = must_read("PPC t\n{ 0:r2=x; 0:r4=y; }\n P0 ;\n li r1,1 ;\n stw r1,0(r2) ;\n lwsync ;\n lwzx "
                "r5,r3,r4 ;\n cmpw r5,r5 ;\n"
                " beq L ;\n L: ;\n isync ;\nexists (x=1)");
  assert_true(has_tag(p, code(p)[2].tags, "LWSYNC") && has_tag(p, code(p)[2].tags, "lwsync"));
  assert_int_equal(code(p)[3].arithmetic, ARITHMETIC_ADD);
  assert_int_equal(code(p)[4].opcode, OP_LOAD);
  assert_true(code(p)[5].arithmetic == ARITHMETIC_SIGN_EXTEND &&
              code(p)[6].arithmetic == ARITHMETIC_SIGN_EXTEND);
  assert_int_equal(code(p)[8].opcode, OP_BRANCH);
  program_free(p);
}

static void riscv_operands(void **state) {
  (void)state;
  must_refuse("RISCV t\n{}\n P0 ;\n slliw x5,x6,32 ;\nexists (true)",
              "a distance is at least 0 and at most 31");
  must_refuse("RISCV t\n{}\n P0 ;\n lui x5,-1 ;\nexists (true)",
              "an upper immediate is at least 0");
  must_refuse("RISCV t\n{}\n P0 ;\n bltu x5,x6,L ;\n L: ;\nexists (true)",
              "unsupported: the instruction \"bltu\"");
  struct program *p =
      must_read("RISCV t\n{}\n P0 ;\n fence ;\n fence iorw,ow ;\n fence ir,rw ;\nexists (true)");
  assert_true(has_tag(p, code(p)[0].tags, "Fence.rw.rw") && code(p)[0].order == ORDER_SC);
  assert_true(has_tag(p, code(p)[1].tags, "Fence.rw.w") &&
              has_tag(p, code(p)[2].tags, "Fence.r.rw"));
  program_free(p);
}

static void vulkan(void **state) {
  (void)state;
  struct program *p = must_read(
      "Vulkan t\n{ x=0; y aliases x; }\n{ ssw 0 1; }\n P0@sg 0, wg 1, qf 2 | P1@sg 1,wg 1,qf 2 ;\n"
      " st.av.wg.sc0 x, 1 | ld.atom.acq.dv.sc1.semsc0.semvis r0, y ;\n"
      " cbar.acq_rel.wg.semsc0 3 | cbar.acq_rel.wg.semsc0 3 ;\n"
      " avdevice | rmw.atom.acq_rel.dv.sc0.semsc0.semav.semvis.add r1, x, 2 ;\nexists (P1:r0 == "
      "1)");
  const struct instruction *other = p->threads[1].instructions;
  assert_int_equal(p->threads[0].place.family, 2);
  assert_int_equal(p->threads[1].place.subgroup, 1);
  assert_int_equal(p->synchronises[0], 2);
  assert_true(has_tag(p, code(p)[0].tags, "AV") && has_tag(p, code(p)[0].tags, "NONPRIV") &&
              has_tag(p, code(p)[0].tags, "WG"));
  assert_true(has_tag(p, other[0].tags, "VIS") && has_tag(p, other[0].tags, "SEMVIS") &&
              has_tag(p, other[0].tags, "ATOM"));
  assert_true(has_tag(p, code(p)[1].tags, "F") && has_tag(p, code(p)[1].tags, "REL") &&
              has_tag(p, code(p)[1].tags, "CBAR"));
  assert_true(has_tag(p, other[2].write_tags, "AV") && !has_tag(p, other[2].tags, "AV"));
  assert_int_equal(other[2].arithmetic, ARITHMETIC_ADD);
  assert_int_equal(p->locations[1].physical, 0);
  program_free(p);
}

static void refusals(void **state) {
  (void)state;
  must_refuse("X86 t\n{}\n P0 ;\n LOCK ;\nexists (x=1)", "unsupported: the instruction \"LOCK\"");
  must_refuse("X86 t\n{}\n P0 ;\n MOV [x] ;\nexists (x=1)", "expected \",\"");
  must_refuse("AArch64 t\n{}\n P0 ;\n LDR W0,[X31] ;\nexists (x=1)", "expected a register");
  must_refuse("AArch64 t\n{}\n P0 ;\n LDR W0,[X1,W2,LSL #2] ;\nexists (x=1)",
              "unsupported: a shifted register");
  must_refuse("AArch64 t\n{}\n P0 ;\n TBZ W0,#32,L ;\n L: ;\nexists (true)",
              "a bit is at least 0 and at most 31");
  must_refuse("AArch64 t\n{}\n P0 ;\n BIC W0,W1,#1 ;\nexists (true)", "expected a register");
  must_refuse("AArch64 t\n{}\n P0 ;\n DMB NO ;\nexists (x=1)", "expected SY, LD, ST");
  must_refuse("X86 t\n{}\n P0 ;\n MOVB EAX,[x] ;\nexists (x=1)",
              "unsupported: a load into a part of a register");
  must_refuse("RISCV t\n{}\n P0 ;\n fence r ;\nexists (x=1)", "expected \",\"");
  must_refuse("RISCV t\n{}\n P0 ;\n lw x1,0(x0) ;\nexists (x=1)",
              "expected an address in a register");
  must_refuse("PPC t\n{}\n P0 ;\n stwcx r1,r2,r3 ;\nexists (x=1)", "expected the dot of stwcx.");
  must_refuse("VULKAN t\n{}\n P0@sg 0, wg 0 ;\nexists (x=1)", "expected \",\"");
  must_refuse("VULKAN t\n{x=0;}\n P0@sg 0, wg 0, qf 0 ;\n st.atom.sc0 x, 1 ;\nexists (x=1)",
              "expected a scope");
  must_refuse("VULKAN t\n{x=0;}\n P0@sg 0, wg 0, qf 0 ;\n st.wg x, 1 ;\nexists (x=1)",
              "expected a storage class");
  must_refuse("VULKAN t\n{x=0;}\n P0@sg 0, wg 0, qf 0 ;\n st.sc0.vis.wg x, 1 ;\nexists (x=1)",
              "expected av on a store");
  must_refuse("VULKAN t\n{x=0;}\n P0@sg 0, wg 0, qf 0 ;\n st.sc0.cta x, 1 ;\nexists (x=1)",
              "\"cta\" has no place");
  must_refuse(
      "VULKAN t\n{x=0;}\n{ ssw 0 4; }\n P0@sg 0, wg 0, qf 0 ;\n st.sc0 x, 1 ;\nexists (x=1)",
      "ssw names a thread");
}

/* Reads each prefix of the text: a program or a message must come of it. */
static void cut(const char *text) {
  for (size_t length = 0; length < strlen(text); length++) {
    struct diagnostic error = { 0 };
    struct program *program = litmus_read_text("cut", text, length, &error);
    if (program) program_free(program);
    else assert_non_null(error.message);
    diagnostic_clear(&error);
  }
}

static void hostile(void **state) {
  (void)state;
  cut("X86 t\n{ x=1; 0:EBX=y; };\n P0 | P1 ;\n MOV [x],$2 | XCHG EAX,[y] ;\n L: | MFENCE ;\nexists "
      "(0:EAX=1 /\\ x=2)");
  cut("AArch64 t\n{ 0:X1=x; uint64_t y=3; }\n P0 ;\n LDR W3,[X1,W2,SXTW #0] ;\n CBNZ W3,L ;\n L: "
      ";\n STXR W6,W5,[X1] ;\n"
      "forall (x=1)");
  cut("RISCV t\n{ 0:a0=x; }\n P0 ;\n amoadd.w.aq.rl x7,t0,(a0) ;\n fence rw,rw ;\n bne x9,x0,L ;\n "
      "L: ;\nexists (0:t0=1)");
  cut("PPC t\n{ 0:r2=x; }\n P0 ;\n lwzx r5,r3,r2 ;\n cmpw r5,r5 ;\n beq L ;\n L: ;\n stwcx. "
      "r1,r0,r2 ;\nexists (x=1)");
  cut("Vulkan t\n{ x=0; y aliases x; }\n{ ssw 0 0; }\n P0@sg 0, wg 1, qf 2, dv 3 ;\n cbar.wg 1, 2, "
      "r3 ;\n"
      " rmw.atom.rel.dv.sc0.semsc0.semav r1, x, 2 ;\nexists (x == 1)");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(older_forms),     cmocka_unit_test(x86),
    cmocka_unit_test(x86_64),          cmocka_unit_test(aarch64),
    cmocka_unit_test(aarch64_atomics), cmocka_unit_test(riscv_and_power),
    cmocka_unit_test(riscv_operands),  cmocka_unit_test(vulkan),
    cmocka_unit_test(refusals),        cmocka_unit_test(hostile),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("assembly", tests, NULL, NULL);
}
