/* Properties of every machine, tried on the real systems: a stable list of mutants, keys that
 * depend on all inputs, and time that stays finite.  The shortest run is the same for any number of
 * threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "protocol/placement.h"
#include "litmus/program.h"
#include "plant.h"
#include "reach.h"
#include "search/search.h"
#include "shapes.h"
#include "machine/key.h"
#include "machine/mutant.h"
#include "machine/outcomes.h"

/* --- mutants --- */

static char *say_mutant(const struct system *system, const struct mutant *mutant) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  mutant_print(out, system, mutant);
  fclose(out);
  return text;
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(struct mutant)); }

/* Each is another fault, within the table, in the same order each time. */
static void check_mutants(const struct system *system) {
  unsigned count = mutant_count(system);
  assert_true(count > 0);
  struct mutant *all = calloc(count, sizeof *all);
  for (unsigned i = 0; i < count; i++) {
    all[i] = mutant_at(system, i);
    const struct table *table = &system->kinds[all[i].kind].table;
    assert_true(all[i].row < table->row_count && table->rows[all[i].row].kind == ROW_ACT);
    if (all[i].fault == MUTANT_NEXT_STATE)
      assert_int_not_equal(table->rows[all[i].row].next, 1u << all[i].detail);
    if (all[i].fault == MUTANT_DROP_ACTION)
      assert_true(all[i].detail < table_row_action_count(&table->rows[all[i].row]));
    struct mutant again = mutant_at(system, i);
    char *text = say_mutant(system, &all[i]), *same = say_mutant(system, &again);
    assert_string_equal(text, same);
    assert_int_equal(
        strncmp(text, system->kinds[all[i].kind].name, strlen(system->kinds[all[i].kind].name)), 0);
    free(text);
    free(same);
  }
  qsort(all, count, sizeof *all, by_bytes);
  for (unsigned i = 1; i < count; i++) assert_true(memcmp(&all[i - 1], &all[i], sizeof *all) != 0);
  free(all);
}

static void test_mutants(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) check_mutants(*system);
}

/* sc's table has three rows: its mutants are known. */
static void test_mutants_of_sc(void **state) {
  (void)state;
  const struct system *sc = system_find("sc", 2);
  assert_int_equal(mutant_count(sc), 3);
  struct mutant first = mutant_at(sc, 0);
  char *text = say_mutant(sc, &first);
  assert_string_equal(text, "memory [Primer 3.4 load] M/LOAD: without load");
  free(text);
}

/* --- keys --- */

static bool keep_last(void *context, const struct placement *placement) {
  *(struct placement *)context = *placement;
  return true;
}

/* A stack that is not clean must not show in a key. */
static void dirty_stack(int byte) {
  volatile char dirt[8192];
  for (unsigned i = 0; i < sizeof dirt; i++) dirt[i] = (char)byte;
}

/* A machine that runs the program in the last of its placements. */
static struct machine *machine_on(const struct question *question, const struct program *program,
                                  bool one_bank, const struct machine_options *options) {
  struct placement placement;
  assert_true(placements_each(program, &(struct placement_options){ .banks = one_bank }, keep_last,
                              &placement));
  assert_int_equal(placement.banks, one_bank ? 1 : program->location_count);
  struct setting setting = setting_of(question);
  struct diagnostic error = { NULL };
  static int byte = 0x11;
  dirty_stack(byte++);
  struct machine *machine = machine_new(&setting, program, &placement, options, &error);
  if (!machine) fail_msg("%s", error.message);
  return machine;
}

static const char sb_start[] = "PTX SB\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n";
static const char sb_relaxed[] = " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n ld.relaxed.sys "
                                 "r0, y | ld.relaxed.sys r0, x ;\n";
static const char sb_weak[] = " st.weak x, 1 | st.weak y, 1 ;\n ld.weak r0, y | ld.weak r0, x ;\n";
static const char sb_other_value[] = " st.relaxed.sys x, 1 | st.relaxed.sys y, 2 ;\n"
                                     " ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n";
static const char sb_other_place[] = " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n"
                                     " ld.relaxed.sys r0, y | ld.relaxed.sys r0, y ;\n";
static const char sb_fenced[] =
    " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n fence.sc.sys | fence.sc.sys ;\n"
    " ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n";

static uint64_t key_of(const char *start, const char *rows, const struct question *question,
                       const struct machine_options *options) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "%s%sexists (x == 0)\n", start, rows);
  fclose(out);
  struct program *program = program_read(text);
  free(text);
  struct machine *machine = machine_on(question, program, false, options);
  uint64_t key = machine_key(machine);
  machine_free(machine);
  program_free(program);
  return key;
}

/* A fence of rcc writes back all lines at once.  Together the messages must fit on the way to a
 * bank; those of each line by itself do. */
static enum search_end end_of_flush(bool one_bank) {
  static const char flush[] = "PTX F\n{ x=0; y=0; z=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n "
                              "st.weak y, 1 ;\n st.weak z, 1 ;\n"
                              " fence.sc.sys ;\nexists (x == 1)\n";
  struct program *program = program_read(flush);
  struct machine *machine = machine_on(&(struct question){ .model = "rcc" }, program, one_bank,
                                       &(struct machine_options){ .capacity = 2 });
  struct search_result result = machine_search(machine, &(struct search_options){ .threads = 1 });
  enum search_end end = result.end;
  search_result_clear(&result);
  machine_free(machine);
  program_free(program);
  return end;
}

static void test_room_for_several_lines(void **state) {
  (void)state;
  assert_int_equal(end_of_flush(false), SEARCH_COMPLETE);
  assert_int_equal(end_of_flush(true), SEARCH_TOO_SMALL);
}

/* Lines are explored apart as long as none fills a channel of all; a record with less room than may
 * be in flight is reported. */
static enum search_end end_of_room(unsigned room) {
  struct planted *planted = plant_new("mesi");
  for (unsigned i = 0; i < planted->system.network_count; i++)
    planted->system.networks[i].capacity = room;
  char *text = litmus_of("Wx1 Wy1 & Wy2 Wx2 | Wx3 Wy3", false, "x == 1");
  struct program *program = program_read(text);
  struct question question = { .model = "mesi", .planted = &planted->system };
  struct machine *machine =
      machine_on(&question, program, true, &(struct machine_options){ .cold = true });
  struct search_result result = machine_search(machine, &(struct search_options){ .threads = 1 });
  enum search_end end = result.end;
  search_result_clear(&result);
  machine_free(machine);
  program_free(program);
  free(text);
  free(planted);
  return end;
}

static void test_room_for_lines_apart(void **state) {
  (void)state;
  assert_int_equal(end_of_room(8), SEARCH_COMPLETE);
  assert_int_equal(end_of_room(2), SEARCH_TOO_SMALL);
}

/* A machine's words are as large as its accesses: what is narrower is refused, not cut short in
 * silence. */
static void test_narrow_accesses(void **state) {
  (void)state;
  static const char narrow[] = "X86 t\n{ x=0; }\n P0 ;\n MOVB [x],$300 ;\nexists (x=44)\n";
  struct program *program = program_read(narrow);
  struct placement placement;
  assert_true(placements_each(program, &(struct placement_options){ .banks = false }, keep_last,
                              &placement));
  struct setting setting = setting_of(&(struct question){ .model = "sc" });
  struct diagnostic error = { NULL };
  assert_null(machine_new(&setting, program, &placement, NULL, &error));
  assert_non_null(strstr(error.message, "of 1 or 2 bytes"));
  diagnostic_clear(&error);
  program_free(program);
}

static void test_equal_keys(void **state) {
  (void)state;
  const struct question tc = { .model = "tc-weak" };
  uint64_t key = key_of(sb_start, sb_relaxed, &tc, NULL);
  for (unsigned i = 0; i < 8; i++) assert_int_equal(key_of(sb_start, sb_relaxed, &tc, NULL), key);
  assert_int_equal(key_of(sb_start, sb_weak, &tc, NULL),
                   key); /* tc-weak has no use for the difference */
  const struct question mesi = { .model = "mesi" };
  assert_int_equal(key_of(sb_start, sb_fenced, &mesi, NULL),
                   key_of(sb_start, sb_weak, &mesi, NULL));
}

static void test_different_keys(void **state) {
  (void)state;
  const struct question tc = { .model = "tc-weak" };
  const struct mutant mutant = mutant_at(system_find("tc-weak", 7), 1);
  const uint64_t keys[] = {
    key_of(sb_start, sb_relaxed, &tc, NULL),
    key_of(sb_start, sb_other_value, &tc, NULL),
    key_of(sb_start, sb_other_place, &tc, NULL),
    key_of(sb_start, sb_fenced, &tc, NULL),
    key_of("PTX SB\n{ x=0; y=3; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n", sb_relaxed, &tc, NULL),
    key_of("PTX SB\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n", sb_relaxed, &tc,
           NULL), /* another placement */
    key_of(sb_start, sb_relaxed, &(struct question){ .model = "tc-weak", .settings = "lease=2" },
           NULL),
    key_of(sb_start, sb_relaxed, &(struct question){ .model = "tc-weak", .settings = "weak" },
           NULL),
    key_of(sb_start, sb_relaxed, &(struct question){ .model = "tc-weak:mismatch-writes" }, NULL),
    key_of(sb_start, sb_relaxed, &(struct question){ .model = "tc-strong" }, NULL),
    key_of(sb_start, sb_relaxed, &tc, &(struct machine_options){ .cold = true }),
    key_of(sb_start, sb_relaxed, &tc, &(struct machine_options){ .no_evictions = true }),
    key_of(sb_start, sb_relaxed, &tc, &(struct machine_options){ .no_reduction = true }),
    key_of(sb_start, sb_relaxed, &tc, &(struct machine_options){ .capacity = 2 }),
    key_of(sb_start, sb_relaxed, &tc, &(struct machine_options){ .mutant = &mutant }),
  };
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
    for (unsigned j = 0; j < i; j++)
      if (keys[i] == keys[j]) fail_msg("keys %u and %u are equal", j, i);
}

/* --- searches --- */

static char *say_trace(const struct model *model, const struct trace *trace) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (unsigned i = 0; i <= trace->length; i++) {
    const slot_t *at = trace->states + i * trace->width;
    model->describe_state(model, out, at);
    if (i < trace->length)
      model->describe_step(model, out, at, trace->labels[i], at + trace->width);
  }
  fclose(out);
  return text;
}

struct machine_found {
  char *text;
  uint64_t states, transitions, broken;
  enum search_end end;
  unsigned outcomes;
};

static struct machine_found find(const struct question *question, const char *text,
                                 unsigned threads, uint64_t stop_at) {
  struct program *program = program_read(text);
  struct machine *machine =
      machine_on(question, program, false, &(struct machine_options){ .cold = question->cold });
  machine_seek(machine, program->condition, false);
  const struct model *model = machine_model(machine);
  struct search_result result =
      search_run(model, &(struct search_options){ .threads = threads, .stop_at = stop_at });
  struct machine_found found = { .states = result.states,
                                 .transitions = result.transitions,
                                 .broken = result.broken,
                                 .end = result.end };
  if (result.trace) {
    found.text = say_trace(model, result.trace);
    assert_true(trace_replays(model, result.trace));
  }
  struct outcome_set *outcomes = machine_outcomes(machine);
  found.outcomes = (unsigned)outcome_set_size(outcomes);
  outcome_set_free(outcomes);
  search_result_clear(&result);
  machine_free(machine);
  program_free(program);
  return found;
}

/* rcc-sc as printed is broken: the shortest run to a weak outcome is one and the same text, however
 * it is searched. */
static void test_traces(void **state) {
  (void)state;
  static const enum litmus_shape tried[] = { SB, MP, R };
  unsigned traces = 0;
  for (unsigned i = 0; i < 3; i++) {
    char *text = litmus_of(shapes[tried[i]].program, false, shapes[tried[i]].outcome);
    const struct question question = { .model = "rcc-sc:printed" };
    struct machine_found one = find(&question, text, 1, CLAIM(PROPERTY_WITNESS)),
                         two = find(&question, text, 2, CLAIM(PROPERTY_WITNESS));
    assert_int_equal(one.end, two.end);
    assert_int_equal(one.states, two.states);
    assert_int_equal(one.broken, two.broken);
    if (one.text) assert_string_equal(one.text, two.text);
    traces += one.text != NULL;
    free(one.text);
    free(two.text);
    free(text);
  }
  assert_int_equal(traces, 3);
}

static void test_any_number_of_threads(void **state) {
  (void)state;
  static const struct question tried[] = {
    { .model = "mesi", .cold = true },
    { .model = "tc-weak", .settings = "lease=1" },
    { .model = "rcc-sc", .settings = "lease=1", .cold = true }
  };
  for (unsigned i = 0; i < 3; i++) {
    char *text = litmus_of(shapes[MP].program, false, "true");
    struct machine_found one = find(&tried[i], text, 1, 0), three = find(&tried[i], text, 3, 0);
    assert_int_equal(one.end, SEARCH_COMPLETE);
    assert_int_equal(one.states, three.states);
    assert_int_equal(one.transitions, three.transitions);
    assert_int_equal(one.outcomes, three.outcomes);
    free(text);
  }
}

/* --- time --- */

/* Logical time that would grow for ever in a loop stays finite, since only its order is kept. */
static void test_loops_in_logical_time(void **state) {
  (void)state;
  static const char text[] =
      "PTX spin\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.relaxed.sys y, 1 | L: ;\n"
      " st.relaxed.sys x, 1 | ld.relaxed.sys r0, x ;\n | bne r0, 1, L ;\n | ld.relaxed.sys r1, y "
      ";\n"
      "exists (P1:r1 == 0)\n";
  static const char writes[] =
      "PTX writes\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n L: | ld.relaxed.sys r0, x ;\n"
      " st.relaxed.sys x, 1 | ld.relaxed.sys r1, x ;\n goto L | ;\nexists (P1:r0 == 1)\n";
  struct question question = { .model = "rcc-sc", .settings = "lease=1", .cold = true };
  struct machine_found spin = find(&question, text, 1, 0), endless = find(&question, writes, 1, 0);
  assert_int_equal(spin.end, SEARCH_COMPLETE);
  assert_int_equal(spin.outcomes, 1);
  assert_int_equal(spin.broken & setting_of(&question).system->invariants, 0);
  assert_int_equal(endless.end, SEARCH_COMPLETE);
  assert_int_equal(endless.outcomes, 0);
  assert_int_equal(endless.broken & setting_of(&question).system->invariants, 0);
}

/* A clock counts down the leases there are: twice the longest lease, more states, but the same
 * outcomes. */
static void test_remaining_time(void **state) {
  (void)state;
  char *text = litmus_of(shapes[MP].program, true, "true");
  struct machine_found before = { 0 };
  for (unsigned lease = 1; lease <= 4; lease++) {
    char settings[32];
    snprintf(settings, sizeof settings, "io lease=%u", lease);
    struct machine_found found = find(
        &(struct question){ .model = "tc-strong", .settings = settings, .cold = true }, text, 1, 0);
    assert_int_equal(found.end, SEARCH_COMPLETE);
    assert_int_equal(found.broken & ~CLAIM(PROPERTY_WITNESS), 0);
    if (lease > 1) {
      assert_true(found.states > before.states);
      assert_int_equal(found.outcomes, before.outcomes);
    }
    before = found;
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_mutants),
    cmocka_unit_test(test_mutants_of_sc),
    cmocka_unit_test(test_room_for_several_lines),
    cmocka_unit_test(test_room_for_lines_apart),
    cmocka_unit_test(test_narrow_accesses),
    cmocka_unit_test(test_equal_keys),
    cmocka_unit_test(test_different_keys),
    cmocka_unit_test(test_traces),
    cmocka_unit_test(test_any_number_of_threads),
    cmocka_unit_test(test_loops_in_logical_time),
    cmocka_unit_test(test_remaining_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
