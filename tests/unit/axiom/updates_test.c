/* C's read-modify-writes as one event each, for models that do not use rmw.  Random programs
 * compare this with two events, and rows compare it with herd7. */
#include "random_program.h"
#include "tests/unit/sanitized.h"

enum { PROGRAMS = SANITIZED ? 20 : 60 };

static const char sc_of_pairs[] = "acyclic po | rmw | rf | co | fr\nempty rmw & (fre ; coe)";
static const char sc_of_updates[] = "acyclic po | rf | co | fr";
static const char coherence_of_pairs[] =
    "acyclic po-loc | rmw | rf | co | fr\nempty rmw & (fre ; coe)";
static const char coherence_of_updates[] = "acyclic po-loc | rf | co | fr";
static const char own_coherence[] = "with mo from generate_orders(W, co0)\nlet fr = (rf^-1 ; mo) "
                                    "\\ id\nacyclic po-loc | rf | mo | fr";
static const char own_by_steps[] =
    "with mo from generate_orders(W, co0)\nirreflexive rf | (mo ; mo ; rf^-1) | (mo ; rf)\n"
    "let hbl = po-loc\nirreflexive (rf^-1)? ; mo ; rf? ; hbl\nirreflexive rf ; hbl";

static void random_c_statement(struct text *text, unsigned row) {
  const char *place = PICK("x", "y"), *order = PICK("relaxed", "seq_cst");
  unsigned value = 1 + below(2);
  switch (below(5)) {
  case 0:
    text_add(text, " int r%u = atomic_load_explicit(%s, memory_order_%s);\n", row, place, order);
    break;
  case 1:
    text_add(text, " int r%u = 0; atomic_store_explicit(%s, %u, memory_order_%s);\n", row, place,
             value, order);
    break;
  case 2:
    text_add(text, " int r%u = atomic_exchange_explicit(%s, %u, memory_order_%s);\n", row, place,
             value, order);
    break;
  case 3:
    text_add(text, " int r%u = atomic_fetch_add_explicit(%s, %u, memory_order_%s);\n", row, place,
             value, order);
    break;
  default:
    text_add(text,
             " int r%u = atomic_compare_exchange_strong_explicit(%s, z, %u, memory_order_%s, "
             "memory_order_relaxed);\n",
             row, place, value, order);
  }
}

static struct text random_c_program(unsigned threads, unsigned rows) {
  struct text text = { 0 };
  text_add(&text, "C random\n{ x=0; y=0; z=%u; }\n", below(2));
  for (unsigned t = 0; t < threads; t++) {
    text_add(&text, "P%u (atomic_int* x, atomic_int* y, int* z) {\n", t);
    for (unsigned row = 0; row < rows; row++) random_c_statement(&text, row);
    text_add(&text, "}\n");
  }
  text_add(&text, "exists (x=0 /\\ y=0");
  for (unsigned t = 0; t < threads; t++)
    for (unsigned row = 0; row < rows; row++) text_add(&text, " /\\ %u:r%u=0", t, row);
  text_add(&text, ")\n");
  return text;
}

/* On how many programs do two models differ? */
static unsigned differences(const char *one, const char *other, unsigned threads, unsigned rows) {
  struct cat_model *a = model_of(one), *b = model_of(other);
  unsigned found = 0;
  for (unsigned k = 0; k < PROGRAMS; k++) {
    struct text text = random_c_program(threads, rows);
    struct program *program = read_program(text.bytes);
    struct judgement here, there;
    judge_or_fail(a, program, NULL, &here);
    judge_or_fail(b, program, NULL, &there);
    found += !same_set(here.allowed, there.allowed);
    judgement_clear(&here);
    judgement_clear(&there);
    program_free(program);
    text_free(&text);
  }
  cat_model_free(a);
  cat_model_free(b);
  return found;
}

static void one_event_or_two(void **unused) {
  (void)unused;
  random_state = 5;
  for (unsigned shape = 0; shape < 2; shape++) {
    unsigned threads = 2 + shape, rows = 3 - shape;
    assert_int_equal(differences(sc_of_pairs, sc_of_updates, threads, rows), 0);
    assert_int_equal(differences(coherence_of_pairs, coherence_of_updates, threads, rows), 0);
    assert_int_equal(differences(coherence_of_pairs, own_coherence, threads, rows), 0);
    assert_int_equal(differences(coherence_of_pairs, own_by_steps, threads, rows), 0);
  }
}

/* Models with a fault each: atomicity is not asked for, or an update is before itself. */
static void faults_are_seen(void **unused) {
  (void)unused;
  random_state = 5;
  assert_int_not_equal(differences(coherence_of_pairs, "acyclic po-loc | rmw | rf | co | fr", 2, 3),
                       0);
  assert_int_not_equal(differences(sc_of_pairs, "acyclic po | rf | co | (rf^-1 ; co)", 2, 3), 0);
  assert_int_not_equal(differences(coherence_of_pairs, "acyclic po-loc | rf | co", 2, 3), 0);
}

static void updates_are_pruned_alike(void **unused) {
  static const char *const texts[] = { sc_of_updates, coherence_of_updates, own_coherence,
                                       own_by_steps };
  (void)unused;
  random_state = 9;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct cat_model *fast = model_of(texts[i]), *slow = model_of(texts[i]);
    cat_model_prune_nothing(slow);
    for (unsigned k = 0; k < PROGRAMS / 4; k++) {
      static const struct judge_options only = { .outcomes_only = true };
      struct text text = random_c_program(2, 3);
      struct program *program = read_program(text.bytes);
      struct judgement a, b, c;
      judge_or_fail(fast, program, NULL, &a);
      judge_or_fail(slow, program, NULL, &b);
      judge_or_fail(fast, program, &only, &c);
      assert_true(same_set(a.allowed, b.allowed) && same_set(a.allowed, c.allowed));
      judgement_clear(&a);
      judgement_clear(&b);
      judgement_clear(&c);
      program_free(program);
      text_free(&text);
    }
    cat_model_free(fast);
    cat_model_free(slow);
  }
}

#define EXCHANGE                                                                 \
  "C t\n{ x=0; }\nP0 (atomic_int* x) { int r0 = atomic_exchange_explicit(x, 1, " \
  "memory_order_acq_rel); }\nexists (true)"
#define FAILS                                                                         \
  "C t\n{ x=0; y=1; }\nP0 (atomic_int* x, int* y) {\n"                                \
  " int r0 = atomic_compare_exchange_strong_explicit(x, y, 2, memory_order_acq_rel, " \
  "memory_order_relaxed); }\nexists (true)"
#define KERNEL "C t\n{ x=0; }\nP0 (int* x) { int r0 = xchg_relaxed(x, 1); }\nexists (true)"

/* An update is one event with its whole order; where it fails, a read and no more; the kernel's are
 * pairs whatever the model. */
static void what_an_update_is(void **unused) {
  static const struct {
    const char *model, *text;
    bool allowed;
  } rows[] = {
    { "empty R & W", EXCHANGE, false },
    { "empty (R & W) \\ (RMW & ACQ_REL & A)", EXCHANGE, true },
    { "empty (M \\ IW) \\ (R & W)", EXCHANGE, true },
    { "empty R & W\nempty rmw ; 0", EXCHANGE, false }, /* rmw has no part in it */
    { "empty R & W\nempty rmw & rf", EXCHANGE, true },
    { "empty rf & id", EXCHANGE, true },
    { "empty fr", EXCHANGE, true },
    { "empty rf^-1 ; co", EXCHANGE, false },
    { "empty RMW | ACQ_REL", FAILS, true },
    { "empty co \\ co", KERNEL, false },
  };
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct cat_model *model = model_of(rows[i].model);
    struct program *program = read_program(rows[i].text);
    struct judgement judgement;
    struct diagnostic error = { 0 };
    bool judged = judge_program(model, program, NULL, &judgement, &error);
    if (!judged && (rows[i].allowed || !strstr(error.message, "does not look at rmw")))
      fail_msg("row %zu: %s", i, error.message);
    if (judged && (outcome_set_size(judgement.allowed) != 0) != rows[i].allowed)
      fail_msg("row %zu", i);
    if (judged) judgement_clear(&judgement);
    else diagnostic_clear(&error);
    program_free(program);
    cat_model_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(one_event_or_two, no_leaks),
    cmocka_unit_test_teardown(faults_are_seen, no_leaks),
    cmocka_unit_test_teardown(updates_are_pruned_alike, no_leaks),
    cmocka_unit_test_teardown(what_an_update_is, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
