/* Random cat expressions, computed by the evaluator and by a reference in this file.  The reference
 * keeps relations as tables of truth values and applies each operator's definition, one pair of
 * events at a time.
 *
 * An expression is made as a tree and printed as text.  The compiler and the evaluator take the
 * text, and the reference takes the tree.  The base sets and relations are random.  One model holds
 * many expressions, so that they share parts. */
#include "random_program.h"

#include "cat/evaluate.h"

enum { COUNT = 6, MODELS = 400, EACH = 8, DEPTH = 5, NODES = 4096 };

struct truth {
  bool is_set, at[COUNT][COUNT];
}; /* a set: its diagonal */

static const struct {
  const char *name;
  enum cat_base base;
} sets[] = { { "R", BASE_R },
             { "W", BASE_W },
             { "F", BASE_F },
             { "_", BASE_UNIVERSE },
             { "IW", BASE_IW } },
  relations[] = { { "po", BASE_PO },   { "rf", BASE_RF }, { "loc", BASE_LOC },
                  { "ext", BASE_EXT }, { "id", BASE_ID }, { "addr", BASE_ADDR } };
enum { SETS = 5, RELATIONS = 6 };

static struct truth set_truth[SETS], relation_truth[RELATIONS];

#define PAIRS(i, k)                    \
  for (unsigned i = 0; i < COUNT; i++) \
    for (unsigned k = 0; k < COUNT; k++)

static void fill(struct evaluation *evaluation) {
  for (unsigned s = 0; s < SETS; s++) {
    uint64_t *slot = evaluation_slot(evaluation, sets[s].base);
    set_truth[s] = (struct truth){ .is_set = true };
    for (unsigned i = 0; i < COUNT; i++)
      if (sets[s].base == BASE_UNIVERSE || below(2))
        set_truth[s].at[i][i] = true, *slot |= event_bit(i);
  }
  for (unsigned r = 0; r < RELATIONS; r++) {
    uint64_t *slot = evaluation_slot(evaluation, relations[r].base);
    unsigned density = 2 + below(4);
    relation_truth[r] = (struct truth){ .is_set = false };
    PAIRS(i, k)
    if (relations[r].base == BASE_ID ? i == k : !below(density))
      relation_truth[r].at[i][k] = true, relation_add(slot, i, k);
  }
}

/* ---- the reference ---- */

static struct truth compose(const struct truth *a, const struct truth *b) {
  struct truth made = { .is_set = false };
  PAIRS(i, k) for (unsigned m = 0; m < COUNT; m++) made.at[i][k] |= a->at[i][m] && b->at[m][k];
  return made;
}

static struct truth closure(const struct truth *a) {
  struct truth made = *a;
  for (unsigned step = 0; step < COUNT; step++) {
    struct truth longer = compose(&made, a);
    PAIRS(i, k) made.at[i][k] |= longer.at[i][k];
  }
  return made;
}

static struct truth binary(char operator, const struct truth * a, const struct truth *b) {
  struct truth made = { .is_set = a->is_set };
  if (operator== ';') return compose(a, b);
  if (operator== '*') made.is_set = false;
  PAIRS(i, k)
  switch (operator) {
  case '|': made.at[i][k] = a->at[i][k] || b->at[i][k]; break;
  case '&': made.at[i][k] = a->at[i][k] && b->at[i][k]; break;
  case '\\': made.at[i][k] = a->at[i][k] && !b->at[i][k]; break;
  default: made.at[i][k] = a->at[i][i] && b->at[k][k]; break;
  }
  return made;
}

static struct truth unary(char operator, const struct truth * a) {
  struct truth made = { .is_set = a->is_set };
  if (operator== '+') return closure(a);
  if (operator== '[') {
    made = *a;
    made.is_set = false;
    return made;
  }
  if (operator== '*') {
    made = closure(a);
    for (unsigned i = 0; i < COUNT; i++) made.at[i][i] = true;
    return made;
  }
  PAIRS(i, k)
  switch (operator) {
  case '~': made.at[i][k] = !a->at[i][k] && (!a->is_set || i == k); break;
  case '?': made.at[i][k] = a->at[i][k] || i == k; break;
  case '-': made.at[i][k] = a->at[k][i]; break;
  case 'd':
    made.is_set = true;
    made.at[i][i] |= a->at[i][k];
    break;
  default:
    made.is_set = true;
    made.at[k][k] |= a->at[i][k];
    break;
  }
  return made;
}

/* ---- the generator ---- */

static struct truth random_set(struct text *text, unsigned depth);

static struct truth random_relation(struct text *text, unsigned depth) {
  static const char operators[] = "||&&\\;;;", postfix[] = "+*?-";
  struct truth left, right;
  unsigned which = depth ? below(12) : 0;
  if (which < 2) {
    unsigned r = below(RELATIONS + 1);
    if (r == RELATIONS) {
      text_add(text, "(po & 0)");
      return (struct truth){ .is_set = false };
    }
    text_add(text, "%s", relations[r].name);
    return relation_truth[r];
  }
  text_add(text, "(");
  if (which < 8) {
    char operator= operators[below(sizeof operators - 1)];
    left = random_relation(text, depth - 1);
    text_add(text, " %c ", operator);
    right = random_relation(text, depth - 1);
    left = binary(operator, & left, &right);
  } else if (which == 8) {
    left = random_set(text, depth - 1);
    text_add(text, " * ");
    right = random_set(text, depth - 1);
    left = binary('*', &left, &right);
  } else if (which == 9) {
    text_add(text, "[");
    left = random_set(text, depth - 1);
    text_add(text, "]");
    left = unary('[', &left);
  } else if (which == 10) {
    text_add(text, "~");
    left = random_relation(text, depth - 1);
    left = unary('~', &left);
  } else {
    char operator= postfix[below(sizeof postfix - 1)];
    left = random_relation(text, depth - 1);
    text_add(text, operator== '-' ? "^-1" : "%c", operator);
    left = unary(operator, & left);
  }
  text_add(text, ")");
  return left;
}

static struct truth random_set(struct text *text, unsigned depth) {
  static const char operators[] = "|&\\";
  struct truth left, right;
  unsigned which = depth ? below(8) : 0;
  if (which < 2) {
    unsigned s = below(SETS + 1);
    if (s == SETS) {
      text_add(text, "(R & {})");
      return (struct truth){ .is_set = true };
    }
    text_add(text, "%s", sets[s].name);
    return set_truth[s];
  }
  text_add(text, "(");
  if (which < 5) {
    char operator= operators[below(sizeof operators - 1)];
    left = random_set(text, depth - 1);
    text_add(text, " %c ", operator);
    right = random_set(text, depth - 1);
    left = binary(operator, & left, &right);
  } else if (which == 5) {
    text_add(text, "~");
    left = random_set(text, depth - 1);
    left = unary('~', &left);
  } else {
    text_add(text, which == 6 ? "domain(" : "range(");
    left = random_relation(text, depth - 1);
    text_add(text, ")");
    left = unary(which == 6 ? 'd' : 'r', &left);
  }
  text_add(text, ")");
  return left;
}

/* ---- the comparison ---- */

/* The axioms that the reference says of the relation: exactly those must hold. */
static const char *const tests[] = { "empty", "irreflexive", "acyclic" };

static bool reference_holds(unsigned test, const struct truth *truth) {
  struct truth closed = closure(truth);
  bool found = false;
  PAIRS(i, k)
  found |= test == 0   ? truth->at[i][k]
           : test == 1 ? i == k && truth->at[i][k]
                       : i == k && closed.at[i][k];
  return !found;
}

/* Fills base slots in one evaluation, and hands the same bits to those of the model. */
static void one_model(unsigned number) {
  struct cat_code blank = { .slot_count = BASE_COUNT };
  struct evaluation bases = { 0 }, evaluation = { 0 };
  struct text text = { 0 };
  bool expected[EACH];
  evaluation_start(&bases, &blank, COUNT);
  fill(&bases);
  text_add(&text, "\"%u\"\n", number);
  for (unsigned i = 0; i < EACH; i++) {
    struct text expression = { 0 };
    struct truth truth = random_relation(&expression, 1 + below(DEPTH));
    unsigned test = below(3);
    expected[i] = reference_holds(test, &truth);
    text_add(&text, "let r%u = %s\nflag ~%s r%u as f%u\n", i, expression.bytes, tests[test], i, i);
    text_free(&expression);
  }
  text_add(&text, "acyclic po & 0 | (po \\ po) as model\n");
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("random", text.bytes, &error);
  if (!model) print_error("%s\n%s\n", error.message, text.bytes);
  assert_non_null(model);
  evaluation_start(&evaluation, cat_model_code(model), COUNT);
  memcpy(evaluation.slots, bases.slots, (size_t)BASE_COUNT * COUNT * sizeof *bases.slots);
  for (unsigned level = 0; level < cat_model_code(model)->level_count; level++)
    assert_true(evaluate_level(&evaluation, level, NULL));
  for (size_t f = 0; f < cat_model_code(model)->flags.length; f++) {
    unsigned i = (unsigned)atoi(cat_model_code(model)->flags.items[f] + 1);
    bool raised = evaluation.raised[cat_model_code(model)->level_count - 1] >> f & 1;
    if (raised == expected[i])
      fail_msg("f%u: the reference says %s\n%s", i, expected[i] ? "it holds" : "it fails",
               text.bytes);
    expected[i] = true;
  }
  for (unsigned i = 0; i < EACH;
       i++) /* a flag that the compiler dropped tests a relation that is always empty */
    if (!expected[i])
      fail_msg("f%u is gone, and the reference says that it is raised\n%s", i, text.bytes);
  evaluation_free(&evaluation);
  evaluation_free(&bases);
  cat_model_free(model);
  text_free(&text);
}

static void expressions_mean_what_they_say(void **unused) {
  (void)unused;
  random_state = 2026;
  for (unsigned i = 0; i < MODELS; i++) one_model(i);
}

int main(void) {
  const struct CMUnitTest all[] = { cmocka_unit_test_teardown(expressions_mean_what_they_say,
                                                              no_leaks) };
  return cmocka_run_group_tests(all, NULL, NULL);
}
