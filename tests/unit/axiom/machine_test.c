/* The judge's sc and tso, compared with machines that know no relations.  One has one memory and
 * every interleaving; the other adds a first-in first-out store buffer for each thread.  The sets
 * of outcomes must be equal. */
#include "random_program.h"

enum { PROGRAMS = 400, BUFFER_MAX = 8 };

struct machine_machine {
  unsigned at[THREADS_MAX];
  int64_t registers[4][8], memory[4];
  struct {
    unsigned location;
    int64_t value;
  } buffer[4][BUFFER_MAX];
  unsigned buffered[4];
};

struct machine_run {
  const struct program *program;
  bool buffers;
  struct outcome_set *reached;
};

static int64_t value_of(const struct machine_machine *m, unsigned t,
                        const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? m->registers[t][operand->index] : operand->number;
}

static int64_t load(const struct machine_machine *m, unsigned t, unsigned location) {
  for (unsigned i = m->buffered[t]; i-- > 0;)
    if (m->buffer[t][i].location == location) return m->buffer[t][i].value;
  return m->memory[location];
}

/* One instruction of a thread; false when it has to wait for its buffer to drain. */
static bool step(const struct machine_run *run, struct machine_machine *m, unsigned t) {
  const struct instruction *i = &run->program->threads[t].instructions[m->at[t]];
  unsigned location = i->address.index;
  bool waits = i->opcode == OP_RMW || (i->opcode == OP_FENCE && i->order == ORDER_SC);
  if (waits && m->buffered[t]) return false;
  unsigned next = m->at[t] + 1;
  int64_t value = value_of(m, t, &i->value), old = m->memory[location];
  switch (i->opcode) {
  case OP_LOAD: m->registers[t][i->destination] = load(m, t, location); break;
  case OP_STORE:
    if (run->buffers) {
      m->buffer[t][m->buffered[t]].location = location;
      m->buffer[t][m->buffered[t]++].value = value;
    } else {
      m->memory[location] = value;
    }
    break;
  case OP_RMW:
    m->memory[location] = arithmetic_apply(i->arithmetic, old, value, value_of(m, t, &i->left));
    m->registers[t][i->destination] = old;
    break;
  case OP_BRANCH:
    if (comparison_apply(i->comparison, value_of(m, t, &i->left), value)) next = i->target;
    break;
  default: break;
  }
  m->at[t] = next;
  return true;
}

static void flush_one(struct machine_machine *m, unsigned t) {
  m->memory[m->buffer[t][0].location] = m->buffer[t][0].value;
  m->buffered[t]--;
  memmove(&m->buffer[t][0], &m->buffer[t][1], m->buffered[t] * sizeof m->buffer[t][0]);
}

static void record(const struct machine_run *run, const struct machine_machine *m) {
  int64_t outcome[32];
  for (unsigned i = 0; i < run->program->observable_count; i++) {
    const struct observable *o = &run->program->observables[i];
    outcome[i] = o->is_register ? m->registers[o->thread][o->index] : m->memory[o->index];
  }
  outcome_set_add(run->reached, outcome, 1);
}

static void explore(const struct machine_run *run, const struct machine_machine *m) {
  bool ended = true;
  for (unsigned t = 0; t < run->program->thread_count; t++) {
    struct machine_machine next = *m;
    if (m->at[t] < run->program->threads[t].length) {
      ended = false;
      if (step(run, &next, t)) explore(run, &next);
    }
    if (!m->buffered[t]) continue;
    ended = false;
    next = *m;
    flush_one(&next, t);
    explore(run, &next);
  }
  if (ended) record(run, m);
}

static void agree(const char *model_name, bool buffers, unsigned threads, unsigned rows) {
  struct cat_model *model = load_model(model_name);
  for (unsigned k = 0; k < PROGRAMS; k++) {
    struct text text = random_program(threads, rows);
    struct program *program = read_program(text.bytes);
    struct judgement judgement;
    struct machine_run run = { program, buffers, outcome_set_new(program->observable_count) };
    struct machine_machine start;
    memset(&start, 0, sizeof start);
    judge_or_fail(model, program, NULL, &judgement);
    explore(&run, &start);
    bool same = same_set(run.reached, judgement.allowed);
    if (!same) print_error("%s differs on\n%s", model_name, text.bytes);
    assert_true(same);
    assert_true(outcome_set_size(run.reached) > 0);
    outcome_set_free(run.reached);
    judgement_clear(&judgement);
    program_free(program);
    text_free(&text);
  }
  cat_model_free(model);
}

static void sc_is_interleaving(void **unused) {
  (void)unused;
  random_state = 20;
  agree("sc", false, 2, 4);
  agree("sc", false, 3, 3);
}

static void tso_is_store_buffers(void **unused) {
  (void)unused;
  random_state = 21;
  agree("tso", true, 2, 4);
  agree("tso", true, 3, 2);
}

/* The comparison can fail: sc is not what store buffers show. */
static void sc_is_not_store_buffers(void **unused) {
  static const char sb[] =
      "PTX SB\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 | st.weak y, 1 ;\n"
      " ld.weak r0, y | ld.weak r0, x ;\nexists (P0:r0 = 0 /\\ P1:r0 = 0)\n";
  struct program *program = read_program(sb);
  struct cat_model *model = load_model("sc");
  struct judgement judgement;
  struct machine_run run = { program, true, outcome_set_new(program->observable_count) };
  struct machine_machine start;
  (void)unused;
  memset(&start, 0, sizeof start);
  judge_or_fail(model, program, NULL, &judgement);
  explore(&run, &start);
  int64_t missing[2];
  assert_true(outcome_set_within(judgement.allowed, run.reached, missing));
  assert_false(outcome_set_within(run.reached, judgement.allowed, missing));
  assert_true(missing[0] == 0 && missing[1] == 0);
  outcome_set_free(run.reached);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(sc_is_interleaving, no_leaks),
    cmocka_unit_test_teardown(tso_is_store_buffers, no_leaks),
    cmocka_unit_test_teardown(sc_is_not_store_buffers, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
