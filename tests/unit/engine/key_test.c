/* The key of a machine depends on its parts, and not on padding of structs.  Machines that differ
 * have different keys. */
#include "support.h"
#include "machine/key.h"
#include "machine/machine_private.h"

static struct machine *machine_of(const char *rows) {
  struct diagnostic error = { NULL };
  struct program *program = program_of(1, rows, "x == 1");
  struct placement placement = first_placement(program);
  struct setting setting = setting_for("split", "io");
  struct machine *machine = machine_new(&setting, program, &placement, NULL, &error);
  if (!machine) fail_msg("%s", error.message);
  return machine;
}

static void release(struct machine *machine) {
  struct program *program = (struct program *)machine->program;
  machine_free(machine);
  program_free(program);
}

/* The same values in a struct whose every other byte is `byte`. */
static void put_operand(struct operand *to, const struct operand *from) {
  to->kind = from->kind;
  to->number = from->number;
  to->index = from->index;
}

static void refill_micro(struct micro *micro, int byte) {
  struct micro old;
  memcpy(&old, micro, sizeof old);
  memset(micro, byte, sizeof *micro);
  micro->kind = old.kind;
  micro->event = old.event;
  micro->waits = old.waits;
  micro->blocks = old.blocks;
  micro->line = old.line;
  micro->word = old.word;
  micro->arithmetic = old.arithmetic;
  micro->comparison = old.comparison;
  micro->destination = old.destination;
  micro->target = old.target;
  micro->moved.bytes = old.moved.bytes;
  micro->moved.has_sign = old.moved.has_sign;
  micro->loaded.bytes = old.loaded.bytes;
  micro->loaded.has_sign = old.loaded.has_sign;
  micro->arrives = old.arrives;
  micro->awaits = old.awaits;
  micro->of_cluster = old.of_cluster;
  micro->scope = old.scope;
  micro->instance = old.instance;
  put_operand(&micro->left, &old.left);
  put_operand(&micro->value, &old.value);
  put_operand(&micro->barrier_id, &old.barrier_id);
  put_operand(&micro->quorum, &old.quorum);
}

static void refill_placement(struct placement *placement, int byte) {
  struct placement old;
  memcpy(&old, placement, sizeof old);
  memset(placement, byte, sizeof *placement);
  placement->sms = old.sms;
  placement->lines = old.lines;
  placement->banks = old.banks;
  memcpy(placement->sm_of_thread, old.sm_of_thread, sizeof old.sm_of_thread);
  memcpy(placement->line_of_location, old.line_of_location, sizeof old.line_of_location);
  memcpy(placement->word_of_location, old.word_of_location, sizeof old.word_of_location);
  memcpy(placement->bank_of_line, old.bank_of_line, sizeof old.bank_of_line);
  placement->topology = old.topology;
  memcpy(placement->gpm_of_sm, old.gpm_of_sm, sizeof old.gpm_of_sm);
  memcpy(placement->home_of_line, old.home_of_line, sizeof old.home_of_line);
}

static uint64_t key_over(struct machine *machine, int byte) {
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    for (unsigned i = 0; i < machine->lowered[core].length; i++)
      refill_micro(&machine->lowered[core].micros[i], byte);
  refill_placement(&machine->shape.placement, byte);
  return machine_key(machine);
}

static void test_holes(void **state) {
  (void)state;
  struct machine *machine =
      machine_of("st.weak x, 1 | ld.weak r0, x ;\nfence.sc.sys | add r1, r0, 1 ;\n"
                 "ld.weak r0, y | st.weak y, r1 ;\n");
  uint64_t key = machine_key(machine);
  assert_true(key_over(machine, 0x00) == key);
  assert_true(key_over(machine, 0xff) == key);
  assert_true(key_over(machine, 0x5a) == key);
  release(machine);
}

static void test_differences(void **state) {
  (void)state;
  static const char *const programs[] = {
    "st.weak x, 1 | ld.weak r0, x ;\n",         "st.weak x, 2 | ld.weak r0, x ;\n",
    "st.weak y, 1 | ld.weak r0, x ;\n",         "st.weak x, 1 | ld.weak r0, y ;\n",
    "st.weak x, 1 | fence.sc.sys ;\n",          "fence.sc.sys | ld.weak r0, x ;\n",
    "st.weak.u32 x, 1 | ld.weak.u32 r0, x ;\n", "st.weak.u64 x, 1 | ld.weak.u64 r0, x ;\n",
    "st.weak.u32 x, 1 | ld.weak.s32 r0, x ;\n", "barrier.sync 0 | st.weak x, 1 ;\n",
    "barrier.arrive 0, 1 | st.weak x, 1 ;\n",   "barrier.cluster.arrive | st.weak x, 1 ;\n"
  };
  enum { PROGRAMS = sizeof programs / sizeof *programs };
  uint64_t keys[PROGRAMS];
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct machine *machine = machine_of(programs[i]);
    keys[i] = machine_key(machine);
    release(machine);
    for (unsigned j = 0; j < i; j++) assert_true(keys[i] != keys[j]);
  }
}

/* The claims and losses of a variant are part of the machine, even if it sets no parameter. */
static void test_claims(void **state) {
  (void)state;
  struct program *program = program_of(1, "st.weak x, 1 | ld.weak r0, x ;\n", "x == 1");
  struct placement placement = first_placement(program);
  struct setting setting = setting_for("split", "io");
  struct variant variants[] = {
    { .name = "alike" },
    { .name = "claims", .invariants_claimed = CLAIM(PROPERTY_SWMR) },
    { .name = "loses", .invariants_lost = CLAIM(PROPERTY_SERIALISABLE) },
    { .name = "is silent", .invariants_unclaimed = CLAIM(PROPERTY_DEADLOCK) }
  };
  enum { VARIANTS = sizeof variants / sizeof *variants };
  uint64_t keys[VARIANTS];
  for (unsigned i = 0; i < VARIANTS; i++) {
    struct diagnostic error = { NULL };
    setting.variant = &variants[i];
    struct machine *machine = machine_new(&setting, program, &placement, NULL, &error);
    keys[i] = machine_key(machine);
    machine_free(machine);
    for (unsigned j = 0; j < i; j++) assert_true(keys[i] != keys[j]);
  }
  setting.variant = NULL;
  struct machine *plain =
      machine_new(&setting, program, &placement, NULL, &(struct diagnostic){ NULL });
  assert_true(machine_key(plain) == keys[0]);
  machine_free(plain);
  program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_holes),
                                      cmocka_unit_test(test_differences),
                                      cmocka_unit_test(test_claims) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
