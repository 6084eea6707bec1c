/* The reader on good input: every form lands where the IR says. */
#include "litmus/printer.h"
#include "support.h"
#include "litmus/condition.h"

#include <stdlib.h>
#include <string.h>

static const char everything[] =
    "PTX MP+odd_name.of-things(1)\r\n"
    "\"a remark with // and (* inside\" \"another\"\n"
    "(* a comment (* nested *) *)\n"
    "expect.ptx-6.0 = forbidden // kept\n"
    "source=\n"
    "{ x = 7; [z]=-1; P1:r9=3; 0:r0=0x10;\n"
    "  y @ generic aliases x; t @ texture aliases y; s @ surface aliases x; w aliases x; lone }\n"
    "P0 @ cta 0, gpu 0 | P3@cta 2,gpu 1 | P1@cta 0,gpu 1;\n"
    " st.release.sys x,5 (* ; | *) | LC0: LC1: | ; // | ;\n"
    " | tld.weak r1, t | sust.weak s, r9 ;\n"
    " | bne r1, 0, LC0 | ;\n"
    " | beq r1, r1, END | ;\n"
    " | goto LC1 | ;\n"
    " | END: | ;\n"
    "locations [P0:r0; [x];z;]\n"
    "filter (P3:r1 != 2)\n"
    "~exists (3:r1 = 1 /\\ x == 2 \\/ not (P1 : r9 <= -3) => true)";

static void header_and_initial_state(void **state) {
  (void)state;
  struct program *p = must_read(everything);
  assert_string_equal(p->dialect, "PTX");
  assert_string_equal(p->name, "MP+odd_name.of-things(1)");
  assert_int_equal(p->remark_count, 2);
  assert_string_equal(p->remarks[0], "a remark with // and (* inside");
  assert_string_equal(p->remarks[1], "another");
  assert_int_equal(p->field_count, 2);
  assert_string_equal(p->fields[0].key, "expect.ptx-6.0");
  assert_string_equal(p->fields[0].value, "forbidden // kept");
  assert_string_equal(p->fields[1].key, "source");
  assert_string_equal(p->fields[1].value, "");
  assert_int_equal(p->fields[0].line, 4);
  assert_int_equal(p->location_count, 7);
  assert_string_equal(p->locations[0].name, "x");
  assert_int_equal(p->locations[1].initial, -1);
  const struct location *y = &p->locations[2], *t = &p->locations[3], *s = &p->locations[4],
                        *w = &p->locations[5];
  assert_true(y->physical == 0 && y->generic == 2 && y->proxy == PROXY_GENERIC && y->initial == 7);
  assert_true(t->physical == 0 && t->generic == 2 && t->proxy == PROXY_TEXTURE && t->initial == 7);
  assert_true(s->physical == 0 && s->generic == 0 && s->proxy == PROXY_SURFACE);
  assert_true(w->physical == 0 && w->generic == 5 && w->proxy == PROXY_GENERIC);
  assert_true(p->locations[6].physical == 6 && p->locations[6].initial == 0);
  must_round_trip(p);
  program_free(p);
}

static void threads_and_code(void **state) {
  (void)state;
  struct program *p = must_read(everything);
  assert_int_equal(p->thread_count, 3);
  assert_true(p->threads[0].id == 0 && p->threads[1].id == 3 && p->threads[2].id == 1);
  assert_true(p->threads[1].place.cta == 2 && p->threads[1].place.gpu == 1);
  assert_int_equal(p->threads[0].registers[0].initial, 16);
  assert_int_equal(p->threads[2].registers[0].initial, 3);
  const struct instruction *store = &p->threads[0].instructions[0];
  assert_true(store->opcode == OP_STORE && store->order == ORDER_RELEASE &&
              store->scope == SCOPE_SYSTEM);
  assert_true(store->value.kind == OPERAND_CONSTANT && store->value.number == 5);
  assert_int_equal(store->line, 9);
  assert_int_equal(store->column, 2);
  const struct thread *loop = &p->threads[1];
  assert_int_equal(loop->length, 4);
  assert_true(loop->instructions[0].proxy == PROXY_TEXTURE);
  assert_true(loop->instructions[1].opcode == OP_BRANCH && loop->instructions[1].target == 0);
  assert_true(loop->instructions[2].target == 4); /* the end of the thread */
  assert_true(loop->instructions[3].opcode == OP_GOTO && loop->instructions[3].target == 0);
  assert_true(program_has_loop(p));
  program_free(p);
}

static void observables_in_herds_order(void **state) {
  (void)state;
  struct program *p = must_read(everything);
  assert_int_equal(p->observable_count, 5);
  static const struct observable expected[] = {
    { true, 0, 0 }, { true, 2, 0 }, { true, 1, 0 }, { false, 0, 0 }, { false, 0, 1 }
  };
  for (unsigned i = 0; i < 5; i++) {
    assert_int_equal(p->observables[i].is_register, expected[i].is_register);
    assert_int_equal(p->observables[i].thread, expected[i].thread);
    assert_int_equal(p->observables[i].index, expected[i].index);
  }
  assert_int_equal(p->quantifier, QUANTIFIER_NOT_EXISTS);
  assert_int_equal(p->condition->kind, CONDITION_IMPLIES);
  assert_int_equal(p->filter->comparison, COMPARE_NE);
  assert_int_equal(p->filter->left.observable, 2);
  program_free(p);
}

static const struct instruction *first(const struct program *p) {
  return &p->threads[0].instructions[0];
}

static void memory_instructions(void **state) {
  (void)state;
  struct program *p =
      must_read_code(" atom.acq_rel.gpu.cas r0, x, 3, r1 | red.relaxed.cta.xor y, -9 ;\n"
                     " ld r1, 4 | suatom.acquire.sys.exch r2, y, 1 ;",
                     "");
  const struct instruction *cas = first(p), *red = &p->threads[1].instructions[0], *exch = red + 1;
  assert_true(cas->opcode == OP_RMW && cas->arithmetic == ARITHMETIC_CAS &&
              cas->order == ORDER_ACQ_REL);
  assert_true(cas->left.number == 3 && cas->value.kind == OPERAND_REGISTER &&
              cas->destination == 0);
  assert_true(red->destination == NO_REGISTER && red->arithmetic == ARITHMETIC_XOR &&
              red->value.number == -9);
  assert_true(exch->arithmetic == ARITHMETIC_MOVE && exch->proxy == PROXY_SURFACE &&
              exch->order == ORDER_ACQUIRE);
  assert_int_equal(p->condition->kind, CONDITION_TRUE);
  assert_int_equal(p->quantifier, QUANTIFIER_EXISTS);
  must_round_trip(p);
  program_free(p);
}

static void other_instructions(void **state) {
  (void)state;
  struct program *p =
      must_read_code(" fence.sc.cta | fence.proxy.alias ;\n"
                     " bar.cta.sync 1, r0, 2 | bar.cta.arrive 3 ;\n"
                     " mov r0, 2 | txbegin ;\n div r1, r0, 2 | txabort ;\n | txcommit ;",
                     "exists 0==0");
  const struct instruction *a = first(p), *b = p->threads[1].instructions;
  assert_true(a[0].opcode == OP_FENCE && a[0].order == ORDER_SC && a[0].scope == SCOPE_CTA);
  assert_true(b[0].proxy == PROXY_ALIAS && b[0].order == ORDER_WEAK && b[0].scope == SCOPE_NONE);
  assert_true(a[1].barrier_instance == 1 && a[1].barrier_id.kind == OPERAND_REGISTER &&
              !a[1].barrier_arrives);
  assert_true(a[1].barrier_quorum.number == 2);
  assert_true(b[1].barrier_arrives && b[1].barrier_id.kind == OPERAND_NONE &&
              b[1].barrier_instance == 3);
  assert_true(a[2].opcode == OP_COMPUTE && a[2].arithmetic == ARITHMETIC_MOVE &&
              a[2].value.number == 2);
  assert_true(a[3].arithmetic == ARITHMETIC_DIV && a[3].left.kind == OPERAND_REGISTER &&
              a[3].value.number == 2);
  assert_true(b[2].opcode == OP_TX_BEGIN && b[3].opcode == OP_TX_ABORT &&
              b[4].opcode == OP_TX_COMMIT);
  must_round_trip(p);
  program_free(p);
}

static void a_location_needs_no_declaration_to_start_at_0(void **state) {
  (void)state;
  struct program *p =
      must_read_code(" ld.weak r0, w | ld.weak r0, w ;\n st.weak v, 1 | ;", "exists w=0 /\\ v=1");
  assert_int_equal(p->location_count, 4);
  assert_string_equal(p->locations[2].name, "w");
  must_round_trip(p);
  program_free(p);
}

static void arithmetic(void **state) {
  (void)state;
  assert_true(arithmetic_apply(ARITHMETIC_ADD, INT64_MAX, 1, 0) == INT64_MIN);
  assert_true(arithmetic_apply(ARITHMETIC_SUB, INT64_MIN, 1, 0) == INT64_MAX);
  assert_true(arithmetic_apply(ARITHMETIC_MUL, INT64_MAX, 2, 0) == -2);
  assert_true(arithmetic_apply(ARITHMETIC_DIV, 7, 0, 0) == 0);
  assert_true(arithmetic_apply(ARITHMETIC_DIV, INT64_MIN, -1, 0) == INT64_MIN);
  assert_true(arithmetic_apply(ARITHMETIC_DIV, -7, 2, 0) == -3);
  assert_true(arithmetic_apply(ARITHMETIC_MOVE, 1, 2, 0) == 2);
  assert_true(arithmetic_apply(ARITHMETIC_CAS, 1, 2, 1) == 2);
  assert_true(arithmetic_apply(ARITHMETIC_CAS, 1, 2, 0) == 1);
  assert_true(arithmetic_apply(ARITHMETIC_XOR, 6, 3, 0) == 5);
  assert_true(arithmetic_apply(ARITHMETIC_AND, 6, 3, 0) == 2);
  assert_true(arithmetic_apply(ARITHMETIC_OR, 6, 3, 0) == 7);
  assert_true(comparison_apply(COMPARE_LE, -1, 0) && !comparison_apply(COMPARE_LT, 0, 0));
  assert_true(comparison_apply(COMPARE_GE, 0, 0) && !comparison_apply(COMPARE_GT, 0, 0));
}

/* The precedence of a condition, by its value in every outcome of three bits. */
static void condition_precedence(void **state) {
  (void)state;
  struct program *p = must_read_code(" ld.weak a, x | ld.weak b, x ;\n | ld.weak c, x ;",
                                     "forall P0:a=1 /\\ ~P1:b=1 \\/ P1:c=1 => P0:a=1 => P1:b=1");
  for (int bits = 0; bits < 8; bits++) {
    int64_t outcome[] = { bits & 1, bits >> 1 & 1, bits >> 2 & 1 };
    bool a = outcome[0], b = outcome[1], c = outcome[2];
    bool expected = !((a && !b) || c) || (!a || b);
    assert_int_equal(condition_holds(p->condition, outcome), expected);
  }
  must_round_trip(p);
  program_free(p);
}

/* A condition may still have a truth, where some cells are not decided, if some values of those
 * give it. */
static void conditions_of_cells_not_decided(void **state) {
  static const char *const texts[] = { "forall P0:a=1 => P1:b=1 /\\ P1:c=0",
                                       "exists P0:a=1 /\\ P1:b=0 /\\ ~P1:c=0",
                                       "~exists (~P0:a=1 \\/ P1:b=1) /\\ P1:c=1",
                                       "exists P1:b=P1:c /\\ P0:a=0" };
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct program *p =
        must_read_code(" ld.weak a, x | ld.weak b, x ;\n | ld.weak c, x ;", texts[i]);
    for (unsigned bits = 0; bits < 64; bits++) { /* which are decided, and the values */
      unsigned known = bits >> 3;
      bool decided[] = { known & 1, known >> 1 & 1, known >> 2 & 1 }, found[2] = { false, false };
      int64_t outcome[] = { bits & 1, bits >> 1 & 1, bits >> 2 & 1 };
      for (unsigned other = 0; other < 8; other++) {
        unsigned all = (bits & known) | (other & ~known);
        found[condition_holds(p->condition, (int64_t[]){ all & 1, all >> 1 & 1, all >> 2 & 1 })] =
            true;
      }
      assert_int_equal(condition_may_be(true, p->condition, outcome, decided), found[true]);
      assert_int_equal(condition_may_be(false, p->condition, outcome, decided), found[false]);
    }
    program_free(p);
  }
}

static void more_conditions(void **state) {
  (void)state;
  struct program *p = must_read_code(" ld.weak r0, x | ld.weak r1, y ;", "exists x=1");
  struct diagnostic error = { 0 };
  struct condition *c = litmus_read_condition(p, "P1:r1=2 /\\ x=1", &error);
  assert_non_null(c);
  assert_int_equal(p->observable_count, 2);
  assert_true(!p->observables[0].is_register && p->observables[1].is_register);
  assert_true(condition_holds(c, (int64_t[]){ 1, 2 }));
  assert_false(condition_holds(c, (int64_t[]){ 2, 1 }));
  condition_free(c);
  assert_null(litmus_read_condition(p, "P0:r0=2 /\\ q=1", &error));
  assert_non_null(strstr(error.message, "condition:1:12: unknown location"));
  assert_int_equal(p->observable_count, 2);
  diagnostic_clear(&error);
  assert_null(litmus_read_condition(p, "P0:r0=2 P", &error));
  diagnostic_clear(&error);
  program_free(p);
}

/* Two programs that differ in one thing are not equal: else the round trips prove nothing. */
static void equality_sees_differences(void **state) {
  (void)state;
  static const char *const others[][2] = {
    { " ld.acquire.gpu r0, x | ;", "exists P0:r0=1" },
    { " ld.relaxed.sys r0, x | ;", "exists P0:r0=1" },
    { " ld.relaxed.gpu r0, y | ;", "exists P0:r0=1" },
    { " ld.relaxed.gpu r0, x | ;", "exists P0:r0=2" },
    { " ld.relaxed.gpu r0, x | ;", "~exists P0:r0=1" },
    { " ld.relaxed.gpu r0, x | ;", "exists P0:r0!=1" },
    { " | ld.relaxed.gpu r0, x ;", "exists P1:r0=1" },
    { " ld.relaxed.gpu r1, x | ;", "exists P0:r1=1" },
    { " ld.relaxed.gpu r0, x | ;", "locations [x;] exists P0:r0=1" },
    { " ld.relaxed.gpu r0, x | ;", "filter true exists P0:r0=1" },
    { " suld.relaxed.gpu r0, x | ;", "exists P0:r0=1" },
    { " ld.relaxed.gpu r0, x | txbegin ;\n | txcommit;", "exists P0:r0=1" },
  };
  struct program *p = must_read_code(" ld.relaxed.gpu r0, x | ;", "exists P0:r0=1");
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    struct program *other = must_read_code(others[i][0], others[i][1]);
    assert_false(program_equal(p, other));
    program_free(other);
  }
  program_free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(header_and_initial_state),
    cmocka_unit_test(threads_and_code),
    cmocka_unit_test(observables_in_herds_order),
    cmocka_unit_test(memory_instructions),
    cmocka_unit_test(other_instructions),
    cmocka_unit_test(a_location_needs_no_declaration_to_start_at_0),
    cmocka_unit_test(arithmetic),
    cmocka_unit_test(condition_precedence),
    cmocka_unit_test(conditions_of_cells_not_decided),
    cmocka_unit_test(more_conditions),
    cmocka_unit_test(equality_sees_differences),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("reader", tests, NULL, NULL);
}
