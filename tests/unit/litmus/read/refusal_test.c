/* The reader on bad input: it names each mistake and its place in one message, and corrects none by
 * a guess. */
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"

#define HEAD "PTX t\n{ x=0; }\n"

static void files_that_are_no_tests(void **state) {
  (void)state;
  must_refuse("", "test:1:1: expected a litmus test");
  must_refuse("   \n\n", "expected a litmus test");
  must_refuse("hello world", "expected a dialect (PTX, C, ");
  must_refuse("MIPS SB\n{}\n",
              "test:1:1: unsupported: dialect MIPS is not supported yet (supported: PTX, C, ");
  must_refuse_bytes("PTX t\n{ x\0=0; }", 16,
                    "test:2:4: expected a litmus test, found the byte 0x00");
  must_refuse_bytes("\x7f"
                    "ELF\x02\x01\x01",
                    7, "found the byte 0x7f");
}

static void headers(void **state) {
  (void)state;
  must_refuse("PTX", "expected the test's name");
  must_refuse("PTX   \n{}", "expected the test's name");
  must_refuse("PTX t", "expected \"{\" and the initial state, found the end of the text");
  must_refuse("PTX t\na b=1\n{}", "test:2:1: expected a quoted remark");
  must_refuse("PTX t\n=1\n{}", "expected a quoted remark");
  must_refuse("PTX t\n\"open\n{}", "test:2:1: this remark has no closing quote");
  must_refuse("PTX t\na=1\na=2\n{}", "test:3:1: \"a\" is given twice");
  must_refuse("PTX t\n(* open\n{}", "test:2:1: this comment never ends");
}

static void initial_states(void **state) {
  (void)state;
  must_refuse("PTX t\n{ x=0", "expected \";\" or \"}\", found the end of the text");
  must_refuse("PTX t\n{ x=0; x=1; }", "test:2:8: location \"x\" is declared twice");
  must_refuse("PTX t\n{ x= }", "expected a number, found \"}\"");
  must_refuse("PTX t\n{ x=1y; }", "expected a number, found \"1y\"");
  must_refuse("PTX t\n{ x=9223372036854775808; }", "test:2:5: this number does not fit 64 bits");
  must_refuse("PTX t\n{ x=-9223372036854775809; }", "this number does not fit 64 bits");
  must_refuse("PTX t\n{ x=0x; }", "expected a number, found \"0x\"");
  must_refuse("VULKAN t\n{ x=0; y=x; }", "test:2:10: unsupported: the address \"x\" as a value");
  must_refuse("PTX t\n{ .i32 x=0; }", "expected a type (.u32) or a state space");
  must_refuse("PTX t\n{ y @ generic aliases x; }", "unknown location \"x\"");
  must_refuse("PTX t\n{ y @ generic aliases y; }", "cannot alias itself");
  must_refuse("PTX t\n{ x=0; y @ alias aliases x; }",
              "expected a proxy (generic, texture, surface or constant)");
  must_refuse("PTX t\n{ x=0; P7:r0=1; }\nP0@cta 0,gpu 0 ;\n", "test:2:8: there is no thread P7");
  must_refuse("PTX t\n{ P0:r0=1; 0:r0=1; }\nP0@cta 0,gpu 0 ;\n",
              "test:2:14: register \"r0\" is declared twice");
  must_refuse("PTX t\n{ x=0; P0:x=1; }\nP0@cta 0,gpu 0 ;\n", "\"x\" is a location");
}

static void threads(void **state) {
  (void)state;
  must_refuse(HEAD, "test:3:1: expected a thread (P0, P1, ...), found the end of the text");
  must_refuse(HEAD "P0 ;", "expected \"@\" and a place (@cta 0,gpu 0), found the end of the cell");
  must_refuse(HEAD "P0@cta 0 ;", "expected a place with cta and gpu (@cta 0,gpu 0)");
  must_refuse(HEAD "P0@cta -1,gpu 0 ;", "the number of a level is at least 0");
  must_refuse(HEAD "P0@cta 0,gpu 0,x 1 ;", "expected cta, cluster or gpu, each once");
  must_refuse(HEAD "Q0@cta 0,gpu 0 ;", "expected a thread (P0, P1, ...), found \"Q0\"");
  must_refuse(HEAD "P0@cta 0,gpu 0 | P0@cta 0,gpu 0 ;", "test:3:18: there is a thread P0 already");
  must_refuse(HEAD " | P0@cta 0,gpu 0 ;", "expected a thread");
  must_refuse(HEAD "P0@cta 0,gpu 0", "expected \"|\" or \";\"");
  struct text text = { 0 };
  text_add(&text, HEAD);
  for (int i = 0; i < 70; i++) text_add(&text, "P%d@cta 0,gpu 0 %s", i, i < 69 ? "| " : ";\n");
  must_refuse(text.bytes, "more than 64 threads");
  text_free(&text);
}

static void rows(void **state) {
  (void)state;
  must_refuse_code("st.weak x, 1 ;",
                   "test:4:14: this row has 1 cells, expected one for each of the 2 threads");
  must_refuse_code(" | | st.weak x, 1 ;", "more cells than threads");
  must_refuse_code(" | st.weak x, 1",
                   "test:5:1: expected \"|\" or \";\" after this cell, found \"exists\"");
  must_refuse_code(" st.weak x, 1 x | ;", "expected the end of the cell, found \"x\"");
  must_refuse_code(" st.weak x, 1 /* | ;", "expected the end of the cell, found \"/\"");
  must_refuse_code(" st.weak x, 1 (* | ;", "this comment never ends");
}

static void mnemonics(void **state) {
  (void)state;
  must_refuse_code("ld.weak.gpu r0, x | ;",
                   "test:4:9: a weak access has no scope: leave out .gpu, or write .relaxed.gpu");
  must_refuse_code("ld.gpu.u32 r0, [x] | ;", "test:4:4: a weak access has no scope");
  must_refuse_code("ld.relaxed r0, x | ;",
                   "test:4:4: expected a scope (cta, cluster, gpu or sys) with .relaxed");
  must_refuse_code("ld.acquire.blok r0, x | ;",
                   "expected a scope (cta, cluster, gpu or sys), found \"blok\"");
  must_refuse_code("ld.release.gpu r0, x | ;",
                   "test:4:4: \"release\" has no place here: expected the order of a load");
  must_refuse_code("st.acquire.gpu x, 1 | ;", "expected the order of a store");
  must_refuse_code("ld.relaxed.acquire.gpu r0, x | ;", "two orders");
  must_refuse_code("ld.relaxed.gpu.sys r0, x | ;", "two scopes");
  must_refuse_code("ld.relaxed.gpu.x r0, x | ;", "test:4:16: \".x\" has no place in \"ld\"");
  must_refuse_code("ld.relaxed.gpu.cg.u32 r0, [x] | ;", "cache operators (.ca, .cg, ...)");
  must_refuse_code("ld.global.nc.relaxed.gpu.u32 r0, [x] | ;", "nc stands on weak loads");
  must_refuse_code("ld.volatile.gpu.u32 r0, [x] | ;", "volatile has no scope of its own");
  must_refuse_code("ld.mmio.u32 r0, [x] | ;", "expected .mmio.relaxed.sys");
  must_refuse_code("ld.local.u32 r0, [x] | ;", "unsupported: .local");
  must_refuse_code("ld.param.u64 r0, [x] | ;", "unsupported: .param");
  must_refuse_code("st.const.u32 [x], 1 | ;", "constant memory cannot be written");
  must_refuse_code("atom.gpu.add r0, x, 1 | ;", "expected the order of an atomic");
  must_refuse_code("atom.weak.gpu.add r0, x, 1 | ;", "\"weak\" has no place here");
  must_refuse_code("atom.sc.gpu.add.u32 r0, [x], 1 | ;", "atom and red have no .sc");
  must_refuse_code("atom.relaxed.gpu r0, x, 1 | ;", "expected an operation");
  must_refuse_code("atom.exch.u32 r0, [x], 1 | ;", ".exch does not take this type: expected .b32");
  must_refuse_code("atom.sub.u32 r0, [x], 1 | ;", "PTX has no atom.sub");
  must_refuse_code("atom.add.f32 r0, [x], 1 | ;", "floating-point");
  must_refuse_code("red.relaxed.gpu.exch x, 1 | ;", "red has no .exch");
  must_refuse_code("red.acquire.gpu.add.u32 [x], 1 | ;", "a reduction returns nothing");
  must_refuse_code("fence.sc | ;", "expected a scope (cta, cluster, gpu or sys) with .sc");
  must_refuse_code("fence.proxy.alias.gpu | ;", "\".gpu\" has no place in \"fence\"");
  must_refuse_code("fence.relaxed.gpu | ;", "a fence is acq_rel, sc, acquire or release");
  must_refuse_code("fence.proxy.async | ;", "unsupported: the async proxy (9.7.9.25.2)");
  must_refuse_code("membar.gpu | ;", "expected membar.cta, .gl or .sys");
  must_refuse_code("bar.gpu.sync 0 | ;", "\".gpu\" has no place in \"bar\"");
  must_refuse_code("bar.arrive 0 | ;", "for how many threads");
  must_refuse_code("bar.warp.sync -1 | ;", "unsupported: bar.warp.sync (9.7.13.2)");
  must_refuse_code("barrier.cluster.wait.relaxed | ;", "barrier.cluster.arrive is release");
  must_refuse_code("barrier.cluster.wait | ;", "the thread has not arrived");
  must_refuse_code("barrier.cluster.arrive | ;\nbarrier.cluster.arrive | ;",
                   "the thread has arrived already");
  must_refuse_code("mbarrier.init.shared.b64 [x], 1 | ;", "unsupported: mbarrier objects");
  must_refuse_code("cp.async.ca.shared.global [x], [y], 4 | ;",
                   "unsupported: asynchronous copies (9.7.9.25)");
  must_refuse_code("call f | ;", "unsupported: calls");
  must_refuse_code("mov.u32 r0, %tid.x | ;", "unsupported: the special register %tid");
  must_refuse_code("setp.eq.f32 p, r0, r1 | ;", "floating-point");
  must_refuse_code("frobnicate r0 | ;", "expected an instruction of PTX, found \"frobnicate\"");
  must_refuse_code("ld.weak. r0, x | ;", "test:4:9: expected an instruction");
}

static void operands(void **state) {
  (void)state;
  must_refuse_code("ld r0, x | ;", "a load from memory says its order");
  must_refuse_code("ld.weak x, x | ;", "expected a register, but \"x\" is a location");
  must_refuse_code("ld.weak r0 x | ;", "expected \",\", found \"x\"");
  must_refuse_code("ld.weak r0, 5 | ;", "expected a location, found \"5\"");
  must_refuse_code("ld.weak r0, w | ;", "test:4:13: unknown location \"w\"");
  must_refuse_code("st.weak x | ;", "expected \",\", found the end of the cell");
  must_refuse_code("st.weak x, y | ;", "expected a register, but \"y\" is a location");
  must_refuse_code("st.weak x, r7 | ;",
                   "test:4:12: register \"r7\" of P0 is read, but nothing writes it");
  must_refuse_code("st.weak x, 99999999999999999999 | ;", "does not fit 64 bits");
  must_refuse_code("atom.relaxed.gpu.cas r0, x, 1 | ;",
                   "expected \",\", found the end of the cell");
  must_refuse_code("bar.cta.sync 1, 16 | ;", "a barrier id is at least 0 and at most 15");
  must_refuse_code("bar.cta.sync -1 | ;", "the barrier's number is at least 0");
  must_refuse_code("bar.cta.sync 1, 1, 0 | ;", "a quorum is at least 1");
  must_refuse_code("bar.cta.sync r0 | ;", "the number of a barrier in a register");
  must_refuse_code("add r0, 1 | ;", "expected \",\"");
}

static void jumps(void **state) {
  (void)state;
  must_refuse_code("L: | ;\nL: | ;", "test:5:1: label \"L\" is defined twice in P0");
  must_refuse_code("L: | goto L ;", "test:4:11: there is no label \"L\" in P1");
  must_refuse_code("goto 5 | ;", "expected a label, found \"5\"");
  must_refuse_code("beq 0, 0 | ;", "expected \",\"");
}

static void transactions(void **state) {
  (void)state;
  must_refuse_code("txbegin | ;", "test:4:1: this transaction has no txcommit");
  must_refuse_code("txcommit | ;", "no transaction is open here");
  must_refuse_code("txabort | ;", "no transaction is open here");
  must_refuse_code("txcancel | ;", "no transaction is open here");
  must_refuse(HEAD
              "P0@cta 0,gpu 0;\ntxbegin;\nmov commits, 3;\ntxcommit;\nexists (P0:commits == 3)",
              "transactions are counted in \"commits\", which the code writes");
  must_refuse(HEAD "P0@cta 0,gpu 0;\nst.weak x, 1;\nexists (P0:cancels == 1)",
              "P0 has no register \"cancels\"");
  must_refuse_code("txbegin | ;\nfence.sc.sys | ;\ntxcommit | ;",
                   "test:5:1: unsupported: an order in a transaction");
  must_refuse_code("txbegin | ;\nld.acquire.sys r0, x | ;\ntxcommit | ;",
                   "unsupported: an order in a transaction");
  must_refuse_code("txbegin | ;\nbar.cta.sync 0 | bar.cta.sync 0 ;\ntxcommit | ;",
                   "test:5:1: unsupported: a barrier in a transaction");
  must_refuse_code("txbegin | ;\ntxbegin | ;\ntxcommit | ;",
                   "test:5:1: unsupported: a transaction inside another");
  must_refuse_code("txbegin | ;\ngoto E | ;\ntxcommit | ;\nE: | ;",
                   "test:5:6: this jump crosses the border");
  must_refuse_code("goto M | ;\ntxbegin | ;\nM: | ;\ntxcommit | ;", "this jump crosses the border");
  must_refuse_code("txbegin | ;\ngoto M | ;\ntxcommit | ;\ntxbegin | ;\nM: | ;\ntxcommit | ;",
                   "test:5:6: this jump crosses the border");
  must_refuse_code("txbegin | ;\nM: | ;\ntxcommit | ;\ntxbegin | ;\ngoto M | ;\ntxcommit | ;",
                   "test:8:6: this jump crosses the border");
}

static void conditions(void **state) {
  (void)state;
  must_refuse_condition("exists (w=1)", "unknown location \"w\"");
  must_refuse_condition("exists (P0:cancels=1)", "P0 has no register \"cancels\"");
  must_refuse_condition("exists (P9:r1=1)", "there is no thread P9");
  must_refuse_condition("exists (9:r1=1)", "there is no thread P9");
  must_refuse_condition("exists (x=1", "expected \")\", /\\, \\/ or =>, found the end of the text");
  must_refuse_condition("exists", "expected a register (P0:r0) or a location, found the end");
  must_refuse_condition("exists (x)", "expected a comparison");
  must_refuse_condition("exists (x => 1)", "expected a comparison");
  must_refuse_condition("exists (x=1) y", "or the end, found \"y\"");
  must_refuse_condition("exists (x=1) exists (x=1)", "there is a condition already");
  must_refuse_condition("filter (x=1) filter (x=1)", "there is a filter already");
  must_refuse_condition("~forall (x=1)", "expected exists after \"~\"");
  must_refuse_condition("exists (x=y)", "write [y]");
  must_refuse_condition("exists (x[1]=1)", "\"x\" is no array");
  must_refuse_condition("exists (x=9223372036854775808)", "does not fit 64 bits");
  must_refuse_condition("locations [x", "expected \";\" or \"]\"");
  must_refuse_condition("locations [w;]", "unknown location \"w\"");
  must_refuse_condition("locations x;", "expected \"[\"");
  must_refuse_condition("exists (x=1 /\\ )", "found \")\"");
  must_refuse_condition("exists (x=1) (* open", "this comment never ends");
}

/* Refuses "exists " and `count` copies of `piece`, with `part` in the message. */
static void must_refuse_repeated(const char *piece, unsigned count, const char *part) {
  struct text text = { 0 };
  text_add(&text, "exists ");
  for (unsigned i = 0; i < count; i++) text_add(&text, "%s", piece);
  must_refuse_condition(text.bytes, part);
  text_free(&text);
}

static void deep_nesting(void **state) {
  (void)state;
  must_refuse_repeated("(", 100000, "the condition nests deeper than 1000");
  must_refuse_repeated("~", 100000, "the condition nests deeper than 1000");
  must_refuse_repeated("not ", 100000, "the condition nests deeper than 1000");
  must_refuse_repeated("x=1 => ", 100000, "the condition nests deeper than 1000");
  must_refuse_repeated("x=1 /\\ (", 100000, "the condition nests deeper than 1000");
  must_refuse_repeated("x=1 /\\ ", 100000, "more than 65536 comparisons");
  must_refuse_repeated("(*", 100000, "this comment never ends");
}

static void too_many(void **state) {
  (void)state;
  struct text text = { 0 };
  for (int i = 0; i < 300; i++) text_add(&text, "st.weak x, %d | ;\n", i);
  must_refuse_code(text.bytes, "more than 256 instructions in P0");
  text_free(&text);
  for (int i = 0; i < 70; i++) text_add(&text, "ld.weak r%d, x | ;\n", i);
  must_refuse_code(text.bytes, "more than 64 registers in P0");
  text_free(&text);
  for (int i = 0; i < 70; i++) text_add(&text, "st.weak x%d, 1 | ;\n", i);
  must_refuse_code(text.bytes, "more than 64 locations");
  text_free(&text);
}

static void no_file(void **state) {
  (void)state;
  struct diagnostic error = { 0 };
  assert_null(litmus_read_file("/nonexistent.litmus", &error));
  assert_string_equal(error.message,
                      "/nonexistent.litmus: cannot be opened: No such file or directory");
  diagnostic_clear(&error);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(files_that_are_no_tests),
    cmocka_unit_test(headers),
    cmocka_unit_test(initial_states),
    cmocka_unit_test(threads),
    cmocka_unit_test(rows),
    cmocka_unit_test(mnemonics),
    cmocka_unit_test(operands),
    cmocka_unit_test(jumps),
    cmocka_unit_test(transactions),
    cmocka_unit_test(conditions),
    cmocka_unit_test(deep_nesting),
    cmocka_unit_test(too_many),
    cmocka_unit_test(no_file),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("refusals", tests, NULL, NULL);
}
